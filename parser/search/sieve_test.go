package search

import (
	"strings"
	"testing"
)

// Whatever is looked for and wherever, a sieve compares a byte of a record with no
// more than the few of its part, and finds what is there.
func TestSieveWork(t *testing.T) {
	const size = 100_000
	for _, c := range []struct{ query, of string }{
		{"#" + strings.Repeat("=", MaxQuery-1), "="},
		{strings.Repeat("=", MaxQuery-1) + "#", "="},
		{strings.Repeat("a", 500) + "b" + strings.Repeat("a", 499), "a"},
		{strings.Repeat("ab", 500), "aba"},
		{strings.Repeat("登", MaxQuery), "登ab"},
		{strings.Repeat("x ", 100) + strings.Repeat("=", 700), "="},
	} {
		q, err := New(c.query)
		if err != nil {
			t.Fatal(err)
		}
		b := []byte(strings.Repeat(c.of, size/len(c.of)))
		s, compared := &q.sieve, 0
		last := len(s.part) - 1
		for at := last; at < len(b); {
			by := int(s.jump[b[at]])
			if compared++; by == 0 {
				for n := 1; n <= last && upper(b[at-n]) == s.part[last-n]; n++ {
					compared++
				}
				by = s.again
			}
			at += by
		}
		if most := 20 * len(b); compared > most || compared == 0 {
			t.Errorf("%.10s… in %q: %d comparisons in %d bytes", c.query, c.of, compared, len(b))
		}
		if !s.passes(append(b, c.query...)) {
			t.Errorf("%.10s… is not found behind %q", c.query, c.of)
		}
	}
}
