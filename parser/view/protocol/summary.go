package protocol

// A Summary is the interface for scripts: what `unspool inspect` prints for a session, and
// what the element's summary() resolves to.
//
// The figures count over all files that were opened for the session. Each API response and
// each tool call counts once, even if it is repeated.
type Summary struct {
	File          string         `js:"file" json:"file"`       // name of the main file, as passed by the user
	Session       string         `js:"session" json:"session"` // its id
	Title         string         `js:"title" json:"title"`
	Files         int            `js:"files" json:"files"`
	Bytes         float64        `js:"bytes" json:"bytes"`
	Lines         int            `js:"lines" json:"lines"` // lines that are not blank
	Records       int            `js:"records" json:"records"`
	Copied        int            `js:"copied" json:"copied"`         // records that another session shows
	Duplicates    int            `js:"duplicates" json:"duplicates"` // records whose uuid came before
	Damaged       int            `js:"damaged" json:"damaged"`       // byte ranges that are not a JSON object
	Types         map[string]int `js:"types" json:"types"`           // records by type
	Prompts       int            `js:"prompts" json:"prompts"`       // records of prompts, also abandoned ones, without commands
	Messages      int            `js:"messages" json:"messages"`     // API responses
	ToolCalls     int            `js:"toolCalls" json:"toolCalls"`
	ToolResults   int            `js:"toolResults" json:"toolResults"`
	Paired        int            `js:"paired" json:"paired"`
	Unanswered    int            `js:"unanswered" json:"unanswered"`
	OrphanResults int            `js:"orphanResults" json:"orphanResults"`
	Compactions   int            `js:"compactions" json:"compactions"`
	Segments      int            `js:"segments" json:"segments"`         // of the main conversation, between compactions
	Turns         int            `js:"turns" json:"turns"`               // those of prompts and of events
	TypedPrompts  int            `js:"typedPrompts" json:"typedPrompts"` // turns that the user began, by a prompt or a command
	Events        map[string]int `js:"events" json:"events"`             // turns that something else began, by its kind
	Agents        int            `js:"agents" json:"agents"`
	Internal      int            `js:"internalAgents" json:"internalAgents"` // agents that Claude Code ran for itself, also in Agents
	Branches      int            `js:"branches" json:"branches"`
	Diagnostics   int            `js:"diagnostics" json:"diagnostics"`
	Responses     int            `js:"responses" json:"responses"` // API responses whose usage is recorded and counts here
	Usage         Usage          `js:"usage" json:"usage"`
	Cost          Cost           `js:"cost" json:"cost"`
	Ledger        Ledger         `js:"ledger" json:"ledger"`
	Links         []Link         `js:"links" json:"links,omitempty"` // related sessions
	// UnderReported is the share of responses, from 0 to 1, for which no record has the stop
	// reason: their output is mostly the number from the start of the stream.
	UnderReported float64    `js:"underReported" json:"underReported"`
	Models        []ModelUse `js:"models" json:"models"`     // the most expensive first, then those without a price
	Recorded      []Recorded `js:"recorded" json:"recorded"` // totals that Claude Code itself recorded
	Totals        Totals     `js:"totals" json:"totals"`     // the larger ones of what is counted and recorded
	Facts         Facts      `js:"facts" json:"facts"`
}

// A Ledger accounts for the bytes of a session: shown + merged + all of hidden + damaged are
// the session's bytes.
type Ledger struct {
	Shown   float64            `js:"shown" json:"shown"`     // in rows and their bodies
	Merged  float64            `js:"merged" json:"merged"`   // repetitions of what is shown
	Hidden  map[string]float64 `js:"hidden" json:"hidden"`   // by reason
	Damaged float64            `js:"damaged" json:"damaged"` // not readable as records
}

// A ModelUse is the part of one model in a session's usage.
type ModelUse struct {
	Model     string  `js:"model" json:"model"`
	Responses int     `js:"responses" json:"responses"`
	Usage     Usage   `js:"usage" json:"usage"`
	USD       float64 `js:"usd" json:"usd"`
	Priced    bool    `js:"priced" json:"priced"`
}

