package search

import (
	"bytes"
	"strings"
	"testing"
)

// TestPrefilterWork checks that the part that a prefilter searches for is short enough to be
// compared at each byte of a record, and that it is found everywhere.
func TestPrefilterWork(t *testing.T) {
	const size, most = 10_000, 20
	for _, c := range []struct{ query, of string }{
		{"#" + strings.Repeat("=", MaxQuery-1), "="},
		{strings.Repeat("=", MaxQuery-1) + "#", "="},
		{strings.Repeat("=", MaxQuery), "==#"},
		{strings.Repeat("a", 500) + "b" + strings.Repeat("a", 499), "a"},
		{strings.Repeat("ab", 500), "aBa"},
		{strings.Repeat("登", MaxQuery), "登ab"},
		{strings.Repeat("x ", 100) + strings.Repeat("=", 700), "="},
		{"needle", "a Needle, no needl "},
	} {
		q, err := newQuery(c.query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := &q.prefilter
		if n := len(s.part); n == 0 || n > most {
			t.Errorf("%.10s…: a byte is compared with %d", c.query, n)
		}
		b := []byte(strings.Repeat(c.of, size/len(c.of)) + c.query)
		folded := make([]byte, len(b))
		for i := range b {
			folded[i] = upper(b[i])
		}
		places := 0
		for at := 0; ; at++ {
			want := bytes.Index(folded[at:], s.part)
			if want >= 0 {
				want += at
			}
			if got := s.next(b, at); got != want {
				t.Fatalf("%.10s… in %q: at %d from %d on, want %d", c.query, c.of, got, at, want)
			}
			if at = want; at < 0 {
				break
			}
			places++
		}
		if places == 0 || !s.passes(b) {
			t.Errorf("%.10s… is not found after %q", c.query, c.of)
		}
	}
}
