package search

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A prefilter quickly rules out JSON that cannot contain a query, by its raw bytes. It
// searches for the longest part of the query that has only one spelling apart from the case
// of ASCII letters. At worst it compares every byte with the whole part, which is why the
// part is short.
type prefilter struct {
	part []byte   // folded
	pair rarePair // of the part
	// variants are all spellings of one rune of the query that has several.
	variants    [][]byte
	foldedForms [][]byte // alternative encodings of letters of the part
	nonASCII    bool     // the query has runes beyond ASCII
}

// enoughBytes is the length at which a part is long enough: more bytes do not filter better. A
// part can exceed it by one rune.
const enoughBytes = 16

func newPrefilter(query []rune, exact bool) prefilter {
	var f prefilter
	var part []byte
	for _, r := range query {
		if f.variants == nil && r >= utf8.RuneSelf && !hasOneSpelling(r, exact) && r != utf8.RuneError {
			f.variants = caseVariants(r)
		}
		if len(f.part) >= enoughBytes {
			continue
		}
		switch {
		case !hasOneSpelling(r, exact):
			part = nil
			continue
		case r < utf8.RuneSelf:
			part = append(part, upper(byte(r)))
		default:
			part = utf8.AppendRune(part, r)
		}
		if len(part) > len(f.part) {
			f.part = part
		}
	}
	f.pair = newRarePair(f.part)
	for letter, other := range map[byte]string{'S': "\u017f", 'K': "\u212a"} {
		if bytes.IndexByte(f.part, letter) >= 0 {
			f.foldedForms = append(f.foldedForms, []byte(other))
		}
	}
	f.nonASCII = f.variants != nil || bytes.ContainsFunc(f.part, func(r rune) bool { return r >= utf8.RuneSelf })
	return f
}

// hasOneSpelling reports whether a rune is always written in the same way, apart from the case
// of an ASCII letter and the letters in foldedForms.
func hasOneSpelling(r rune, exact bool) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r != '"' && r != '\\' && r != '/' && r != 0x7f
	}
	return r != utf8.RuneError && (exact || unicode.SimpleFold(r) == r)
}

// caseVariants returns the encodings of a rune in any case.
func caseVariants(r rune) [][]byte {
	forms := [][]byte{utf8.AppendRune(nil, r)}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		forms = append(forms, utf8.AppendRune(nil, other))
	}
	return forms
}

// passes reports whether JSON may contain the query in one of its strings.
func (f *prefilter) passes(b []byte) bool {
	if len(f.part) == 0 && f.variants == nil {
		return true
	}
	return (len(f.part) == 0 || f.next(b, 0) >= 0) && (f.variants == nil || containsAny(b, f.variants)) ||
		containsAny(b, f.foldedForms) || f.hasEscape(b)
}

// next returns the first index at or after start where the part occurs, in any case, or -1
// if there is none.
func (f *prefilter) next(b []byte, start int) int {
	for at := start; ; at++ {
		if at = f.pair.next(b, at); at < 0 || at+len(f.part) > len(b) {
			return -1
		}
		if f.startsWithPart(b[at:]) {
			return at
		}
	}
}

// startsWithPart reports whether b begins with the part, in any case.
func (f *prefilter) startsWithPart(b []byte) bool {
	for i, c := range f.part {
		if upper(b[i]) != c {
			return false
		}
	}
	return true
}

// hasEscape reports whether a rune that can be part of the query may be written by its
// number, as \u0041 or \u212a. Control characters mostly are, but cannot be part of a
// query.
func (f *prefilter) hasEscape(b []byte) bool {
	for i := 0; ; i += 2 {
		n := indexPair(b[i:], b[min(i+1, len(b)):], '\\'*ones, 0, 'u'*ones, 0)
		if i += n; n < 0 || i+5 >= len(b) {
			return false
		}
		before := i
		for before > 0 && b[before-1] == '\\' {
			before--
		}
		if (i-before)%2 == 1 {
			continue // the backslash itself was escaped
		}
		if high := string(b[i+2 : i+4]); high != "00" {
			if f.nonASCII || high == "01" || high == "21" {
				return true
			}
		} else if b[i+4] > '1' && (f.nonASCII || b[i+4] <= '7') {
			return true
		}
	}
}

// containsAny reports whether b contains any of several texts.
func containsAny(b []byte, texts [][]byte) bool {
	for _, text := range texts {
		if bytes.Contains(b, text) {
			return true
		}
	}
	return false
}
