package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// toolBody fills in the body of a tool call: its input and its output, each in the form that
// fits the tool, and all records that belong to it.
func (v *toolReader) toolBody(s *parser.Session, f *parser.File, index int32, spill int, body *protocol.Body) {
	c := v.call(f, index, bodyStructured)
	if end, ended := s.EndOf(f, index); ended {
		c.ended = end.Status
	}
	spilled := v.readSpilled(&c, spill)
	switch {
	case c.Result < 0:
	case !c.failed():
		body.Parts = v.faceParts(&c)
	case c.toolKind == "bash":
		body.Parts = failedCommand(&c)
	}
	if body.Parts == nil {
		body.Parts = v.plainParts(&c)
	}
	if c.Use >= 0 {
		body.Parts = append(body.Parts, v.wireParts(&c)...)
		body.Records = append(body.Records, source.Origin(f, c.Use))
	}
	if c.Result >= 0 && c.Result != c.Use {
		body.Records = append(body.Records, source.Origin(f, c.Result))
	}
	if spilled != nil {
		body.Parts = append(body.Parts, spilled.part)
		if spilled.file != nil {
			body.Records = append(body.Records, spilled.origin())
		}
	}
	if c.Use < 0 {
		return
	}
	// Other records of the call: hooks, progress, and results before the last one.
	var sides []int32
	for i := c.Use + 1; i < f.Records.Len(); i++ {
		if f.Records.At(i).Call == index && i != c.Result {
			sides = append(sides, i)
		}
	}
	if sides != nil {
		body.Parts = append(body.Parts, v.sideParts(f, sides)...)
	}
}

// bodyStructured limits the structured result that is read for a body. No line is longer.
const bodyStructured = 64 << 20

// faceParts shows a successful call in the form of its kind of tool. It returns nil if the
// recorded data has an unknown shape.
func (v *toolReader) faceParts(c *call) []protocol.Part {
	if c.file.Blocks.At(c.ResultBlk).Kind == record.ServerToolResult {
		return v.serverParts(c)
	}
	switch c.toolKind {
	case "read":
		return v.readParts(c)
	case "write", "edit":
		return changeParts(c)
	case "notebook":
		return notebookParts(c)
	case "bash":
		if !c.input.IsString("command", "code") { // the executed command is not in a known member
			return append(content.Fields("input", &c.input), v.terminalParts(c)...)
		}
		return v.terminalParts(c)
	case "shell":
		return shellParts(c)
	case "glob":
		return listParts(c)
	case "grep":
		return grepParts(c)
	case "todo":
		return todoParts(c)
	case "task":
		return v.taskParts(c)
	case "search":
		return linkParts(c)
	case "fetch":
		return fetchParts(c)
	case "agent":
		return v.agentParts(c)
	case "question":
		return questionParts(c)
	case "plan":
		return planParts(c)
	case "toolsearch":
		return foundTools(c)
	case "resource":
		return resourceParts(c)
	case "list":
		return treeParts(c)
	case "lsp":
		return placeParts(c)
	case "skill":
		return skillParts(c)
	case "message":
		if len(c.result.Keys) > 0 {
			return messageParts(c)
		}
	}
	return nil
}

// plainParts is the view that fits any tool and any failure: the arguments as a table, the
// text of the result, and the members of the structured result that are not in the text. An
// error comes first.
func (v *toolReader) plainParts(c *call) []protocol.Part {
	parts := c.inputParts()
	switch {
	case c.Result < 0:
		return parts
	case c.failed():
		return append(v.errorParts(c), parts...)
	}
	result := v.resultParts(c, "output")
	if result == nil {
		result = []protocol.Part{{Kind: "text", Role: "output", Exit: -1}}
	}
	return append(parts, result...)
}

