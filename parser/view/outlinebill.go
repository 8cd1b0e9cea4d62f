package view

import "unspool/parser"

// bill spreads what the session used over the entries. What belongs to none goes
// to an entry of its own, so that nothing is missing from the sum.
func (w *walk) bill(v *Viewer) {
	var rest spent
	v.charges(w.session, w.stretches, func(c *charge) {
		t := spent{usd: c.bill.USD, output: c.bill.Usage.Output, tokens: c.Tokens(), responses: 1,
			low: int32(c.bill.Placeholders), incomplete: c.unpriced}
		at, found := int32(-1), false
		switch {
		case c.part != nil:
			at, found = w.parts[c.part]
		case c.ours:
			at = w.entryOf(w.session.Main, c.File.Messages.At(c.Message))
			found = at >= 0
		}
		if !found {
			rest.add(&t)
			return
		}
		w.entries[at].own.add(&t)
		if c.part == nil {
			w.entries[at].model = c.Model
		}
		if top := w.entries[at].top; top >= 0 && top != at {
			w.entries[top].own.add(&t)
			w.entries[top].byAgents += t.usd
		} else if top < 0 {
			rest.add(&t) // an agent before the first turn
		}
	})
	if w.list.narrowing.last > 0 {
		rest = spent{} // of turns that are not shown, too
	}
	if rest.responses > 0 {
		w.top = -1
		at := w.add(entry{kind: restEntry})
		w.entries[at].own, w.entries[at].number = rest, 0
	}
	before := "" // the model of the turn before
	for i := range w.entries {
		e := &w.entries[i]
		if e.kind <= attemptEntry {
			w.dearest = max(w.dearest, e.own.usd)
		}
		if now := e.model; e.kind == turnEntry && now != "" {
			if before == "" || now == before {
				e.model = ""
			}
			before = now
		}
	}
}

// entryOf gives the entry that a response in the main conversation belongs to:
// the attempt or the turn in which it began.
func (w *walk) entryOf(c *parser.Conversation, m *parser.Message) int32 {
	if at := w.branches[c.File.Records.At(m.First).Branch]; at > 0 {
		return at - 1
	}
	if m.Turn < 0 || int(m.Turn) >= len(w.turn) {
		return -1
	}
	return w.turn[m.Turn]
}
