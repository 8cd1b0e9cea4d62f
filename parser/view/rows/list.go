package rows

import (
	"slices"

	"unspool/parser"
	"unspool/parser/view/filter"
)

// A List holds the rows of one session: those that the filter keeps and that are not inside
// a closed row.
type List struct {
	Session *parser.Session
	filters sessionFilters
	Visible *Visibility
	open    openState
	rows    []Ref

	answered rowsState // of the last answer
	answers  int       // number of different states that were answered

	built struct { // the state that the rows were built for
		revision, changes, items, turns int
		records                         int32 // records of the main file: a result adds no item, but can end a wait
		head                            int   // number of rows before the rows of items
	}
}

func newList(s *parser.Session, filters sessionFilters) *List {
	l := &List{Session: s, filters: filters,
		Visible: &Visibility{session: s, filter: filters.combined(), parents: map[string]bool{}}}
	l.open = newOpenState(l.Visible)
	l.built.revision = -1
	return l
}

// MaxDepth limits how deeply nested agents are shown; Claude Code allows five levels.
const MaxDepth = 16

// setFilters replaces the filters. The rows are rebuilt by the next call of refresh.
func (l *List) setFilters(filters sessionFilters) {
	l.filters, l.Visible.filter = filters, filters.combined()
	l.open.filterChanged()
}

// PageChanges returns the number of times that the page changed its filter.
func (l *List) PageChanges() int { return l.filters.pageChanges }

// OfPage returns the visibility of rows by the filter of the page alone, without the reader's.
func (l *List) OfPage() *Visibility {
	return &Visibility{session: l.Session, filter: l.filters.page, closed: l.Visible.closed, parents: map[string]bool{}}
}

// Rows returns the rows to show. If only marks remain, it returns none.
func (l *List) Rows() []Ref {
	if l.Visible.filter.IsZero() || slices.ContainsFunc(l.rows, func(r Ref) bool { return !r.mark }) {
		return l.rows
	}
	return nil
}

// revision returns a number that changes when rows returned before may have changed.
// While the main file is being read, every answer can differ: results arrive for calls
// that were shown as running.
func (l *List) revision() int {
	now := rowsState{revision: l.built.revision, changes: l.open.changes}
	if !l.Visible.closed {
		now.records = l.Session.Main.File.Records.Len()
	}
	if now != l.answered {
		l.answered = now
		l.answers++
	}
	return l.answers
}

// A rowsState is the state of a list for which its rows may have changed since another one.
type rowsState struct {
	revision, changes int
	records           int32 // of a main file that is being read
}

// refresh brings the rows up to date: it builds all of them again or, if they were built
// for the same state, those of new items.
func (l *List) refresh() {
	s := l.Session
	// In a complete file, rows of agents and runs are between the rows of items.
	grown := l.Visible.closed && l.built.items != len(s.Main.Items)
	if l.Visible.filter.KeepsParents() && len(s.Agents) > 0 && l.built.records != s.Main.File.Records.Len() {
		grown = true // a row can contain what comes after it
	}
	if l.built.revision == s.Revision() && l.built.changes == l.open.changes && !grown {
		l.grow()
		return
	}
	clear(l.Visible.parents)
	l.Visible.closed = s.Main.File.Closed
	l.built.revision, l.built.changes, l.built.items, l.built.turns = s.Revision(), l.open.changes, 0, 0
	l.rows = l.rows[:0]
	if l.Visible.filter.Agent != "" {
		l.build((*builder).appendSelected)
		l.built.items = len(s.Main.Items)
		return
	}
	l.build(func(b *builder) {
		if s.Main.File.Broken && b.visible.keepsOutside(filter.Marks) {
			b.rows = append(b.rows, Ref{Conv: s.Main, notice: true, mark: true})
		}
		b.appendLinks(false)
	})
	l.built.head = len(l.rows)
	l.grow()
	l.build(func(b *builder) {
		b.appendLinks(true)
		if b.visible.closed {
			b.appendInternal()
		}
	})
}

