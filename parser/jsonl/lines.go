package jsonl

import "bytes"

// MaxLine is the longest line that is handed out whole: 32 MB, more than twice
// the longest that was ever reported. Of a longer one only the head is kept.
const MaxLine = 32 << 20

// headOfLong is how much of an overlong line is handed out.
const headOfLong = 1 << 20

// A Line is a line of a file without what surrounds its text: line ends,
// white space, a byte order mark, runs of NUL that a power loss leaves behind.
type Line struct {
	Offset int64  // of Text in the file
	Number int    // from 1
	Text   []byte // not empty; valid until Emit returns
	Length int    // of the text in the file; more than len(Text) only if the line is overlong
	Tail   bool   // the file ends here without a line end: the line may still be being written
}

// Lines cuts what is written to it into lines. The zero value is ready once
// Emit is set.
type Lines struct {
	Emit func(Line)

	offset int64  // of the next byte to be written
	number int    // lines ended so far
	carry  []byte // the beginning of a line that has not ended
	long   int64  // bytes of an overlong line that were let go
	text   int64  // bytes that were handed out
	count  int    // lines that were handed out
}

// Write takes the next bytes of the file. It never fails.
func (l *Lines) Write(p []byte) (int, error) {
	n := len(p)
	for {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			l.keep(p)
			return n, nil
		}
		if len(l.carry) == 0 && l.long == 0 {
			l.line(p[:end], l.offset, false)
			l.offset += int64(end)
		} else {
			l.keep(p[:end])
			l.flush(false)
		}
		l.offset++
		p = p[end+1:]
	}
}

// keep adds to a line that goes on in the next chunk.
func (l *Lines) keep(p []byte) {
	l.offset += int64(len(p))
	if room := MaxLine - len(l.carry); len(p) > room {
		l.long += int64(len(p) - room)
		p = p[:room]
	}
	l.grow(len(p))
	l.carry = append(l.carry, p...)
}

// grow makes room for n more bytes: twice as much each time, so that the old and
// the new bytes of the longest line are never more than half as much again.
func (l *Lines) grow(n int) {
	const least = 64 << 10
	need := len(l.carry) + n
	if need <= cap(l.carry) {
		return
	}
	size := least
	for size < need {
		size *= 2
	}
	l.carry = append(make([]byte, 0, min(size, MaxLine)), l.carry...)
}

func (l *Lines) flush(tail bool) {
	l.line(l.carry, l.offset-int64(len(l.carry))-l.long, tail)
	// A carry that one huge line has grown is not kept for the small ones.
	if cap(l.carry) > 1<<20 {
		l.carry = nil
	}
	l.carry, l.long = l.carry[:0], 0
}

// Close ends the file: what stands behind the last line end is a line too.
func (l *Lines) Close() error {
	if len(l.carry) > 0 {
		l.flush(true)
	}
	return nil
}

func (l *Lines) line(b []byte, offset int64, tail bool) {
	l.number++
	if offset == 0 {
		if rest, found := bytes.CutPrefix(b, []byte("\xef\xbb\xbf")); found {
			b, offset = rest, 3
		}
	}
	from := 0
	for from < len(b) && blank(b[from]) {
		from++
	}
	to := len(b)
	for to > from && blank(b[to-1]) {
		to--
	}
	if from == to {
		return
	}
	text, length := b[from:to], to-from+int(l.long)
	if l.long > 0 {
		text = text[:min(len(text), headOfLong)]
	}
	l.count++
	l.text += int64(length)
	l.Emit(Line{Offset: offset + int64(from), Number: l.number, Text: text, Length: length, Tail: tail})
}

func blank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == 0
}

// Count is how many lines were handed out: lines that are not blank.
func (l *Lines) Count() int { return l.count }

// Offset is how many bytes were written so far.
func (l *Lines) Offset() int64 { return l.offset }

// Blank is how many of these bytes belong to no line: line ends, blank lines,
// marks and NULs around the text.
func (l *Lines) Blank() int64 { return l.offset - l.text - int64(len(l.carry)) - l.long }
