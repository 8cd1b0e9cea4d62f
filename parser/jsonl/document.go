package jsonl

import "bytes"

// A Document reads JSON text that is not JSON Lines: an array of records, one
// object written over many lines, or an object that holds them as
// {"loglines":[…]} (FORMAT.md, "Other inputs people drop"). It hands out the
// elements as [Lines] hands out lines, and holds one of them at a time. What
// stands between them counts as blank.
//
// Only strings and brackets are looked at. A raw line end closes a string: no
// JSON string holds one, so a broken quote costs no more than its line.
type Document struct {
	Emit func(Line)
	lineBuffer

	state    docState
	depth    int // open brackets inside the element
	within   docLevel
	str, esc bool
	match    int   // how much of a key of the outer object is "loglines"; -1: it is another
	key      uint8 // 1 behind that key, 2 behind its colon
	start    int64 // of the element
	line     int   // line ends before it
}

type docState uint8

const (
	between docState = iota
	element          // an object or array
	junk             // what no record begins with
	trailer          // behind the lines of {"loglines":[…]}
)

type docLevel uint8

const (
	outermost docLevel = iota
	inArray
	inMember // the array of {"loglines":[…]}
)

const memberName = "loglines"

// Write takes the next bytes of the file. It never fails.
func (d *Document) Write(p []byte) (int, error) {
	d.reopen()
	from := 0 // of the element in p
	for i := 0; i < len(p); i++ {
		b := p[i]
		if b == '\n' {
			d.number++
		}
		switch d.state {
		case between:
			if d.begin(b, d.offset+int64(i)) {
				from = i
			}
		case junk:
			if b == '\n' || d.within != outermost && (b == ',' || b == ']' || b == '{') {
				d.finish(p[from:i])
				if b != '\n' {
					i-- // what ended it counts
				}
			}
		default:
			if d.str {
				for d.match < 0 && !d.esc && b != '"' && b != '\\' && b != '\n' && i+1 < len(p) {
					i++
					if b = p[i]; b == '\n' {
						d.number++
					}
				}
				d.inString(b)
				continue
			}
			switch b {
			case '"':
				d.str, d.match = true, 0
				if d.depth > 1 || d.within != outermost {
					d.match = -1
				}
			case ':':
				d.key *= 2
			case '{', '[':
				if b == '[' && d.key == 2 {
					d.drop() // the object holds the records: it is none itself
					d.state, d.within, d.key = between, inMember, 0
					continue
				}
				d.depth++
				d.key = 0
			case '}', ']':
				if d.depth--; d.depth > 0 {
					continue
				}
				if d.state == trailer {
					d.state = between
					continue
				}
				d.finish(p[from : i+1])
			case ' ', '\t', '\r', '\n':
			default:
				d.key = 0
			}
		}
	}
	if d.state == element || d.state == junk {
		d.keep(p[from:])
	}
	d.offset += int64(len(p))
	return len(p), nil
}

func (d *Document) inString(b byte) {
	switch {
	case d.esc:
		d.esc = false
	case b == '\\':
		d.esc, d.match = true, -1
	case b == '"', b == '\n':
		d.str, d.key = false, 0
		if d.match == len(memberName) {
			d.key = 1
		}
	case d.match >= 0 && d.match < len(memberName) && memberName[d.match] == b:
		d.match++
	default:
		d.match = -1
	}
}

// begin looks at a byte between elements, and says whether one begins there.
func (d *Document) begin(b byte, at int64) bool {
	switch b {
	case ' ', '\t', '\r', '\n', 0, ',':
		return false
	case '\xef', '\xbb', '\xbf':
		if at < 3 {
			return false // a byte order mark
		}
	case ']':
		switch d.within {
		case inArray:
			d.within = outermost
			return false
		case inMember:
			d.within, d.state, d.depth = outermost, trailer, 1
			return false
		}
	case '[':
		if d.within == outermost {
			d.within = inArray
			return false
		}
	}
	d.start, d.line = at, d.number
	d.state, d.depth, d.str, d.esc, d.key = junk, 0, false, false, 0
	if b == '{' || b == '[' {
		d.state, d.depth = element, 1
	}
	return true
}

// finish ends the element with the bytes of it that this chunk holds.
func (d *Document) finish(p []byte) {
	if d.buffered() > 0 {
		d.keep(p)
		p = d.carry
	}
	d.hand(p, false)
	d.drop()
	d.state = between
}

func (d *Document) hand(b []byte, tail bool) {
	length := len(b) + int(d.long)
	if d.long > 0 {
		b = b[:min(len(b), headOfLong)]
	} else {
		b = bytes.TrimRight(b, " \t\r\n\x00")
		length = len(b)
	}
	d.count++
	d.text += int64(length)
	d.Emit(Line{Offset: d.start, Number: d.line + 1, Text: b, Length: length, Unterminated: tail})
}

// Close ends the file: an element that has not ended is handed out as it is.
func (d *Document) Close() error {
	if d.end() && d.buffered() > 0 {
		d.hand(d.carry, true)
	}
	return nil
}

// Start is where the element begins that has not ended.
func (d *Document) Start() int64 {
	if d.buffered() > 0 {
		return d.start
	}
	return d.offset
}
