package memo

import (
	"maps"

	"unspool/parser"
)

// A State is the state of a session that values are derived from.
type State struct {
	Identity
	Records int  // number of records in its files
	Usage   int  // grows whenever the usage that counts in its files may have changed
	Reading bool // some file is still being read
}

// An Identity changes when earlier records of a session may have changed, other than by growth
// at their end.
type Identity struct{ revision, restarts int }

// StateOf returns the state of a session.
func StateOf(s *parser.Session) State {
	state := State{Identity: Identity{revision: s.Revision()}, Usage: s.UsageRevision()}
	for _, f := range s.Files {
		state.restarts += f.Restarts
		state.Records += int(f.Records.Len())
		state.Reading = state.Reading || !f.Closed
	}
	return state
}

// maxSessions is the number of sessions whose values are kept: the one that is read, and one or
// two to compare it with. The values of a session of 100 MB have a few MB.
const maxSessions = 3

// A PerSession keeps a T for each of the sessions that were requested last.
type PerSession[T any] struct {
	latest []entry[T] // the latest first
}

type entry[T any] struct {
	session *parser.Session
	value   *T
}

// Of returns the T of a session. It is the zero value if the session was not requested lately.
func (p *PerSession[T]) Of(s *parser.Session) *T {
	at := 0
	for at < len(p.latest) && p.latest[at].session != s {
		at++
	}
	if at == len(p.latest) {
		at = min(at, maxSessions-1)
		p.latest = append(p.latest[:at], entry[T]{s, new(T)})
	}
	one := p.latest[at]
	copy(p.latest[1:at+1], p.latest[:at])
	p.latest[0] = one
	return one.value
}

// An EverySession keeps a T for every session that was requested and still exists. It is for values
// that the list of sessions needs of all of them, or that cannot be derived again.
type EverySession[T any] struct {
	values map[*parser.Session]*T
	limit  int // number of values at which those of sessions that no longer exist are dropped
}

// Of returns the T of a session. It is the zero value if the session was not requested before.
func (e *EverySession[T]) Of(s *parser.Session) *T {
	one := e.values[s]
	if one != nil {
		return one
	}
	if len(e.values) >= e.limit {
		maps.DeleteFunc(e.values, func(s *parser.Session, _ *T) bool { return s.Place < 0 })
		e.limit = 2*len(e.values) + 1 // so that the work remains proportional to the number of sessions
	}
	if e.values == nil {
		e.values = map[*parser.Session]*T{}
	}
	one = new(T)
	e.values[s] = one
	return one
}
