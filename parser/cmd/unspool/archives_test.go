package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/testutil"
)

// zipFolder writes the files of a folder as a zip, and returns its path.
func zipFolder(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sessions.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	if err := w.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestInspectArchive checks that an archive has the sessions, agents and titles of the folder in it.
func TestInspectArchive(t *testing.T) {
	for _, name := range []string{"titles-beside", "agent-layouts"} {
		dir := testutil.Extract(t, name)
		path := zipFolder(t, dir)
		var want, got bytes.Buffer
		if code := runCommand([]string{"inspect", dir}, &want, io.Discard); code != cli.ExitOK {
			t.Fatalf("%s: code %d", name, code)
		}
		var progress bytes.Buffer
		if code := runCommand([]string{"inspect", path}, &got, &progress); code != cli.ExitOK {
			t.Fatalf("%s: code %d, %s", name, code, progress.String())
		}
		if diff := cmp.Diff(strings.ReplaceAll(want.String(), dir, path), got.String()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestExportArchive checks that sessions in an archive are written, with contents that are read again, also
// redacted and as tables.
func TestExportArchive(t *testing.T) {
	dir := testutil.Extract(t, "agent-layouts")
	path := zipFolder(t, dir)
	for _, args := range [][]string{{"export", "markdown"}, {"export", "markdown", "-redact"}, {"export", "otlp"}} {
		var want, got bytes.Buffer
		if code := runCommand(append(args, dir), &want, io.Discard); code != cli.ExitOK {
			t.Fatalf("%v: code %d", args, code)
		}
		var progress bytes.Buffer
		if code := runCommand(append(args, path), &got, &progress); code != cli.ExitOK || got.String() != want.String() {
			t.Errorf("%v: code %d, %d bytes instead of %d, %s", args, code, got.Len(), want.Len(), progress.String())
		}
	}
	for _, args := range [][]string{{"export", "tables", "-format", "csv"}, {"redact"}} {
		out := filepath.Join(t.TempDir(), "out")
		var progress bytes.Buffer
		if code := runCommand(append(args, "-o", out, path), io.Discard, &progress); code != cli.ExitOK {
			t.Errorf("%v: code %d, %s", args, code, progress.String())
		}
		if entries, err := os.ReadDir(out); err != nil || len(entries) == 0 {
			t.Errorf("%v: %v, %v", args, entries, err)
		}
	}
}

// TestInspectDamagedArchive checks that what a cut archive has is read, and why the rest is missing.
func TestInspectDamagedArchive(t *testing.T) {
	line := `{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}` + "\n"
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, strings.Repeat(line, 3))
	w.Flush()
	path := filepath.Join(t.TempDir(), "s.jsonl.gz")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	sums, progress, code := runInspect(t, path)
	if code != cli.ExitOK || len(sums) != 1 || !strings.Contains(progress, "damaged archive") {
		t.Errorf("code %d, %d sessions, %s", code, len(sums), progress)
	}
	folder := filepath.Join(t.TempDir(), "out")
	_, progress, code = runRedact(t, "-word", "hello", "-o", folder, path)
	text, err := os.ReadFile(filepath.Join(folder, "s.jsonl"))
	if code != cli.ExitOK || strings.Count(string(text), "WORD_1") != 3 || !strings.Contains(progress, "damaged archive") {
		t.Errorf("redacted: code %d, %s, %v: %s", code, progress, err, text)
	}
}

// TestArchiveInFolder checks that an archive in a folder is named, and that its sessions do not count.
func TestArchiveInFolder(t *testing.T) {
	dir := testutil.Extract(t, "titles-beside")
	before, _, _ := runInspect(t, dir)
	path := zipFolder(t, dir)
	inside := filepath.Join(dir, "p", "sessions.zip")
	if err := os.Rename(path, inside); err != nil {
		t.Fatal(err)
	}
	want := "unspool: " + inside + ": archive in a folder, not read; give it as an argument\n"
	after, progress, code := runInspect(t, dir)
	if code != cli.ExitOK || len(after) != len(before) || strings.Count(progress, want) != 1 {
		t.Errorf("code %d, %d sessions instead of %d, %q", code, len(after), len(before), progress)
	}
	var tables bytes.Buffer
	args := []string{"export", "tables", "-format", "csv", "-o", filepath.Join(t.TempDir(), "out"), dir}
	if code := runCommand(args, io.Discard, &tables); code != cli.ExitOK || strings.Count(tables.String(), want) != 1 {
		t.Errorf("tables: code %d, %q", code, tables.String())
	}
	alone := t.TempDir()
	if err := os.Rename(inside, filepath.Join(alone, "Sessions.ZIP")); err != nil {
		t.Fatal(err)
	}
	_, progress, code = runInspect(t, alone)
	if code != cli.ExitFailed || !strings.Contains(progress, "Sessions.ZIP: archive in a folder, not read") {
		t.Errorf("alone: code %d, %q", code, progress)
	}
	_, progress, code = runRedact(t, "-o", filepath.Join(t.TempDir(), "out"), alone)
	if code != cli.ExitFailed || !strings.Contains(progress, "Sessions.ZIP: archive in a folder, not read") || strings.Contains(progress, "other files") {
		t.Errorf("redact alone: code %d, %q", code, progress)
	}
}

// TestArchiveInFollowedFolder checks that an archive in a folder that is followed is named.
func TestArchiveInFollowedFolder(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "old.zip")
	if err := os.Rename(zipFolder(t, exportedFolder), inside); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "state.json")
	_, progress, code := runExport(t, "otlp", "-endpoint", "http://localhost:1", "-state", state, dir)
	if code != cli.ExitOK || !strings.Contains(progress, inside+": archive in a folder, not read; give it as an argument\n") {
		t.Errorf("code %d: %s", code, progress)
	}
}
