package redact

import (
	"encoding/binary"
	"unicode/utf8"
)

// unhide removes what a reader does not see, so that values are found which it interrupts: escape sequences of
// terminals, such as colors, and invisible characters. It reports whether there are any.
func unhide(t *text, source []byte) bool {
	runEnd := 0 // the end of the last run that stays, so that each run is read once
	return decodeAt(t, source, escape, func(out, b []byte, at int) ([]byte, int) {
		if at < runEnd {
			return out, 0
		}
		hasSequence, end := false, at
		for end < len(b) {
			n := hiddenLength(b, end)
			if n == 0 {
				break
			}
			hasSequence = hasSequence || b[end] == escape
			end += n
		}
		if !hasSequence && !isInterruption(b, at, end) {
			runEnd = end
			return out, 0
		}
		return out, end - at
	})
}

// isInterruption reports whether the invisible characters in a range can interrupt a value. Those beside blanks and
// emoji, which are frequent, cannot.
func isInterruption(b []byte, from, to int) bool {
	if from == 0 || to == len(b) || b[from-1] <= ' ' || b[to] <= ' ' {
		return false
	}
	before, _ := utf8.DecodeLastRune(b[:from])
	after, _ := utf8.DecodeRune(b[to:])
	return !isPictograph(before) && !isPictograph(after)
}

// isPictograph reports whether a character is a symbol, such as an emoji, and no letter.
func isPictograph(r rune) bool {
	return r >= 0x2000 && r < 0x2c00 || r >= 0x1f000 && r < 0x20000
}

const escape = 0x1b

// findHidden returns the index of the first byte of b that may begin something hidden, or -1. It reads eight
// bytes at a time, since most texts have none.
func findHidden(b []byte) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	for i := 0; i < len(b); {
		end := min(len(b), i+8)
		if end == i+8 {
			word := binary.LittleEndian.Uint64(b[i:])
			noEscape := word ^ escape*low
			if ((word-low)&^word|(noEscape-low)&^noEscape|word)&high == 0 { // neither 0 nor an escape nor beyond ASCII
				i = end
				continue
			}
		}
		for ; i < end; i++ {
			if hiddenLength(b, i) > 0 {
				return i
			}
		}
	}
	return -1
}

// hiddenLength returns the length of the escape sequence or the invisible character at an index, or 0.
func hiddenLength(b []byte, at int) int {
	switch c := b[at]; c {
	case escape:
		return sequenceLength(b[at:])
	case 0: // of UTF-16
		return 1
	case 0xe2: // quotation marks, dashes and arrows are frequent
		if at+1 < len(b) && b[at+1] > 0x81 {
			return 0
		}
	case 0xc2, 0xcd, 0xd8, 0xe1, 0xe3, 0xef, 0xf0, 0xf3:
	default:
		return 0
	}
	r, n := utf8.DecodeRune(b[at:])
	if !isInvisible(r) {
		return 0
	}
	return n
}

// sequenceLength returns the length of the escape sequence at the beginning of b.
func sequenceLength(b []byte) int {
	const longest = 4 << 10
	b = b[:min(len(b), longest)]
	if len(b) < 2 {
		return len(b)
	}
	at := 2
	switch c := b[1]; {
	case c == '[':
		for at < len(b) && b[at] >= ' ' && b[at] <= '?' {
			at++
		}
		if at < len(b) && b[at] >= '@' && b[at] <= '~' {
			at++
		}
	case c == ']': // a title or link
		for at < len(b) && b[at] != '\a' && b[at] != escape {
			at++
		}
		switch {
		case at < len(b) && b[at] == '\a':
			at++
		case at+1 < len(b) && b[at+1] == '\\':
			at += 2
		default:
			return 2
		}
	case c == '(' || c == ')' || c == '#':
		at = min(len(b), 3)
	case c == '7' || c == '8' || c == '=' || c == '>' || c == 'c' || c >= '@' && c <= '_':
	default:
		return 1
	}
	return at
}

// isInSequence reports whether an index is in an escape sequence for colors: a value that begins there does not
// without it.
func isInSequence(b []byte, at int) bool {
	const longest = 64
	for first := max(0, at-longest); at > first && (b[at-1] >= '0' && b[at-1] <= '?'); {
		at--
	}
	return at > 1 && b[at-1] == '[' && b[at-2] == escape
}

// isInvisible reports whether Unicode lets a character be ignored when a text is shown.
func isInvisible(r rune) bool {
	switch {
	case r < 0x180b:
		return r == 0xad || r == 0x34f || r == 0x61c || r == 0x115f || r == 0x1160 || r == 0x17b4 || r == 0x17b5
	case r < 0x2000:
		return r <= 0x180f
	case r < 0x3000:
		return r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f
	case r < 0xfe00:
		return r == 0x3164
	}
	return r <= 0xfe0f || r == 0xfeff || r == 0xffa0 || r >= 0xfff0 && r <= 0xfff8 ||
		r >= 0x1bca0 && r <= 0x1bca3 || r >= 0x1d173 && r <= 0x1d17a || r >= 0xe0000 && r <= 0xe0fff
}
