package browser

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// openWays is the expression for the places of the attempts that are open among the ways from one place.
const openWays = `$$deep(".way").map((way, at) => way.ariaExpanded === "true" ? at : "").join("")`

// ways returns the texts of the attempts from one place, each on one line.
func ways(p *Page) []string {
	p.WaitFor(`$deep(".ways") !== null`, 0) // known when all is read, and drawn by code that comes late
	return Eval[[]string](p, `$$deep(".way").map((one) => $text(one).replace(/\s+/g, " ").trim())`)
}

// Where the person went back, each attempt shows with its first words, its size
// and its cost, and the kept one as well, which always follows. Of the others one is
// open at a time, in between.
func TestAttempts(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	list := ways(p)
	for i, want := range []string{"Earlier 1 about the sea", "Earlier 2 about the sea, but sadder", "Kept about rain"} {
		if len(list) != 3 || !strings.HasPrefix(list[i], want) {
			t.Fatalf("the ways are %q, not %q", list, want)
		}
	}
	wants(t, strings.ReplaceAll(strings.Join(list, "\n"), "\u00a0", " "), "1 prompt", "10 tokens out", "2 prompts", "20 tokens out", "< $0.01")
	wants(t, Eval[string](p, `$text($deep(".ways"))`), "3 attempts from here")
	says(t, p, openWays, "")
	if rows := Eval[int](p, `$$deep("unspool-row[data-branch]").length`); rows != 1 {
		t.Errorf("%d rows of attempts are shown", rows)
	}
	p.Do(`$$deep(".way")[0].click()`)
	p.WaitFor(`$text().includes("Verse 1.") && `+openWays+` === "0"`, 0)
	p.Do(`$$deep(".way")[1].click()`)
	p.WaitFor(`$text().includes("Verse 2b.") && !$text().includes("Verse 1.") && `+openWays+` === "1"`, 0)
	says(t, p, `$$deep(".attempt-end").map((one) => one.closest("unspool-row").textContent.includes("Verse 2b.") + " " + one.textContent.trim()).join()`, "true End of this attempt. The one that was kept continues below.")
	p.Do(`$$deep(".way")[2].click()`) // the way to where it goes on
	p.WaitFor(`$focused("article")?.textContent.includes("about rain")`, 0)
	p.Do(`$$deep(".way")[1].click()`)
	p.WaitFor(`!$text().includes("Verse 2b.") && `+openWays+` === ""`, 0)
	wants(t, Eval[string](p, `$text()`), "continues below", "Soft, and then softer.")
}

// The same by keys: each is a button, and o on the row opens the first attempt or
// closes the open one.
func TestAttemptsByKeys(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	ways(p)
	p.Do(`$$deep(".way")[1].focus()`)
	p.Press("Enter")
	p.WaitFor(`$text().includes("Verse 2b.") && $deep(".way:focus").ariaExpanded === "true"`, 0)
	p.Press("Enter")
	p.WaitFor(`!$text().includes("Verse 2b.") && $deep(".way:focus").ariaExpanded === "false"`, 0)
	p.Do(`$deep('unspool-row[data-kind="attempts"]').focus()`)
	p.Press("o")
	p.WaitFor(`$text().includes("Verse 1.")`, 0)
	p.Press("o")
	p.WaitFor(`!$text().includes("Verse 1.")`, 0)
}

// One attempt, another reply to the same prompt, and one after which nothing was
// sent.
func TestAttemptAlone(t *testing.T) {
	t.Parallel()
	p := openCase(t, "answered-again", "Welcome.")
	list := ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier Roses are red.") || !strings.HasPrefix(list[1], "Kept Thinking of another one.") {
		t.Errorf("the ways are %q", list)
	}
	p.Do(`$$deep(".way")[0].click()`)
	p.WaitFor(`$$deep('unspool-row[data-kind="text"][data-branch]').length === 1`, 0)
	p = openCase(t, "rewind-without-prompt", "Started.")
	list = ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier a wrong turn") || list[1] != "Kept Nothing was sent after this" {
		t.Errorf("the ways are %q", list)
	}
	passes(t, p, "attempts")
}

// The address at the attempts is their own: it opens none of them.
func TestAttemptsAddress(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	ways(p)
	p.Do(`$role("button", "Outline")?.ariaPressed === "false" && $role("button", "Outline").click()`)
	p.Do(`$$deep(".way")[1].focus()`)
	p.Press("Enter")
	p.WaitFor(`$deep("[role=treeitem][aria-current]")?.textContent.includes("Earlier attempt 2")`, 0)
	p.Press("Enter")
	p.WaitFor(`$deep("[role=treeitem][aria-current]")?.textContent.includes("write a haiku")`, 0)
	holds(p, `at === "attempts:r4"`)
	q := open(t, Eval[string](p, `location.hash`))
	q.Read(testutil.Extract(t, "attempts"))
	ways(q)
	q.WaitFor(`$focused("article")?.dataset.kind === "attempts"`, 0)
	says(t, q, openWays, "")
}
