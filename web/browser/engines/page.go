package engines

import (
	"context"
	_ "embed" // prelude.js
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"unspool/parser/testutil/machine"
	"unspool/web/browser"
)

//go:embed prelude.js
var preludeSource string

// prelude returns a statement that adds the helpers of the tests to a document, once.
func prelude() string {
	return `if (!("$reports" in globalThis)) {` + preludeSource + browser.Helpers() + "}\n"
}

// A Page is a tab in a test. Its methods fail the test if they cannot do what they document.
type Page struct {
	t     *testing.T
	tab   Tab
	saved string // the folder with saved files
	frame []int
	allow *[]string // parts of problems that the test provokes
	sink  *browser.Sink
	asked int // number of requests to other hosts before the page was opened
}

// NewPage opens an empty tab, which is closed and checked for problems when the test ends.
func NewPage(t *testing.T, d Driver) *Page {
	t.Helper()
	ctx, cancel := within(time.Minute)
	defer cancel()
	tab, err := d.Tab(ctx)
	if err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	p := &Page{t: t, tab: tab, saved: d.Downloads(), allow: new([]string), sink: d.Sink()}
	_, p.asked = p.sink.Since(0)
	t.Cleanup(p.close)
	return p
}

func within(limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), machine.Scaled(limit))
}

func (p *Page) close() {
	p.t.Helper()
	ctx, cancel := within(browser.Timeout)
	defer cancel()
	problems, err := p.tab.Problems(ctx)
	if err != nil {
		p.t.Errorf("read the problems of the page: %v", err)
	}
	hosts, _ := p.sink.Since(p.asked)
	for _, host := range hosts {
		problems = append(problems, "request to "+host)
	}
	for _, problem := range problems {
		if !slices.ContainsFunc(*p.allow, func(part string) bool { return strings.Contains(problem, part) }) {
			p.t.Errorf("the page reported: %s", problem)
		}
	}
	if err := p.tab.Close(ctx); err != nil {
		p.t.Errorf("close the tab: %v", err)
	}
}

// Allow lets a test provoke problems: those that contain text are ignored.
func (p *Page) Allow(text string) { *p.allow = append(*p.allow, text) }

// Frame returns a frame of the page by its number in the page.
func (p *Page) Frame(at int) *Page {
	inner := *p
	inner.frame = append(slices.Clone(p.frame), at)
	return &inner
}

// Open navigates to an address and waits until the document is loaded.
func (p *Page) Open(url string) {
	p.t.Helper()
	ctx, cancel := within(browser.Timeout)
	defer cancel()
	if err := p.tab.Open(ctx, url); err != nil {
		p.t.Fatalf("open %s: %v", url, err)
	}
}

func (p *Page) evaluate(js string) (json.RawMessage, error) {
	ctx, cancel := within(browser.Timeout)
	defer cancel()
	return p.tab.Evaluate(ctx, p.frame, js)
}

// Eval runs a JavaScript expression and returns its value; if it is a promise, its resolved
// value. The expression can use the functions of helpers.js.
func Eval[T any](p *Page, js string) T {
	p.t.Helper()
	var value T
	raw, err := p.evaluate(js)
	if err == nil {
		err = json.Unmarshal(raw, &value)
	}
	if err != nil {
		p.t.Fatalf("evaluate %.1000s: %v", js, err)
	}
	return value
}

// Do runs JavaScript statements for their effect.
func (p *Page) Do(js string) {
	p.t.Helper()
	Eval[any](p, "(async () => {"+js+"\n})()")
}

// WaitFor waits until a JavaScript expression, or the value of its promise, is true.
func (p *Page) WaitFor(js string) { p.t.Helper(); p.WaitLong(js, browser.Timeout) }

// WaitLong is WaitFor for what takes longer than usual.
func (p *Page) WaitLong(js string, limit time.Duration) {
	p.t.Helper()
	err := poll(limit, func() error {
		raw, err := p.evaluate("(async () => !!await (" + js + "\n))()")
		if err == nil && string(raw) != "true" {
			err = errors.New("it is false")
		}
		return err
	})
	if err != nil {
		text, textErr := p.evaluate("$text().slice(0, 2000)")
		p.t.Fatalf("wait for %s: %v\nthe page reads: %s %v", js, err, text, textErr)
	}
}

// Choose selects files of this machine for the file input that a selector finds.
func (p *Page) Choose(selector string, files ...string) {
	p.t.Helper()
	for i, file := range files {
		full, err := filepath.Abs(file)
		if err != nil {
			p.t.Fatalf("choose files: %v", err)
		}
		files[i] = full
	}
	ctx, cancel := within(browser.Timeout)
	defer cancel()
	if err := p.tab.Choose(ctx, fmt.Sprintf("$deep(%q)", selector), files); err != nil {
		p.t.Fatalf("choose %q: %v", files, err)
	}
}

