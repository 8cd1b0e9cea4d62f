package browser

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unspool/parser/testutil/machine"
)

// A point is a position in the viewport.
type point struct{ X, Y float64 }

// DropFiles drags files or folders of this machine into the middle of the viewport and
// drops them there, as a user would from a file manager.
func (p *Page) DropFiles(paths ...string) {
	p.r.Helper()
	p.Drag("dragEnter", paths...)
	p.Drag("dragOver", paths...)
	p.Drag("drop", paths...)
}

// Read drops files and waits until a viewer has read everything. It returns "ready", or the
// code of the failure.
func (p *Page) Read(paths ...string) string {
	p.r.Helper()
	before := Eval[int](p, "$told.length")
	p.DropFiles(paths...)
	p.WaitFor(fmt.Sprintf("$told.length > %d", before), 0)
	return Eval[string](p, "$told.at(-1)")
}

// Drag sends one event of a drag in the middle of the viewport: "dragEnter", "dragOver",
// "drop" or "dragCancel".
func (p *Page) Drag(event string, paths ...string) {
	p.r.Helper()
	files, err := absolute(paths)
	if err != nil {
		p.r.Fatalf("drag files: %v", err)
	}
	at := Eval[point](p, "({X: Math.round(innerWidth / 2), Y: Math.round(innerHeight / 2)})")
	if _, err := call(p, input.DispatchDragEvent, input.DispatchDragEventParams{
		Type: input.DispatchDragEventType(event), X: at.X, Y: at.Y,
		Data: &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1},
	}); err != nil {
		p.r.Fatalf("%s: %v", event, err)
	}
}

// SetFiles selects files for the file input that selector finds, or a folder if the input
// takes folders.
func (p *Page) SetFiles(selector string, paths ...string) {
	p.r.Helper()
	files, err := absolute(paths)
	if err != nil {
		p.r.Fatalf("choose files: %v", err)
	}
	found, err := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "$deep(" + strconv.Quote(selector) + ")"})
	if err != nil || found.Result.ObjectID == "" {
		p.r.Fatalf("choose files: nothing matches %s (%v)", selector, err)
	}
	if _, err := call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, ObjectID: found.Result.ObjectID}); err != nil {
		p.r.Fatalf("choose files: %v", err)
	}
}

func absolute(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		files = append(files, full)
	}
	return files, nil
}

// Click clicks with the left mouse button in the middle of the first element
// that selector finds, across shadow trees, after scrolling it into view.
func (p *Page) Click(selector string) {
	p.r.Helper()
	clickAt(p, p.locate(bySelector(selector)))
}

// ClickRole is Click for the first element with a role and an accessible name, as byRole
// finds it.
func (p *Page) ClickRole(role, name string) {
	p.r.Helper()
	clickAt(p, p.locate(byRole(role, name)))
}

// FocusRole focuses the first element with a role and an accessible name, as a user does
// who goes there with Tab. It waits for the element.
func (p *Page) FocusRole(role, name string) {
	p.r.Helper()
	p.WaitFor(byRole(role, name)+" !== null", 0)
	p.Do(byRole(role, name) + ".focus()")
}

func bySelector(selector string) string { return fmt.Sprintf("$deep(%q)", selector) }

// byRole returns the JavaScript expression for the first element with a role and an
// accessible name. A name in slashes is a regular expression; the empty one is any.
func byRole(role, name string) string {
	switch {
	case name == "":
		return fmt.Sprintf("$role(%q)", role)
	case len(name) > 2 && strings.HasPrefix(name, "/") && strings.HasSuffix(name, "/"):
		return fmt.Sprintf("$role(%q, %s)", role, name)
	}
	return fmt.Sprintf("$role(%q, %q)", role, name)
}

func clickAt(p *Page, at point) {
	p.r.Helper()
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: at.X, Y: at.Y})
	for _, event := range []input.DispatchMouseEventType{
		input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased,
	} {
		p.mouse(input.DispatchMouseEventParams{Type: event, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	}
}

func (p *Page) mouse(event input.DispatchMouseEventParams) {
	p.r.Helper()
	if _, err := call(p, input.DispatchMouseEvent, event); err != nil {
		p.r.Fatalf("%s: %v", event.Type, err)
	}
}

// A place is the position where an element can be clicked, or the reason why it cannot.
type place struct {
	point
	Problem string
	Covered bool // by another element
}

// locate scrolls the element of a JavaScript expression into view, waits until it does not
// move for three frames, and returns its middle. An element under another one is an error,
// because a user cannot click it either. Rows above that are measured meanwhile can move the
// element out of view again, and a redrawn list replaces it, so locate searches for it until
// the usual timeout. An element that covers it has a second to disappear.
func (p *Page) locate(element string) point {
	p.r.Helper()
	for began := time.Now(); ; {
		at := Eval[place](p, "$place("+element+")")
		if at.Problem == "" {
			return at.point
		}
		if waited := time.Since(began); waited > machine.Scaled(Timeout) || at.Covered && waited > machine.Scaled(time.Second) {
			p.timedOut(element+" to be where it can be clicked", waited, errors.New(at.Problem))
		}
		time.Sleep(pause)
	}
}

// Press presses keys one after the other, each a name as in KeyboardEvent.key with
// modifiers before it: "j", "Enter", "Shift+Tab", "Control+a".
func (p *Page) Press(keys ...string) {
	p.r.Helper()
	for _, key := range keys {
		code, modifiers, err := parseKey(key)
		if err != nil {
			p.r.Fatalf("press: %v", err)
		}
		for _, r := range code {
			if err := p.press(r, modifiers); err != nil {
				p.r.Fatalf("press %s: %v", key, err)
			}
		}
	}
}

// press presses one key like a keyboard does: its character is part of the same event, so a
// page that prevents the event does not receive the character.
func (p *Page) press(r rune, modifiers []chromedp.Modifier) error {
	events := kb.Encode(r)
	if len(events) == 3 { // down, character, up
		events[0].Text, events[0].UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		events = []*input.DispatchKeyEventParams{events[0], events[2]}
	}
	for _, event := range events {
		for _, m := range modifiers {
			event.Modifiers |= int64(m)
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *event); err != nil {
			return err
		}
	}
	return nil
}

// Type types text into the focused element, as fast as possible.
func (p *Page) Type(text string) {
	p.r.Helper()
	for _, r := range text {
		if err := p.press(r, nil); err != nil {
			p.r.Fatalf("type %q: %v", r, err)
		}
	}
}

func parseKey(key string) (string, []chromedp.Modifier, error) {
	var modifiers []chromedp.Modifier
	for {
		name, remainder, found := strings.Cut(key, "+")
		if !found || name == "" || remainder == "" {
			break
		}
		m, known := map[string]chromedp.Modifier{
			"Alt": kb.ModifierAlt, "Control": kb.ModifierCtrl, "Meta": kb.ModifierMeta, "Shift": kb.ModifierShift,
		}[name]
		if !known {
			return "", nil, fmt.Errorf("unknown modifier %q", name)
		}
		modifiers = append(modifiers, m)
		key = remainder
	}
	if len([]rune(key)) == 1 {
		return key, modifiers, nil
	}
	code, known := map[string]string{
		"ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp,
		"Backspace": kb.Backspace, "Delete": kb.Delete, "End": kb.End, "Enter": kb.Enter, "Escape": kb.Escape,
		"Home": kb.Home, "PageDown": kb.PageDown, "PageUp": kb.PageUp, "Space": " ", "Tab": kb.Tab,
	}[key]
	if !known {
		return "", nil, fmt.Errorf("unknown key %q", key)
	}
	return code, modifiers, nil
}
