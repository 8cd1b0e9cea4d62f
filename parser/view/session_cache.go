package view

import "unspool/parser"

// A sessionCache is what was worked out for the panes around one session. Each part is
// made when it is first asked for, and made anew by its own rule when more was
// read; all of it goes when other sessions are looked at.
type sessionCache struct {
	session   *parser.Session
	accounts  *accounts
	timeline  *timeline
	outline   *outline
	fileOps   map[*parser.File]*fileOps
	fileOpLog *fileOpLog
	summed    int // deeds that [Viewer.early] told last
	turns     orders
	agents    orders

	// What is answered in stretches, and goes with the last of them.
	nets  []*netDiff // the latest first
	patch *patchWriter
	forms *schemaScan
}

// sessionCaches are those of the sessions asked about last, the latest first.
type sessionCaches struct {
	list  []*sessionCache
	built int // what has a number, so far: none is given twice
}

// maxCaches is how many sessions are kept: one that is read, and one or two
// that are compared with it. That of a session of 100 MB has a few MB.
const maxCaches = 3

// of gives that of a session.
func (w *sessionCaches) of(s *parser.Session) *sessionCache {
	for i, one := range w.list {
		if one.session == s {
			copy(w.list[1:i+1], w.list[:i])
			w.list[0] = one
			return one
		}
	}
	one := &sessionCache{session: s, fileOps: map[*parser.File]*fileOps{}}
	w.list = append([]*sessionCache{one}, w.list[:min(len(w.list), maxCaches-1)]...)
	return one
}

// reprice throws away what was made with other prices.
func (w *sessionCaches) reprice() {
	for _, one := range w.list {
		one.accounts = nil
	}
}
