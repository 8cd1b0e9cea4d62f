package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// A titles value caches the first words of turns of the main conversation, for one revision.
// The outline, tables and each answer of a search name turns, and a browser takes about a
// millisecond to read each of their prompts, which are far apart in the file.
type titles struct {
	revision int
	of       map[int32]title // by turn
}

type title struct{ text, flavor string }

// mostTitles limits the number of cached titles: about 1 MB.
const mostTitles = 5000

// turnName returns the first words of a turn of the main conversation, at most 160 bytes, and
// the flavor of its prompt.
func (v *rowReader) turnName(s *parser.Session, turn int32) (text, flavor string) {
	cache := &v.list(s).titles
	if cache.of == nil || cache.revision != s.Revision() || len(cache.of) >= mostTitles {
		*cache = titles{s.Revision(), map[int32]title{}}
	}
	one, known := cache.of[turn]
	if !known {
		one = v.titleOf(s.Main, turn)
		if one.text != "" && int(turn)+1 < len(s.Main.Turns) { // the last turn may still get more
			cache.of[turn] = one
		}
	}
	return one.text, one.flavor
}

func (v *rowReader) titleOf(c *parser.Conversation, turn int32) (one title) {
	t := &c.Turns[turn]
	to := len(c.Items)
	if int(turn)+1 < len(c.Turns) {
		to = int(c.Turns[turn+1].First)
	}
	one.text, one.flavor = v.opening(c, int(t.First), to)
	if t.Driver == parser.ClassOther {
		one.flavor = "unrecorded"
	}
	return one
}

// Limits for what is read to get the text of one line. The tags that Claude Code adds
// before a prompt can be long; in that case more is read, once.
const (
	lineSize  = 160      // bytes of text on a line
	headSize  = 2 << 10  // bytes read of a block
	tagsSize  = 64 << 10 // bytes read of a block that begins with tags
	wholeSize = 64 << 10 // largest record that is read as a whole, in bytes
)

// mostLooked limits the number of items that are searched for the first words: marks
// and internal records can come before them.
const mostLooked = 50

// opening returns the first words in a range of items, and their flavor: the words of
// the first prompt, or else of the first reply.
func (v *rowReader) opening(c *parser.Conversation, from, to int) (text, flavor string) {
	to = min(to, from+mostLooked)
	for i := from; i < to; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemPrompt {
			row := protocol.Row{}
			v.promptHead(c, item, &row)
			return source.OneLine(row.Text, lineSize), row.Flavor
		}
	}
	for i := from; i < to; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemText {
			at := c.File.Blocks.At(item.Block).Text
			return source.OneLine(string(record.AppendWords(nil, v.source.Head(c.File, item.Record, at, headSize), 0, headSize)), lineSize), ""
		}
	}
	return "", ""
}

// promptHead fills in the text of a prompt like [Viewer.promptRow], but reads only the
// head of its record.
func (v *rowReader) promptHead(c *parser.Conversation, item *parser.Item, row *protocol.Row) {
	f := c.File
	e := f.Records.At(item.Record)
	row.Text = v.blockHeads(f, e, item.Record, headSize)
	if strings.HasPrefix(row.Text, "<") {
		row.Text = v.blockHeads(f, e, item.Record, tagsSize)
	}
	if e.Blocks == 0 && e.Length <= wholeSize {
		row.Text, _ = v.source.RecordText(f, item.Record, headSize)
	}
	if e.Length > wholeSize && (e.Class == parser.ClassNotification || e.Class == parser.ClassCommand && row.Text == "") {
		row.Flavor = e.Class.String() // the text can be anywhere in the record
		return
	}
	v.spoken(c, item, row)
}

// blockHeads joins the heads of the text blocks of a record.
func (v *rowReader) blockHeads(f *parser.File, e *parser.Record, index int32, size int) string {
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
