package tool

import (
	"bytes"
	"math"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tokens"
)

// RowLimit limits the structured result that is read for one line of the screen; the outcome
// of a larger one is not shown. BodyLimit is the limit for bodies: no line is longer.
const (
	RowLimit  = 4 << 20
	BodyLimit = 64 << 20
)

// A Call is a tool call, with its input and its result as far as they are decoded.
type Call struct {
	*parser.ToolCall
	File   *parser.File
	Index  int32 // in the file
	Kind   *Kind
	Server string        // of MCP tools
	Tool   string        // its name on the server, or its display name
	Args   source.Object // input
	Output source.Object // structured result, if it is an object

	src        *source.Reader
	name       string
	outputList []byte        // structured result, if it is an array
	outputText string        // structured result, if it is a string
	reply      source.Object // answer of a tool of the API, if it is an object
	text       []byte        // raw content of the result block
	envelope   source.Object // record of the result, if its own members are needed
	persisted  *persisted    // output in a separate file
	end        string        // status of background work in its notification; only set for bodies
}

// Read reads a tool call. A structured result of more than limit bytes is omitted.
func Read(src *source.Reader, f *parser.File, index int32, limit int) Call {
	c := ReadInput(src, f, index)
	if c.ToolCall.Result >= 0 {
		c.readResult(limit)
	}
	return c
}

// ReadInput is like Read, but does not read the result.
func ReadInput(src *source.Reader, f *parser.File, index int32) Call {
	c := Call{ToolCall: f.Calls.At(index), File: f, Index: index, src: src}
	c.name = f.Name(c.Name)
	c.Kind, c.Server, c.Tool = Lookup(c.name)
	if c.Use < 0 {
		return c
	}
	// Objects keep the bytes, and the source reuses its pages.
	c.Args = source.Parse(bytes.Clone(src.Span(f, c.Use, c.Input)))
	b := f.Blocks.At(c.UseBlock)
	if b.Kind == record.ServerToolUse {
		whole := source.Parse(src.Span(f, c.Use, b.Whole))
		if server := whole.Text(100, "server_name"); server != "" { // mcp_tool_use
			c.Kind, c.Server, c.Tool = &mcpKind, server, c.name
		}
	}
	c.Kind = c.Kind.For(&c.Args)
	if c.Kind.Decode != nil {
		c.Kind.Decode(&c)
	}
	return c
}

func (c *Call) readResult(limit int) {
	f, b := c.File, c.File.Blocks.At(c.ResultBlk)
	c.text = bytes.Clone(c.src.Span(f, c.Result, b.Text))
	if n := c.Structured.Len(); n > 0 && n <= limit {
		switch raw := c.src.Span(f, c.Result, c.Structured); {
		case len(raw) == 0:
		case raw[0] == '{':
			c.Output = source.Parse(bytes.Clone(raw))
		case raw[0] == '[':
			c.outputList = bytes.Clone(raw)
		case raw[0] == '"':
			c.outputText, _ = source.Words(raw, limit)
		}
	}
	if b.Kind == record.ServerToolResult && len(c.text) > 0 && c.text[0] == '{' {
		c.reply = source.Parse(c.text)
	}
	if c.Flags&record.Denied != 0 {
		c.envelope = source.Parse(bytes.Clone(c.src.Record(f, c.Result)))
	}
}

// Row returns the call as one line.
func (c *Call) Row() protocol.Tool {
	t := protocol.Tool{Name: c.Tool, Kind: c.Kind.ID, Server: c.Server, Target: c.Target(), Note: c.Note(),
		Tokens: c.Tokens()}
	if c.Result >= 0 && c.Result != c.Use { // tools of the API answer in the same record
		if ms, ok := c.File.Records.At(c.Result).Since(c.File.Records.At(c.Use)); ok {
			t.Duration = new(float64(ms))
		}
	}
	t.Status, t.Error = c.Status()
	if c.Kind.Outcome != nil {
		c.Kind.Outcome(c, &t)
	}
	return t
}

// Tokens returns about how many tokens the call and its result added to the context, 0 if that is not
// known.
func (c *Call) Tokens() float64 {
	n, _ := tokens.OfCall(c.File, c.Index)
	return math.Round(n)
}

// Target returns the target of the call, for one line.
func (c *Call) Target() string { return c.Kind.TargetOf(&c.Args) }

// Note returns the call's own description.
func (c *Call) Note() string {
	if c.Kind.Note == nil {
		return ""
	}
	return c.Kind.Note(&c.Args)
}

