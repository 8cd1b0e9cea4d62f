package parser

import "strings"

// attached says that a file belongs to another one's session.
func (f *File) attached() bool {
	switch f.Role {
	case RoleAgent, RoleMeta, RoleJournal, RoleRun:
		return true
	}
	return false
}

// fileOwners tell which session the files of agents and workflows belong to:
// FORMAT.md, "Layout by version".
type fileOwners struct {
	byID   map[string]*Session // main files by the ids they go by
	byPath map[string]*Session // sessions of agents' files, by their paths without the ending
}

func findFileOwners(files []*File, byID map[string]*Session) fileOwners {
	h := fileOwners{byID, map[string]*Session{}}
	for _, f := range files {
		if f.Role == RoleAgent {
			h.byPath[strings.TrimSuffix(f.Path, ".jsonl")] = h.of(f)
		}
	}
	return h
}

// of gives a file's session, nil where it is not there: that of its folder, under
// whichever project that lies; else the one its records name, since folders
// without a session's id exist; for a meta file that of the agent beside it.
func (h fileOwners) of(f *File) *Session {
	if s := h.byID[f.sessionID]; s != nil && f.sessionID != "" {
		return s
	}
	switch f.Role {
	case RoleCowork:
		if f.cowork.session == "" {
			return nil
		}
		return h.byID[f.cowork.session]
	case RoleMeta:
		return h.byPath[strings.TrimSuffix(f.Path, ".meta.json")]
	}
	if len(f.facts.sessions) > 0 {
		return h.byID[f.facts.sessions[0]]
	}
	if f.Role == RoleMain { // an empty one goes by its name
		return h.byID[stem(f.Path)]
	}
	return nil
}
