package browser

import (
	"testing"

	"unspool/parser/testutil"
)

const (
	isOutlineOpen   = `$role("tree", "Prompts") !== null`
	isInspectorOpen = `$role("complementary", "Inspector") !== null`
)

// If space is short one pane at a time covers the conversation, and the pane that is opened next is
// visible.
func TestPanesOverTheConversation(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(700, 800)
	p.Read(sampleFile(t))
	ready(p)
	p.ClickRole("button", "Outline")
	p.WaitFor(outlineThere, 0)
	p.ClickRole("button", "Inspector")
	p.WaitFor(isInspectorOpen+` && !(`+isOutlineOpen+`)`, 0)
	p.WaitFor(`$$deep('.toggle[aria-pressed="true"]').map((one) => one.ariaLabel).join() === "Overview,Inspector"`, 0)
	passes(t, p, "a pane over the conversation")
	p.Press("Escape")
	p.WaitFor(`!(`+isInspectorOpen+`) && $focused("button", "Inspector")`, 0)

	// The focus returns to where the pane was opened from, also from within it.
	p.Press("Enter")
	p.WaitFor(isInspectorOpen, 0)
	p.Do(`$deep("unspool-inspector").shadowRoot.querySelector(".content").focus()`)
	p.Press("Escape")
	p.WaitFor(`!(`+isInspectorOpen+`) && $focused("button", "Inspector")`, 0)

	// A tap beside it closes it, and opens nothing below.
	for _, name := range []string{"Outline", "Inspector"} {
		p.ClickRole("button", name)
		p.WaitFor(isOutlineOpen+` || `+isInspectorOpen, 0)
		p.Run("narrow_panes.clickBeside")
		p.WaitFor(`!(`+isOutlineOpen+`) && !(`+isInspectorOpen+`)`, 0)
		p.WaitFor(`$focused("button", "`+name+`")`, 0)
	}

	// A view that is chosen becomes visible, even if it is already open.
	for _, view := range []string{"Usage", "Files", "Files", "Conversation"} {
		p.ClickRole("button", "Outline")
		p.WaitFor(isOutlineOpen, 0)
		p.ClickRole("button", view)
		p.WaitFor(`!(`+isOutlineOpen+`) && $role("button", "`+view+`").ariaCurrent !== null`, 0)
	}

	// With enough space there are two, which leave the conversation visible.
	p.Size(1400, 900)
	p.ClickRole("button", "Inspector")
	p.WaitFor(isOutlineOpen+` && `+isInspectorOpen, 0)
}

// Neither the keyboard nor a screen reader reaches what a pane covers, and the focus moves into the pane.
func TestCoveredConversationIsInert(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Size(800, 900)
	p.Read(sampleFile(t))
	ready(p)
	const rows = `$$role("article").length`
	for _, c := range []struct{ key, open, focused string }{
		{"i", isInspectorOpen, `$deep("unspool-inspector >>> .content:focus")`},
		{"s", isOutlineOpen, `$focused("tree", "Prompts")`},
	} {
		focusConversation(p)
		p.Press(c.key)
		p.WaitFor(c.open+` && `+rows+` === 0 && `+c.focused+` !== null`, 0)
		for range 12 {
			p.Press("Tab")
			if Eval[bool](p, `$deep("unspool-list").matches(":focus-within")`) {
				t.Errorf("Tab reaches the conversation below the pane that %q opens", c.key)
			}
		}
		p.Press("Escape")
		p.WaitFor(`!(`+c.open+`) && `+rows+` > 0`, 0)
	}

	// The same goes for a view.
	p.ClickRole("button", "Usage")
	p.WaitFor(`$role("region", "Usage") !== null`, 0)
	p.ClickRole("button", "Inspector")
	p.WaitFor(isInspectorOpen+` && $role("region", "Usage") === null`, 0)
	p.Size(1400, 900)
	p.WaitFor(isInspectorOpen+` && $role("region", "Usage") !== null`, 0)
}

