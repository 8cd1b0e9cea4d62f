package browser

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"unspool/parser/testutil"
)

// sessionsFolder returns a folder with the sessions of two cases, one of them with agents.
func sessionsFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"titles-beside", "agent-layouts"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(testutil.Extract(t, name))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// create creates an archive in a folder of its own.
func create(t *testing.T, name string) *os.File {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

// An archive opens like the folder in it: the sessions are listed, and each opens with its agents.
func TestArchives(t *testing.T) {
	t.Parallel()
	dir := os.DirFS(sessionsFolder(t))
	zipped, packed := create(t, "sessions.zip"), create(t, "sessions.tar.gz")
	z, g := zip.NewWriter(zipped), gzip.NewWriter(packed)
	w := tar.NewWriter(g)
	for _, err := range []error{z.AddFS(dir), z.Close(), w.AddFS(dir), w.Close(), g.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{zipped.Name(), packed.Name()} {
		p := open(t, "")
		p.DropFiles(name)
		p.WaitFor(`$text().includes("My poem")`, 0)
		if n := Eval[int](p, `$deep("unspool-session").sessions.length`); n != 4 {
			t.Errorf("%s: %d sessions", name, n)
		}
		agents := Eval[int](p, `$deep("unspool-session").sessions.reduce((sum, { agents }) => sum + agents, 0)`)
		if agents == 0 {
			t.Errorf("%s: no session has an agent", name)
		}
	}
}

// An archive in a folder is named if there is nothing else, and does not keep the sessions beside it from opening.
func TestArchiveInFolder(t *testing.T) {
	t.Parallel()
	dir, only := sessionsFolder(t), t.TempDir()
	for _, folder := range []string{dir, only} {
		if err := os.WriteFile(filepath.Join(folder, "old.zip"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.DropFiles(only)
	p.WaitFor(`$text().includes("Archives in folders were skipped, such as old.zip: drop them by themselves.")`, 0)
	p.DropFiles(dir)
	p.WaitFor(`$text().includes("My poem")`, 0)
	if n := Eval[int](p, `$deep("unspool-session").sessions.length`); n != 4 {
		t.Errorf("%d sessions", n)
	}
}

// What is left out of an archive is shown before the rest is opened.
func TestArchiveOmissions(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	out := create(t, "sessions.zip")
	w := zip.NewWriter(out)
	for _, name := range []string{"p/good.jsonl", "../up.jsonl", "p/secret.jsonl"} {
		header := &zip.FileHeader{Name: name, Method: zip.Deflate}
		file, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(data); err != nil {
			t.Fatal(err)
		}
		if name == "p/secret.jsonl" {
			header.Flags |= 1 // encrypted
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.DropFiles(out.Name())
	p.WaitFor(`$text().includes("Open 1 file")`, 0)
	wants(t, Eval[string](p, "$text()"), "unsafe name", "encrypted")
	p.Click(".zone .primary")
	ready(p)
	wants(t, read(t, p), "Our harbour master in Skarrow")

	cut, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	short := create(t, "cut.zip")
	if _, err := short.Write(cut[:len(cut)/6]); err != nil { // in the first file
		t.Fatal(err)
	}
	p = open(t, "")
	p.DropFiles(short.Name())
	p.WaitFor(`$text().includes("Open 1 file")`, 0)
	wants(t, Eval[string](p, "$text()"), "its end is missing or damaged")
	p.Click(".zone .primary")
	ready(p)
	wants(t, read(t, p), "Our harbour master in Skarrow")
}
