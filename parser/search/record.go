package search

import (
	"bytes"
	"strings"

	"unspool/parser/jsonl"
)

// A walk visits the strings of a record that a reader can see.
type walk struct {
	line   []byte
	string func(at, end int) (stop bool) // called for the string between two indexes
	member []byte                        // the member of the record that contains the walk's position
}

// value visits the value at an index and returns the index after it, or a negative number
// to stop. isToolData is set in the input of a tool and in its result.
func (w *walk) value(at, depth int, isToolData bool) int {
	if at >= len(w.line) || depth > jsonl.MaxDepth {
		return -1
	}
	switch w.line[at] {
	case '"':
		end := jsonl.Skip(w.line, at)
		if end < 0 {
			return -1
		}
		if w.string(at, end) {
			return -1
		}
		return end
	case '[':
		return jsonl.Array(w.line, at, func(at int) int { return w.value(at, depth+1, isToolData) })
	case '{':
		return jsonl.Object(w.line, at, func(key []byte, at int) int {
			if isHidden(key, isToolData) || depth == 0 && strings.Contains(attributionKeys, " "+string(key)+" ") {
				return jsonl.Skip(w.line, at)
			}
			if depth == 0 {
				w.member = key
			}
			return w.value(at, depth+1, isToolData || string(key) == "input" || IsResult(string(key)))
		})
	}
	return jsonl.Skip(w.line, at)
}

// isHidden reports whether a reader does not see the value of a member: FORMAT.md, "Envelope"
// and "Content blocks". A tool chooses the names of its data; two of them hold what a file or a
// list of tasks was before a change.
func isHidden(key []byte, isToolData bool) bool {
	if isToolData {
		switch string(key) {
		case "type", "originalFile", "oldTodos":
			return true
		}
		return false
	}
	switch string(key) {
	case "type", "id", "cwd", "uuid", "slug", "role", "name", "level", "model", "usage", "caller", "sender",
		"subtype", "version", "userType", "timestamp", "gitBranch", "signature", "entrypoint", "media_type",
		"created_at", "updated_at", "stop_reason", "stop_sequence", "cache_control", "permissionMode":
		return true
	}
	return isID(string(key))
}

// attributionKeys lists members of the record itself that no row shows: where it came from,
// its circumstances, and a plan that its text contains too. FORMAT.md, "user records" and
// "assistant records", "Fields".
const attributionKeys = " effort perTurnEffort attributionAgent attributionSkill attributionPlugin attributionMcpServer" +
	" attributionMcpTool" +
	" origin turnOrigin promptSource queuePriority operation toolDenialKind classifierMetaLines teamName agentName " +
	"todos thinkingMetadata planContent "

// IsResult reports whether the member of a record with this name holds a result in the form
// made for programs: FORMAT.md, "user records", "stream-json and SDK output".
func IsResult(member string) bool {
	return member == "toolUseResult" || member == "tool_use_result" || member == "mcpMeta"
}

// isID reports whether name is the name of a member that holds an id.
func isID(name string) bool {
	for _, end := range [...]string{"Id", "ID", "_id", "Uuid", "UUID", "_uuid", "Uuids"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// isData reports whether a string is base64 data, of an image or a signature: a long string
// of nothing else, with letters of both cases and digits. Rulers, paths and hashes are not
// data.
func isData(raw []byte) bool {
	const shortest = 256
	if len(raw) < shortest || len(raw)%4 != 0 {
		return false
	}
	var small, large, digit bool
	for _, c := range bytes.TrimRight(raw, "=") {
		switch {
		case 'a' <= c && c <= 'z':
			small = true
		case 'A' <= c && c <= 'Z':
			large = true
		case '0' <= c && c <= '9':
			digit = true
		case c != '+' && c != '/':
			return false
		}
	}
	return small && large && digit
}
