package transcript

import (
	"bytes"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A Chat is a conversation of a claude.ai export. An export is one file with many main
// conversations, each a session of its own: FORMAT.md, "Other inputs people drop".
type Chat struct {
	id       string
	Metadata Metadata
	Prompts  int
	Part     Part
}

// A Part is the share of a file that belongs to a session, as ranges of the file's index: from, to.
type Part struct{ Records, Messages, Calls [2]int32 }

// end returns the current length of the index.
func (f *File) end() [3]int32 {
	return [3]int32{f.Records.Len(), f.Messages.Len(), f.Calls.Len()}
}

// WholePart returns the part that is all of the file.
func (f *File) WholePart() Part { return part([3]int32{}, f.end()) }

func part(from, to [3]int32) Part {
	return Part{[2]int32{from[0], to[0]}, [2]int32{from[1], to[1]}, [2]int32{from[2], to[2]}}
}

// MainConversations returns the main conversations of a file: usually one. An export should contain only chats,
// but other records in it must not be lost.
func (f *File) MainConversations() []*Conversation {
	var list []*Conversation
	for _, c := range f.Conversations {
		if c.Chat != nil || c.Index == 0 && (f.extent.chats == 0 || c.FirstMessage != None) {
			list = append(list, c)
		}
	}
	return list
}

// SessionID returns the ID of the session whose main conversation this is.
func (c *Conversation) SessionID() string {
	if c.Chat != nil && c.Chat.id != "" {
		return c.Chat.id
	}
	return BaseName(c.File.Path)
}

// leads reports whether the session's facts come from this conversation.
func (c *Conversation) leads() bool { return c.Index == 0 || c.Chat != nil }

// ingest adds the records of an object of the file: usually the object is itself a record.
func (f *reader) ingest(r *record.Record, text []byte, offset int64, number int) {
	if r.Type != nil || r.Export.Elements.Len() == 0 {
		f.add(r, text, offset, number)
		return
	}
	first := r.Export.Elements.From
	if isChat(text, first) {
		if jsonl.Array(text, first, func(int) int { return -1 }) > 0 {
			f.glue += int64(len(text)) // the chat is empty
			return
		}
		if !f.fits(offset + int64(first)) {
			f.Omitted++
			f.OmittedBytes += int64(len(text))
			f.gap(len(text), offset, number)
			return
		}
		c := f.Conversations[f.addConversation("")]
		c.Chat = &Chat{id: string(r.UUID), Metadata: Metadata{known: true, CustomTitle: string(record.Prefix(r.Export.Name, titleSize))}}
		outer, prompts, from := f.Metadata, f.Prompts, f.end()
		f.Metadata, f.chat, f.time = c.Chat.Metadata, c.Index, 0
		f.extent.chats++
		f.elements(text, first, offset, number)
		c.Chat.Metadata, c.Chat.Prompts, c.Chat.Part = f.Metadata, f.Prompts-prompts, part(from, f.end())
		f.Metadata, f.chat = outer, 0
		f.Metadata.known, f.Metadata.MainChain = true, true
		return
	}
	f.elements(text, first, offset, number)
}

// elements adds the records of the array that begins at text[first]. The bytes around them count as
// bytes between records.
func (f *reader) elements(text []byte, first int, offset int64, number int) {
	f.wrapped = true
	end := 0
	jsonl.Array(text, first, func(at int) int {
		next := jsonl.Skip(text, at)
		number += bytes.Count(text[end:at], []byte("\n"))
		f.glue += int64(at - end)
		end = next
		l := jsonl.Line{Offset: offset + int64(at), Number: number, Text: text[at:next], Length: next - at}
		if rec := f.parser.Parse(l.Text); rec != nil {
			f.add(rec, l.Text, l.Offset, number)
		} else {
			f.lost += int64(l.Length)
			f.Damaged++
			f.damage(l.Text, l.Length, l.Offset, number)
			f.report(CodeDamaged, Warning, l, 0, l.Length, syntaxErrorText(l.Text))
		}
		number += bytes.Count(l.Text, []byte("\n"))
		return next
	})
	f.glue += int64(len(text) - end)
}

// isChat reports whether the array at text[at] holds messages of claude.ai instead of records: a
// record has no sender.
func isChat(text []byte, at int) bool {
	return bytes.HasSuffix(bytes.TrimRight(text[:at], " \t\r\n"), []byte(`"chat_messages":`)) ||
		bytes.HasSuffix(bytes.TrimRight(bytes.TrimRight(text[:at], ": \t\r\n"), " \t\r\n"), []byte(`"chat_messages"`))
}
