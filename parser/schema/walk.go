package schema

import (
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A walk visits one record.
type walk struct {
	report *Report
	kind   *kind
	line   []byte
	depth  int
}

// maxDepth is the maximum depth of a walk; real records nest seven levels.
const maxDepth = 10

// dataKeys lists objects whose keys are data: paths of files, texts of questions.
var dataKeys = set("trackedFileBackups answers annotations modelUsage fileStates agents")

// opaque lists values whose form is defined by others: by MCP servers, by schemas.
var opaque = set("_meta structuredContent structured_output headers env tools schema input_schema inputSchema metadata")

// shownKeys lists the fields that are reported by value, if the value is a word of the
// format.
var shownKeys = set(`type subtype operation level role stop_reason kind subkind promptSource entrypoint userType
	permissionMode mode commandMode status task_type taskType trigger speed service_tier inference_geo toolDenialKind
	sessionKind direction retrieval_status`)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, word := range strings.Fields(words) {
		s[word] = true
	}
	return s
}

// object visits the members of the object at an index. owner is the tool that its arguments
// or its result belong to. Like the functions of jsonl, object returns the index after the
// object.
func (w *walk) object(at int, path, owner string) int {
	keysAreData := dataKeys[path[strings.LastIndexByte(path, '.')+1:]]
	return jsonl.Object(w.line, at, func(key []byte, at int) int {
		name := w.report.words.key(string(key))
		if keysAreData {
			name = "*"
		}
		closed, shown := opaque[name], name
		switch name {
		case "version", "claude_code_version":
			if path == "" {
				w.report.version(w.text(at))
			}
		case "toolUseResult", "tool_use_result", "input":
			if owner != "" {
				shown += "(" + owner + ")"
				closed = owner == "mcp" || owner == "other"
			}
		}
		if path != "" {
			shown = path + "." + shown
		}
		return w.value(at, shown, name, closed)
	})
}

// value counts a value and visits its contents, unless these belong to others.
func (w *walk) value(at int, path, name string, closed bool) int {
	end := jsonl.Skip(w.line, at)
	if end < 0 {
		return end
	}
	w.count(path, w.form(at, end, name))
	if closed || w.depth == maxDepth {
		return end
	}
	w.depth++
	switch w.line[at] {
	case '{':
		w.object(at, path, "")
	case '[':
		jsonl.Array(w.line, at, func(at int) int { return w.element(at, path) })
	}
	w.depth--
	return end
}

// element visits an element of an array, which is reported by its type.
func (w *walk) element(at int, path string) int {
	kind, tool := "", ""
	end := jsonl.Object(w.line, at, func(key []byte, at int) int {
		switch string(key) {
		case "type":
			kind = w.report.words.kind(w.text(at))
		case "name":
			tool = w.report.words.tool(w.text(at))
		}
		return jsonl.Skip(w.line, at)
	})
	path += "[" + kind + "]"
	if end < 0 || !strings.HasSuffix(kind, "tool_use") {
		return w.value(at, path, "", false)
	}
	w.count(path, w.form(at, end, ""))
	return w.object(at, path, tool)
}

// form returns the form of a value: its type, whether it is empty, or the word it is.
func (w *walk) form(at, end int, name string) string {
	text := w.line[at:end]
	switch text[0] {
	case '"':
		switch {
		case end-at == 2:
			return `""`
		case shownKeys[name]:
			return w.report.words.value(w.text(at))
		}
		return "string"
	case '{':
		if len(strings.TrimSpace(string(text[1:min(len(text), 64)]))) == 1 {
			return "{}"
		}
		return "object"
	case '[':
		if len(strings.TrimSpace(string(text[1:min(len(text), 64)]))) == 1 {
			return "[]"
		}
		return "array"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	if strings.ContainsAny(string(text[:min(len(text), longest)]), ".eE") {
		return "float"
	}
	return "int"
}

func (w *walk) count(path, form string) {
	r, forms := w.report, w.kind.paths[path]
	if forms[form] == 0 {
		if r.entries >= maxEntries || len(path) > maxPath {
			w.kind.more++
			r.full = true
			return
		}
		if r.entries++; forms == nil {
			r.entries++
			forms = map[string]int{}
			w.kind.paths[path] = forms
		}
	}
	forms[form]++
}

// text returns the value of a short string; a longer one cannot be a word.
func (w *walk) text(at int) string {
	end := jsonl.Skip(w.line, at)
	if end < 0 || w.line[at] != '"' || end-at > longest {
		return ""
	}
	return string(record.AppendString(nil, w.line, at, longest))
}
