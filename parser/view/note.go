package view

import (
	"strings"

	"unspool/parser"
)

// noteRow shows words that Claude Code left for the reader, or a change of mode.
func (v *Viewer) noteRow(f *parser.File, item *parser.Item, row *Row) {
	e := &f.Records[item.Record]
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
		if label, row.Text = v.glimpse(f, item.Record); label == "met" {
			row.Name = "goal_met"
		}
	}
}

// memory takes the tag off a "#" entry.
func memory(text string) string {
	if inside := parser.Tagged([]byte(text), "user-memory-input"); inside != "" {
		return strings.TrimSpace(inside)
	}
	return text
}

// noteParts opens a note: its words, and the members of its record beside the
// envelope.
func (v *Viewer) noteParts(f *parser.File, item *parser.Item) []Part {
	var parts []Part
	e := &f.Records[item.Record]
	if text, more := v.wordsOf(f, item.Record, bodyLimit); strings.TrimSpace(text) != "" {
		parts = append(parts, Part{Kind: "markdown", Text: memory(text), Cut: more, Size: int(e.Length), Exit: -1})
	}
	if e.Blocks > 0 {
		return parts
	}
	o := v.payload(f, item.Record)
	if own := o.own(); len(own.keys) > 0 {
		parts = append(parts, fieldParts("structured", &own)...)
	}
	return parts
}
