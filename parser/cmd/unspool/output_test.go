package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/cmd/unspool/cli"
)

// namesIn returns the names of the files and folders in a folder.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestOutputFailed checks that nothing is left of an export that fails, so that it can be tried again.
func TestOutputFailed(t *testing.T) {
	dir := t.TempDir()
	x := &exporter{inspection: newInspection(cli.NewEnvironment(strings.NewReader(""), io.Discard, io.Discard))}
	write := func(names ...string) {
		t.Helper()
		for _, name := range names {
			out, err := x.create(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = io.WriteString(out, name); err != nil || name == "a" && out.Close() != nil {
				t.Fatal(err)
			}
		}
	}
	failure := errors.New("disk full")
	for range 2 {
		write("a", "b/c/d", "b/e")
		if err := x.finish(failure); !errors.Is(err, failure) {
			t.Errorf("%v", err)
		}
		if names := namesIn(t, dir); names != nil {
			t.Errorf("%q are left", names)
		}
	}
	write("a", "b/c/d", "b/e")
	if err := x.finish(nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b/c/d", "b/e"} {
		if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil || string(text) != name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := x.create(filepath.Join(dir, "a")); err == nil || !strings.Contains(err.Error(), "is not overwritten") {
		t.Errorf("%v", err)
	}
	// Another program writes the file in the meantime.
	write("f")
	written(t, dir, "f", "mine")
	if err := x.finish(nil); err == nil || !strings.Contains(err.Error(), "is not overwritten") {
		t.Errorf("%v", err)
	}
	if names := namesIn(t, dir); len(names) != 3 {
		t.Errorf("%q", names)
	}
}

// TestNothingWritten checks that commands which write nothing leave nothing.
func TestNothingWritten(t *testing.T) {
	dir := t.TempDir()
	in := written(t, t.TempDir(), "empty.jsonl", "")
	session := written(t, t.TempDir(), "s.jsonl", redactedLines)
	for _, args := range []string{
		"inspect -o OUT " + in, "inspect -shape -o OUT " + in, "redact -o OUT " + in, "export messages -o OUT " + in,
		"export markdown -redact -o OUT " + in, "export messages -agent none -o OUT " + session, "export tables -o OUT/below " + in,
		"export transcript -agent none -o OUT/below " + session,
	} {
		var out, errs strings.Builder
		code := runCommand(strings.Fields(strings.ReplaceAll(args, "OUT", filepath.Join(dir, "out"))), &out, &errs)
		if names := namesIn(t, dir); code != cli.ExitFailed || names != nil {
			t.Errorf("%s: code %d, %q, %s", args, code, names, errs.String())
		}
	}
}
