package parser

import "iter"

// A Store takes files and makes sessions of them.
type Store struct {
	Files    []*File
	sessions []*Session
	finished bool
	bounds   bounds
	settled  int // sum of the files' revisions when the sessions were last linked
	book     book
}

// NewStore makes an empty store.
func NewStore() *Store { return &Store{settled: -1} }

// Open adds a file; its bytes follow by Write. name is its path inside what was
// opened, with "/" between folders: it tells agents' files from main ones. size
// is only told to others; -1 if it is not known.
func (st *Store) Open(name string, size int64) *File {
	f := newFile(len(st.Files), name, size, &st.bounds)
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
// the order of their files. Mere copies of others are left out.
func (st *Store) Sessions() iter.Seq[*Session] {
	st.settle()
	return func(yield func(*Session) bool) {
		for _, s := range st.sessions {
			if s.TwinOf == nil && !yield(s) {
				return
			}
		}
	}
}

// Session gives one by its place in the store, nil if there is none.
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
	st.book.update(st.Files)
	state := 0
	for _, f := range st.Files {
		state += f.Revision + len(f.links.calls) + len(f.Notices) + len(f.Conversations)
		if f.begun() {
			state++
		}
	}
	if state == st.settled {
		return
	}
	st.settled = state
	known := map[*File]bool{}
	for _, s := range st.sessions {
		s.Files, s.Beside = s.Files[:1], nil
		known[s.Files[0]] = true
	}
	for _, f := range st.Files {
		if f.Role == RoleMain && f.begun() && !known[f] {
			st.add(stem(f.Path), f.Conversations[0])
			known[f] = true
		}
	}
	if st.finished {
		st.relate()
		st.book.review()
	}
	st.house(known)
	if st.finished {
		st.entitle()
	}
	for _, s := range st.sessions {
		s.link()
		s.revision++
	}
	st.findMates()
}

func (st *Store) add(id string, main *Conversation) {
	st.sessions = append(st.sessions, &Session{ID: id, Main: main, Files: []*File{main.File}, Place: len(st.sessions)})
}

// house gives the files that are no main ones to their sessions.
func (st *Store) house(known map[*File]bool) {
	byID := map[string]*Session{}
	for _, twin := range []bool{false, true} { // of two with one id, the one that counts
		for _, s := range st.sessions {
			if twin == (s.main().origin.rank == rankTwin) {
				register(byID, stem(s.main().Path), s)
			}
		}
	}
	// Copies and continuations keep the ids of the session they come from.
	for _, s := range st.sessions {
		for _, id := range s.main().facts.sessions {
			register(byID, id, s)
		}
	}
	for _, s := range st.sessions {
		if s.TwinOf != nil {
			s.TwinOf.Beside = append(s.TwinOf.Beside, s.main())
		}
	}
	homes := findHomes(st.Files, byID)
	var homeless []*File
	for _, f := range st.Files {
		if known[f] {
			continue
		}
		switch s := homes.of(f); {
		case s == nil:
			if f.Role == RoleAgent && f.Known() {
				homeless = append(homeless, f)
			}
		case f.attached():
			s.Files = append(s.Files, f)
		default:
			s.Beside = append(s.Beside, f)
		}
	}
	// An agent's file without its session is read as a session of its own, but
	// only once nothing else can come that it belongs to.
	if st.finished {
		for _, f := range homeless {
			st.add("agent-"+f.agentID, f.talk())
		}
	}
}

func register(byID map[string]*Session, id string, s *Session) {
	if s.TwinOf != nil {
		s = s.TwinOf
	}
	if _, taken := byID[id]; !taken {
		byID[id] = s
	}
}

// entitle gives sessions the titles that stand in files beside them.
func (st *Store) entitle() {
	for _, s := range st.sessions {
		s.titled, s.typed = "", ""
		for _, f := range s.Beside {
			if f.titles.copy != "" {
				s.titled = f.titles.copy
			}
		}
		for _, f := range st.Files {
			if f.Role == RoleHistory && s.typed == "" {
				s.typed = f.titles.typed[s.ID]
			}
		}
	}
}

// begun says that a file is known to be a session's: before its first talk it
// may still turn out to be an agent's file under another name.
func (f *File) begun() bool { return f.facts.mainChain || f.Closed && f.Known() }

// parentSession is the id of the session that a file belongs to: that of its
// folder, else the one its records name; of an empty file, that of its name.
func (f *File) parentSession() string {
	switch {
	case f.sessionID != "":
		return f.sessionID
	case len(f.facts.sessions) > 0:
		return f.facts.sessions[0]
	case f.Role == RoleMain:
		return stem(f.Path)
	}
	return ""
}

// talk is the first conversation of the file in which something was said.
func (f *File) talk() *Conversation {
	for _, c := range f.Conversations {
		if c.OpensWith != none {
			return c
		}
	}
	return f.Conversations[0]
}

// Revision changes when rows that were given out may have changed other than by
// growing at their end.
func (s *Session) Revision() int { return s.revision }
