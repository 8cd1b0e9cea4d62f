package browser

import (
	"strings"
	"testing"
)

// loose opens a page with a viewer that is not in the document: `document.viewer`. The text of
// short.jsonl is `document.short`.
func loose(t *testing.T) *Page {
	t.Helper()
	p := openBlog(t, ``, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Do(`document.viewer = document.createElement("unspool-session");
		document.short = await (await fetch("short.jsonl")).text();
		document.long = await (await fetch("long.jsonl")).text();`)
	return p
}

// Methods work wherever the page keeps the element, and leave nothing running.
func TestEmbedMethodsOutsideDocument(t *testing.T) {
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
		t.Error("u40 is not found, or a missing record is")
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	// It is suspended now. A call makes it active for as long as the call takes.
	if turns := Eval[int](p, `document.viewer.summary().then((one) => one.turns)`); turns != 60 {
		t.Errorf("%d turns for the second call", turns)
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	p.Do(`document.body.append(document.viewer)`)
	p.WaitFor(`$role("feed") && $text($role("feed")).includes("Question 40")`, 0)
	p.Do(`document.viewer.remove()`)
	p.WaitFor(`document.workers.size === 0`, 0)
	if turns := Eval[int](p, `(document.viewer.src = "short.jsonl", document.viewer.summary().then((one) => one.turns))`); turns != 2 {
		t.Errorf("%d turns from an address", turns)
	}
	p.WaitFor(`document.workers.size === 0`, 0)

	p.Do(`document.gone = [new WeakRef(document.viewer)]; document.viewer = undefined`)
	collected(p, `document.gone.every((one) => one.deref() === undefined)`)
}

// A method call applies to what was set and requested before it, and to nothing else.
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
		t.Error("a record of the previous session is found")
	}
}

// A file that is not read to its end counts as not loaded. Methods reject with an Error that
// contains the reason.
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

// A file of the user may change or disappear: what was read of it is kept.
func TestEmbedFilesKeepParser(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Run("embed_methods.loadFive")
	if n := Eval[int](p, `document.viewers.filter((one) => one.shadowRoot.querySelector("unspool-list")).length`); n != 5 {
		t.Errorf("%d of 5 are active", n)
	}
}

// A record that does not exist is not searched for in every session each time that more was read.
func TestEmbedSearchesForRecordOnce(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session at="nothing"></unspool-session>`, 0)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("embed_methods.loadNotingSearches")
	// Once when it is known, if that is before the end, and once at the end.
	p.WaitFor(`document.finds.includes(2)`, 0)
	for _, asked := range Eval[[]int](p, `[1, 2].map((one) => document.finds.filter((session) => session === one).length)`) {
		if asked > 2 {
			t.Errorf("the second and third session are queried %d times: %s", asked, Eval[string](p, `document.finds.join()`))
		}
	}
}

// Only documented events leave the element.
func TestEmbedDispatchesOnlyDocumentedEvents(t *testing.T) {
	t.Parallel()
	p := loose(t)
	p.Run("embed_methods.loadNotingEvents")
	p.WaitFor(`document.shown.length > 0`, 0)
	p.WaitFor(`document.viewer.shadowRoot.querySelector("unspool-row")`, 0)
	p.Do(`document.viewer.shadowRoot.querySelector("unspool-row").focus()`)
	p.Press("/", "a")
	p.WaitFor(`document.changes > 0`, 0)
	if got := Eval[string](p, `document.shown.join()`); strings.Contains(got, "page") {
		t.Errorf("it reports %s", got)
	}
}
