package browser

import "testing"

// If the parser died on the way, the target is not reached, and nothing else fails, not even a
// later move.
func TestParserDiesDuringJump(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	dropLive(p, "40")
	p.Run("parser_death.failSearches")
	p.Do(`await disk.drop(["s1.jsonl"], false)`)
	p.WaitFor(`$told.length === 2 && $role("article") && $role("button", "Reload")`, 0)
	p.Do(`disk.dead = true`)
	showView(p, "Usage")
	const lead = `$deep("unspool-usage-table >>> .lead")`
	p.WaitFor(lead, 0)
	p.Do(lead + `.click()`)
	p.WaitFor(`!$role("region", "Usage") && $text().includes("That line is not shown.")`, 0)

	// A user who moved away from an address that was not reached stays there when other files are
	// read.
	p.Do(`disk.finds = 0; location.hash = "#v=1&at=s1-u20"`)
	p.WaitFor(`disk.finds > 0`, 0)
	// A file of a few MB would be shown only when all of it is read.
	p.Do(`await disk.append("s1.jsonl", JSON.stringify({ type: "summary", summary: "x".repeat(9 << 20), leafUuid: "s1-a40" }) + "\n")`)
	p.Do(`disk.dead = false; disk.end = new Promise((open) => (disk.open = open)); await disk.drop(["s1.jsonl"], false)`)
	p.WaitFor(`$deep("unspool-session").exportSource === undefined && $deep("unspool-list")?.context.conversation.total > 70`, 0)
	focusConversation(p)
	p.Press("End")
	p.WaitFor(inSight("answer 40"), 0)
	if Eval[bool](p, `location.hash.includes("s1-a40")`) {
		t.Error("the address is written before all is read")
	}
	p.Do(`disk.open()`)
	p.WaitFor(`$told.length === 3 && location.hash.includes("s1-a40")`, 0)
	p.WaitFor(inSight("answer 40"), 0)
}

// A match that cannot be loaded because the parser stopped is not said to be hidden by a filter.
func TestMatchOfStoppedParser(t *testing.T) {
	t.Parallel()
	p := finding(t, findable(t), "needle", 1400, 900)
	p.Do(`const { api } = $deep("unspool-session").exportSource; const { query } = api;
		api.query = (name, request) => name === "find" ? Promise.reject({ code: "crashed", detail: "gone", path: "" }) : query.call(api, name, request)`)
	p.Press("Enter")
	p.WaitFor(`$text().includes("This match could not be loaded.") && !$text().includes("hidden by a filter")`, 0)
}
