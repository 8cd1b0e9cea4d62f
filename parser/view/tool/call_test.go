package tool

import (
	"testing"

	"unspool/parser/view/protocol"
)

func TestNumbered(t *testing.T) {
	for _, c := range []struct {
		name, text, code string
		first            int
	}{
		{"arrows", "     9→a\n    10→\n    11→\tb\n", "a\n\n\tb", 9},
		{"tabs", "3\tx\n4\ty", "x\ny", 3},
		{"a line without a number", "1\tx\nand words", "", 0},
		{"numbers without a mark", "1 x\n2 y", "", 0},
		{"nothing", "", "", 0},
	} {
		if code, first := numbered(c.text); code != c.code || first != c.first {
			t.Errorf("%s: %q from %d, want %q from %d", c.name, code, first, c.code, c.first)
		}
	}
}

// TestChoose checks that answers name options by labels that can contain commas themselves.
func TestChoose(t *testing.T) {
	options := []string{"Door", "Window", "Stairs, upper", "Stairs"}
	for _, c := range []struct {
		answer  string
		several bool
		chosen  string // a mark for each option
		other   string
	}{
		{"Window", false, ".x..", ""},
		{"Windows", false, "....", "Windows"},
		{"By the door, please", false, "....", "By the door, please"},
		{"Door, Stairs, upper", true, "x.x.", ""},
		{"Stairs, Door, the cellar, too", true, "x..x", "the cellar, too"},
		{"", true, "....", ""},
	} {
		q := protocol.Question{Several: c.several}
		for _, label := range options {
			q.Options = append(q.Options, protocol.Option{Label: label})
		}
		chooseAnswer(&q, c.answer)
		chosen := ""
		for _, o := range q.Options {
			if o.Chosen {
				chosen += "x"
			} else {
				chosen += "."
			}
		}
		if chosen != c.chosen || q.Other != c.other {
			t.Errorf("%q: %s and %q, want %s and %q", c.answer, chosen, q.Other, c.chosen, c.other)
		}
	}
}

// TestCommandReason checks that the reason of a failed command is the line that explains it.
func TestCommandReason(t *testing.T) {
	for text, want := range map[string]string{
		"In file included from lamp.c:1:\nwick.h:4:2: error: no oil\n1 warning": "wick.h:4:2: error: no oil",
		"reading\n\nno such lamp\n\n":                                           "no such lamp",
		"Exit code 2\nerror: no oil":                                            "Exit code 2",
		"":                                                                      "",
	} {
		if got := commandReason(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
