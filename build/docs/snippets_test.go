package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// snippet returns the block of that name in the documentation of this checkout.
func snippet(t *testing.T, name string) string {
	t.Helper()
	b, err := Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	block, found := b.Block(name)
	if !found {
		t.Fatalf("no block is named %s", name)
	}
	return block.Text
}

// TestGoProgram checks that the program of the Go page runs in a module of its own that requires
// the parser as the page describes.
func TestGoProgram(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"main.go": snippet(t, "go-main"), "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("mod", "init", "example.org/cost")
	run("mod", "edit", "-require=unspool@v0.0.0", "-replace=unspool="+root)
	out := run("run", ".", filepath.Join(root, "testdata", "sample"))
	if want := regexp.MustCompile(`^Tide times across the clock change: \d+ turns, \d+ tokens out, \$\d\.\d\d\n$`); !want.MatchString(out) {
		t.Errorf("it prints %q", out)
	}
}
