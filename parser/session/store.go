package session

import (
	"iter"
	"slices"

	"unspool/parser/sidecar"
	"unspool/parser/transcript"
)

// A Store collects files and groups them into sessions.
type Store struct {
	Files         []*transcript.File // in the order of opening; in the order of their numbers once finished
	Copies        Copies
	numbered      map[int]*transcript.File // by number
	next          int                      // one more than the highest number
	sessions      []*Session
	byBeginning   map[beginning]*Session
	finished      bool
	shared        *transcript.Shared
	settled       int // sum of the files' revisions when the sessions were last linked
	responseIndex responseIndex

	linkInputBuffer []byte // reused
}

// NewStore returns an empty store.
func NewStore() *Store {
	st := &Store{byBeginning: map[beginning]*Session{}, settled: -1, shared: transcript.NewShared(),
		Copies: Copies{fileRanks{}, map[*transcript.File]copiedRanges{}}}
	st.responseIndex.shared, st.responseIndex.copies = st.shared, &st.Copies
	st.shared.OnUsage = st.responseIndex.noteUsage
	return st
}

// Open adds a file; its bytes follow by Write. name is the file's path inside the opened folder or
// archive, with "/" between folders: it distinguishes agents' files from main files. size is only
// stored for others; it is -1 if unknown.
func (st *Store) Open(name string, size int64) *transcript.File {
	return st.OpenAs(st.next, name, size)
}

// OpenAs is like [Store.Open] for callers that number the files themselves, so that several stores
// can share one numbering. If a number is used twice, it refers to the first file.
func (st *Store) OpenAs(number int, name string, size int64) *transcript.File {
	f := transcript.Open(number, name, size, st.shared)
	st.responseIndex.open(f)
	st.Files = append(st.Files, f)
	if st.numbered == nil {
		st.numbered = map[int]*transcript.File{}
	}
	if st.numbered[number] == nil {
		st.numbered[number] = f
	}
	st.next = max(st.next, number+1)
	return f
}

// File returns the file with a number, nil if there is none.
func (st *Store) File(number int) *transcript.File { return st.numbered[number] }

// Finish closes all files.
func (st *Store) Finish() {
	for _, f := range st.Files {
		f.Close()
	}
	// Results depend on the numbers of the files, not on the order of opening.
	slices.SortStableFunc(st.Files, func(a, b *transcript.File) int { return a.Number - b.Number })
	st.finished = true
	st.settled = -1
	st.relink()
}

// Sessions iterates over the sessions in the files as far as they were read, in the order of the
// files. It omits mere copies of other sessions. Files may be written to between two of them: new
// sessions are omitted, and so are those that no longer exist.
func (st *Store) Sessions() iter.Seq[*Session] {
	return func(yield func(*Session) bool) {
		st.relink()
		for _, s := range slices.Clone(st.sessions) { // linking again removes sessions
			if s.exists && s.TwinOf == nil && !yield(s) {
				return
			}
		}
	}
}

// Session returns the session at an index of the store, nil if there is none.
func (st *Store) Session(i int) *Session {
	st.relink()
	if i < 0 || i >= len(st.sessions) {
		return nil
	}
	return st.sessions[i]
}

// relink groups files into sessions and links agents, if something changed since the last time.
// Sessions keep their place: new ones are appended.
func (st *Store) relink() {
	st.responseIndex.update(st.Files)
	state := 0
	for _, f := range st.Files {
		state += f.ChangeCount()
	}
	if state == st.settled {
		return
	}
	st.settled = state
	for _, s := range st.sessions {
		s.exists = false
	}
	for _, f := range st.Files {
		if f.Role == transcript.RoleMain && f.Begun() {
			for _, c := range f.MainConversations() {
				st.upsertSession(c, c.SessionID())
			}
		}
	}
	st.pruneSessions(func(s *Session) bool { return s.Main.File.Role != transcript.RoleAgent })
	if st.finished {
		st.findRelations()
		st.responseIndex.review()
	}
	st.assignFiles()
	st.pruneSessions(func(*Session) bool { return true })
	if st.finished {
		st.applySidecarTitles()
	}
	for i, s := range st.sessions {
		s.Place = i
		if input := st.linkInput(s); input != s.linkedInput || dependsOnOthers(s) {
			s.linkedInput = input
			link(s)
			s.revision++
		}
	}
	st.linkTeammates()
}

