package browser

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// card waits for the card with the details of a row until its figures are loaded.
const card = `$deep(".about-card:popover-open")`

// stubClipboard lets the page copy into globalThis.copied.
func stubClipboard(p *Page) {
	p.Do(`Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (globalThis.copied = text) } })`)
}

// copies clicks a button of the open card and returns the copied text.
func copies(p *Page, label string) string {
	p.r.Helper()
	p.Do(`globalThis.copied = undefined; $role("button", "` + label + `", ` + card + `).click()`)
	p.WaitFor(`globalThis.copied !== undefined`, 0)
	return Eval[string](p, `globalThis.copied`)
}

// told waits for the card and returns its text.
func told(p *Page) string {
	p.r.Helper()
	p.WaitFor(card+` && !$text(`+card+`).includes("Reading…")`, 0)
	return Eval[string](p, `$text(`+card+`)`)
}

// Each row shows its details on demand, by its button. The card takes the focus and
// returns it.
func TestDetailsCard(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	stubClipboard(p)
	p.Click(`unspool-row[data-kind="prompt"] .about-row`)
	wants(t, told(p), "Prompt 1", "Time", "Aug 8, 2026", "Duration", "opus 4.8", "Cache read", "API list price", "$",
		"Totals cover the whole turn", "Record", "In the file", "Raw record · line")
	if name := Eval[string](p, card+`.getRootNode().getElementById(`+card+`.getAttribute("aria-labelledby")).textContent`); name != "Prompt 1, You" {
		t.Errorf("the card is called %q", name)
	}
	if got := copies(p, "Copy text"); !strings.HasPrefix(got, "Our harbour master in Skarrow") {
		t.Errorf("copied text %.80q", got)
	}
	if got := copies(p, "Copy as Markdown"); !strings.HasPrefix(got, "## You\n\nOur harbour master in Skarrow") {
		t.Errorf("copied Markdown %.80q", got)
	}
	turn := copies(p, "Copy with reply as Markdown")
	wants(t, turn, "## You", "## Claude", "> **Thinking**", "**Explore** Find where times get a zone")
	if strings.Contains(turn, "This is what he sees on the quay") {
		t.Error("the copied turn continues into the next one")
	}
	// The button closes the card that it opened.
	p.Click(`unspool-row[data-kind="prompt"] .about-row`)
	p.WaitFor(`!`+card, 0)

	// By keyboard: to the first tool call, and back to it.
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	for range 60 {
		if Eval[bool](p, `["tool", "series"].includes($focused("article").dataset.kind) && !$focused("article").row.run`) {
			break
		}
		at := Eval[string](p, `$focused("article").dataset.index`)
		p.Press("j")
		p.WaitFor(`$focused("article") && $focused("article").dataset.index !== "`+at+`"`, 0)
	}
	row := Eval[string](p, `$focused("article").dataset.index`)
	p.Do(`$role("button", "Show details", $focused("article")).click()`)
	wants(t, told(p), "Stop reason", "Tool call", "Context size", "Message", "msg_", "Request", "req_",
		"Totals cover the whole response")
	if !Eval[bool](p, card+`.contains(`+card+`.getRootNode().activeElement)`) {
		t.Error("the focus did not go into the card")
	}
	p.Press("j") // the keys of the list do nothing here
	p.Do(`[...` + card + `.querySelectorAll(".raw button")][0].click()`)
	p.WaitFor(`$text(`+card+`).includes('"type":"tool_use"')`, 0)
	p.Press("Escape")
	p.WaitFor(`!`+card+` && $focused("article")?.dataset.index === "`+row+`"`, 0)
}

// The record of a row is shown in its place.
func TestRecordShownInRow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Click(`unspool-row[data-kind="text"] .about-row`)
	told(p)
	p.Do(`$role("button", /Show raw JSON/, ` + card + `).click()`)
	p.WaitFor(`!`+card+` && $text($deep('unspool-row[data-kind="text"] .body')).includes("Raw record")`, 0)
}

