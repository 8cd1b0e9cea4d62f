package parser

import "unspool/parser/record"

// An origin is what a file's records say about where they come from: FORMAT.md, "Files move and
// split", "File copies".
type origin struct {
	ids     []run     // by sessionId
	forks   []run     // by forkedFrom, or a session_id that differs from sessionId
	renamed []renamed // copies that were given new UUIDs
	// pointer is the fork-context-ref of a fork whose history was not copied, wentOn the
	// continued-in record. The session of either is "" if there is none.
	pointer, wentOn run
	pointsAt        string // UUID of the last record before the fork
	// before is the UUID that the file's first record, or a compaction before any message, names as
	// its predecessor.
	before     string
	background bool  // it is a background copy
	inherited  bool  // a record has a session_id that differs from its sessionId
	seen       int32 // index after the last record with a UUID
	rank       int   // see older
}

// A run is a range of records that name the same session.
type run struct {
	from, to int32
	session  string
}

// A renamed is a record that had another UUID in the file it was copied from.
type renamed struct {
	record int32
	uuid   UUID
}

// maxRuns limits what is kept of a file whose records change their session all the time; real ones
// do so a few times.
const maxRuns = 1000

func (o *origin) note(f *File, r *record.Record, index int32) {
	switch {
	case len(r.Lineage.ContinuedIn) > 0:
		o.wentOn = run{index, index + 1, string(r.Lineage.ContinuedIn)}
	case string(r.Type) == "fork-context-ref" && len(r.Lineage.ForkSession) > 0 && o.pointer.session == "":
		o.pointer, o.pointsAt = run{index, index + 1, string(r.Lineage.ForkSession)}, string(r.Lineage.ForkMessage)
	}
	if len(r.UUID) == 0 {
		return
	}
	o.background = o.background || r.Lineage.Background
	if len(r.Session) > 0 {
		o.ids = o.extend(o.ids, index, r.Session)
	}
	switch {
	case len(r.Lineage.ForkSession) > 0:
		o.forks = o.extend(o.forks, index, r.Lineage.ForkSession)
		if len(r.Lineage.ForkMessage) > 0 && string(r.Lineage.ForkMessage) != string(r.UUID) {
			o.renamed = append(o.renamed, renamed{index, f.uuid(r.Lineage.ForkMessage)})
		}
	case len(r.Lineage.Inherited) > 0:
		o.forks, o.inherited = o.extend(o.forks, index, r.Lineage.Inherited), true
	}
	o.seen = index + 1
	if f.facts.mainChain {
		return
	}
	if f.Records.At(index).Parent == none && len(r.Parent) > 0 && o.before == "" {
		o.before = string(r.Parent)
	}
	if len(r.LogicalParent) > 0 {
		o.before = string(r.LogicalParent)
	}
}

// extend extends the last run if it contains the record before, else it begins a new run.
func (o *origin) extend(runs []run, index int32, session []byte) []run {
	if n := len(runs); n > 0 && runs[n-1].to == o.seen && runs[n-1].session == string(session) {
		runs[n-1].to = index + 1
		return runs
	}
	if len(runs) == maxRuns {
		return runs
	}
	return append(runs, run{index, index + 1, string(session)})
}

// SessionID returns the ID of the session that a main file holds: the file's name, unless the file
// was renamed. A name that none of the records contains counts only if it has the shape of a UUID;
// the file then continues another session.
func (f *File) SessionID() string {
	name := stem(f.Path)
	if n := len(f.origin.ids); n > 0 && !isUUID(name) && !f.carries(name) {
		return f.origin.ids[n-1].session
	}
	return name
}

// carries reports whether records of the file name a session as their own.
func (f *File) carries(session string) bool {
	for i := range f.origin.ids {
		if f.origin.ids[i].session == session {
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
