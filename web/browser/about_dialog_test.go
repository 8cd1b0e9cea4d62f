package browser

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

const aboutDialog = `$deep("unspool-about >>> dialog[open]")`

// The page shows its version, both on the landing page and beside a session. The dialog can be
// opened with keys, and returns the focus.
func TestAboutDialog(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	built := func(name string) string {
		return Eval[string](p, `document.querySelector('meta[name="unspool:`+name+`"]').content || "unknown"`)
	}
	const button = `$role("button", "About", $deep(".landing"))`
	p.WaitFor(button, 0)
	p.Do(button + `.focus()`)
	p.Press("Enter")
	p.WaitFor(aboutDialog, 0)
	passes(t, p, "the dialog about the page")
	said := Eval[string](p, `$text(`+aboutDialog+`)`)
	for _, want := range []string{"\nVersion\n" + built("version") + "\n", "\nCommit\n" + built("commit") + "\n", "MIT License"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
	links := `[...` + aboutDialog + `.querySelectorAll("a")].map((a) => a.href)`
	for _, address := range Eval[[]string](p, links) {
		if status := Eval[int](p, fmt.Sprintf(`fetch(%q).then((r) => r.status)`, address)); status != 200 {
			t.Errorf("%s: %d", address, status)
		}
	}
	if n := Eval[int](p, links+`.length`); n != 3 {
		t.Errorf("%d links", n)
	}
	p.Press("Escape")
	p.WaitFor(`document.querySelector("unspool-about") === null && document.activeElement === `+button, 0)

	p.Read(sampleFile(t))
	ready(p)
	p.WaitFor(`!!$role("navigation", "Views and panes")`, 0)
	p.Press("Control+k")
	p.WaitFor(offered+`.length > 10`, 0)
	p.Type("about unspool")
	p.WaitFor(offered+`[0] === "About Unspool"`, 0)
	p.Press("Enter")
	p.WaitFor(aboutDialog, 0)
	p.Size(360, 800)
	p.Dark(true)
	passes(t, p, "the dialog about the page, narrow and dark")
	p.Press("Tab")
	p.WaitFor(`$text($deep("unspool-about >>> a:focus")) === "Documentation"`, 0)
	p.Press("Escape")
	p.WaitFor(`document.querySelector("unspool-about") === null && $focused("article")`, 0)
}
