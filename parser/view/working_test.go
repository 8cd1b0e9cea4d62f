package view

import (
	"testing"

	"unspool/parser"
)

// Of however many sessions are looked at, the last ones are kept, and nothing
// that is kept is made twice.
func TestWorkings(t *testing.T) {
	var w workings
	sessions := make([]parser.Session, 10)
	for i := range sessions {
		w.of(&sessions[i])
	}
	if len(w.list) != mostWorkings {
		t.Fatalf("%d are kept", len(w.list))
	}
	last, oldest := &sessions[9], &sessions[9-mostWorkings+1]
	kept := w.of(oldest)
	if w.of(last) == kept || w.of(oldest) != kept || len(w.list) != mostWorkings {
		t.Error("what is kept is mixed up")
	}
	if first := w.of(&sessions[0]); first == kept || first.session != &sessions[0] || len(w.list) != mostWorkings {
		t.Error("another session is given what was worked out for one")
	}
	if w.of(oldest) != kept {
		t.Error("the one that was asked about just now is gone")
	}
}
