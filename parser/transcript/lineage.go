package transcript

import (
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// A Lineage is the origin of a file's records, as each of them states it in its [record.Lineage]:
// FORMAT.md, "Files move and split", "File copies".
type Lineage struct {
	IDs     []SessionRange // by sessionId
	Forks   []SessionRange // by forkedFrom, or a session_id that differs from sessionId
	Renamed []renamed      // copies that were given new UUIDs
	// ForkedFrom is the fork-context-ref of a fork whose history was not copied, continuedIn the
	// continued-in record. The session of either is "" if there is none.
	ForkedFrom, ContinuedIn SessionRange
	ForkedAt                string // UUID of the last record before the fork
	// Predecessor is the UUID that the file's first record, or a compaction before any message, names as
	// its predecessor.
	Predecessor string
	Background  bool  // it is a background copy
	Inherited   bool  // a record has a session_id that differs from its sessionId
	seen        int32 // index after the last record with a UUID
}

// A SessionRange is a range of records that name the same session.
type SessionRange struct {
	From, To int32
	Session  string
}

// A renamed is a record that had another UUID in the file it was copied from.
type renamed struct {
	Record int32
	UUID   table.UUID
}

// maxRuns limits the ranges of a file whose records change their session all the time; real ones do
// so a few times.
const maxRuns = 1000

func (l *Lineage) note(f *File, r *record.Record, index int32) {
	if len(r.Lineage.ContinuedIn) > 0 {
		l.ContinuedIn = SessionRange{index, index + 1, string(r.Lineage.ContinuedIn)}
	}
	if len(r.UUID) == 0 {
		return
	}
	l.Background = l.Background || r.Lineage.Background
	if len(r.Session) > 0 {
		l.IDs = l.extend(l.IDs, index, r.Session)
	}
	switch {
	case len(r.Lineage.ForkSession) > 0:
		l.Forks = l.extend(l.Forks, index, r.Lineage.ForkSession)
		if len(r.Lineage.ForkMessage) > 0 && string(r.Lineage.ForkMessage) != string(r.UUID) {
			l.Renamed = append(l.Renamed, renamed{index, f.x.uuid(r.Lineage.ForkMessage)})
		}
	case len(r.Lineage.Inherited) > 0:
		l.Forks, l.Inherited = l.extend(l.Forks, index, r.Lineage.Inherited), true
	}
	l.seen = index + 1
	if f.Metadata.MainChain {
		return
	}
	if f.Records.At(index).Parent == None && len(r.Parent) > 0 && l.Predecessor == "" {
		l.Predecessor = string(r.Parent)
	}
	if len(r.LogicalParent) > 0 {
		l.Predecessor = string(r.LogicalParent)
	}
}

// extend extends the last run if it contains the record before, else it begins a new run.
func (l *Lineage) extend(runs []SessionRange, index int32, session []byte) []SessionRange {
	if n := len(runs); n > 0 && runs[n-1].To == l.seen && runs[n-1].Session == string(session) {
		runs[n-1].To = index + 1
		return runs
	}
	if len(runs) == maxRuns {
		return runs
	}
	return append(runs, SessionRange{index, index + 1, string(session)})
}

// SessionID returns the ID of the session that a main file holds: the file's name, unless the file
// was renamed. A name that none of the records contains counts only if it has the shape of a UUID;
// the file then continues another session.
func (f *File) SessionID() string {
	name := BaseName(f.Path)
	if n := len(f.Lineage.IDs); n > 0 && !isUUID(name) && !f.Lineage.Carries(name) {
		return f.Lineage.IDs[n-1].Session
	}
	return name
}

// Carries reports whether records of the file name a session as their own.
func (l *Lineage) Carries(session string) bool {
	for i := range l.IDs {
		if l.IDs[i].Session == session {
			return true
		}
	}
	return false
}

// isUUID reports whether a text has the shape of a UUID: 8-4-4-4-12 hexadecimal digits.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
		default:
			return false
		}
	}
	return true
}
