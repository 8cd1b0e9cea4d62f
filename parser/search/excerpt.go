package search

import (
	"unicode"
	"unicode/utf8"
)

// MaxExcerpt is how long an excerpt is at the most, in runes.
const MaxExcerpt = 160

// before is how much of an excerpt stands before the hit.
const before = 50

// excerpt gives the words around a hit on one line. "…" stands where they are cut.
func excerpt(text []byte, from int) string {
	out := make([]rune, 0, MaxExcerpt+2)
	start := back(text, from, before)
	if start > 0 {
		out = append(out, '…')
	}
	begun, space := false, false
	for i := start; i < len(text) && len(out) <= MaxExcerpt; {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case unicode.IsSpace(r):
			space = begun
		case !unicode.IsControl(r):
			if space {
				out = append(out, ' ')
			}
			out = append(out, r)
			begun, space = true, false
		}
	}
	if len(out) > MaxExcerpt {
		out = append(out[:MaxExcerpt-1], '…')
	}
	return string(out)
}
