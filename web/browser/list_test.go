package browser

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// A held row is one at the upper edge of the viewport, and its distance from the edge, in px.
type held struct {
	Name string
	At   float64
}

// hold finds the row at the upper edge, which the user is reading.
func hold(p *Page) held {
	p.r.Helper()
	settled(p)
	return Call[held](p, "list.topRow")
}

// at returns the current distance of a row from the upper edge.
func at(p *Page, name string) float64 {
	p.r.Helper()
	settled(p)
	return Call[float64](p, "list.distance", name)
}

// The row that the user is reading stays in place, whatever changes around it.
func TestCurrentRowKeepsPosition(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	p.Size(1200, 800)
	for _, c := range []struct {
		name    string
		do, end func()
	}{
		{"everything opened", func() { p.Press("e") }, func() { p.Press("c") }},
		{"everything closed", func() { p.Press("c") }, func() { p.Press("e") }},
		{"thinking", func() { p.Press("t") }, func() { p.Press("t") }},
		{"background", func() { p.Press("m") }, func() { p.Press("m") }},
		{"narrower", func() { p.Size(700, 800) }, func() { p.Size(1200, 800) }},
		{"lower", func() { p.Size(1200, 500) }, func() { p.Size(1200, 800) }},
		{"dark", func() { p.Dark(true) }, func() { p.Dark(false) }},
		{"another font", func() { p.Do(`$deep("unspool-session").style.setProperty("--unspool-font", "monospace")`) },
			func() { p.Do(`$deep("unspool-session").style.removeProperty("--unspool-font")`) }},
	} {
		for _, share := range []float64{0.4, 0.8} {
			p.Do(fmt.Sprintf(`const list = $deep("unspool-list"); list.scrollTop = %g * (list.scrollHeight - list.clientHeight)`, share))
			settled(p)
			// Not a background row, nor one in a series: they disappear when these are hidden, or
			// closed.
			p.Do(`const edge = $deep("unspool-list").getBoundingClientRect().top;
				const row = $$deep('unspool-row:is([data-kind="text"], [data-kind="tool"], [data-kind="prompt"])').find((row) => !row.row?.inside && row.getBoundingClientRect().top > edge);
				$deep("unspool-list").scrollTop += row.getBoundingClientRect().top - edge + 3`)
			row := hold(p)
			c.do()
			if now := at(p, row.Name); math.Abs(now-row.At) > 1.5 {
				t.Errorf("%s, at %.0f %%: the current row moved by %.1f px", c.name, 100*share, now-row.At)
			}
			c.end()
			settled(p)
		}
	}
}

// The focused row stays in place while everything around it opens and closes.
func TestFocusedRowKeepsPosition(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	p.Size(1200, 1000)
	p.Do(`$deep("unspool-list").scrollTop = 1200`)
	settled(p)
	p.Run("list.focusText", 250)
	const top = `$focused("article").getBoundingClientRect().top`
	settled(p)
	before := Eval[float64](p, top)
	for _, key := range []string{"e", "c"} {
		p.Press(key)
		settled(p)
		if now := Eval[float64](p, top); math.Abs(now-before) > 1.5 {
			t.Errorf("after %s the row moved by %.1f px", key, now-before)
		}
	}
	// Nothing holds the position against a user who scrolls, by any means.
	if !Call[bool](p, "list.scrollsFreely") {
		t.Error("the list returns to the held row")
	}
}

// Jumps arrive at the row, with its first line and some of the rows before it visible, and it stays
// there.
func TestJumpsReachRow(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := long(t, 700)
	lands := func(name, row string, want float64) {
		t.Helper()
		settled(p)
		if got := Call[float64](p, "list.distanceOf", row); math.Abs(got-want) > 1.5 {
			t.Errorf("%s: the row is %.1f px below the edge, want %.0f", name, got, want)
		}
		if focus := Eval[bool](p, fmt.Sprintf(`$deep(%q).matches(":focus")`, row)); !focus {
			t.Errorf("%s: the row does not have the focus", name)
		}
	}
	p.WaitFor(`$deep("unspool-timeline >>> canvas")`, 0) // it takes space from the list
	settled(p)
	reach := Eval[float64](p, `Math.max(48, 0.15 * $deep("unspool-list").clientHeight)`)
	for _, turn := range []int{350, 2, 690, 349, 351, 40} {
		found := Eval[bool](p, fmt.Sprintf(`$deep("unspool-session").goTo("u%d")`, turn))
		if !found {
			t.Fatalf("turn %d is not found", turn)
		}
		lands(fmt.Sprintf("turn %d", turn), fmt.Sprintf(`unspool-row[data-index="%d"]`, 3*turn), reach)
	}
	// Everything above opens only afterwards, at its full height.
	p.Press("e")
	lands("turn 40, everything open", `unspool-row[data-index="120"]`, reach)
	p.Do(`await $deep("unspool-session").goTo("u500")`)
	lands("turn 500, everything open", `unspool-row[data-index="1500"]`, reach)
	p.Press("Home")
	lands("start", `unspool-row[data-index="0"]`, 8)
	p.Press("End")
	settled(p)
	if !Call[bool](p, "list.isAtEnd") {
		t.Error("End does not go to the end")
	}
}

