package parser

import (
	"bytes"

	"unspool/parser/record"
)

// Headless runs print what a session file holds, and a result at the end of
// each turn: FORMAT.md, "stream-json and SDK output". Their first prompt is
// mostly not printed.

// headless notes what a run says of itself at its start.
func (c *Conversation) headless(r *record.Record) {
	c.replyHash |= 1
	if c.leads() && len(r.Model) > 0 {
		c.File.facts.started = string(r.Model)
	}
}

// says remembers the last words of a headless run: its result repeats them.
func (c *Conversation) says(r *record.Record, line []byte) {
	if c.replyHash == 0 || !c.talked {
		return
	}
	c.replyHash = hashWords(record.AppendString(nil, line, r.Blocks[len(r.Blocks)-1].Text.From, -1))
}

// result ends a turn. Its words are shown only where they were not said before.
func (c *Conversation) result(r *record.Record, line []byte, index int32) {
	c.unfold(true)
	e := c.File.Records.At(index)
	replied := c.turn != none && !c.over && c.Turns[c.turn].Replied
	switch {
	case r.Has(record.Failed), bytes.HasPrefix(r.Subtype, []byte("error")):
		e.Class = ClassFailure
		c.item(ItemFailure, index, none)
	case len(r.Blocks) > 0 && !(replied && c.replyHash == hashWords(record.AppendString(nil, line, r.Blocks[0].Text.From, -1))):
		e.Class = ClassAssistant
		c.replied()
		c.item(ItemText, index, e.First)
	default:
		c.item(ItemInternal, index, none)
	}
	if c.turn != none {
		t := &c.Turns[c.turn]
		t.Finished, c.over, c.quiet = true, true, true
		if r.DurationMs > 0 {
			t.Duration = r.DurationMs
		}
	}
}

// answers says that the turn that runs has its prompt already: a message that
// is replayed then is that prompt again, else it is the only trace of it.
func (c *Conversation) answers() bool {
	return c.turn != none && (!c.Turns[c.turn].Replied || !c.isIdle())
}
