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
func (v *Viewer) attachments(c *parser.Conversation, index int32) (list []object, left int) {
	if !c.Chat() {
		return nil, 0
	}
	o := parseObject(v.source.record(c.File, index))
	for _, key := range []string{"attachments", "files"} {
		at := o.find(key)
		if at < 0 {
			continue
		}
		jsonl.Array(o.json, at, func(at int) int {
			end := jsonl.Skip(o.json, at)
			if end > 0 && len(list) < maxAttachments {
				list = append(list, parseObject(o.json[at:end]))
			} else {
				left++
			}
			return end
		})
	}
	return list, left
}

// attachmentPart shows what claude.ai read in an attached file, if anything.
func attachmentPart(a *object) (Part, bool) {
	text, cut := words(a.raw("extracted_content"), bodyLimit)
	return Part{Kind: "text", Name: a.short(200, "file_name"), Text: text, Cut: cut,
		Size: max(len(text), a.size("extracted_content")), Exit: -1}, strings.TrimSpace(text) != ""
}