// A link to a record exists if the page has an address, and goes to the record, also within a
// session that is dropped later.
func TestLinkToRecord(t *testing.T) {
	t.Parallel()
	p := open(t, "#v=1&src=sample/files.json")
	ready(p)
	stubClipboard(p)
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	for _, turn := range []string{"Prompt 2", "Prompt 3"} {
		p.Press("n")
		p.WaitFor(`$focused("article")?.getAttribute("aria-label").startsWith("`+turn+`")`, 0)
	}
	p.Do(`$role("button", "Show details", $focused("article")).click()`)
	p.WaitFor(card+` && $text(`+card+`).includes("Copy link")`, 0)
	address := copies(p, "Copy link")
	if !strings.HasPrefix(address, siteURL(t)) || !strings.Contains(address, "#v=1&src=") || !strings.Contains(address, "&at=") {
		t.Fatalf("the link is %s", address)
	}
	_, fragment, _ := strings.Cut(address, "#")
	q := open(t, "#"+fragment)
	q.WaitFor(`$focused("article")?.getAttribute("aria-label").startsWith("Prompt 3")`, 0)
	_, at, _ := strings.Cut(fragment, "&at=")
	r := open(t, "#v=1&at="+at)
	r.Read(siteSample(t))
	r.WaitFor(`$focused("article")?.getAttribute("aria-label").startsWith("Prompt 3")`, 0)
}

// On a narrow page the card is at the bottom, and can be used by touch.
func TestDetailsCardNarrow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(360, 800)
	p.Read(testutil.Extract(t, "agents"))
	ready(p)
	p.Click(`unspool-row .agent .about-row, unspool-row:has(.agent) .about-row`)
	wants(t, told(p), "Explore Look at a", "Totals cover all of the agent's work", "Show raw call and result")
	if !Eval[bool](p, `(() => { const at = `+card+`.getBoundingClientRect(); return at.left === 0 && at.right >= innerWidth - 1 && Math.abs(at.bottom - innerHeight) < 1 && document.documentElement.scrollWidth <= innerWidth; })()`) {
		t.Error("the card is not at the bottom of the page")
	}
	p.Do(`$role("button", /Show raw call/, ` + card + `).click()`)
	p.WaitFor(`$text($deep("unspool-row .agent .body")).includes("look at a")`, 0)
}

// The card closes with its session.
func TestDetailsCardClosesWithSession(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.ClickRole("button", "Show details")
	told(p)
	p.Read(transcript(t, userSays("u1", "", "another"), claudeSays("a1", "u1", []m{{"type": "text", "text": "One."}})))
	p.WaitFor(`$text().includes("another")`, 0)
	p.WaitFor(`!`+card, 0)
}

// The card links to the inspector, and does not repeat its content.
func TestDetailsCardLinksToInspector(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	const reply = `unspool-row[data-kind="text"] .about-row`
	p.Click(reply)
	p.WaitFor(`$text(`+card+`).includes("Request")`, 0)
	p.Do(`$role("button", "Open inspector", ` + card + `).click()`)
	p.WaitFor(`$role("complementary", "Inspector") !== null && !`+card+` && $focused("article")?.dataset.kind === "text"`, 0)
	p.WaitFor(`$text($deep("unspool-inspector").shadowRoot).includes("Request")`, 0)
	p.Click(`unspool-row[data-kind="prompt"] .about-row`)
	p.WaitFor(`$text(`+card+`).includes("Copy as Markdown") && $text($deep("unspool-inspector").shadowRoot.querySelector("h2")).includes("You")`, 0)
	if said := Eval[string](p, `$text(`+card+`)`); strings.Contains(said, "Duration") || strings.Contains(said, "inspector") {
		t.Errorf("the card contains %q", said)
	}
	passes(t, p, "the card beside the inspector")
}
