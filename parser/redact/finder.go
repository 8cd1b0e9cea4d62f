package redact

import (
	"fmt"
	"hash/maphash"
	"iter"
	"regexp"
	"slices"
	"unicode/utf8"
)

// FinderOptions are what a [Finder] looks for besides secrets and personal data.
type FinderOptions struct {
	Words    []string         // found in any case of their letters, also within other words
	Patterns []*regexp.Regexp // all of each match is replaced
}

// shortestWord is the length of the shortest word that can be replaced, in bytes.
const shortestWord = 3

// A Finder finds secrets and personal data in records. It is not safe for concurrent use.
type Finder struct {
	Lines int // that were searched
	Long  int // lines that are too long to be searched; a [Replacer] leaves them out

	scanner *scanner
	known   *structure
	hasOwn  bool // words and patterns of the caller
	layers  layering
	nested  layering // of texts in images
	image   []byte   // a buffer

	seed  maphash.Seed
	clean map[uint64]bool // hashes of texts in which nothing was found

	line     []byte
	skipped  int // where a text of the line begins that is not searched, or -1
	offset   int64
	found    []Finding
	seen     []Finding // in the string that is read
	before   map[seenValue]bool
	inBefore int // how many of seen are in before
}

// NewFinder returns a finder.
func NewFinder(o FinderOptions) (*Finder, error) {
	for _, w := range o.Words {
		if !utf8.ValidString(w) {
			return nil, fmt.Errorf("word %q: it is not UTF-8", w)
		}
		if len(w) < shortestWord {
			return nil, fmt.Errorf("word %q: it has fewer than %d bytes", w, shortestWord)
		}
	}
	for _, p := range o.Patterns {
		if p.MatchString("") {
			return nil, fmt.Errorf("pattern %s: it matches the empty text", p)
		}
	}
	s, err := newScanner(o)
	if err != nil {
		return nil, fmt.Errorf("redact: %w", err)
	}
	return &Finder{scanner: s, known: newStructure(), hasOwn: len(o.Words)+len(o.Patterns) > 0,
		seed: maphash.MakeSeed(), clean: map[uint64]bool{}}, nil
}

// Line yields what is found in a line of a file: in the decoded strings and keys of a record, or, if
// the line is not one JSON object, in its text. offset is the one of the line in the file. The pieces
// of a streamed response are searched by a [Search] only, since a value can be in several.
func (f *Finder) Line(line []byte, offset int64) iter.Seq[Finding] {
	return f.lineWithout(line, offset, -1)
}

// lineWithout is like Line, without the text that begins at an index.
func (f *Finder) lineWithout(line []byte, offset int64, skipped int) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		f.line, f.offset, f.skipped, f.found = line, offset, skipped, f.found[:0]
		if !walkOnce(line, f.known, (*finderVisitor)(f)) {
			f.found = f.found[:0]
			f.search(line, 0, false)
		}
		for _, found := range f.found {
			if !yield(found) {
				return
			}
		}
	}
}

// finderVisitor is a Finder that visits the nodes of a line.
type finderVisitor Finder

func (v *finderVisitor) object(node) Parts { return 0 }
func (v *finderVisitor) member(node) Parts { return 0 }

func (v *finderVisitor) text(at node) {
	f := (*Finder)(v)
	b := f.line[at.from:at.to]
	switch {
	case at.from == f.skipped:
	case at.isNumber && !f.hasOwn:
	case at.isNumber:
		f.search(withoutExponent(b), at.from, false)
	case isBinary(at, b): // only what is a text is searched
		f.forget()
		f.decoded(&text{bytes: b}, at.from)
		f.metadata(b, at.from)
		f.found = append(f.found, f.seen...)
	case at.isGenerated:
		before := len(f.found)
		f.search(b, at.from, true)
		left := slices.DeleteFunc(f.found[before:], func(x Finding) bool { return len(x.Value) < unboundedSecret })
		f.found = f.found[:before+len(left)]
	case len(b) < shortestKnown:
		f.search(b, at.from, true)
	default:
		hash := maphash.Bytes(f.seed, b)
		if f.clean[hash] {
			return
		}
		before := len(f.found)
		if f.search(b, at.from, true); len(f.found) == before {
			f.addClean(hash)
		}
	}
}

