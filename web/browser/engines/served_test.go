package engines

import (
	"testing"

	"unspool/web/browser"
)

// The page of `unspool serve` shows what is written to the open session and lists new files by itself, since the server
// sends events.
func TestServedFolder(t *testing.T) {
	t.Parallel()
	for _, e := range shared.engines {
		folder := browser.ServeFolder(t, shared.site.Handler, t.TempDir())
		for _, name := range []string{"first", "second"} {
			folder.Append("-home-ada-tides/"+name+".jsonl", browser.TidesTurns(name, 1, 3))
		}
		// The server stops when both browsers are done, so that no page reports that it is gone.
		inOne(t, e, func(t *testing.T, p *Page, _ string) {
			p.Open(folder.URL)
			p.WaitFor(`$$role("listitem").length === 2`)
			p.WaitFor(`$role("button", "Live")`)
			folder.Append("-home-ada-other/third.jsonl", browser.TidesTurns("third", 1, 1))
			p.WaitFor(`$$role("listitem").length === 3 && $role("button", /^question 1 of third/)`)

			p.Click(`$role("button", /^question 1 of first/)`)
			p.WaitFor(rows)
			p.WaitFor(`$text().includes("answer 3 of first")`)
			folder.Append("-home-ada-tides/first.jsonl", browser.TidesTurns("first", 4, 4))
			p.WaitFor(`$$role("article").some((row) => $text(row).includes("answer 4 of first"))`)
			if Eval[bool](p, `$text().includes("answer 5 of first")`) {
				t.Error("the page shows a turn that was not written")
			}
			folder.Append("-home-ada-tides/first.jsonl", browser.TidesTurns("first", 5, 5))
			p.WaitFor(`$$role("article").some((row) => $text(row).includes("answer 5 of first"))`)
			folder.Append("-home-ada-tides/fourth.jsonl", browser.TidesTurns("fourth", 1, 1))
			p.WaitFor(`$deep("unspool-session").sessions.length === 4`)
		})
	}
}
