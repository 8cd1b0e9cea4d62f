package browser

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A page that cannot read the session learns nothing about its records: neither whether one
// exists, nor where it is, nor of which kind.
func TestFrameHidesOutline(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	real, unknown := recordOf(t, "It is the clock change, twice"), "00000000-0000-4000-8000-000000000000"
	inside := f.Frame("embed.html")
	inside.WaitFor(`$$role("article").length > 3`, 0)
	reply := func(message string) string {
		return Eval[string](f.Page, `ask(`+message+`).then(({ id, ...rest }) => JSON.stringify(rest))`)
	}
	goTo := func(uuid string) string { return reply(`{ type: "goTo", uuid: ` + strconv.Quote(uuid) + ` }`) }
	// The parent page can focus the frame, and with it a row.
	f.Do(`frame().focus(); frame().contentWindow.focus()`)
	if there, missing := goTo(real), goTo(unknown); there != missing || strings.Contains(there, "found") {
		t.Errorf("a record is there: %s, and not: %s", there, missing)
	}
	inside.WaitFor(`$$role("article").some((row) => $text(row).includes("It is the clock change, twice") && row.getBoundingClientRect().top < innerHeight)`, 0)
	for _, address := range []string{"@0:0", "@0:1", "background:" + real, "attempts:" + real, real + "#1", "1"} {
		const want = `{"unspool":1,"type":"error","code":"message","detail":"uuid"}`
		if got := goTo(address); got != want {
			t.Errorf("goTo %s: %s", address, got)
		}
		if got := reply(`{ type: "set", at: ` + strconv.Quote(address) + ` }`); !strings.Contains(got, `"detail":"at"`) {
			t.Errorf("set at %s: %s", address, got)
		}
	}
	if got := goTo(real) + reply(`{ type: "set", show: "tool:Bash" }`) + goTo(real) + goTo(unknown); strings.Count(got, `"code":"private"`) != 2 {
		t.Errorf("goTo in parts: %s", got)
	}
	if got := Eval[int](f.Page, `of("select").length`); got > 0 {
		t.Errorf("the page is notified of %d moves that nobody in the frame made", got)
	}
	if got := Eval[string](f.Page, `ask({ type: "search", text: "harbour" }).then((one) => one.code)`); got != "private" {
		t.Errorf("search: %s", got)
	}
}

// The height would show whether the list found the record and measured the rows around it.
func TestFrameReportsNoHeightsAtRecords(t *testing.T) {
	t.Parallel()
	uuid := recordOf(t, "It is the clock change, twice")
	f := frames(t, "", "embed.html#v=1&src=sample/files.json&expand=all&at="+uuid, "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	f.ready("b")
	f.WaitFor(`of("height", "b").length > 0`, 0)
	f.Frame("at=").WaitFor(`$$role("article").length > 3`, 0)
	f.Do(`await ask({ type: "goTo", uuid: "` + uuid + `" }, "b"); heard.b.length = 0; await ask({ type: "ping" }, "b"); await ask({ type: "ping" })`)
	if got := Eval[string](f.Page, `JSON.stringify([...of("height"), ...of("height", "b")])`); got != "[]" {
		t.Errorf("the page receives %s", got)
	}
}

// A move that the reader makes is reported without the record, but only of a whole session.
func TestFrameReportsReadersMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fragment string
		want     bool
	}{{"", true}, {"&show=prompts", false}} {
		t.Run(c.fragment, func(t *testing.T) {
			f := frames(t, "", "embed.html#v=1&src=sample/files.json"+c.fragment)
			f.ready("a")
			inside := f.Frame("embed.html")
			inside.WaitFor(`$$role("article").length > 1`, 0)
			inside.Click("unspool-row + unspool-row")
			inside.WaitFor(`document.activeElement !== document.body`, 0)
			if c.want {
				f.WaitFor(`of("select").length > 0`, 0)
			}
			f.Do(`await ask({ type: "ping" })`)
			got := Eval[string](f.Page, `JSON.stringify(of("select"))`)
			if strings.Contains(got, "uuid") || strings.Contains(got, "turn") != c.want {
				t.Errorf("the page is notified: %s", got)
			}
		})
	}
}

// The share of the first bytes would be the size of the file.
func TestFrameHidesSizes(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	got := Eval[[]float64](f.Page, `of("progress").map((one) => one.share)`)
	for i, share := range got {
		if tenths := fmt.Sprintf("%.1f", share); strconv.FormatFloat(share, 'g', -1, 64) != strings.TrimSuffix(tenths, ".0") {
			t.Errorf("a share is %v", share)
		}
		if i > 0 && share == got[i-1] {
			t.Errorf("the shares are %v", got)
		}
	}
	// Failures do not tell what is at an address instead of a transcript.
	f.Allow("404")
	for _, url := range []string{"nothing.jsonl", "index.html", "icon.svg"} {
		if got := Eval[string](f.Page, `ask({ type: "load", url: `+strconv.Quote(url)+` }).then((one) => one.code + one.detail)`); got != "unreadable" {
			t.Errorf("%s: %s", url, got)
		}
	}
}
