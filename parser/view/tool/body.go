package tool

import (
	"slices"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// Body returns the input and the result of a call, each in the form that fits the tool, and
// the records that have them. end is the status of its background work, "" if it is not known.
// It reads at most limit bytes of output in a separate file.
func (c *Call) Body(end string, limit int) (parts []protocol.Part, records []protocol.RecordLocation) {
	c.end = end
	output := c.readPersisted(limit)
	switch {
	case c.Result < 0:
	case !c.hasOnlyError() && c.File.Blocks.At(c.ResultBlk).Kind == record.ServerToolResult:
		parts = serverParts(c)
	case !c.hasOnlyError() && c.Kind.Result != nil:
		parts = c.Kind.Result(c)
	case c.hasOnlyError() && c.Kind.Failure != nil:
		parts = c.Kind.Failure(c)
	}
	if parts == nil {
		parts = c.plainParts()
	}
	if c.Use >= 0 {
		parts = append(parts, c.wireParts()...)
		records = append(records, source.LocationOf(c.File, c.Use))
	}
	if c.Result >= 0 && c.Result != c.Use {
		records = append(records, source.LocationOf(c.File, c.Result))
	}
	if output != nil {
		parts = append(parts, output.part)
		if output.file != nil {
			records = append(records, output.location())
		}
	}
	return parts, records
}

// plainParts is the view that fits any tool and any failure: the arguments as a table, the
// text of the result, and the members of the structured result that are not in the text. An
// error comes first.
func (c *Call) plainParts() []protocol.Part {
	parts := c.inputParts()
	switch {
	case c.Result < 0:
		return parts
	case c.hasOnlyError():
		return append(c.errorParts(), parts...)
	}
	result := c.resultParts(protocol.RoleOutput)
	if result == nil {
		result = []protocol.Part{{Kind: protocol.PartText, Role: protocol.RoleOutput}}
	}
	return append(parts, result...)
}

// inputParts returns the arguments in the form that fits the tool.
func (c *Call) inputParts() []protocol.Part {
	if c.Kind.Input != nil {
		if parts := c.Kind.Input(c); parts != nil {
			return parts
		}
	}
	return c.argumentParts()
}

// markdownInput returns a function that shows one argument as a document. Its role is the name of
// the argument.
func markdownInput(key string) func(c *Call) []protocol.Part {
	return func(c *Call) []protocol.Part {
		if !c.Args.IsString(key) {
			return nil
		}
		return []protocol.Part{content.Text(protocol.PartMarkdown, key, c.Args.Raw(key))}
	}
}

// argumentParts returns the arguments of a call, except those that its row already
// shows in full. URLs are always included, because the body shows them as links. So is
// a command whose row shows only its description. All arguments of unknown tools are included
// if there are several.
func (c *Call) argumentParts() []protocol.Part {
	parts := content.Fields(protocol.RoleInput, &c.Args)
	if len(c.Args.Keys) > 1 && c.Kind.AllArguments {
		return parts
	}
	shown, note := c.Target(), c.Note()
	if c.Args.Has("command") && note != "" {
		shown = note
	}
	for i := range parts {
		p := &parts[i]
		p.Fields = slices.DeleteFunc(p.Fields, func(f protocol.Field) bool {
			return len(f.Value) <= shortArgument && (f.Value == shown || f.Value == note) && !strings.HasPrefix(f.Value, "http")
		})
		if p.Kind == protocol.PartFields && len(p.Fields) == 0 {
			return nil
		}
	}
	return parts
}

// shortArgument is the length of an argument that a row shows in full.
const shortArgument = 60

// errorParts shows why a call failed. For a call that the user rejected, it shows the user's
// feedback.
func (c *Call) errorParts() []protocol.Part {
	switch status, _ := c.Status(); status {
	case protocol.CallRejected:
		text, more := c.words(source.MaxText)
		if feedback := c.feedback(text); feedback != "" {
			return []protocol.Part{content.Markdown(protocol.RoleFeedback, feedback, more)}
		}
		if tags.IsRejection(text) {
			return nil
		}
	case protocol.CallInterrupted:
		if text, _ := c.words(40); tags.IsInterruptedCall(text) {
			return nil
		}
	}
	return c.resultParts(protocol.RoleError)
}

// resultParts shows the text of a result. For a successful call, it adds the members of the
// structured result that are not in the text.
func (c *Call) resultParts(role string) []protocol.Part {
	if words, more, ok := c.persistedText(); ok {
		return []protocol.Part{content.Words(role, words, more, len(c.text))}
	}
	result := content.Parts(c.src, c.File, c.Result, c.File.Blocks.At(c.ResultBlk).Text, role)
	if feedback := c.outputText + c.failure(); result == nil && feedback != "" {
		result = []protocol.Part{content.Words(role, feedback, false, len(feedback))}
	}
	if result == nil { // content is null: only its structured copy exists
		result = content.Parts(c.src, c.File, c.Result, c.Structured, role)
	}
	if !content.HasMedia(result) && c.Structured.Len() > 0 {
		result = append(result, content.AllMedia(c.src, c.File, c.Result, c.Structured)...)
	}
	if role == protocol.RoleOutput {
		result = append(result, c.structuredParts(result)...)
	}
	return result
}

// structuredParts returns the members of the structured result that the content and the
// arguments do not already show. It is used for tools that have no form of their own.
func (c *Call) structuredParts(shown []protocol.Part) []protocol.Part {
	if slices.ContainsFunc(shown, func(p protocol.Part) bool { return p.Kind == protocol.PartJSON }) {
		return nil // the content is the same object, written for Claude
	}
	if len(c.Output.Keys) == 0 {
		// An MCP server can answer with an object besides its texts: FORMAT.md, "user records",
		// "Fields", mcpMeta.
		meta := c.src.Member(c.File, c.Result, "mcpMeta")
		if raw := meta.Raw("structuredContent"); !source.IsEmpty(raw) {
			return []protocol.Part{content.JSON(protocol.RoleStructured, raw)}
		}
		return nil
	}
	repeated := ""
	for i, key := range c.Output.Keys {
		if c.Args.Has(key) && string(c.Args.Raw(key)) == string(c.Output.RawAt(i)) {
			repeated += " " + key
		}
		value, _ := source.Words(c.Output.RawAt(i), content.FieldLimit)
		for _, p := range shown {
			shown, value := strings.TrimSpace(p.Text), strings.TrimSpace(value)
			if value != "" && (strings.HasPrefix(shown, value) || key == "message" && shown != "" && strings.HasPrefix(value, shown)) {
				repeated += " " + key
			}
		}
	}
	if c.started() { // the row already shows it
		repeated += " status isAsync taskId taskType runId"
	}
	return content.WithOthers(nil, protocol.RoleStructured, &c.Output,
		repeated+" file originalFile durationMs numFiles success commandName workflowName humanSchedule")
}

// wireParts shows the input that was sent to the API if it differs from the input of the
// tool: FORMAT.md, "assistant records", "Fields".
func (c *Call) wireParts() []protocol.Part {
	all := c.src.Member(c.File, c.Use, "wireToolInputs")
	wire := all.Object(c.File.Ident(c.ID))
	for i, key := range wire.Keys {
		if string(wire.RawAt(i)) != string(c.Args.Raw(key)) {
			return content.Fields(protocol.RoleWire, &wire)
		}
	}
	return nil
}
