package transcript

import (
	"bytes"
)

// A Chat is a conversation of a claude.ai export. An export is one file with many main
// conversations, each a session of its own: FORMAT.md, "Other inputs people drop".
type Chat struct {
	id          string
	Metadata    Metadata
	PromptCount int
	Part        Part
}

// A Part is the share of a file that belongs to a session, as ranges of the file's index: from, to.
type Part struct{ Records, Messages, Calls [2]int32 }

// end returns the current length of the index.
func (x *index) end() [3]int32 {
	return [3]int32{x.Records.Len(), x.Messages.Len(), x.Calls.Len()}
}

// WholePart returns the part that is all of the file.
func (f *File) WholePart() Part { return part([3]int32{}, f.x.end()) }

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

// isChat reports whether the array at text[at] holds messages of claude.ai instead of records: a
// record has no sender.
func isChat(text []byte, at int) bool {
	return bytes.HasSuffix(bytes.TrimRight(text[:at], " \t\r\n"), []byte(`"chat_messages":`)) ||
		bytes.HasSuffix(bytes.TrimRight(bytes.TrimRight(text[:at], ": \t\r\n"), " \t\r\n"), []byte(`"chat_messages"`))
}