// Texts often occur several times: in the message, in the result for the user, and in later records. Those of at least
// shortestKnown bytes in which nothing was found are not searched again: real sessions take a fifth less time. maxClean
// is how many are remembered.
const (
	shortestKnown = 64
	maxClean      = 64 << 10
)

func (f *Finder) addClean(hash uint64) {
	if len(f.clean) == maxClean {
		clear(f.clean)
	}
	f.clean[hash] = true
}

// shortestBlob is the length of the shortest text that can be the data of an image, in bytes.
const shortestBlob = 64

// isBlob reports whether a text is binary data: of an image or document, or encrypted. The alphabet for URLs, which
// tokens have, is not used for these.
func isBlob(s node, b []byte) bool {
	switch s.key {
	case "data", "base64", "blob", "encrypted_content", "encrypted_index", "encrypted_stdout":
		return len(b) >= shortestBlob && isBase64Text(b)
	}
	const shortest = 200 // of an image in another member
	return len(b) >= shortest && !s.isKey && isImageCode(b) && isBase64Text(b)
}

// isBinary reports whether a text is binary data in Base64.
func isBinary(s node, b []byte) bool { return isBlob(s, b) || isSignature(s, b) }

func isBase64Text(b []byte) bool {
	for _, c := range b {
		if !isBase64(c) || c == '-' || c == '_' {
			return false
		}
	}
	return true
}

// search finds values in a text and what it decodes to.
func (f *Finder) search(b []byte, at int, isString bool) {
	f.forget()
	first := true
	f.layers.each(b, isString, func(t *text) {
		f.collect(t, at, first)
		first = false
		f.decoded(t, at)
		if t.has(hasSemicolon) {
			eachImage(t.bytes, func(from, to int) {
				start, _ := t.original(from, to)
				f.metadata(t.bytes[from:to], at+start)
			})
		}
	})
	f.found = append(f.found, f.seen...)
}

// metadata finds values in the texts of an image in Base64.
func (f *Finder) metadata(code []byte, at int) {
	for start, part := range imageTexts(code, &f.image) {
		f.nested.each(part, false, func(t *text) { f.collect(t, at+start*4/3, false) })
	}
}

func (f *Finder) forget() { f.seen, f.before, f.inBefore = f.seen[:0], nil, 0 }

// decoded finds values in what stands in Base64 in a text.
func (f *Finder) decoded(t *text, at int) {
	eachBase64(t.bytes, func(c base64Code) bool {
		if c.decoded != nil {
			from, _ := t.original(c.from, c.from+1)
			f.nested.each(c.decoded, false, func(t *text) { f.collect(t, at+from, false) })
		}
		return true
	})
}

// collect adds the candidates in a text. Those in a text that was decoded again are only added if
// they are new: usually they were found before.
func (f *Finder) collect(t *text, at int, isFirst bool) {
	candidates := f.scanner.scan(t.bytes)
	if len(candidates) > 0 && !isFirst {
		if f.before == nil {
			f.before = map[seenValue]bool{}
		}
		for _, s := range f.seen[f.inBefore:] {
			f.before[seenValue{s.Kind, s.Value}] = true
		}
		f.inBefore = len(f.seen)
	}
	for _, c := range candidates {
		value := t.bytes[c.from:c.to]
		if f.before[seenValue{c.kind, string(value)}] || !utf8.Valid(value) || isInSequence(t.bytes, c.from) {
			continue
		}
		from, _ := t.original(c.from, c.to)
		f.seen = append(f.seen, Finding{Kind: c.kind, Rule: c.rule, Value: string(value), Offset: f.offset + int64(at+from), Key: c.key,
			Before: context(t.bytes, max(0, c.from-contextBytes), c.from), After: context(t.bytes, c.to, c.to+contextBytes)})
	}
}

// A seenValue is a value that was found in another encoding of the same string.
type seenValue struct {
	kind  Kind
	value string
}

// contextBytes is the length of the text that a finding has of both sides, in bytes.
const contextBytes = 32

// context returns a part of a text in whole characters, on one line.
func context(b []byte, from, to int) string {
	to = min(len(b), to)
	for from < to && !utf8.RuneStart(b[from]) {
		from++
	}
	for to < len(b) && to > from && !utf8.RuneStart(b[to]) {
		to--
	}
	out := []byte(string(b[from:to]))
	for i, c := range out {
		if c < ' ' || c == 0x7f {
			out[i] = ' '
		}
	}
	return string(out)
}
