package view

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A list holds the rows of one session, with the rows that the reader has opened.
type list struct {
	session     *parser.Session
	rows        []ref
	turned      map[string]bool   // keys of agents' calls and folds whose open state differs from the initial one
	shut        map[string]bool   // keys of rows that were initially open because of what they contain, and are closed
	visible     map[string]bool   // by key: whether the row contains rows that are kept, see [list.holds]
	chosen      map[string]string // the open attempt at each place, by the key of the attempts row
	all         bool              // series are initially open
	wide        bool              // everything is open, to be counted
	opened      int               // number of times the open rows changed
	in          *agentStack       // what contains the rows that are being appended
	agentColors agentColors

	titles titles

	filter filter
	led    bool // the row of the selected agent was opened
	// first and end are the range of kept turns of the main conversation, by index.
	first, end int32

	built struct { // the state that the rows were built for
		revision, opened, items, turns int
		records                        int32 // records of the main file: a result adds no item, but can end a wait
		head                           int   // number of rows before the rows of items
		closed                         bool
	}
}

// A ref is what a row stands for: consecutive items of a conversation, mostly a single
// one, or something that is not an item.
type ref struct {
	conv   *parser.Conversation // nil if the row is in no conversation
	side   *agentRow            // set for a row of an agent or a run
	from   int32                // index of the first item
	to     int32
	depth  uint8
	inside bool // inside an open series
	mark   bool // a row of no kind, see filter
	fold   foldKind
	notice bool // the notice that the links of the main file are broken
	link   *parser.Relation
	in     *agentStack // nil in the main conversation
}

// A foldKind is the reason why the following rows share one row, and the prefix of the
// key of that row. The zero kind is no fold: the row shows its items itself.
type foldKind string

const (
	copyFold     foldKind = "copy:"     // copied from another session
	attemptsFold foldKind = "attempts:" // several abandoned branches at one place
	branchFold   foldKind = "branch:"   // an abandoned branch
	seriesFold   foldKind = "series:"   // similar tool calls
	modelMark    foldKind = "model:"    // without items: another model answers from here on
)

// foldKinds are all fold kinds, the outer ones first.
var foldKinds = []foldKind{copyFold, attemptsFold, branchFold, seriesFold, modelMark}

// items reports whether the row stands for items.
func (r *ref) items() bool { return r.side == nil && !r.notice && r.link == nil }

// own reports whether the row shows its items itself, without a fold.
func (r *ref) own() bool { return r.items() && r.fold == "" }

// maxDepth limits how deeply nested agents are shown; Claude Code allows five levels.
const maxDepth = 16

// list returns the rows of a session, brought up to date.
func (v *rowReader) list(s *parser.Session) *list {
	l := v.lists[s]
	if l == nil {
		l = &list{session: s, turned: map[string]bool{}, shut: map[string]bool{}, visible: map[string]bool{},
			chosen: map[string]string{}, filter: v.narrowed[s.Place]}
		l.built.revision = -1
		v.lists[s] = l
	}
	l.agentColors.reads = 0
	l.refresh()
	return l
}

// revision returns a number that changes when rows returned before may have changed.
// While the main file is being read, every answer can differ: results arrive for calls
// that were shown as running.
func (l *list) revision() int {
	n := l.built.revision<<20 + l.opened
	if !l.built.closed {
		n += int(l.session.Main.File.Records.Len())
	}
	return n
}

func (l *list) refresh() {
	s := l.session
	grown := l.built.closed && l.built.items != len(s.Main.Items) // rows of agents and runs are between the rows of items then
	if l.filter.looksInside() && len(s.Agents) > 0 && l.built.records != s.Main.File.Records.Len() {
		grown = true // a row can contain what comes after it
	}
	if l.built.revision == s.Revision() && l.built.opened == l.opened && !grown {
		l.grow()
		return
	}
	l.rows = l.rows[:0]
	clear(l.visible)
	l.built.revision, l.built.opened, l.built.items, l.built.turns = s.Revision(), l.opened, 0, 0
	l.built.closed = s.Main.File.Closed
	if l.filter.agent != "" {
		l.appendOnly()
		l.built.items = len(s.Main.Items)
		return
	}
	if s.Main.File.Broken && l.keepsOwn(marks) {
		l.rows = append(l.rows, ref{conv: s.Main, notice: true, mark: true})
	}
	l.appendLinks(false)
	l.built.head = len(l.rows)
	l.grow()
	l.appendLinks(true)
	if l.built.closed {
		l.appendInternal()
	}
}

// grow appends the rows of new items. The last rows are built again, because they can
// be part of a fold that continues, or of a fold that a result completes.
func (l *list) grow() {
	main := l.session.Main
	if l.built.items == len(main.Items) && l.built.records == main.File.Records.Len() || l.filter.agent != "" {
		return
	}
	from := l.unsettled(main)
	if l.filter.some() {
		l.findTurns()
		from = l.unsettledHidden(main, from)
	}
	for len(l.rows) > l.built.head {
		r := &l.rows[len(l.rows)-1]
		if r.conv == main && r.items() {
			if int(r.from) < from && int(r.to) <= from && !r.inside { // rows inside a fold are rebuilt with it
				break
			}
			from = min(from, int(r.from))
		}
		l.rows = l.rows[:len(l.rows)-1]
	}
	l.appendItems(main, from, len(main.Items), 0)
	l.built.items, l.built.records, l.built.turns = len(main.Items), main.File.Records.Len(), len(main.Turns)
}

