package redact

import (
	"bytes"
	_ "embed"
	"iter"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/schema"
)

// A structure knows what makes a transcript one: the names of the members of the format, and the words that are the
// values of some of them, such as types and roles. They are no values, even if they have the same text as one, and
// never change. Everything else in a record is searched and replaced.
//
// Ids hold records together, too. A value in one is replaced in the same way in all places. Ids that are generated are
// long and random, so that short values are in them by chance only: these stay.
type structure struct {
	words   *schema.Vocabulary
	heads   map[string]bool // words of the heads of exports
	api     map[string]bool // words of the results of tools of servers
	members map[string]*keyInfo
}

// A keyInfo is what is known of a key.
type keyInfo struct {
	name    string
	isKey   bool             // of the format
	isCount bool             // its numbers are those of Claude Code, except in what tools and models define
	places  [numPlaces]place // of the values that are objects or arrays, by the place of the object that has the member
	classes [numPlaces]class // of the texts, by their place
}

// maxMembers limits the keys that are remembered: tools and models can have any number of them.
const maxMembers = 4 << 10

// info returns what is known of a key. It is looked up for each member of each record.
func (s *structure) info(key []byte) *keyInfo {
	if m := s.members[string(key)]; m != nil {
		return m
	}
	name := string(key)
	m := &keyInfo{name: name, isKey: s.words.IsKey(name) || s.api[name]}
	m.isCount = m.isKey && isCountName(name)
	for p := range numPlaces {
		m.places[p], m.classes[p] = p.of(name), classOf(p, name)
	}
	if len(s.members) < maxMembers {
		s.members[name] = m
	}
	return m
}

// class returns the class of a text.
func (n *node) class() class {
	if n.member == nil {
		return classText
	}
	return n.member.classes[n.place]
}

func newStructure() *structure {
	s := &structure{schema.NewVocabulary(), map[string]bool{parser.ExportLabel: true}, map[string]bool{}, map[string]*keyInfo{}}
	for word := range strings.FieldsSeq(headWords) {
		s.heads[word] = true
	}
	for word := range strings.FieldsSeq(apiWords) {
		s.api[word] = true
	}
	for _, kind := range kindNames() {
		s.heads[kind] = true
	}
	for _, part := range partNames() {
		s.heads[part[0]] = true
	}
	return s
}

// headWords are the names of the members of the head of an export, see package export.
const headWords = `type version leftOut redacted options values parts
turns branches calls results thinking agents totals files records damaged unread summary
agent prompts withoutBranches withoutThinking withoutTools resultsOnly keepTurns compress all`

// apiWords are the names of members and the types in the results of tools of servers, and in citations, that transcripts
// rarely have. The API takes no others.
const apiWords = `web_search_result web_search_tool_result_error web_fetch_result web_fetch_tool_result_error
code_execution_result encrypted_code_execution_result code_execution_output code_execution_tool_result_error
bash_code_execution_result bash_code_execution_output bash_code_execution_tool_result_error
text_editor_code_execution_view_result text_editor_code_execution_create_result text_editor_code_execution_str_replace_result
text_editor_code_execution_tool_result_error tool_search_tool_search_result tool_search_tool_result_error tool_reference
advisor_result advisor_redacted_result advisor_tool_result_error
web_search_result_location char_location page_location content_block_location search_result_location direct
code_execution_20250825 code_execution_20260120
url page_age encrypted_content retrieved_at encrypted_stdout return_code file_id error_code file_type num_lines start_line
total_lines is_file_update old_start old_lines new_start new_lines lines tool_references tool_name caller tool_id enabled
citation cited_text encrypted_index document_index document_title start_char_index end_char_index start_page_number
end_page_number start_block_index end_block_index search_result_index`

// isHead reports whether a record is the head of an export. It has members of its own.
func isHead(line []byte) bool {
	kind, _ := record.MemberText(line, 0, "type", len(parser.ExportLabel))
	return kind == parser.ExportLabel
}

// isKey reports whether a key is a member of the format.
func (s *structure) isKey(at node, key *keyInfo) bool {
	return key.isKey || at.isHead && s.heads[key.name]
}

// isWord reports whether a text is a word of the format, or a time, in a member that has such.
func (s *structure) isWord(at node, b []byte) bool {
	if at.isHead {
		return s.heads[string(b)]
	}
	switch at.class() {
	case classText:
		return false
	case classTime:
		return isTime(b)
	}
	return s.words.IsValue(string(b)) || at.key == "type" && s.api[string(b)] || at.key == "media_type" && isMediaType(b)
}

