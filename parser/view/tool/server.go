package tool

import (
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// serverParts shows the result of a tool that runs on the server of the API. It is part of
// the assistant's message, as a list or as an object of a type of its own: FORMAT.md,
// "Content blocks".
func serverParts(c *Call) []protocol.Part {
	r := &c.reply
	parts := c.inputParts()
	switch r.Text(60, "type") {
	case "":
		return nil
	case "web_fetch_result":
		if p, ok := documentPart(c); ok {
			parts = append(parts, p)
		}
		return content.WithOthers(parts, protocol.RoleStructured, r, "type content url")
	case "code_execution_result", "bash_code_execution_result":
		p := protocol.Part{Kind: protocol.PartTerminal, Command: c.command(), Exit: protocol.OrNull(r.Natural("return_code"))}
		p.Text, p.Cut = r.FullText("stdout")
		p.Size = r.Size("stdout")
		p.Stderr = r.Text(source.MaxText, "stderr")
		return content.WithOthers([]protocol.Part{p}, protocol.RoleStructured, r, "type stdout stderr return_code")
	case "text_editor_code_execution_view_result":
		p := content.Code(protocol.RoleOutput, c.path(), r.Raw("content"))
		p.Start = r.Int(1, "start_line")
		return []protocol.Part{p}
	case "text_editor_code_execution_str_replace_result":
		return []protocol.Part{replacedPart(c)}
	case "advisor_result":
		return append(parts, content.Text(protocol.PartMarkdown, protocol.RoleOutput, r.Raw("text")))
	case "tool_search_tool_search_result":
		list := content.Builder{Role: protocol.RoleOutput}
		more := source.EachShown(r.Raw("tool_references"), func(one []byte) { list.Block(one, 0) })
		if parts = append(parts, list.Parts...); more {
			parts = append(parts, content.Incomplete(r.Size("tool_references")))
		}
		return parts
	}
	return content.WithOthers(parts, protocol.RoleOutput, r, "encrypted_content")
}

// documentPart returns the document that was fetched. The second result is false if it has
// none.
func documentPart(c *Call) (protocol.Part, bool) {
	document := c.reply.Object("content")
	from := document.Object("source")
	if from.Text(20, "type") == "text" {
		return content.Document(protocol.RoleOutput, document.Text(400, "title"), from.Raw("data")), true
	}
	m, ok := source.MediaOf(document.JSON)
	m.File = c.File.Number
	m.Offset += float64(c.File.Records.At(c.Result).Offset) +
		float64(int(c.File.Blocks.At(c.ResultBlk).Text.From)+c.reply.Offset("content"))
	return content.Media(m), ok
}

// replacedPart returns the change that an editor of the API made.
func replacedPart(c *Call) protocol.Part {
	r := &c.reply
	hunk := protocol.Hunk{OldStart: r.Int(1, "old_start"), OldLines: protocol.OrNull(r.Natural("old_lines")),
		NewStart: r.Int(1, "new_start"), NewLines: protocol.OrNull(r.Natural("new_lines")), Lines: []string{}}
	room := MaxPatch
	source.Each(r.Raw("lines"), func(raw []byte) {
		if room > 0 {
			line, _ := source.Words(raw, room) // at least as many bytes are written: after a cut no room is left
			hunk.Lines = append(hunk.Lines, line)
		}
		room -= len(raw)
	})
	return protocol.Part{Kind: protocol.PartDiff, Name: c.path(), Hunks: []protocol.Hunk{hunk}, Cut: room <= 0, Size: r.Size("lines")}
}
