package view

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// noteRow shows a message of Claude Code to the user, or a change of mode.
func (v *rowReader) noteRow(f *parser.File, item *parser.Item, row *protocol.Row) {
	e := f.Records.At(item.Record)
	row.Kind, row.Name = "note", kindName(f, e)
	v.recordText(f, item.Record, row)
	if e.Class == parser.ClassMemory {
		row.Name, row.Text = "memory", memory(row.Text)
	}
	if e.Blocks > 0 {
		return
	}
	o := parseObject(v.source.record(f, item.Record))
	if level := o.str(20, "level"); level == "warning" || level == "error" {
		row.Flavor = "warning"
	}
	if strings.TrimSpace(row.Text) == "" {
		var label string
		if label, row.Text = v.recordSummary(f, item.Record); label == "met" {
			row.Name = "goal_met"
		}
	}
}

// modelRow shows that a different model responds from here on.
func (v *rowReader) modelRow(r *ref, row *protocol.Row) {
	f := r.conv.File
	row.Kind, row.Flavor = "note", "fallback"
	row.Text = modelBefore(r.conv, int(r.from)) + " → " + modelOf(f, &r.conv.Items[r.from])
}

// modelBefore returns the model of the response before the one that begins with an item. It
// returns "" if that is the same model, is unknown, or is reported by another row.
func modelBefore(c *parser.Conversation, at int) string {
	f := c.File
	item := &c.Items[at]
	now := modelOf(f, item)
	if now == "" || f.Records.At(item.Record).Branch > 0 || item.Kind == parser.ItemInternal {
		return ""
	}
	for i := at; i >= 0; i-- {
		item := &c.Items[i]
		switch e := f.Records.At(item.Record); {
		case e.Branch > 0 || item.Kind == parser.ItemInternal:
			continue
		case item.Kind == parser.ItemBlock && f.Blocks.At(item.Block).Kind == record.Fallback,
			item.Kind == parser.ItemNote && kindName(f, e) == "model_refusal_fallback":
			return ""
		}
		if before := modelOf(f, item); i < at && before != "" {
			if price.Family(before) == price.Family(now) {
				return ""
			}
			return before
		}
	}
	return ""
}

// modelOf returns the model whose response an item belongs to, or "" for other items.
func modelOf(f *parser.File, item *parser.Item) string {
	at := f.Records.At(item.Record).Message
	if at < 0 {
		return ""
	}
	if name := f.Name(f.Messages.At(at).Model); name != "<synthetic>" {
		return name
	}
	return ""
}

// thinkingTime returns the duration of a thinking block in ms, measured from the previous
// record: the records of one response are written as its blocks end. It returns 0 if all of
// them were written at once, as some programs do, or if a time is missing.
func thinkingTime(f *parser.File, item *parser.Item) float64 {
	e := f.Records.At(item.Record)
	if e.Blocks != 1 || e.Parent < 0 || e.Time == 0 || f.Records.At(e.Parent).Time == 0 {
		return 0
	}
	if e.Message >= 0 && e.Next >= 0 && f.Records.At(e.Next).Time <= e.Time {
		return 0
	}
	return float64(max(0, e.Time-f.Records.At(e.Parent).Time))
}

// memory removes the tag of a "#" entry.
func memory(text string) string {
	if inside := parser.Tagged([]byte(text), "user-memory-input"); inside != "" {
		return strings.TrimSpace(inside)
	}
	return text
}

// noteParts returns the body of a note: its words, and the members of its record outside of
// the envelope.
func (v *rowReader) noteParts(f *parser.File, item *parser.Item) []protocol.Part {
	var parts []protocol.Part
	e := f.Records.At(item.Record)
	if text, more := v.source.wordsOf(f, item.Record, bodyLimit); strings.TrimSpace(text) != "" {
		parts = append(parts, protocol.Part{Kind: "markdown", Text: memory(text), Cut: more, Size: int(e.Length), Exit: -1})
	}
	if e.Blocks > 0 {
		return parts
	}
	o := v.source.payload(f, item.Record)
	own := own(&o)
	for _, p := range fieldParts("structured", &own) {
		p.Fields = slices.DeleteFunc(p.Fields, func(f protocol.Field) bool { return f.Name == "permissionMode" || f.Name == "reminderType" })
		if len(p.Fields) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}