// isMediaType reports whether a text is a media type such as image/png.
func isMediaType(b []byte) bool {
	const longest = 40
	kind, name, _ := bytes.Cut(b, []byte("/"))
	switch string(kind) {
	case "image", "application", "text", "audio", "video":
		return len(b) <= longest && len(bytes.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.+-")) == 0
	}
	return false
}

// isCount reports whether a number is one that Claude Code writes: an amount, a time or the number of a line.
func (s *structure) isCount(at node) bool {
	if at.isHead {
		return s.heads[at.key]
	}
	return at.place != inFree && at.member != nil && at.member.isCount
}

// isCountName reports whether a name is the one of an amount, a time or the number of a line.
func isCountName(key string) bool {
	switch key {
	case "version", "attempt", "max_retries", "maxRetries", "retryAttempt", "error_status", "apiErrorStatus", "num_turns", "total_cost",
		"appliedLimit", "prNumber", "utilization", "apiBlockIndex", "persistedOutputSize", "originalSize", "bytes", "numFiles", "exitCode",
		"exit_code", "startTime", "resetsAt", "spawnDepth", "total_deferred_tools", "contextLength", "lastSequenceNum", "timestamp":
		return true
	}
	for _, end := range [...]string{"Tokens", "_tokens", "Ms", "_ms", "Count", "Lines", "Seconds", "Bytes", "Files", "Start", "Line",
		"Matches", "Requests", "_requests", "USD", "_usd", "Duration", "DurationWithoutRetries", "LinesAdded", "LinesRemoved",
		"linesAdded", "linesRemoved", "Window"} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// isTime reports whether a text is a time as in 2026-05-14T09:30:00.000Z.
func isTime(b []byte) bool {
	const layout = "0000-00-00T00:00:00"
	if len(b) <= len(layout) {
		return false
	}
	for i, c := range []byte(layout) {
		if c == '0' && !isDigit(b[i]) || c != '0' && b[i] != c {
			return false
		}
	}
	rest := b[len(layout):]
	if rest[0] == '.' {
		const mostDigits = 9
		n := 1
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n-1 > mostDigits {
			return false
		}
		rest = rest[n:]
	}
	if string(rest) == "Z" {
		return true
	}
	return len(rest) == len("+00:00") && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':' &&
		isDigits(rest[1:3]) && isDigits(rest[4:])
}

// longestID is the length of the longest id, in bytes.
const longestID = 160

// isGenerated reports whether a text is an id, or the name of a model or version, that no person chose.
func isGenerated(at node, b []byte) bool {
	switch at.class() {
	case classID:
		return isGeneratedID(b)
	case classModel:
		return isModel(b)
	case classVersion:
		return len(b) <= len("2.1.100") && len(bytes.Trim(b, "0123456789.")) == 0 && bytes.Count(b, []byte(".")) == 2
	}
	return at.place != inFree && isUUID(b)
}

// isGeneratedID reports whether a text is a UUID, a long hexadecimal number, or an id of the API.
func isGeneratedID(b []byte) bool {
	const shortest = 16                                                                     // random characters
	number := bytes.TrimPrefix(bytes.TrimPrefix(b, []byte("agent-")), []byte("sidechain-")) // of agents, see package parser
	if isUUID(number) || len(number) >= shortest && len(b) <= longestID && isHex(number) && hasDigits(number, 1) {
		return true
	}
	for _, prefix := range [...]string{"toolu_", "srvtoolu_", "mcptoolu_", "msg_", "req_", "call_"} {
		random, ok := bytes.CutPrefix(b, []byte(prefix))
		if !ok {
			continue
		}
		for _, c := range random {
			if !isLetter(c) && !isDigit(c) {
				return false
			}
		}
		return len(random) >= shortest && len(b) <= longestID && hasDigits(random, 1)
	}
	return false
}

// isInGeneratedID reports whether a range of a text is in an id that no person chose.
func isInGeneratedID(b []byte, from, to int) bool {
	isPart := func(c byte) bool { return isWord(c) || c == '-' }
	for from > 0 && isPart(b[from-1]) && to-from <= longestID {
		from--
	}
	for to < len(b) && isPart(b[to]) && to-from <= longestID {
		to++
	}
	return isGeneratedID(b[from:to])
}

// isDigits reports whether a text has only digits.
func isDigits(b []byte) bool { return len(bytes.Trim(b, "0123456789")) == 0 }

// isModel reports whether a text is the name of a model, such as claude-opus-4-1-20250805.
func isModel(b []byte) bool {
	name, ok := bytes.CutPrefix(bytes.TrimSuffix(b, []byte("[1m]")), []byte("claude-"))
	if !ok {
		return false
	}
	const date = len("20250805")
	for part := range bytes.SplitSeq(name, []byte("-")) {
		switch string(part) {
		case "opus", "sonnet", "haiku", "instant", "latest", "v1", "v2":
			continue
		}
		if len(part) == 0 || len(part) > date || !isDigits(part) {
			return false
		}
	}
	return true
}

// isSignature reports whether a text is the signature of thinking, which is binary data.
func isSignature(at node, b []byte) bool {
	return at.key == "signature" && (at.place == inBlock || at.place == inRecord) && isBase64Text(b)
}

// isLink reports whether a text in a member is an id that holds records together, which stays if the text around it is
// left out. In results, members of any name can have any text, so the sessions decide what is one.
func (r *Replacer) isLink(at node, b []byte) bool {
	return r.links != nil && at.class() == classID && len(b) <= longestID && r.links(string(b))
}

// isIn reports whether an occurrence of a value in a node counts.
func (x *Value) isIn(at node) bool { return !at.isGenerated || len(x.Value) >= unboundedSecret }

// A class says what the text of a member of the format is.
type class uint8

const (
	classText    class = iota // anything
	classWord                 // a word of the format, such as a type
	className                 // of a tool, or of a kind of agents
	classID                   // an id
	classTime                 // a time
	classModel                // the name of a model
	classVersion              // of Claude Code
)

// classOf returns the class of a text in a member. All others are texts, whatever they look like.
func classOf(p place, key string) class {
	if class := commonClassOf(key); class != classText && p != inFree && p != inContent {
		return class
	}
	switch p {
	case inRecord:
		switch key {
		case "parentUuid", "logicalParentUuid", "requestId", "request_id", "leafUuid", "parentToolUseID", "parent_tool_use_id",
			"sourceToolAssistantUUID", "sourceToolUseID", "promptId", "id", "parentAgentId":
			return classID
		case "subtype", "userType", "level", "entrypoint", "permissionMode", "operation", "stop_reason", "role", "apiKeySource":
			return classWord
		case "version", "claude_code_version":
			return classVersion
		case "model":
			return classModel
		case "name", "agentType":
			return className
		}
	case inMessage:
		switch key {
		case "id":
			return classID
		case "role", "stop_reason", "stop_sequence":
			return classWord
		case "model":
			return classModel
		}
	case inBlock:
		switch key {
		case "id":
			return classID
		case "name", "tool_name":
			return className
		}
	case inSource:
		if key == "media_type" {
			return classWord
		}
	case inResult:
		switch key {
		case "taskId", "task_id", "runId", "backgroundTaskId", "shell_id", "shellId", "resumedAgentId", "tool_id":
			return classID
		case "status", "service_tier":
			return classWord
		case "agentType":
			return className
		case "backupTime":
			return classTime
		}
	}
	return classText
}

// commonClassOf returns the class of a member that occurs in several places, and has the same class in all.
func commonClassOf(key string) class {
	switch key {
	case "uuid", "sessionId", "session_id", "messageId", "agentId", "agent_id", "tool_use_id", "toolUseId", "toolUseID":
		return classID
	case "type", "hookEvent":
		return classWord
	case "timestamp":
		return classTime
	}
	return classText
}

//go:embed exportwords.txt
var wordsOfExports string

// exportWords yields the words that exports in other formats than that of transcripts have by themselves, such as labels
// and names of members.
func (s *structure) exportWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range s.words.All() {
			if !yield(word) {
				return
			}
		}
		for word := range s.heads {
			if !yield(word) {
				return
			}
		}
		for _, part := range partNames() {
			if !yield(part[1]) {
				return
			}
		}
		for word := range strings.Lines(wordsOfExports + otherWords) {
			if word[0] != '#' && !yield(word) {
				return
			}
		}
	}
}

// otherWords has the parts of the names of models, and a word with a digit, one per line.
const otherWords = "claude-opus\nclaude-sonnet\nclaude-haiku\nOpus\nSonnet\nHaiku\nutf-8\n"
