package sidecar

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

// ParseMeta reads a meta file or an agent_metadata record. The agent is the one that the name of
// the file identifies; an ID in the content takes precedence.
func ParseMeta(agent string, b []byte) *Meta {
	o := parseObject(b)
	m := &Meta{
		Agent:       o.text("agentId"),
		Type:        o.text("agentType"),
		Description: o.text("description"),
		ToolUse:     o.text("toolUseId"),
		ParentAgent: o.text("parentAgentId"),
		Name:        o.text("name"),
		Team:        o.text("teamName"),
		Task:        o.text("taskKind"),
		Model:       o.text("model"),
		Color:       o.text("color"),
		Worktree:    o.text("worktreePath"),
		Phase:       o.text("workflowPhase"),
		Depth:       max(0, o.value("spawnDepth").GetInt()),
		Fork:        o.value("isFork").GetBool(),
	}
	if m.Agent == "" {
		m.Agent = agent
	}
	return m
}
