package view

import (
	"unspool/parser/view/protocol"
)

// serverParts shows the result of a tool that runs on the server of the API. It is part of
// the assistant's message, as a list or as an object of a type of its own: FORMAT.md,
// "Content blocks".
func (v *toolReader) serverParts(c *call) []protocol.Part {
	r := &c.reply
	parts := c.inputParts()
	switch r.str(60, "type") {
	case "":
		return nil
	case "web_fetch_result":
		document := r.object("content")
		source := document.object("source")
		if source.str(20, "type") == "text" {
			parts = append(parts, documentPart("output", document.str(400, "title"), source.raw("data")))
			return withOthers(parts, "structured", r, "type content url")
		}
		if m, ok := mediaOf(document.json); ok {
			m.File = c.file.Number
			m.Offset += float64(c.file.Records.At(c.Result).Offset) +
				float64(int(c.file.Blocks.At(c.ResultBlk).Text.From)+r.find("content"))
			parts = append(parts, mediaPart(m))
		}
		return withOthers(parts, "structured", r, "type content url")
	case "code_execution_result", "bash_code_execution_result":
		p := protocol.Part{Kind: "terminal", Command: c.command(), Exit: r.integer(-1, "return_code")}
		p.Text, p.Cut = r.text("stdout")
		p.Size = r.size("stdout")
		p.Stderr = r.str(bodyLimit, "stderr")
		return withOthers([]protocol.Part{p}, "structured", r, "type stdout stderr return_code")
	case "text_editor_code_execution_view_result":
		p := codePart("output", c.input.str(1000, "path"), r.raw("content"))
		p.Start = r.integer(1, "start_line")
		return []protocol.Part{p}
	case "text_editor_code_execution_str_replace_result":
		hunk := protocol.Hunk{OldStart: r.integer(1, "old_start"), NewStart: r.integer(1, "new_start"), Lines: []string{}}
		room := maxPatch
		all(r.raw("lines"), func(raw []byte) {
			if room > 0 {
				line, _ := words(raw, room) // at least as many bytes are written: after a cut no room is left
				hunk.Lines = append(hunk.Lines, line)
			}
			room -= len(raw)
		})
		return []protocol.Part{{Kind: "diff", Name: c.input.str(1000, "path"), Hunks: []protocol.Hunk{hunk}, Cut: room <= 0, Size: r.size("lines"), Exit: -1}}
	case "advisor_result":
		return append(parts, textPart("markdown", "output", r.raw("text")))
	case "tool_search_tool_search_result":
		list := contents{role: "output"}
		more := each(r.raw("tool_references"), func(one []byte) { list.block(one, 0) })
		if parts = append(parts, list.parts...); more {
			parts = append(parts, cutPart(r.size("tool_references")))
		}
		return parts
	}
	return withOthers(parts, "output", r, "encrypted_content")
}
