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
	Offset       int64  // of Text in the file
	Number       int    // from 1
	Text         []byte // not empty; valid until Emit returns
	Length       int    // of the text in the file; more than len(Text) only if the line is overlong
	Unterminated bool   // the file ends here without a line end: the line may still be being written
}

// Lines cuts what is written to it into lines. The zero value is ready once
// Emit is set.
type Lines struct {
	Emit func(Line)
	lineBuffer
}

// A lineBuffer is text that has not ended yet, and the count of what came before.
type lineBuffer struct {
	offset int64  // of the next byte to be written
	number int    // line ends so far
	lead   int64  // blanks of it that were let go in front of carry
	carry  []byte // the beginning of what has not ended
	long   int64  // bytes of it that were let go behind carry: it is overlong
	trail  int64  // blanks that were let go behind these
	text   int64  // bytes that were handed out
	count  int    // lines that were handed out

	closed bool
	before struct { // what Close adds to is restored when the file goes on
		number, count int
		text          int64
	}
}

// Write takes the next bytes of the file. It never fails. After Close it goes
// on: the line that was handed out as the file's tail comes again when it ends.
func (l *Lines) Write(p []byte) (int, error) {
	n := len(p)
	l.reopen()
	for {
		end := find(p, 0, '\n')
		if end < 0 {
			l.keep(p)
			l.offset += int64(len(p))
			return n, nil
		}
		if l.buffered() == 0 {
			l.line(p[:end], l.offset, false)
			l.offset += int64(end)
		} else {
			l.keep(p[:end])
			l.offset += int64(end)
			l.line(l.carry, l.offset-l.buffered()+l.lead, false)
			l.drop()
		}
		l.offset++
		p = p[end+1:]
	}
}

// keep adds to a line that goes on in the next chunk. Blanks in front of its text are
// only counted: however many a power loss left there, the record behind them is whole.
func (l *Lines) keep(p []byte) {
	if len(l.carry) == 0 {
		n := len(p)
		if l.Start() == 0 && l.lead == 0 {
			p = bytes.TrimPrefix(p, mark)
		}
		for len(p) > 0 && blank(p[0]) {
			p = p[1:]
		}
		l.lead += int64(n - len(p))
	}
	l.lineBuffer.keep(p)
}

// keep adds to a stretch that goes on in the next chunk. Blanks that nothing follows do
// not make it overlong.
func (s *lineBuffer) keep(p []byte) {
	if room := MaxLine - len(s.carry); len(p) > room {
		over, n := p[room:], len(p)-room
		for n > 0 && blank(over[n-1]) {
			n--
		}
		if n > 0 {
			s.long, s.trail = s.long+s.trail+int64(n), 0
		}
		s.trail += int64(len(over) - n)
		p = p[:room]
	}
	s.grow(len(p))
	s.carry = append(s.carry, p...)
}

// grow makes room for n more bytes: four times as much each time, so that the old and
// the new bytes of the longest line are never more than a quarter as much again.
func (s *lineBuffer) grow(n int) {
	const initial = 128 << 10
	need := len(s.carry) + n
	if need <= cap(s.carry) {
		return
	}
	size := initial
	for size < need {
		size *= 4
	}
	s.carry = append(make([]byte, 0, min(size, MaxLine)), s.carry...)
}

// buffered is how many bytes there are so far of what has not ended.
func (s *lineBuffer) buffered() int64 { return s.lead + int64(len(s.carry)) + s.long + s.trail }

func (s *lineBuffer) drop() {
	// A carry that one huge line has grown is not kept for the small ones.
	if cap(s.carry) > 1<<20 {
		s.carry = nil
	}
	s.lead, s.carry, s.long, s.trail = 0, s.carry[:0], 0, 0
}

// end notes where the counts stand when the file ends for now, and keeps no room for
// more: of a thousand small files that would be 128 MB.
func (s *lineBuffer) end() bool {
	if s.closed {
		return false
	}
	s.closed = true
	s.before.number, s.before.count, s.before.text = s.number, s.count, s.text
	if len(s.carry) <= cap(s.carry)/4 {
		s.carry = append([]byte(nil), s.carry...)
	}
	return true
}

func (s *lineBuffer) reopen() {
	if s.closed {
		s.closed = false
		s.number, s.count, s.text = s.before.number, s.before.count, s.before.text
	}
}

// Close ends the file: what stands behind the last line end is a line too.
func (l *Lines) Close() error {
	if l.end() && len(l.carry) > 0 {
		l.line(l.carry, l.offset-l.buffered()+l.lead, true)
	}
	return nil
}

func (l *Lines) line(b []byte, offset int64, tail bool) {
	l.number++
	if offset == 0 {
		if remainder, found := bytes.CutPrefix(b, mark); found {
			b, offset = remainder, int64(len(mark))
		}
	}
	from := 0
	for from < len(b) && blank(b[from]) {
		from++
	}
	to := len(b)
	for l.long == 0 && to > from && blank(b[to-1]) {
		to--
	}
	if from == to && l.long > 0 {
		from = 0 // a mark that came in two chunks, and blanks: what was let go is told of
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
	l.Emit(Line{Offset: offset + int64(from), Number: l.number, Text: text, Length: length, Unterminated: tail})
}

func blank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == 0
}

// Count is how many lines were handed out: lines that are not blank.
func (s *lineBuffer) Count() int { return s.count }

// Offset is how many bytes were written so far.
func (s *lineBuffer) Offset() int64 { return s.offset }

// Start is where the line begins that has not ended.
func (s *lineBuffer) Start() int64 { return s.offset - s.buffered() }

// Blank is how many of these bytes belong to no line: line ends, blank lines,
// marks and NULs around the text.
func (s *lineBuffer) Blank() int64 {
	if s.closed {
		return s.offset - s.text
	}
	return s.offset - s.text - s.buffered()
}
