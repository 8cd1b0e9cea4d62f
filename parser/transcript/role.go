package transcript

import (
	"cmp"
	"path"
	"strings"
)

// A Role is the role of a file in a session: FORMAT.md, "Layout by version".
type Role uint8

// The roles.
const (
	RoleMain    Role = iota // a main conversation, or not known yet
	RoleAgent               // agent-<id>.jsonl
	RoleMeta                // agent-<id>.meta.json
	RoleSpilled             // tool-results/…: output too large for the transcript
	RoleHistory             // history.jsonl: every typed prompt
	RoleTitle               // custom-title.json next to a session
	RoleOther               // notes and the like
	RoleJournal             // journal.jsonl of a workflow
	RoleRun                 // wf_….json: the snapshot of a workflow run
	RoleCowork              // local_<uuid>.json: what Cowork records about a session
)

// String returns the name of the role for roles that are distinguished within a session, "other"
// for the rest.
func (r Role) String() string {
	switch r {
	case RoleMain:
		return "main"
	case RoleAgent:
		return "agent"
	case RoleMeta:
		return "meta"
	case RoleSpilled:
		return "spilled"
	}
	return "other"
}

// RoleOf returns a file's role by its path, with "/" between folders. A main file's name is not
// conclusive: its records decide then.
func RoleOf(name string) Role {
	role, _, _ := roleOf(name)
	return role
}

// asAgent turns a file that contains only sidechains into an agent's file: a sidechain file in a
// project's folder is not a session (FORMAT.md, "Session facts for lists").
func (r *reader) asAgent() {
	if !r.f.Metadata.MainChain && len(r.f.Conversations) > 1 {
		r.f.Role, r.f.AgentID = RoleAgent, BaseName(r.f.Path)
		r.ending.agent = true
	}
}

// roleOf returns a file's role by its path, for agents their ID, and for files in a session's own
// folder the session: FORMAT.md, "Layout by version".
func roleOf(name string) (role Role, agent, session string) {
	dir, base := path.Split(name)
	if base == "conversations.json" { // an export, whatever its folder is called
		return RoleMain, "", ""
	}
	dirs := strings.Split(strings.Trim(dir, "/"), "/")
	other := false
	for i, d := range dirs {
		switch d {
		case "subagents", "session-memory", "workflows":
			if i > 0 && session == "" {
				session = dirs[i-1]
			}
			other = true
		case "memory", "todos", "tasks", "plans", "teams", "jobs", "file-history":
			other = other || i >= len(dirs)-2 // farther up these are ordinary folder names
		}
	}
	spilled, owner := findSpilled(dirs, base)
	if spilled {
		return RoleSpilled, "", cmp.Or(session, owner)
	}
	id, isAgent := strings.CutPrefix(base, "agent-")
	if isAgent {
		if id, ok := strings.CutSuffix(id, ".meta.json"); ok {
			return RoleMeta, id, session
		}
		if id, ok := strings.CutSuffix(id, ".jsonl"); ok {
			return RoleAgent, id, session
		}
	}
	if strings.HasPrefix(base, "local_") && strings.HasSuffix(base, ".json") {
		return RoleCowork, "", ""
	}
	switch base {
	case "history.jsonl":
		return RoleHistory, "", ""
	case "custom-title.json":
		return RoleTitle, "", dirs[len(dirs)-1]
	case "journal.jsonl", "sessions-index.json", ".session-aliases":
		return RoleOther, "", session
	}
	if (other || owner != "") && path.Ext(base) != ".jsonl" { // a folder of sessions may have any name
		return RoleOther, "", cmp.Or(session, owner)
	}
	return RoleMain, "", ""
}

// findSpilled reports whether a file is spilled output, and returns the folder of its session, also
// for a file in a folder below. Farther up, or above a transcript, tool-results is an ordinary name.
func findSpilled(dirs []string, base string) (spilled bool, owner string) {
	at := len(dirs) - 1
	if at > 0 && dirs[at] != "tool-results" {
		at--
	}
	if dirs[at] != "tool-results" || path.Ext(base) == ".jsonl" {
		return false, ""
	}
	if at > 0 {
		owner = dirs[at-1]
	}
	return at == len(dirs)-1, owner
}

// findRun recognizes the files of a workflow by their path:
//
//	<session>/subagents/workflows/wf_1/agent-….jsonl, journal.jsonl
//	<session>/workflows/wf_1.json
func findRun(f *File) {
	dir, base := path.Split(f.Path)
	dirs := strings.Split(strings.Trim(dir, "/"), "/")
	parent := func(n int) string {
		if n <= len(dirs) {
			return dirs[len(dirs)-n]
		}
		return ""
	}
	switch last := parent(1); {
	case strings.HasPrefix(last, "wf_"):
		f.Sidecar.RunID = last
		if base == "journal.jsonl" {
			f.Role = RoleJournal
			for i, d := range dirs {
				if d == "subagents" && i > 0 {
					f.FolderSession = dirs[i-1]
				}
			}
		}
	case last == "workflows" && strings.HasPrefix(base, "wf_") && strings.HasSuffix(base, ".json"):
		f.Role, f.Sidecar.RunID, f.FolderSession = RoleRun, strings.TrimSuffix(base, ".json"), parent(2)
	}
}

// maxSnapshot limits the bytes of a run's snapshot that are kept until it is read. The snapshot also holds the
// script and the result; of a longer one the fields before the cut count.
const maxSnapshot = 4 << 20

// ParentSession returns the ID of the session that a file belongs to: that of its folder, else the
// one its records name, else for a main file the one in its name.
func (f *File) ParentSession() string {
	switch {
	case f.FolderSession != "":
		return f.FolderSession
	case len(f.Metadata.SessionIDs) > 0:
		return f.Metadata.SessionIDs[0]
	case f.Role == RoleMain:
		return BaseName(f.Path)
	}
	return ""
}

// BaseName returns a file's name without its folder and extension: a main file's session ID.
func BaseName(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

// Begun reports whether a file is known to be a session's: before its first message it may still
// turn out to be an agent's file under another name.
func (f *File) Begun() bool {
	return f.Metadata.MainChain && !f.reader.foreign || f.reader.everClosed && f.Known()
}
