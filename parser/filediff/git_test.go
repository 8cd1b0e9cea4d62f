//go:build !js

package filediff

import (
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// applied lets git apply a change to a file. "" is a file that does not exist.
func applied(t *testing.T, path, before string, isNew bool, change []byte) string {
	t.Helper()
	dir := t.TempDir()
	full := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		t.Fatal(err)
	}
	if !isNew {
		if err := os.WriteFile(full, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("git", "apply")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(change))
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s\n%s", err, out, change)
	}
	data, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestGitTakesValidPaths checks that git takes what [IsValidPath] allows.
func TestGitTakesValidPaths(t *testing.T) {
	for _, c := range paths {
		if !c.valid {
			continue
		}
		var h History
		h.Create("text\n")
		hunks, _ := h.Diff()
		var change []byte
		for text := NewText(c.path, true, hunks); ; {
			line, ok := text.Next()
			if !ok {
				break
			}
			change = append(append(change, line...), '\n')
		}
		if got := applied(t, c.path, "", true, change); got != "text\n" {
			t.Errorf("%q: git wrote %q", c.path, got)
		}
	}
}

// TestChainsApply checks that the patch of a chain of changes leads from the first content to the
// last, whatever is known of the chain.
func TestChainsApply(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 60 {
		first := randomText(r, 5+r.Intn(60))
		var h History
		isNew := r.Intn(4) == 0
		now := first
		if isNew {
			h.Create(first)
		} else if r.Intn(2) == 0 {
			h.Observe(first)
		}
		for range 1 + r.Intn(6) {
			next := randomEdit(r, now)
			if !h.SetContent(next) && !h.Apply(recorded(now, next), Lines(next)) {
				t.Fatalf("a patch does not fit:\n%q\n%q\n%+v", now, next, recorded(now, next))
			}
			now = next
		}
		if !h.Observe(now) {
			t.Fatalf("the end is another one: %q", now)
		}
		hunks, rough := h.Diff()
		if rough {
			t.Fatalf("rough lines though all is known: %+v", hunks)
		}
		before := first
		if isNew {
			before = ""
		}
		if before == now && len(hunks) == 0 {
			continue
		}
		if got := applied(t, "a b/\"ü\".txt", first, isNew, []byte(gitText("a b/\"ü\".txt", isNew, hunks))); got != now {
			t.Fatalf("%q\nbecame %q\n  want %q\n%s", first, got, now, gitText("x", isNew, hunks))
		}
	}
}
