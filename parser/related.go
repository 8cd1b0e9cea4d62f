package parser

import (
	"slices"

	"unspool/parser/internal/table"
)

// A RelationKind is how a session is related to another one.
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
	var mains []*File
	byFile, byID := map[*File]*Session{}, map[string]*Session{}
	sessions := slices.Clone(st.sessions) // whose places are in the order of reading
	slices.SortStableFunc(sessions, func(a, b *Session) int { return a.main().Number - b.main().Number })
	for _, s := range sessions {
		f := s.main()
		if f.Role != RoleMain || s.Main.chat != nil {
			continue
		}
		mains = append(mains, f)
		byFile[f], s.ID = s, f.SessionID()
		if other := byID[f.SessionID()]; other == nil || newer(f, other.main()) {
			byID[f.SessionID()] = s
		}
	}
	for _, f := range mains {
		if f.origin.rank = f.rank(); byID[f.SessionID()].main() != f {
			f.origin.rank = rankTwin
		}
	}
	targets := findCopies(mains)
	for _, f := range mains {
		if first := byID[f.SessionID()]; f.origin.rank == rankTwin && f.holdsNothing(first.main()) {
			byFile[f].TwinOf = first
		}
	}
	for _, f := range mains { // what a session records itself takes precedence over what is inferred
		if next := byID[f.origin.continuedIn.session]; next != nil {
			next.relates(Relation{Continues, byFile[f].ID, byFile[f], none, next.main().divergencePoints()[byFile[f].ID]})
		}
	}
	for _, f := range mains {
		if s := byFile[f]; s.TwinOf == nil {
			s.findPredecessors(byID, byFile, targets)
		}
	}
	for _, s := range sessions {
		for _, r := range s.relations {
			if r.Session != nil && (r.Kind == Continues || r.Kind == CompactedFrom) {
				r.Session.relates(Relation{Kind: ContinuedIn, ID: s.ID, Session: s, Record: none})
			}
		}
	}
}

// holdsNothing reports whether every record of the file is in another file.
func (f *File) holdsNothing(other *File) bool {
	for i := range f.Records.Len() {
		if !f.Records.At(i).UUID.None() && f.Original(i) == f {
			return false
		}
	}
	return len(f.Copies) > 0 || !f.metadata.mainChain && other.metadata.mainChain
}

// relates adds a relation unless the other session is already related by stronger evidence.
func (s *Session) relates(r Relation) {
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

// findPredecessors finds the relations that the session's own records name, the strongest evidence
// first.
func (s *Session) findPredecessors(byID map[string]*Session, byFile map[*File]*Session, targets map[table.UUID]*File) {
	f := s.main()
	o, at := &f.origin, f.divergencePoints()
	if o.forkedFrom.session != "" {
		last := o.forkedAt
		if last == "" {
			last = o.predecessor
		}
		s.relates(Relation{ForkedFrom, o.forkedFrom.session, byID[o.forkedFrom.session], o.forkedFrom.from, last})
	}
	seen := map[string]bool{s.ID: true}
	for _, r := range o.forks {
		if !seen[r.session] && !o.inherited {
			seen[r.session] = true
			s.relates(Relation{ForkedFrom, r.session, byID[r.session], r.from, at[r.session]})
		}
	}
	if len(o.ids) > 0 && !seen[o.ids[0].session] {
		first := o.ids[0]
		seen[first.session] = true
		s.relates(Relation{Continues, first.session, byID[first.session], first.from, at[first.session]})
	}
	if before := targets[f.bounds.seeds.UUID([]byte(o.predecessor))]; before != nil && f.Lookup(o.predecessor) == none {
		kind := Continues
		if c := f.Conversations[0]; c.FirstMessage != none && f.Records.At(c.FirstMessage).Class == ClassSummary {
			kind = CompactedFrom
		}
		s.relates(Relation{kind, before.SessionID(), byFile[before], 0, o.predecessor})
	}
	delete(seen, s.ID) // a twin may hold records of the other one
	kind := CopiedFrom
	if o.background {
		kind = ForkedFrom
	}
	for i := range f.Copies {
		if c := &f.Copies[i]; !seen[c.Session] {
			seen[c.Session] = true
			s.relates(Relation{kind, c.Session, byID[c.Session], c.From, at[c.Session]})
		}
	}
	if o.continuedIn.session != "" {
		s.relates(Relation{ContinuedIn, o.continuedIn.session, byID[o.continuedIn.session], o.continuedIn.from, ""})
	}
}

// divergencePoints returns, for each session that records were copied from, the UUID there of the
// last copied record.
func (f *File) divergencePoints() map[string]string {
	last := map[string]string{}
	for i := range f.Copies {
		last[f.Copies[i].Session] = f.Copies[i].Last
	}
	return last
}
