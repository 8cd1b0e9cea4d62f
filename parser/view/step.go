package view

import (
	"unspool/parser"
	"unspool/parser/view/filter"
)

// Step moves from a row by a number of rows that begin a turn or, with failures, that show a
// failure. If steps is negative, it moves back. It returns the index of the row that it
// reaches; if there are fewer such rows, that of the last one; and -1 if there are none. It
// uses only the index: no record is read.
func (v *rowReader) Step(session, from, steps int, failures bool) int {
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
		if failures && l.showsFailure(r) || !failures && r.depth == 0 && l.visible.opensTurn(r) {
			to, steps = i, steps-by
		}
	}
	return to
}

// TurnAt returns the index of the row that begins the turn with a number, among the shown
// rows, or -1 if there is none.
func (v *rowReader) TurnAt(session, number int) int {
	s := v.Store.Session(session)
	if s == nil {
		return -1
	}
	l := v.list(s)
	rows := l.shown()
	for i := range rows {
		r := &rows[i]
		if r.depth == 0 && r.conv == s.Main && l.visible.opensTurn(r) && turnNumber(r.conv, r.conv.Items[r.from].Turn) == number {
			return i
		}
	}
	return -1
}

// showsFailure reports whether a row shows a failure, using only the index. A failed request
// that was answered later does not count.
func (l *list) showsFailure(r *ref) bool {
	if r.side != nil {
		return r.side.failed()
	}
	if !r.own() {
		return false // a series has only successful calls
	}
	f, item := r.conv.File, &r.conv.Items[r.from]
	if item.Kind == parser.ItemFailure {
		return afterwards(r) != "on"
	}
	if kindsOf(l.session, f, item)&filter.Errors != 0 {
		return true
	}
	if item.Kind != parser.ItemTool {
		return false
	}
	run := l.session.RunOf(f, f.Blocks.At(item.Block).Call)
	return run != nil && stateOf(run.Status) == "failed"
}
