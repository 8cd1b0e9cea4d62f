package export

import (
	"fmt"
	"slices"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// serverResult returns what is written instead of the content of a result of a tool of a server: in its form, since the
// API takes no text there.
func serverResult(kind string, content []byte, text string) string {
	if content[0] == '{' {
		if is, _ := record.MemberText(content, 0, "type", 64); is == kind+"_error" {
			return fmt.Sprintf(`{"type":"%s_error","error_code":"unavailable"}`, kind)
		}
	}
	switch kind {
	case "web_search_tool_result":
		return "[]"
	case "web_fetch_tool_result":
		return fmt.Sprintf(`{"type":"web_fetch_result","url":%s,"content":{"type":"document",`+
			`"source":{"type":"text","media_type":"text/plain","data":%s}}}`, text, text)
	case "code_execution_tool_result", "bash_code_execution_tool_result":
		kind = strings.TrimSuffix(kind, "tool_result") + "result"
		return fmt.Sprintf(`{"type":"%s","stdout":%s,"stderr":"","return_code":0,"content":[]}`, kind, text)
	case "text_editor_code_execution_tool_result":
		return fmt.Sprintf(`{"type":"text_editor_code_execution_view_result","file_type":"text","content":%s}`, text)
	case "tool_search_tool_result":
		return `{"type":"tool_search_tool_search_result","tool_references":[]}`
	}
	return text
}

// isCitingOmitted reports whether texts in a record lose their citations: they repeat the results of searches, and do
// not say of which call.
func isCitingOmitted(w *recordWriter) bool {
	o := &w.options.Tools
	if !o.All && !slices.ContainsFunc(o.Names, func(name string) bool { return name == "web_search" || name == "web_fetch" }) {
		return false
	}
	return !isLatePiece(w.exportedSession, w.file, w.index)
}

// removeCitations leaves out the citations of a text, or the one in a piece of it.
func removeCitations(w *recordWriter, block int) {
	for _, name := range []string{"citations", "citation"} {
		at := memberAt(w.line, block, name)
		if at < 0 || w.line[at] != '[' && w.line[at] != '{' || !isCitingOmitted(w) {
			continue
		}
		w.replace(at, jsonl.Skip(w.line, at), "null")
	}
}
