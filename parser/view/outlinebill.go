package view

import (
	"unspool/parser"
	"unspool/parser/price"
)

// bill spreads what the session used over the entries. What belongs to none goes
// to an entry of its own, so that nothing is missing from the sum.
func (w *walk) bill(prices *price.Table) {
	var bill parser.Bill
	var rest spent
	c := w.session.Main
	for r := range w.session.Responses() {
		bill = parser.Bill{Models: bill.Models[:0]}
		bill.Add(prices, &r)
		t := spent{usd: bill.USD, output: bill.Usage.Output, tokens: r.Tokens(), responses: 1, low: int32(bill.Placeholders)}
		for i := range bill.Models {
			t.incomplete = t.incomplete || !bill.Models[i].Priced
		}
		part, ours := w.stretches.Of(&r)
		at, found := int32(-1), false
		switch {
		case part != nil:
			at, found = w.parts[part]
		case ours:
			at = w.entryOf(c, &c.File.Messages[r.Message])
			found = at >= 0
		}
		if !found {
			rest.add(&t)
			continue
		}
		w.entries[at].own.add(&t)
		if part == nil {
			w.entries[at].model = r.Model
		}
		if top := w.entries[at].top; top >= 0 && top != at {
			t.calls, t.errors = 0, 0
			w.entries[top].own.add(&t)
			w.entries[top].byAgents += t.usd
		} else if top < 0 {
			rest.add(&t) // an agent before the first turn
		}
	}
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
	if at := w.branches[c.File.Records[m.First].Branch]; at > 0 {
		return at - 1
	}
	if m.Turn < 0 || int(m.Turn) >= len(w.turn) {
		return -1
	}
	return w.turn[m.Turn]
}
