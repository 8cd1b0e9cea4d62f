package search

import (
	"unicode"
	"unicode/utf8"
)

// MaxExcerpt is the maximum length of an excerpt, in runes.
const MaxExcerpt = 160

// before is how much of an excerpt precedes the hit, in runes.
const before = 50

// excerpt returns the text around a hit, on one line. It marks cuts by "…".
func excerpt(text []byte, from int) string {
	var out []byte
	n, last := 0, 0 // runes, and the end of the last but one that fits
	start := back(text, from, before)
	if start > 0 {
		out, n = append(out, "…"...), 1
	}
	begun, space := false, false
	for i := start; i < len(text) && n <= MaxExcerpt; {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		if unicode.IsSpace(r) {
			space = begun
			continue
		}
		if unicode.IsControl(r) {
			continue
		}
		if space {
			out, n = append(out, ' '), n+1
		}
		if n < MaxExcerpt {
			last = len(out)
		}
		out, n = utf8.AppendRune(out, r), n+1
		begun, space = true, false
	}
	if n > MaxExcerpt {
		out = append(out[:last], "…"...)
	}
	return string(out)
}
