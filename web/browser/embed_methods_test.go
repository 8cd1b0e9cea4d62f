package browser

import (
	"strings"
	"testing"
)

// loose has a page without a viewer make one that is in no page: `document.viewer`. The text of short.jsonl is `document.short`.
func loose(t *testing.T) *Page {
	t.Helper()
	p := openBlog(t, ``, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Do(`document.viewer = document.createElement("unspool-session");
		document.short = await (await fetch("short.jsonl")).text();
		document.long = await (await fetch("long.jsonl")).text();`)
	return p
}

// Methods answer wherever the page keeps the element, and leave nothing running.
func TestEmbedMethodsInNoPage(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do(`await document.viewer.load(document.long)`)
	if turns := Eval[int](p, `document.viewer.summary().then((one) => one.turns)`); turns != 60 {
		t.Errorf("%d turns", turns)
	}
	if id := Eval[string](p, `document.viewer.search("question 57").then(({ hits }) => hits[0].uuid)`); id != "u57" {
		t.Errorf("found %q", id)
	}
	if !Eval[bool](p, `document.viewer.goTo("u40")`) || Eval[bool](p, `document.viewer.goTo("nothing")`) {
		t.Error("u40 is not found, or what does not exist is")
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	// It sleeps now. What is asked of it wakes it for as long as that takes.
	if turns := Eval[int](p, `document.viewer.summary().then((one) => one.turns)`); turns != 60 {
		t.Errorf("%d turns when it is asked once more", turns)
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	p.Do(`document.body.append(document.viewer)`)
	p.WaitFor(`$role("feed") && $text($role("feed")).includes("Question 40")`, 0)
	p.Do(`document.viewer.remove()`)
	p.WaitFor(`document.workers.size === 0`, 0)
	if turns := Eval[int](p, `(document.viewer.src = "short.jsonl", document.viewer.summary().then((one) => one.turns))`); turns != 2 {
		t.Errorf("%d turns of an address", turns)
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	p.Do(`document.gone = [new WeakRef(document.viewer)]; document.viewer = undefined`)
	collected(p, `document.gone.every((one) => one.deref() === undefined)`)
}

// A method is of what was set and asked for before it, and of nothing else.
func TestEmbedMethodsInOrder(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do(`document.body.append(document.viewer); await document.viewer.load(document.long)`)
	turns := `document.viewer.summary().then((one) => one.turns)`
	for _, c := range []struct {
		does string
		want int
	}{
		{`document.viewer.src = "short.jsonl"`, 2},
		{`(document.viewer.src = "long.jsonl", document.viewer.load(document.short).catch(() => undefined))`, 2},
		{`(document.viewer.load(document.short).catch(() => undefined), document.viewer.src = "sample/files.json", document.viewer.src = "long.jsonl")`, 60},
	} {
		if got := Eval[int](p, `(`+c.does+`, `+turns+`)`); got != c.want {
			t.Errorf("%s: %d turns, want %d", c.does, got, c.want)
		}
	}
	if Eval[bool](p, `(document.viewer.src = "short.jsonl", document.viewer.goTo("u50"))`) {
		t.Error("a record of the session before is found")
	}
}

// What is not read to its end was not loaded. Methods reject with an Error that names the reason.
func TestEmbedMethodsReject(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do(`document.body.append(document.viewer);
		document.load = (text) => { const answer = document.viewer.load(text); answer.catch(() => undefined); return answer; };
		document.why = (answer) => answer.then(() => "done", (why) => why instanceof Error && why.message !== "" && why.path !== undefined ? why.code : "no error")`)
	for _, c := range []struct{ asks, want string }{
		{`document.load(document.long)`, "done"},
		{`document.load("no transcript")`, "not-a-transcript"},
		{`document.viewer.summary()`, "not-a-transcript"},
		{`(document.viewer.dispose(), document.viewer.search("a"))`, "empty"},
		{`[document.load(document.long), document.load(document.short)][0]`, "replaced"},
		{`[document.load(document.long), document.viewer.dispose()][0]`, "replaced"},
		{`[document.load(document.long), document.viewer.src = "short.jsonl"][0]`, "replaced"},
		{`document.load(document.short)`, "done"},
		{`[document.load(document.long), document.viewer.summary(), document.load(document.short)][1]`, "done"},
	} {
		if got := Eval[string](p, `document.why(`+c.asks+`)`); got != c.want {
			t.Errorf("%s: %s, want %s", c.asks, got, c.want)
		}
	}
}

// A file of the reader's may change or go: what was read of it is kept.
func TestEmbedFilesStayAwake(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Run("embed_methods.loadFive")
	if n := Eval[int](p, `document.viewers.filter((one) => one.shadowRoot.querySelector("unspool-list")).length`); n != 5 {
		t.Errorf("%d of 5 are awake", n)
	}
}

// A record that is nowhere is not looked for in every session whenever some more was read.
func TestEmbedSeeksFrugally(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session at="nothing"></unspool-session>`, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("embed_methods.loadNotingSearches")
	// Once when it becomes known, if that is before the end, and once at the end.
	p.WaitFor(`document.finds.includes(2)`, 0)
	for _, asked := range Eval[[]int](p, `[1, 2].map((one) => document.finds.filter((session) => session === one).length)`) {
		if asked > 2 {
			t.Errorf("the second and third session are asked %d times: %s", asked, Eval[string](p, `document.finds.join()`))
		}
	}
}

// Only the events that are promised leave the element.
func TestEmbedTellsNoOther(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Do(`document.shown = []; addEventListener("unspool-show", () => document.shown.push("page"));
		document.viewer.addEventListener("unspool-show", ({ detail }) => document.shown.push(detail.session?.turns));
		document.body.append(document.viewer);
		await document.viewer.load(document.short)`)
	p.WaitFor(`document.shown.length > 0`, 0)
	if got := Eval[string](p, `document.shown.join()`); strings.Contains(got, "page") {
		t.Errorf("it tells %s", got)
	}
}
