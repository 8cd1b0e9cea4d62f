// Package search looks for words in records: in what a reader can see of them,
// decoded, whatever the case of the letters and however white the space.
//
// A record is first asked as it is written whether it may hold the words at all,
// which few do; only those are taken apart. All work is linear in the bytes of a
// record, whatever stands in it and whatever is looked for.
package search

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxQuery is how long words to look for may be, in runes.
const MaxQuery = 1000

// ErrLong says that the words are longer than [MaxQuery].
var ErrLong = errors.New("the words to look for are longer than 1,000 characters")

// Options say how words are looked for.
type Options struct {
	Case  bool // letters must be large or small as they are given
	Whole bool // no letter, digit or low line goes on from the words
}

// A Query is words to look for. It is for one goroutine.
type Query struct {
	Options
	runes     []rune // folded if case does not matter, one ' ' for each run of white space, none at the ends
	fail      []int  // by Knuth, Morris and Pratt: how much of runes still fits behind a miss
	begun     []int  // scratch: where the last runes of a text begin, as many as the query has
	prefilter prefilter
	plain     bool   // the part of the sieve is all of the query
	words     []byte // scratch: a decoded string
}

// New makes a query that looks for words in any case. White space at the ends does
// not count; a query of nothing else finds nothing.
func New(text string) (*Query, error) { return Options{}.New(text) }

// New makes a query with these options.
func (o Options) New(text string) (*Query, error) {
	q := &Query{Options: o}
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if !o.Case {
			r = fold(r)
		}
		q.runes = append(q.runes, r)
	}
	if len(q.runes) > MaxQuery {
		return nil, ErrLong
	}
	q.fail = make([]int, len(q.runes))
	for i, k := 1, 0; i < len(q.runes); i++ {
		k = q.next(k, q.runes[i])
		q.fail[i] = k
	}
	q.begun = make([]int, len(q.runes))
	q.prefilter = newPrefilter(q.runes, o.Case)
	q.plain = len(q.runes) > 0 && !q.prefilter.wide && len(q.prefilter.part) == len(q.runes)
	return q, nil
}

// next says how much of the query fits when another rune comes.
func (q *Query) next(k int, r rune) int {
	for k > 0 && q.runes[k] != r {
		k = q.fail[k-1]
	}
	if q.runes[k] == r {
		k++
	}
	return k
}

// Find gives the first place in a text where the words stand; -1, -1 where they
// do not.
func (q *Query) Find(text []byte) (from, to int) { return q.in(text)(0) }

// in gives what finds the first place in a text from a byte on. What stands before
// it counts where words must be whole.
func (q *Query) in(text []byte) func(start int) (from, to int) {
	if q.plain && !contains(text, q.prefilter.foldedForms) {
		return func(start int) (from, to int) { return q.findPlain(text, start) }
	}
	return func(start int) (from, to int) { return q.findRunes(text, start) }
}

// findPlain finds a query that is written in one way but for the case of letters.
func (q *Query) findPlain(text []byte, start int) (from, to int) {
	for {
		from := q.prefilter.next(text, start)
		if from < 0 {
			return -1, -1
		}
		to := from + len(q.runes)
		if (!q.Case || q.isWritten(text[from:to])) && (!q.Whole || isWhole(text, from, to)) {
			return from, to
		}
		start = from + 1
	}
}

// isWritten says that a text of ASCII is the query, in its case.
func (q *Query) isWritten(text []byte) bool {
	for i, r := range q.runes {
		if rune(text[i]) != r {
			return false
		}
	}
	return true
}

func (q *Query) findRunes(text []byte, start int) (from, to int) {
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
		q.begun[at] = begin
		if at++; at == len(q.begun) {
			at = 0 // the oldest is the next to go
		}
		if k = q.next(k, r); k < len(q.runes) {
			continue
		}
		if from := q.begun[at]; !q.Whole || isWhole(text, from, i) {
			return from, i
		}
		k = q.fail[k-1]
	}
	return -1, -1
}

// isWhole says that no word goes on at either end of a stretch.
func isWhole(text []byte, from, to int) bool {
	return !goesOn(text, from) && !goesOn(text, to)
}

// goesOn says that a place is in the midst of a word.
func goesOn(text []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[at:])
	return inWord(before) && inWord(after)
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// back goes n runes to the left of a place; a run of white space is one.
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

// fold gives one rune for all that differ by case alone: the smallest of them.
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

// upper makes a small letter of ASCII a capital one.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