// targetLimit limits the target of a call to one line, and noteLimit its description.
const (
	targetLimit = 300
	noteLimit   = 160
)

// usualTargets are tried for kinds that name no members of their own.
var usualTargets = []string{"file_path", "path", "query", "url", "command", "pattern", "name", "title", "id", "key",
	"description", "prompt", "text", "message", "reason"}

// TargetOf returns the target of a call with an input, for one line.
func (k *Kind) TargetOf(input *source.Object) string {
	if len(input.Keys) == 0 && !source.IsEmpty(input.JSON) { // an input that is not an object
		return source.OneLine(string(input.JSON[:min(len(input.JSON), 4*targetLimit)]), targetLimit)
	}
	keys, isUnknown := k.Target, k.Target == nil && k.Subject == nil
	if isUnknown {
		keys = usualTargets
	}
	for _, key := range keys {
		if t := lineOf(input, targetLimit, key); t != "" {
			return t
		}
		if input.Int(-1, key) >= 0 && !input.IsString(key) {
			return string(input.Raw(key))
		}
	}
	if isUnknown { // any text is better than none
		for _, key := range input.Keys {
			if t := lineOf(input, targetLimit, key); t != "" && input.IsString(key) {
				return t
			}
		}
	}
	if k.Subject != nil {
		return k.Subject(input)
	}
	return ""
}

// lineOf returns the text of the first of the keys that exists, on one line.
func lineOf(o *source.Object, limit int, keys ...string) string {
	return source.OneLine(o.Text(4*limit, keys...), limit)
}

// noteIn returns a function that takes the note from the first of the keys that exists.
func noteIn(keys ...string) func(input *source.Object) string {
	return func(input *source.Object) string { return lineOf(input, noteLimit, keys...) }
}

// Cost returns the number of bytes that were read of the call.
func (c *Call) Cost() int { return c.Input.Len() + c.Structured.Len() + len(c.text) }

// known returns a pointer to a number, or nil if it is negative: it is not known.
func known(n int) *int { return protocol.OrNull(n, n >= 0) }

// Change returns how many lines the call added to its file and removed. The third result is
// false if that is not known.
func (c *Call) Change() (added, removed int, ok bool) {
	if c.Kind.Change != nil {
		added, removed, ok = c.Kind.Change(c)
	}
	if !ok && c.Creates() && c.Args.IsString("content") {
		return c.Args.LineCount("content"), 0, true
	}
	return added, removed, ok
}

// Creates reports whether the call created a new file.
func (c *Call) Creates() bool {
	if c.Kind.FileOp != Writes {
		return false
	}
	switch c.Output.Text(20, "type") {
	case "create":
		return true
	case "":
		text, _ := c.words(200)
		return source.HasAnyPrefix(text, []string{"File created", "New file created"})
	}
	return false
}

// words returns the beginning of the result, without the tags around an error.
func (c *Call) words(limit int) (string, bool) {
	text, more := source.Words(c.text, limit)
	if text == "" {
		text = c.outputText[:min(limit, len(c.outputText))]
	}
	return tags.Untag(text), more
}

// count counts the blocks of a type in the content of the result. It returns -1 if the content
// is not an array, or has only other blocks.
func (c *Call) count(blockType string) int {
	if len(c.text) == 0 || c.text[0] != '[' {
		return -1
	}
	n := 0
	for _, block := range source.ParseArray(c.text) {
		if string(block.GetStringBytes("type")) == blockType {
			n++
		}
	}
	if n == 0 && len(c.text) > len("[]") {
		return -1
	}
	return n
}

// command returns the command that a call runs.
func (c *Call) command() string { return c.Args.Text(source.MaxText, "command", "code") }

// path returns the path of the file that a call is about.
func (c *Call) path() string { return c.Args.Text(1000, "file_path", "path", "notebook_path") }

// isTrue reports whether a member of an object is true.
func isTrue(o *source.Object, keys ...string) bool { return string(o.Raw(keys...)) == "true" }

// EndState returns the state for the recorded status of background work that ended.
func EndState(status string) string {
	switch status {
	case "failed", "error":
		return "failed"
	case "killed", "stopped", "cancelled":
		return "stopped"
	}
	return "completed"
}

// isSet reports whether a member of an object has any information.
func isSet(o *source.Object, keys ...string) bool { return !source.IsEmpty(o.Raw(keys...)) }
