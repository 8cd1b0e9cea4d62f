package parser

import (
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A Meta is the content of the meta.json next to an agent's file, or of the agent_metadata record
// that takes its place in a dump of the SDK's session store: FORMAT.md, "Agent files". Any field
// may be missing.
type Meta struct {
	Agent       string
	Type        string // agentType
	Description string
	ToolUse     string // toolUseId: the call that started it
	ParentAgent string
	Name, Team  string // of a teammate
	Task        string // taskKind
	Model       string
	Color       string // "blue"
	Worktree    string
	Phase       string // workflowPhase
	Depth       int    // spawnDepth; 0 if unknown
	Fork        bool
}

// metaSize limits how much of a value is kept, in bytes.
const metaSize = 300

// parseMeta reads as much as it can of a meta file. If the file is truncated, the fields before the
// cut are kept.
func parseMeta(agent string, b []byte) *Meta {
	m := &Meta{Agent: agent}
	members(b, 0, func(key string, at int) {
		switch key {
		case "agentId":
			m.Agent = stringAt(b, at)
		case "agentType":
			m.Type = stringAt(b, at)
		case "description":
			m.Description = stringAt(b, at)
		case "toolUseId":
			m.ToolUse = stringAt(b, at)
		case "parentAgentId":
			m.ParentAgent = stringAt(b, at)
		case "name":
			m.Name = stringAt(b, at)
		case "teamName":
			m.Team = stringAt(b, at)
		case "taskKind":
			m.Task = stringAt(b, at)
		case "model":
			m.Model = stringAt(b, at)
		case "color":
			m.Color = stringAt(b, at)
		case "worktreePath":
			m.Worktree = stringAt(b, at)
		case "workflowPhase":
			m.Phase = stringAt(b, at)
		case "spawnDepth":
			if c := b[at]; c > '0' && c <= '9' {
				m.Depth = int(c - '0')
			}
		case "isFork":
			m.Fork = b[at] == 't'
		}
	})
	return m
}

// members calls see for each member of the object at b[at], as far as the object can be read.
func members(b []byte, at int, see func(key string, at int)) int {
	return jsonl.Object(b, at, func(key []byte, at int) int {
		end := jsonl.Skip(b, at)
		if end > 0 {
			see(string(key), at)
		}
		return end
	})
}

// elements calls see for each element of the array at b[at], as far as it can be read.
func elements(b []byte, at int, see func(at int)) {
	jsonl.Array(b, at, func(at int) int {
		end := jsonl.Skip(b, at)
		if end > 0 {
			see(at)
		}
		return end
	})
}

// stringAt returns the beginning of the string at b[at], "" for other values.
func stringAt(b []byte, at int) string { return string(record.AppendString(nil, b, at, metaSize)) }
