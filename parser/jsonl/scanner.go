package jsonl

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// A Scanner walks over a text like [Object], [Array] and [Skip], and in the same pass checks what
// these accept without looking at it: the letters of numbers and literals, and the bytes of strings.
// A value that is malformed but has an end is skipped, and noted in Flaws.
//
// Checking numbers and literals costs next to nothing. Checking strings makes skipping them a third slower,
// because more than their quotes must be looked at: that is an eighth of the time to parse a file.
type Scanner struct {
	Text  []byte
	Flaws Flaws

	trusted   bool // nothing is checked
	last, end int  // the last value that was skipped
}

// Trusted returns a Scanner that checks nothing, for a text that was checked before.
func Trusted(text []byte) Scanner { return Scanner{Text: text, trusted: true} }

// Flaws are the positions of the first bytes of a text that could be read although they are not valid.
// They start at 1; 0 means that there is no such byte.
type Flaws struct {
	Syntax   int // not JSON: a number, a literal, an escape, or a raw control character in a string
	Encoding int // not UTF-8
}

// Any reports whether there is a flaw.
func (f Flaws) Any() bool { return f != Flaws{} }

func (s *Scanner) malformed(at int) {
	if s.Flaws.Syntax == 0 {
		s.Flaws.Syntax = at + 1
	}
}

func (s *Scanner) skipLiteral(at int) int {
	end := skipLiteral(s.Text, at)
	if end > 0 && !s.trusted && !isLiteral(s.Text[at:end]) {
		s.malformed(at)
	}
	return end
}

// isLiteral reports whether b is a JSON number or a literal.
func isLiteral(b []byte) bool {
	switch b[0] {
	case 't':
		return string(b) == "true"
	case 'f':
		return string(b) == "false"
	case 'n':
		return string(b) == "null"
	case '-':
		b = b[1:]
	}
	whole := digits(b)
	if whole == 0 || whole > 1 && b[0] == '0' {
		return false
	}
	if b = b[whole:]; len(b) > 0 && b[0] == '.' {
		fraction := digits(b[1:])
		if fraction == 0 {
			return false
		}
		b = b[1+fraction:]
	}
	if len(b) == 0 {
		return true
	}
	if b[0] != 'e' && b[0] != 'E' {
		return false
	}
	if b = b[1:]; len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	return len(b) > 0 && digits(b) == len(b)
}

// digits returns the number of digits at the start of b.
func digits(b []byte) int {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	return n
}

const (
	eachByte  = 0x0101010101010101
	highBits  = 0x80 * eachByte
	quotes    = '"' * eachByte
	slashes   = '\\' * eachByte
	printable = ' ' * eachByte
)

// skipString returns the index after the string that begins at at. It looks at eight bytes at a time
// for one that ends the string or must be checked: a quote, a backslash, a control character, or a
// byte of a longer character. The lowest bit of found belongs to the first of these; above it there
// may be bits of other bytes, because the subtractions borrow.
func (s *Scanner) skipString(at int) int {
	if s.trusted {
		return skipString(s.Text, at)
	}
	b, i := s.Text, at+1
	for {
		for len(b)-i >= 8 {
			x := binary.LittleEndian.Uint64(b[i:])
			found := (((x ^ quotes) - eachByte) | ((x ^ slashes) - eachByte) | (x - printable) | x) & highBits
			if found != 0 {
				i += bits.TrailingZeros64(found) / 8
				break
			}
			i += 8
		}
		if i >= len(b) {
			return ^len(b)
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			i = s.skipEscape(i)
		case c < ' ':
			s.malformed(i)
			i++
		case c >= utf8.RuneSelf:
			i = s.skipCharacters(i)
		default:
			i++
		}
	}
}

// skipEscape returns the index after the escape at b[at], or after its backslash if what follows
// could be part of a longer character.
func (s *Scanner) skipEscape(at int) int {
	if at+1 == len(s.Text) {
		return at + 1
	}
	switch c := s.Text[at+1]; {
	case isEscaped[c]:
		return at + 2
	case c == 'u' && at+6 <= len(s.Text) && hexDigits(s.Text[at+2:at+6]):
		return at + 6
	case c < utf8.RuneSelf:
		s.malformed(at)
		return at + 2
	}
	s.malformed(at)
	return at + 1
}

var isEscaped = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

func hexDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' && c < 'A' || c > 'F' && c < 'a' || c > 'f' {
			return false
		}
	}
	return true
}

// skipCharacters returns the index after the characters of several bytes that begin at b[at].
func (s *Scanner) skipCharacters(at int) int {
	b := s.Text
	for at < len(b) && b[at] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 && s.Flaws.Encoding == 0 {
			s.Flaws.Encoding = at + 1
		}
		at += size
	}
	return at
}
