package filediff

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// gitText returns the change of a file in the format of git.
func gitText(path string, isNew bool, hunks []Hunk) string {
	var b strings.Builder
	text := NewText(path, isNew, hunks)
	for line, ok := text.Next(); ok; line, ok = text.Next() {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// randomText returns a text of few different lines, so that they repeat.
func randomText(r *rand.Rand, lines int) string {
	var b strings.Builder
	for range lines {
		fmt.Fprintf(&b, "%s%c\n", strings.Repeat("\t", r.Intn(3)), 'a'+rune(r.Intn(6)))
	}
	text := b.String()
	if r.Intn(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// randomEdit makes a few changes to a text.
func randomEdit(r *rand.Rand, text string) string {
	lines := Lines(text)
	for range 1 + r.Intn(3) {
		at := r.Intn(len(lines) + 1)
		to := min(at+r.Intn(4), len(lines))
		next := append([]string{}, lines[:at]...)
		next = append(next, Lines(randomText(r, r.Intn(4))+"\n")...)
		lines = append(next, lines[to:]...)
	}
	for i := range lines[:max(0, len(lines)-1)] {
		lines[i] = strings.TrimSuffix(lines[i], "\n") + "\n"
	}
	return strings.Join(lines, "")
}

// recorded returns a patch from one text to the next as Claude Code writes it: leading tabs are
// two blanks.
func recorded(before, after string) []Hunk {
	h := History{}
	h.Observe(before)
	h.SetContent(after)
	hunks, _ := h.Diff()
	for i := range hunks {
		for j, l := range hunks[i].Lines {
			if l[0] != '\\' {
				hunks[i].Lines[j] = l[:1] + untab(l[1:])
			}
		}
	}
	return hunks
}

func TestRevert(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 200 {
		before := randomText(r, r.Intn(30))
		after := randomEdit(r, before)
		hunks := recorded(before, after)
		got, ok := Revert(after, hunks)
		if !ok || untabAll(got) != untabAll(before) {
			t.Fatalf("%q from %q by %+v: %q %v", before, after, hunks, got, ok)
		}
	}
}

func untabAll(content string) string {
	lines := Lines(content)
	for i, l := range lines {
		lines[i] = untab(l)
	}
	return strings.Join(lines, "")
}

// TestRejectedChanges checks that impossible changes are rejected, and change nothing.
func TestRejectedChanges(t *testing.T) {
	var h History
	h.Observe("a\nb\nc\n")
	for name, ok := range map[string]bool{
		"another content":   h.Observe("a\nb\n"),
		"other lines":       h.LearnFrom(2, "c\n"),
		"lines past it":     h.LearnFrom(3, "c\nd\n"),
		"another patch":     h.Apply([]Hunk{{1, 1, []string{"-b", "+x"}}}, nil),
		"a place past it":   h.Apply([]Hunk{{9, 9, []string{"-b", "+x"}}}, nil),
		"hunks in disorder": h.Apply([]Hunk{{2, 2, []string{"-b", "+x"}}, {1, 1, []string{"-a"}}}, nil),
		"a strange sign":    h.Apply([]Hunk{{1, 1, []string{"*a"}}}, nil),
		"a broken line":     h.Apply([]Hunk{{2, 2, []string{"-b", "+x\ndiff --git a/y b/y"}}}, nil),
		"a far place":       h.Apply([]Hunk{{1 << 30, 1, []string{"-a"}}}, nil),
	} {
		if ok {
			t.Errorf("%s was accepted", name)
		}
	}
	if now, _ := h.Content(); now != "a\nb\nc\n" {
		t.Errorf("it became %q", now)
	}
	if hunks, _ := h.Diff(); hunks != nil {
		t.Errorf("it changed: %+v", hunks)
	}
	if (&History{}).SetContent("x") || (&History{}).Apply([]Hunk{{1 << 30, 1, []string{"-a"}}}, nil) {
		t.Error("a file without known content was changed")
	}
}

// TestPartlyKnown checks a file of which only two places are known.
func TestPartlyKnown(t *testing.T) {
	var h History
	if !h.Apply([]Hunk{{10, 10, []string{" k", "-l", "+L", "+M", " n"}}}, nil) || !h.Apply([]Hunk{{40, 41, []string{" x", "-y", " z"}}}, nil) {
		t.Fatal("patches do not fit")
	}
	hunks, _ := h.Diff()
	want := "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -10,3 +10,4 @@\n k\n-l\n+L\n+M\n n\n@@ -39,3 +40,2 @@\n x\n-y\n z\n"
	if got := gitText("f", false, hunks); got != want {
		t.Errorf("%s", got)
	}
}

func TestCompare(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 500 {
		a, b := Lines(randomText(r, r.Intn(20))), Lines(randomText(r, r.Intn(20)))
		var before, after []string
		for _, s := range compare(a, b) {
			if s.before >= 0 {
				before = append(before, a[s.before])
			}
			if s.after >= 0 {
				after = append(after, b[s.after])
			}
			if s.before >= 0 && s.after >= 0 && a[s.before] != b[s.after] {
				t.Fatalf("%q is not %q", a[s.before], b[s.after])
			}
		}
		if strings.Join(before, "") != strings.Join(a, "") || strings.Join(after, "") != strings.Join(b, "") {
			t.Fatalf("%q %q: %q %q", a, b, before, after)
		}
	}
}

// TestCount checks that the lines of a change are counted as a comparison shows them.
func TestCount(t *testing.T) {
	many := strings.Repeat("a\nb\n", 90)
	for _, c := range []struct {
		before, after  string
		added, removed int
	}{
		{"", "a\nb\n", 2, 0},
		{"a\nb", "", 0, 2},
		{"a\nb\nc", "a\nx\nc", 1, 1},
		{"a\nb\nc\nd\n", "b\nd\ne\n", 1, 2},
		{"a\nb", "a\nb\n", 1, 1},
		{"same", "same", 0, 0},
		{many, "x\n" + many[2:] + "y\n", 2, 1},
		{"", strings.Repeat("a\n", 100_000), 100_000, 0},
		{"b\n", strings.Repeat("a\n", 1000), 1000, 1},
		{"b\nc\n", strings.Repeat("a\n", 10_000) + "c\n" + strings.Repeat("a\n", 9_999), 20_000, 2}, // more than are looked at one by one
		{"b\n", strings.Repeat("a\n", 40_000), 40_000, 1},
		{"b\n", strings.Repeat("a\n", 40_001), -1, -1},
		{strings.Repeat("a\n", 300), strings.Repeat("b\n", 300), -1, -1},
	} {
		added, removed, ok := Count(c.before, c.after)
		if !ok {
			added, removed = -1, -1
		}
		if added != c.added || removed != c.removed {
			t.Errorf("%.20q, %.20q: +%d -%d, want +%d -%d", c.before, c.after, added, removed, c.added, c.removed)
		}
	}
}

// TestCountEqualsComparison checks that the counts are those of a comparison.
func TestCountEqualsComparison(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		before, after := randomText(r, r.Intn(30)), randomText(r, r.Intn(30))
		added, removed := 0, 0
		for _, s := range compare(Lines(before), Lines(after)) {
			if s.before < 0 {
				added++
			} else if s.after < 0 {
				removed++
			}
		}
		if a, b, ok := Count(before, after); !ok || a != added || b != removed {
			t.Errorf("%q, %q: +%d -%d, want +%d -%d", before, after, a, b, added, removed)
		}
	}
}
