package tables

// Names of the tables, which are also the names of their files or folders.
const (
	nameSessions    = "sessions"
	nameTurns       = "turns"
	nameResponses   = "responses"
	nameToolCalls   = "tool_calls"
	nameFileChanges = "file_changes"
)

// Rows are the rows of one session in all tables.
type Rows struct {
	Sessions    []Session
	Turns       []Turn
	Responses   []Response
	ToolCalls   []ToolCall
	FileChanges []FileChange
	Excluded    Excluded
}

// Excluded counts what has no row, because another row has it.
type Excluded struct {
	Turns     int `json:"copiedTurns"`     // that another session has
	ToolCalls int `json:"copiedToolCalls"` // that another session has
	Repeated  int `json:"repeatedToolCalls"`
}

func (x *Excluded) add(other Excluded) {
	x.Turns += other.Turns
	x.ToolCalls += other.ToolCalls
	x.Repeated += other.Repeated
}

// A Time is in ms since 1970 in UTC; 0 is unknown, and null in a table.
type Time int64

// A Key identifies a session, and the partition that all of its rows are in.
type Key struct {
	SessionID string `parquet:"session_id,dict"`
	Partition
}

// A Partition holds the columns by which tables are partitioned.
type Partition struct {
	Project string `parquet:"project,optional,dict"` // folder of the session
	Month   string `parquet:"month,optional,dict"`   // in which the session began, in UTC: 2026-05
}

// A Usage counts tokens and requests, and their cost by list prices.
type Usage struct {
	Input        int64   `parquet:"input_tokens"` // uncached only
	Output       int64   `parquet:"output_tokens"`
	CacheRead    int64   `parquet:"cache_read_tokens"`
	CacheWrite5m int64   `parquet:"cache_write_5m_tokens"`
	CacheWrite1h int64   `parquet:"cache_write_1h_tokens"`
	Thinking     int64   `parquet:"thinking_tokens"` // part of Output
	WebSearches  int64   `parquet:"web_searches"`
	WebFetches   int64   `parquet:"web_fetches"`
	CostUSD      float64 `parquet:"cost_usd"`
	Unpriced     int64   `parquet:"unpriced_responses"` // whose cost is not, or not all, in CostUSD
}

// A Session is a row of the table sessions. Its counts are the sums over the rows of the other tables.
type Session struct {
	Key
	File         string `parquet:"file"` // its main file
	Title        string `parquet:"title,optional"`
	Branch       string `parquet:"git_branch,optional,dict"`
	Model        string `parquet:"model,optional,dict"`   // with the most responses in the main conversation
	Version      string `parquet:"version,optional,dict"` // of Claude Code
	Start        Time   `parquet:"started_at,optional,timestamp(millisecond)"`
	End          Time   `parquet:"ended_at,optional,timestamp(millisecond)"`
	Turns        int64  `parquet:"turns"` // without abandoned ones
	Responses    int64  `parquet:"responses"`
	ToolCalls    int64  `parquet:"tool_calls"`
	FailedCalls  int64  `parquet:"failed_calls"`
	Agents       int64  `parquet:"agents"`
	Compactions  int64  `parquet:"compactions"`
	ChangedFiles int64  `parquet:"changed_files"`
	LinesAdded   int64  `parquet:"lines_added"`
	LinesRemoved int64  `parquet:"lines_removed"`
	Records      int64  `parquet:"records"` // in all of its files
	Damaged      int64  `parquet:"damaged"` // byte ranges that are not a record
	Usage
}

// A Turn is a row of the table turns: a prompt or an event and all that follows it in the main
// conversation. Its usage, but not its calls, includes the agents that it started.
type Turn struct {
	Key
	Turn        int64   `parquet:"turn"`        // position among all turns of the session, from 1
	Number      *int64  `parquet:"number"`      // as the viewer shows it, null for an abandoned turn
	Driver      string  `parquet:"driver,dict"` // what began it
	Abandoned   bool    `parquet:"abandoned"`   // by a rewind
	Replied     bool    `parquet:"replied"`     // by the model
	Interrupted bool    `parquet:"interrupted"` // by the person
	Start       Time    `parquet:"started_at,optional,timestamp(millisecond)"`
	End         Time    `parquet:"ended_at,optional,timestamp(millisecond)"`
	Duration    *int64  `parquet:"duration_ms"` // as recorded
	Responses   int64   `parquet:"responses"`   // including those of agents
	ToolCalls   int64   `parquet:"tool_calls"`  // including those of agents
	FailedCalls int64   `parquet:"failed_calls"`
	AgentsUSD   float64 `parquet:"agents_cost_usd"` // part of CostUSD
	Usage
}

// A Response is a row of the table responses: one response of the API, with its advisors.
type Response struct {
	Key
	Turn        *int64 `parquet:"turn"`                   // null if it belongs to no known turn
	AgentID     string `parquet:"agent_id,optional,dict"` // null in the main conversation
	MessageID   string `parquet:"message_id,optional"`
	RecordID    string `parquet:"record_uuid,optional"` // of the first record of the message
	Model       string `parquet:"model,optional,dict"`
	Time        Time   `parquet:"time,optional,timestamp(millisecond)"`
	Placeholder bool   `parquet:"output_underreported"`
	Usage
}

// A ToolCall is a row of the table tool_calls.
type ToolCall struct {
	Key
	ToolUseID string `parquet:"tool_use_id,optional"`
	Turn      *int64 `parquet:"turn"`
	AgentID   string `parquet:"agent_id,optional,dict"`
	MessageID string `parquet:"message_id,optional"`
	Tool      string `parquet:"tool,dict"`            // as recorded
	Server    string `parquet:"server,optional,dict"` // of a tool of MCP
	Path      string `parquet:"path,optional"`        // of the file that it reads or changes
	Start     Time   `parquet:"started_at,optional,timestamp(millisecond)"`
	End       Time   `parquet:"ended_at,optional,timestamp(millisecond)"`
	Duration  *int64 `parquet:"duration_ms"`
	Status    string `parquet:"status,dict"`
	Failed    bool   `parquet:"failed"`
}

// A FileChange is a row of the table file_changes: a file that a session changed.
type FileChange struct {
	Key
	Path         string `parquet:"path"`      // with "/" between folders
	Name         string `parquet:"name"`      // relative to the project, or the path
	Inside       bool   `parquet:"inside"`    // it is in the project
	Created      bool   `parquet:"created"`   // by the first change
	ByAgents     bool   `parquet:"by_agents"` // agents used it, too
	Reads        int64  `parquet:"reads"`
	Edits        int64  `parquet:"edits"`
	Writes       int64  `parquet:"writes"`
	Failed       int64  `parquet:"failed"`
	Abandoned    int64  `parquet:"abandoned"`     // edits and writes in abandoned branches
	LinesAdded   int64  `parquet:"lines_added"`   // by the net change or, if it is not known, by all changes
	LinesRemoved int64  `parquet:"lines_removed"` // likewise
	Net          bool   `parquet:"net"`           // the net change is known
	Added        int64  `parquet:"edit_lines_added"`
	Removed      int64  `parquet:"edit_lines_removed"`
	Unsized      int64  `parquet:"unsized"` // changes with an unknown number of lines
}
