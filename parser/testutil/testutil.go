// Package testutil provides tests with the transcripts of testdata, and those of the
// folder that the variable UNSPOOL_CORPUS names.
package testutil

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Corpus is the name of the variable.
const Corpus = "UNSPOOL_CORPUS"

// A File is a file below a folder.
type File struct {
	Path string // path to open the file
	Name string // path below the folder, with "/" between folders
	Data []byte
}

// Dir returns the path of testdata from the folder of any package, also of a module of its own.
func Dir(t testing.TB) string {
	t.Helper()
	dir := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(dir, "testdata", "cases")); err == nil {
			return filepath.Join(dir, "testdata")
		}
		dir = filepath.Join("..", dir)
	}
	t.Fatal("testutil: no testdata above this folder")
	return ""
}

// Tree reads all files below a folder, in the order of their names.
func Tree(t testing.TB, dir string) []File {
	t.Helper()
	return read(t, dir, paths(t, dir))
}

// Transcripts reads every .jsonl file of testdata, and a sample of those of the corpus.
func Transcripts(t testing.TB) []File {
	t.Helper()
	files := read(t, Dir(t), transcripts(t, Dir(t)))
	if len(files) < 4 {
		t.Fatalf("testutil: only %d transcripts", len(files))
	}
	if dir := os.Getenv(Corpus); dir != "" {
		files = append(files, read(t, dir, Sample(t, transcripts(t, dir), 4))...)
	}
	return files
}

// Projects reads all files of a sample of the folders in the corpus, or none without a
// corpus.
func Projects(t testing.TB) []File {
	t.Helper()
	root := os.Getenv(Corpus)
	if root == "" {
		return nil
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var files []File
	for _, e := range Sample(t, slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() }), 4) {
		for _, f := range Tree(t, filepath.Join(root, e.Name())) {
			f.Name = e.Name() + "/" + f.Name
			files = append(files, f)
		}
	}
	return files
}

// FileSets returns files that are read together, by name: those of each case, all transcripts, and
// projects of the corpus.
func FileSets(t testing.TB) map[string][]File {
	t.Helper()
	all := Cases(t)
	all["transcripts"] = Transcripts(t)
	if files := Projects(t); files != nil {
		all["projects"] = files
	}
	return all
}

// transcripts returns the paths of all .jsonl files below a folder.
func transcripts(t testing.TB, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(paths(t, dir), func(path string) bool { return !strings.HasSuffix(path, ".jsonl") })
}

// paths returns the paths of all files below a folder, in the order of their names.
func paths(t testing.TB, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// read reads files below a folder.
func read(t testing.TB, dir string, paths []string) []File {
	t.Helper()
	files := make([]File, 0, len(paths))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: path, Name: filepath.ToSlash(name), Data: data})
	}
	return files
}

// Cases returns the files of each case of testdata/cases by its name, without the expected
// results.
func Cases(t testing.TB) map[string][]File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(Dir(t), "cases", "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("testutil: no cases: %v", err)
	}
	cases := map[string][]File{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short := strings.TrimSuffix(filepath.Base(name), ".txt")
		for _, f := range archive.Files {
			if f.Name != "want" {
				cases[short] = append(cases[short], File{Path: name, Name: f.Name, Data: f.Data})
			}
		}
	}
	return cases
}

// Extract writes the files of a case into a folder of its own.
func Extract(t testing.TB, name string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files := Cases(t)[name]
	if len(files) == 0 {
		t.Fatalf("testutil: there is no case %s", name)
	}
	for _, f := range files {
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
