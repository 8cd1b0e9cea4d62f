package jsonl

import "bytes"

// MaxLine is the length of the longest line that is emitted whole: 32 MB, more than twice
// the longest ever reported. Only the head of a longer line is kept.
const MaxLine = 32 << 20

// headOfLong is how many bytes of an overlong line are emitted.
const headOfLong = 1 << 20

// A Line is a line of a file without what surrounds its text: line ends, white space, a
// byte order mark, and runs of NUL that a power loss leaves.
type Line struct {
	Offset       int64  // of Text in the file
	Number       int    // starts at 1
	Text         []byte // not empty; valid until Emit returns
	Length       int    // of the text in the file; more than len(Text) only if the line is overlong
	Unterminated bool   // the file ends here without a line end: the line may still be being written
	Zeros        Zeros  // between the previous line and this one
}

// Zeros are NUL bytes where only white space belongs: from the first to the last of those between two
// lines.
type Zeros struct {
	Offset int64
	Length int64 // 0 if there are none
	Number int   // line of the first one
}

// add adds the NUL byte at an offset, which is in a line with a number.
func (z *Zeros) add(offset int64, number int) {
	if z.Length == 0 {
		z.Offset, z.Number = offset, number
	}
	z.Length = offset + 1 - z.Offset
}

// take returns the bytes so far and starts anew.
func (z *Zeros) take() Zeros {
	taken := *z
	*z = Zeros{}
	return taken
}

// ZerosIn returns the NUL bytes of a text, which begins at an offset in a line with a number.
func ZerosIn(text []byte, offset int64, number int) (z Zeros) {
	if from := bytes.IndexByte(text, 0); from >= 0 {
		z.add(offset+int64(from), number)
		z.add(offset+int64(bytes.LastIndexByte(text, 0)), number)
	}
	return z
}

// Lines splits the bytes written to it into lines. The zero value is ready once Emit is
// set.
type Lines struct {
	Emit func(Line)
	lineBuffer
}

// A lineBuffer holds text that has not ended yet, and counts of the text before it.
type lineBuffer struct {
	offset int64  // of the next byte to be written
	number int    // line ends so far
	lead   int64  // blanks dropped before carry
	carry  []byte // the beginning of the unfinished text
	long   int64  // bytes dropped after carry, if the text is overlong
	trail  int64  // blanks dropped after those bytes
	text   int64  // bytes emitted
	count  int    // lines emitted
	zeros  Zeros  // since the last line

	closed bool
	before struct { // the counts before Close, restored if the file continues
		number, count int
		text          int64
		zeros         Zeros
	}
}

// Write processes the next bytes of the file. It never returns an error. After Close it
// continues: the line that was emitted as the tail of the file is emitted again when it
// ends.
func (l *Lines) Write(p []byte) (int, error) {
	n := len(p)
	l.reopen()
	for {
		end := bytes.IndexByte(p, '\n')
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

// keep appends to a line that continues in the next chunk. It only counts the blanks before
// the text: however many a power loss left there, the record after them is whole.
func (l *Lines) keep(p []byte) {
	if len(l.carry) == 0 {
		n := len(p)
		if l.Start() == 0 && l.lead == 0 {
			p = bytes.TrimPrefix(p, mark)
		}
		for at := l.offset + int64(n-len(p)); len(p) > 0 && blank(p[0]); at++ {
			if p[0] == 0 {
				l.zeros.add(at, l.number+1)
			}
			p = p[1:]
		}
		l.lead += int64(n - len(p))
	}
	l.lineBuffer.keep(p)
}

// keep appends to text that continues in the next chunk. Trailing blanks do not make it
// overlong.
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

// grow makes room for n more bytes. It quadruples the capacity each time, so the old and
// new buffers of the longest line never take more than a quarter as much again.
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

// buffered returns the number of bytes so far of the unfinished text.
func (s *lineBuffer) buffered() int64 { return s.lead + int64(len(s.carry)) + s.long + s.trail }

func (s *lineBuffer) drop() {
	// A buffer that one huge line has grown is not kept for small lines.
	if cap(s.carry) > 1<<20 {
		s.carry = nil
	}
	s.lead, s.carry, s.long, s.trail = 0, s.carry[:0], 0, 0
}

// end saves the counts when the file ends for now and frees spare capacity: for a thousand
// small files it would be 128 MB. It reports whether the file was still open.
func (s *lineBuffer) end() bool {
	if s.closed {
		return false
	}
	s.closed = true
	s.before.number, s.before.count, s.before.text, s.before.zeros = s.number, s.count, s.text, s.zeros
	if len(s.carry) <= cap(s.carry)/4 {
		s.carry = append([]byte(nil), s.carry...)
	}
	return true
}

func (s *lineBuffer) reopen() {
	if s.closed {
		s.closed = false
		s.number, s.count, s.text, s.zeros = s.before.number, s.before.count, s.before.text, s.before.zeros
	}
}

// Close ends the file. Text after the last line end is a line too.
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
	for ; from < len(b) && blank(b[from]); from++ {
		if b[from] == 0 {
			l.zeros.add(offset+int64(from), l.number)
		}
	}
	to := len(b)
	for l.long == 0 && to > from && blank(b[to-1]) {
		to--
	}
	if from == to && l.long > 0 {
		from = 0 // a mark split over two chunks, and blanks: dropped bytes are still reported
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
	zeros := l.zeros
	l.zeros = ZerosIn(b[to:], offset+int64(to), l.number)
	l.Emit(Line{Offset: offset + int64(from), Number: l.number, Text: text, Length: length, Unterminated: tail, Zeros: zeros})
}

// blank reports whether c is white space or NUL within a line.
func blank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == 0
}

// Count returns the number of lines emitted, that is, of lines that are not blank.
func (s *lineBuffer) Count() int { return s.count }

// Zeros returns the NUL bytes after the last line.
func (s *lineBuffer) Zeros() Zeros { return s.zeros }

// Offset returns the number of bytes written so far.
func (s *lineBuffer) Offset() int64 { return s.offset }

// Start returns the offset of the unfinished line.
func (s *lineBuffer) Start() int64 { return s.offset - s.buffered() }

// Blank returns how many of these bytes belong to no line: line ends, blank lines, and
// marks and NULs around the text.
func (s *lineBuffer) Blank() int64 {
	if s.closed {
		return s.offset - s.text
	}
	return s.offset - s.text - s.buffered()
}
