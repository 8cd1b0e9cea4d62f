package outline

import "unspool/parser"

// minEvents is the number of alike events that share an entry: fewer are clearer one by one.
const minEvents = 3

// begin adds the entry of a turn of the main line, which begins with the item at from. That of an event
// is below the prompt before it, and below the entry of its run if there are several alike.
func (w *walk) begin(c *parser.Conversation, turn, from int32) {
	if !c.Turns[turn].Event {
		w.prompts++
		w.top = w.add(entry{kind: turnEntry, from: from})
		w.entries[w.top].top = w.top
		w.turn[turn] = w.top
		return
	}
	w.events++
	above, depth := w.promptOf(c, turn), uint8(0)
	if above >= 0 {
		depth = 1
	}
	if turn > w.seriesEnd {
		w.seriesEnd, w.series = w.lastAlike(c, turn), -1
		if w.seriesEnd-turn+1 >= minEvents {
			w.series = w.addBelow(above, entry{kind: eventsEntry, depth: depth, from: from})
		}
	}
	if w.series >= 0 {
		above = w.series
		depth++
	}
	w.top = w.addBelow(above, entry{kind: eventEntry, depth: depth, from: from})
	w.turn[turn] = w.top
}

// addBelow adds an entry below another one, or below none if that is -1.
func (w *walk) addBelow(above int32, e entry) int32 {
	at := w.add(e)
	if w.entries[at].top = above; above < 0 {
		w.entries[at].top = at
	}
	return at
}

// promptOf returns the entry of the prompt that an event follows, -1 for none.
func (w *walk) promptOf(c *parser.Conversation, turn int32) int32 {
	for turn--; turn >= 0; turn-- {
		if t := &c.Turns[turn]; t.Branch == 0 && !t.Event {
			return w.turn[turn]
		}
	}
	return -1
}

// lastAlike returns the last turn of the run of events of one kind that begins with a turn.
func (w *walk) lastAlike(c *parser.Conversation, turn int32) int32 {
	last := turn
	for next := turn + 1; int(next) < len(c.Turns); next++ {
		t := &c.Turns[next]
		if !t.Event || t.Driver != c.Turns[turn].Driver || t.Branch != 0 || !w.visible.KeepsTurn(c, next) {
			break
		}
		last = next
	}
	return last
}

// sumEvents adds what happened in events to the entries above them. Usage is added later, for all
// entries.
func (w *walk) sumEvents() {
	for i := len(w.entries) - 1; i >= 0; i-- {
		e := &w.entries[i]
		if e.kind != eventEntry && e.kind != eventsEntry || int(e.top) == i {
			continue
		}
		above := &w.entries[e.top]
		above.own.Calls += e.own.Calls
		above.own.Errors += e.own.Errors
		above.agents += e.agents
		above.failed += e.failed
		if above.events += e.events; e.kind == eventEntry {
			above.events++
		}
	}
}
