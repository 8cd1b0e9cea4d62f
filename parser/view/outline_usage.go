package view

import (
	"unspool/parser"
	"unspool/parser/view/cost"
)

// addUsage distributes the usage of the session over the entries. Usage that belongs to no
// entry goes to an entry of its own, so that nothing is missing from the sum.
func (w *walk) addUsage(v *rowReader) {
	var remainder cost.Total
	for r := range cost.Responses(w.session, w.segments, v.prices) {
		at, found := int32(-1), false
		switch {
		case r.Segment != nil:
			at, found = w.parts[r.Segment]
		case r.Linked:
			at = w.entryOf(w.session.Main, r.File.Messages.At(r.Message))
			found = at >= 0
		}
		if !found {
			remainder.Add(&r.Total)
			continue
		}
		w.entries[at].own.Add(&r.Total)
		if r.Segment == nil {
			w.entries[at].model = r.Model
		}
		if top := w.entries[at].top; top >= 0 && top != at {
			w.entries[top].own.Add(&r.Total)
			w.entries[top].byAgents += r.Total.USD
		} else if top < 0 {
			remainder.Add(&r.Total) // an agent before the first turn
		}
	}
	if !w.visible.filter.Turns.IsZero() {
		remainder = cost.Total{} // this includes turns that are not shown
	}
	if remainder.Responses > 0 {
		w.top = -1
		at := w.add(entry{kind: otherEntry})
		w.entries[at].own, w.entries[at].number = remainder, 0
	}
	before := "" // the model of the previous turn
	for i := range w.entries {
		e := &w.entries[i]
		if e.kind <= attemptEntry {
			w.maxCost = max(w.maxCost, e.own.USD)
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
