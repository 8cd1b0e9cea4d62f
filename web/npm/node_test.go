package npm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"unspool/parser/testutil"
	"unspool/parser/view/protocol"
)

func TestImportWithoutDocument(t *testing.T) { script(t, "import.mjs") }

func TestParser(t *testing.T) {
	prices := filepath.Join(t.TempDir(), "prices.tsv")
	const row = "opus-4-8\t-\t-\t1000\t-\t-\t-\t1000\t-\n"
	if err := os.WriteFile(prices, []byte(row), 0o644); err != nil {
		t.Fatal(err)
	}
	script(t, "parser.mjs", sample(t), prices)
}

// TestSummaries checks that the figures are those of the command, for the sample and for cases
// with agents, copies and damage.
func TestSummaries(t *testing.T) {
	dir := t.TempDir()
	names := []string{"sample", "agents", "copies-resume", "damage", "claude-ai-export"}
	for _, name := range names {
		from := filepath.Join(root, "testdata", name)
		if name != "sample" {
			from = testutil.Extract(t, name)
		}
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	unspool := filepath.Join(t.TempDir(), "unspool")
	if _, err := command(root, "go", "build", "-o", unspool, "./parser/cmd/unspool"); err != nil {
		t.Fatal(err)
	}
	printed, err := command(dir, unspool, append([]string{"inspect"}, names...)...)
	if err != nil {
		t.Fatal(err)
	}
	want := summaries(t, printed)
	got := summaries(t, script(t, "summaries.mjs", append([]string{dir}, names...)...))
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || len(got) < len(names) {
		t.Errorf("%d summaries (- of the command, + of the package):\n%s", len(got), diff)
	}
}

// number matches the number of a file in the key of a record without a uuid: the command reads
// files in the order of their names, the package main files first.
var number = regexp.MustCompile(`"@\d+:`)

func summaries(t *testing.T, text string) (all []protocol.Summary) {
	t.Helper()
	for line := range strings.Lines(number.ReplaceAllString(text, `"@:`)) {
		var s protocol.Summary
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	// The order of sessions that begin at the same time is that of their files.
	slices.SortFunc(all, func(a, b protocol.Summary) int { return strings.Compare(a.File+a.Session, b.File+b.Session) })
	return all
}
