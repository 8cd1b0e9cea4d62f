package redact

import (
	"unicode"
	"unicode/utf8"
)

// shortestAnchor is the length from which on letters of ASCII start the search of a word, in bytes: fewer are in too
// many other words.
const shortestAnchor = 3

// addWord adds a finder of a word of the caller, in any case.
func (s *scanner) addWord(words *[]string, word string) {
	from, to := anchor(word)
	if to-from == len(word) {
		s.add(words, func(s *scanner, end int) {
			s.take(candidate{kind: Word, rule: "word", from: end - len(word), to: end})
		}, word)
		return
	}
	before, after := []rune(word[:from]), []rune(word[to:])
	start := func(n int) trigger {
		return func(s *scanner, end int) { s.word(end-n, end, before, after) }
	}
	if to-from >= shortestAnchor {
		s.add(words, start(to-from), word[from:to])
		return
	}
	// In any case: the first letter beyond ASCII.
	first, size := utf8.DecodeRuneInString(word[from:])
	after = []rune(word[from+size:])
	for r := first; ; {
		s.add(words, start(utf8.RuneLen(r)), string(r))
		if r = unicode.SimpleFold(r); r == first {
			return
		}
	}
}

// anchor returns the range of the part of a word that its search starts with: the longest one of ASCII, or, if that is too
// short, what begins with the first other letter.
func anchor(word string) (from, to int) {
	other, start := len(word), 0
	for i := 0; i <= len(word); i++ {
		if i < len(word) && word[i] < utf8.RuneSelf {
			continue
		}
		if i-start > to-from {
			from, to = start, i
		}
		other, start = min(other, i), i+1
	}
	if to-from < shortestAnchor && to-from < len(word) {
		return other, other
	}
	return from, to
}

// word finds a word from the range of its anchor on: the letters before and after it are compared.
func (s *scanner) word(from, to int, before, after []rune) {
	for i := len(before) - 1; i >= 0; i-- {
		r, n := utf8.DecodeLastRune(s.text[:from])
		if !isSameLetter(r, before[i]) {
			return
		}
		from -= n
	}
	for _, letter := range after {
		r, n := utf8.DecodeRune(s.text[to:])
		if !isSameLetter(r, letter) {
			return
		}
		to += n
	}
	s.take(candidate{kind: Word, rule: "word", from: from, to: to})
}

// isSameLetter reports whether two letters differ by their case only.
func isSameLetter(a, b rune) bool {
	if a == b {
		return a != utf8.RuneError
	}
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return false
}