// A jump whose reply arrives when another session is on the screen has no effect there.
func TestJumpAfterSessionChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := longSession(300)
	two := strings.NewReplacer(`uuid":"`, `uuid":"two-`, `Uuid":"`, `Uuid":"two-`, `"sessionId":"s"`, `"sessionId":"two"`, `id":"m`, `id":"two-m`, `id":"t`, `id":"two-t`).Replace(string(one))
	for name, data := range map[string]string{"s": string(one), "two": two} {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Read(dir)
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	p.Do(`$role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`$focused("article")`, 0)
	if Call[bool](p, "list.jumpAndLeave") {
		t.Error("the jump reports that it reached its row")
	}
	settled(p)
	if top := Eval[float64](p, `$deep("unspool-list").scrollTop`); top != 0 {
		t.Errorf("the other session is scrolled by %.0f px", top)
	}
	if title := Eval[string](p, hashNow+`.session`); title == "" {
		t.Error("the other session is not shown")
	}
}

// However the list is scrolled, in every frame rows fill the viewport.
func TestScrollsWithoutGaps(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := long(t, 700)
	p.Run("list.watchForGaps")
	// A wheel that is turned fast.
	p.Run("list.turnWheel")
	// A scroll bar that is dragged up and down.
	p.Run("list.dragScrollBar")
	// A key that is held down.
	p.Press("Home")
	settled(p)
	before := Eval[float64](p, `$deep("unspool-list").scrollTop`)
	for range 20 {
		p.Press("PageDown")
	}
	p.WaitFor(fmt.Sprintf(`$deep("unspool-list").scrollTop > %g + 2 * $deep("unspool-list").clientHeight`, before), 0)
	settled(p)
	if frames := Eval[int](p, `frames`); frames < 100 {
		t.Errorf("only %d frames were examined", frames)
	}
	if gaps := Eval[[]any](p, `gaps.slice(0, 10)`); len(gaps) > 0 {
		t.Errorf("there are no rows at %v", gaps)
	}
}

// The focus stays in place while rows around it are rendered again, opened, closed and scrolled
// away, and moves to the next row when its own is hidden.
func TestFocusIsNeverLost(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	p.WaitFor(`$focused("article")`, 0)
	inside := func(after string) {
		t.Helper()
		settled(p)
		if !Eval[bool](p, `$deep("unspool-list").contains($deep("unspool-session").shadowRoot.activeElement)`) {
			t.Errorf("%s: the focus is lost", after)
		}
	}
	button := func(after string) {
		t.Helper()
		inside(after)
		if !Eval[bool](p, `$deep("unspool-row .row-button:focus") === globalThis.held`) {
			t.Errorf("%s: the button no longer has the focus", after)
		}
	}
	p.Do(`globalThis.held = $deep('unspool-row[data-kind="tool"] .row-button'); held.focus()`)
	p.Press("o")
	button("opened")
	p.Press("o")
	button("closed")
	p.Press("e")
	button("everything opened")
	p.Press("c")
	button("everything closed")
	p.Press("m")
	button("background shown")
	p.Press("m")
	button("background hidden")
	p.Do(`$deep("unspool-list").scrollTop = 20000`)
	button("scrolled away")
	p.Press("Tab")
	inside("Tab from a row that is out of sight")
	p.Press("Home", "m")
	p.WaitFor(`$role("article")?.dataset.kind === "background"`, 0)
	p.Press("Home")
	p.WaitFor(`$deep('unspool-row:focus[data-kind="background"]')`, 0)
	p.Do(`$deep('unspool-row:focus .row-button').focus()`)
	p.Press("m")
	inside("a button in a row that is hidden")
	p.Press("j", "j")
	// An agent's rows are inserted below, and removed while one of them has the focus.
	p.Run("list.openAgent")
	p.WaitFor(`$deep('unspool-row[data-depth="1"]')`, 0)
	p.Do(`$$deep('unspool-row[data-depth="1"]')[2].focus()`)
	p.Do(`$deep("unspool-row .agent .row-button").click()`)
	p.WaitFor(`$deep('unspool-row[data-depth="1"]') === null`, 0)
	inside("the rows of an agent are closed with the focus in them")
}
