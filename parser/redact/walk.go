package redact

import (
	"bytes"

	"unspool/parser/jsonl"
)

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

// A visitor is called for each string of a record that may have values: its place and key, and the
// range of its text between the quotes.
type visitor interface {
	text(at spot)
	object(at spot) Parts // the parts of a transcript that an object belongs to
	member(at spot) Parts // likewise, for a member
}

// A fixedVisitor is also called for each text that never changes.
type fixedVisitor interface{ fixedText(at spot) }

// A spot is a value of a record.
type spot struct {
	place    place
	key      string
	isKey    bool
	from, to int
	object   int   // where the object around it begins
	parts    Parts // the parts of a transcript that it belongs to
}

// walk visits the strings of a record. It reports whether the line is one JSON value; if not, nothing
// was visited.
func walk(line []byte, v visitor) bool {
	end := jsonl.Skip(line, 0)
	if end < 0 || line[0] != '{' {
		return false
	}
	for _, c := range line[end:] {
		if c > ' ' {
			return false
		}
	}
	w := walker{line, v}
	w.value(0, spot{place: inRecord})
	return true
}

type walker struct {
	line    []byte
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
	case '"':
		end := jsonl.Skip(w.line, at)
		s.from, s.to = at+1, end-1
		if s.to > s.from && !isFixed(s, w.line[s.from:s.to]) {
			w.visitor.text(s)
		} else if v, ok := w.visitor.(fixedVisitor); ok {
			v.fixedText(s)
		}
		return end
	}
	return jsonl.Skip(w.line, at)
}

func (w *walker) object(at int, s spot) int {
	s.from, s.object = at, at
	if s.place == inContent {
		s.place = inResult
	}
	s.parts |= w.visitor.object(s)
	return jsonl.Object(w.line, at, func(key []byte, at int) int {
		if len(key) > 0 && s.place >= inResult {
			from := at - 1 // the key is somewhere before the value
			for from > 0 && !(w.line[from] == '"') {
				from--
			}
			w.visitor.text(spot{place: s.place, isKey: true, from: from - len(key), to: from, object: s.from})
		}
		member := spot{place: s.place.of(string(key)), key: string(key), from: at, object: s.from, parts: s.parts}
		if w.line[at] == '[' && (member.key == "toolUseResult" || member.key == "tool_use_result") {
			member.place = inContent
		}
		if w.line[at] == '"' {
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

// longestFixed is the length of the longest member that is taken for an id or a name, in bytes.
const longestFixed = 160

// isFixed reports whether a text is a member that holds records together: it never changes. What
// does not look like an id, a name or a time is text, whatever its key is.
func isFixed(s spot, b []byte) bool {
	if s.key == "signature" && s.place == inBlock || s.key == "signature" && s.place == inRecord {
		for _, c := range b {
			if !isBase64(c) {
				return false
			}
		}
		return true
	}
	if len(b) > longestFixed || !isFixedKey(s.place, s.key) {
		return false
	}
	if s.key == "name" && bytes.HasPrefix(b, []byte("mcp__")) {
		return false // it has the name of a server, which is up to its user
	}
	for _, c := range b {
		if c <= ' ' || c == '\\' || c == '@' || c >= 0x7f {
			return false
		}
	}
	return true
}

func isFixedKey(p place, key string) bool {
	switch p {
	case inRecord:
		switch key {
		case "type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "session_id", "requestId", "request_id",
			"timestamp", "version", "userType", "leafUuid", "messageId", "toolUseID", "parentToolUseID", "parent_tool_use_id",
			"sourceToolAssistantUUID", "sourceToolUseID", "agentId", "promptId", "level", "entrypoint", "permissionMode", "operation",
			"tool_use_id", "id", "name", "model", "stop_reason", "role", "claude_code_version", "apiKeySource", "hookEvent":
			return true
		}
	case inMessage:
		return key == "id" || key == "type" || key == "role" || key == "model" || key == "stop_reason" || key == "stop_sequence"
	case inBlock:
		return key == "id" || key == "type" || key == "tool_use_id" || key == "name" || key == "tool_name"
	case inSource:
		return key == "type" || key == "media_type"
	case inResult:
		switch key {
		case "type", "agentId", "agent_id", "status", "taskId", "task_id", "messageId", "uuid", "toolUseId", "tool_use_id", "toolUseID",
			"timestamp", "backupTime", "backupFileName", "sessionId", "session_id", "service_tier", "agentType", "hookEvent", "runId":
			return true
		}
	}
	return false
}
