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
	case "advisor_tool_result":
		return fmt.Sprintf(`{"type":"advisor_result","text":%s}`, text)
	}
	return text
}

// isCitingOmitted reports whether a text in a record loses its citations, or the one at an offset: they repeat results,
// and do not say of which call. Only those of searches of the web tell which tool they are from.
func isCitingOmitted(w *recordWriter, at int) bool {
	o := &w.options.Tools
	if !o.selects() || isLatePiece(w.exportedSession, w.file, w.index) {
		return false
	}
	if o.All || slices.Contains(o.Names, "web_search") {
		return true
	}
	cites := false
	one := func(at int) int {
		if w.line[at] == '{' {
			kind, _ := record.MemberText(w.line, at, "type", 64)
			cites = cites || kind != "web_search_result_location"
		}
		return jsonl.Skip(w.line, at)
	}
	if w.line[at] == '[' {
		jsonl.Array(w.line, at, one)
	} else {
		one(at)
	}
	return cites
}

// removeCitations leaves out the citations of a text, or the one in a piece of it.
func removeCitations(w *recordWriter, block int) {
	for _, name := range []string{"citations", "citation"} {
		at := memberAt(w.line, block, name)
		if at < 0 || w.line[at] != '[' && w.line[at] != '{' || !isCitingOmitted(w, at) {
			continue
		}
		w.replace(at, jsonl.Skip(w.line, at), "null")
	}
}
