package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/view"
)

func runInspect(t *testing.T, paths ...string) (sums []view.Summary, progress string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(append([]string{"inspect"}, paths...), &out, &errs)
	decoder := json.NewDecoder(&out)
	for decoder.More() {
		var s view.Summary
		if err := decoder.Decode(&s); err != nil {
			t.Fatal(err)
		}
		sums = append(sums, s)
	}
	return sums, errs.String(), code
}

func TestInspectFolder(t *testing.T) {
	sums, progress, code := runInspect(t, "../../../testdata/sample")
	if code != 0 || progress != "" || len(sums) != 1 {
		t.Fatalf("code %d, %d sessions, %s", code, len(sums), progress)
	}
	s := sums[0]
	if s.Turns != 17 || s.Agents != 2 || s.Branches != 1 || s.Compactions != 1 || s.Files != 5 || s.Cost.USD == 0 {
		t.Errorf("got %+v", s)
	}
}

func TestInspectNothing(t *testing.T) {
	dir := t.TempDir()
	picture := filepath.Join(dir, "picture.png")
	if err := os.WriteFile(picture, []byte("\x89PNG\r\n\x1a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{picture, "no Claude Code transcript in it; it seems to be png"},
		{dir, "no Claude Code transcript in it"},
		{filepath.Join(dir, "nothing"), "o such file"}, // js says it with a capital
	} {
		if sums, progress, code := runInspect(t, c.path); code != 1 || len(sums) != 0 || !strings.Contains(progress, c.want) {
			t.Errorf("%s: code %d, %q", c.path, code, progress)
		}
	}
	// One unreadable path among good ones is told and costs nothing.
	if sums, progress, code := runInspect(t, picture, "../../../testdata/2.0.37"); code != 0 || len(sums) != 1 || progress == "" {
		t.Errorf("code %d, %d sessions, %q", code, len(sums), progress)
	}
}

func TestUsage(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(nil, &out, &errs); code != 2 || !strings.HasPrefix(errs.String(), "usage:") {
		t.Errorf("code %d, %q", code, errs.String())
	}
}

// figures are the counts of an independent program, one entry a file.
type figures struct {
	File                                                                  string
	Lines, Records, Messages, ToolCalls, ToolResults, Paired, Compactions int
	Unanswered, OrphanResults                                             int
}

// TestCorpus compares inspect with figures.json of the folder that
// UNSPOOL_CORPUS names.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("UNSPOOL_CORPUS")
	if corpus == "" {
		t.Log("UNSPOOL_CORPUS is not set: no corpus to compare with")
		return
	}
	data, err := os.ReadFile(filepath.Join(corpus, "figures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []figures
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, want := range all {
		sums, progress, _ := runInspect(t, filepath.Join(corpus, want.File))
		if len(sums) != 1 {
			t.Errorf("%s: %d sessions: %s", want.File, len(sums), progress)
			continue
		}
		s := sums[0]
		got := figures{want.File, s.Lines, s.Records, s.Messages, s.ToolCalls, s.ToolResults, s.Paired, s.Compactions, s.Unanswered, s.OrphanResults}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-figures +inspect:\n%s", diff)
		}
	}
}
