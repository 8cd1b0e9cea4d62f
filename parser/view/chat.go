package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/view/protocol"
)

// maxAttachments limits the number of attachments that are shown for one message.
const maxAttachments = 100

// attachments returns the files that were sent with a claude.ai message: FORMAT.md,
// "Other inputs people drop". left is the number of files beyond the limit.
func (v *toolReader) attachments(c *parser.Conversation, index int32) (list []object, left int) {
	if c.Chat == nil {
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

// attachmentPart returns the text that claude.ai extracted from an attached file. The
// result is false if there is none.
func attachmentPart(a *object) (protocol.Part, bool) {
	text, cut := words(a.raw("extracted_content"), bodyLimit)
	return protocol.Part{Kind: "text", Name: a.short(200, "file_name"), Text: text, Cut: cut,
		Size: max(len(text), a.size("extracted_content")), Exit: -1}, strings.TrimSpace(text) != ""
}
