package rows

import (
	"bytes"
	"strconv"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/source"
)

// A promptAttachment is something recorded along with the words of a prompt: its chip, and
// the parts of its body. parts is nil if there is nothing more than the chip.
type promptAttachment struct {
	chip  protocol.Chip
	parts func() []protocol.Part
}

// maxChips limits the chips of one prompt. One more chip represents the remainder.
const maxChips = 50

// promptAttachments lists what was recorded along with the words of a prompt: editor state
// and reminders, documents and blocks of unknown types, files and instructions. Paths of
// images are set as the names of the media. text is the text of the record without the tags.
func (v *PromptReader) promptAttachments(
	c *parser.Conversation, index int32, text string, found []tag, media []protocol.Media,
) []promptAttachment {
	f := c.File
	e := f.Records.At(index)
	var list, remainder []promptAttachment
	add := func(chip protocol.Chip, parts func() []protocol.Part) {
		chip.Opens = parts != nil
		if one := (promptAttachment{chip, parts}); len(list) < maxChips {
			list = append(list, one)
		} else {
			remainder = append(remainder, one)
		}
	}
	for _, t := range found {
		add(protocol.Chip{Kind: t.kind, Label: t.label() + t.lines()}, func() []protocol.Part { return []protocol.Part{t.part()} })
	}
	if e.Class == parser.ClassCommand {
		if contents := strings.TrimSpace(tags.Tagged([]byte(text), "command-contents")); contents != "" {
			add(protocol.Chip{Kind: protocol.ChipInstructions, Label: titleOf(contents)}, func() []protocol.Part {
				return []protocol.Part{{Kind: protocol.PartMarkdown, Role: protocol.RoleInstructions, Text: contents, Size: len(contents)}}
			})
		}
	}
	v.blockAttachments(f, index, add)
	files, unread := v.attachments(c, index)
	for _, a := range files {
		name := source.OneLine(a.Text(200, "file_name"), 200)
		part, ok := attachmentPart(&a)
		add(protocol.Chip{Kind: protocol.ChipDocument, Label: name}, optional(ok, part))
	}
	if _, marks, _ := v.pasted(c, index, text); marks != "" {
		add(protocol.Chip{Kind: protocol.ChipPasted, Label: source.OneLine(marks, 100)}, func() []protocol.Part {
			text, more := v.source.RecordText(f, index, source.MaxText) // text may be only the beginning
			whole, _ := cutTags([]byte(text))
			_, _, inserted := v.pasted(c, index, string(whole))
			return []protocol.Part{{Kind: protocol.PartText, Text: inserted, Cut: more, Size: len(inserted)}}
		})
	}
	v.companions(c, index, media, add)
	if len(remainder)+unread > 0 {
		more := protocol.Chip{Kind: protocol.ChipMore, Label: strconv.Itoa(len(remainder) + unread), Opens: true}
		list = append(list, promptAttachment{more, func() []protocol.Part {
			return partsOf(remainder, unread > 0, int(e.Length))
		}})
	}
	return list
}

// blockAttachments adds the documents of a record, and its blocks of unknown types.
func (v *PromptReader) blockAttachments(f *parser.File, index int32, add func(protocol.Chip, func() []protocol.Part)) {
	e := f.Records.At(index)
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		whole := f.Blocks.At(i).Whole
		switch f.Blocks.At(i).Kind {
		case record.Other:
			add(protocol.Chip{Kind: protocol.ChipUnknown, Label: v.blockType(f, index, i)},
				func() []protocol.Part { return []protocol.Part{content.JSON("", v.source.Span(f, index, whole))} })
		case record.Document:
			o := source.Parse(v.source.Span(f, index, whole))
			from := o.Object("source")
			if kind := from.Text(20, "type"); kind == "text" || kind == "content" {
				p := content.Document("", o.Text(200, "title"), from.Raw("data", "content"))
				add(protocol.Chip{Kind: protocol.ChipDocument, Label: p.Name}, optional(true, p))
			}
		}
	}
}

// partsOf returns the body of attachments without a chip of their own: as much as a screen
// shows. size is the number of bytes of the record.
func partsOf(remainder []promptAttachment, cut bool, size int) []protocol.Part {
	parts := []protocol.Part{}
	for _, x := range remainder {
		if cut = cut || len(parts) >= source.MaxShown; len(parts) < source.MaxShown && x.parts != nil {
			parts = append(parts, x.parts()...)
		}
	}
	if cut {
		parts = append(parts, content.Incomplete(size))
	}
	return parts
}

