package view

import (
	"bytes"

	"unspool/parser"
	"unspool/parser/record"
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
	input      object
	result     object // structured result, if it is an object
	list       []byte // structured result, if it is an array
	resultText string // structured result, if it is a string
	reply      object // answer of a tool of the API, if it is an object
	text       []byte // raw content of the result block
	full       *spilled
	ended      string // status of background work in its notification; only set for bodies
	// envelope is the record of the result, if its own members are needed.
	envelope object
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
	c.input = parseObject(bytes.Clone(v.source.span(c.file, c.Use, c.Input)))
	if c.toolKind == "mcp" {
		c.displayNames(v)
	}
	b := c.file.Blocks.At(c.UseBlock)
	if b.Kind != record.ServerToolUse {
		return
	}
	whole := parseObject(v.source.span(c.file, c.Use, b.Whole))
	if server := whole.str(100, "server_name"); server != "" { // mcp_tool_use
		c.toolKind, c.server, c.tool = "mcp", server, c.name
	}
	if c.name == "text_editor_code_execution" {
		switch c.input.str(20, "command") {
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
	line := parseObject(v.source.record(c.file, c.Use))
	meta := line.object("tool_use_meta")
	id := c.file.Ident(c.ID)
	if own := meta.object(id); len(own.keys) > 0 {
		meta = own
	}
	all(line.raw("tool_use_meta"), func(raw []byte) {
		if one := parseObject(raw); one.str(200, "id", "tool_use_id") == id {
			meta = one
		}
	})
	if name := meta.str(200, "display_name"); name != "" {
		c.tool = name
	}
	if name := meta.str(200, "server_display_name"); name != "" {
		c.server = name
	}
}

func (c *call) readResult(v *toolReader, most int) {
	b := c.file.Blocks.At(c.ResultBlk)
	c.text = bytes.Clone(v.source.span(c.file, c.Result, b.Text))
	if n := c.Structured.Len(); n > 0 && n <= most {
		switch raw := v.source.span(c.file, c.Result, c.Structured); {
		case len(raw) == 0:
		case raw[0] == '{':
			c.result = parseObject(bytes.Clone(raw))
		case raw[0] == '[':
			c.list = bytes.Clone(raw)
		case raw[0] == '"':
			c.resultText, _ = words(raw, most)
		}
	}
	if b.Kind == record.ServerToolResult && len(c.text) > 0 && c.text[0] == '{' {
		c.reply = parseObject(c.text)
	}
	if c.Flags&record.Denied != 0 {
		c.envelope = parseObject(bytes.Clone(v.source.record(c.file, c.Result)))
	}
}