// A menu is closed before the pane below it.
func TestMenuOverPane(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(800, 900)
	p.Read(sampleFile(t))
	ready(p)
	p.ClickRole("button", "Filter")
	p.WaitFor(`$role("button", "Lines")`, 0)
	p.ClickRole("button", "Outline")
	p.WaitFor(outlineThere, 0)
	p.ClickRole("button", "Lines")
	p.WaitFor(`$deep("unspool-filters >>> .menu :is(input, button):focus")`, 0)
	p.FocusRole("button", "Lines")
	p.Press("Escape")
	p.WaitFor(`$deep("unspool-filters >>> .menu:popover-open") === null`, 0)
	if !Eval[bool](p, isOutlineOpen) {
		t.Error("the pane below the menu is closed with it")
	}
	p.Press("Escape")
	p.WaitFor(`!(`+isOutlineOpen+`)`, 0)

	// The same goes for the legend of the timeline.
	p.ClickRole("button", "Timeline")
	p.WaitFor(`!!$role("button", /^Legend/)`, 0)
	p.ClickRole("button", "Outline")
	p.WaitFor(outlineThere, 0)
	p.ClickRole("button", "/^Legend/")
	p.WaitFor(`$role("group", /^Legend/)`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("group", /^Legend/)`, 0)
	if !Eval[bool](p, isOutlineOpen) {
		t.Error("the pane below the legend is closed with it")
	}
	p.Press("Escape")
	p.WaitFor(`!(`+isOutlineOpen+`)`, 0)
}

// A pane that disappears while focused passes the focus to the conversation.
func TestFocusOfRemovedPane(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleFile(t))
	p.Do(`$deep("unspool-outline").focus()`)
	p.WaitFor(`$focused("tree", "Prompts")`, 0)
	p.Size(360, 800)
	p.WaitFor(`!(`+isOutlineOpen+`) && $focused("article")`, 0)
	p.Size(1400, 900)
	p.WaitFor(isOutlineOpen, 0)
	p.Do(`$role("article").focus()`)
	p.Press("i")
	p.WaitFor(isInspectorOpen, 0)
	p.Do(`$deep("unspool-inspector >>> .content").focus()`)
	p.Press("i")
	p.WaitFor(`!(`+isInspectorOpen+`) && $focused("article")`, 0)
}

// The results replace the outline until the outline is opened.
func TestResultsReplaceOutline(t *testing.T) {
	t.Parallel()
	p := openOutline(t, sampleFile(t))
	p.Do(`$role("article").focus()`)
	p.Press("/")
	p.Press(letters("plan")...)
	const outline = `$role("button", "Outline")`
	const inSight = `$deep("unspool-outline").checkVisibility({ visibilityProperty: true })`
	p.WaitFor(matchLines+`.length > 0 && !`+inSight+` && `+outline+`.ariaPressed === "false"`, 0)
	p.Do(outline + `.click()`)
	p.WaitFor(inSight+` && `+outline+`.ariaPressed === "true" && `+findPane+`.querySelector(".found") === null`, 0)
	p.Do(`$role("button", "Match list").click()`)
	p.WaitFor(matchLines+`.length > 0 && !`+inSight+` && `+outline+`.ariaPressed === "false"`, 0)
	p.ClickRole("button", "Usage")
	p.WaitFor(`!`+inSight+` && `+outline+`.ariaPressed === "false"`, 0)
	// If the outline is closed, the current row stays in place.
	p.ClickRole("button", "Conversation")
	p.Press("Escape")
	p.Do(`$role("button", "Search").ariaPressed === "true" && $role("button", "Search").click()`)
	p.WaitFor(`$role("textbox", "Search the session") === null`, 0)
	p.Do(outline + `.click()`)
	p.WaitFor(`$role("tree", "Prompts") === null`, 0)
	const left = `$deep("unspool-row .inner").getBoundingClientRect().left`
	before := Eval[float64](p, left)
	p.Do(`$role("article").focus()`)
	p.Press("/")
	p.Press(letters("plan")...)
	p.WaitFor(matchLines+`.length > 0`, 0)
	if after := Eval[float64](p, left); after != before || after < 280 {
		t.Errorf("lines begin at %v, with a list of results at %v", before, after)
	}
}

// A view starts at the position where it was left.
func TestViewsKeepScrollPosition(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(500, 800)
	p.Read(sampleFile(t))
	ready(p)
	const view = `$deep(".around > .view")`
	p.ClickRole("button", "Usage")
	p.WaitFor(view+`?.scrollHeight > 1500`, 0)
	p.Do(view + `.scrollTop = 600`)
	showView(p, "Records")
	p.WaitFor(`$role("heading", "Coverage") && `+view+`.scrollTop === 0 && `+view+`.scrollHeight > 1000`, 0)
	p.Do(view + `.scrollTop = 150`)
	p.Do(`history.back()`)
	p.WaitFor(`$role("region", "Usage") !== null && `+view+`.scrollTop === 600`, 0)
	p.ClickRole("button", "Conversation")
	p.WaitFor(view+` === null`, 0)
	showView(p, "Records")
	p.WaitFor(`$role("heading", "Coverage") && `+view+`.scrollTop === 150`, 0)
}
