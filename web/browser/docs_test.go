package browser

import (
	"fmt"
	"os"
	"testing"

	written "unspool/build/docs"
	"unspool/parser/testutil"
)

// documentation returns the source of the pages of the documentation.
func documentation(t *testing.T) *written.Book {
	t.Helper()
	book, err := written.Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// openDocs opens a page of the documentation.
func openDocs(t *testing.T, name string, width int) *Page {
	t.Helper()
	p := newPage(t)
	p.Size(width, 900)
	p.Open(siteURL(t) + "docs/" + name + ".html")
	return p
}

// readEmbeds scrolls each viewer of the page into view until it has read its session, including
// those in frames.
func readEmbeds(t *testing.T, p *Page) {
	t.Helper()
	for i := range Eval[int](p, `document.querySelectorAll("unspool-session").length`) {
		viewer := fmt.Sprintf(`document.querySelectorAll("unspool-session")[%d]`, i)
		p.Do(viewer + `.scrollIntoView({ block: "center" })`)
		p.WaitFor(`$$deep("unspool-list:not([busy]) unspool-row .inner", `+viewer+`.shadowRoot).length > 0`, 0)
	}
	for i := range Eval[int](p, `document.querySelectorAll("iframe").length`) {
		frame := fmt.Sprintf(`document.querySelectorAll("iframe")[%d]`, i)
		p.Do(frame + `.scrollIntoView({ block: "center" })`)
		p.WaitFor(`$$deep("unspool-list:not([busy]) unspool-row .inner", `+frame+`.contentDocument).length > 0`, 0)
	}
	if told := Eval[[]string](p, `$told.filter((one) => one !== "ready")`); len(told) > 0 {
		t.Errorf("viewers report %q", told)
	}
	p.Do(`scrollTo(0, 0)`)
}

// reached is true once a page of the documentation has adapted to its width.
const reached = `[...document.querySelectorAll("pre, .table")]
	.every((box) => (box.scrollWidth > box.clientWidth) === box.hasAttribute("tabindex"))`

// TestDocs checks that each page of the documentation is accessible: its viewers work, nothing is
// wider than a phone, and axe-core finds nothing.
func TestDocs(t *testing.T) {
	t.Parallel()
	for _, page := range documentation(t).Pages {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			p := openDocs(t, page.Name, 1400)
			readEmbeds(t, p)
			p.WaitFor(reached, 0)
			broken(t, findings(p), "wide, light")
			p.Size(360, 800)
			p.Dark(true)
			p.WaitFor(reached, 0)
			broken(t, findings(p), "narrow, dark")
			if over := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("the page is %d px too wide for a phone", over)
			}
		})
	}
}

// The first Tab stop skips the navigation, and the menus for phones open with keys.
func TestDocsKeyboard(t *testing.T) {
	t.Parallel()
	p := openDocs(t, "numbers", 1400)
	p.Press("Tab", "Enter")
	p.WaitFor(`document.activeElement === document.querySelector("main") && location.hash === "#content"`, 0)
	p.Press("Tab")
	if !Eval[bool](p, `document.querySelector("main").contains(document.activeElement)`) {
		t.Error("the next stop is not in the text")
	}

	p = openDocs(t, "numbers", 360)
	p.Do(`document.querySelector(".menu summary").focus()`)
	p.Press("Enter", "Tab")
	p.WaitFor(`document.querySelector(".menu").open && document.activeElement.closest(".menu a")`, 0)
	p.Press("Enter")
	p.WaitFor(`location.pathname.endsWith("docs/index.html")`, 0)
}

