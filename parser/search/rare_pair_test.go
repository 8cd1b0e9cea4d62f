package search

import (
	"bytes"
	"strings"
	"testing"
)

// TestRarePair checks that the rare pair of a text is found wherever the text is, and in any case.
func TestRarePair(t *testing.T) {
	for _, text := range []string{"q", "is", "needle", "a.b", "@[`{", "登x", "\u00ff-sixteen-bytes"} {
		p := newRarePair([]byte(text))
		for size := range 90 {
			for at := range size + 1 {
				b := []byte(strings.Repeat("~", at) + text + strings.Repeat("~", size-at))
				for range 2 {
					if got := p.next(b, 0); got != at {
						t.Fatalf("%q at %d of %q: found at %d", text, at, b, got)
					}
					if got := p.next(b, at+1); got >= 0 {
						t.Fatalf("%q behind %d of %q: found at %d", text, at, b, got)
					}
					for i, c := range b {
						b[i] = upper(c)
					}
				}
			}
		}
		if got := p.next(bytes.Repeat([]byte{'~'}, 99), 0); got >= 0 {
			t.Errorf("%q is found where it is not, at %d", text, got)
		}
	}
}
