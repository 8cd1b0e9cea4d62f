package parser

import (
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
func (f *File) asAgent() {
	if !f.facts.mainChain && len(f.Conversations) > 1 {
		f.Role, f.agentID = RoleAgent, stem(f.Path)
		f.ending.agent = true
	}
}

// roleOf returns a file's role by its path, for agents their ID, and for files in a session's own
// folder the session: FORMAT.md, "Layout by version".
func roleOf(name string) (role Role, agent, session string) {
	dir, base := path.Split(name)
	dirs := strings.Split(strings.Trim(dir, "/"), "/")
	other := false
	for i, d := range dirs {
		switch d {
		case "subagents", "tool-results", "session-memory", "workflows":
			if i > 0 && session == "" {
				session = dirs[i-1]
			}
			if d == "tool-results" {
				return RoleSpilled, "", session
			}
			other = true
		case "memory", "todos", "tasks", "plans", "teams", "jobs", "file-history":
			other = other || i >= len(dirs)-2 // farther up these are ordinary folder names
		}
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
	if other && path.Ext(base) != ".jsonl" { // a folder of sessions may have any name
		return RoleOther, "", session
	}
	return RoleMain, "", ""
}
