package browser

import "testing"

// Every dialog closes by Escape, by its button and by a click on the backdrop, and the
// focus returns to the row where it was.
func TestDialogsClose(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1200, 800)
	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
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
		"backdrop": func() { p.clickAt(point{X: 4, Y: 4}) },
	}
	for _, dialog := range []struct {
		name string
		open func()
		ways []string
	}{
		{`"Keyboard shortcuts"`, func() { p.Press("?") }, []string{"Escape", "button", "backdrop"}},
		{`/^Search commands/`, func() { p.Press("Control+k") }, []string{"Escape", "backdrop"}},
		{`"About Unspool"`, fromPalette("about unspool", "About Unspool"), []string{"Escape", "button", "backdrop"}},
		{`"Save as HTML"`, fromPalette("save as html", "Save as HTML"), []string{"Escape", "button", "backdrop"}},
	} {
		for _, way := range dialog.ways {
			dialog.open()
			p.WaitFor(`$role("dialog", `+dialog.name+`) !== null && $$role("dialog").length === 1`, 0)
			ways[way]()
			p.WaitFor(`$role("dialog") === null && $focused("article") !== null`, 0)
		}
	}
}
