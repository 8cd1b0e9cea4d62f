package redact

import (
	"bytes"
	"encoding/binary"
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// A text is a text with the positions of its bytes in the text that it was decoded from.
type text struct {
	bytes  []byte
	source *text  // nil if nothing was decoded
	steps  []step // in order
	marks  marks  // 0 before they are read

	scratch [utf8.UTFMax]byte // one escape
}

// A step is a position from which on the bytes of a text are a copy of its source, or one escape.
type step struct {
	at, source int32
	isEscape   bool // the bytes up to the next step all stand for one escape
}

func (t *text) reset(source *text) {
	t.bytes, t.source, t.steps, t.marks = t.bytes[:0], source, t.steps[:0], 0
}

// original returns the range of the undecoded text for a range of t.
func (t *text) original(from, to int) (int, int) {
	for ; t.source != nil; t = t.source {
		last := t.stepOf(to - 1)
		end := int(t.steps[last].source) + to - int(t.steps[last].at)
		if t.steps[last].isEscape {
			end = int(t.steps[last+1].source)
		}
		first := t.stepOf(from)
		start := int(t.steps[first].source)
		if !t.steps[first].isEscape {
			start += from - int(t.steps[first].at)
		}
		from, to = start, end
	}
	return from, to
}

func (t *text) stepOf(at int) int {
	return sort.Search(len(t.steps), func(i int) bool { return int(t.steps[i].at) > at }) - 1
}

// marks are the characters in a text that can begin an encoding.
type marks uint8

const (
	hasBackslash marks = 1 << iota
	hasPercent
	hasAmpersand
	hasSemicolon
	isRead
)

// has reports whether a text has any of some marks. It reads the text once, eight bytes at a time: most texts have none,
// and a search for each takes as long as the rest of the work in a browser.
func (t *text) has(some marks) bool {
	if t.marks == 0 {
		t.marks = isRead | marksOf(t.bytes)
	}
	return t.marks&some != 0
}

func marksOf(b []byte) (found marks) {
	const low, high = 0x0101010101010101, 0x8080808080808080
	var backslash, percent, ampersand, semicolon uint64 // each has a high bit where a byte is the character
	for len(b) >= 8 {
		word := binary.LittleEndian.Uint64(b)
		x := word ^ '\\'*low
		backslash |= (x - low) &^ x
		x = word ^ '%'*low
		percent |= (x - low) &^ x
		x = word ^ '&'*low
		ampersand |= (x - low) &^ x
		x = word ^ ';'*low
		semicolon |= (x - low) &^ x
		b = b[8:]
	}
	for _, c := range b {
		switch c {
		case '\\':
			found |= hasBackslash
		case '%':
			found |= hasPercent
		case '&':
			found |= hasAmpersand
		case ';':
			found |= hasSemicolon
		}
	}
	for i, bits := range [...]uint64{backslash, percent, ampersand, semicolon} {
		if bits&high != 0 {
			found |= 1 << i
		}
	}
	return found
}

// A decoder decodes the text of source into t, which is empty, and reports whether anything changed.
type decoder func(t *text, source []byte) bool

// unescape decodes the escapes of JSON strings, and those of bytes that programs and shells have, such as \x40 and \100.
// It reports whether there are any. Other backslashes stay.
func unescape(t *text, source []byte) bool {
	return decodeAt(t, source, '\\', func(out, b []byte, at int) ([]byte, int) {
		if at+1 >= len(b) {
			return out, 0
		}
		switch c := b[at+1]; c {
		case '"', '\\', '/':
			return append(out, c), 2
		case 'n':
			return append(out, '\n'), 2
		case 't':
			return append(out, '\t'), 2
		case 'r':
			return append(out, '\r'), 2
		case 'b':
			return append(out, '\b'), 2
		case 'f':
			return append(out, '\f'), 2
		case 'u':
			return unicodeEscape(out, b, at)
		case 'x':
			if r, ok := hexNumber(b, at+2, 2); ok {
				return append(out, byte(r)), 4
			}
		case '0', '1', '2', '3':
			if at+3 < len(b) && isOctal(b[at+2]) && isOctal(b[at+3]) {
				return append(out, (c-'0')<<6|(b[at+2]-'0')<<3|(b[at+3]-'0')), 4
			}
		}
		return out, 0
	})
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// unicodeEscape decodes \u0041 and pairs of surrogates.
func unicodeEscape(out, b []byte, at int) ([]byte, int) {
	r, ok := hexNumber(b, at+2, 4)
	if !ok {
		return out, 0
	}
	n := 6
	if utf16.IsSurrogate(r) {
		if low, ok := hexNumber(b, at+8, 4); ok && b[at+6] == '\\' && b[at+7] == 'u' {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				r, n = both, 12
			}
		}
	}
	return utf8.AppendRune(out, r), n
}

// hexNumber reads a number of n hexadecimal digits.
func hexNumber(b []byte, at, n int) (value rune, ok bool) {
	if at+n > len(b) {
		return 0, false
	}
	for _, c := range b[at : at+n] {
		d, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		value = value<<4 | rune(d)
	}
	return value, true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// unpercent decodes the percent-encoding of URLs, and reports whether there is any.
func unpercent(t *text, source []byte) bool {
	return decodeAt(t, source, '%', func(out, b []byte, at int) ([]byte, int) {
		if r, ok := hexNumber(b, at+1, 2); ok {
			return append(out, byte(r)), 3
		}
		return out, 0
	})
}

// unentity decodes character references of HTML, and reports whether there are any: numbers, and
// those that HTML needs.
func unentity(t *text, source []byte) bool {
	return decodeAt(t, source, '&', func(out, b []byte, at int) ([]byte, int) {
		const longest = 16
		end := bytes.IndexByte(b[at:min(len(b), at+longest)], ';')
		if end < 3 {
			return out, 0
		}
		name := string(b[at+1 : at+end])
		switch name {
		case "amp":
			return append(out, '&'), end + 1
		case "lt":
			return append(out, '<'), end + 1
		case "gt":
			return append(out, '>'), end + 1
		case "quot":
			return append(out, '"'), end + 1
		case "apos":
			return append(out, '\''), end + 1
		case "commat":
			return append(out, '@'), end + 1
		case "period":
			return append(out, '.'), end + 1
		}
		if r, ok := characterReference(name); ok {
			return utf8.AppendRune(out, r), end + 1
		}
		return out, 0
	})
}

// characterReference reads the number of a reference such as #64 or #x40.
func characterReference(name string) (r rune, ok bool) {
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	base, digits := rune(10), name[1:]
	if digits[0] == 'x' || digits[0] == 'X' {
		base, digits = 16, digits[1:]
	}
	for i := range len(digits) {
		d, isHex := hexDigit(digits[i])
		if !isHex || rune(d) >= base {
			return 0, false
		}
		r = r*base + rune(d)
	}
	return r, len(digits) > 0 && r <= utf8.MaxRune
}

// decodeAt decodes the escapes that begin with a byte, and reports whether there are any. decode appends what the escape at a place
// stands for, and returns the length of the escape, or 0 if there is none. Invisible characters are searched with the escapes
// of terminals.
func decodeAt(t *text, source []byte, start byte, decode func(out, b []byte, at int) ([]byte, int)) bool {
	copied, at := 0, 0
	for {
		next := 0
		if start == escape {
			next = findHidden(source[at:])
		} else {
			next = bytes.IndexByte(source[at:], start)
		}
		if next < 0 {
			break
		}
		at += next
		decoded, n := decode(t.scratch[:0], source, at)
		if n == 0 {
			at++
			continue
		}
		if copied == 0 {
			t.steps = append(t.steps, step{})
		}
		t.bytes = append(t.bytes, source[copied:at]...)
		t.steps = append(t.steps, step{int32(len(t.bytes)), int32(at), true})
		t.bytes = append(t.bytes, decoded...)
		at += n
		t.steps = append(t.steps, step{int32(len(t.bytes)), int32(at), false})
		copied = at
	}
	if copied == 0 {
		return false
	}
	t.bytes = append(t.bytes, source[copied:]...)
	return true
}

// maxLayers bounds how often a text is decoded, and maxTexts how many texts come of that. There can be twice as many
// if something was hidden, since each text is then also decoded without that.
const (
	maxLayers = 4
	maxTexts  = 12
)

// A layering decodes texts which are encoded several times, in any order of encodings.
type layering struct {
	texts [2*maxTexts + 1]text
	used  int
	most  int
}

// each visits a text and all that it decodes to. With isString, the text is the inside of a JSON
// string: its own escapes are decoded before the first visit.
func (l *layering) each(b []byte, isString bool, visit func(t *text)) {
	l.used, l.most = 1, maxTexts+1
	root := &l.texts[0]
	root.reset(nil)
	saved := root.bytes
	root.bytes = b
	first := root
	if isString {
		if t := l.decode(root, unescape, hasBackslash); t != nil {
			first = t
		}
	}
	l.visit(first, maxLayers, visit)
	root.bytes = saved
}

func (l *layering) visit(t *text, depth int, visit func(t *text)) {
	visit(t)
	// What is hidden is no encoding: removing it takes no layer, and nothing is hidden in the rest.
	if next := l.next(t, unhide); next != nil {
		l.most = len(l.texts)
		l.visit(next, depth, visit)
	}
	if depth == 0 {
		return
	}
	if !t.has(hasBackslash | hasPercent | hasAmpersand) {
		return
	}
	for i, decode := range [...]decoder{unescape, unpercent, unentity} {
		if next := l.decode(t, decode, 1<<i); next != nil {
			l.visit(next, depth-1, visit)
		}
	}
}

// decode is like next for an encoding that begins with a mark.
func (l *layering) decode(t *text, decode decoder, mark marks) *text {
	if !t.has(mark) {
		return nil
	}
	return l.next(t, decode)
}

// next decodes a text, or returns nil if that changes nothing.
func (l *layering) next(t *text, decode decoder) *text {
	if l.used == l.most {
		return nil
	}
	next := &l.texts[l.used]
	next.reset(t)
	if !decode(next, t.bytes) {
		return nil
	}
	l.used++
	return next
}
