package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// shortestEncoded is the length of the shortest value that is searched in Base64 without decoding it:
// shorter encodings match by chance.
const shortestEncoded = 6

// inBase64 returns what a text is in Base64 in the middle of other text: at each of the three places
// in a group of bytes, without the characters that depend on the bytes beside it.
func inBase64(value string) []string {
	if len(value) < shortestEncoded {
		return nil
	}
	var found []string
	for lead := range 3 {
		padded := append(make([]byte, lead, lead+len(value)), value...)
		from, to := (lead*8+5)/6, len(padded)*8/6
		for _, e := range [...]*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if text := e.EncodeToString(padded)[from:to]; !slices.Contains(found, text) {
				found = append(found, text)
			}
		}
	}
	return found
}

// inHex returns what a text is in hexadecimal digits of both cases, if it is not too short.
func inHex(value string) []string {
	if len(value) < shortestEncoded {
		return nil
	}
	lower := hex.EncodeToString([]byte(value))
	if upper := strings.ToUpper(lower); upper != lower {
		return []string{lower, upper}
	}
	return []string{lower}
}

// shortestRun is the length of the shortest text in Base64 that is decoded, and shortestLine the one of the lines that
// longer ones are broken into.
const (
	maxFolders   = 8 // before a code in a path
	shortestRun  = 16
	shortestLine = 40
)

// A base64Code is a code in Base64.
type base64Code struct {
	from, to int
	joined   []byte // its lines, if there are several, in the standard alphabet
	decoded  []byte // nil if it is not the code of a text
}

// eachBase64 calls visit for each text that stands in Base64 in b, and for each code of several lines. It
// ends when visit returns false.
func eachBase64(b []byte, visit func(base64Code) (more bool)) {
	joined := 0
	for from := 0; from+shortestRun <= len(b); {
		// The last byte of the shortest run comes first: in prose, most others are never looked at.
		last := from + shortestRun - 1
		for last >= from && isBase64(b[last]) {
			last--
		}
		if last >= from {
			from = last + 1
			continue
		}
		if b[from] == '=' {
			from++
			continue
		}
		to := from + shortestRun
		if bytes.IndexByte(b[from:to], '=') >= 0 {
			to = from
		}
		if to = endOfCode(b, to); to-from < shortestRun {
			from = to
			continue
		}
		at := from
		for range maxFolders { // it can be the end of a path
			if at < 0 || to-at < shortestRun {
				break
			}
			decoded := decodeBase64(b[at:to])
			if decoded == nil {
				at = afterSlash(b, at, to)
				continue
			}
			if !visit(base64Code{from: at, to: to, decoded: decoded}) {
				return
			}
			break
		}
		if to-from >= shortestLine && from >= joined {
			var more bool
			if joined, more = wrappedCode(b, from, to, visit); !more {
				return
			}
		}
		from = to
	}
}

// afterSlash returns where the next part of a path begins, or -1.
func afterSlash(b []byte, from, to int) int {
	i := bytes.IndexByte(b[from:to], '/')
	if i < 0 {
		return -1
	}
	return from + i + 1
}

// endOfCode returns where the code that begins at an index ends in its line: padding is at the end.
func endOfCode(b []byte, at int) int {
	for at < len(b) && isBase64(b[at]) && b[at] != '=' {
		at++
	}
	for at < len(b) && b[at] == '=' {
		at++
	}
	return at
}

// wrappedCode visits the code whose first line has a range, if it has more lines, and returns where it ends. In
// a diff, lines begin with a mark that can also be in a code: both are visited.
func wrappedCode(b []byte, from, to int, visit func(base64Code) bool) (end int, more bool) {
	second, ok := nextLine(b, to)
	if !ok {
		return to, true
	}
	marks := []bool{false}
	if (b[from] == '+' || b[from] == '-') && b[second] == b[from] && (from == 0 || b[from-1] == '\n') {
		marks = []bool{false, true}
	}
	end = to
	for _, isMarked := range marks {
		c, starts := joinLines(b, from, to, isMarked)
		if end = max(end, c.to); len(starts) == 1 {
			continue
		}
		code := bytes.TrimRight(c.joined, "=")
		for _, start := range starts { // what is before the code can look like one
			if c.decoded = decodeBase64(code[min(start, len(code)):]); c.decoded != nil {
				break
			}
		}
		if !visit(c) {
			return end, false
		}
	}
	return end, true
}

