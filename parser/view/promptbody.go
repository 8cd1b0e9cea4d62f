package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// promptParts opens a prompt. Its words are told again only where the row cut
// them; what opens is what stood beside them.
func (v *Viewer) promptParts(f *parser.File, item *parser.Item) []Part {
	e := &f.Records[item.Record]
	text, more := v.wordsOf(f, item.Record, bodyLimit)
	rest, tags := cutTags([]byte(text))
	var parts []Part
	switch e.Class {
	case parser.ClassNotification:
		parts = notificationParts(text)
		tags = nil // a reminder around them is no part of their own
	case parser.ClassCommand:
		if contents := strings.TrimSpace(parser.Tagged(rest, "command-contents")); contents != "" {
			parts = append(parts, Part{Kind: "markdown", Role: "instructions", Text: contents, Size: len(contents), Exit: -1})
		}
	default:
		if len(text) > textLimit {
			kind := "markdown"
			if e.Class == parser.ClassPeer || e.Class == parser.ClassShell {
				kind = "text"
			}
			parts = append(parts, Part{Kind: kind, Text: string(rest), Cut: more, Size: int(e.Length), Exit: -1})
		}
	}
	for _, t := range tags {
		parts = append(parts, Part{Kind: "text", Name: t.name(), Text: strings.TrimSpace(t.content), Size: len(t.content), Exit: -1})
	}
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if f.Blocks[i].Kind == record.Other {
			parts = append(parts, jsonPart("", v.source.span(f, item.Record, f.Blocks[i].Whole)))
		}
	}
	var sides []int32
	for _, index := range companions(f, item.Record) {
		if p := v.mentioned(f, index); p != nil {
			parts = append(parts, *p)
		} else if v.chip(f, index).Kind != "image" { // the path of a picture is all there is
			sides = append(sides, index)
		}
	}
	return append(parts, v.sideParts(f, sides)...)
}

// name is what a part that shows the tag is called: its file, if it has one.
func (t tag) name() string {
	if t.kind == "selection" || t.kind == "file" {
		return t.label()
	}
	return ""
}

// mentioned shows a file that a prompt mentions, by its words; nil where the
// record holds none, or is no file.
func (v *Viewer) mentioned(f *parser.File, index int32) *Part {
	if f.Records[index].Class == parser.ClassMeta {
		return nil
	}
	o := v.payload(f, index)
	content := o.object("content")
	file := content.object("file")
	p := Part{Kind: "code", Name: v.chip(f, index).Label, Exit: -1}
	for _, at := range []struct {
		o   *object
		key string
	}{{&file, "content"}, {&content, "content"}, {&o, "planContent"}, {&o, "snippet"}, {&o, "content"}} {
		if raw := at.o.raw(at.key); len(raw) > 2 && raw[0] == '"' {
			p.Size = len(raw)
			p.Text, p.Cut = words(raw, bodyLimit)
			p.Start = file.integer(1, "startLine")
			if at.key == "snippet" { // its lines carry their numbers
				p.Kind, p.Start = "text", 0
			}
			return &p
		}
	}
	return nil
}
