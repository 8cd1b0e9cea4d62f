package view

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// A list is the rows of one session as one reader has them open.
type list struct {
	session *parser.Session
	rows    []ref
	turned  map[string]bool   // keys of agents' calls and of folds that are not as they begin: open, or closed
	shut    map[string]bool   // keys of those that began open for what they hold
	visible map[string]bool   // by keys: whether that is so, see [list.holds]
	chosen  map[string]string // of several attempts at one place the open one: their key, and its
	all     bool              // series begin open
	wide    bool              // all is open, for it to be counted
	opened  int               // how often that changed
	in      *agentStack       // what rows that are added stand in
	hues    hues

	titles titles

	filter filter
	led    bool // the agent of which alone there are rows was opened
	// first and behind are the turns of the main conversation that stay, by their indexes.
	first, end int32

	built struct { // for what the rows were built
		revision, opened, items, turns int
		records                        int32 // of the main file: a result makes no item, but may end a wait
		head                           int   // rows before those of items
		closed                         bool
	}
}

// A ref is what a row stands for: items of a conversation that follow each
// other, mostly one, or something beside them.
type ref struct {
	conv   *parser.Conversation // nil where the row stands in none
	side   *agentRow            // of a row that stands for no items
	from   int32                // Item
	to     int32
	depth  uint8
	inside bool // stands in an open series
	mark   bool // of no kind: see narrowing
	fold   foldKind
	notice bool // tells that the links of the main file are broken
	link   *parser.Relation
	in     *agentStack // nil in the main conversation
}

// A foldKind says why the rows that follow share one row, and how its key begins.
// The zero kind is none: the row shows its items itself.
type foldKind string

const (
	copyFold     foldKind = "copy:"     // they came from another session
	attemptsFold foldKind = "attempts:" // several abandoned branches at one place
	branchFold   foldKind = "branch:"   // an abandoned branch
	seriesFold   foldKind = "series:"   // similar tool calls
	modelMark    foldKind = "model:"    // of no items: another model answers from here on
)

// foldKinds are all of them, the outer ones first.
var foldKinds = []foldKind{copyFold, attemptsFold, branchFold, seriesFold, modelMark}

// items says that the row stands for items, own that it shows them itself.
func (r *ref) items() bool { return r.side == nil && !r.notice && r.link == nil }
func (r *ref) own() bool   { return r.items() && r.fold == "" }

// maxDepth is how deep agents are shown in each other; Claude Code allows five.
const maxDepth = 16

// list gives the rows of a session, brought up to date.
func (v *Viewer) list(s *parser.Session) *list {
	l := v.lists[s]
	if l == nil {
		l = &list{session: s, turned: map[string]bool{}, shut: map[string]bool{}, visible: map[string]bool{},
			chosen: map[string]string{}, filter: v.narrowed[s.Place]}
		l.built.revision = -1
		v.lists[s] = l
	}
	l.hues.reads = 0
	l.refresh()
	return l
}

// revision changes when rows that were given out may have changed. While the
// main file is being read every answer may differ: results arrive for calls
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
	grown := l.built.closed && l.built.items != len(s.Main.Items) // sides stand between the rows then
	if l.filter.looksInside() && len(s.Agents) > 0 && l.built.records != s.Main.File.Records.Len() {
		grown = true // a row holds what comes after it
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

// grow adds the rows of items that came since. Those at the end are made again:
// they may be part of a fold that goes on, or of one that a result makes.
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
			if int(r.from) < from && int(r.to) <= from && !r.inside { // what is inside goes with its fold
				break
			}
			from = min(from, int(r.from))
		}
		l.rows = l.rows[:len(l.rows)-1]
	}
	l.appendItems(main, from, len(main.Items), 0)
	l.built.items, l.built.records, l.built.turns = len(main.Items), main.File.Records.Len(), len(main.Turns)
}

// appendItems makes rows of a conversation's items, and of what was started
// between them by no known call.
func (l *list) appendItems(c *parser.Conversation, from, end int, depth uint8) {
	f := c.File
	unlinked := l.unlinkedIn(c, from)
	var among attempts
	within, shown := 0, 0 // up to these items there is an open series, one of which too little stays
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
			if to := l.seriesTo(c, i, end); i >= shown && to > i && !l.severalCalls(c, i, to) {
				shown = to
			} else if i >= shown && to > i {
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

// sharesRow says that an item shares the row of the one before it: machinery,
// damage, the attempts of one request with how they ended, and the summary that
// a compaction left. A hook that failed stands apart.
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

// isOpen says whether the rows that a key stands for are shown.
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

// holds says that a record is among those of the row's items.
func (r *ref) holds(index int32) bool {
	return slices.ContainsFunc(r.conv.Items[r.from:r.to], func(item parser.Item) bool { return item.Record == index })
}

// rowOf gives the record whose row shows a record: of a tool call its use.
func rowOf(f *parser.File, index int32) int32 {
	if call := f.Records.At(index).Call; call >= 0 && f.Calls.At(call).Use >= 0 {
		return f.Calls.At(call).Use
	}
	if with := f.Records.At(index).AttachedTo; with >= 0 {
		return with
	}
	return index
}

// showing finds the row that shows a record, or the tool call it belongs to.
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