// joinLines returns the code whose first line has a range, and where its lines begin in the joined code.
func joinLines(b []byte, from, to int, isMarked bool) (c base64Code, starts []int) {
	c = base64Code{from: from, to: to}
	mark := b[from]
	for {
		if isMarked {
			from++
		}
		starts = append(starts, len(c.joined))
		for _, char := range b[from:to] {
			switch char {
			case '-':
				char = '+'
			case '_':
				char = '/'
			}
			c.joined = append(c.joined, char)
		}
		c.to = to
		if b[to-1] == '=' || to-from < shortestLine {
			return c, starts
		}
		next, ok := nextLine(b, to)
		if !ok || isMarked && b[next] != mark {
			return c, starts
		}
		from, to = next, endOfCode(b, next)
	}
}

// nextLine returns the index of the code in the line after one that ends at an index.
func nextLine(b []byte, at int) (next int, ok bool) {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	switch {
	case bytes.HasPrefix(b[at:], []byte("\r\n")):
		at += 2
	case at < len(b) && (b[at] == '\n' || b[at] == '\r'):
		at++
	default:
		return 0, false
	}
	at += margin(b[at:])
	return at, at < len(b) && isBase64(b[at])
}

// margin returns the length of what stands before the text of a line: indentation, the mark of a quotation or comment, and the
// number of the line.
func margin(line []byte) int {
	at := 0
	for at < len(line) && bytes.IndexByte([]byte(" \t>#*|"), line[at]) >= 0 {
		at++
	}
	digits := at
	for digits < len(line) && isDigit(line[digits]) {
		digits++
	}
	for _, end := range [...]string{"\t", "→", ": ", "| "} {
		if digits > at && bytes.HasPrefix(line[digits:], []byte(end)) {
			return digits + len(end)
		}
	}
	return at
}

// decodeBase64 returns the bytes of a code in Base64 if it is the one of a text, or nil. It reads no more than the
// first characters of other codes, since it is called for each line of them.
func decodeBase64(code []byte) []byte {
	code = bytes.TrimRight(code, "=")
	if len(code) < shortestRun-2 {
		return nil
	}
	var head [12]byte
	first := code[:min(len(code), 16)&^3]
	n, err := encodingOf(first).Decode(head[:], first)
	if err != nil {
		return nil
	}
	var order binary.ByteOrder
	if !isPrintable(head[:n]) {
		if order = utf16Order(head[:n]); order == nil {
			return nil
		}
	}
	encoding := encodingOf(code)
	code = code[:len(code)&^3+[...]int{0, 0, 2, 3}[len(code)&3]]
	decoded := make([]byte, encoding.DecodedLen(len(code)))
	if n, err = encoding.Decode(decoded, code); err != nil {
		return nil
	}
	if order != nil {
		return fromUTF16(decoded[:n], order)
	}
	return decoded[:n]
}

// utf16Order returns the byte order of a text in UTF-16 that begins with ASCII characters, as the commands that
// PowerShell takes in Base64 do, or nil for any other text.
func utf16Order(head []byte) binary.ByteOrder {
	if bytes.IndexByte(head, 0) < 0 {
		return nil
	}
	for i, order := range [...]binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		text, is := head, len(head) >= 4
		if is && order.Uint16(head) == byteOrderMark {
			text = head[2:]
		}
		for at := 0; at+1 < len(text) && is; at += 2 {
			c := text[at+i]
			is = text[at+1-i] == 0 && (c >= ' ' && c < 0x7f || isBlank(c))
		}
		if is {
			return order
		}
	}
	return nil
}

const byteOrderMark = 0xfeff

// fromUTF16 returns a text in UTF-8.
func fromUTF16(b []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) > 1; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units)))
}

func encodingOf(code []byte) *base64.Encoding {
	if bytes.ContainsAny(code, "-_") {
		return base64.RawURLEncoding
	}
	return base64.RawStdEncoding
}

// isPrintable reports whether bytes are the beginning of a text in UTF-8, which can be colored.
func isPrintable(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r < ' ' && !isBlank(byte(r)) && r != escape || r == 0x7f {
			return false
		}
		if r == utf8.RuneError && n == 1 {
			return len(b) < utf8.UTFMax && !utf8.FullRune(b) // cut
		}
		b = b[n:]
	}
	return true
}