// appendItems appends the rows of a conversation's items, and of the agents and runs
// between them that no known call started.
func (l *list) appendItems(c *parser.Conversation, from, end int, depth uint8) {
	f := c.File
	unlinked := l.unlinkedIn(c, from)
	var among attempts
	within, skipTo := 0, 0 // ends of an open series, and of a series that is too small after filtering
	for i := from; i < end; {
		item := &c.Items[i]
		unlinked = l.appendUnlinked(c, i, unlinked, f.Records.At(item.Record).Time, depth)
		here, before := rangeOf(f, item), rangeKey{}
		if i > 0 {
			before = rangeOf(f, &c.Items[i-1])
		}
		if here.copied != nil && here.copied != before.copied {
			to := alike(c, i, end, func(x rangeKey) bool { return x.copied == here.copied })
			if !l.keepsAny(c, i, to) {
				i = to
				continue
			}
			open := l.appendFold(ref{conv: c, from: int32(i), to: int32(to), depth: depth, fold: copyFold})
			if here.copied.File != nil && !open {
				i = to
				continue
			}
		}
		if here.branch > 0 && here != before {
			if next := l.appendBranch(c, i, end, &among, depth); next > i {
				i = next
				continue
			}
		}
		if i >= within {
			if modelBefore(c, i) != "" && l.keepsAt(c, item.Turn, machinery, "") {
				l.appendFold(ref{conv: c, from: int32(i), to: int32(i), depth: depth, fold: modelMark})
			}
			if to := l.seriesTo(c, i, end); i >= skipTo && to > i && !l.severalCalls(c, i, to) {
				skipTo = to
			} else if i >= skipTo && to > i {
				if !l.appendFold(ref{conv: c, from: int32(i), to: int32(to), depth: depth, fold: seriesFold}) {
					i = to
					continue
				}
				within = to
			}
		}
		until := end
		if i < within {
			until = within
		}
		to := i + 1
		for to < until && sharesRow(f, &c.Items[to-1], &c.Items[to]) && rangeOf(f, &c.Items[to]) == here {
			to++
		}
		if !l.keepsAny(c, i, to) {
			i = to
			continue
		}
		l.rows = append(l.rows, ref{conv: c, from: int32(i), to: int32(to), depth: depth, inside: i < within,
			mark: kindsOfItem(item.Kind) == marks})
		if item.Kind == parser.ItemTool && depth < maxDepth && l.isOpen(keyOf(f, item.Record, item.Block)) {
			l.appendStarted(f, f.Blocks.At(item.Block).Call, depth+1)
		}
		i = to
	}
	until := int64(-1)
	if end < len(c.Items) {
		until = f.Records.At(c.Items[end].Record).Time
	}
	l.appendUnlinked(c, end, unlinked, until, depth)
}

// sharesRow reports whether an item shares the row of the item before it: internal
// records, damage, the attempts of one request with their final error, and the summary
// after a compaction. Failed internal records, such as hooks, do not share a row with
// successful ones.
func sharesRow(f *parser.File, item, next *parser.Item) bool {
	e, then := f.Records.At(item.Record), f.Records.At(next.Record)
	switch item.Kind {
	case parser.ItemInternal:
		return next.Kind == item.Kind && e.Failed == then.Failed
	case parser.ItemDamage:
		return next.Kind == item.Kind
	case parser.ItemFailure:
		return next.Kind == item.Kind && e.Flags&record.APIError == 0
	case parser.ItemCompaction:
		return next.Kind == parser.ItemSummary
	}
	return false
}

// isOpen reports whether the rows that a key stands for are shown.
func (l *list) isOpen(key string) bool {
	if l.visible[key] {
		return !l.shut[key]
	}
	return l.wide || l.turned[key] != (l.all && strings.HasPrefix(key, string(seriesFold)))
}

func (l *list) set(key string, open bool) {
	if l.choose(key, open) || l.isOpen(key) == open {
		return
	}
	turned := l.turned
	if l.visible[key] {
		turned = l.shut
	}
	if turned[key] {
		delete(turned, key)
	} else {
		turned[key] = true
	}
	l.opened++
	l.refresh()
}

// setAll opens or closes all series.
func (l *list) setAll(open bool) {
	for key := range l.turned {
		if strings.HasPrefix(key, string(seriesFold)) {
			delete(l.turned, key)
		}
	}
	l.all = open
	l.opened++
	l.refresh()
}

// holds reports whether a record is among those of the row's items.
func (r *ref) holds(index int32) bool {
	return slices.ContainsFunc(r.conv.Items[r.from:r.to], func(item parser.Item) bool { return item.Record == index })
}

// rowOf returns the record whose row shows the given record: for a tool call, the
// record of its use.
func rowOf(f *parser.File, index int32) int32 {
	if call := f.Records.At(index).Call; call >= 0 && f.Calls.At(call).Use >= 0 {
		return f.Calls.At(call).Use
	}
	if with := f.Records.At(index).AttachedTo; with >= 0 {
		return with
	}
	return index
}

// showing returns the index of the row that shows a record or the tool call it belongs
// to, or -1 if there is none.
func (l *list) showing(f *parser.File, index int32) int {
	want := rowOf(f, index)
	rows := l.shown()
	for i := range rows {
		r := &rows[i]
		if !r.own() || r.conv.File != f {
			continue
		}
		for _, item := range r.conv.Items[r.from:r.to] {
			if item.Record == want && (item.Block < 0 || want == index ||
				item.Block >= 0 && f.Blocks.At(item.Block).Call == f.Records.At(index).Call) {
				return i
			}
		}
	}
	return -1
}
