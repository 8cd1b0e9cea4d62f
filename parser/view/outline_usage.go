package view

import "unspool/parser"

// addUsage distributes the usage of the session over the entries. Usage that belongs to no
// entry goes to an entry of its own, so that nothing is missing from the sum.
func (w *walk) addUsage(v *rowReader) {
	var remainder usageTotals
	v.pricedResponses(w.session, w.segments, func(c *pricedResponse) {
		t := usageTotals{usd: c.usage.USD, output: c.usage.Usage.Output, tokens: c.Tokens(), responses: 1,
			low: int32(c.usage.Placeholders), incomplete: c.unpriced}
		at, found := int32(-1), false
		switch {
		case c.part != nil:
			at, found = w.parts[c.part]
		case c.ours:
			at = w.entryOf(w.session.Main, c.File.Messages.At(c.Message))
			found = at >= 0
		}
		if !found {
			remainder.add(&t)
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
			remainder.add(&t) // an agent before the first turn
		}
	})
	if !w.visible.filter.Turns.IsZero() {
		remainder = usageTotals{} // this includes turns that are not shown
	}
	if remainder.responses > 0 {
		w.top = -1
		at := w.add(entry{kind: otherEntry})
		w.entries[at].own, w.entries[at].number = remainder, 0
	}
	before := "" // the model of the previous turn
	for i := range w.entries {
		e := &w.entries[i]
		if e.kind <= attemptEntry {
			w.maxCost = max(w.maxCost, e.own.usd)
		}
		if now := e.model; e.kind == turnEntry && now != "" {
			if before == "" || now == before {
				e.model = ""
			}
			before = now
		}
	}
}

// entryOf returns the entry that a response in the main conversation belongs to: the attempt
// or the turn in which it began.
func (w *walk) entryOf(c *parser.Conversation, m *parser.Message) int32 {
	if at := w.branches[c.File.Records.At(m.First).Branch]; at > 0 {
		return at - 1
	}
	if m.Turn < 0 || int(m.Turn) >= len(w.turn) {
		return -1
	}
	return w.turn[m.Turn]
}
