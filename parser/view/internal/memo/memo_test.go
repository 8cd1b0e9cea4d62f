package memo

import (
	"testing"

	"unspool/parser"
)

func TestGet(t *testing.T) {
	type version = Version[string]
	steps := []struct {
		name  string
		now   version
		built bool // a value is derived
		epoch int
	}{
		{"first", version{"a", 80, true}, true, 1},
		{"same", version{"a", 80, true}, false, 1},
		{"grown by an eighth", version{"a", 90, true}, false, 1},
		{"grown by more", version{"a", 91, true}, true, 1},
		{"another key", version{"b", 91, true}, true, 2},
		{"shrunk", version{"b", 90, true}, true, 3},
		{"complete", version{"b", 90, false}, true, 4},
		{"complete and unchanged", version{"b", 90, false}, false, 4},
		{"complete and grown", version{"b", 91, false}, true, 4},
	}
	var m Memo[string, int]
	built := 0
	for _, step := range steps {
		before := built
		got := m.Get(step.now, 8, func() int { built++; return built })
		if got != built || m.Peek() != built {
			t.Errorf("%s: got value %d and kept %d, want %d", step.name, got, m.Peek(), built)
		}
		if step.built != (built > before) || m.Epoch() != step.epoch {
			t.Errorf("%s: built %t in epoch %d, want %t in %d", step.name, built > before, m.Epoch(), step.built, step.epoch)
		}
	}
}

func TestGetWithoutSlack(t *testing.T) {
	var m Memo[int, int]
	built := 0
	for size := range 10 {
		for range 2 {
			m.Get(Version[int]{Size: size, Growing: true}, 0, func() int { built++; return 0 })
		}
	}
	if built != 10 {
		t.Errorf("%d values were derived of 10 sizes", built)
	}
}

// TestGetBoundsWork checks that all derivations while an input grows cost little more than a small
// multiple of the last one.
func TestGetBoundsWork(t *testing.T) {
	for _, slack := range []int{1, 8, 16} {
		var m Memo[int, int]
		const size = 1_000_000
		work := 0
		for n := 1; n <= size; n++ {
			m.Get(Version[int]{Size: n, Growing: true}, slack, func() int { work += n; return 0 })
		}
		if limit := (slack + 2) * size; work > limit {
			t.Errorf("slack %d: work of %d, want at most %d", slack, work, limit)
		}
	}
}

func TestPerSession(t *testing.T) {
	var p PerSession[int]
	sessions := make([]parser.Session, 10)
	for i := range sessions {
		*p.Of(&sessions[i]) = i
	}
	if len(p.latest) != maxSessions {
		t.Fatalf("%d values are kept, want %d", len(p.latest), maxSessions)
	}
	oldest := 9 - maxSessions + 1
	if got := *p.Of(&sessions[oldest]); got != oldest {
		t.Errorf("value of the oldest kept session is %d, want %d", got, oldest)
	}
	if got := *p.Of(&sessions[0]); got != 0 || len(p.latest) != maxSessions {
		t.Errorf("a session that is not kept has the value %d of %d, want a zero value", got, len(p.latest))
	}
	for _, i := range []int{oldest, 9} { // the last ones requested before
		if got := *p.Of(&sessions[i]); got != i {
			t.Errorf("value of session %d is %d", i, got)
		}
	}
}

// TestEverySession checks that values are kept while their sessions exist, and dropped some time
// after that.
func TestEverySession(t *testing.T) {
	var e EverySession[int]
	sessions := make([]parser.Session, 100)
	for i := range sessions {
		sessions[i].Place = i
		*e.Of(&sessions[i]) = i
	}
	for i := range sessions {
		if got := *e.Of(&sessions[i]); got != i {
			t.Errorf("session %d has the value %d", i, got)
		}
	}
	for i := 10; i < len(sessions); i++ {
		sessions[i].Place = -1
	}
	for range 200 {
		e.Of(&parser.Session{Place: -1})
		if len(e.values) > 250 {
			t.Fatalf("%d values are kept", len(e.values))
		}
	}
	for i := range 10 {
		if got := *e.Of(&sessions[i]); got != i {
			t.Errorf("session %d has the value %d after others disappeared", i, got)
		}
	}
}
