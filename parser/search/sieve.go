package search

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A sieve tells quickly that JSON cannot hold a query, by its bytes as they are
// written: those of the longest part of the query that is written in one way
// only, but for the case of letters of ASCII. It looks from the end of the part
// to its beginning, and mostly jumps the length of it (Horspool). At worst it
// compares every byte with all of the part, which is why that is short.
type sieve struct {
	part []byte   // folded
	jump [256]int // by the last byte that was looked at, folded
}

// enough is how many bytes of a part tell: more sieve no better. One rune can
// go beyond them.
const enough = 16

func newSieve(query []rune) sieve {
	var s sieve
	var part []byte
	for _, r := range query {
		if len(s.part) >= enough {
			break
		}
		if !plain(r) {
			part = nil
		} else if part = utf8.AppendRune(part, r); len(part) > len(s.part) {
			s.part = part
		}
	}
	for i := range s.jump {
		s.jump[i] = len(s.part)
	}
	for i, c := range s.part[:max(0, len(s.part)-1)] {
		s.jump[c] = len(s.part) - 1 - i
	}
	return s
}

// plain says that a folded rune is written in one way, but for the case of a
// letter of ASCII, or as one of odd.
func plain(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r != '"' && r != '\\' && r != '/' && r != 0x7f
	}
	return r != utf8.RuneError && unicode.SimpleFold(r) == r
}

// odd is what a part can be written with beside its own bytes: any rune as \u0041,
// s as the long s, k as the Kelvin sign.
var odd = [...]string{`\u`, "\u017f", "\u212a"}

// passes says that JSON may hold the query in one of its strings.
func (s *sieve) passes(b []byte) bool {
	last := len(s.part) - 1
	if last < 0 {
		return true
	}
	for at := last; at < len(b); at += s.jump[upper(b[at])] {
		if s.fit(b, at) > last {
			return true
		}
	}
	for _, x := range odd {
		if bytes.Contains(b, []byte(x)) {
			return true
		}
	}
	return false
}

// fit says how many bytes of the part fit from a place back.
func (s *sieve) fit(b []byte, at int) int {
	n, last := 0, len(s.part)-1
	for n <= last && upper(b[at-n]) == s.part[last-n] {
		n++
	}
	return n
}
