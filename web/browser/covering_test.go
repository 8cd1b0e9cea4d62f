package browser

import "testing"

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
