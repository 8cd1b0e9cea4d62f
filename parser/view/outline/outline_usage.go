package outline

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/rows"
)

// addUsage distributes the usage of the session over the entries. Usage that belongs to no
// entry goes to an entry of its own, so that nothing is missing from the sum.
func (w *walk) addUsage(prices *price.Table) {
	var remainder cost.Total
	for r := range cost.Responses(w.session, w.invocations, prices) {
		at, found := int32(-1), false
		switch {
		case r.Invocation != nil:
			at, found = w.parts[r.Invocation]
		case r.Linked:
			at = w.entryOf(w.session.Main, r.File.Messages.At(r.Message))
			found = at >= 0
		}
		if !found {
			remainder.Add(&r.Total)
			continue
		}
		w.entries[at].own.Add(&r.Total)
		if r.Invocation == nil {
			w.entries[at].model = r.Model
		}
		if !w.addAbove(at, &r.Total, r.Invocation != nil) {
			remainder.Add(&r.Total) // an agent before the first turn
		}
	}
	if !w.visible.KeepsTurn(w.session.Main, -1) {
		remainder = cost.Total{} // this includes turns that are not shown
	}
	if remainder.Responses > 0 {
		w.top = -1
		at := w.add(entry{kind: otherEntry})
		w.entries[at].own, w.entries[at].turn = remainder, -1
	}
	before := "" // the model of the previous turn
	for i := range w.entries {
		e := &w.entries[i]
		if e.kind == turnEntry || e.kind == attemptEntry {
			w.maxCost = max(w.maxCost, e.own.USD)
		}
		if now := e.model; (e.kind == turnEntry || e.kind == eventEntry) && now != "" {
			if before == "" || now == before {
				e.model = ""
			}
			before = now
		}
	}
}

// addAbove adds the usage of an entry to the entries that contain it. It reports whether the topmost
// one is in the sum of the session.
func (w *walk) addAbove(at int32, used *cost.Total, byAgent bool) bool {
	for {
		above := w.entries[at].top
		if above < 0 || above == at {
			return above >= 0
		}
		at = above
		w.entries[at].own.Add(used)
		if byAgent {
			w.entries[at].byAgents += used.USD
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

// topOf returns the topmost entry that contains an event.
func (o *outline) topOf(at int32) int32 {
	for o.entries[at].top != at {
		at = o.entries[at].top
	}
	return at
}

// AbandonedAttempt returns the abandoned attempt of a session that begins with an item of the
// main conversation. The second result is false if there is none.
func (p *Pane) AbandonedAttempt(s *parser.Session, from int32) (rows.Attempt, bool) {
	o := p.outlineOf(s)
	at, ok := o.attempts[from]
	if !ok {
		return rows.Attempt{}, false
	}
	e := &o.entries[at]
	return rows.Attempt{Total: e.own, Turns: int(e.prompts), End: int(e.to)}, true
}

// CurrentAttempt returns the attempt that the main conversation continued with after abandoned
// attempts: from the item end to the end of the conversation. The abandoned attempts begin with
// the item from. The second result is false if there are none.
func (p *Pane) CurrentAttempt(s *parser.Session, from, end int32) (rows.Attempt, bool) {
	o, c := p.outlineOf(s), s.Main
	at, ok := o.attempts[from]
	if !ok || int(end) >= len(c.Items) {
		return rows.Attempt{}, false
	}
	current := rows.Attempt{End: len(c.Items)}
	turn, counted := c.Items[end].Turn, int32(-1) // counted: the entry whose events count already
	if o.entries[at].prompts == 0 && turn >= 0 && o.turn[turn] >= 0 && o.turn[turn] < at {
		// Another reply to the same prompt.
		counted = o.turn[turn]
		current.Total = o.entries[counted].own
		if next := int(turn) + 1; next < len(c.Turns) {
			current.End = int(c.Turns[next].First)
		}
	}
	for i := int(at) + 1; i < len(o.entries); i++ {
		switch e := &o.entries[i]; {
		case e.kind == turnEntry:
			current.Turns++
			current.Total.Add(&e.own)
		case e.kind == eventEntry && o.topOf(int32(i)) < at && o.topOf(int32(i)) != counted: // the prompt came before the attempts
			current.Total.Add(&e.own)
		}
	}
	return current, true
}
