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
	inFree   // what tools and models define: inputs, structured results of servers
	numPlaces
)

// A visitor is called for the strings, keys and numbers of a record that may have values, except for those that are
// structure.
type visitor interface {
	text(at node)         // its range is the one of the text: of a string, that is between the quotes
	object(at node) Parts // the parts of a transcript that an object belongs to
	member(at node) Parts // likewise, for a member
}

// A node is a value or a key of a record.
type node struct {
	place       place
	key         string   // of the member that has the value
	member      *keyInfo // what is known of that key, or nil
	depth       int      // in what tools and models define, see inputDepth
	isHead      bool     // it is in the head of an export
	isKey       bool
	isNumber    bool
	isGenerated bool // see structure
	from, to    int
	object      int   // where the object around it begins
	parts       Parts // the parts of a transcript that it belongs to
}

// inputDepth is the depth of the members of the input of a tool.
const inputDepth = 2

// walk visits the nodes of a record, or of an array of records. It reports whether the line is one of these; if not,
// nothing was visited.
func walk(line []byte, known *structure, v visitor) bool {
	end := jsonl.Skip(line, 0)
	return end >= 0 && isBlankText(line[end:]) && walkOnce(line, known, v)
}

// walkOnce visits the nodes of a line like walk, and reports whether it is a record or an array of records. It reads the
// line once: if it is neither, the nodes before the place where it is malformed were visited.
func walkOnce(line []byte, known *structure, v visitor) bool {
	if len(line) == 0 || line[0] != '{' && line[0] != '[' {
		return false
	}
	w := walker{line: line, known: known, visitor: v}
	end := w.value(0, node{place: inRecord, isHead: line[0] == '{' && isHead(line)})
	return end >= 0 && isBlankText(line[end:])
}

func isBlankText(b []byte) bool {
	for _, c := range b {
		if c > ' ' {
			return false
		}
	}
	return true
}

type walker struct {
	line    []byte
	known   *structure
	visitor visitor
	depth   int
}

func (w *walker) value(at int, s node) int {
	if at >= len(w.line) {
		return -1
	}
	if c := w.line[at]; c == '{' || c == '[' {
		if w.depth == jsonl.MaxDepth {
			return -1
		}
		w.depth++
		end := w.inner(at, s)
		w.depth--
		return end
	}
	end := jsonl.Skip(w.line, at)
	if end < 0 {
		return end
	}
	switch c := w.line[at]; {
	case c == '"':
		s.from, s.to = at+1, end-1
		if b := w.line[s.from:s.to]; len(b) > 0 && !w.known.isWord(s, b) {
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

// inner visits an object or array, and returns the index after it.
func (w *walker) inner(at int, s node) int {
	if w.line[at] == '{' {
		return w.object(at, s)
	}
	return jsonl.Array(w.line, at, func(at int) int {
		element := s
		if s.place == inContent && w.line[at] == '{' {
			element.place = inBlock
		}
		return w.value(at, element)
	})
}

func (w *walker) object(at int, s node) int {
	s.from, s.object = at, at
	if s.place == inContent {
		s.place = inResult
	}
	s.parts |= w.visitor.object(s)
	return jsonl.Object(w.line, at, func(key []byte, at int) int {
		known := w.known.info(key)
		if len(key) > 0 && !w.known.isKey(s, known) {
			from := at - 1 // the key is somewhere before the value
			for from > 0 && !(w.line[from] == '"') {
				from--
			}
			w.visitor.text(node{place: s.place, isKey: true, isGenerated: s.place != inFree && isUUID(key), from: from - len(key), to: from,
				object: s.from, parts: s.parts})
		}
		member := node{place: known.places[s.place], key: known.name, member: known, isHead: s.isHead, from: at, object: s.from,
			parts: s.parts}
		if w.line[at] == '[' && (member.key == "toolUseResult" || member.key == "tool_use_result") {
			member.place = inContent
		}
		if w.line[at] != '[' && w.line[at] != '{' {
			member.place = s.place
			if s.place == inMessage && member.key == "content" {
				member.place = inContent
			}
		}
		if member.depth = s.depth; member.place == inFree {
			member.depth++
		}
		member.parts |= w.visitor.member(node{place: s.place, key: member.key, from: at, object: s.from, parts: s.parts})
		return w.value(at, member)
	})
}

// of returns the place of the value of a member, if that is an object or array.
func (p place) of(key string) place {
	switch key {
	case "structuredContent", "structured_content", "structured_output", "arguments", "_meta", "mcpMeta", "toolInput", "tool_input":
		return inFree
	}
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
		switch key {
		case "content":
			return inContent
		case "input":
			return inFree
		}
		return inResult
	case inSource:
		return inResult
	}
	return inFree
}
