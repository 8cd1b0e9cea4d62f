package view

import (
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// serverParts shows the result of a tool that runs on the server of the API. It is part of
// the assistant's message, as a list or as an object of a type of its own: FORMAT.md,
// "Content blocks".
func (v *toolReader) serverParts(c *call) []protocol.Part {
	r := &c.reply
	parts := c.inputParts()
	switch r.Text(60, "type") {
	case "":
		return nil
	case "web_fetch_result":
		document := r.Object("content")
		from := document.Object("source")
		if from.Text(20, "type") == "text" {
			parts = append(parts, content.Document("output", document.Text(400, "title"), from.Raw("data")))
			return content.WithOthers(parts, "structured", r, "type content url")
		}
		if m, ok := source.MediaOf(document.JSON); ok {
			m.File = c.file.Number
			m.Offset += float64(c.file.Records.At(c.Result).Offset) +
				float64(int(c.file.Blocks.At(c.ResultBlk).Text.From)+r.Offset("content"))
			parts = append(parts, content.Media(m))
		}
		return content.WithOthers(parts, "structured", r, "type content url")
	case "code_execution_result", "bash_code_execution_result":
		p := protocol.Part{Kind: "terminal", Command: c.command(), Exit: r.Int(-1, "return_code")}
		p.Text, p.Cut = r.FullText("stdout")
		p.Size = r.Size("stdout")
		p.Stderr = r.Text(source.MaxText, "stderr")
		return content.WithOthers([]protocol.Part{p}, "structured", r, "type stdout stderr return_code")
	case "text_editor_code_execution_view_result":
		p := content.Code("output", c.input.Text(1000, "path"), r.Raw("content"))
		p.Start = r.Int(1, "start_line")
		return []protocol.Part{p}
	case "text_editor_code_execution_str_replace_result":
		hunk := protocol.Hunk{OldStart: r.Int(1, "old_start"), NewStart: r.Int(1, "new_start"), Lines: []string{}}
		room := maxPatch
		source.Each(r.Raw("lines"), func(raw []byte) {
			if room > 0 {
				line, _ := source.Words(raw, room) // at least as many bytes are written: after a cut no room is left
				hunk.Lines = append(hunk.Lines, line)
			}
			room -= len(raw)
		})
		return []protocol.Part{{Kind: "diff", Name: c.input.Text(1000, "path"), Hunks: []protocol.Hunk{hunk}, Cut: room <= 0, Size: r.Size("lines"), Exit: -1}}
	case "advisor_result":
		return append(parts, content.Text("markdown", "output", r.Raw("text")))
	case "tool_search_tool_search_result":
		list := content.Builder{Role: "output"}
		more := source.EachShown(r.Raw("tool_references"), func(one []byte) { list.Block(one, 0) })
		if parts = append(parts, list.Parts...); more {
			parts = append(parts, content.Incomplete(r.Size("tool_references")))
		}
		return parts
	}
	return content.WithOthers(parts, "output", r, "encrypted_content")
}
