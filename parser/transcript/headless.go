package transcript

import (
	"bytes"

	"unspool/parser/internal/tags"
	"unspool/parser/record"
)

// Headless runs print the records of a session file, and a result at the end of each turn:
// FORMAT.md, "stream-json and SDK output". Their first prompt is usually not printed.

// runStart handles the record with which a run describes itself at its start.
func (c *builder) runStart(r *record.Record, line []byte, index int32) {
	c.headless = true
	if c.conv.leads() && len(r.Message.Model) > 0 {
		c.f.Metadata.RunModel = string(r.Message.Model)
	}
	c.auxiliary(r, line, index)
}

// hashReply stores a hash of the last text of a headless run, since the run's result repeats it.
func (c *builder) hashReply(r *record.Record, line []byte) {
	if !c.headless || !c.turns.endsInText {
		return
	}
	c.replyHash = tags.HashText(record.AppendString(nil, line, r.Blocks[len(r.Blocks)-1].Text.From, -1))
}

// result ends a turn. Its text is shown only if the reply did not contain it.
func (c *builder) result(r *record.Record, line []byte, index int32) {
	c.showIncomplete(true)
	e := c.x.Records.At(index)
	replied := c.turns.hasReply()
	switch {
	case r.Has(record.Failed), bytes.HasPrefix(r.Subtype, []byte("error")):
		e.Class = ClassFailure
		c.turns.item(ItemFailure, index, None)
	case len(r.Blocks) > 0 && !(replied && c.replyHash == tags.HashText(record.AppendString(nil, line, r.Blocks[0].Text.From, -1))):
		e.Class = ClassAssistant
		c.turns.replied()
		c.turns.item(ItemText, index, e.First)
	default:
		c.turns.item(ItemInternal, index, None)
	}
	c.turns.finishWithResult(r.DurationMs)
}

// answers reports whether the current turn already has its prompt. A replayed message is then that
// prompt again; otherwise it is the only trace of the prompt.
func (c *builder) answers() bool {
	return c.turns.current != None && (!c.conv.Turns[c.turns.current].Replied || !c.turns.isIdle())
}

// Headless runs can print each piece of a reply as it arrives (stream_event). Usually the whole
// record of the block follows, and the pieces are internal. If the run was cut off before that,
// only the pieces exist, and they are joined: FORMAT.md, "stream-json and SDK output".

// A partial is a message that arrives in pieces.
type partial struct {
	blocks  []piece
	covered int    // how many of the blocks have arrived whole
	text    []byte // the text of the last block
	begun   bool
}

type piece struct {
	item  int32
	block int32
	kind  ItemKind
}

// A Delta is a block that continues another one.
type Delta struct{ Record, Block int32 }

// maxPieces limits the blocks of one message, and maxReplyHashed the bytes kept of the text of one
// block.
const (
	maxPieces      = 1000
	maxReplyHashed = 1 << 20
)

func (c *builder) event(r *record.Record, line []byte, index int32) {
	x := &c.partial
	first := c.x.Records.At(index).First
	kind := string(r.Subtype)
	if kind == "message_start" || kind == "message_stop" {
		c.showIncomplete(true)
	}
	if kind == "content_block_start" && len(r.Blocks) > 0 || kind == "content_block_delta" && len(r.Blocks) > 0 && len(x.blocks) == 0 {
		if !x.begun {
			x.begun = true
			c.turns.replied()
		}
		item := c.turns.item(ItemInternal, index, first)
		if len(x.blocks) < maxPieces {
			x.blocks = append(x.blocks, piece{item, first, pieceKind(r.Blocks[0].Kind)})
		}
		x.text = record.AppendString(x.text[:0], line, r.Blocks[0].Text.From, maxReplyHashed)
		return
	}
	c.turns.item(ItemInternal, index, None)
	if kind != "content_block_delta" || len(r.Blocks) == 0 || len(x.blocks) == 0 {
		return
	}
	last := &x.blocks[len(x.blocks)-1]
	if pieceKind(r.Blocks[0].Kind) != last.kind {
		return
	}
	if c.x.deltas == nil {
		c.x.deltas = map[int32][]Delta{}
	}
	c.x.deltas[last.block] = append(c.x.deltas[last.block], Delta{index, first})
	x.text = record.AppendString(x.text, line, r.Blocks[0].Text.From, max(0, maxReplyHashed-len(x.text)))
}

func pieceKind(k record.Kind) ItemKind {
	switch k {
	case record.PlainText:
		return ItemText
	case record.Thinking, record.RedactedThinking:
		return ItemThinking
	}
	return ItemBlock
}

// showIncomplete shows the blocks that did not arrive whole. At the end of a message this is final
// (settled); at the end of the file it holds only while the file ends there.
func (c *builder) showIncomplete(settled bool) {
	x := &c.partial
	c.showPieces(true)
	if !settled {
		return
	}
	if n := len(x.blocks); n > x.covered {
		c.f.Revision++
		c.turns.replyEnded(StopNone, x.blocks[n-1].kind == ItemText)
		if c.turns.endsInText {
			c.headless, c.replyHash = true, tags.HashText(x.text)
		}
	}
	*x = partial{blocks: x.blocks[:0], text: x.text[:0]}
}

func (c *builder) showPieces(shown bool) {
	x := &c.partial
	for _, p := range x.blocks[min(x.covered, len(x.blocks)):] {
		c.conv.Items[p.item].Kind = ItemInternal
		if shown {
			c.conv.Items[p.item].Kind = p.kind
		}
	}
}
