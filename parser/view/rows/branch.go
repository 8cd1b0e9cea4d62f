package rows

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
	here := b.rangeAt(c, from)
	if here.Branch == 0 || from > 0 && here == b.rangeAt(c, from-1) {
		return from
	}
	to := RangeEnd(b.session, c, from, x.end, func(key RangeKey) bool { return key == here })
	if from >= among.to {
		*among = attempts{}
		all := RangeEnd(b.session, c, from, x.end, func(key RangeKey) bool {
			return key.Branch > 0 && key.CopyEnd == here.CopyEnd
		})
		if !b.visible.KeepsAny(c, from, all) {
			return all
		}
		if all == to {
			if !b.appendFold(Ref{Conv: c, From: int32(from), To: int32(to), depth: x.depth, Fold: branchFold}) {
				return to
			}
			return from
		}
		r := Ref{Conv: c, From: int32(from), To: int32(all), depth: x.depth, Fold: attemptsFold}
		b.appendFold(r)
		*among = attempts{to: all, open: b.open.attempt(&r)}
	}
	if b.open.all {
		return from
	}
	if from < among.open {
		return among.open
	}
	if from > among.open || !b.visible.KeepsAny(c, from, to) {
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
func (b *builder) appendFold(r Ref) bool {
	r.mark = r.Fold != seriesFold && r.Fold != backgroundFold && r.Fold != ModelMark
	b.rows = append(b.rows, r)
	return b.open.isOpen(r.key())
}

// attempt returns the index of the first item of the open attempt among the branches of
// a row, or the end of all of them if none is open.
func (o *openState) attempt(r *Ref) int {
	if chosen := o.chosen[r.key()]; chosen != "" {
		for _, one := range branchesOf(r) {
			if one.key() == chosen {
				return int(one.From)
			}
		}
	}
	return int(r.To)
}

// setAttempt opens one of several attempts at a place and closes the others, or closes all of
// them. key is the key of their row, which opens the first attempt, or that of one attempt.
// It reports whether that changed anything.
func (o *openState) setAttempt(r *Ref, key string, open bool) bool {
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
func (l *List) attemptsWith(key string) *Ref {
	if kind, _ := foldIn(key); kind != attemptsFold && kind != branchFold {
		return nil
	}
	for i := range l.rows {
		r := &l.rows[i]
		if r.Fold != attemptsFold {
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

// branchRow returns the row of an abandoned branch: first the attempts that were abandoned, and
// then the one that the conversation continued with.
func (v *Reader) branchRow(l *List, r *Ref, base protocol.RowBase) *protocol.BranchRow {
	base.Branch = true
	fold, text := v.foldPrompts(l, r, base.Key)
	v.addAlternatives(l, r, &fold)
	return &protocol.BranchRow{RowBase: base, RowText: text, Fold: fold}
}

// attemptsRow returns the row of the attempts at one place, of which one was kept.
func (v *Reader) attemptsRow(l *List, r *Ref, base protocol.RowBase) *protocol.AttemptsRow {
	base.Branch = true
	fold, text := v.foldPrompts(l, r, base.Key)
	fold.Count, fold.Open = len(branchesOf(r)), l.open.attempt(r) < int(r.To)
	v.addAlternatives(l, r, &fold)
	return &protocol.AttemptsRow{RowBase: base, RowText: text, Fold: fold}
}

// addAlternatives adds the attempts at a place, the one that was kept last.
func (v *Reader) addAlternatives(l *List, r *Ref, fold *protocol.Fold) {
	open, branches := l.open.attempt(r), branchesOf(r)
	for _, one := range branches[:min(len(branches), MaxRows)] {
		alternative := v.abandonedAttempt(l.Session, &one)
		alternative.Open = r.Fold == branchFold && fold.Open || int(one.From) == open
		fold.Alternatives = append(fold.Alternatives, alternative)
	}
	fold.Alternatives = append(fold.Alternatives, v.currentAttempt(l.Session, r))
}

// An Attempt is the extent and the cost of one attempt in the main conversation of a session.
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
func (v *Reader) abandonedAttempt(s *parser.Session, r *Ref) protocol.Alternative {
	f := r.Conv.File
	out := protocol.Alternative{Key: r.key(), Time: float64(f.Records.At(r.Conv.Items[r.From].Record).Time),
		Cost: protocol.Cost{Unpriced: []protocol.Unpriced{}}}
	out.Text, _ = v.Prompts.Opening(r.Conv, int(r.From), int(r.To))
	if attempt, ok := v.attempts.AbandonedAttempt(s, r.From); ok {
		countAlternative(&out, &attempt)
	}
	return out
}

// currentAttempt returns a summary of the current attempt: from the place where the
// other attempts were abandoned to the end of the conversation.
func (v *Reader) currentAttempt(s *parser.Session, r *Ref) protocol.Alternative {
	c := r.Conv
	out := protocol.Alternative{Current: true, Cost: protocol.Cost{Unpriced: []protocol.Unpriced{}}}
	if int(r.To) >= len(c.Items) {
		return out
	}
	item := &c.Items[r.To]
	out.Key, out.Time = KeyOf(c.File, item.Record, item.Block), float64(c.File.Records.At(item.Record).Time)
	attempt, ok := v.attempts.CurrentAttempt(s, r.From, r.To)
	if !ok {
		return out
	}
	out.Text, _ = v.Prompts.Opening(c, int(r.To), attempt.End)
	countAlternative(&out, &attempt)
	return out
}

func countAlternative(a *protocol.Alternative, attempt *Attempt) {
	sum := &attempt.Total
	a.Turns = attempt.Turns
	a.Calls, a.Output, a.Tokens, a.Low = sum.Calls, float64(sum.Usage.Output), float64(sum.Tokens()), sum.UnderReported()
	a.Cost.USD, a.Cost.Incomplete = sum.USD, sum.Unpriced > 0
}

// foldPrompts counts the prompts that a fold hides, and returns the text of the first one, or of
// the first reply before it.
func (v *Reader) foldPrompts(l *List, r *Ref, key string) (fold protocol.Fold, text protocol.RowText) {
	fold.Open = l.open.isOpen(key)
	turns := map[int32]bool{}
	for i := r.From; i < r.To; i++ {
		item := &r.Conv.Items[i]
		fold.Count++
		if item.Kind == parser.ItemText && text.Text == "" { // another reply to a prompt
			text.Text = source.OneLine(v.Records.BlockText(r.Conv.File, item).Text, 200)
		}
		if item.Kind == parser.ItemPrompt && !turns[item.Turn] {
			turns[item.Turn] = true
			if fold.Turns == 0 {
				text.Text = v.Prompts.Text(r.Conv, item)
			}
			fold.Turns++
		}
	}
	return fold, text
}
