// Package buildtest has helpers for the tests of the build.
package buildtest

import (
	"os"
	"path/filepath"
	"testing"
)

// WriteFiles writes files below a folder, by their slash-separated names, and creates the folders
// that they need.
func WriteFiles[T string | []byte](t testing.TB, dir string, files map[string]T) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
