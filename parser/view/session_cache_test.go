package view

import (
	"testing"

	"unspool/parser"
)

// Of however many sessions are looked at, the last ones are kept, and nothing
// that is kept is made twice.
func TestWorkings(t *testing.T) {
	var w sessionCaches
	sessions := make([]parser.Session, 10)
	for i := range sessions {
		w.of(&sessions[i])
	}
	if len(w.list) != maxCaches {
		t.Fatalf("%d are kept", len(w.list))
	}
	last, oldest := &sessions[9], &sessions[9-maxCaches+1]
	cache := w.of(oldest)
	if w.of(last) == cache || w.of(oldest) != cache || len(w.list) != maxCaches {
		t.Error("what is kept is mixed up")
	}
	if first := w.of(&sessions[0]); first == cache || first.session != &sessions[0] || len(w.list) != maxCaches {
		t.Error("another session is given what was worked out for one")
	}
	if w.of(oldest) != cache {
		t.Error("the one that was asked about just now is gone")
	}
}
