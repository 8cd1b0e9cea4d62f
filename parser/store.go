package parser

import (
	"iter"
	"slices"
)

// A Store takes files and makes sessions of them.
type Store struct {
	Files    []*File
	sessions []*Session
	finished bool
	settled  int // sum of the files' revisions when the sessions were last linked
}

// NewStore makes an empty store.
func NewStore() *Store { return &Store{settled: -1} }

// Open adds a file; its bytes follow by Write. name is its path inside what was
// opened, with "/" between folders: it tells agents' files from main ones. size
// is only told to others; -1 if it is not known.
func (st *Store) Open(name string, size int64) *File {
	f := newFile(len(st.Files), name, size)
	st.Files = append(st.Files, f)
	return f
}

// Finish ends all files.
func (st *Store) Finish() {
	for _, f := range st.Files {
		f.Close()
	}
	st.finished = true
	st.settled = -1
	st.settle()
}

// Sessions lists the sessions that the files hold as far as they were read, in
// the order of their files.
func (st *Store) Sessions() iter.Seq[*Session] {
	st.settle()
	return slices.Values(st.sessions)
}

// Session gives one of them by its place in that order, nil if there is none.
func (st *Store) Session(i int) *Session {
	st.settle()
	if i < 0 || i >= len(st.sessions) {
		return nil
	}
	return st.sessions[i]
}

// settle groups files into sessions and links agents, when something changed
// since the last time. Sessions keep their place: new ones come behind.
func (st *Store) settle() {
	state := 0
	for _, f := range st.Files {
		state += f.Revision + len(f.links.byResult) + len(f.links.byProgress) + len(f.Conversations)
		if f.begun() {
			state++
		}
	}
	if state == st.settled {
		return
	}
	st.settled = state
	byID := map[string]*Session{}
	for _, s := range st.sessions {
		s.Files = s.Files[:1]
		s.register(byID)
	}
	known := map[*File]bool{}
	for _, s := range st.sessions {
		known[s.Files[0]] = true
	}
	for _, f := range st.Files {
		if f.Role == RoleMain && f.begun() && !known[f] {
			s := &Session{ID: stem(f.Path), Main: f.Conversations[0], Files: []*File{f}}
			st.sessions = append(st.sessions, s)
			known[f] = true
			s.register(byID)
		}
	}
	var homeless []*File
	for _, f := range st.Files {
		if f.Role != RoleAgent && f.Role != RoleMeta || known[f] {
			continue
		}
		if s := byID[f.parentSession()]; s != nil {
			s.Files = append(s.Files, f)
		} else if f.Role == RoleAgent && f.Known() {
			homeless = append(homeless, f)
		}
	}
	// An agent's file without its session is read as a session of its own, but
	// only once nothing else can come that it belongs to.
	if st.finished {
		for _, f := range homeless {
			s := &Session{ID: "agent-" + f.agentID, Main: f.Conversations[0], Files: []*File{f}}
			st.sessions = append(st.sessions, s)
		}
	}
	for _, s := range st.sessions {
		s.link()
		s.revision++
	}
}

// begun says that a file is known to be a session's: before its first talk it
// may still turn out to be an agent's file under another name.
func (f *File) begun() bool { return f.facts.mainChain || f.Closed && f.Known() }

// register makes a session known by its file's name and by the ids its records
// carry: copies and continuations keep the old ones.
func (s *Session) register(byID map[string]*Session) {
	for _, id := range append([]string{s.ID}, s.main().facts.sessions...) {
		if _, taken := byID[id]; !taken {
			byID[id] = s
		}
	}
}

// parentSession is the id of the session that an agent's file belongs to: that
// of its folder, else the one its records name.
func (f *File) parentSession() string {
	if f.sessionID != "" {
		return f.sessionID
	}
	if len(f.facts.sessions) > 0 {
		return f.facts.sessions[0]
	}
	return ""
}

// Revision changes when rows that were given out may have changed other than by
// growing at their end.
func (s *Session) Revision() int { return s.revision }
