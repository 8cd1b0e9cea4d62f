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

// MaxWords is how many words may be looked for one by one.
const MaxWords = 16

// ErrMany says that there are more words than [MaxWords].
var ErrMany = errors.New("there are more than 16 words to look for; as an exact phrase they are found")

// A Finder finds all places where words stand: a phrase, or each of several
// words by itself. It is for one goroutine.
type Finder struct {
	terms []*Query
	long  []*Query // the terms, those first that most records do not hold
	words []byte   // scratch: a decoded string
}

// NewFinder makes a finder of a phrase, or of the words in it. A finder of
// nothing finds nothing.
func NewFinder(text string, phrase bool, o Options) (*Finder, error) {
	terms := []string{text}
	if !phrase {
		terms = strings.Fields(text)
	}
	f := &Finder{}
	known := map[string]bool{}
	for _, term := range terms {
		q, err := o.New(term)
		if err != nil {
			return nil, err
		}
		if key := string(q.runes); key != "" && !known[key] {
			known[key] = true
			if f.terms = append(f.terms, q); len(f.terms) > MaxWords {
				return nil, ErrMany
			}
		}
	}
	f.long = slices.Clone(f.terms)
	sort.SliceStable(f.long, func(i, j int) bool { return len(f.long[i].prefilter.part) > len(f.long[j].prefilter.part) })
	return f, nil
}

// All is the set of all terms: [Place.Terms] of a place that holds each of them.
func (f *Finder) All() uint32 { return 1<<len(f.terms) - 1 }

// A Place is a string of a record in which terms stand.
type Place struct {
	At     int    // where it begins in the record
	Member string // the member of the record that it stands in, "" for none
	Text   []byte // decoded; valid until the next place
	From   int    // the first term in it
	To     int
	Count  int    // how often terms stand in it, without overlaps of one term
	Terms  uint32 // which of them do, one bit each
}

// Each gives the places of a record that holds all terms, in their order: as
// [Query.In] looks for them, but for what the file was like before a change.
func (f *Finder) Each(line []byte, found func(Place)) {
	if len(f.terms) == 0 {
		return
	}
	for _, q := range f.long {
		if !q.prefilter.passes(line) {
			return
		}
	}
	w := walk{line: line, without: bygone}
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

// bygone are members of results that hold what was before: of all of a file,
// and of a list of tasks.
const bygone = " originalFile oldTodos "

func (f *Finder) place(line []byte, at, end int) (p Place, ok bool) {
	raw := line[at+1 : end-1]
	may := uint32(0) // terms, one bit each
	for i, q := range f.terms {
		if len(raw) >= len(q.runes) && q.prefilter.passes(raw) {
			may |= 1 << i
		}
	}
	if may == 0 || isData(raw) {
		return p, false
	}
	p.Text = raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		f.words = record.AppendString(f.words[:0], line, at, -1)
		p.Text = f.words
	}
	for i, q := range f.terms {
		if may&(1<<i) == 0 {
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

// Holds says that each term stands in some string of a JSON value.
func (f *Finder) Holds(value []byte) bool {
	w, terms := walk{line: value}, uint32(0)
	w.string = func(at, end int) bool {
		p, _ := f.place(value, at, end)
		terms |= p.Terms
		return terms == f.All()
	}
	if len(f.terms) > 0 {
		w.value(0, 0, true)
	}
	return w.enough
}

// What an excerpt of [Place.Around] shows at the most, in runes.
const (
	MaxBefore = 40
	MaxHit    = 120
	MaxAfter  = 140
)

// Around gives the first term and the words around it, each on one line. "…"
// stands where they are cut, but for the beginning of a line.
func (p *Place) Around() (before, hit, after string) {
	start := back(p.Text, p.From, MaxBefore)
	head := p.Text[start:p.From]
	if line := bytes.LastIndexByte(head, '\n'); line >= 0 {
		head = head[line+1:]
	} else if start > 0 {
		before = "…"
	}
	words, _ := collapseSpace(head, MaxBefore)
	if before == "" {
		words = strings.TrimLeft(words, " ")
	}
	hit, cut := collapseSpace(p.Text[p.From:p.To], MaxHit)
	if cut {
		return before + words, hit, "…"
	}
	if after, cut = collapseSpace(p.Text[p.To:], MaxAfter); cut {
		after += "…"
	}
	return before + words, hit, strings.TrimRight(after, " ")
}

// collapseSpace gives at most so many runes of a text on one line, and whether there
// are more.
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
