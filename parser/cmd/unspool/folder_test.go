package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// TestInspectTitlesAndLinks checks that titles are read from files beside the transcripts.
// Symbolic links are named and not followed, so that nothing counts twice and nothing outside is
// read.
func TestInspectTitlesAndLinks(t *testing.T) {
	dir := testutil.Extract(t, "titles-beside")
	if err := os.Symlink(filepath.Join(dir, "p", "s2.jsonl"), filepath.Join(dir, "p", "link.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "p", "up")); err != nil {
		t.Fatal(err)
	}
	sums, progress, code := runInspect(t, dir)
	var titles []string
	for _, s := range sums {
		titles = append(titles, s.Title)
	}
	if got := strings.Join(titles, ", "); code != 0 || got != "look at the diff, /review, My poem" {
		t.Errorf("code %d, titles %s", code, got)
	}
	if strings.Count(progress, "symbolic link not followed") != 2 {
		t.Errorf("output %q", progress)
	}
}

// TestInspectEmptySessions checks that sessions without messages are printed.
func TestInspectEmptySessions(t *testing.T) {
	sums, _, code := runInspect(t, testutil.Extract(t, "silent-sessions"))
	if code != 0 || len(sums) != 4 {
		t.Errorf("code %d, %d sessions", code, len(sums))
	}
}

// TestInspectHistory checks that history.jsonl alone is no session, and is described.
func TestInspectHistory(t *testing.T) {
	dir := testutil.Extract(t, "titles-beside")
	sums, progress, code := runInspect(t, filepath.Join(dir, "history.jsonl"))
	if code != 1 || len(sums) != 0 || !strings.Contains(progress, "prompt history") {
		t.Errorf("code %d, %d sessions, %q", code, len(sums), progress)
	}
}

// TestInspectTwins checks that a twin is counted with the session that it repeats, not as another
// one.
func TestInspectTwins(t *testing.T) {
	sums, _, _ := runInspect(t, testutil.Extract(t, "twins"))
	if len(sums) != 2 {
		t.Errorf("%d sessions", len(sums))
	}
}

// TestInspectInToolResults checks that sessions are read below a folder with the name of one for output.
func TestInspectInToolResults(t *testing.T) {
	const line = `{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}`
	for _, below := range []string{"tool-results", "tool-results/proj"} {
		dir := filepath.Join(t.TempDir(), filepath.FromSlash(below))
		file := filepath.Join(dir, "s.jsonl")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{dir, file} {
			if sums, progress, code := runInspect(t, path); code != 0 || len(sums) != 1 || sums[0].Turns != 1 {
				t.Errorf("%s: code %d, %d sessions, %s", path, code, len(sums), progress)
			}
		}
	}
}
