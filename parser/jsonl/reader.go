package jsonl

import "bytes"

// A Reader splits a file into lines, or into the elements of a JSON document. It chooses by
// the first bytes. The zero value is ready once Emit is set.
type Reader struct {
	Emit func(Line)

	format format
	lines  Lines
	doc    Document
	head   []byte // bytes received before the format was known
	ended  bool   // the file ended before the format was known
}

type format uint8

const (
	unknown format = iota
	byLine
	byElement
)

// maxHead is the maximum number of bytes used to detect the format. A document that begins
// with an object shows within them that the object continues over several lines.
const maxHead = 1 << 10

// Write processes the next bytes of the file. It never returns an error.
func (r *Reader) Write(p []byte) (int, error) {
	switch r.format {
	case byLine:
		return r.lines.Write(p)
	case byElement:
		return r.doc.Write(p)
	}
	r.ended = false
	if len(r.head) == 0 {
		r.format = detectFormat(p)
	} else if r.format = detectFormat(append(r.head, p[:min(len(p), maxHead)]...)); r.format == unknown {
		r.head = append(r.head, p...)
		return len(p), nil
	}
	r.lines.Emit, r.doc.Emit = r.Emit, r.Emit
	if r.format == unknown {
		r.head = append(r.head, p...)
		return len(p), nil
	}
	head := r.head
	r.head = nil
	r.Write(head)
	r.Write(p)
	return len(p), nil
}

// Close ends the file. Write may be called again later.
func (r *Reader) Close() error {
	switch r.format {
	case byLine:
		return r.lines.Close()
	case byElement:
		return r.doc.Close()
	}
	text := r.text()
	if len(text) > 0 && !r.ended {
		from := bytes.Index(r.head, text)
		r.Emit(Line{Offset: int64(from),
			Number: 1 + bytes.Count(r.head[:from], []byte("\n")), Text: text, Length: len(text), Unterminated: true})
	}
	r.ended = true
	return nil
}

// text returns the head without surrounding blanks, for a file whose format is still
// unknown.
func (r *Reader) text() []byte {
	return bytes.Trim(bytes.TrimPrefix(r.head, mark), " \t\r\n\x00")
}

var mark = []byte("\xef\xbb\xbf")

// Document reports whether the file is a JSON document rather than lines.
func (r *Reader) Document() bool { return r.format == byElement }

// Offset returns the number of bytes written so far.
func (r *Reader) Offset() int64 {
	return r.lines.Offset() + r.doc.Offset() + int64(len(r.head))
}

// Count returns the number of lines or elements emitted.
func (r *Reader) Count() int {
	if r.ended && len(r.text()) > 0 {
		return 1
	}
	return r.lines.Count() + r.doc.Count()
}

// Blank returns the number of bytes that belong to no line or element.
func (r *Reader) Blank() int64 {
	if r.ended {
		return int64(len(r.head) - len(r.text()))
	}
	return r.lines.Blank() + r.doc.Blank()
}

// Zeros returns the NUL bytes after the last line or element, once the format is known.
func (r *Reader) Zeros() Zeros {
	if r.format == byElement {
		return r.doc.Zeros()
	}
	return r.lines.Zeros()
}

// Start returns the offset of the unfinished line or element.
func (r *Reader) Start() int64 {
	switch r.format {
	case byLine:
		return r.lines.Start()
	case byElement:
		return r.doc.Start()
	}
	return 0
}

// detectFormat detects the format from the first bytes. JSON Lines with a damaged first
// line is still JSON Lines. A document must prove that it is one: by an array of objects,
// or by an object that is still open, and well-formed so far, where its first line ends.
func detectFormat(b []byte) format {
	if len(b) < len(mark) && bytes.HasPrefix(mark, b) {
		return unknown
	}
	more := unknown
	if len(b) >= maxHead {
		b, more = b[:maxHead], byLine
	}
	b = bytes.TrimLeft(bytes.TrimPrefix(b, mark), " \t\r\n\x00")
	if len(b) == 0 {
		return more
	}
	if b[0] == '[' {
		at := space(b, 1)
		if at == len(b) {
			return more
		}
		if b[at] == '{' {
			return byElement
		}
		return byLine
	}
	if b[0] != '{' {
		return byLine
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			end := skipString(b, i)
			if end < 0 {
				if bytes.IndexByte(b[i:], '\n') >= 0 {
					return byLine
				}
				return more
			}
			if line := bytes.IndexByte(b[i:end], '\n'); line >= 0 {
				return byLine
			}
			if depth == 1 && string(b[i+1:end-1]) == memberName {
				if at := space(b, end); at < len(b) && b[at] == ':' {
					if at = space(b, at+1); at < len(b) && b[at] == '[' {
						return byElement
					}
				}
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return byLine
			}
		case '\n':
			return goesOn(b, i, more)
		}
	}
	return more
}

// goesOn decides whether the text after a line end continues the object that is open before
// it. It returns byElement if so, byLine if not, and more if no text follows.
func goesOn(b []byte, end int, more format) format {
	next := space(b, end)
	if next == len(b) {
		return more
	}
	before := bytes.TrimRight(b[:end], " \t\r")
	var open bool
	follows := b[next]
	switch last := before[len(before)-1]; last {
	case '{', ',':
		open = follows == '"' || follows == '}' && last == '{'
	case '[', ':':
		open = follows != '{' || next > end+1 // an indented object; a record starts at the beginning of its line
	default:
		open = follows == ',' || follows == '}' || follows == ']' || follows == ':'
	}
	if open {
		return byElement
	}
	return byLine
}
