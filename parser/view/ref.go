package view

import (
	"slices"

	"unspool/parser"
	"unspool/parser/record"
)

// A ref is what a row stands for: consecutive items of a conversation, mostly a single
// one, or something that is not an item.
type ref struct {
	conv     *parser.Conversation // nil if the row is in no conversation
	agentRow *agentRow            // set for a row of an agent or a run
	from     int32                // index of the first item
	to       int32
	depth    uint8
	inside   bool // inside an open series
	mark     bool // a row of no kind, see filter
	fold     foldKind
	notice   bool // the notice that the links of the main file are broken
	link     *parser.Relation
	in       *agentStack // nil in the main conversation
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
func (r *ref) items() bool { return r.agentRow == nil && !r.notice && r.link == nil }

// own reports whether the row shows its items itself, without a fold.
func (r *ref) own() bool { return r.items() && r.fold == "" }

// holds reports whether a record is among those of the row's items.
func (r *ref) holds(index int32) bool {
	return slices.ContainsFunc(r.conv.Items[r.from:r.to], func(item parser.Item) bool { return item.Record == index })
}

// A rangeKey is what items that can be folded together have in common: the session they
// were copied from, and the abandoned branch they belong to.
type rangeKey struct {
	copied *parser.Copy
	branch int32
}

func rangeOf(f *parser.File, item *parser.Item) rangeKey {
	return rangeKey{f.CopyOf(item.Record), f.Records.At(item.Record).Branch}
}

// alike returns the end of the run of items that starts at from and whose range keys
// satisfy is.
func alike(c *parser.Conversation, from, end int, is func(rangeKey) bool) int {
	to := from + 1
	for to < end && is(rangeOf(c.File, &c.Items[to])) {
		to++
	}
	return to
}

// branchesOf returns the items of each branch that a row of one or several attempts
// stands for.
func branchesOf(r *ref) []ref {
	var list []ref
	for from := r.from; from < r.to; {
		here := rangeOf(r.conv.File, &r.conv.Items[from])
		to := int32(alike(r.conv, int(from), int(r.to), func(x rangeKey) bool { return x == here }))
		list = append(list, ref{conv: r.conv, from: from, to: to, fold: branchFold})
		from = to
	}
	return list
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

// refOf returns the row that shows a record, even if the row is hidden in a closed
// fold.
func refOf(s *parser.Session, f *parser.File, index int32) (ref, bool) {
	want := rowRecord(f, index)
	e := f.Records.At(want)
	c := f.Conversations[e.Conv]
	if e.Item < 0 || !shows(s, f, want) {
		return ref{}, false
	}
	at := e.Item
	if want != index {
		for i := at; int(i) < len(c.Items) && c.Items[i].Record == want; i++ {
			if b := c.Items[i].Block; b >= 0 && f.Blocks.At(b).Call == f.Records.At(index).Call {
				at = i
				break
			}
		}
	}
	r := ref{conv: c, from: at, to: at + 1}
	same := func(i, k int32) bool {
		return sharesRow(f, &c.Items[i], &c.Items[k]) && rangeOf(f, &c.Items[i]) == rangeOf(f, &c.Items[k])
	}
	for r.from > 0 && same(r.from-1, r.from) {
		r.from--
	}
	for int(r.to) < len(c.Items) && same(r.to-1, r.to) {
		r.to++
	}
	return r, true
}

// rowRecord returns the record whose row shows the given record: for a tool call, the
// record of its use.
func rowRecord(f *parser.File, index int32) int32 {
	if call := f.Records.At(index).Call; call >= 0 && f.Calls.At(call).Use >= 0 {
		return f.Calls.At(call).Use
	}
	if with := f.Records.At(index).AttachedTo; with >= 0 {
		return with
	}
	return index
}

// turnNumber returns the number of a turn by its index, or 0 before the first turn.
func turnNumber(c *parser.Conversation, turn int32) int {
	if turn < 0 {
		return 0
	}
	return int(c.Turns[turn].Number)
}
