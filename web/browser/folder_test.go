package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// The page reports what it leaves out of a folder before it opens the rest.
func TestFolderBeyondLimits(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := filepath.Join(t.TempDir(), "all")
	deep := filepath.Join(dir, strings.Repeat("d/", 30))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(dir, "a.jsonl"), filepath.Join(deep, "b.jsonl")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.DropFiles(dir)
	p.WaitFor(`$text().includes("Open 1 file")`, 0)
	wants(t, Eval[string](p, "$text()"), "more than 24 levels deep were skipped")
	p.Click(".zone .primary")
	ready(p)
	wants(t, read(t, p), "Our harbour master in Skarrow")
}

// While the page searches a folder, it shows its progress and can be stopped.
func TestFolderStopped(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.js", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Run("folder.holdFolder")
	p.DropFiles(dir)
	p.WaitFor(`$text().includes("0 files found, 100")`, 0)
	p.Click(".zone .button")
	p.WaitFor(`$text().includes("Choose files") && !$text().includes("so far")`, 0)
	p.Do(`answer([])`) // late, and no longer needed
	p.Read(sampleFile(t))
	ready(p)
}