// A beginning is the key of a session. A file that is read again, or that turns out to be an
// agent's, has another conversation in the same place.
type beginning struct {
	file *transcript.File
	conv int32
}

// upsertSession lists the session of a conversation, in its old place if it has one.
func (st *Store) upsertSession(c *transcript.Conversation, id string) {
	at := beginning{c.File, c.Index}
	s := st.byBeginning[at]
	if s == nil {
		s = &Session{Files: []*transcript.File{c.File}, Copies: &st.Copies, responses: &st.responseIndex}
		st.byBeginning[at] = s
	}
	if !s.listed {
		st.sessions = append(st.sessions, s)
	}
	s.exists, s.listed = true, true
	s.ID, s.Main, s.Files, s.Sidecars, s.TwinOf, s.relations = id, c, s.Files[:1], nil, nil, nil
}

// A sessionFilter reports whether the filter selects a session.
type sessionFilter func(*Session) bool

// pruneSessions removes the matching sessions that no longer exist from the list.
func (st *Store) pruneSessions(matches sessionFilter) {
	st.sessions = slices.DeleteFunc(st.sessions, func(s *Session) bool {
		if s.listed = s.exists || !matches(s); !s.listed {
			s.Place = -1
		}
		return !s.listed
	})
}

// assignFiles assigns the files that are not main files to their sessions.
func (st *Store) assignFiles() {
	var mains []*Session
	known := map[*transcript.File]bool{}
	for _, s := range st.sessions {
		if s.exists {
			mains = append(mains, s)
			known[s.Main.File] = true
		}
	}
	byID := map[string]*Session{}
	for _, twin := range []bool{false, true} { // of two with the same ID, the one that counts
		for _, s := range mains {
			if twin == (st.Copies.ranks[s.Main.File] == rankTwin) {
				register(byID, s.Main.SessionID(), s)
			}
		}
	}
	// Copies and continuations keep the IDs of the session they come from.
	for _, s := range mains {
		for _, id := range s.facts().SessionIDs {
			register(byID, id, s)
		}
	}
	for _, s := range mains {
		if s.TwinOf != nil {
			s.TwinOf.Sidecars = append(s.TwinOf.Sidecars, s.Main.File)
		}
	}
	fileOwners := findFileOwners(st.Files, byID)
	var withoutSession []*transcript.File
	for _, f := range st.Files {
		if known[f] {
			continue
		}
		switch s := fileOwners.of(f); {
		case s == nil:
			if f.Role == transcript.RoleAgent && f.Known() {
				withoutSession = append(withoutSession, f)
			}
		case isSessionFile(f):
			s.Files = append(s.Files, f)
		default:
			s.Sidecars = append(s.Sidecars, f)
		}
	}
	// An agent's file without its session becomes a session of its own, but only when no further
	// file can be its session.
	if st.finished {
		for _, f := range withoutSession {
			st.upsertSession(activeConversation(f), "agent-"+f.AgentID)
		}
	}
}

// activeConversation returns the first conversation of a file with a message.
func activeConversation(f *transcript.File) *transcript.Conversation {
	for _, c := range f.Conversations {
		if c.FirstMessage != transcript.None {
			return c
		}
	}
	return f.Conversations[0]
}

func register(byID map[string]*Session, id string, s *Session) {
	if s.TwinOf != nil {
		s = s.TwinOf
	}
	if _, taken := byID[id]; !taken {
		byID[id] = s
	}
}

// applySidecarTitles sets the titles of sessions that sidecar files contain.
func (st *Store) applySidecarTitles() {
	// Searched once: for each of 25,000 sessions, that took most of the time of Finish.
	histories := slices.DeleteFunc(slices.Clone(st.Files), func(f *transcript.File) bool { return f.Role != transcript.RoleHistory })
	for _, s := range st.sessions {
		s.titled, s.typed, s.cowork = "", "", sidecar.Cowork{}
		for _, f := range s.Sidecars {
			if f.Role == transcript.RoleCowork {
				s.cowork = f.Sidecar.Cowork
			}
			if f.Sidecar.Titles.Copied != "" {
				s.titled = f.Sidecar.Titles.Copied
			}
		}
		for _, f := range histories {
			if s.typed == "" {
				s.typed = f.Sidecar.Titles.Typed[s.ID]
			}
		}
	}
}

// Revision returns a number that changes when earlier rows may have changed other than by growth at
// their end.
func (s *Session) Revision() int { return s.revision }
