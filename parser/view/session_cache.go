package view

import "unspool/parser"

// A sessionCache holds what was computed for the panes of one session. Each part is made on
// first request, and rebuilt by a rule of its own after more was read. The whole cache is
// dropped when other sessions are viewed.
type sessionCache struct {
	session   *parser.Session
	accounts  *accounts
	timeline  *timeline
	outline   *outline
	fileOps   map[*parser.File]*fileOps
	fileOpLog *fileOpLog
	summed    int // number of file operations in the last result of [Viewer.early]
	turns     orders
	agents    orders

	// Answers that take several calls, kept until the last of them.
	nets  []*netDiff // the latest first
	patch *patchWriter
	forms *schemaScan
}

// sessionCaches are the caches of the most recently requested sessions, the latest first.
type sessionCaches struct {
	list  []*sessionCache
	built int // last number given to a timeline or an order; none is used twice
}

// maxCaches is the number of sessions in the cache: the one that is read, and one or two to
// compare it with. The cache of a session of 100 MB has a few MB.
const maxCaches = 3

// of returns the cache of a session.
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

// reprice drops what was computed with other prices.
func (w *sessionCaches) reprice() {
	for _, one := range w.list {
		one.accounts = nil
	}
}
