package browser

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// longSession creates a session with this number of turns, three rows each.
func longSession(turns int) []byte { return testgen.Turns(turns, 0) }

// long opens such a session.
func long(t *testing.T, turns int) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(write(t, "long.jsonl", longSession(turns)))
	ready(p)
	p.WaitFor(`$focused("article")`, 0)
	return p
}

// selectionCopy returns the clipboard data of a copy event.
func selectionCopy(p *Page) string {
	p.r.Helper()
	return Call[string](p, "selection.copied")
}

// A mouse selection extends over rows, keeps them in the page when they are scrolled away, and is
// copied without the controls around the text.
func TestSelectAcrossRows(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Size(1000, 700)
	settled(p)
	from := Eval[point](p, `(() => { const r = $deep('unspool-row[data-by="you"] .words').getBoundingClientRect(); return { X: r.x + 2, Y: r.y + 8 }; })()`)
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: from.X, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	first := Eval[string](p, `$deep('unspool-row[data-by="you"]').getAttribute("aria-posinset")`)
	for Eval[float64](p, `$deep("unspool-list").scrollTop`) < 3000 {
		p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: from.X + 200, Y: 600, Button: input.MouseButtonLeft, Buttons: 1})
		p.Do(`$deep("unspool-list").scrollTop += 400`)
		settled(p)
	}
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: from.X + 210, Y: 590, Button: input.MouseButtonLeft, Buttons: 1})
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: from.X + 210, Y: 590, Button: input.MouseButtonLeft})
	settled(p)
	if !Eval[bool](p, fmt.Sprintf(`$deep('unspool-row[aria-posinset="%s"]') !== null`, first)) {
		t.Fatal("the row where the selection begins is no longer in the page")
	}
	text := selectionCopy(p)
	wants(t, text, "Our harbour master in Skarrow", "Claude\n", "\n\nRead 1 file, searched twice ", "#\tWhere\t", "\n- Two of our stations")
	for _, not := range []string{"Show all", "Details", "Copy", " AM\n", "\n\n\n"} {
		if strings.Contains(text, not) {
			at := strings.Index(text, not)
			t.Errorf("the copied text contains %q: %q", not, text[max(0, at-60):min(len(text), at+60)])
		}
	}
	// The keyboard extends it.
	p.Press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown")
	settled(p)
	if more := selectionCopy(p); len(more) <= len(text) || !strings.HasPrefix(more, text[:100]) {
		t.Errorf("Shift and arrows changed it from %d to %d characters", len(text), len(more))
	}
	// Rows that are no longer selected do not stay.
	p.Do(`getSelection().empty()`)
	p.Press("End")
	p.WaitFor(fmt.Sprintf(`$deep('unspool-row[aria-posinset="%s"]') === null`, first), 0)
}

// A selection by Shift and a click over more rows than stay in the page is copied whole all the same.// It is not parallel: all pages of the browser share the clipboard.
func TestSelectUnrenderedRows(t *testing.T) {
	p := long(t, 400)
	grantClipboard(p)
	p.Do(`const list = $deep("unspool-list"); await list.goTo(10)`)
	settled(p)
	const text = `const text = (at) => $deep('unspool-row[data-index="' + at + '"]').querySelector(".content, .words, .prose");`
	p.Do(text + `getSelection().setBaseAndExtent(text(10), 0, text(12), 0)`)
	p.WaitFor(`$deep("unspool-list").selectedRange !== undefined`, 0) // its code is loaded with the first selection
	p.Do(text + `await $deep("unspool-list").goTo(900);
		getSelection().extend(text(900), 0)`)
	settled(p)
	p.WaitFor(`$deep('unspool-row[data-index="10"]') && $deep('unspool-row[data-index="900"]') && !$deep('unspool-row[data-index="400"]')`, 0)
	p.Do(`document.execCommand("copy")`)
	p.WaitFor(`$text($deep("[role=status]")).includes("Copied 891")`, 0)
	if text := clipboard(p); len(strings.Split(text, "\n\n")) < 800 {
		t.Errorf("copied %d paragraphs", len(strings.Split(text, "\n\n")))
	}
}

func grantClipboard(p *Page) {
	p.r.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := call(p, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
		}); err != nil {
			p.r.Fatalf("permit the clipboard: %v", err)
		}
	}
}

func clipboard(p *Page) string {
	p.r.Helper()
	return Eval[string](p, `navigator.clipboard.readText()`)
}

// Ctrl+A in the conversation selects all of it, and a copy holds all of it; elsewhere
// it is the browser's.// It is not parallel: all pages of the browser share the clipboard.
func TestSelectEverything(t *testing.T) {
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	if got := Eval[bool](p, `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }))`); !got {
		t.Error("Ctrl+A is handled outside of the conversation")
	}
	files, err := filepath.Abs(sampleDir)
	if err != nil {
		t.Fatal(err)
	}
	p.Read(files)
	ready(p)
	grantClipboard(p)
	p.WaitFor(`$focused("article")`, 0)
	total := Eval[int](p, `Number($role("article").getAttribute("aria-setsize"))`)
	p.Press("Control+a")
	p.WaitFor(fmt.Sprintf(`$text($deep("[role=status]")).includes("All %d lines selected")`, total), 0)
	p.Do(`$deep("unspool-list").scrollTop = 4000`) // still selected
	settled(p)
	p.Do(`document.execCommand("copy")`)
	p.WaitFor(fmt.Sprintf(`$text($deep("[role=status]")).includes("Copied %d lines")`, total), 0)
	text := clipboard(p)
	wants(t, text, "Our harbour master in Skarrow", "It is the clock change, twice", "You\n", "Claude\n", "searched twice", "`go test", "让我自己理一下思路")
	// Escape ends it: then a copy contains nothing.
	p.Press("Escape")
	p.WaitFor(`getSelection().isCollapsed`, 0)
	settled(p)
	if got := selectionCopy(p); got != "" {
		t.Errorf("nothing is selected, copied is %.60q", got)
	}
	// If the browser does not allow a page to write later, the second copy succeeds.
	p.Do(`navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"))`)
	p.Press("Control+a")
	p.WaitFor(fmt.Sprintf(`$text($deep("[role=status]")).includes("All %d lines selected")`, total), 0)
	p.Do(`document.execCommand("copy")`)
	p.WaitFor(`$text($deep("[role=status]")).includes("Copy again")`, 0)
	if got := selectionCopy(p); got != text {
		t.Errorf("the second copy has %d characters, want %d", len(got), len(text))
	}
}

