package browser

import (
	"testing"

	"unspool/parser/testutil"
)

const (
	isOutlineOpen   = `$deep("unspool-outline") !== null`
	isInspectorOpen = `$deep("unspool-inspector") !== null`
)

// besideIt taps what is left in sight of the conversation beside a pane.
const besideIt = `(() => {
	const { left, right, top, bottom } = $deep(".around > .main").getBoundingClientRect();
	const at = [$deep("unspool-outline") === null ? left + 10 : right - 10, (top + bottom) / 2];
	let found = document.elementFromPoint(...at);
	for (let next; (next = found.shadowRoot?.elementFromPoint(...at)) && next !== found; ) found = next;
	found.click();
})()`

// Where room is short one pane at a time lies over the conversation, and what is opened next is seen.
func TestPanesOverTheConversation(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(360, 800)
	p.Read(sampleFile(t))
	ready(p)
	p.Click(`.toggle[aria-label="Outline"]`)
	p.WaitFor(outlineThere, 0)
	p.Click(`.toggle[aria-label="Inspector"]`)
	p.WaitFor(isInspectorOpen+` && !(`+isOutlineOpen+`)`, 0)
	p.WaitFor(`$$deep('.toggle[aria-pressed="true"]').map((one) => one.ariaLabel).join() === "Inspector"`, 0)
	passes(t, p, "a pane over the conversation")
	p.Press("Escape")
	p.WaitFor(`!(`+isInspectorOpen+`) && $deep(".toggle:focus")?.ariaLabel === "Inspector"`, 0)

	// The focus goes back to where the pane was opened from, also from within it.
	p.Press("Enter")
	p.WaitFor(isInspectorOpen, 0)
	p.Do(`$deep("unspool-inspector").shadowRoot.querySelector(".content").focus()`)
	p.Press("Escape")
	p.WaitFor(`!(`+isInspectorOpen+`) && $deep(".toggle:focus")?.ariaLabel === "Inspector"`, 0)

	// A tap beside it closes it, and opens nothing below.
	for _, name := range []string{"Outline", "Inspector"} {
		p.Click(`.toggle[aria-label="` + name + `"]`)
		p.WaitFor(isOutlineOpen+` || `+isInspectorOpen, 0)
		p.Do(besideIt)
		p.WaitFor(`!(`+isOutlineOpen+`) && !(`+isInspectorOpen+`)`, 0)
		p.WaitFor(`$deep(".toggle:focus")?.ariaLabel === "`+name+`"`, 0)
	}

	// A view that is chosen is seen: also the one that is there already.
	for _, view := range []string{"Usage", "Files", "Files", "Records", "Conversation"} {
		p.Click(`.toggle[aria-label="Outline"]`)
		p.WaitFor(isOutlineOpen, 0)
		p.Do(`$$deep(".tab").find((one) => $text(one).trim() === "` + view + `").click()`)
		p.WaitFor(`!(`+isOutlineOpen+`) && $text($deep(".tab[aria-current]")).trim() === "`+view+`"`, 0)
	}

	// With room there are two, which leave the conversation in sight.
	p.Size(1400, 900)
	p.Click(`.toggle[aria-label="Inspector"]`)
	p.WaitFor(isOutlineOpen+` && `+isInspectorOpen, 0)
}

