package record

import (
	"bytes"

	"unspool/parser/jsonl"
)

// block reads one element of content. The members may come in any order, so the kind is
// decided after all of them have been read.
func (p *Parser) block(at int) int {
	b := p.line
	if len(p.blocks) == MaxBlocks {
		p.rec.Cut = true
		return jsonl.Skip(b, at)
	}
	if b[at] != '{' {
		return p.bareText(at)
	}
	var (
		blk                     Block
		kind, useID             []byte
		text, thinking, content Span
	)
	end := jsonl.Object(b, at, func(key []byte, at int) int {
		switch string(key) {
		case "type":
			kind = str(b, at)
		case "id":
			blk.ID = idString(b, at)
		case "name":
			blk.Name = str(b, at)
		case "tool_use_id":
			useID = idString(b, at)
		case "is_error":
			blk.Error = isTrue(b, at)
		case "text":
			return span(b, at, &text)
		case "thinking":
			return span(b, at, &thinking)
		case "content", "source":
			return span(b, at, &content)
		case "input":
			return span(b, at, &blk.Input)
		}
		return jsonl.Skip(b, at)
	})
	if end < 0 {
		return end
	}
	blk.Whole, blk.Kind = Span{at, end}, kindOf(kind)
	switch blk.Kind {
	case PlainText:
		blk.Text = text
	case Thinking:
		blk.Text, blk.Empty = thinking, thinking.Len() <= 2
	case ToolResult, ServerToolResult:
		blk.ID, blk.Text = useID, content
	case Image, Document:
		blk.Text = content
	case Other:
		blk.Name = kind
	}
	p.blocks = append(p.blocks, blk)
	return end
}

// bareText reads an element of content that is not an object: a string, or none at all.
func (p *Parser) bareText(at int) int {
	end := jsonl.Skip(p.line, at)
	if end > 0 && p.line[at] == '"' {
		s := Span{at, end}
		p.blocks = append(p.blocks, Block{Kind: PlainText, Whole: s, Text: s})
	}
	return end
}

// span stores the range of a value that is not cut.
func span(b []byte, at int, s *Span) int {
	end := jsonl.Skip(b, at)
	if end > 0 {
		*s = Span{at, end}
	}
	return end
}

// kindOf returns the kind for a block's type: FORMAT.md, "Content blocks".
func kindOf(kind []byte) Kind {
	switch string(kind) {
	case "text", "voice_note":
		return PlainText
	case "thinking":
		return Thinking
	case "redacted_thinking":
		return RedactedThinking
	case "tool_use":
		return ToolUse
	case "tool_result":
		return ToolResult
	case "server_tool_use", "mcp_tool_use":
		return ServerToolUse
	case "image":
		return Image
	case "document":
		return Document
	case "fallback":
		return Fallback
	case "web_search_tool_result", "web_fetch_tool_result", "code_execution_tool_result",
		"bash_code_execution_tool_result", "text_editor_code_execution_tool_result",
		"tool_search_tool_result", "advisor_tool_result", "mcp_tool_result":
		return ServerToolResult
	}
	if bytes.HasSuffix(kind, []byte("_tool_result")) { // of a server tool added later
		return ServerToolResult
	}
	return Other
}