// Read chooses files and waits until a viewer has read everything.
func (p *Page) Read(files ...string) {
	p.t.Helper()
	before := Eval[int](p, "$reports.length")
	p.Choose("input[type=file]:not([webkitdirectory])", files...)
	p.reported(before)
}

// ReadFolder chooses a folder in the same way. No driver answers the dialog for folders, so the
// page gets the files as from a dialog: with their paths in the folder.
func (p *Page) ReadFolder(folder string) {
	p.t.Helper()
	before := Eval[int](p, "$reports.length")
	p.Do(`const input = document.createElement("input");
		Object.assign(input, { type: "file", multiple: true, id: "all-files", hidden: true });
		document.body.append(input)`)
	var files, paths []string
	if err := filepath.WalkDir(folder, func(name string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, _ := filepath.Rel(filepath.Dir(folder), name) // name is below the folder
			files, paths = append(files, name), append(paths, filepath.ToSlash(path))
		}
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
	p.Choose("#all-files", files...)
	list, err := json.Marshal(paths)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Do(`const chosen = $deep("#all-files"), field = $deep("input[webkitdirectory]");
		` + string(list) + `.forEach((path, i) => Object.defineProperty(chosen.files[i], "webkitRelativePath", { value: path }));
		globalThis.$chosen = [...chosen.files];
		field.files = chosen.files;
		chosen.remove();
		field.dispatchEvent(new Event("change", { bubbles: true }))`)
	p.reported(before)
}

// reported waits for another report of a viewer, which must be that everything is read.
func (p *Page) reported(before int) {
	p.t.Helper()
	p.WaitFor(fmt.Sprintf("$reports.length > %d", before))
	if code := Eval[string](p, "$reports.at(-1)"); code != "ready" {
		p.t.Fatalf("the page could not read the files: %s\n%s", code, Eval[string](p, "$text()"))
	}
}

func (p *Page) perform(sources ...Input) {
	p.t.Helper()
	ctx, cancel := within(browser.Timeout)
	defer cancel()
	if err := p.tab.Perform(ctx, sources); err != nil {
		p.t.Fatalf("input: %v", err)
	}
}

// Click clicks in the middle of the element that a JavaScript expression finds.
func (p *Page) Click(js string) {
	p.t.Helper()
	type place struct {
		X, Y    float64
		Problem string
	}
	at := place{X: -1}
	if err := poll(browser.Timeout, func() error {
		last := at
		at = place{}
		raw, err := p.evaluate("$place(" + js + ")")
		if err == nil {
			err = json.Unmarshal(raw, &at)
		}
		if err == nil && at.Problem != "" {
			err = errors.New(at.Problem)
		}
		if err == nil && at != last {
			err = errors.New("it moves") // what appears beside it may push it away from the mouse
		}
		return err
	}); err != nil {
		p.t.Fatalf("click %s: %v", js, err)
	}
	p.perform(Input{Type: "pointer", ID: "mouse", Actions: []InputAction{
		{Type: "pointerMove", X: int(at.X), Y: int(at.Y)}, {Type: "pointerDown"}, {Type: "pointerUp"},
	}})
}

// ClickRole clicks on the first element with a role and an accessible name.
func (p *Page) ClickRole(role, name string) {
	p.t.Helper()
	p.Click(fmt.Sprintf("$role(%q, %q)", role, name))
}

// keys are the code points by which WebDriver names keys without a character.
var keys = map[string]string{
	"Alt": "\ue00a", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013",
	"Control": "\ue009", "End": "\ue010", "Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "Shift": "\ue008", "Tab": "\ue004",
}

// Press presses keys one after the other, each a name as in KeyboardEvent.key with modifiers
// before it: "j", "Enter", "Shift+Tab".
func (p *Page) Press(names ...string) {
	p.t.Helper()
	for _, name := range names {
		var down, up []InputAction
		for _, key := range strings.Split(name, "+") {
			value := key
			if utf8.RuneCountInString(key) > 1 {
				if value = keys[key]; value == "" {
					p.t.Fatalf("unknown key %q", key)
				}
			}
			down = append(down, InputAction{Type: "keyDown", Value: value})
			up = append(up, InputAction{Type: "keyUp", Value: value})
		}
		slices.Reverse(up)
		p.perform(Input{Type: "key", ID: "keyboard", Actions: append(down, up...)})
	}
}

// Type types text into the focused element.
func (p *Page) Type(text string) {
	p.t.Helper()
	var actions []InputAction
	for _, r := range text {
		actions = append(actions, InputAction{Type: "keyDown", Value: string(r)}, InputAction{Type: "keyUp", Value: string(r)})
	}
	p.perform(Input{Type: "key", ID: "keyboard", Actions: actions})
}
