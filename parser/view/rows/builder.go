package rows

import (
	"unspool/parser"
	"unspool/parser/view/filter"
)

// A builder appends the rows of a session: those of the items that the filter keeps, with the
// rows inside open rows.
type builder struct {
	session *parser.Session
	visible *Visibility
	open    *openState
	rows    []Ref
	agents  *agentStack // those that contain the rows that are being appended
}

// An itemRange is a range of items of a conversation whose rows are being appended.
type itemRange struct {
	conv      *parser.Conversation
	first     int // where the conversation, or the invocation of its agent, begins
	end       int
	depth     uint8
	attempts  attempts
	openEnd   int // end of an open series
	singleEnd int // end of a series of which the filter keeps only one call
}

// appendItems appends the rows of a conversation's items, and of the agents and runs
// between them that no known call started.
func (b *builder) appendItems(c *parser.Conversation, from, end int, depth uint8) {
	f := c.File
	x := itemRange{conv: c, first: from, end: end, depth: depth}
	if c == b.session.Main {
		x.first = 0 // the list grows
	}
	unlinked := b.visible.UnlinkedIn(c, from)
	for i := from; i < end; {
		unlinked = b.appendUnlinked(c, i, unlinked, f.Records.At(c.Items[i].Record).Time, depth)
		to := b.appendCopy(&x, i)
		if to == i {
			to = b.appendBranch(&x, i)
		}
		if to > i { // behind a closed row
			i = to
			continue
		}
		if to = b.appendSeries(&x, i); to == i {
			to = b.appendRow(&x, i)
		}
		b.appendBackground(&x, to)
		i = to
	}
	until := int64(-1)
	if end < len(c.Items) {
		until = f.Records.At(c.Items[end].Record).Time
	}
	b.appendUnlinked(c, end, unlinked, until, depth)
}

// appendCopy appends the row of the records copied from another session that begin at
// item from. It returns the index of the item to continue with: the one after them if
// they are hidden or closed, or else from.
func (b *builder) appendCopy(x *itemRange, from int) (next int) {
	c := x.conv
	copied, ok := b.session.Copies.At(c.File, c.Items[from].Record)
	if !ok || from > 0 && b.rangeAt(c, from-1).CopyEnd == copied.To {
		return from
	}
	to := RangeEnd(b.session, c, from, x.end, func(key RangeKey) bool { return key.CopyEnd == copied.To })
	if !b.visible.KeepsAny(c, from, to) {
		return to
	}
	open := b.appendFold(Ref{Conv: c, From: int32(from), To: int32(to), depth: x.depth, Fold: copyFold})
	if copied.File != nil && !open {
		return to
	}
	return from
}

// rangeAt returns the range key of the item at an index.
func (b *builder) rangeAt(c *parser.Conversation, at int) RangeKey {
	return RangeOf(b.session, c.File, &c.Items[at])
}

// appendSeries appends the row of the series that begins at item from, after a mark if
// another model answers from there on. It returns the index of the item to continue with:
// the one after a closed series, or else from.
func (b *builder) appendSeries(x *itemRange, from int) (next int) {
	c := x.conv
	if from < x.openEnd {
		return from
	}
	if modelBefore(c, from) != "" && b.visible.keepsAt(c, c.Items[from].Turn, filter.Background, "") {
		b.appendFold(Ref{Conv: c, From: int32(from), To: int32(from), depth: x.depth, Fold: ModelMark})
	}
	if from < x.singleEnd {
		return from
	}
	to := b.seriesTo(c, from, x.end)
	switch {
	case to == from:
	case !b.severalCalls(c, from, to):
		x.singleEnd = to
	case !b.appendFold(Ref{Conv: c, From: int32(from), To: int32(to), depth: x.depth, Fold: seriesFold}):
		return to
	default:
		x.openEnd = to
	}
	return from
}

// appendRow appends the row of the items from an index on that share it, and the rows of the
// agents or the run that a call started. It returns the index of the item after the row.
func (b *builder) appendRow(x *itemRange, from int) (next int) {
	c, f := x.conv, x.conv.File
	item, inside := &c.Items[from], from < x.openEnd
	end := x.end
	if inside {
		end = x.openEnd
	}
	to, here := from+1, b.rangeAt(c, from)
	for to < end && sharesRow(f, &c.Items[to-1], &c.Items[to]) && b.rangeAt(c, to) == here {
		to++
	}
	if !b.visible.KeepsAny(c, from, to) || b.visible.isFolded(c, item) {
		return to
	}
	if _, carried := carrier(b.session, c, int32(from)); carried {
		return to
	}
	b.rows = append(b.rows, Ref{Conv: c, From: int32(from), To: int32(to), depth: x.depth, inside: inside,
		mark: KindsOfItem(item.Kind) == filter.Marks})
	if item.Kind == parser.ItemTool && x.depth < MaxDepth && b.open.isOpen(KeyOf(f, item.Record, item.Block)) {
		b.appendStarted(f, f.Blocks.At(item.Block).Call, x.depth+1)
	}
	return to
}

// An agentStack is the stack of agents, or groups of agents, that contain a row.
type agentStack struct {
	agent *parser.Agent // nil for a group: a workflow run or the internal agents
	up    *agentStack
}

// within calls build and puts the rows that it appends inside the given agent.
func (b *builder) within(a *parser.Agent, build func()) {
	b.agents = &agentStack{a, b.agents}
	from := len(b.rows)
	build()
	for i := from; i < len(b.rows); i++ {
		if b.rows[i].agents == nil {
			b.rows[i].agents = b.agents
		}
	}
	b.agents = b.agents.up
}
