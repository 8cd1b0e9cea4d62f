package view

import (
	"unspool/parser"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// appendBranch appends the row of the abandoned branch that begins at item from, or one
// row for several branches that directly follow each other. At most one of several
// branches is open. It returns the index of the item to continue with: the first item
// of the open branch, the item after all of them, or from if no branch begins there.
func (b *builder) appendBranch(x *itemRange, from int) (next int) {
	c, among := x.conv, &x.attempts
	here := rangeOf(c.File, &c.Items[from])
	if here.branch == 0 || from > 0 && here == rangeOf(c.File, &c.Items[from-1]) {
		return from
	}
	to := alike(c, from, x.end, func(key rangeKey) bool { return key == here })
	if from >= among.to {
		*among = attempts{}
		all := alike(c, from, x.end, func(key rangeKey) bool { return key.branch > 0 && key.copied == here.copied })
		if !b.visible.keepsAny(c, from, all) {
			return all
		}
		if all == to {
			if !b.appendFold(ref{conv: c, from: int32(from), to: int32(to), depth: x.depth, fold: branchFold}) {
				return to
			}
			return from
		}
		r := ref{conv: c, from: int32(from), to: int32(all), depth: x.depth, fold: attemptsFold}
		b.appendFold(r)
		*among = attempts{to: all, open: b.open.attempt(&r)}
	}
	if b.open.all {
		return from
	}
	if from < among.open {
		return among.open
	}
	if from > among.open || !b.visible.keepsAny(c, from, to) {
		return among.to
	}
	return from
}

// An attempts value describes branches at one place, of which at most one is open.
type attempts struct {
	to   int // index of the item after the last branch
	open int // index of the first item of the open branch; equal to to if none is open
}

// appendFold appends the row of a fold and reports whether it is open, so that its rows
// follow.
func (b *builder) appendFold(r ref) bool {
	r.mark = r.fold != seriesFold && r.fold != modelMark
	b.rows = append(b.rows, r)
	return b.open.isOpen(r.key())
}

// attempt returns the index of the first item of the open attempt among the branches of
// a row, or the end of all of them if none is open.
func (o *openState) attempt(r *ref) int {
	if chosen := o.chosen[r.key()]; chosen != "" {
		for _, one := range branchesOf(r) {
			if one.key() == chosen {
				return int(one.from)
			}
		}
	}
	return int(r.to)
}

// setAttempt opens one of several attempts at a place and closes the others, or closes all of
// them. key is the key of their row, which opens the first attempt, or that of one attempt.
// It reports whether that changed anything.
func (o *openState) setAttempt(r *ref, key string, open bool) bool {
	place := r.key()
	now := o.chosen[place]
	chosen := now
	switch {
	case !open && (key == place || key == now):
		chosen = ""
	case open && key != place:
		chosen = key
	case open && now == "":
		chosen = branchesOf(r)[0].key()
	}
	if chosen == now {
		return false
	}
	if o.chosen[place] = chosen; chosen == "" {
		delete(o.chosen, place)
	}
	o.changes++
	return true
}

// attemptsWith returns the row of several attempts that has the given key or contains
// an attempt with that key, or nil if there is none.
func (l *list) attemptsWith(key string) *ref {
	if kind, _ := foldIn(key); kind != attemptsFold && kind != branchFold {
		return nil
	}
	for i := range l.rows {
		r := &l.rows[i]
		if r.fold != attemptsFold {
			continue
		}
		if r.key() == key {
			return r
		}
		for _, one := range branchesOf(r) {
			if one.key() == key {
				return r
			}
		}
	}
	return nil
}

// branchRow fills in the row of abandoned branches: first the attempts that were
// abandoned, and then the one that the conversation continued with.
func (v *rowReader) branchRow(l *list, r *ref, row *protocol.Row) {
	row.Kind, row.Branch = "branch", true
	v.foldPrompts(l, r, row)
	if r.fold == attemptsFold {
		row.Kind, row.Fold.Count, row.Fold.Open = "attempts", 0, l.open.attempt(r) < int(r.to)
	}
	open := l.open.attempt(r)
	for _, one := range branchesOf(r) {
		if r.fold == attemptsFold {
			row.Fold.Count++
		}
		if len(row.Fold.Alternatives) == maxRows {
			continue
		}
		alternative := v.abandonedAttempt(l.session, &one)
		alternative.Open = r.fold == branchFold && row.Fold.Open || int(one.from) == open
		row.Fold.Alternatives = append(row.Fold.Alternatives, alternative)
	}
	row.Fold.Alternatives = append(row.Fold.Alternatives, v.currentAttempt(l.session, r))
}

// An Attempt is what one attempt in the main conversation of a session took.
type Attempt struct {
	Total cost.Total
	Turns int
	End   int // index of the item after the attempt, or after its first turn if it only replies again
}

// An Attempts describes the attempts of a session. The outline does: rows do not depend on that
// pane.
type Attempts interface {
	// AbandonedAttempt returns the abandoned attempt that begins with an item. The second result
	// is false if there is none.
	AbandonedAttempt(s *parser.Session, from int32) (Attempt, bool)
	// CurrentAttempt returns the attempt that the conversation continued with. It begins with the
	// item end, after abandoned attempts that begin with the item from. The second result is
	// false if there are none.
	CurrentAttempt(s *parser.Session, from, end int32) (Attempt, bool)
}

// abandonedAttempt returns a summary of an abandoned attempt.
func (v *rowReader) abandonedAttempt(s *parser.Session, r *ref) protocol.Alternative {
	f := r.conv.File
	out := protocol.Alternative{Key: r.key(), Time: float64(f.Records.At(r.conv.Items[r.from].Record).Time), Cost: protocol.Cost{Unpriced: []protocol.Unpriced{}}}
	out.Text, _ = v.prompts.opening(r.conv, int(r.from), int(r.to))
	if attempt, ok := v.attempts.AbandonedAttempt(s, r.from); ok {
		countAlternative(&out, &attempt)
	}
	return out
}

// currentAttempt returns a summary of the current attempt: from the place where the
// other attempts were abandoned to the end of the conversation.
func (v *rowReader) currentAttempt(s *parser.Session, r *ref) protocol.Alternative {
	c := r.conv
	out := protocol.Alternative{Current: true, Cost: protocol.Cost{Unpriced: []protocol.Unpriced{}}}
	if int(r.to) >= len(c.Items) {
		return out
	}
	item := &c.Items[r.to]
	out.Key, out.Time = keyOf(c.File, item.Record, item.Block), float64(c.File.Records.At(item.Record).Time)
	attempt, ok := v.attempts.CurrentAttempt(s, r.from, r.to)
	if !ok {
		return out
	}
	out.Text, _ = v.prompts.opening(c, int(r.to), attempt.End)
	countAlternative(&out, &attempt)
	return out
}

func countAlternative(a *protocol.Alternative, attempt *Attempt) {
	sum := &attempt.Total
	a.Turns = attempt.Turns
	a.Calls, a.Output, a.Tokens, a.Low = sum.Calls, float64(sum.Usage.Output), float64(sum.Tokens()), sum.UnderReported()
	a.Cost.USD, a.Cost.Incomplete = sum.USD, sum.Unpriced > 0
}

// foldPrompts counts the prompts that a fold hides, and shows the first one.
func (v *rowReader) foldPrompts(l *list, r *ref, row *protocol.Row) {
	out := &protocol.Fold{Open: l.open.isOpen(row.Key)}
	turns := map[int32]bool{}
	for i := r.from; i < r.to; i++ {
		item := &r.conv.Items[i]
		out.Count++
		if item.Kind == parser.ItemText && row.Text == "" { // another reply to a prompt
			words := protocol.Row{}
			v.records.blockText(r.conv.File, item, &words)
			row.Text = source.OneLine(words.Text, 200)
		}
		if item.Kind == parser.ItemPrompt && !turns[item.Turn] {
			turns[item.Turn] = true
			if out.Turns == 0 {
				words := protocol.Row{}
				v.prompts.row(r.conv, item, &words)
				row.Text = words.Text
			}
			out.Turns++
		}
	}
	row.Fold = out
}
