package browser

import (
	"os"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// openSampleWithPanes shows the sample session, with its panes loaded.
func openSampleWithPanes(t *testing.T) *Page {
	t.Helper()
	p := open(t, "")
	p.Size(1200, 800)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	return p
}

// Every dialog closes by Escape, by its button and by a click on the backdrop, and the
// focus returns to the row where it was.
func TestDialogsClose(t *testing.T) {
	t.Parallel()
	p := openSampleWithPanes(t)
	p.Press("j")
	p.WaitFor(`$focused("article") !== null`, 0)
	fromPalette := func(words, entry string) func() {
		return func() {
			p.Press("Control+k")
			p.WaitFor(offered+`.length > 10`, 0)
			p.Type(words)
			p.WaitFor(offered+`[0] === "`+entry+`"`, 0)
			p.Press("Enter")
		}
	}
	ways := map[string]func(){
		"Escape":   func() { p.Press("Escape") },
		"button":   func() { p.ClickRole("button", "Close") },
		"backdrop": func() { clickAt(p, point{X: 4, Y: 4}) },
	}
	for _, dialog := range []struct {
		name string
		open func()
		ways []string
	}{
		{`"Keyboard shortcuts"`, func() { p.Press("?") }, []string{"Escape", "button", "backdrop"}},
		{`/^Search commands/`, func() { p.Press("Control+k") }, []string{"Escape", "backdrop"}},
		{`"About Unspool"`, fromPalette("about unspool", "About Unspool"), []string{"Escape", "button", "backdrop"}},
		{`"Share"`, fromPalette("save as html", "Save as HTML"), []string{"Escape", "button", "backdrop"}},
	} {
		for _, way := range dialog.ways {
			dialog.open()
			p.WaitFor(`$role("dialog", `+dialog.name+`) !== null && $$role("dialog").length === 1`, 0)
			ways[way]()
			p.WaitFor(`$role("dialog") === null && $focused("article") !== null`, 0)
		}
	}
}

// A selection of text may end outside of the dialog.
func TestDialogStaysWhileTextIsSelected(t *testing.T) {
	t.Parallel()
	p := openSampleWithPanes(t)
	p.Press("Control+k")
	p.WaitFor(offered+`.length > 10`, 0)
	p.Type("usage")
	const field = `$role("combobox", /^Search commands/)`
	from := Eval[point](p, `(({ x, y, width, height }) => ({ X: x + width / 2, Y: y + height / 2 }))(`+field+`.getBoundingClientRect())`)
	for _, event := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMouseMoved, X: from.X, Y: from.Y},
		{Type: input.DispatchMouseEventTypeMousePressed, X: from.X, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: 4, Y: from.Y, Button: input.MouseButtonLeft, Buttons: 1},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: 4, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1},
	} {
		p.mouse(event)
	}
	if text := Eval[string](p, `((field) => field?.value.slice(field.selectionStart, field.selectionEnd))(`+field+`)`); text != "usage" {
		t.Errorf("%q is selected in the dialog", text)
	}
	clickAt(p, point{X: 4, Y: from.Y})
	p.WaitFor(`$role("dialog") === null`, 0)
}

// A viewer that is moved in its page shows no dialog from before, and can show each again.
func TestDialogsCloseWithViewer(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(transcript(t, userSays("u", "", []m{{"type": "text", "text": "look"}, enclosed("image", "image/png", "", picture(t, 60, 40))}),
		claudeSays("a", "u", []m{{"type": "text", "text": "Seen."}})))
	if err != nil {
		t.Fatal(err)
	}
	files := siteHost(t)
	page := newHost(t, docs(map[string]Doc{
		"/":        article(unspoolScript(files), `<div id="one"><unspool-session src="s.jsonl"></unspool-session></div><div id="two"></div>`),
		"/s.jsonl": {Text: string(text)},
	}))
	p := openOn(t, page, "/", files)
	tellsOf(p, 1)
	p.WaitFor(`$deep(".thumb img")?.complete`, 0)
	p.Do(`document.viewer = document.querySelector("unspool-session")`)
	for _, dialog := range []struct{ button, open string }{
		{`"Keyboard shortcuts"`, `$deep("dialog:modal:not(.lightbox)")`},
		{`/^Image, /`, `$deep("dialog.lightbox:modal")`},
		{`"Show details"`, card},
	} {
		for _, place := range []string{"two", "one"} {
			button := `$role("button", ` + dialog.button + `)`
			p.WaitFor(button+` !== null`, 0)
			p.Do(button + `.click()`)
			p.WaitFor(dialog.open+` !== null`, 0)
			p.Do(`document.getElementById("` + place + `").append(document.viewer)`)
			p.WaitFor(`$deep("dialog[open], dialog.lightbox, .about-card:popover-open, .about-row[aria-expanded]") === null`, 0)
		}
	}
}

// Two commands before the code is loaded open one dialog.
func TestOneSaveDialog(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Do(`const app = $deep("unspool-app"); await Promise.all([app.save(), app.save()])`)
	p.WaitFor(`$role("dialog", "Share") !== null`, 0)
	if n := Eval[int](p, `$$role("dialog").length`); n != 1 {
		t.Errorf("%d dialogs are open", n)
	}
}

// A session from an address can be shared as a link, too.
func TestShareLink(t *testing.T) {
	t.Parallel()
	p := open(t, "#v=1&src=sample/files.json")
	ready(p)
	p.Do(`globalThis.copied = ""; navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)`)
	p.ClickRole("button", "Share")
	p.ClickRole("button", "Copy link")
	p.WaitFor(`copied === location.href && copied.includes("src=") && $text($role("dialog")).includes("Link copied.")`, 0)
	passes(t, p, "the dialog with a link")

	p = open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.ClickRole("button", "Share")
	p.WaitFor(`$role("button", "Save HTML") !== null && $role("button", "Copy link") === null`, 0)
}
