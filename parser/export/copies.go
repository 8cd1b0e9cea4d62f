package export

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A copyRule names members of the records of a type that repeat the results of calls. Members of members have paths, such
// as "data.output".
type copyRule struct {
	label      string   // of the records, or what their labels begin with
	list       string   // the member with the objects that the paths begin at; "" for the record itself
	calls      []string // members with ids of calls; nil for the calls of the results in the record
	members    []string // that repeat results
	keepsLinks bool     // what links the call to others stays; see withoutResult
}

// copyRules are all members that repeat results, other than texts with notifications.
var copyRules = []copyRule{
	{members: []string{"toolUseResult", "tool_use_result"}, keepsLinks: true}, // the second one in stream-json
	{members: []string{"mcpMeta"}},
	{label: "progress/", calls: []string{"parentToolUseID", "toolUseID"},
		members: []string{"data.output", "data.fullOutput", "data.progressMessage"}},
	{label: "attachment/hook_", calls: []string{"attachment.toolUseID"}, members: []string{"attachment.stdout", "attachment.stderr",
		"attachment.content", "attachment.blockingError.blockingError"}},
	{label: "system", calls: []string{"tool_use_id", "toolUseID"}, members: []string{"summary", "content"}},
	{label: "tool_use_summary", calls: []string{"preceding_tool_use_ids"}, members: []string{"summary"}},
	{label: "content-replacement", list: "replacements", calls: []string{"toolUseId", "toolUseID", "tool_use_id"},
		members: []string{"replacement"}},
}

// noticeMembers are the members with texts that can have notifications of background tasks, by the labels of records.
// Those of messages are edited with the messages.
var noticeMembers = map[string]string{"queue-operation": "content", "attachment/queued_command": "attachment.prompt"}

// removeCopies leaves out the copies of results in a record, or in one that another record repeats.
func removeCopies(w *recordWriter, object int, label string) {
	for i := range copyRules {
		rule := &copyRules[i]
		if !strings.HasPrefix(label, rule.label) {
			continue
		}
		if rule.list == "" {
			rule.apply(w, object)
		} else if list := memberAt(w.line, object, rule.list); list >= 0 && w.line[list] == '[' {
			jsonl.Array(w.line, list, func(at int) int {
				rule.apply(w, at)
				return jsonl.Skip(w.line, at)
			})
		}
	}
	if name, ok := noticeMembers[label]; ok {
		if at := memberAt(w.line, object, name); at >= 0 {
			removeNotices(w, at)
		}
	}
}

// apply leaves out the members of an object that repeat the results of calls that are left out.
func (c *copyRule) apply(w *recordWriter, object int) {
	if !c.selects(w, object) {
		return
	}
	for _, name := range c.members {
		eachMemberAt(w.line, object, name, func(at int) {
			end := jsonl.Skip(w.line, at)
			switch string(w.line[at:max(at, end)]) {
			case "", `""`, "[]", "{}", "null":
			default:
				text := removedText
				if c.keepsLinks {
					text = withoutResult(w, at)
				}
				w.replace(at, end, text)
			}
		})
	}
}

// eachMemberAt visits the values at a path of members: several can have one name.
func eachMemberAt(line []byte, object int, path string, visit func(at int)) {
	name, inner, isLonger := strings.Cut(path, ".")
	if line[object] != '{' {
		return
	}
	jsonl.Object(line, object, func(key []byte, at int) int {
		end := jsonl.Skip(line, at)
		switch {
		case end < 0 || string(key) != name:
		case isLonger:
			eachMemberAt(line, at, inner, visit)
		default:
			visit(at)
		}
		return end
	})
}

// selects reports whether a result that an object repeats is left out.
func (c *copyRule) selects(w *recordWriter, object int) bool {
	if c.calls == nil {
		return w.results
	}
	found := false
	check := func(at int) int {
		if w.line[at] == '"' {
			call, ok := findCall(w, string(record.AppendString(nil, w.line, at, 1<<10)))
			found = found || ok && w.calls[call]
		}
		return jsonl.Skip(w.line, at)
	}
	for _, name := range c.calls {
		switch at := memberAt(w.line, object, name); {
		case at < 0:
		case w.line[at] == '[':
			jsonl.Array(w.line, at, check)
		default:
			check(at)
		}
	}
	return found
}

// memberAt returns the index of the value at a path of members, or -1.
func memberAt(line []byte, at int, path string) int {
	for name := range strings.SplitSeq(path, ".") {
		if at < 0 || line[at] != '{' {
			return -1
		}
		at = record.Member(line, at, name)
	}
	return at
}

// findCall returns the call with an id: of the same file or, if there is none, of any file of the session.
func findCall(w *recordWriter, id string) (parser.CallRef, bool) {
	if call, ok := w.file.FindCall(id); ok {
		return parser.CallRef{File: w.file, Index: call}, true
	}
	for _, f := range w.session.Files {
		if call, ok := f.FindCall(id); ok {
			return parser.CallRef{File: f, Index: call}, true
		}
	}
	return parser.CallRef{}, false
}

// blockWithoutResult returns the block of a result without its text, and without members that can repeat it.
func blockWithoutResult(w *recordWriter, block int, text string) string {
	out := []byte{'{'}
	kind, _ := record.MemberText(w.line, block, "type", 64)
	jsonl.Object(w.line, block, func(key []byte, at int) int {
		end := jsonl.Skip(w.line, at)
		if end < at {
			return end
		}
		value := w.line[at:end]
		switch string(key) {
		case "content":
			value = []byte(serverResult(kind, value, text))
		case "type", "tool_use_id", "is_error", "cache_control":
		default:
			return end
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(append(out, '"'), key...), `":`...), value...)
		return end
	})
	return string(append(out, '}'))
}
