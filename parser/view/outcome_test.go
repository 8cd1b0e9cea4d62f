package view

import (
	"strings"
	"testing"
)

// A failed command is told by the line that says why.
func TestReason(t *testing.T) {
	for text, want := range map[string]string{
		"In file included from lamp.c:1:\nwick.h:4:2: error: no oil\n1 warning": "wick.h:4:2: error: no oil",
		"reading\n\nno such lamp\n\n":                                           "no such lamp",
		"Exit code 2\nerror: no oil":                                            "Exit code 2",
		"":                                                                      "",
	} {
		if got := reason(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The lines of a change are counted as a comparison shows them.
func TestCompare(t *testing.T) {
	many := strings.Repeat("a\nb\n", 90)
	for _, c := range []struct {
		before, after  string
		added, removed int
	}{
		{"", "a\nb\n", 2, 0},
		{"a\nb", "", 0, 2},
		{"a\nb\nc", "a\nx\nc", 1, 1},
		{"a\nb\nc\nd", "b\nd\ne", 1, 2},
		{"same", "same", 0, 0},
		{many, "x\n" + many[2:] + "y\n", 2, 1},
		{strings.Repeat("a\n", 300), strings.Repeat("b\n", 300), -1, -1},
	} {
		if added, removed := compare(lines(c.before), lines(c.after)); added != c.added || removed != c.removed {
			t.Errorf("%.20q, %.20q: +%d -%d, want +%d -%d", c.before, c.after, added, removed, c.added, c.removed)
		}
	}
}
