package view

import (
	"unspool/parser"
	"unspool/parser/view/tool"
)

// some reports whether any part of the filter is set.
func (n *filter) some() bool {
	return n.page.some() || n.reader.some() || n.agent != "" || n.last != 0
}

// keeps reports whether rows of these kinds are kept, as far as the kinds decide it.
func (n *filter) keeps(of kinds, tool string) bool {
	return n.page.keeps(of, tool) && n.reader.keeps(of, tool)
}

// byResult reports whether the kept rows depend on the results of calls, which come
// later.
func (n *filter) byResult() bool {
	return (n.page.show.kinds|n.page.hide.kinds|n.reader.show.kinds|n.reader.hide.kinds)&errored != 0
}

// keepsTurn reports whether a turn of the main conversation, by its index, is kept. The
// index is -1 before the first turn.
func (l *list) keepsTurn(turn int32) bool {
	return l.filter.last == 0 || turn >= l.first && turn < l.end
}

// findTurns determines the range of turns of the main conversation that are kept. Turn
// numbers never decrease.
func (l *list) findTurns() {
	l.first, l.end = 0, 0
	main := l.session.Main
	for i := range main.Turns {
		number := int(main.Turns[i].Number)
		if number < l.filter.first {
			l.first = int32(i) + 1
		}
		if number <= l.filter.last {
			l.end = int32(i) + 1
		}
	}
}

// unsettledHidden goes back from an item to the first item from which hidden rows can
// still change. An item can join the items before it, be in a series that is hidden
// completely, be in a turn that has only just begun, or be a call whose result has only
// now reported a failure.
func (l *list) unsettledHidden(main *parser.Conversation, from int) int {
	if l.built.turns < len(main.Turns) {
		from = min(from, int(main.Turns[l.built.turns].First))
	}
	f, items := main.File, main.Items
	if l.filter.byResult() {
		from = max(0, min(from, l.built.items-maxSeries))
	}
	for from > 0 && from < len(items) {
		item, before := &items[from], &items[from-1]
		in := rangeOf(f, item)
		if !sharesRow(f, before, item) && before.Kind != parser.ItemTool && !quiet(f, before) &&
			(in == rangeKey{} || in != rangeOf(f, before)) {
			break
		}
		from--
	}
	return from
}

// keepsAt reports whether rows of these kinds are kept in a turn of a conversation.
// tool is the tool name of a call.
func (l *list) keepsAt(c *parser.Conversation, turn int32, of kinds, tool string) bool {
	if c == l.session.Main {
		return l.filter.keeps(of, tool) && l.keepsTurn(turn) && l.filter.agent == ""
	}
	if !l.isOnly(l.session.AgentOf(c)) {
		of |= agents
	}
	return l.filter.keeps(of, tool)
}

// keepsOwn reports whether rows of these kinds that are in no turn are kept.
func (l *list) keepsOwn(of kinds) bool {
	return l.filter.last == 0 && l.filter.agent == "" && l.filter.keeps(of, "")
}

// keeps reports whether the row of an item is kept.
func (l *list) keeps(c *parser.Conversation, item *parser.Item) bool {
	if !l.filter.some() {
		return true
	}
	of, tool := l.kindsOf(c.File, item), toolOf(c.File, item)
	return l.keepsAt(c, item.Turn, of, tool) || l.holds(c, item, of, tool)
}

// toolOf returns the name of the tool that an item calls, or "" if it calls none.
func toolOf(f *parser.File, item *parser.Item) string {
	if item.Kind != parser.ItemTool {
		return ""
	}
	return f.Name(f.Calls.At(f.Blocks.At(item.Block).Call).Name)
}

// keepsAny reports whether the row of any item in a range is kept.
func (l *list) keepsAny(c *parser.Conversation, from, to int) bool {
	for i := from; i < to; i++ {
		if l.keeps(c, &c.Items[i]) {
			return true
		}
	}
	return false
}

// kindsOf returns the kinds of an item, without the kind that it has because it is
// inside an agent.
func (l *list) kindsOf(f *parser.File, item *parser.Item) kinds {
	of := kindsOfItem(item.Kind)
	r := f.Records.At(item.Record)
	switch {
	case item.Kind == parser.ItemTool:
		of = l.kindsOfCall(f, f.Blocks.At(item.Block).Call)
	case of == machinery && r.Failed:
		of |= errored
	}
	if r.Branch > 0 {
		of |= branches
	}
	return of
}

