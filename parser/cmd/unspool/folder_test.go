package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// extract writes the files of a case into a folder.
func extract(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("../../../testdata/cases", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Files beside the transcripts say what sessions are called; links are named
// and not followed, so that nothing counts twice and nothing outside is read.
func TestInspectBeside(t *testing.T) {
	dir := extract(t, "titles-beside.txt")
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
	if strings.Count(progress, "a symbolic link, not followed") != 2 {
		t.Errorf("said %q", progress)
	}
}

// Sessions in which nothing was said are printed all the same.
func TestInspectSilent(t *testing.T) {
	sums, _, code := runInspect(t, extract(t, "silent-sessions.txt"))
	if code != 0 || len(sums) != 4 {
		t.Errorf("code %d, %d sessions", code, len(sums))
	}
}

// history.jsonl alone is no session, and said to be what it is.
func TestInspectHistory(t *testing.T) {
	dir := extract(t, "titles-beside.txt")
	sums, progress, code := runInspect(t, filepath.Join(dir, "history.jsonl"))
	if code != 1 || len(sums) != 0 || !strings.Contains(progress, "list of typed prompts") {
		t.Errorf("code %d, %d sessions, %q", code, len(sums), progress)
	}
}

// A twin is counted with the session that it repeats, not as another one.
func TestInspectTwins(t *testing.T) {
	sums, _, _ := runInspect(t, extract(t, "twins.txt"))
	if len(sums) != 2 {
		t.Errorf("%d sessions", len(sums))
	}
}
