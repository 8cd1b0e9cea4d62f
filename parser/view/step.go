package view

import "unspool/parser"

// Step goes so many rows on that open a turn, or with failures that tell of something
// that went wrong, back where steps is negative; as far as there are such rows. It
// gives the place where it arrives, -1 where there is none of them. It goes by the
// index alone: no record is read.
func (v *Viewer) Step(session, from, steps int, failures bool) int {
	s := v.Store.Session(session)
	if s == nil {
		return -1
	}
	l, by, to := v.list(s), 1, -1
	if steps < 0 {
		by = -1
	}
	rows := l.shown()
	for i := from + by; i >= 0 && i < len(rows) && steps != 0; i += by {
		r := &rows[i]
		if failures && l.showsFailure(r) || !failures && r.depth == 0 && l.opensTurn(r) {
			to, steps = i, steps-by
		}
	}
	return to
}

// TurnAt gives the place of the row that opens the turn with a number, of all that is
// shown; -1 if there is none.
func (v *Viewer) TurnAt(session, number int) int {
	s := v.Store.Session(session)
	if s == nil {
		return -1
	}
	l := v.list(s)
	rows := l.shown()
	for i := range rows {
		r := &rows[i]
		if r.depth == 0 && r.conv == s.Main && l.opensTurn(r) && turnNumber(r.conv, r.conv.Items[r.from].Turn) == number {
			return i
		}
	}
	return -1
}

// opensTurn says that the turn of its conversation begins with a row.
func (l *list) opensTurn(r *ref) bool {
	return r.items() && !r.inside && r.fold != modelMark && r.fold != copyFold && r.conv.Items[r.from].Turn >= 0 && l.isFirst(r, false)
}

// showsFailure says that a row shows something that went wrong, by the index alone:
// a failure after which the request was answered is none.
func (l *list) showsFailure(r *ref) bool {
	if r.side != nil {
		return r.side.failed()
	}
	if !r.own() {
		return false // a series holds what went well
	}
	f, item := r.conv.File, &r.conv.Items[r.from]
	if item.Kind == parser.ItemFailure {
		return afterwards(r) != "on"
	}
	if l.kindsOf(f, item)&errored != 0 {
		return true
	}
	if item.Kind != parser.ItemTool {
		return false
	}
	run := l.session.RunOf(f, f.Blocks.At(item.Block).Call)
	return run != nil && stateOf(run.Status) == "failed"
}
