package browser

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/view/protocol"
)

// openGuide opens the style guide and waits until all specimens are loaded.
func openGuide(t *testing.T, width int) *Page {
	t.Helper()
	p := newPage(t)
	p.Allow("a specimen that fails")
	p.Size(width, 900)
	p.Open(siteURL(t) + "styleguide.html")
	p.WaitFor(`$deep("unspool-guide:not([busy])")`, 2*Timeout)
	return p
}

// kindsOfParts returns the kinds of parts for which the page has a type.
func kindsOfParts(t *testing.T) []string {
	t.Helper()
	types, err := os.ReadFile("../src/parser/model.ts")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`export type PartKind = (.+);`).FindSubmatch(types)
	if kinds == nil {
		t.Fatal("model.ts has no type PartKind")
	}
	return strings.Split(strings.ReplaceAll(string(kinds[1]), `"`, ""), " | ")
}

// The style guide shows its sections, and cases with each kind of row and each kind of part.
func TestGuide(t *testing.T) {
	t.Parallel()
	p := openGuide(t, 1400)
	sections := Eval[[]string](p, `$$deep(".g-section").map((s) => s.id)`)
	linked := Eval[[]string](p, `$$deep(".g-nav a").map((a) => a.hash.slice(1))`)
	if strings.Join(sections, " ") != strings.Join(linked, " ") {
		t.Errorf("sections %v, linked %v", sections, linked)
	}
	wants(t, strings.Join(sections, " "), "type space color motion icons prompts", "tools bodies agents", "header chooser panels progress states controls")
	if empty := Eval[[]string](p, `$$deep(".g-section, .g-stage").filter((s) => $text(s) === "").map((s) => s.closest("section").id)`); len(empty) > 0 {
		t.Errorf("nothing is shown in %v", empty)
	}

	shown := strings.Join(Eval[[]string](p, `[...new Set($$deep("unspool-row").map((row) => row.dataset.kind))]`), " ")
	kinds := []string{"waiting"}
	for _, row := range protocol.Rows() {
		kinds = append(kinds, row.Kind())
	}
	wants(t, shown, kinds...)
	p.WaitFor(`!$text($deep("#bodies")).includes("Reading…")`, 0)
	parts := strings.Join(Eval[[]string](p, `[...new Set($$deep("#bodies .part").map((part) => part.dataset.kind))]`), " ")
	wants(t, parts, kindsOfParts(t)...)

	if low := Eval[[]string](p, `$$deep(".g-contrast td[data-measured]").filter((c) => !(Number(c.textContent) >= 4.5)).map((c) => c.dataset.front + " on " + c.dataset.back)`); len(low) > 0 {
		t.Errorf("contrast too low, or not measured: %v", low)
	}
	wants(t, Eval[string](p, `$text($deep("#trouble"))`), "Reading…", "Not loaded: the parser stopped.")
	wants(t, Eval[string](p, `$text($deep("#images"))`), "This image could not be decoded.", "Image on example.org (not loaded)", "This image is too large to show.", "Not shown: image/svg+xml")
	p.WaitFor(`$$deep("#images img").every((i) => i.complete && i.naturalWidth > 0)`, 0)
}

// Its switches change the specimens: the theme of all, and their width.
func TestGuideSwitches(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openGuide(t, 1400)
	const ground = `getComputedStyle($deep("#tools .g-stage")).backgroundColor`
	press := func(label string) {
		p.Do(`$role("button", "` + label + `").click()`)
		p.WaitFor(`$role("button", "`+label+`").ariaPressed === "true"`, 0)
	}
	press("light")
	light := Eval[string](p, ground)
	press("dark")
	if dark := Eval[string](p, ground); dark == light {
		t.Errorf("the background is %s in both themes", dark)
	}
	// What shrinks in a narrow window also shrinks in a narrow specimen.
	const place = `getComputedStyle($deep("#header .facts .place")).display`
	if got := Eval[string](p, place); got == "none" {
		t.Errorf("at full width the folder is not shown")
	}
	press("360")
	if got := Eval[string](p, place); got != "none" {
		t.Errorf("at 360 px the folder is shown: %s", got)
	}
	if got := Eval[float64](p, `Math.max(...$$deep(".g-stage").map((s) => s.getBoundingClientRect().width))`); got > 360 {
		t.Errorf("a specimen is %v px wide", got)
	}
}

// On a phone nothing overflows the edge.
func TestGuideNarrow(t *testing.T) {
	t.Parallel()
	p := openGuide(t, 360)
	if over := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the page is %d px too wide", over)
	}
	// A list of facts may, by the separator that it clips at its start.
	if wide := Eval[[]string](p, `$$deep(".g-stage").filter((s) => s.scrollWidth > s.clientWidth + 2).map((s) => s.closest("section").id + ": " + $text(s.previousElementSibling ?? s).slice(0, 60))`); len(wide) > 0 {
		t.Errorf("specimens overflow: %v", wide)
	}
}