// openSeries opens the first series, so that its calls are in the page.
func openSeries(p *Page) {
	p.r.Helper()
	p.Click(`unspool-row[data-kind="series"] .row-button`)
	p.WaitFor(`$deep("unspool-row[data-inside]")`, 0)
}

// Code is copied as it is: with its indentation and empty lines, without line numbers.
func TestSelectCode(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	openSeries(p)
	p.Click(`unspool-row[data-inside] .row-button`)
	p.WaitFor(`$deep("unspool-row .tool .body .line")`, 0)
	p.Do(`const lines = $$deep("unspool-row .tool .body .line");
		$deep("unspool-list").focus();
		getSelection().setBaseAndExtent(lines[0], 0, lines[8], 0)`)
	want := "package tide\n\nimport (\n\t\"fmt\"\n\t\"time\"\n\n\t\"tidepool.example/tidepool/internal/station\"\n)"
	p.WaitFor(`(() => { // once the code for it is here
		let copied = "";
		addEventListener("copy", (event) => (copied = event.clipboardData.getData("text/plain")), { once: true });
		document.execCommand("copy");
		return copied !== "";
	})()`, 0)
	if got := selectionCopy(p); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

// A selection over several lines of a change is copied as a change, in both views: with signs, and without the labels
// of folded lines. A part of one line is copied as it is.
func TestSelectDiff(t *testing.T) {
	t.Parallel()
	before := "function f() {\n" + strings.Repeat("\tone();\n", 20) + "\n}\n"
	hunk := values{"oldStart": 1, "oldLines": 4, "newStart": 1, "newLines": 4,
		"lines": []string{" function f() {", "-  one();", "-  one();", "+  two();", "+", "   one();", "\\ No newline at end of file"}}
	p := open(t, "")
	p.Size(1400, 900)
	opens(p, callOf(t, "Edit", values{"file_path": "/w/lib/a.ts"}, edit(before, hunk), "ok", false, nil))
	p.WaitFor(`$deep(".diff .hljs-keyword")`, 0)
	const whole = " function f() {\n-\tone();\n-\tone();\n+\ttwo();\n+\n \tone();\n\\ No newline at the end\n \tone();\n \tone();\n \tone();\n…"
	for _, view := range []string{"Unified", "Split"} {
		press(p, view)
		p.Run("selection.selectDiff")
		p.WaitFor(`$deep("unspool-list").selectedRange !== undefined`, 0) // its code is loaded with the first selection
		if got := selectionCopy(p); got != whole {
			t.Errorf("%s: copied %q, want %q", view, got, whole)
		}
	}
	// The second removed line and the first added one are "\tone();" and "\ttwo();".
	for _, c := range []struct {
		name     string
		from, to []any
		want     string
	}{
		{"parts of two lines", []any{"removed", 1, 1}, []any{"added", 0, 4}, "-one();\n+\ttwo"},
		{"up to the start of a line", []any{"removed", 1, 0}, []any{"added", 0, 0}, "-\tone();"},
		{"from the end of a line", []any{"removed", 0, 7}, []any{"added", 0, 4}, "-\tone();\n+\ttwo"},
		{"a part of a line", []any{"added", 0, 1}, []any{"added", 0, 4}, "two"},
	} {
		p.Run("selection.selectInDiff", c.from, c.to)
		if got := selectionCopy(p); got != c.want {
			t.Errorf("%s: copied %q, want %q", c.name, got, c.want)
		}
	}
	hunks := []values{
		{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []string{"-one", "+two"}},
		{"oldStart": 37, "oldLines": 1, "newStart": 37, "newLines": 1, "lines": []string{"-three", "+four"}},
	}
	opens(p, callOf(t, "Edit", values{"file_path": "/w/lib/a.ts"}, edit(nil, hunks...), "ok", false, nil))
	p.WaitFor(`$deep(".diff .gap") !== null`, 0)
	p.Run("selection.selectDiff")
	p.WaitFor(`$deep("unspool-list").selectedRange !== undefined`, 0)
	if got, want := selectionCopy(p), "-one\n+two\n…\n-three\n+four"; got != want {
		t.Errorf("two hunks: copied %q, want %q", got, want)
	}
}

// The text of a line can be selected with the mouse, which does not count as a click.
func TestSelectInLine(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	openSeries(p)
	settled(p)
	from := Eval[point](p, `(() => { const r = $deep("unspool-row[data-inside] .object").getBoundingClientRect(); return { X: r.x + 2, Y: r.y + r.height / 2 }; })()`)
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: from.X, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	for x := 10.0; x <= 100; x += 10 {
		p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: from.X + x, Y: from.Y, Button: input.MouseButtonLeft, Buttons: 1})
	}
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: from.X + 100, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1})
	settled(p)
	if text := selectionCopy(p); !strings.HasPrefix(text, "internal/t") {
		t.Errorf("selected %q", text)
	}
	if Eval[bool](p, `$deep("unspool-row[data-inside] .body") !== null`) {
		t.Error("the line has opened")
	}
}
