package parser

import (
	"bytes"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A chat is a conversation of a claude.ai export. An export is one file with many main
// conversations, each a session of its own: FORMAT.md, "Other inputs people drop".
type chat struct {
	id      string
	facts   facts
	prompts int
	part    Part
}

// A Part is the share of a file that belongs to a session, as ranges of the file's index: from, to.
type Part struct{ Records, Messages, Calls [2]int32 }

// end returns the current length of the index.
func (f *File) end() [3]int32 {
	return [3]int32{f.Records.Len(), f.Messages.Len(), f.Calls.Len()}
}

func part(from, to [3]int32) Part {
	return Part{[2]int32{from[0], to[0]}, [2]int32{from[1], to[1]}, [2]int32{from[2], to[2]}}
}

// Part returns the part of one of its files that belongs to the session: usually all of it.
func (s *Session) Part(f *File) Part {
	if s.Shares(f) {
		return s.Main.chat.part
	}
	return part([3]int32{}, f.end())
}

// mains returns the main conversations of a file: usually one. An export should contain only chats,
// but other records in it must not be lost.
func (f *File) mains() []*Conversation {
	var list []*Conversation
	for _, c := range f.Conversations {
		if c.chat != nil || c.Index == 0 && (f.extent.chats == 0 || c.FirstMessage != none) {
			list = append(list, c)
		}
	}
	return list
}

// id returns the ID of the session whose main conversation this is.
func (c *Conversation) id() string {
	if c.chat != nil && c.chat.id != "" {
		return c.chat.id
	}
	return stem(c.File.Path)
}

// leads reports whether the session's facts come from this conversation.
func (c *Conversation) leads() bool { return c.Index == 0 || c.chat != nil }

// ingest adds the records of an object of the file: usually the object is itself a record.
func (f *File) ingest(r *record.Record, text []byte, offset int64, number int) {
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
		c := newConversation(f, "", int32(len(f.Conversations)))
		c.chat = &chat{id: string(r.UUID), facts: facts{checkDuplicate: true, custom: string(record.Prefix(r.Export.Name, titleSize))}}
		f.Conversations = append(f.Conversations, c)
		outer, prompts, from := f.facts, f.Prompts, f.end()
		f.facts, f.chat, f.time = c.chat.facts, c.Index, 0
		f.extent.chats++
		f.elements(text, first, offset, number)
		c.chat.facts, c.chat.prompts, c.chat.part = f.facts, f.Prompts-prompts, part(from, f.end())
		f.facts, f.chat = outer, 0
		f.facts.checkDuplicate, f.facts.mainChain = true, true
		return
	}
	f.elements(text, first, offset, number)
}

// elements adds the records of the array that begins at text[first]. The bytes around them count as
// bytes between records.
func (f *File) elements(text []byte, first int, offset int64, number int) {
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

// Shares reports whether a file of the session also holds other sessions.
func (s *Session) Shares(f *File) bool { return s.Main.chat != nil && s.Main.File == f }

// Prompts counts the prompts of the main conversation.
func (s *Session) Prompts() int {
	if s.Main.chat != nil {
		return s.Main.chat.prompts
	}
	return s.main().Prompts
}

// Chat reports whether the conversation comes from a claude.ai export.
func (c *Conversation) Chat() bool { return c.chat != nil }
