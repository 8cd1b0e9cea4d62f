package browser

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// mainFiles returns the transcripts that do not belong to agents.
func mainFiles(t *testing.T) []testutil.File {
	t.Helper()
	return slices.DeleteFunc(testutil.Transcripts(t), func(f testutil.File) bool {
		return strings.HasPrefix(path.Base(f.Name), "agent-")
	})
}

// TestSummaries drops transcripts of testdata, and of the folder in UNSPOOL_CORPUS, into the page:
// each opens, and the element's summary() equals the output of inspect.
func TestSummaries(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	for _, f := range testutil.Sample(t, mainFiles(t), 3) {
		name := f.Path
		if told := p.Read(name); told != "ready" {
			t.Errorf("%s: %s", name, told)
			continue
		}
		got := Eval[json.RawMessage](p, `$deep("unspool-session").summary()`)
		var sum protocol.Summary
		if err := json.Unmarshal(got, &sum); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inspect(t, f), sum); diff != "" {
			t.Errorf("%s: -inspect +summary():\n%s", name, diff)
		}
		if blank := Eval[int](p, `$$role("article").filter((r) => r.checkVisibility() && $text(r) === "" && !r.querySelector("img")).length`); blank > 0 {
			t.Errorf("%s: %d visible rows have no text", name, blank)
		}
	}
}

// TestCorpusWalk walks through transcripts to their ends by keyboard: the focused row is always
// visible and has text. Without UNSPOOL_CORPUS, it uses only those of testdata.
func TestCorpusWalk(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	for _, f := range testutil.Sample(t, mainFiles(t), 6) {
		p.Read(f.Path)
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind]:not([data-kind=waiting]), .chooser")`, 0)
		if Eval[bool](p, `$deep(".chooser") !== null`) {
			continue // each of its sessions is also a separate file
		}
		settled(p)
		got := EvalWithin[struct {
			Keys, End, Last int
			Found           []string
		}](p, 2*time.Minute, script("corpus.walk"))
		for _, wrong := range got.Found {
			t.Errorf("%s: %s", f.Path, wrong)
		}
		if got.End < got.Last-1 {
			t.Errorf("%s: %d keys lead to row %d of %d", f.Path, got.Keys, got.End, got.Last)
		}
	}
}

// inspect reads a file and returns its summary as the command does, under the name that a
// drop gives it.
func inspect(t *testing.T, f testutil.File) protocol.Summary {
	t.Helper()
	store := parser.NewStore()
	file := store.Open(path.Base(f.Name), int64(len(f.Data)))
	if _, err := file.Write(f.Data); err != nil {
		t.Fatal(err)
	}
	store.Finish()
	s := store.Session(0)
	if s == nil {
		t.Fatalf("%s contains no session", f.Path)
	}
	told, err := json.Marshal(view.Summarize(s, price.Default()))
	if err != nil {
		t.Fatal(err)
	}
	var sum protocol.Summary
	if err := json.Unmarshal(told, &sum); err != nil {
		t.Fatal(err)
	}
	return sum
}
