package redact

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFalseFindings checks that the corpus, which has hardly any secrets, has at most one secret per
// megabyte, each value counted once. It lists them for a look.
func TestFalseFindings(t *testing.T) {
	dir := os.Getenv("UNSPOOL_CORPUS")
	if dir == "" {
		return
	}
	f := newFinder(t, FinderOptions{})
	values, size := new(Values), 0
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		size += len(data)
		for x, err := range f.Read(bytes.NewReader(data)) {
			if err != nil {
				return err
			}
			values.Add(x, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[Kind]int{}
	for x := range values.All() {
		kinds[x.Kind]++
		t.Logf("%d × %s %s after %q", x.Count, x.Rule, Mask(x.Value), x.Before)
	}
	t.Logf("%d MB: %v", size/1e6, kinds)
	if kinds[Secret] > 1+size/1e6 {
		t.Errorf("%d secrets in %d MB", kinds[Secret], size/1e6)
	}
}
