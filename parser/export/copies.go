package export

import (
	"bytes"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/transcript"
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
		at := memberAt(w.line, object, name)
		if at < 0 {
			continue
		}
		end := jsonl.Skip(w.line, at)
		if end < at {
			continue
		}
		switch string(w.line[at:end]) {
		case `""`, "[]", "{}", "null":
		default:
			text := removedText
			if c.keepsLinks {
				text = withoutResult(w, at)
			}
			w.replace(at, end, text)
		}
	}
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

// removeNotices leaves out results in the notifications of a text: a string, or a list of blocks.
func removeNotices(w *recordWriter, at int) {
	switch w.line[at] {
	case '"':
		end := jsonl.Skip(w.line, at)
		if end < at || !w.options.Tools.selects() || !bytes.Contains(w.line[at:end], []byte("task-notification")) {
			return
		}
		text := record.AppendString(nil, w.line, at, -1)
		if without := withoutNotices(w, text); !bytes.Equal(without, text) {
			w.replace(at, end, string(appendStrict(nil, quoted(string(without)))))
		}
	case '[':
		jsonl.Array(w.line, at, func(at int) int {
			if text := memberAt(w.line, at, "text"); text >= 0 && w.line[text] == '"' {
				removeNotices(w, text)
			}
			return jsonl.Skip(w.line, at)
		})
	}
}

// withoutNotices returns a text without the results in its notifications of tasks whose results are left out.
func withoutNotices(w *recordWriter, text []byte) []byte {
	const opening = "<task-notification>"
	var out []byte
	for {
		before, notice, found := bytes.Cut(text, []byte(opening))
		if out = append(out, before...); !found {
			return out
		}
		head, result, tail, after := tags.CutNotice(notice)
		whole := notice[:len(notice)-len(after)]
		out, text = append(out, opening...), after
		if !isNoticeOmitted(w, head, tail) {
			out = append(out, whole...)
			continue
		}
		removed := []byte(strings.Trim(removedText, `"`))
		out = append(out, withoutEvent(head, removed)...)
		if len(head) < len(whole) {
			from := len(head) + len("<result>")
			out = append(append(out, whole[len(head):from]...), removed...)
			out = append(out, whole[from+len(result):len(whole)-len(tail)]...)
		}
		out = append(out, withoutEvent(tail, removed)...)
	}
}

// withoutEvent returns a part of a notification with another text instead of that of its event: a line of output.
func withoutEvent(part, removed []byte) []byte {
	const opening = "<event>"
	from, to := bytes.Index(part, []byte(opening)), bytes.LastIndex(part, []byte("</event>"))
	if from < 0 || to < from {
		return part
	}
	return slices.Concat(part[:from+len(opening)], removed, part[to:])
}

// isNoticeOmitted reports whether the result in a notification, given the parts around it, is left out. A notification of
// a task whose call is in no file has the only copy of its result: it is left out if those of all calls are.
func isNoticeOmitted(w *recordWriter, head, tail []byte) bool {
	field := func(name string) string {
		if text := tags.Field(head, name); text != "" {
			return text
		}
		return tags.Field(tail, name)
	}
	if call, ok := findCall(w, field("tool-use-id")); ok {
		return w.calls[call]
	}
	task := field("task-id")
	for _, a := range w.session.Agents {
		if task != "" && a.ID == task && a.Call.File != nil {
			return w.calls[a.Call]
		}
	}
	for _, f := range w.session.Files {
		id, ok := f.Evidence.Calls[transcript.LinkKey{Rule: transcript.ByTask, ID: task}]
		if call, isCall := findCall(w, id); ok && isCall {
			return w.calls[call]
		}
	}
	return w.options.Tools.All && w.options.Tools.KeepTurns == 0
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
