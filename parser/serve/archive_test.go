package serve

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/archive"
)

// files are those of an archive, by their names.
type files map[string]string

func (f files) zip(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(f)) {
		out, err := w.Create(name) // without a time
		if err == nil {
			_, err = io.WriteString(out, f[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (f files) tarGzip(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	w := tar.NewWriter(packed)
	for _, name := range slices.Sorted(maps.Keys(f)) {
		err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(f[name]))})
		if err == nil {
			_, err = io.WriteString(w, f[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// contents returns the files that a server lists, with the bytes that it sends.
func contents(t *testing.T, f *Folder) files {
	t.Helper()
	got := files{}
	for _, one := range f.Manifest().Files {
		in, info, err := f.open(one.Path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || int64(len(text)) != one.Size || info.Size() != one.Size || info.ModTime().UnixMilli() != one.Modified {
			t.Errorf("%s: %d bytes, listed as %+v: %v", one.Path, len(text), one, err)
		}
		if one.Modified < 1e12 {
			t.Errorf("%s was modified in ms %d", one.Path, one.Modified)
		}
		got[one.Path] = string(text)
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	return got
}

// TestArchive checks that the sessions of an archive are served, and nothing else of it.
func TestArchive(t *testing.T) {
	packed := files{
		"p/a.jsonl": "session a", "p/a/subagents/agent-1.jsonl": "agent", "p/a/tool-results/out.txt": "output",
		".claude/projects/p/b.jsonl": "session b", ".claude/projects/p/b/tool-results/b.txt": "output b", ".old/c.jsonl": "session c",
		".claude/projects/.git/config.json": secret, "p/.credentials.json": secret, ".claude/settings.json": secret, "p/notes.md": secret,
		"p/inner.zip": secret, "../up.jsonl": secret,
	}
	for name, data := range map[string][]byte{"s.zip": packed.zip(t), "s.tar.gz": packed.tarGzip(t), "s": packed.zip(t)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder([]string{path})
		if err != nil {
			t.Fatal(err)
		}
		want := files{}
		for below, text := range packed {
			if text != secret {
				want[name+"/"+below] = text
			}
		}
		if diff := cmp.Diff(want, contents(t, f)); diff != "" || f.Manifest().Name != name {
			t.Errorf("%s: %s", f.Manifest().Name, diff)
		}
		for _, below := range []string{
			"p/.credentials.json", ".claude/settings.json", "p/notes.md", "p", "", "../" + name, "p/../p/a.jsonl", "up.jsonl",
		} {
			if _, _, err := f.open(name + "/" + below); err == nil {
				t.Errorf("%s: opened %q", name, below)
			}
		}
		var reported bytes.Buffer
		f.report(&reported)
		if want := fmt.Sprintf("unspool: %s: %q: unsafe name\n", name, "../up.jsonl"); reported.String() != want {
			t.Errorf("%s: reported %q, want %q", name, reported.String(), want)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestReplacedArchive checks that an archive is served as it was at the start, whatever becomes of it.
func TestReplacedArchive(t *testing.T) {
	before, after := files{}, files{}
	for i := range 20 {
		before[fmt.Sprintf("p/%d.jsonl", i)] = strings.Repeat("old ", 5000+i)
		after[fmt.Sprintf("p/%d.jsonl", i)] = strings.Repeat("new bytes ", 900-i)
	}
	for _, pack := range []func(files, *testing.T) []byte{files.zip, files.tarGzip} {
		path := filepath.Join(t.TempDir(), "live.zip")
		if err := os.WriteFile(path, pack(before, t), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder([]string{path})
		if err != nil {
			t.Fatal(err)
		}
		want := f.Manifest().Files
		for what, replace := range map[string]func() error{
			"overwritten": func() error { return os.WriteFile(path, pack(after, t), 0o600) },
			"cut":         func() error { return os.Truncate(path, 100) },
			"removed":     func() error { return os.RemoveAll(path) },
		} {
			if err := replace(); err != nil {
				t.Fatal(err)
			}
			for name, text := range contents(t, f) {
				if below := strings.TrimPrefix(name, "live.zip/"); text != before[below] {
					t.Errorf("%s: %s has other bytes: %.20q", what, name, text)
				}
			}
			if c := compare(want, f.Manifest().Files); !c.isEmpty() || len(want) != len(before) {
				t.Errorf("%s: %d files, then %+v", what, len(want), c)
			}
			if what == "removed" {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestArchiveErrors checks what is no archive, or has nothing to serve.
func TestArchiveErrors(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"words.zip": {[]byte("words"), "not a .jsonl, .json or .txt file, and not an archive"},
		"empty.zip": {files{"readme.md": "x"}.zip(t), "no files of sessions in this archive"},
		"up.zip":    {files{"../a.jsonl": "x"}.zip(t), "unsafe name"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFolder([]string{path}); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	// An archive that is written while it is read has neither its old nor its new content.
	path := filepath.Join(dir, "live.zip")
	if err := os.WriteFile(path, files{"a.jsonl": "x"}.zip(t), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	earlier, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, files{"a.jsonl": "x", "b.jsonl": "y"}.zip(t), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := unpackAll(opened(t, file), file, earlier); err == nil || !strings.Contains(err.Error(), "changed while it was unpacked") {
		t.Errorf("while it was written: %v", err)
	}
}

// opened opens the archive in a file.
func opened(t *testing.T, file *os.File) *archive.FS {
	t.Helper()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	fsys, err := archive.Open(file, info.Size(), file.Name(), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := fsys.Close(); err != nil {
			t.Error(err)
		}
	})
	return fsys
}
