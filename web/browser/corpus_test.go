package browser

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testfiles"
	"unspool/parser/view"
)

// TestSummaries drops every transcript of testdata, and of the folder that
// UNSPOOL_CORPUS names, into the page: it opens, and the element's summary() is
// what inspect prints.
func TestSummaries(t *testing.T) {
	var files []testfiles.File
	for _, f := range testfiles.Transcripts(t) {
		if !strings.HasPrefix(path.Base(f.Name), "agent-") {
			files = append(files, f)
		}
	}
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	for _, f := range files {
		name := f.Path
		p.Do(`(globalThis.told = undefined, addEventListener("unspool-ready", () => (globalThis.told = "ready"), { once: true }), addEventListener("unspool-error", (e) => (globalThis.told = e.detail.code), { once: true }))`)
		p.DropFiles(name)
		p.WaitFor(`globalThis.told !== undefined`, 0)
		if told := Eval[string](p, `globalThis.told`); told != "ready" {
			t.Errorf("%s: %s", name, told)
			continue
		}
		got := Eval[json.RawMessage](p, `$deep("unspool-session").summary()`)
		var sum view.Summary
		if err := json.Unmarshal(got, &sum); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inspect(t, f), sum); diff != "" {
			t.Errorf("%s: -inspect +summary():\n%s", name, diff)
		}
		if blank := Eval[int](p, `$$deep("unspool-row[data-kind]").filter((r) => r.checkVisibility() && $text(r) === "" && !r.querySelector("img")).length`); blank > 0 {
			t.Errorf("%s: %d rows in sight say nothing", name, blank)
		}
	}
}

// inspect reads a file and tells of it as the command does, under the name that a
// drop gives it.
func inspect(t *testing.T, f testfiles.File) view.Summary {
	t.Helper()
	store := parser.NewStore()
	file := store.Open(path.Base(f.Name), int64(len(f.Data)))
	if _, err := file.Write(f.Data); err != nil {
		t.Fatal(err)
	}
	store.Finish()
	s := store.Session(0)
	if s == nil {
		t.Fatalf("%s holds no session", f.Path)
	}
	told, err := json.Marshal(view.Summarize(s, price.Default()))
	if err != nil {
		t.Fatal(err)
	}
	var sum view.Summary
	if err := json.Unmarshal(told, &sum); err != nil {
		t.Fatal(err)
	}
	return sum
}