// The table of contents follows the scroll position, and code can be copied.
func TestDocsScript(t *testing.T) {
	t.Parallel()
	p := openDocs(t, "numbers", 1400)
	const marked = `document.querySelector(".toc [aria-current]")?.hash`
	p.Do(`document.querySelector("#which-prices-are-used").scrollIntoView()`)
	p.WaitFor(marked+` === "#which-prices-are-used"`, 0)
	p.Do(`scrollTo(0, document.documentElement.scrollHeight)`)
	p.WaitFor(marked+` === "#does-anything-get-lost"`, 0)

	p = openDocs(t, "parser-go", 360)
	p.Do(`navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
	p.Do(`document.querySelector(".copy").click()`)
	p.WaitFor(`document.querySelector("#said").textContent === "Copied"`, 0)
	if got, want := Eval[string](p, `copied`), "go mod edit -require=unspool@v0.0.0 -replace=unspool=../unspool\ngo mod tidy"; got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	// Content that is wider than a phone can be scrolled with keys, and nothing else is a Tab stop.
	p.WaitFor(reached, 0)
	if Eval[int](p, `document.querySelectorAll("pre[tabindex]").length`) == 0 {
		t.Error("no code is too wide: this tests nothing")
	}
}

// An example does what its code says.
func TestDocsExamples(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openDocs(t, "embedding", 1400)
	const found = `document.querySelector("#found").textContent`
	p.Do(`document.querySelector("#searched").scrollIntoView()`)
	p.WaitFor(`/^10 turns, 47 tool calls, \$\d\.\d\d$/.test(`+found+`)`, 0)
	p.Do(`document.querySelector("#go").click()`)
	p.WaitFor(found+`.startsWith("First in turn 1: ") && /clock change/i.test(`+found+`)`, 0)
	p.WaitFor(`/clock change/i.test($text(document.querySelector("#searched").shadowRoot))`, 0)
	p.Do(`document.querySelector("#words").value = "never said by anyone"; document.querySelector("#go").click()`)
	p.WaitFor(found+` === "Not found."`, 0)

	// Two viewers side by side can have different themes, and the page's accent applies to its
	// viewer.
	const color = `(viewer) => getComputedStyle($deep("[part=frame]", viewer.shadowRoot)).backgroundColor`
	p.Do(`document.querySelector("[theme=light]").scrollIntoView()`)
	p.WaitFor(`$deep("[part=frame]", document.querySelector("[theme=dark]").shadowRoot)`, 0)
	if Eval[bool](p, `((color) => color(document.querySelector("[theme=light]")) === color(document.querySelector("[theme=dark]")))(`+color+`)`) {
		t.Error("light and dark are the same")
	}
	p = openDocs(t, "theming", 1400)
	p.WaitFor(`$deep("[part=frame]", document.querySelector(".brand").shadowRoot)`, 0)
	if got := Eval[string](p, `getComputedStyle(document.querySelector(".brand")).getPropertyValue("--unspool-radius")`); got != "2px" {
		t.Errorf("the style sheet of the example is not in the page: the radius is %q", got)
	}
}

// The dialog of keys is completely visible and its entries work; unavailable ones are grayed out.
func TestDocsShortcutsDialog(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`$role("tree", "Prompts") !== null`, 0)
	row := func(does string) string {
		return `$$deep(".keylist button").find((row) => $text(row.querySelector(".does")) === "` + does + `")`
	}
	show := func() {
		t.Helper()
		p.Press("?")
		p.WaitFor(`$role("dialog", "Keyboard shortcuts")`, 0)
	}
	show()
	passes(t, p, "the list of keys")
	if !Eval[bool](p, `(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)($deep("dialog .panel"))`) {
		t.Errorf("the dialog has to be scrolled: %v", Eval[[]int](p, `(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])($deep("dialog .panel"))`))
	}
	wants(t, Eval[string](p, `$text($role("dialog"))`), "Esc", "Enter", "Timeline", "Outline and trees")
	for does, want := range map[string]bool{"Next session": true, "Next match": true, "Next prompt": false} {
		if got := Eval[bool](p, row(does)+`.disabled`); got != want {
			t.Errorf("%s is grayed out: %t", does, got)
		}
	}
	p.Do(row("Show or hide the outline") + `.click()`)
	p.WaitFor(`$role("dialog") === null && $role("tree", "Prompts") === null`, 0)
	show()
	p.Do(row("Go to a prompt") + `.click()`)
	p.WaitFor(`$deep("dialog[open] input") !== null`, 0)
	p.Press("Escape")
	p.WaitFor(`$role("dialog") === null`, 0)
	show()
	p.Do(row("Search commands, prompts, agents and files") + `.click()`)
	p.WaitFor(`$role("dialog", "Keyboard shortcuts") === null && $role("combobox", /^Search commands/) !== null`, 0)
}
