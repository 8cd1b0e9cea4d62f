package view

import (
	"slices"
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// argumentParts returns the arguments of a call, except those that its row already
// shows in full. URLs are always included, because the body shows them as links. So is
// a command whose row shows only its description. All arguments are included for MCP
// tools and unknown tools that have more than one argument.
func (c *call) argumentParts() []protocol.Part {
	parts := content.Fields("input", &c.input)
	if len(c.input.Keys) > 1 && (c.toolKind == "mcp" || c.toolKind == "other") {
		return parts
	}
	shown, remark := target(c.toolKind, &c.input), note(c.toolKind, &c.input)
	if c.input.Has("command") && remark != "" {
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

// structured returns the part of a structured result that the content and the arguments
// do not already show. It is used for tools that have no renderer of their own.
func (v *toolReader) structured(c *call, shown []protocol.Part) []protocol.Part {
	if len(c.result.Keys) == 0 {
		return v.structuredCopy(c, shown)
	}
	repeated := ""
	for i, key := range c.result.Keys {
		if c.input.Has(key) && string(c.input.Raw(key)) == string(c.result.RawAt(i)) {
			repeated += " " + key
		}
		value, _ := source.Words(c.result.RawAt(i), content.FieldLimit)
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
	return content.WithOthers(nil, "structured", &c.result,
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
	meta := v.source.Member(c.file, c.Result, "mcpMeta")
	if raw := meta.Raw("structuredContent"); !source.IsEmpty(raw) {
		return []protocol.Part{content.JSON("structured", raw)}
	}
	return nil
}
