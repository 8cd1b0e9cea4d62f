package view

import "testing"

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
