package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
)

// maxAttachments bounds what is told of the files beside one message.
const maxAttachments = 100

// attachments gives the files that were sent with a message of claude.ai:
// FORMAT.md, "Other inputs people drop".
func (v *Viewer) attachments(c *parser.Conversation, index int32) []object {
	if !c.Chat() {
		return nil
	}
	o := parseObject(v.source.record(c.File, index))
	var list []object
	for _, key := range []string{"attachments", "files"} {
		at := o.find(key)
		if at < 0 {
			continue
		}
		jsonl.Array(o.json, at, func(at int) int {
			end := jsonl.Skip(o.json, at)
			if end > 0 && len(list) < maxAttachments {
				list = append(list, parseObject(o.json[at:end]))
			}
			return end
		})
	}
	return list
}

// attachmentParts shows what claude.ai read in the attached files.
func (v *Viewer) attachmentParts(c *parser.Conversation, index int32) []Part {
	var parts []Part
	for _, a := range v.attachments(c, index) {
		if text := a.str(bodyLimit+1, "extracted_content"); strings.TrimSpace(text) != "" {
			p := Part{Kind: "text", Name: a.str(200, "file_name"), Text: text, Size: len(text), Exit: -1}
			if p.Cut = len(text) > bodyLimit; p.Cut {
				p.Text = text[:bodyLimit]
			}
			parts = append(parts, p)
		}
	}
	return parts
}
