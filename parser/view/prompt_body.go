package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// parts returns the body of a prompt. Its words are repeated only if the row cut them;
// the other parts are its attachments.
func (v *promptReader) parts(c *parser.Conversation, item *parser.Item) []protocol.Part {
	f := c.File
	e := f.Records.At(item.Record)
	text, more := v.source.RecordText(f, item.Record, source.MaxText)
	remainder, all := cutTags([]byte(text))
	head, _ := v.source.RecordText(f, item.Record, textLimit)
	shown, tags := cutTags([]byte(head)) // the tags that the row has
	var parts []protocol.Part
	switch e.Class {
	case parser.ClassNotification:
		if parts = notificationParts(text); parts != nil {
			all, tags = nil, nil
		}
	case parser.ClassCommand:
	default:
		if len(text) > textLimit {
			kind := "markdown"
			if e.Class == parser.ClassPeer || e.Class == parser.ClassShell {
				kind = "text"
			}
			parts = append(parts, protocol.Part{Kind: kind, Text: string(remainder), Cut: more, Size: int(e.Length), Exit: -1})
		}
	}
	media, _ := v.promptMedia(f, item.Record)
	for i, x := range v.promptAttachments(c, item.Record, string(shown), tags, media) {
		if x.parts == nil {
			continue
		}
		for _, p := range x.parts() {
			p.Chip = i + 1
			parts = append(parts, p)
		}
	}
	others := all[min(len(tags), len(all)):]
	for _, t := range others[:min(len(others), source.MaxShown)] {
		parts = append(parts, t.part())
	}
	return parts
}

func (t tag) part() protocol.Part {
	return protocol.Part{Kind: "text", Name: t.name(), Text: strings.TrimSpace(t.content), Size: len(t.content), Exit: -1}
}

// name returns the name of the part that shows the tag: its file, if it has one.
func (t tag) name() string {
	if t.kind == "selection" || t.kind == "file" {
		return t.label()
	}
	return ""
}

// mentioned shows a file that a prompt mentions, or returns nil if the record has no content
// of it.
func (v *promptReader) mentioned(f *parser.File, index int32, name string) *protocol.Part {
	o := v.source.Payload(f, index)
	content := o.Object("content")
	file := content.Object("file")
	p := protocol.Part{Kind: "code", Name: name, Exit: -1}
	for _, at := range []struct {
		o   *source.Object
		key string
	}{{&file, "content"}, {&content, "content"}, {&o, "planContent"}, {&o, "snippet"}, {&o, "content"}} {
		if raw := at.o.Raw(at.key); len(raw) > 2 && raw[0] == '"' {
			p.Size = len(raw)
			p.Text, p.Cut = source.Words(raw, source.MaxText)
			p.Start = file.Int(1, "startLine")
			if at.key == "snippet" { // its lines include their numbers
				p.Kind, p.Start = "text", 0
			}
			return &p
		}
	}
	return nil
}
