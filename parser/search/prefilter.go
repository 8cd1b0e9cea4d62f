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
	wide        bool     // the query has runes beyond ASCII
}

// enough is how many bytes of a part suffice: more bytes do not filter better. A part can
// exceed it by one rune.
const enough = 16

func newPrefilter(query []rune, exact bool) prefilter {
	var s prefilter
	var part []byte
	for _, r := range query {
		if s.variants == nil && r >= utf8.RuneSelf && !plain(r, exact) && r != utf8.RuneError {
			s.variants = caseVariants(r)
		}
		if len(s.part) >= enough {
			continue
		}
		switch {
		case !plain(r, exact):
			part = nil
			continue
		case r < utf8.RuneSelf:
			part = append(part, upper(byte(r)))
		default:
			part = utf8.AppendRune(part, r)
		}
		if len(part) > len(s.part) {
			s.part = part
		}
	}
	s.pair = newPair(s.part)
	for letter, other := range map[byte]string{'S': "\u017f", 'K': "\u212a"} {
		if bytes.IndexByte(s.part, letter) >= 0 {
			s.foldedForms = append(s.foldedForms, []byte(other))
		}
	}
	s.wide = s.variants != nil || bytes.ContainsFunc(s.part, func(r rune) bool { return r >= utf8.RuneSelf })
	return s
}

// plain reports whether a rune has only one spelling, apart from the case of an ASCII
// letter and the letters in foldedForms.
func plain(r rune, exact bool) bool {
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
func (s *prefilter) passes(b []byte) bool {
	if len(s.part) == 0 && s.variants == nil {
		return true
	}
	return (len(s.part) == 0 || s.next(b, 0) >= 0) && (s.variants == nil || contains(b, s.variants)) ||
		contains(b, s.foldedForms) || s.escaped(b)
}

// next returns the first index at or after start where the part occurs, in any case, or -1
// if there is none.
func (s *prefilter) next(b []byte, start int) int {
	for at := start; ; at++ {
		if at = s.pair.next(b, at); at < 0 || at+len(s.part) > len(b) {
			return -1
		}
		if s.fits(b[at:]) {
			return at
		}
	}
}

// fits reports whether b begins with the part, in any case.
func (s *prefilter) fits(b []byte) bool {
	for i, c := range s.part {
		if upper(b[i]) != c {
			return false
		}
	}
	return true
}

// escaped reports whether a rune that can be part of the query may be written by its
// number, as \u0041 or \u212a. Control characters mostly are, but cannot be part of a
// query.
func (s *prefilter) escaped(b []byte) bool {
	for i := 0; ; i += 2 {
		n := eights(b[i:], b[min(i+1, len(b)):], '\\'*ones, 0, 'u'*ones, 0)
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
			if s.wide || high == "01" || high == "21" {
				return true
			}
		} else if b[i+4] > '1' && (s.wide || b[i+4] <= '7') {
			return true
		}
	}
}

// contains reports whether b contains any of several texts.
func contains(b []byte, any [][]byte) bool {
	for _, one := range any {
		if bytes.Contains(b, one) {
			return true
		}
	}
	return false
}
