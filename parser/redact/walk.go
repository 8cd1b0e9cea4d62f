package redact

import "unspool/parser/jsonl"

// A place is the part of a record that a value is in. It decides which members hold records together.
type place uint8

const (
	inRecord  place = iota
	inMessage       // of a record
	inContent       // of a message or result: a text or blocks
	inBlock
	inSource // of an image or document
	inResult // other objects of Claude Code: results, attachments, snapshots
	inFree   // input of tools, and anything else
)

// A visitor is called for each string and number of a record that may have values, with the range of its text: of a
// string, that is between the quotes. What is structure is not visited.
type visitor interface {
	text(at spot)
	object(at spot) Parts // the parts of a transcript that an object belongs to
	member(at spot) Parts // likewise, for a member
}

// A spot is a value of a record.
type spot struct {
	place       place
	key         string
	isKey       bool
	isNumber    bool
	isGenerated bool // see structure
	from, to    int
	object      int   // where the object around it begins
	parts       Parts // the parts of a transcript that it belongs to
}

// walk visits the strings of a record, or of an array of records. It reports whether the line is one of these; if not,
// nothing was visited.
func walk(line []byte, known *structure, v visitor) bool {
	end := jsonl.Skip(line, 0)
	if end < 0 || line[0] != '{' && line[0] != '[' {
		return false
	}
	for _, c := range line[end:] {
		if c > ' ' {
			return false
		}
	}
	w := walker{line, known, v}
	w.value(0, spot{place: inRecord})
	return true
}

type walker struct {
	line    []byte
	known   *structure
	visitor visitor
}

func (w *walker) value(at int, s spot) int {
	switch w.line[at] {
	case '{':
		return w.object(at, s)
	case '[':
		return jsonl.Array(w.line, at, func(at int) int {
			element := s
			if s.place == inContent && w.line[at] == '{' {
				element.place = inBlock
			}
			return w.value(at, element)
		})
	}
	end := jsonl.Skip(w.line, at)
	switch c := w.line[at]; {
	case c == '"':
		s.from, s.to = at+1, end-1
		if b := w.line[s.from:s.to]; len(b) > 0 && !w.known.isValue(s, b) {
			s.isGenerated = isGenerated(s, b)
			w.visitor.text(s)
		}
	case c == '-' || isDigit(c):
		s.from, s.to, s.isNumber = at, end, true
		if !w.known.isCount(s) {
			w.visitor.text(s)
		}
	}
	return end
}

func (w *walker) object(at int, s spot) int {
	s.from, s.object = at, at
	if s.place == inContent {
		s.place = inResult
	}
	s.parts |= w.visitor.object(s)
	return jsonl.Object(w.line, at, func(key []byte, at int) int {
		if len(key) > 0 && !w.known.isKey(key) {
			from := at - 1 // the key is somewhere before the value
			for from > 0 && !(w.line[from] == '"') {
				from--
			}
			w.visitor.text(spot{place: s.place, isKey: true, isGenerated: isUUID(key), from: from - len(key), to: from, object: s.from})
		}
		member := spot{place: s.place.of(string(key)), key: string(key), from: at, object: s.from, parts: s.parts}
		if w.line[at] == '[' && (member.key == "toolUseResult" || member.key == "tool_use_result") {
			member.place = inContent
		}
		if w.line[at] != '[' && w.line[at] != '{' {
			member.place = s.place
			if s.place == inMessage && member.key == "content" {
				member.place = inContent
			}
		}
		member.parts |= w.visitor.member(spot{place: s.place, key: member.key, from: at, object: s.from})
		return w.value(at, member)
	})
}

// of returns the place of the value of a member, if that is an object or array.
func (p place) of(key string) place {
	switch p {
	case inRecord:
		switch key {
		case "message", "messages":
			return inMessage
		case "data", "event", "delta", "content_block":
			return inRecord
		case "content":
			return inContent
		}
		return inResult
	case inMessage:
		if key == "content" {
			return inContent
		}
		return inResult
	case inBlock:
		switch key {
		case "input":
			return inFree
		case "content":
			return inContent
		case "source":
			return inSource
		}
		return inResult
	case inResult, inContent:
		if key == "content" {
			return inContent
		}
		return inResult
	case inSource:
		return inResult
	}
	return inFree
}
