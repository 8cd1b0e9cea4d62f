package site

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestZopfli(t *testing.T) {
	modules, err := filepath.Abs("../../web/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	data := []byte(strings.Repeat("a thread is wound on a spool; ", 99) + "\x00asm")

	// A checkout whose packages are the real ones, but with a cache of its own.
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "web/node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"@gfx", "base64-js"} {
		if err := os.Symlink(filepath.Join(modules, name), filepath.Join(root, "web/node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	pack := func() []byte {
		t.Helper()
		packed, err := zopfli(t.Context(), root, data)
		if err != nil {
			t.Fatal(err)
		}
		if err := holds(packed, data); err != nil {
			t.Error(err)
		}
		return packed
	}
	kept := func() []string {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(root, "web/node_modules/.cache/unspool/*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}

	first := pack()
	if plain, err := compress(data); err != nil || len(first) >= len(plain) {
		t.Errorf("%d bytes, with plain gzip %d (%v)", len(first), len(plain), err)
	}
	if n := len(kept()); n != 1 {
		t.Fatalf("kept %d files, want 1", n)
	}

	// What is kept is used: here an equally valid result that is not zopfli's.
	plain, err := compress(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept()[0], plain, 0o644); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pack(), plain) {
		t.Error("packed again although the result was kept")
	}

	// What was kept and broke is not; and the new result is equal to the first.
	if err := os.WriteFile(kept()[0], plain[:len(plain)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pack(), first) {
		t.Error("packing twice gives two results")
	}

	// Results of other data stay for a week.
	lastWeek := time.Now().AddDate(0, 0, -8)
	if err := os.Chtimes(kept()[0], lastWeek, lastWeek); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 2} {
		data = append(data, byte(i))
		pack()
		if n := len(kept()); n != want {
			t.Errorf("after %d other results: kept %d files, want %d", i+1, n, want)
		}
	}
}
