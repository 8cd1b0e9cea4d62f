package transcript

import (
	"bytes"

	"unspool/parser/internal/tags"
	"unspool/parser/record"
)

// Headless runs print the records of a session file, and a result at the end of each turn:
// FORMAT.md, "stream-json and SDK output". Their first prompt is usually not printed.

// headless handles the record with which a run describes itself at its start.
func (c *builder) headless(r *record.Record) {
	c.replyHash |= 1
	if c.leads() && len(r.Model) > 0 {
		c.File.Metadata.RunModel = string(r.Model)
	}
}

// says stores a hash of the last text of a headless run, since the run's result repeats it.
func (c *builder) says(r *record.Record, line []byte) {
	if c.replyHash == 0 || !c.talked {
		return
	}
	c.replyHash = tags.HashText(record.AppendString(nil, line, r.Blocks[len(r.Blocks)-1].Text.From, -1))
}

// result ends a turn. Its text is shown only if the reply did not contain it.
func (c *builder) result(r *record.Record, line []byte, index int32) {
	c.unfold(true)
	e := c.File.Records.At(index)
	replied := c.turn != None && !c.over && c.Turns[c.turn].Replied
	switch {
	case r.Has(record.Failed), bytes.HasPrefix(r.Subtype, []byte("error")):
		e.Class = ClassFailure
		c.item(ItemFailure, index, None)
	case len(r.Blocks) > 0 && !(replied && c.replyHash == tags.HashText(record.AppendString(nil, line, r.Blocks[0].Text.From, -1))):
		e.Class = ClassAssistant
		c.replied()
		c.item(ItemText, index, e.First)
	default:
		c.item(ItemInternal, index, None)
	}
	if c.turn != None {
		t := &c.Turns[c.turn]
		t.Finished, c.over, c.quiet = true, true, true
		if r.DurationMs > 0 {
			t.Duration = r.DurationMs
		}
	}
}

// answers reports whether the current turn already has its prompt. A replayed message is then that
// prompt again; otherwise it is the only trace of the prompt.
func (c *builder) answers() bool {
	return c.turn != None && (!c.Turns[c.turn].Replied || !c.isIdle())
}
