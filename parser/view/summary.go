package view

// A Summary is the contract with scripts: what `unspool inspect` prints for a
// session and what the element's summary() resolves to.
//
// The figures count over all files that were given for the session; each API
// response and each tool call counts once, wherever it is repeated.
type Summary struct {
	File          string         `js:"file" json:"file"`       // the main file, as it was named
	Session       string         `js:"session" json:"session"` // its id
	Title         string         `js:"title" json:"title"`
	Files         int            `js:"files" json:"files"`
	Bytes         float64        `js:"bytes" json:"bytes"`
	Lines         int            `js:"lines" json:"lines"` // lines that are not blank
	Records       int            `js:"records" json:"records"`
	Copied        int            `js:"copied" json:"copied"`         // records that another session shows
	Duplicates    int            `js:"duplicates" json:"duplicates"` // records whose uuid came before
	Damaged       int            `js:"damaged" json:"damaged"`       // stretches that are no JSON object
	Types         map[string]int `js:"types" json:"types"`           // records by type
	Prompts       int            `js:"prompts" json:"prompts"`
	Messages      int            `js:"messages" json:"messages"` // API responses
	ToolCalls     int            `js:"toolCalls" json:"toolCalls"`
	ToolResults   int            `js:"toolResults" json:"toolResults"`
	Paired        int            `js:"paired" json:"paired"`
	Unanswered    int            `js:"unanswered" json:"unanswered"`
	OrphanResults int            `js:"orphanResults" json:"orphanResults"`
	Compactions   int            `js:"compactions" json:"compactions"`
	Segments      int            `js:"segments" json:"segments"` // stretches between compactions
	Turns         int            `js:"turns" json:"turns"`
	Agents        int            `js:"agents" json:"agents"`
	Internal      int            `js:"internalAgents" json:"internalAgents"` // of them, those that Claude Code ran for itself
	Branches      int            `js:"branches" json:"branches"`
	Diagnostics   int            `js:"diagnostics" json:"diagnostics"`
	Usage         Usage          `js:"usage" json:"usage"`
	Cost          Cost           `js:"cost" json:"cost"`
	Links         []Link         `js:"links" json:"links,omitempty"` // sessions that it hangs together with
}

// A Usage counts tokens.
type Usage struct {
	Input        float64 `js:"input" json:"input"` // uncached only
	Output       float64 `js:"output" json:"output"`
	CacheRead    float64 `js:"cacheRead" json:"cacheRead"`
	CacheWrite5m float64 `js:"cacheWrite5m" json:"cacheWrite5m"`
	CacheWrite1h float64 `js:"cacheWrite1h" json:"cacheWrite1h"`
}