// A menu is closed before the pane below it.
func TestMenuOverPane(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(800, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.Click(`.toggle[aria-label="Filter"]`)
	p.WaitFor(`!!$deep("unspool-filters >>> .opens")`, 0)
	p.Click(`.toggle[aria-label="Outline"]`)
	p.WaitFor(outlineThere, 0)
	p.Click(`unspool-filters >>> .opens`)
	p.WaitFor(`$deep("unspool-filters >>> .menu :is(input, button):focus")`, 0)
	p.Do(`$deep("unspool-filters >>> .opens").focus()`)
	p.Press("Escape")
	p.WaitFor(`$deep("unspool-filters >>> .menu:popover-open") === null`, 0)
	if !Eval[bool](p, isOutlineOpen) {
		t.Error("the pane below the menu is closed with it")
	}
	p.Press("Escape")
	p.WaitFor(`!(`+isOutlineOpen+`)`, 0)

	// So is what tells what the marks of the timeline mean.
	p.Click(`.toggle[aria-label="Timeline"]`)
	p.WaitFor(`!!$deep("unspool-timeline >>> .key")`, 0)
	p.Click(`.toggle[aria-label="Outline"]`)
	p.WaitFor(outlineThere, 0)
	p.Click(`unspool-timeline >>> .key`)
	p.WaitFor(`!!$deep("unspool-timeline >>> [popover]:popover-open")`, 0)
	p.Press("Escape")
	p.WaitFor(`$deep("unspool-timeline >>> [popover]:popover-open") === null`, 0)
	if !Eval[bool](p, isOutlineOpen) {
		t.Error("the pane below the meanings is closed with them")
	}
	p.Press("Escape")
	p.WaitFor(`!(`+isOutlineOpen+`)`, 0)
}

// A pane that goes with the focus in it gives that to the conversation.
func TestFocusOfGonePane(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleFile(t))
	p.Do(`$deep("unspool-outline").focus()`)
	p.WaitFor(`$deep("unspool-outline >>> [role=tree]:focus")`, 0)
	p.Size(360, 800)
	p.WaitFor(`!(`+isOutlineOpen+`) && $deep("unspool-row:focus")`, 0)
	p.Size(1400, 900)
	p.WaitFor(isOutlineOpen, 0)
	p.Do(`$deep("unspool-row").focus()`)
	p.Press("i")
	p.WaitFor(isInspectorOpen, 0)
	p.Do(`$deep("unspool-inspector >>> .content").focus()`)
	p.Press("i")
	p.WaitFor(`!(`+isInspectorOpen+`) && $deep("unspool-row:focus")`, 0)
}

// What is found takes the place of the outline, until the outline is asked for.
func TestOutlineBehindMatches(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleFile(t))
	p.Do(`$deep("unspool-row").focus()`)
	p.Press("/")
	p.Press(letters("plan")...)
	const outline = `$deep('.toggle[aria-label="Outline"]')`
	const inSight = `$deep("unspool-outline").checkVisibility({ visibilityProperty: true })`
	p.WaitFor(matchLines+`.length > 0 && !`+inSight+` && `+outline+`.ariaPressed === "false"`, 0)
	p.Do(outline + `.click()`)
	p.WaitFor(inSight+` && `+outline+`.ariaPressed === "true" && `+findPane+`.querySelector(".found") === null`, 0)
	p.Do(`[...` + findPane + `.querySelectorAll(".tool")].find((one) => one.ariaLabel === "Match list").click()`)
	p.WaitFor(matchLines+`.length > 0 && !`+inSight+` && `+outline+`.ariaPressed === "false"`, 0)
	p.Do(`$deep(".viewbar nav button:nth-child(2)").click()`)
	p.WaitFor(inSight+` && `+outline+`.ariaPressed === "true"`, 0)
	// Where the outline is closed, what is read stays where it was.
	p.Do(`$deep(".viewbar nav button").click()`)
	p.Press("Escape")
	p.Do(`$deep(".toggle[aria-label=Search]").ariaPressed === "true" && $deep(".toggle[aria-label=Search]").click()`)
	p.WaitFor(`$deep("unspool-find") === null`, 0)
	p.Do(outline + `.click()`)
	p.WaitFor(`$deep("unspool-outline") === null`, 0)
	const left = `$deep("unspool-row .inner").getBoundingClientRect().left`
	before := Eval[float64](p, left)
	p.Do(`$deep("unspool-row").focus()`)
	p.Press("/")
	p.Press(letters("plan")...)
	p.WaitFor(matchLines+`.length > 0`, 0)
	if after := Eval[float64](p, left); after != before || after < 280 {
		t.Errorf("lines begin at %v, with a list of matches at %v", before, after)
	}
}

// A view begins where it was left.
func TestViewsKeepTheirPlace(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(360, 800)
	p.Read(sampleFile(t))
	ready(p)
	tab := func(nth string) { p.Do(`$deep(".viewbar nav button:nth-child(` + nth + `)").click()`) }
	const view = `$deep(".around > .view")`
	tab("2")
	p.WaitFor(view+`?.scrollHeight > 1500`, 0)
	p.Do(view + `.scrollTop = 600`)
	tab("4")
	p.WaitFor(`$deep("unspool-records") !== null && `+view+`.scrollTop === 0 && `+view+`.scrollHeight > 1000`, 0)
	p.Do(view + `.scrollTop = 150`)
	p.Do(`history.back()`)
	p.WaitFor(`$deep("unspool-usage") !== null && `+view+`.scrollTop === 600`, 0)
	tab("1")
	p.WaitFor(view+` === null`, 0)
	tab("4")
	p.WaitFor(`$deep("unspool-records") !== null && `+view+`.scrollTop === 150`, 0)
}
