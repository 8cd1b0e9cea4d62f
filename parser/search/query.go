// Package search finds words in records: in the decoded text that a reader can see,
// ignoring the case of letters and the amount of white space.
//
// In: a text with [Options], and records as lines of JSON. Out: a [Place] for each string of a
// record that contains words of the text. A prefilter first checks the raw bytes of a record
// for the words, and few records pass; only those are parsed.
//
// Invariants: the prefilter never changes the places that are found; they are in the order of
// the record, and each occurrence lies in one string; all work is linear in the bytes of a
// record, whatever the record and the query contain.
package search

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxQuery is the maximum length of a query, in runes.
const MaxQuery = 1000

// ErrTooLong is the error for a query longer than [MaxQuery].
var ErrTooLong = errors.New("the text is longer than 1,000 characters")

// Options are the options of a search.
type Options struct {
	Case  bool // match case
	Whole bool // match whole words: no letter, digit or underscore adjoins them
}

// A query is a text to search for.
type query struct {
	Options
	runes     []rune // folded unless case matters, one ' ' for each run of white space, none at the ends
	fail      []int  // Knuth-Morris-Pratt failure function: how much of runes still matches after a mismatch
	starts    []int  // scratch: where the last runes of a text start, as many as the query has
	prefilter prefilter
	isPart    bool // the query is the part of the prefilter
}

// newQuery returns a query for a text. White space at its ends is ignored; a query of only
// white space finds nothing.
func newQuery(text string, o Options) (*query, error) {
	q := &query{Options: o}
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if !o.Case {
			r = fold(r)
		}
		q.runes = append(q.runes, r)
	}
	if len(q.runes) > MaxQuery {
		return nil, ErrTooLong
	}
	q.fail = make([]int, len(q.runes))
	for i, k := 1, 0; i < len(q.runes); i++ {
		k = q.next(k, q.runes[i])
		q.fail[i] = k
	}
	q.starts = make([]int, len(q.runes))
	q.prefilter = newPrefilter(q.runes, o.Case)
	q.isPart = len(q.runes) > 0 && !q.prefilter.nonASCII && len(q.prefilter.part) == len(q.runes)
	return q, nil
}

// next returns how many runes of the query match after another rune, if k matched before.
func (q *query) next(k int, r rune) int {
	for k > 0 && q.runes[k] != r {
		k = q.fail[k-1]
	}
	if q.runes[k] == r {
		k++
	}
	return k
}

// in returns a function that finds the first match in a text from a byte on, and returns
// -1, -1 if there is none. The text before that byte matters if words must be whole.
func (q *query) in(text []byte) func(start int) (from, to int) {
	if q.isPart && !containsAny(text, q.prefilter.foldedForms) {
		return func(start int) (from, to int) { return q.findPart(text, start) }
	}
	return func(start int) (from, to int) { return q.findRunes(text, start) }
}

// findPart finds a query that is the part of the prefilter.
func (q *query) findPart(text []byte, start int) (from, to int) {
	for {
		from := q.prefilter.next(text, start)
		if from < 0 {
			return -1, -1
		}
		to := from + len(q.runes)
		if (!q.Case || q.hasSameCase(text[from:to])) && (!q.Whole || isWhole(text, from, to)) {
			return from, to
		}
		start = from + 1
	}
}

// hasSameCase reports whether an occurrence of an ASCII query has the same case.
func (q *query) hasSameCase(text []byte) bool {
	for i, r := range q.runes {
		if rune(text[i]) != r {
			return false
		}
	}
	return true
}

func (q *query) findRunes(text []byte, start int) (from, to int) {
	if len(q.runes) == 0 {
		return -1, -1
	}
	k, space, at := 0, false, 0
	for i := start; i < len(text); {
		begin, c, n := i, text[i], 1
		r, white := rune(c), c == ' ' || '\t' <= c && c <= '\r'
		switch {
		case c >= utf8.RuneSelf:
			r, n = utf8.DecodeRune(text[i:])
			if white = unicode.IsSpace(r); !q.Case {
				r = fold(r)
			}
		case !q.Case:
			r = rune(upper(c))
		}
		i += n
		if white {
			if space {
				continue
			}
			r = ' '
		}
		space = white
		q.starts[at] = begin
		if at++; at == len(q.starts) {
			at = 0 // the oldest is the next to be overwritten
		}
		if k = q.next(k, r); k < len(q.runes) {
			continue
		}
		if from := q.starts[at]; !q.Whole || isWhole(text, from, i) {
			return from, i
		}
		k = q.fail[k-1]
	}
	return -1, -1
}

// isWhole reports whether a range has word boundaries at both ends.
func isWhole(text []byte, from, to int) bool {
	return !isInsideWord(text, from) && !isInsideWord(text, to)
}

// isInsideWord reports whether a word continues across an index.
func isInsideWord(text []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[at:])
	return isWordRune(before) && isWordRune(after)
}

// isWordRune reports whether r is a letter, a digit, a combining mark or an underscore.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// back returns the index n runes to the left of another; a run of white space counts as one.
func back(text []byte, at, n int) int {
	space := false
	for at > 0 {
		r, size := utf8.DecodeLastRune(text[:at])
		if s := unicode.IsSpace(r); !s || !space {
			if n == 0 {
				break
			}
			n--
			space = s
		}
		at -= size
	}
	return at
}

// fold returns the smallest of all runes that differ from r only by case.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(upper(byte(r)))
	}
	shortest := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		shortest = min(shortest, other)
	}
	return shortest
}

// upper returns the upper case of an ASCII letter, and any other byte unchanged.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
