package session

import (
	"slices"

	"unspool/parser/internal/table"
	"unspool/parser/transcript"
)

// A RelationKind is the kind of a relation to another session.
type RelationKind uint8

// The kinds of relations: FORMAT.md, "Files move and split", "File copies", "Compaction".
const (
	Continues     RelationKind = iota // it continues the other session
	ContinuedIn                       // the other session continues it
	ForkedFrom                        // it branched off the other session at some record
	CopiedFrom                        // it holds records of the other session, for no recorded reason
	CompactedFrom                     // it begins with the summary of the other session
)

// String returns the name of the relation.
func (k RelationKind) String() string {
	return [...]string{"continues", "continued-in", "forked-from", "copied-from", "compacted-from"}[k]
}

// A Relation links a session to another one.
type Relation struct {
	Kind    RelationKind
	ID      string   // of the other session
	Session *Session // nil if it is not among the files
	Record  int32    // of the main file, which records the relation; -1 if the other session does
	At      string   // UUID of the other session's record where the two meet, "" if unknown
}

// Relations returns the relations to other sessions, earlier sessions first. It is complete once
// the store is finished.
func (s *Session) Relations() []Relation { return s.relations }

// findRelations finds the copies, twins and relations of all sessions. It runs when all files were
// read, since any earlier answer could turn out to be wrong.
func (st *Store) findRelations() {
	var mains []*transcript.File
	byFile, byID := map[*transcript.File]*Session{}, map[string]*Session{}
	sessions := slices.Clone(st.sessions) // whose places are in the order of reading
	slices.SortStableFunc(sessions, func(a, b *Session) int { return a.Main.File.Number - b.Main.File.Number })
	for _, s := range sessions {
		f := s.Main.File
		if f.Role != transcript.RoleMain || s.Main.Chat != nil {
			continue
		}
		mains = append(mains, f)
		byFile[f], s.ID = s, f.SessionID()
		if other := byID[f.SessionID()]; other == nil || newer(f, other.Main.File) {
			byID[f.SessionID()] = s
		}
	}
	for _, f := range mains {
		if st.Copies.ranks[f] = rankOf(f); byID[f.SessionID()].Main.File != f {
			st.Copies.ranks[f] = rankTwin
		}
	}
	targets := st.Copies.find(mains)
	for _, f := range mains {
		if first := byID[f.SessionID()]; st.Copies.ranks[f] == rankTwin && st.Copies.holdsNothing(f, first.Main.File) {
			byFile[f].TwinOf = first
		}
	}
	for _, f := range mains { // recorded relations take precedence over inferred ones
		if next := byID[f.Lineage.ContinuedIn.Session]; next != nil {
			relate(next, Relation{Continues, byFile[f].ID, byFile[f], transcript.None, st.Copies.divergencePoints(next.Main.File)[byFile[f].ID]})
		}
	}
	for _, f := range mains {
		if s := byFile[f]; s.TwinOf == nil {
			findPredecessors(s, byID, byFile, targets)
		}
	}
	for _, s := range sessions {
		for _, r := range s.relations {
			if r.Session != nil && (r.Kind == Continues || r.Kind == CompactedFrom) {
				relate(r.Session, Relation{Kind: ContinuedIn, ID: s.ID, Session: s, Record: transcript.None})
			}
		}
	}
}

// holdsNothing reports whether every record of the file is in another file.
func (x *Copies) holdsNothing(f, other *transcript.File) bool {
	for i := range f.Records.Len() {
		if !f.Records.At(i).UUID.None() && !x.IsCopied(f, i) {
			return false
		}
	}
	return len(x.In(f)) > 0 || !f.Metadata.MainChain && other.Metadata.MainChain
}

// relate adds a relation of a session unless the other session is already related by stronger evidence.
func relate(s *Session, r Relation) {
	if r.Session != nil && r.Session.TwinOf != nil {
		r.Session = r.Session.TwinOf
	}
	if r.ID == "" || r.Session == s || r.Session == nil && r.ID == s.ID {
		return
	}
	for _, known := range s.relations {
		if known.ID == r.ID || known.Session != nil && known.Session == r.Session {
			return
		}
	}
	s.relations = append(s.relations, r)
}

// findPredecessors finds the relations that a session's own records name, the strongest evidence
// first.
func findPredecessors(s *Session, byID map[string]*Session, byFile map[*transcript.File]*Session,
	targets map[table.UUID]*transcript.File) {
	f := s.Main.File
	l, at := &f.Lineage, s.Copies.divergencePoints(f)
	if l.ForkedFrom.Session != "" {
		last := l.ForkedAt
		if last == "" {
			last = l.Predecessor
		}
		relate(s, Relation{ForkedFrom, l.ForkedFrom.Session, byID[l.ForkedFrom.Session], l.ForkedFrom.From, last})
	}
	seen := map[string]bool{s.ID: true}
	for _, r := range l.Forks {
		if !seen[r.Session] && !l.Inherited {
			seen[r.Session] = true
			relate(s, Relation{ForkedFrom, r.Session, byID[r.Session], r.From, at[r.Session]})
		}
	}
	if len(l.IDs) > 0 && !seen[l.IDs[0].Session] {
		first := l.IDs[0]
		seen[first.Session] = true
		relate(s, Relation{Continues, first.Session, byID[first.Session], first.From, at[first.Session]})
	}
	_, inside := f.Lookup(l.Predecessor)
	if before := targets[f.UUIDOf(l.Predecessor)]; before != nil && !inside {
		kind := Continues
		if c := f.Conversations[0]; c.FirstMessage != transcript.None && f.Records.At(c.FirstMessage).Class == transcript.ClassSummary {
			kind = CompactedFrom
		}
		relate(s, Relation{kind, before.SessionID(), byFile[before], 0, l.Predecessor})
	}
	delete(seen, s.ID) // a twin may hold records of the other one
	kind := CopiedFrom
	if l.Background {
		kind = ForkedFrom
	}
	for _, c := range s.Copies.In(f) {
		if !seen[c.Session] {
			seen[c.Session] = true
			relate(s, Relation{kind, c.Session, byID[c.Session], c.From, at[c.Session]})
		}
	}
	if l.ContinuedIn.Session != "" {
		relate(s, Relation{ContinuedIn, l.ContinuedIn.Session, byID[l.ContinuedIn.Session], l.ContinuedIn.From, ""})
	}
}

// divergencePoints returns, for each session that records of a file were copied from, the UUID there
// of the last copied record.
func (x *Copies) divergencePoints(f *transcript.File) map[string]string {
	last := map[string]string{}
	for _, c := range x.In(f) {
		last[c.Session] = c.Last
	}
	return last
}
