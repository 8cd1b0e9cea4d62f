package view

import "unspool/parser"

// A working is what was worked out for the panes around one session. Each part is
// made when it is first asked for, and made anew by its own rule when more was
// read; all of it goes when other sessions are looked at.
type working struct {
	session  *parser.Session
	accounts *accounts
	timeline *timeline
	outline  *outline
	deeds    map[*parser.File]*deeds
	touching *touching
	summed   int // deeds that [Viewer.early] told last
	turns    orders
	agents   orders

	// What is answered in stretches, and goes with the last of them.
	nets  []*netting // the latest first
	patch *patching
	forms *forming
}

// workings are those of the sessions asked about last, the latest first.
type workings struct {
	list  []*working
	built int // what has a number, so far: none is given twice
}

// mostWorkings is how many sessions are kept: one that is read, and one or two
// that are compared with it. That of a session of 100 MB has a few MB.
const mostWorkings = 3

// of gives that of a session.
func (w *workings) of(s *parser.Session) *working {
	for i, one := range w.list {
		if one.session == s {
			copy(w.list[1:i+1], w.list[:i])
			w.list[0] = one
			return one
		}
	}
	one := &working{session: s, deeds: map[*parser.File]*deeds{}}
	w.list = append([]*working{one}, w.list[:min(len(w.list), mostWorkings-1)]...)
	return one
}

// reprice throws away what was made with other prices.
func (w *workings) reprice() {
	for _, one := range w.list {
		one.accounts = nil
	}
}
