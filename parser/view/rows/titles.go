package rows

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// Limits of the reads for the text of one line. The tags that Claude Code adds
// before a prompt can be long; in that case more is read, once.
const (
	LineSize  = 160      // bytes of text on a line
	headSize  = 2 << 10  // bytes read of a block
	tagsSize  = 64 << 10 // bytes read of a block that begins with tags
	WholeSize = 64 << 10 // largest record that is read as a whole, in bytes
)

// A TitleReader reads the first words of turns of main conversations. The outline, tables and
// each answer of a search name turns, and a browser takes about a millisecond to read each of
// their prompts, which are far apart in the file: it keeps those of the current revision.
type TitleReader struct {
	prompts   *PromptReader
	bySession memo.PerSession[memo.Memo[int, map[int32]title]] // by revision, then by turn
}

type title struct{ text, flavor string }

// maxTitles limits the number of cached titles of a session: about 1 MB.
const maxTitles = 5000

// Turn returns the first words of a turn of the main conversation, at most 160 bytes, and
// the flavor of its prompt.
func (v *TitleReader) Turn(s *parser.Session, turn int32) (text, flavor string) {
	now := memo.Version[int]{Key: s.Revision()}
	known := v.bySession.Of(s).Get(now, 0, func() map[int32]title { return map[int32]title{} })
	if len(known) >= maxTitles {
		clear(known)
	}
	one, ok := known[turn]
	if !ok {
		one = v.read(s.Main, turn)
		if one.text != "" && int(turn)+1 < len(s.Main.Turns) { // the last turn may still get more
			known[turn] = one
		}
	}
	return one.text, one.flavor
}

func (v *TitleReader) read(c *parser.Conversation, turn int32) (one title) {
	t := &c.Turns[turn]
	to := len(c.Items)
	if int(turn)+1 < len(c.Turns) {
		to = int(c.Turns[turn+1].First)
	}
	one.text, one.flavor = v.prompts.Opening(c, int(t.First), to)
	if t.Driver == parser.DriverUnrecorded {
		one.flavor = "unrecorded"
	}
	return one
}

// maxLooked limits the number of items that are searched for the first words: marks
// and internal records can come before them.
const maxLooked = 50

// Opening returns the first words in a range of items, and their flavor: the words of
// the first prompt, or else of the first reply.
func (v *PromptReader) Opening(c *parser.Conversation, from, to int) (text, flavor string) {
	to = min(to, from+maxLooked)
	for i := from; i < to; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemPrompt {
			text, flavor := v.promptHead(c, item)
			return source.OneLine(text, LineSize), flavor
		}
	}
	for i := from; i < to; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemText {
			at := c.File.Blocks.At(item.Block).Text
			head := v.source.Head(c.File, item.Record, at, headSize)
			return source.OneLine(string(record.AppendWords(nil, head, 0, headSize)), LineSize), ""
		}
	}
	return "", ""
}

// promptHead returns the text and the flavor of a prompt, but reads only the head of its record.
func (v *PromptReader) promptHead(c *parser.Conversation, item *parser.Item) (text, flavor string) {
	f := c.File
	e := f.Records.At(item.Record)
	text = v.blockHeads(f, e, item.Record, headSize)
	if strings.HasPrefix(text, "<") {
		text = v.blockHeads(f, e, item.Record, tagsSize)
	}
	if e.Blocks == 0 && e.Length <= WholeSize {
		text, _ = v.source.RecordText(f, item.Record, headSize)
	}
	if e.Length > WholeSize && (e.Class == parser.ClassNotification || e.Class == parser.ClassCommand && text == "") {
		return text, flavorOf(c, item, text) // the text can be anywhere in the record
	}
	words, _, _ := v.promptTextOf(c, item, protocol.RowText{Text: text})
	return words.Text, words.flavor
}

// FirstMessage returns the head of the first message to an agent, without tags.
func (v *PromptReader) FirstMessage(c *parser.Conversation) string {
	e := c.File.Records.At(c.FirstMessage)
	remainder, _ := cutTags([]byte(v.blockHeads(c.File, e, c.FirstMessage, headSize)))
	_, text := senders(string(remainder))
	return text
}

// blockHeads joins the heads of the text blocks of a record.
func (v *PromptReader) blockHeads(f *parser.File, e *parser.Record, index int32, size int) string {
	var text []byte
	for i := e.First; i < e.First+int32(e.Blocks) && len(text) < size; i++ {
		if b := f.Blocks.At(i); b.Kind == record.PlainText {
			if len(text) > 0 {
				text = append(text, '\n')
			}
			text = record.AppendWords(text, v.source.Head(f, index, b.Text, size), 0, size)
		}
	}
	return string(text)
}
