package protocol

// A FilterError describes why a text is not a filter.
type FilterError struct {
	Code  string   `js:"code" ts:"FilterErrorCode"`
	Value string   `js:"value"` // invalid-turns, unknown-kind: at most 40 bytes of what is wrong
	Kinds []string `js:"kinds"` // the kinds of rows
	Limit int      `js:"limit"` // the maximum length of a list of kinds, in bytes
}

// A Filtered is the result of filtering rows: either an error or a row.
type Filtered struct {
	Row   *int         `js:"row"` // null if there are no rows
	Error *FilterError `js:"error"`
}

// Choices describe how much of a session each filter option covers, including the rows
// of agents, and how much is shown.
type Choices struct {
	Shown     int        `js:"shown"`     // lines that the filter keeps, whatever is open, counted as for the kinds
	Lines     int        `js:"lines"`     // lines without the reader's filter
	Kinds     []Count    `js:"kinds"`     // number of rows of each kind; for agents and branches, the number of agents and branches
	Tools     []ToolUses `js:"tools"`     // the most used first, at most 500
	More      int        `js:"more"`      // number of other tools
	Agents    int        `js:"agents"`    // agents with records of their own, including internal ones
	AgentName string     `js:"agentName"` // name of the selected agent, "" for none
}

// ToolUses counts the calls of one tool.
type ToolUses struct {
	Name   string `js:"name"`   // as recorded
	Server string `js:"server"` // MCP server
	Tool   string `js:"tool"`   // displayed name
	Calls  int    `js:"calls"`
	Failed int    `js:"failed"`
}

// An AgentChoice is an agent that the rows can be filtered by.
type AgentChoice struct {
	ID   string `js:"id"`
	Name string `js:"name"` // name in its team, or else its type
	Task string `js:"task"`
	Rows int    `js:"rows"`
}

// AgentChoices is a page of the agents of a session.
type AgentChoices struct {
	Agents   []AgentChoice `js:"agents"`
	Next     *int          `js:"next"`     // the start of the next page, null at the end
	Revision int           `js:"revision"` // pages with another revision may be in another order
}
