package browser

import (
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// openAlternatives is the expression for the indexes of the open attempts among the alternatives from one
// point.
const openAlternatives = `$$deep(".alternative").map((way, at) => way.ariaExpanded === "true" ? at : "").join("")`

// ways returns the texts of the attempts from one point, each on one line.
func ways(p *Page) []string {
	p.WaitFor(`$deep(".alternatives") !== null`, 0) // known after everything is read, and rendered by code that is loaded late
	return Eval[[]string](p, `$$deep(".alternative").map((one) => $text(one).replace(/\s+/g, " ").trim())`)
}

// At a point where the user went back, each attempt is listed with its first words, size and cost,
// including the current one, which always follows. At most one of the others is open.
func TestAttempts(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	list := ways(p)
	for i, want := range []string{"Earlier 1 about the sea", "Earlier 2 about the sea, but sadder", "Kept about rain"} {
		if len(list) != 3 || !strings.HasPrefix(list[i], want) {
			t.Fatalf("the alternatives are %q, want %q", list, want)
		}
	}
	wants(t, strings.ReplaceAll(strings.Join(list, "\n"), "\u00a0", " "), "1 prompt", "10 tokens out", "2 prompts", "20 tokens out", "< $0.01")
	wants(t, Eval[string](p, `$text($deep(".alternatives"))`), "3 attempts from here")
	says(t, p, openAlternatives, "")
	if rows := Eval[int](p, `$$deep("unspool-row[data-branch]").length`); rows != 1 {
		t.Errorf("%d rows of attempts are shown", rows)
	}
	p.Do(`$$deep(".alternative")[0].click()`)
	p.WaitFor(`$text().includes("Verse 1.") && `+openAlternatives+` === "0"`, 0)
	p.Do(`$$deep(".alternative")[1].click()`)
	p.WaitFor(`$text().includes("Verse 2b.") && !$text().includes("Verse 1.") && `+openAlternatives+` === "1"`, 0)
	says(t, p, `$$deep(".attempt-end").map((one) => one.closest("unspool-row").textContent.includes("Verse 2b.") + " " + one.textContent.trim()).join()`, "true End of this attempt. The one that was kept continues below.")
	p.Do(`$$deep(".alternative")[2].click()`) // the link to its continuation
	p.WaitFor(`$focused("article")?.textContent.includes("about rain")`, 0)
	p.Do(`$$deep(".alternative")[1].click()`)
	p.WaitFor(`!$text().includes("Verse 2b.") && `+openAlternatives+` === ""`, 0)
	wants(t, Eval[string](p, `$text()`), "continues below", "Soft, and then softer.")
}

// The same with keys: each attempt is a button, and o on the row opens the first attempt or closes
// the open one.
func TestAttemptsByKeys(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	ways(p)
	p.Do(`$$deep(".alternative")[1].focus()`)
	p.Press("Enter")
	p.WaitFor(`$text().includes("Verse 2b.") && $deep(".alternative:focus").ariaExpanded === "true"`, 0)
	p.Press("Enter")
	p.WaitFor(`!$text().includes("Verse 2b.") && $deep(".alternative:focus").ariaExpanded === "false"`, 0)
	p.Do(`$deep('unspool-row[data-kind="attempts"]').focus()`)
	p.Press("o")
	p.WaitFor(`$text().includes("Verse 1.")`, 0)
	p.Press("o")
	p.WaitFor(`!$text().includes("Verse 1.")`, 0)
}

// One attempt, a second reply to the same prompt, and an attempt after which nothing was sent.
func TestSingleAttempt(t *testing.T) {
	t.Parallel()
	p := openCase(t, "answered-again", "Welcome.")
	list := ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier Roses are red.") || !strings.HasPrefix(list[1], "Kept Thinking of another one.") {
		t.Errorf("the alternatives are %q", list)
	}
	p.Do(`$$deep(".alternative")[0].click()`)
	p.WaitFor(`$$deep('unspool-row[data-kind="text"][data-branch]').length === 1`, 0)
	p = openCase(t, "rewind-without-prompt", "Started.")
	list = ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier a wrong turn") || list[1] != "Kept Nothing was sent after this" {
		t.Errorf("the alternatives are %q", list)
	}
	passes(t, p, "attempts")
}

// The row of attempts has its own address, which opens none of them.
func TestAddressOfAttempts(t *testing.T) {
	t.Parallel()
	p := openCase(t, "attempts", "Thank you.")
	ways(p)
	p.Do(`$role("button", "Outline")?.ariaPressed === "false" && $role("button", "Outline").click()`)
	p.Do(`$$deep(".alternative")[1].focus()`)
	p.Press("Enter")
	p.WaitFor(`$deep("[role=treeitem][aria-current]")?.textContent.includes("Earlier attempt 2")`, 0)
	p.Press("Enter")
	p.WaitFor(`$deep("[role=treeitem][aria-current]")?.textContent.includes("write a haiku")`, 0)
	holds(p, `at === "attempts:r4"`)
	q := open(t, Eval[string](p, `location.hash`))
	q.Read(testutil.Extract(t, "attempts"))
	ways(q)
	q.WaitFor(`$focused("article")?.dataset.kind === "attempts"`, 0)
	says(t, q, openAlternatives, "")
}