// errorParts shows why a call failed. For a call that the user rejected, it shows the user's
// feedback.
func (v *toolReader) errorParts(c *call) []protocol.Part {
	switch status, _ := c.status(); status {
	case "rejected":
		text, more := c.words(source.MaxText)
		if feedback := c.feedback(text); feedback != "" {
			return []protocol.Part{content.Markdown("feedback", feedback, more)}
		}
		if source.HasAnyPrefix(text, rejections) {
			return nil
		}
	case "interrupted":
		if text, _ := c.words(40); strings.HasPrefix(text, "[Request interrupted") {
			return nil
		}
	}
	return v.resultParts(c, "error")
}

// resultParts shows the text of a result. For a successful call, it adds the members of the
// structured result that are not in the text.
func (v *toolReader) resultParts(c *call, role string) []protocol.Part {
	if words, more, spilled := c.spilledWords(); spilled {
		return []protocol.Part{content.Words(role, words, more, len(c.text))}
	}
	result := content.Parts(v.source, c.file, c.Result, c.file.Blocks.At(c.ResultBlk).Text, role)
	if feedback := c.resultText + c.failure(); result == nil && feedback != "" {
		result = []protocol.Part{content.Words(role, feedback, false, len(feedback))}
	}
	if result == nil { // content is null: only its structured copy exists
		result = content.Parts(v.source, c.file, c.Result, c.Structured, role)
	}
	if !content.HasMedia(result) && c.Structured.Len() > 0 {
		result = append(result, content.AllMedia(v.source, c.file, c.Result, c.Structured)...)
	}
	if role == "output" {
		result = append(result, v.structured(c, result)...)
	}
	return result
}

// inputParts shows the arguments: a command as a terminal, new text as code, a change as a
// diff, and everything else as a table.
func (c *call) inputParts() []protocol.Part {
	name := c.input.Text(1000, "file_path", "path", "notebook_path")
	switch {
	case c.toolKind == "bash" && c.input.IsString("command", "code"):
		p := protocol.Part{Kind: "terminal", Role: "input", Exit: -1}
		p.Command, p.Cut = c.input.FullText("command", "code")
		return []protocol.Part{p}
	case c.toolKind == "write" && c.input.IsString("content"):
		return []protocol.Part{content.Code("input", name, c.input.Raw("content"))}
	case c.toolKind == "edit" && c.input.IsString("old_string"):
		return []protocol.Part{changePart(name, &c.input)}
	case c.toolKind == "notebook" && c.input.IsString("new_source"):
		return []protocol.Part{cellChange(&c.input, &c.input)}
	case c.toolKind == "edit" && c.input.Has("edits"):
		if parts := multiEdit(name, &c.input); parts != nil {
			return parts
		}
	case c.toolKind == "agent" && c.input.IsString("prompt"):
		return []protocol.Part{content.Text("markdown", "prompt", c.input.Raw("prompt"))}
	case c.toolKind == "plan" && c.input.IsString("plan"):
		return []protocol.Part{content.Text("markdown", "plan", c.input.Raw("plan"))}
	case c.toolKind == "message" && c.input.IsString("message", "content"):
		text := content.Text("markdown", "input", c.input.Raw("message", "content"))
		return append(content.WithOthers(nil, "input", &c.input, "message content"), text)
	case c.toolKind == "workflow" && c.input.IsString("script"):
		return append(content.WithOthers(nil, "input", &c.input, "script"), content.Code("script", "workflow.js", c.input.Raw("script")))
	case c.toolKind == "question":
		if parts := questionParts(c); parts != nil {
			return parts
		}
	case c.toolKind == "todo" && c.input.Count(0, "todos") > 0:
		if p := todoPart(&c.input, nil); p.Fields != nil {
			return []protocol.Part{p}
		}
	}
	return c.argumentParts()
}

// wireParts shows the input that was sent to the API if it differs from the input of the
// tool: FORMAT.md, "assistant records", "Fields".
func (v *toolReader) wireParts(c *call) []protocol.Part {
	all := v.source.Member(c.file, c.Use, "wireToolInputs")
	wire := all.Object(c.file.Ident(c.ID))
	for i, key := range wire.Keys {
		if string(wire.RawAt(i)) != string(c.input.Raw(key)) {
			return content.Fields("wire", &wire)
		}
	}
	return nil
}
