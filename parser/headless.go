package parser

import (
	"bytes"

	"unspool/parser/record"
)

// Headless runs print the records of a session file, and a result at the end of each turn:
// FORMAT.md, "stream-json and SDK output". Their first prompt is usually not printed.

// headless handles the record with which a run describes itself at its start.
func (c *Conversation) headless(r *record.Record) {
	c.replyHash |= 1
	if c.leads() && len(r.Message.Model) > 0 {
		c.File.facts.started = string(r.Message.Model)
	}
}

// says stores a hash of the last text of a headless run, since the run's result repeats it.
func (c *Conversation) says(r *record.Record, line []byte) {
	if c.replyHash == 0 || !c.talked {
		return
	}
	c.replyHash = hashWords(record.AppendString(nil, line, r.Blocks[len(r.Blocks)-1].Text.From, -1))
}

// result ends a turn. Its text is shown only if the reply did not contain it.
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

// answers reports whether the current turn already has its prompt. A replayed message is then that
// prompt again; otherwise it is the only trace of the prompt.
func (c *Conversation) answers() bool {
	return c.turn != none && (!c.Turns[c.turn].Replied || !c.isIdle())
}