// kindsOfCall returns the kinds of a call. It determines from the index alone whether
// the call failed: lists are built without reading the files.
func (l *list) kindsOfCall(f *parser.File, index int32) kinds {
	call := f.Calls.At(index)
	name := f.Name(call.Name)
	of := tools
	switch {
	case tool.KindOf(name).Starts || len(l.session.SegmentsOf(f, index)) > 0 || l.session.RunOf(f, index) != nil:
		of = agents
	case tool.FileOpOf(name).Changes():
		of |= editing
	}
	if failed(l.session, f, index) {
		of |= errored
	}
	return of
}

// failed reports whether a call failed, was rejected or was interrupted, or whether the
// work that it started in the background failed. It uses only the index.
func failed(s *parser.Session, f *parser.File, index int32) bool {
	if f.Calls.At(index).Failed {
		return true
	}
	end, ok := s.EndOf(f, index)
	return ok && tool.EndState(end.Status) == "failed"
}

// shown returns the rows to show. If only marks remain, it returns none.
func (l *list) shown() []ref {
	if !l.filter.some() {
		return l.rows
	}
	for i := range l.rows {
		if !l.rows[i].mark {
			return l.rows
		}
	}
	return nil
}

// keepsUnlinked reports whether an unlinked agent or run is kept at its place before an
// item. It belongs to the turn of the item before it.
func (l *list) keepsUnlinked(c *parser.Conversation, at int, x *parser.UnlinkedAgent) bool {
	switch {
	case !l.filter.some():
		return true
	case at == 0:
		return l.keepsOwn(agents) || l.filter.last == 0 && l.filter.agent == "" && l.hasVisibleUnlinked(x)
	}
	turn := c.Items[at-1].Turn
	return l.keepsAt(c, turn, agents, "") || l.reaches(c, turn) && l.hasVisibleUnlinked(x)
}

// isFirst reports whether a row is the first kept row of its turn or, if ofAnswer is
// set, the first kept row of the answer.
func (l *list) isFirst(r *ref, ofAnswer bool) bool {
	c, here := r.conv, &r.conv.Items[r.from]
	first := c.Turns[here.Turn].First
	for i := r.from - 1; i >= first; i-- {
		item := &c.Items[i]
		if ofAnswer && (voice(c, i) != "claude" || c.File.Records.At(item.Record).Branch != c.File.Records.At(here.Record).Branch) {
			continue
		}
		if l.keeps(c, item) {
			return false
		}
	}
	return ofAnswer || r.from >= first
}

// ends reports whether a row is the last kept row of its range.
func (l *list) ends(r *ref) bool {
	c := r.conv
	here := rangeOf(c.File, &c.Items[r.to-1])
	for i := int(r.to); i < len(c.Items) && rangeOf(c.File, &c.Items[i]) == here; i++ {
		if l.keeps(c, &c.Items[i]) {
			return false
		}
	}
	return true
}

// visibility reports whether the row that shows a record is kept, with all rows that
// contain it. It also returns the number of its turn in the main conversation. For a
// row of an agent, that is the turn of the call that the agent was working on.
func (l *list) visibility(f *parser.File, index int32) (turn int, isVisible bool) {
	index = rowOf(f, index)
	c, at := f.Conversations[f.Records.At(index).Conv], f.Records.At(index).Item
	for i := at; !isVisible && i >= 0 && int(i) < len(c.Items) && c.Items[i].Record == index; i++ {
		isVisible = l.keeps(c, &c.Items[i])
	}
	inside := l.filter.agent == "" // inside the selected agent, whose own call is always kept
	for range maxDepth {
		if !isVisible {
			return 0, false
		}
		agent := l.session.AgentOf(c)
		if agent == nil {
			return turnNumber(c, c.Items[at].Turn), inside
		}
		only := l.isOnly(agent)
		inside = inside || only
		ref := agent.CallAt(at)
		if ref.File == nil {
			return 0, only || inside && (l.filter.keeps(agents, "") || l.holdsAgent(agent))
		}
		c, at = itemOfCall(ref.File, ref.Index)
		isVisible = at >= 0 && (inside && l.filter.agent != "" || l.keeps(c, &c.Items[at]))
	}
	return 0, false
}