// companions adds the records that a prompt's row includes.
func (v *PromptReader) companions(
	c *parser.Conversation, index int32, media []protocol.Media, add func(protocol.Chip, func() []protocol.Part),
) {
	f := c.File
	pictures := 0
	for _, with := range Companions(f, index) {
		if f.Records.At(with).Class != parser.ClassInjected {
			o := v.source.Payload(f, with)
			chip := protocol.Chip{Kind: protocol.ChipFile, Label: o.Text(200, "displayPath", "filename", "planFilePath", "path")}
			if records.NameOf(f, f.Records.At(with)) == "nested_memory" {
				chip.Kind = protocol.ChipMemory
			}
			add(chip, func() []protocol.Part {
				if p := v.mentioned(f, with, chip.Label); p != nil {
					return []protocol.Part{*p}
				}
				return records.Parts(v.source, f, []int32{with})
			})
			continue
		}
		text, _ := v.source.RecordText(f, with, 400)
		_, path, found := strings.Cut(text, "source: ")
		if !found || !strings.HasPrefix(text, "[Image") {
			add(protocol.Chip{Kind: protocol.ChipInstructions, Label: titleOf(text)},
				func() []protocol.Part { return records.Parts(v.source, f, []int32{with}) })
			continue
		}
		path = source.OneLine(strings.TrimRight(path, "] \n"), 200)
		for pictures < len(media) && media[pictures].Type == "application/pdf" {
			pictures++
		}
		if pictures < len(media) {
			media[pictures].Name = path[strings.LastIndexAny(path, `/\`)+1:]
		} else {
			add(protocol.Chip{Kind: protocol.ChipImage, Label: path}, nil)
		}
		pictures++
	}
}

// titleOf returns the first line of instructions, without heading marks.
func titleOf(text string) string { return strings.Trim(source.FirstLine(text), "#* ") }

func optional(ok bool, part protocol.Part) func() []protocol.Part {
	if !ok {
		return nil
	}
	return func() []protocol.Part { return []protocol.Part{part} }
}

// isText reports whether a document of this media type is shown as text.
func isText(mediaType string) bool { return strings.HasPrefix(mediaType, "text/") }

// Companions lists the records that a prompt's row includes.
func Companions(f *parser.File, index int32) []int32 {
	var list []int32
	for at := f.Records.At(index).Next; at >= 0 && f.Records.At(at).AttachedTo == index; at = f.Records.At(at).Next {
		list = append(list, at)
	}
	return list
}

// promptMedia lists the images and files in a prompt. more is the number of those that it
// leaves out.
func (v *PromptReader) promptMedia(f *parser.File, index int32) (media []protocol.Media, more int) {
	e := f.Records.At(index)
	var list []protocol.Media
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if k := f.Blocks.At(i).Kind; k == record.Image || k == record.Document {
			for _, m := range v.source.Media(f, index, f.Blocks.At(i).Whole) {
				if k == record.Image || !isText(m.Type) {
					list = append(list, m)
				}
			}
		}
	}
	if e.Blocks == 0 && e.Class == parser.ClassQueuedPrompt { // a queued prompt may contain images
		line := v.source.Record(f, index)
		if at := source.TextOffset(line); at < len(line) && line[at] == '[' {
			list = v.source.Media(f, index, parser.Span{From: int32(at), To: int32(jsonl.Skip(line, at))})
		}
	}
	return v.source.Distinct(list)
}

// A tag is text that Claude Code added to the words of a prompt.
type tag struct {
	kind    string // kind of its chip
	content string
}

var tagKinds = map[string]protocol.ChipKind{"ide_selection": protocol.ChipSelection,
	"ide_opened_file": protocol.ChipFile, "ide_diagnostics": protocol.ChipDiagnostics}

func cutTags(text []byte) (remainder []byte, found []tag) {
	for remainder = bytes.TrimSpace(text); ; remainder = bytes.TrimSpace(remainder) {
		after, name, content, ok := tags.CutTag(remainder)
		if !ok {
			break
		}
		kind, known := tagKinds[name]
		if !known {
			kind = protocol.ChipReminder
		}
		found, remainder = append(found, tag{kind, string(content)}), after
	}
	for {
		before, content, ok := tags.CutReminder(remainder)
		if !ok {
			return remainder, found
		}
		found, remainder = append(found, tag{protocol.ChipReminder, string(content)}), bytes.TrimSpace(before)
	}
}

// lines returns the selected lines as ":12–15", to append to the name of the file.
func (t tag) lines() string {
	_, after, found := strings.Cut(t.content, "selected the lines ")
	from, after, _ := strings.Cut(after, " to ")
	to, _, closed := strings.Cut(after, " from ")
	if t.kind != protocol.ChipSelection || !found || !closed || len(from)+len(to) > 20 {
		return ""
	}
	return ":" + from + "–" + to
}

// label returns the file that an editor tag names, or else its first words: "The user opened
// the file /a/b.go in the IDE", "selected the lines 1 to 5 from /a/b.go:".
func (t tag) label() string {
	for _, before := range []string{"opened the file ", " from "} {
		if _, after, found := strings.Cut(t.content, before); found && t.kind != protocol.ChipReminder {
			path, _, _ := strings.Cut(after, "\n")
			path, _, _ = strings.Cut(path, " in the IDE")
			return source.OneLine(strings.TrimRight(path, ": ."), 1000)
		}
	}
	return source.OneLine(t.content, 200)
}

// maxAttachments limits the number of attachments that are shown for one message.
const maxAttachments = 100

// attachments returns the files that were sent with a claude.ai message: FORMAT.md,
// "Other inputs people drop". left is the number of files beyond the limit.
func (v *PromptReader) attachments(c *parser.Conversation, index int32) (list []source.Object, left int) {
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
	return protocol.Part{Kind: protocol.PartText, Name: a.Short(200, "file_name"), Text: text, Cut: cut,
		Size: max(len(text), a.Size("extracted_content"))}, strings.TrimSpace(text) != ""
}
