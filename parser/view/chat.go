package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// maxAttachments limits the number of attachments that are shown for one message.
const maxAttachments = 100

// attachments returns the files that were sent with a claude.ai message: FORMAT.md,
// "Other inputs people drop". left is the number of files beyond the limit.
func (v *promptReader) attachments(c *parser.Conversation, index int32) (list []source.Object, left int) {
	if c.Chat == nil {
		return nil, 0
	}
	o := source.Parse(v.source.Record(c.File, index))
	for _, key := range []string{"attachments", "files"} {
		at := o.Offset(key)
		if at < 0 {
			continue
		}
		jsonl.Array(o.JSON, at, func(at int) int {
			end := jsonl.Skip(o.JSON, at)
			if end > 0 && len(list) < maxAttachments {
				list = append(list, source.Parse(o.JSON[at:end]))
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
func attachmentPart(a *source.Object) (protocol.Part, bool) {
	text, cut := source.Words(a.Raw("extracted_content"), source.MaxText)
	return protocol.Part{Kind: "text", Name: a.Short(200, "file_name"), Text: text, Cut: cut,
		Size: max(len(text), a.Size("extracted_content")), Exit: -1}, strings.TrimSpace(text) != ""
}
