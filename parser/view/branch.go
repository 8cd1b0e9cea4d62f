package view

import "unspool/parser"

// attempts are branches at one place that are shown one by one.
type attempts struct {
	to   int // Item behind the last of them
	seen int
}

// appendBranch makes the row of the branch that begins with an item, and where
// others follow it at once the row of all of them. It gives the item to go on
// with: behind what is closed.
func (l *list) appendBranch(c *parser.Conversation, from, end int, among *attempts, depth uint8) (next int) {
	here := stretchOf(c.File, &c.Items[from])
	to := alike(c, from, end, func(x stretch) bool { return x == here })
	if from >= among.to {
		*among = attempts{}
		all := alike(c, from, end, func(x stretch) bool { return x.branch > 0 && x.copied == here.copied })
		if all > to {
			if !l.leavesAny(c, from, all) {
				return all
			}
			if !l.appendFold(ref{conv: c, from: int32(from), to: int32(all), depth: depth, fold: attemptsFold}) {
				return all
			}
			among.to = all
		}
	}
	if from < among.to {
		among.seen++
	}
	if !l.leavesAny(c, from, to) {
		return to
	}
	if !l.appendFold(ref{conv: c, from: int32(from), to: int32(to), depth: depth, fold: branchFold, inside: from < among.to, nth: among.seen}) {
		return to
	}
	return from
}

// appendFold makes the row of a fold, and tells whether its rows follow.
func (l *list) appendFold(r ref) bool {
	r.mark = r.fold != seriesFold && r.fold != modelMark
	l.rows = append(l.rows, r)
	return l.isOpen(r.key())
}

// A stretch is what items that can fold together have in common: where they came
// from, and the abandoned branch that they stand in.
type stretch struct {
	copied *parser.Copy
	branch int32
}

func stretchOf(f *parser.File, item *parser.Item) stretch {
	return stretch{f.CopyOf(item.Record), f.Records[item.Record].Branch}
}

// alike gives the end of the items from a place on whose stretches are alike.
func alike(c *parser.Conversation, from, end int, is func(stretch) bool) int {
	to := from + 1
	for to < end && is(stretchOf(c.File, &c.Items[to])) {
		to++
	}
	return to
}

func (v *Viewer) branchRow(l *list, r *ref, row *Row) {
	row.Kind, row.Branch = "branch", true
	v.foldPrompts(l, r, row)
	if r.fold == branchFold {
		row.Fold.Nth = r.nth
		return
	}
	row.Kind, row.Fold.Count = "attempts", 0
	for from := r.from; from < r.to && row.Fold.Count < MaxRows; {
		here := stretchOf(r.conv.File, &r.conv.Items[from])
		one := ref{conv: r.conv, from: from}
		one.to = int32(alike(r.conv, int(from), int(r.to), func(x stretch) bool { return x == here }))
		first := Row{}
		v.foldPrompts(l, &one, &first)
		row.Fold.Words = append(row.Fold.Words, oneLine(first.Text, 200))
		row.Fold.Count++
		from = one.to
	}
}

// foldPrompts counts the prompts that a fold hides, and shows the first.
func (v *Viewer) foldPrompts(l *list, r *ref, row *Row) {
	out := &Fold{Open: l.isOpen(row.Key)}
	turns := map[int32]bool{}
	for i := r.from; i < r.to; i++ {
		item := &r.conv.Items[i]
		out.Count++
		if item.Kind == parser.ItemText && row.Text == "" { // another reply to a prompt
			words := Row{}
			v.blockText(r.conv.File, item, &words)
			row.Text = oneLine(words.Text, 200)
		}
		if item.Kind == parser.ItemPrompt && !turns[item.Turn] {
			turns[item.Turn] = true
			if out.Turns == 0 {
				words := Row{}
				v.promptRow(r.conv, item, &words)
				row.Text = words.Text
			}
			out.Turns++
		}
	}
	row.Fold = out
}
