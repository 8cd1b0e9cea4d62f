package rows

import (
	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
)

// The background records of a turn are folded into one line at its end: they are between the
// messages of the user and Claude, and readers rarely want them. A reader who opens the line sees
// them below it; one who asks for this kind of rows sees them in their places, without the line.

// isBackground reports whether an item is an internal record that does not change how the
// conversation reads. Those that failed do.
func isBackground(f *parser.File, item *parser.Item) bool {
	return item.Kind == parser.ItemInternal && !f.Records.At(item.Record).Failed
}

// foldsBackground reports whether background records are folded into lines.
func (v *Visibility) foldsBackground() bool {
	return !v.unfolded && !v.filter.Names(filter.Background)
}

// isFolded reports whether an item is in the line of background records of its turn.
func (v *Visibility) isFolded(c *parser.Conversation, item *parser.Item) bool {
	return isBackground(c.File, item) && v.foldsBackground()
}

// hasRow reports whether an item that the filter keeps is shown by a row, at its place.
func (v *Visibility) hasRow(c *parser.Conversation, at int32) bool {
	item := &c.Items[at]
	if !v.Keeps(c, item) || v.isFolded(c, item) {
		return false
	}
	_, carried := carrier(v.session, c, at)
	return !carried
}

// A turnKey is shared by items whose background records share a line. Records before the first
// turn belong to it, so that the session begins with the first prompt.
type turnKey struct {
	RangeKey
	turn int32
}

func (b *builder) turnAt(c *parser.Conversation, at int) turnKey {
	return turnKey{b.rangeAt(c, at), max(0, c.Items[at].Turn)}
}

// appendBackground appends the line of the background records of a turn if the turn ends before
// item to, and the rows inside if it is open. An abandoned attempt in the middle of a turn divides
// it.
func (b *builder) appendBackground(x *itemRange, to int) {
	c := x.conv
	here := b.turnAt(c, to-1)
	if !b.visible.foldsBackground() || to < x.end && b.turnAt(c, to) == here {
		return
	}
	from := to
	for i := to - 1; i >= x.first && b.turnAt(c, i) == here; i-- {
		if item := &c.Items[i]; isBackground(c.File, item) && b.visible.Keeps(c, item) {
			from = i
		}
	}
	if from == to || !b.appendFold(Ref{Conv: c, From: int32(from), To: int32(to), depth: x.depth, Fold: backgroundFold}) {
		return
	}
	for i := from; i < to; {
		next := i + 1
		if !isBackground(c.File, &c.Items[i]) {
			i = next
			continue
		}
		for next < to && sharesRow(c.File, &c.Items[next-1], &c.Items[next]) {
			next++
		}
		b.rows = append(b.rows, Ref{Conv: c, From: int32(i), To: int32(next), depth: x.depth, inside: true, turnEnd: int32(to)})
		i = next
	}
}

// InBackground reports whether the row is the line of the background records of a turn, or inside
// it. Such rows are not in the order of their items.
func (r *Ref) InBackground() bool { return r.Fold == backgroundFold || r.turnEnd > 0 }

// stands returns the index of the item before which a row of background records stands: the end of
// its turn.
func (r *Ref) stands() int { return int(max(r.To, r.turnEnd)) }

// backgroundFoldRow returns the line of the background records of a turn.
func (v *Reader) backgroundFoldRow(l *List, r *Ref, base protocol.RowBase) *protocol.BackgroundFoldRow {
	row := &protocol.BackgroundFoldRow{RowBase: base, Fold: foldOf(r)}
	row.Fold.Open = l.open.isOpen(base.Key)
	row.Ends = row.Ends && !row.Fold.Open
	return row
}

// isFolded reports whether a record is in the line of background records of its turn.
func (l *List) isFolded(f *parser.File, index int32) bool {
	e := f.Records.At(index)
	c := f.Conversations[e.Conv]
	return e.Item >= 0 && int(e.Item) < len(c.Items) && l.Visible.isFolded(c, &c.Items[e.Item])
}

// setBackground shows all background records at their places, or folds them.
func (l *List) setBackground(shown bool) {
	if l.Visible.unfolded == shown {
		return
	}
	l.Visible.unfolded = shown
	l.open.changes++
	l.refresh()
}
