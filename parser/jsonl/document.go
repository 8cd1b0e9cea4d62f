package jsonl

import "bytes"

// A Document reads JSON text that is not JSON Lines: an array of records, one object
// written over many lines, or an object that holds them as {"loglines":[…]} (FORMAT.md,
// "Other inputs people drop"). It emits elements the way [Lines] emits lines, and buffers
// one element at a time. Bytes between elements count as blank.
//
// Document looks only at strings and brackets. A raw line end closes a string: no JSON
// string contains one, so a broken quote costs no more than its line.
type Document struct {
	Emit func(Line)
	lineBuffer

	state    docState
	depth    int // open brackets inside the element
	within   docLevel
	str, esc bool
	match    int   // how many bytes of a key of the outer object match "loglines"; -1 if the key differs
	key      uint8 // 1 after that key, 2 after its colon
	start    int64 // offset of the element
	line     int   // line ends before the element
}

type docState uint8

const (
	between docState = iota
	element          // an object or array
	junk             // bytes that cannot begin a record
	trailer          // after the lines of {"loglines":[…]}
)

type docLevel uint8

const (
	outermost docLevel = iota
	inArray
	inMember // the array of {"loglines":[…]}
)

const memberName = "loglines"

// Write processes the next bytes of the file. It never returns an error.
func (d *Document) Write(p []byte) (int, error) {
	d.reopen()
	from := 0 // start of the element in p
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
					i-- // process the byte that ended it again
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
			if d.structure(b) {
				d.finish(p[from : i+1])
			}
		}
	}
	if d.state == element || d.state == junk {
		d.keep(p[from:])
	}
	d.offset += int64(len(p))
	return len(p), nil
}

// structure processes a byte of the element or the trailer that is outside of strings.
// It reports whether the element ends with it.
func (d *Document) structure(b byte) (ends bool) {
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
			d.drop() // the object holds the records; it is not a record itself
			d.state, d.within, d.key = between, inMember, 0
			return false
		}
		d.depth++
		d.key = 0
	case '}', ']':
		if d.depth--; d.depth > 0 {
			return false
		}
		if d.state == trailer {
			d.state = between
			return false
		}
		return true
	case ' ', '\t', '\r', '\n':
	default:
		d.key = 0
	}
	return false
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

// begin processes a byte between elements and reports whether an element begins there.
func (d *Document) begin(b byte, at int64) bool {
	switch b {
	case 0:
		d.zeros.add(at, d.number+1)
		return false
	case ' ', '\t', '\r', '\n', ',':
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

// finish ends the element with the part of it that is in this chunk.
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
	d.Emit(Line{Offset: d.start, Number: d.line + 1, Text: b, Length: length, Unterminated: tail, Zeros: d.zeros.take()})
}

// Close ends the file. It emits an unfinished element as it is.
func (d *Document) Close() error {
	if d.end() && d.buffered() > 0 {
		d.hand(d.carry, true)
	}
	return nil
}

// Start returns the offset of the unfinished element, or the current offset if there is
// none.
func (d *Document) Start() int64 {
	if d.buffered() > 0 {
		return d.start
	}
	return d.offset
}
