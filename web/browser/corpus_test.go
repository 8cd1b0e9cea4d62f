package browser

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// TestSummaries drops every transcript of testdata, and of the folder that
// UNSPOOL_CORPUS names, into the page: it opens, and the element's summary() is
// what inspect prints.
func TestSummaries(t *testing.T) {
	var files []string
	for _, root := range []string{"../../testdata", os.Getenv("UNSPOOL_CORPUS")} {
		if root == "" {
			continue
		}
		err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, ".jsonl") && !strings.HasPrefix(filepath.Base(name), "agent-") {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 4 {
		t.Fatalf("only %d transcripts", len(files))
	}
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	for _, name := range files {
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
		if diff := cmp.Diff(inspect(t, name), sum); diff != "" {
			t.Errorf("%s: -inspect +summary():\n%s", name, diff)
		}
		if blank := Eval[int](p, `$$deep("unspool-row[data-kind]").filter((r) => r.checkVisibility() && $text(r) === "" && !r.querySelector("img")).length`); blank > 0 {
			t.Errorf("%s: %d rows in sight say nothing", name, blank)
		}
	}
}

// inspect reads a file as the command does, under the name that a drop gives it.
func inspect(t *testing.T, name string) view.Summary {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	store := parser.NewStore()
	file := store.Open(filepath.Base(name), int64(len(data)))
	if _, err := io.Copy(file, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	store.Finish()
	s := store.Session(0)
	if s == nil {
		t.Fatalf("%s holds no session", name)
	}
	return view.Summarize(s, price.Default())
}
