package browser

import (
	"strings"
	"testing"
)

// chosenWay gives what the chosen of the ways from a place says.
const chosenWay = `$deep('[role=radio][aria-checked="true"]').textContent.replace(/\\s+/g, " ")`

// ways gives what the ways from a place say, each on one line.
func ways(p *Page) []string {
	p.WaitFor(`$deep(".ways") !== null`, 0) // known when all is read, and drawn by code that comes late
	return Eval[[]string](p, `$$deep("[role=radio]").map((one) => $text(one).replace(/\s+/g, " ").trim())`)
}

// Where the person went back, each attempt shows with its first words, its size
// and its cost, and the kept one as well, which is chosen. Of the others one is
// open at a time, in its place.
func TestAttempts(t *testing.T) {
	p := openCase(t, "attempts", "Thank you.")
	list := ways(p)
	for i, want := range []string{"Earlier 1 about the sea", "Earlier 2 about the sea, but sadder", "Kept about rain"} {
		if len(list) != 3 || !strings.HasPrefix(list[i], want) {
			t.Fatalf("the ways are %q, not %q", list, want)
		}
	}
	wants(t, strings.ReplaceAll(strings.Join(list, "\n"), "\u00a0", " "), "1 prompt", "10 tokens out", "2 prompts", "20 tokens out", "< $0.01")
	wants(t, Eval[string](p, `$text($deep(".ways"))`), "Tried 3 times from here")
	if got := Eval[string](p, chosenWay); !strings.Contains(got, "Kept") {
		t.Errorf("%q is chosen", got)
	}
	if rows := Eval[int](p, `$$deep("unspool-row[data-branch]").length`); rows != 1 {
		t.Errorf("%d rows of attempts are shown", rows)
	}
	p.Do(`$$deep("[role=radio]")[0].click()`)
	p.WaitFor(`$text().includes("Verse 1.")`, 0)
	p.Do(`$$deep("[role=radio]")[1].click()`)
	p.WaitFor(`$text().includes("Verse 2b.") && !$text().includes("Verse 1.")`, 0)
	says(t, p, `$$deep(".attempt-end").map((one) => one.closest("unspool-row").textContent.includes("Verse 2b.") + " " + one.textContent).join()`, "true End of this attempt")
	p.Do(`$$deep("[role=radio]")[2].click()`)
	p.WaitFor(`!$text().includes("Verse 2b.") && `+chosenWay+`.includes("Kept")`, 0)
	wants(t, Eval[string](p, `$text()`), "Soft, and then softer.")
}

// The same by keys: one stop for Tab, arrows choose, and o on the row opens the
// first attempt or goes back to what was kept.
func TestAttemptsByKeys(t *testing.T) {
	p := openCase(t, "attempts", "Thank you.")
	ways(p)
	if stops := Eval[int](p, `$$deep('[role=radio][tabindex="0"]').length`); stops != 1 {
		t.Errorf("%d stops for Tab", stops)
	}
	p.Do(`$deep('[role=radio][tabindex="0"]').focus()`)
	p.Press("ArrowUp")
	p.WaitFor(`$text().includes("Verse 2b.") && $deep("[role=radio]:focus").getAttribute("aria-checked") === "true"`, 0)
	p.Press("ArrowUp")
	p.WaitFor(`$text().includes("Verse 1.") && $deep("[role=radio]:focus").textContent.includes("Earlier 1")`, 0)
	p.Press("ArrowUp") // around
	p.WaitFor(`!$text().includes("Verse 1.") && $deep("[role=radio]:focus").textContent.includes("Kept")`, 0)
	p.Do(`$deep('unspool-row[data-kind="attempts"]').focus()`)
	p.Press("o")
	p.WaitFor(`$text().includes("Verse 1.")`, 0)
	p.Press("o")
	p.WaitFor(`!$text().includes("Verse 1.")`, 0)
}

// One attempt, another reply to the same prompt, and one after which nothing was
// sent.
func TestAttemptAlone(t *testing.T) {
	p := openCase(t, "answered-again", "Welcome.")
	list := ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier Roses are red.") || !strings.HasPrefix(list[1], "Kept Thinking of another one.") {
		t.Errorf("the ways are %q", list)
	}
	p.Do(`$$deep("[role=radio]")[0].click()`)
	p.WaitFor(`$$deep('unspool-row[data-kind="text"][data-branch]').length === 1`, 0)
	p = openCase(t, "rewind-without-prompt", "Started.")
	list = ways(p)
	if len(list) != 2 || !strings.HasPrefix(list[0], "Earlier a wrong turn") || list[1] != "Kept Nothing was sent after that" {
		t.Errorf("the ways are %q", list)
	}
	passes(t, p, "attempts")
}
