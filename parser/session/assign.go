package session

import (
	"strings"

	"unspool/parser/transcript"
)

// isSessionFile reports whether the file belongs to the session of another file.
func isSessionFile(f *transcript.File) bool {
	switch f.Role {
	case transcript.RoleAgent, transcript.RoleMeta, transcript.RoleJournal, transcript.RoleRun:
		return true
	}
	return false
}

// fileOwners maps the files of agents and workflows to their sessions: FORMAT.md, "Layout by
// version".
type fileOwners struct {
	byID   map[string]*Session // sessions by the IDs of their main files
	byPath map[string]*Session // sessions of agent files, by path without the extension
}

func findFileOwners(files []*transcript.File, byID map[string]*Session) fileOwners {
	h := fileOwners{byID, map[string]*Session{}}
	for _, f := range files {
		if f.Role == transcript.RoleAgent {
			h.byPath[strings.TrimSuffix(f.Path, ".jsonl")] = h.of(f)
		}
	}
	return h
}

// of returns the session of a file, nil if it is not among the files. It is the session of the
// file's folder, under whichever project that is. Otherwise it is the session that the records
// name, since some folders carry no session ID. For a meta file it is the session of the agent file
// next to it.
func (h fileOwners) of(f *transcript.File) *Session {
	if s := h.byID[f.FolderSession]; s != nil && f.FolderSession != "" {
		return s
	}
	switch f.Role {
	case transcript.RoleCowork:
		if f.Sidecar.Cowork.Session == "" {
			return nil
		}
		return h.byID[f.Sidecar.Cowork.Session]
	case transcript.RoleMeta:
		return h.byPath[strings.TrimSuffix(f.Path, ".meta.json")]
	}
	if len(f.Metadata.SessionIDs) > 0 {
		return h.byID[f.Metadata.SessionIDs[0]]
	}
	if f.Role == transcript.RoleMain { // an empty one is identified by its name
		return h.byID[transcript.BaseName(f.Path)]
	}
	return nil
}
