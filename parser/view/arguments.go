package view

import (
	"slices"
	"strings"

	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// Limits for the values and names in a table of arguments, in bytes.
const (
	fieldLimit = 8 << 10
	nameLimit  = 400
)

// fieldParts returns an object as a table of names and values. Nested values are shown
// as they are recorded.
func fieldParts(role string, o *object) []protocol.Part {
	if len(o.keys) == 0 {
		if empty(o.json) {
			return nil
		}
		text := string(record.Prefix(o.json, bodyLimit))
		return []protocol.Part{wordsPart(role, text, len(text) < len(o.json), len(o.json))}
	}
	p := protocol.Part{Kind: "fields", Role: role, Size: len(o.json), Cut: o.cut, Exit: -1}
	for i := range o.keys {
		addField(&p, o, i)
	}
	return []protocol.Part{p}
}

// argumentParts returns the arguments of a call, except those that its row already
// shows in full. URLs are always included, because the body shows them as links. So is
// a command whose row shows only its description. All arguments are included for MCP
// tools and unknown tools that have more than one argument.
func (c *call) argumentParts() []protocol.Part {
	parts := fieldParts("input", &c.input)
	if len(c.input.keys) > 1 && (c.toolKind == "mcp" || c.toolKind == "other") {
		return parts
	}
	shown, remark := target(c.toolKind, &c.input), note(c.toolKind, &c.input)
	if c.input.has("command") && remark != "" {
		shown = remark
	}
	for i := range parts {
		p := &parts[i]
		p.Fields = slices.DeleteFunc(p.Fields, func(f protocol.Field) bool {
			return len(f.Value) <= 60 && (f.Value == shown || f.Value == remark) && !strings.HasPrefix(f.Value, "http")
		})
		if p.Kind == "fields" && len(p.Fields) == 0 {
			return nil
		}
	}
	return parts
}

// withOthers appends the members of an object that are not empty and not shown yet to
// parts. shown lists the keys that are already shown, separated by spaces: one string
// compiles to less code than a slice, and there are many calls.
func withOthers(parts []protocol.Part, role string, o *object, shown string) []protocol.Part {
	p := protocol.Part{Kind: "fields", Role: role, Size: len(o.json), Cut: o.cut, Exit: -1}
	known := strings.Fields(shown)
	for i, key := range o.keys {
		if !slices.Contains(known, key) && !empty(o.rawAt(i)) {
			addField(&p, o, i)
		}
	}
	if p.Fields == nil {
		return parts
	}
	return append(parts, p)
}

func addField(p *protocol.Part, o *object, i int) {
	raw := o.rawAt(i)
	value, more := "", len(raw) > fieldLimit
	if len(raw) > 0 && raw[0] == '"' {
		value, more = words(raw, fieldLimit)
	} else {
		value = tableValue(raw)
	}
	if more {
		value += "…"
		p.Cut = true
	}
	name := o.keys[i]
	if len(name) > nameLimit {
		name, p.Cut = string(record.Prefix([]byte(name), nameLimit))+"…", true
	}
	p.Fields = append(p.Fields, protocol.Field{Name: name, Value: value})
}

// tableValue returns a value for a table. A short list of plain values, or an object of them,
// is written in a readable form, and everything else as it is recorded. raw must not be
// a string.
func tableValue(raw []byte) string {
	asWritten := string(record.Prefix(raw, fieldLimit))
	if len(raw) < 3 || len(raw) > 1000 || raw[0] != '[' && raw[0] != '{' {
		return asWritten
	}
	var plain []byte
	deep := false
	all(raw, func(value []byte) {
		deep = deep || value[0] == '[' || value[0] == '{'
		plain = record.AppendString(append(plain, ", "...), quoted(value), 0, -1)
	})
	if raw[0] == '{' {
		o := parseObject(raw)
		plain, deep = appendMembers(nil, "", &o)
	}
	if deep || len(plain) == 0 {
		return asWritten
	}
	return string(plain[len(", "):])
}

// appendMembers appends the members of an object, and those of the objects in it, as
// "key: value". deep is true if anything else is nested in them.
func appendMembers(dst []byte, prefix string, o *object) (_ []byte, deep bool) {
	for i, key := range o.keys {
		value := o.rawAt(i)
		if len(value) == 0 || value[0] == '[' || value[0] == '{' && prefix != "" {
			return dst, true
		}
		if value[0] == '{' {
			inner := parseObject(value)
			if dst, deep = appendMembers(dst, key+" ", &inner); deep {
				return dst, true
			}
			continue
		}
		dst = append(append(append(append(dst, ", "...), prefix...), key...), ": "...)
		dst = record.AppendString(dst, quoted(value), 0, -1)
	}
	return dst, false
}

// quoted returns a JSON value as a JSON string: numbers and other literals are put in
// quotes.
func quoted(value []byte) []byte {
	if value[0] == '"' {
		return value
	}
	return append(append([]byte{'"'}, value...), '"')
}

// structured returns the part of a structured result that the content and the arguments
// do not already show. It is used for tools that have no renderer of their own.
func (v *toolReader) structured(c *call, shown []protocol.Part) []protocol.Part {
	if len(c.result.keys) == 0 {
		return v.structuredCopy(c, shown)
	}
	repeated := ""
	for i, key := range c.result.keys {
		if c.input.has(key) && string(c.input.raw(key)) == string(c.result.rawAt(i)) {
			repeated += " " + key
		}
		value, _ := words(c.result.rawAt(i), fieldLimit)
		for _, p := range shown {
			shown, value := strings.TrimSpace(p.Text), strings.TrimSpace(value)
			if value != "" && (strings.HasPrefix(shown, value) || key == "message" && shown != "" && strings.HasPrefix(value, shown)) {
				repeated += " " + key
			}
		}
	}
	for _, p := range shown {
		if p.Kind == "json" { // the content is the same object, written for Claude
			return nil
		}
	}
	if c.started() { // the row already shows it
		repeated += " status isAsync taskId taskType runId"
	}
	return withOthers(nil, "structured", &c.result,
		repeated+" file originalFile durationMs numFiles success commandName workflowName humanSchedule")
}

// structuredCopy returns the structured content of an MCP tool, unless the content
// already shows it: FORMAT.md, "user records", "Fields", mcpMeta.
func (v *toolReader) structuredCopy(c *call, shown []protocol.Part) []protocol.Part {
	if c.toolKind != "mcp" {
		return nil
	}
	for _, p := range shown {
		if p.Kind == "json" {
			return nil
		}
	}
	meta := v.source.member(c.file, c.Result, "mcpMeta")
	if raw := meta.raw("structuredContent"); !empty(raw) {
		return []protocol.Part{jsonPart("structured", raw)}
	}
	return nil
}
