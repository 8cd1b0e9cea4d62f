package redact

import (
	"bytes"
	_ "embed"
	"iter"
	"strings"

	"unspool/parser/schema"
)

// A structure knows what makes a transcript one: the names of the members of the format, and the words that are the
// values of some of them, such as types and roles. They are no values, even if they have the same text as one, and
// never change. Everything else in a record is searched and replaced.
//
// Ids hold records together, too. A value in one is replaced like in a text, and thus in the same way in all places.
// Ids that are generated are long and random, so that short values are in them by chance only: these stay.
type structure struct{ words *schema.Vocabulary }

func newStructure() *structure { return &structure{schema.NewVocabulary()} }

// formWords yields the words of transcripts, and of the forms that they are written in, such as names of members and
// labels.
func (s *structure) formWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range s.words.All() {
			if !yield(word) {
				return
			}
		}
		for word := range strings.Lines(formWords + modelNames) {
			if word[0] != '#' && !yield(word) {
				return
			}
		}
	}
}

// modelNames has the parts of the names of models, one name per line.
const modelNames = "claude-opus\nclaude-sonnet\nclaude-haiku\nOpus\nSonnet\nHaiku\n"

//go:embed formwords.txt
var formWords string

// isKey reports whether a key is a member of the format.
func (s *structure) isKey(key []byte) bool { return s.words.IsKey(string(key)) }

// longestFixed is the length of the longest text that is taken for an id or a name, in bytes.
const longestFixed = 160

// isValue reports whether a text is a word of the format, or a time, in a member that has such.
func (s *structure) isValue(at spot, b []byte) bool {
	return len(b) <= longestFixed && isFixedKey(at.place, at.key) && (s.words.IsValue(string(b)) || isTime(b))
}

// isCount reports whether a number is one that Claude Code writes: an amount, a time or the number of a line.
func (s *structure) isCount(at spot) bool {
	if at.place == inFree || !s.words.IsKey(at.key) {
		return false
	}
	switch at.key {
	case "version", "attempt", "max_retries", "maxRetries", "retryAttempt", "error_status", "apiErrorStatus", "num_turns", "total_cost",
		"appliedLimit", "prNumber", "utilization", "apiBlockIndex", "persistedOutputSize", "originalSize", "bytes", "numFiles", "exitCode",
		"exit_code", "startTime", "resetsAt", "spawnDepth", "total_deferred_tools", "contextLength", "lastSequenceNum", "timestamp":
		return true
	}
	for _, end := range [...]string{"Tokens", "_tokens", "Ms", "_ms", "Count", "Lines", "Seconds", "Bytes", "Files", "Start", "Line",
		"Matches", "Requests", "_requests", "USD", "_usd", "Duration", "DurationWithoutRetries", "LinesAdded", "LinesRemoved",
		"linesAdded", "linesRemoved", "Window"} {
		if strings.HasSuffix(at.key, end) {
			return true
		}
	}
	return false
}

// isTime reports whether a text is a time as in 2026-05-14T09:30:00.000Z.
func isTime(b []byte) bool {
	if len(b) < len("2026-05-14T09:30:00Z") || b[4] != '-' || b[10] != 'T' || b[13] != ':' {
		return false
	}
	for _, c := range b {
		if !isDigit(c) && bytes.IndexByte([]byte("-T:.Z+"), c) < 0 {
			return false
		}
	}
	return true
}

// isGenerated reports whether a text is an id or a name that no person chose.
func isGenerated(at spot, b []byte) bool {
	if isUUID(b) {
		return true
	}
	if len(b) > longestFixed || !isFixedKey(at.place, at.key) {
		return false
	}
	if at.key == "model" {
		return bytes.HasPrefix(b, []byte("claude-"))
	}
	if at.key == "version" || at.key == "claude_code_version" {
		return isDigit(b[0]) && bytes.Trim(b, "0123456789.") == nil
	}
	const shortest = 16
	random := b
	for _, prefix := range [...]string{"toolu_", "srvtoolu_", "mcptoolu_", "msg_", "req_", "call_"} {
		random = bytes.TrimPrefix(random, []byte(prefix))
	}
	for _, c := range random {
		if !isLetter(c) && !isDigit(c) {
			return false
		}
	}
	return len(random) >= shortest && hasDigits(random, 1)
}

// isSignature reports whether a text is the signature of thinking, which is binary data.
func isSignature(at spot, b []byte) bool {
	return at.key == "signature" && (at.place == inBlock || at.place == inRecord) && isBase64Text(b)
}

// isFixed reports whether a text in a member is an id, a name or a time: it holds records together. What does not look
// like one is text, whatever its key is.
func isFixed(at spot, b []byte) bool {
	if len(b) > longestFixed || !isFixedKey(at.place, at.key) {
		return false
	}
	for _, c := range b {
		if c <= ' ' || c == '\\' || c == '@' || c >= 0x7f {
			return false
		}
	}
	return true
}

// isIn reports whether an occurrence of a value in a spot counts.
func (x *Value) isIn(at spot) bool { return !at.isGenerated || len(x.Value) >= unboundedSecret }

// isFixedKey reports whether a member has an id, a time, or a word of the format.
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
