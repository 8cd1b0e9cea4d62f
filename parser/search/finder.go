package search

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"unspool/parser/record"
)

// MaxWords is the maximum number of words that can be searched for individually.
const MaxWords = 16

// ErrTooManyWords is the error for more words than [MaxWords].
var ErrTooManyWords = errors.New("the text has more than 16 words and is not a phrase")

// A Finder finds all occurrences of a phrase, or of each of several words. It must be used
// by one goroutine at a time.
type Finder struct {
	terms []*query
	long  []*query // the terms, longest prefilter first: most records do not contain those
	words []byte   // scratch: a decoded string
}

// NewFinder returns a finder for a phrase, or for the words in it. A finder for an empty
// text finds nothing.
func NewFinder(text string, phrase bool, o Options) (*Finder, error) {
	terms := []string{text}
	if !phrase {
		terms = strings.Fields(text)
	}
	f := &Finder{}
	known := map[string]bool{}
	for _, term := range terms {
		q, err := newQuery(term, o)
		if err != nil {
			return nil, err
		}
		if key := string(q.runes); key != "" && !known[key] {
			known[key] = true
			if f.terms = append(f.terms, q); len(f.terms) > MaxWords {
				return nil, ErrTooManyWords
			}
		}
	}
	f.long = slices.Clone(f.terms)
	sort.SliceStable(f.long, func(i, j int) bool { return len(f.long[i].prefilter.part) > len(f.long[j].prefilter.part) })
	return f, nil
}

// All returns the set of all terms: [Place.Terms] of a place that contains each of them.
func (f *Finder) All() uint32 { return 1<<len(f.terms) - 1 }

// A Place is a string of a record that contains terms.
type Place struct {
	At     int    // where the string begins in the record
	Member string // the member of the record that contains the string, "" for none
	Text   []byte // decoded; valid until the next place
	From   int    // start of the first term in Text
	To     int
	Count  int    // number of occurrences of terms, without overlaps of one term
	Terms  uint32 // the terms that occur, one bit each
}

// Each calls found for each place of a record, a JSON object, whose bytes may contain all
// terms, in order. It searches the text, the inputs of tools and their results, and any other
// text of the record. It does not search names of members, ids, the envelope, images, or
// what a file was before a change.
func (f *Finder) Each(line []byte, found func(Place)) {
	if len(f.terms) == 0 {
		return
	}
	for _, q := range f.long {
		if !q.prefilter.passes(line) {
			return
		}
	}
	w := walk{line: line}
	w.string = func(at, end int) bool {
		if p, ok := f.place(line, at, end); ok {
			p.At, p.Member = at, string(w.member)
			found(p)
		}
		return false
	}
	w.value(0, 0, false)
	if cap(f.words) > 1<<20 {
		f.words = nil
	}
}

func (f *Finder) place(line []byte, at, end int) (p Place, ok bool) {
	raw := line[at+1 : end-1]
	candidates := uint32(0) // terms that may occur, one bit each
	for i, q := range f.terms {
		if len(raw) >= len(q.runes) && q.prefilter.passes(raw) {
			candidates |= 1 << i
		}
	}
	if candidates == 0 || isData(raw) {
		return p, false
	}
	p.Text = raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		f.words = record.AppendString(f.words[:0], line, at, -1)
		p.Text = f.words
	}
	for i, q := range f.terms {
		if candidates&(1<<i) == 0 {
			continue
		}
		find := q.in(p.Text)
		for from, to := find(0); from >= 0; from, to = find(to) {
			if p.Count == 0 || from < p.From {
				p.From, p.To = from, to
			}
			p.Count++
			p.Terms |= 1 << i
		}
	}
	return p, p.Count > 0
}

// Holds reports whether each term occurs in some string of a JSON value.
func (f *Finder) Holds(value []byte) bool {
	if len(f.terms) == 0 {
		return false
	}
	terms := uint32(0)
	w := walk{line: value}
	w.string = func(at, end int) bool {
		p, _ := f.place(value, at, end)
		terms |= p.Terms
		return terms == f.All()
	}
	w.value(0, 0, true)
	return terms == f.All()
}

// Lengths of the parts that [Place.Around] returns, in runes. Two lines of a list of matches have
// room for about Visible runes. The term is in the middle of them, or further to the right if little
// text follows it.
const (
	Visible   = 90
	MaxBefore = 40 // more if the rest has room for it
	MaxHit    = 120
	MaxAfter  = 140
)

// Around returns the first term and the text around it, on one line. Cuts are marked by "…".
func (p *Place) Around() (before, hit, after string) {
	hit, cut := collapseSpace(p.Text[p.From:p.To], MaxHit)
	if cut {
		after = "…"
	} else if after, cut = collapseSpace(p.Text[p.To:], MaxAfter); cut {
		after += "…"
	}
	after = strings.TrimRight(after, " ")
	following := utf8.RuneCountInString(hit) + utf8.RuneCountInString(after)
	most := max(MaxBefore, Visible-following)
	start := back(p.Text, p.From, most)
	before, _ = collapseSpace(p.Text[start:p.From], most)
	if before = strings.TrimLeft(before, " "); len(bytes.TrimSpace(p.Text[:start])) > 0 {
		before = "…" + before
	}
	return before, hit, after
}

// collapseSpace returns at most most runes of a text on one line, and whether the text was
// cut.
func collapseSpace(text []byte, most int) (words string, cut bool) {
	var out []byte
	space := false
	for i, n := 0, 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		if unicode.IsSpace(r) {
			if space {
				continue
			}
			r = ' '
		} else if unicode.IsControl(r) {
			continue
		}
		if n++; n > most {
			return string(out), true
		}
		space = r == ' '
		out = utf8.AppendRune(out, r)
	}
	return string(out), false
}
