package record

import (
	"bytes"

	"unspool/parser/jsonl"
)

// block reads one element of content. The members may come in any order, so the kind is
// decided after all of them have been read.
func (p *Parser) block(at int) int {
	s, b := &p.scan, p.line
	if len(p.blocks) == MaxBlocks {
		p.rec.Cut = true
		return s.Skip(at)
	}
	if b[at] != '{' {
		return p.bareText(at)
	}
	var (
		blk                     Block
		kind, useID             []byte
		text, thinking, content Span
	)
	end := s.Object(at, func(key []byte, at int) int {
		switch string(key) {
		case "type":
			kind = str(s, at)
		case "id":
			blk.ID = idString(s, at)
		case "name":
			blk.Name = str(s, at)
		case "tool_use_id":
			useID = idString(s, at)
		case "is_error":
			blk.Error = isTrue(b, at)
		case "text":
			return span(s, at, &text)
		case "thinking":
			return span(s, at, &thinking)
		case "content", "source":
			return span(s, at, &content)
		case "input":
			return span(s, at, &blk.Input)
		}
		return s.Skip(at)
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
	end := p.scan.Skip(at)
	if end > 0 && p.line[at] == '"' {
		s := Span{at, end}
		p.blocks = append(p.blocks, Block{Kind: PlainText, Whole: s, Text: s})
	}
	return end
}

// span stores the range of a value that is not cut.
func span(s *jsonl.Scanner, at int, to *Span) int {
	end := s.Skip(at)
	if end > 0 {
		*to = Span{at, end}
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