// build appends rows.
func (l *List) build(appendRows func(*builder)) {
	b := &builder{session: l.Session, visible: l.Visible, open: &l.open, rows: l.rows}
	appendRows(b)
	l.rows = b.rows
}

// grow appends the rows of new items. The last rows are built again, because they can
// be part of a fold that continues, or of a fold that a result completes.
func (l *List) grow() {
	main := l.Session.Main
	if l.built.items == len(main.Items) && l.built.records == main.File.Records.Len() || l.Visible.filter.Agent != "" {
		return
	}
	from := l.unsettled(main)
	if !l.Visible.filter.IsZero() {
		from = l.unsettledHidden(main, from)
	}
	from = l.dropFrom(main, from)
	l.build(func(b *builder) { b.appendItems(main, from, len(main.Items), 0) })
	l.built.items, l.built.records, l.built.turns = len(main.Items), main.File.Records.Len(), len(main.Turns)
}

// dropFrom removes the rows of the items from an index on, with all rows of the folds that contain
// them. It returns the index of the first item whose rows are then missing.
func (l *List) dropFrom(main *parser.Conversation, from int) int {
	for ; len(l.rows) > l.built.head; l.rows = l.rows[:len(l.rows)-1] {
		switch r := &l.rows[len(l.rows)-1]; {
		case r.Conv != main || !r.HasItems():
		case r.InBackground():
			if r.stands() <= from {
				return from
			}
		case int(r.From) < from && int(r.To) <= from && !r.inside: // rows inside a series are rebuilt with it
			return from
		default:
			from = min(from, int(r.From))
		}
	}
	return from
}

// unsettled returns the first item whose row can change as more items arrive.
func (l *List) unsettled(c *parser.Conversation) int {
	from := max(0, l.built.items-1)
	if l.built.turns < len(c.Turns) { // the turn before ends there, with the line of its background records
		from = min(from, max(0, int(c.Turns[l.built.turns].First)-1))
	}
	for from > max(0, l.built.items-maxSeries) {
		kind := c.Items[from].Kind
		if kind != parser.ItemTool && kind != parser.ItemInternal && !quiet(c.File, &c.Items[from]) {
			break
		}
		from--
	}
	return from
}

// unsettledHidden goes back from an item to the first item from which hidden rows can
// still change. An item can join the items before it, be in a series that is hidden
// completely, be in a turn that has only just begun, or be a call whose result has only
// now reported a failure.
func (l *List) unsettledHidden(main *parser.Conversation, from int) int {
	if l.built.turns < len(main.Turns) {
		from = min(from, int(main.Turns[l.built.turns].First))
	}
	f, items := main.File, main.Items
	from = max(0, min(from, l.built.items-maxSeries)) // results come later
	for from > 0 && from < len(items) {
		item, before := &items[from], &items[from-1]
		here := RangeOf(l.Session, f, item)
		if !sharesRow(f, before, item) && before.Kind != parser.ItemTool && !quiet(f, before) &&
			(here == RangeKey{} || here != RangeOf(l.Session, f, before)) {
			break
		}
		from--
	}
	return from
}

// set opens or closes the row with a key.
func (l *List) set(key string, open bool) {
	changed := false
	if r := l.attemptsWith(key); r != nil {
		changed = l.open.setAttempt(r, key, open)
	} else {
		changed = l.open.set(key, open)
	}
	if changed {
		l.refresh()
	}
}

// setFolds opens or closes all series and lines of background records.
func (l *List) setFolds(open bool) {
	l.open.setFolds(open)
	l.refresh()
}

// OpenAll opens the rows of all series and of all records copied from other sessions and, if agents is
// set, those of all agents and runs. Each opening of one row builds the list again: this builds it once.
func (l *List) OpenAll(agents bool) {
	l.open.parts, l.open.agents = true, agents
	l.open.changes++
	l.refresh()
}