// A Recorded holds the totals that Claude Code itself recorded.
type Recorded struct {
	Source     string          `js:"source" json:"source" ts:"'cost-state' | 'result' | 'costUSD'"`
	USD        float64         `js:"usd" json:"usd"`               // 0 if no cost is recorded
	Incomplete bool            `js:"incomplete" json:"incomplete"` // it had no price for a model
	Usage      Usage           `js:"usage" json:"usage"`           // zero if no tokens are recorded; cache writes count as 5 minutes
	Models     []RecordedModel `js:"models" json:"models"`
	Turns      float64         `js:"turns" json:"turns"`       // num_turns of all results, 0 unknown
	Duration   float64         `js:"duration" json:"duration"` // ms that the turns took, 0 unknown
}

// A RecordedModel is the part of one model in recorded totals.
type RecordedModel struct {
	Model string  `js:"model" json:"model"`
	Usage Usage   `js:"usage" json:"usage"`
	USD   float64 `js:"usd" json:"usd"`
}

// Totals are the figures to show for a session as a whole. They are what its responses add up to
// or, where that is larger, what Claude Code recorded.
type Totals struct {
	Usage Usage `js:"usage" json:"usage"`
	Cost  Cost  `js:"cost" json:"cost"`
	// Low is the share of responses whose output is recorded too low, if they are counted.
	Low       float64 `js:"low" json:"low"`
	LowCost   float64 `js:"lowCost" json:"lowCost"`                                  // the same for the cost
	UsageFrom string  `js:"usageFrom" json:"usageFrom" ts:"Recorded['source'] | ''"` // "" for the responses
	CostFrom  string  `js:"costFrom" json:"costFrom" ts:"Recorded['source'] | ''"`
}

// Facts describe a session, as its main file records them.
type Facts struct {
	FirstPrompt  string        `js:"firstPrompt" json:"firstPrompt"` // at most 200 characters
	LastPrompt   string        `js:"lastPrompt" json:"lastPrompt"`
	Start        float64       `js:"start" json:"start"` // ms since 1970, 0 when unknown
	End          float64       `js:"end" json:"end"`
	Versions     []Change      `js:"versions" json:"versions"` // of Claude Code, in the order of their first use
	Branches     []Change      `js:"branches" json:"branches"`
	Folders      []Change      `js:"folders" json:"folders"`
	Models       []Change      `js:"models" json:"models"` // models that responded in the main conversation
	Permissions  []Change      `js:"permissions" json:"permissions"`
	Modes        []Change      `js:"modes" json:"modes"`
	Tag          string        `js:"tag" json:"tag"`
	Worktree     string        `js:"worktree" json:"worktree"` // name or path of the git worktree
	Relocated    string        `js:"relocated" json:"relocated"`
	Artifact     string        `js:"artifact" json:"artifact"` // address of the page that was published last
	AgentName    string        `js:"agentName" json:"agentName"`
	AgentColor   string        `js:"agentColor" json:"agentColor"`
	AgentSetting string        `js:"agentSetting" json:"agentSetting"`
	ContinuedIn  string        `js:"continuedIn" json:"continuedIn"` // id of a session
	PullRequests []PullRequest `js:"pullRequests" json:"pullRequests"`
}

// A Change is a value that applies from a record on.
type Change struct {
	Value string  `js:"value" json:"value"`
	Key   string  `js:"key" json:"key"` // address of the record
	Line  int     `js:"line" json:"line"`
	Time  float64 `js:"time" json:"time"` // ms since 1970, 0 when unknown
}

// A PullRequest is a pull request that the session was linked to.
type PullRequest struct {
	URL        string  `js:"url" json:"url"`
	Repository string  `js:"repository" json:"repository"`
	Number     float64 `js:"number" json:"number"`
}

// A Usage counts tokens, and requests of the API's own tools.
type Usage struct {
	Input        float64 `js:"input" json:"input"` // uncached only
	Output       float64 `js:"output" json:"output"`
	CacheRead    float64 `js:"cacheRead" json:"cacheRead"`
	CacheWrite5m float64 `js:"cacheWrite5m" json:"cacheWrite5m"`
	CacheWrite1h float64 `js:"cacheWrite1h" json:"cacheWrite1h"`
	Thinking     float64 `js:"thinking" json:"thinking"` // part of Output
	WebSearches  float64 `js:"webSearches" json:"webSearches"`
	WebFetches   float64 `js:"webFetches" json:"webFetches"`
}
