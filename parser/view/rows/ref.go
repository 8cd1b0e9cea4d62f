package rows

import (
	"iter"

	"unspool/parser"
	"unspool/parser/record"
)

// A Ref identifies the items or the entity of a row: consecutive items of a conversation,
// mostly a single one, or an agent, a run, a link or a notice.
type Ref struct {
	Conv     *parser.Conversation // nil if the row is in no conversation
	AgentRow *AgentRow            // set for a row of an agent or a run
	From     int32                // index of the first item
	To       int32
	depth    uint8
	inside   bool // inside an open series
	mark     bool // a row of no kind, see [filter.Marks]
	Fold     FoldKind
	notice   bool // the notice that the links of the main file are broken
	link     *parser.Relation
	agents   *agentStack // those that contain the row; nil in the main conversation
	// turnEnd is set for a row inside the line of the background records of a turn: the index of the
	// item after the turn.
	turnEnd int32
}

// A FoldKind is the reason why the following rows share one row, and the prefix of the
// key of that row. The zero kind is not a fold: the row shows its items itself.
type FoldKind string

const (
	copyFold     FoldKind = "copy:"     // copied from another session
	attemptsFold FoldKind = "attempts:" // several abandoned branches at one place
	branchFold   FoldKind = "branch:"   // an abandoned branch
	seriesFold   FoldKind = "series:"   // similar tool calls
	// backgroundFold holds the background records of a turn, among its other items.
	backgroundFold FoldKind = "background:"
	// ModelMark is not a fold: the row marks that another model answers from its first item on.
	ModelMark FoldKind = "model:"
)

// foldKinds are all fold kinds, the outer ones first.
var foldKinds = []FoldKind{copyFold, attemptsFold, branchFold, seriesFold, backgroundFold, ModelMark}

// HasItems reports whether the row is one of items.
func (r *Ref) HasItems() bool { return r.AgentRow == nil && !r.notice && r.link == nil }

// ShowsItems reports whether the row shows its items itself, without a fold.
func (r *Ref) ShowsItems() bool { return r.HasItems() && r.Fold == "" }

// items iterates over the items that the row shows or folds.
func (r *Ref) items() iter.Seq[*parser.Item] {
	return func(yield func(*parser.Item) bool) {
		for i := r.From; i < r.To; i++ {
			item := &r.Conv.Items[i]
			if (r.Fold != backgroundFold || isBackground(r.Conv.File, item)) && !yield(item) {
				return
			}
		}
	}
}

// holds reports whether a record is among those of the row's items.
func (r *Ref) holds(index int32) bool {
	for item := range r.items() {
		if item.Record == index {
			return true
		}
	}
	return false
}

// A RangeKey is shared by items that can be folded together: the range of copied records and
// the abandoned branch that they belong to.
type RangeKey struct {
	CopyEnd int32 // To of their [parser.Copy], 0 for none
	Branch  int32
}

// RangeOf returns the range key of an item.
func RangeOf(s *parser.Session, f *parser.File, item *parser.Item) RangeKey {
	copied, _ := s.Copies.At(f, item.Record)
	return RangeKey{copied.To, f.Records.At(item.Record).Branch}
}

// RangeEnd returns the end of the run of items that starts at from and whose range keys
// satisfy is.
func RangeEnd(s *parser.Session, c *parser.Conversation, from, end int, is func(RangeKey) bool) int {
	to := from + 1
	for to < end && is(RangeOf(s, c.File, &c.Items[to])) {
		to++
	}
	return to
}

// branchesOf returns the items of each branch in a row of one or several attempts.
func branchesOf(r *Ref) []Ref {
	var list []Ref
	branchAt := func(at int32) int32 { return r.Conv.File.Records.At(r.Conv.Items[at].Record).Branch }
	for from := r.From; from < r.To; {
		to := from + 1
		for to < r.To && branchAt(to) == branchAt(from) {
			to++
		}
		list = append(list, Ref{Conv: r.Conv, From: from, To: to, Fold: branchFold})
		from = to
	}
	return list
}

// sharesRow reports whether an item shares the row of the item before it: internal
// records, damage, the attempts of one request with their final error, and the summary
// after a compaction. Failed internal records, such as hooks, do not share a row with
// successful ones, nor do those of two turns.
func sharesRow(f *parser.File, item, next *parser.Item) bool {
	e, then := f.Records.At(item.Record), f.Records.At(next.Record)
	switch item.Kind {
	case parser.ItemInternal:
		return next.Kind == item.Kind && e.Failed == then.Failed && e.Minor == then.Minor && item.Turn == next.Turn
	case parser.ItemDamage:
		return next.Kind == item.Kind && e.Label == then.Label
	case parser.ItemInvalid, parser.ItemEncoding:
		return next.Kind == item.Kind
	case parser.ItemFailure:
		return next.Kind == item.Kind && e.Flags&record.APIError == 0
	case parser.ItemCompaction:
		return next.Kind == parser.ItemSummary
	}
	return false
}

// RefOf returns the row that shows a record, even if the row is hidden in a closed
// fold.
func RefOf(s *parser.Session, f *parser.File, index int32) (Ref, bool) {
	want := RowRecord(f, index)
	e := f.Records.At(want)
	c := f.Conversations[e.Conv]
	if e.Item < 0 || !IsShown(s, f, want) {
		return Ref{}, false
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
	r := Ref{Conv: c, From: at, To: at + 1}
	same := func(i, k int32) bool {
		return sharesRow(f, &c.Items[i], &c.Items[k]) && RangeOf(s, f, &c.Items[i]) == RangeOf(s, f, &c.Items[k])
	}
	for r.From > 0 && same(r.From-1, r.From) {
		r.From--
	}
	for int(r.To) < len(c.Items) && same(r.To-1, r.To) {
		r.To++
	}
	return r, true
}

// RowRecord returns the record whose row shows the given record: for a tool call, the
// record of its use.
func RowRecord(f *parser.File, index int32) int32 {
	if call := f.Records.At(index).Call; call >= 0 && f.Calls.At(call).Use >= 0 {
		return f.Calls.At(call).Use
	}
	if with := f.Records.At(index).AttachedTo; with >= 0 {
		return with
	}
	return index
}

// Numbers are the number of a turn and that of its prompt, both 0 before the first.
type Numbers struct{ Turn, Prompt int }

// NumbersOf returns the numbers of a turn by its index, -1 before the first turn.
func NumbersOf(c *parser.Conversation, turn int32) Numbers {
	if turn < 0 {
		return Numbers{}
	}
	return Numbers{Turn: int(c.Turns[turn].Number), Prompt: int(c.Turns[turn].Prompt)}
}
