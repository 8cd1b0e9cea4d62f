package view

import (
	"bytes"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/source"
)

// maxStructured limits the structured result that is read for one line of the screen; the
// outcome of a larger one is not shown. Bodies read all of it.
const maxStructured = 4 << 20

// A call is the input and the output of a tool call, as far as they are decoded.
type call struct {
	*parser.ToolCall
	file       *parser.File
	index      int32 // in the file
	name       string
	toolKind   string
	server     string
	tool       string
	input      source.Object
	result     source.Object // structured result, if it is an object
	list       []byte        // structured result, if it is an array
	resultText string        // structured result, if it is a string
	reply      source.Object // answer of a tool of the API, if it is an object
	text       []byte        // raw content of the result block
	full       *spilled
	ended      string // status of background work in its notification; only set for bodies
	// envelope is the record of the result, if its own members are needed.
	envelope source.Object
}

// call reads a tool call. A structured result of more than most bytes is omitted.
func (v *toolReader) call(f *parser.File, index int32, most int) call {
	c := call{ToolCall: f.Calls.At(index), file: f, index: index}
	c.name = f.Name(c.Name)
	c.toolKind, c.server, c.tool = toolKind(c.name)
	if c.Use >= 0 {
		c.readUse(v)
	}
	if c.Result >= 0 {
		c.readResult(v, most)
	}
	return c
}

func (c *call) readUse(v *toolReader) {
	// Objects keep the bytes, and the source reuses its pages.
	c.input = source.Parse(bytes.Clone(v.source.Span(c.file, c.Use, c.Input)))
	if c.toolKind == "mcp" {
		c.displayNames(v)
	}
	b := c.file.Blocks.At(c.UseBlock)
	if b.Kind != record.ServerToolUse {
		return
	}
	whole := source.Parse(v.source.Span(c.file, c.Use, b.Whole))
	if server := whole.Text(100, "server_name"); server != "" { // mcp_tool_use
		c.toolKind, c.server, c.tool = "mcp", server, c.name
	}
	if c.name == "text_editor_code_execution" {
		switch c.input.Text(20, "command") {
		case "view":
			c.toolKind = "read"
		case "create":
			c.toolKind = "write"
		}
	}
}

// displayNames sets the display names of the MCP server and its tool, if the record of the
// call has them: in a list, or in an object by call.
func (c *call) displayNames(v *toolReader) {
	line := source.Parse(v.source.Record(c.file, c.Use))
	meta := line.Object("tool_use_meta")
	id := c.file.Ident(c.ID)
	if own := meta.Object(id); len(own.Keys) > 0 {
		meta = own
	}
	source.Each(line.Raw("tool_use_meta"), func(raw []byte) {
		if one := source.Parse(raw); one.Text(200, "id", "tool_use_id") == id {
			meta = one
		}
	})
	if name := meta.Text(200, "display_name"); name != "" {
		c.tool = name
	}
	if name := meta.Text(200, "server_display_name"); name != "" {
		c.server = name
	}
}

func (c *call) readResult(v *toolReader, most int) {
	b := c.file.Blocks.At(c.ResultBlk)
	c.text = bytes.Clone(v.source.Span(c.file, c.Result, b.Text))
	if n := c.Structured.Len(); n > 0 && n <= most {
		switch raw := v.source.Span(c.file, c.Result, c.Structured); {
		case len(raw) == 0:
		case raw[0] == '{':
			c.result = source.Parse(bytes.Clone(raw))
		case raw[0] == '[':
			c.list = bytes.Clone(raw)
		case raw[0] == '"':
			c.resultText, _ = source.Words(raw, most)
		}
	}
	if b.Kind == record.ServerToolResult && len(c.text) > 0 && c.text[0] == '{' {
		c.reply = source.Parse(c.text)
	}
	if c.Flags&record.Denied != 0 {
		c.envelope = source.Parse(bytes.Clone(v.source.Record(c.file, c.Result)))
	}
}
