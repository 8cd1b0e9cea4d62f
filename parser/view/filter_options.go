package view

// The structs of this file tell what there is to choose from when rows are
// filtered. They cross to JavaScript as those of model.go do.

// Choices tell how much of a session there is of what it can be filtered by, its
// agents' rows included, and how much of it is shown.
type Choices struct {
	Shown     int        `js:"shown"`     // lines that are left, whatever is open, as the kinds count them
	Lines     int        `js:"lines"`     // that there are without a filter
	Kinds     []Tally    `js:"kinds"`     // how many rows there are of each kind; of agents and branches, how many these are themselves
	Tools     []ToolUses `js:"tools"`     // most used first, at most 500
	More      int        `js:"more"`      // tools beside these
	Agents    int        `js:"agents"`    // with records of their own, internal ones too
	AgentName string     `js:"agentName"` // of the agent of which alone there are rows, "" for none
}

// ToolUses count the calls of one tool.
type ToolUses struct {
	Name   string `js:"name"`   // as recorded
	Server string `js:"server"` // MCP server
	Tool   string `js:"tool"`   // name that is shown
	Calls  int    `js:"calls"`
	Failed int    `js:"failed"`
}

// An AgentChoice is an agent of which alone rows can be shown.
type AgentChoice struct {
	ID   string `js:"id"`
	Name string `js:"name"` // in its team, else its type
	Task string `js:"task"`
	Rows int    `js:"rows"`
}

// AgentChoices are some of the agents of a session.
type AgentChoices struct {
	Agents   []AgentChoice `js:"agents"`
	Next     int           `js:"next"`     // from where to go on, -1 at the end
	Revision int           `js:"revision"` // those of another one may stand in another order
}
