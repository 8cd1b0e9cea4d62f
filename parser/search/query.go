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

// A Query is words to look for. It is for one goroutine.
type Query struct {
	runes []rune // folded, one ' ' for each run of white space, none at the ends
	fail  []int  // by Knuth, Morris and Pratt: how much of runes still fits behind a miss
	sieve sieve
	words []byte // scratch: a decoded string
}

// New makes a query. White space at the ends does not count; a query of nothing
// else finds nothing.
func New(text string) (*Query, error) {
	q := &Query{}
	for _, r := range strings.Join(strings.Fields(text), " ") {
		q.runes = append(q.runes, fold(r))
	}
	if len(q.runes) > MaxQuery {
		return nil, ErrLong
	}
	q.fail = make([]int, len(q.runes))
	for i, k := 1, 0; i < len(q.runes); i++ {
		k = q.next(k, q.runes[i])
		q.fail[i] = k
	}
	q.sieve = newSieve(q.runes)
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
func (q *Query) Find(text []byte) (from, to int) {
	if len(q.runes) == 0 {
		return -1, -1
	}
	k, space := 0, false
	for i := 0; i < len(text); {
		c, n := text[i], 1
		r, white := rune(upper(c)), c == ' ' || '\t' <= c && c <= '\r'
		if c >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[i:])
			r, white = fold(r), unicode.IsSpace(r)
		}
		i += n
		if white {
			if space {
				continue
			}
			r = ' '
		}
		space = white
		if k = q.next(k, r); k == len(q.runes) {
			return back(text, i, k), i
		}
	}
	return -1, -1
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
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return least
}

// upper makes a small letter of ASCII a capital one.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
