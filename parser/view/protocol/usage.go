package protocol

// UsageFigures are the usage of a session as a whole. They equal those of a [Summary], and
// the lines of the usage view add up to them.
type UsageFigures struct {
	Responses     int         `js:"responses"`
	Usage         Usage       `js:"usage"`
	Cost          Cost        `js:"cost"`
	Split         CostSplit   `js:"split"`
	UnderReported float64     `js:"underReported"`
	Models        []ModelLine `js:"models"` // the most expensive first, then those without a price
	Recorded      []Recorded  `js:"recorded"`
	Totals        Totals      `js:"totals"`
	Facts         Facts       `js:"facts"`
	Work          float64     `js:"work"`        // total duration of the turns in ms
	Untimed       int         `js:"untimed"`     // turns with a reply whose duration is unknown
	Turns         int         `js:"turns"`       // number of turn lines, including turns abandoned by a rewind
	Agents        int         `js:"agents"`      // number of agent lines, including that of the main conversation
	Calls         int         `js:"calls"`       // number of tool calls
	Reported      int         `js:"reported"`    // number of further calls that agents without a file report
	Unreported    int         `js:"unreported"`  // number of agents whose calls are unknown
	Compactions   int         `js:"compactions"` // number of compactions of the main conversation
	Unlinked      CostOf      `js:"unlinked"`    // usage of agents whose turn is unknown
}

// A CostSplit is a cost in USD by the kind of usage.
type CostSplit struct {
	Input      float64 `js:"input"`
	CacheWrite float64 `js:"cacheWrite"`
	CacheRead  float64 `js:"cacheRead"`
	Output     float64 `js:"output"`
	Searches   float64 `js:"searches"`
}

// A CostOf is the usage and cost of a part of a session.
type CostOf struct {
	Responses int     `js:"responses"`
	Usage     Usage   `js:"usage"`
	USD       float64 `js:"usd"`
	Unpriced  int     `js:"unpriced"` // responses without a known price; they are not in USD
	Low       int     `js:"low"`      // responses whose output is recorded too low
}

// A ModelLine is the usage of one model.
type ModelLine struct {
	Use    ModelUse `js:"use"`
	Low    int      `js:"low"`    // responses whose output is recorded too low
	Window *float64 `js:"window"` // size of the context window in tokens
	Key    string   `js:"key"`    // address of its first response, "" unknown
}

// A TurnPage is a range of the turns in the requested order.
type TurnPage struct {
	Total    int        `js:"total"`
	Lines    []TurnLine `js:"lines"`
	Revision int        `js:"revision"` // pages with different revisions have different orders
}

// A TurnLine is the usage of one turn, including the agents that were started in it.
type TurnLine struct {
	Number int  `js:"number"` // of its prompt, 0 before the first
	Event  bool `js:"event"`  // begun by an event below that prompt
	Branch bool `js:"branch"` // abandoned by a rewind
	// the first words of its prompt, or else of the first reply, at most 160 bytes; "" if
	// there are none
	Words    string   `js:"words"`
	Flavor   string   `js:"flavor" ts:"PromptRow['flavor'] | '' | 'unrecorded'"` // flavor of its prompt
	Key      string   `js:"key"`
	Time     float64  `js:"time"`     // ms since 1970, 0 unknown
	Duration *float64 `js:"duration"` // ms
	Calls    int      `js:"calls"`    // number of tool calls, without those of its agents
	Used     CostOf   `js:"used"`
	Agents   float64  `js:"agents"` // USD: the part of the cost that its agents caused
}

// An AgentPage is a range of the agents in the requested order.
type AgentPage struct {
	Total    int         `js:"total"`
	Lines    []AgentLine `js:"lines"`
	Revision int         `js:"revision"` // as in TurnPage
}

// An AgentLine is the usage of one agent, or of the main conversation.
type AgentLine struct {
	Kind     string   `js:"kind" ts:"'main' | 'agent' | 'internal'"`
	Name     string   `js:"name"` // name in its team, or else its type
	Task     string   `js:"task"`
	Key      string   `js:"key"`      // address of the call that started it, or of its first record; "" if there is neither
	Prompt   int      `js:"prompt"`   // number of the prompt after which it was started, 0 unknown
	Time     float64  `js:"time"`     // ms since 1970, 0 unknown
	Duration *float64 `js:"duration"` // ms
	Calls    *int     `js:"calls"`    // number of tool calls
	Used     CostOf   `js:"used"`     // no responses if Missing: unknown
	Missing  bool     `js:"missing"`  // it has no file: Calls and Duration come from its call, and count in no sum
}

// A ToolLine counts the calls of one tool, in the main conversation and by agents.
type ToolLine struct {
	Name     string   `js:"name"` // as recorded; "" for all tools beyond the maximum number of lines
	Calls    int      `js:"calls"`
	Answered int      `js:"answered"` // calls with a result
	Failed   int      `js:"failed"`   // calls that failed or were interrupted; not those that the user rejected
	Timed    int      `js:"timed"`    // calls whose duration is known
	Median   *float64 `js:"median"`   // ms
	Longest  *float64 `js:"longest"`  // ms
	Total    float64  `js:"total"`    // ms
	Key      string   `js:"key"`      // address of the first call
	Slowest  string   `js:"slowest"`  // address of the longest call
}

// A ContextSeries is the context size of the main conversation over time: columns of the same
// length, with a point for each response in file order. If there are too many, it keeps the
// largest and the smallest point of each segment, and the first one after a compaction.
type ContextSeries struct {
	Number    []float64 `js:"number"`    // number of the response, from 1
	Time      []float64 `js:"time"`      // ms since 1970, 0 unknown
	Context   []float64 `js:"context"`   // input tokens of the model
	Output    []float64 `js:"output"`    // output tokens
	Low       []float64 `js:"low"`       // 1 if the output is recorded too low
	Prompt    []float64 `js:"prompt"`    // number of the prompt, see [TurnLine]
	Window    []float64 `js:"window"`    // context window of the model, 0 unknown
	Compacted []float64 `js:"compacted"` // 1 for the first after a compaction
	Message   []float64 `js:"message"`   // identifies the response in a [UsageMessageRequest]

	// What filled the context, estimated: all values of the first of Sources, in tokens, then those of
	// the second, and so on. They are 0 for a response on an abandoned branch.
	Parts   []float64       `js:"parts"`
	Sources []ContextSource `js:"sources"`
}

// A ContextSource is where a part of the context is from.
type ContextSource string

// These are the sources.
const (
	SourceSystem   ContextSource = "system"   // no record explains it: the system prompt and the descriptions of tools, mostly
	SourceMemory   ContextSource = "memory"   // memory files, reminders, and other texts of Claude Code
	SourceSummary  ContextSource = "summary"  // of a compaction
	SourcePrompts  ContextSource = "prompts"  // with their images
	SourceFiles    ContextSource = "files"    // that were read or attached
	SourceEdits    ContextSource = "edits"    // of files, and files that were written
	SourceCommands ContextSource = "commands" // of the shell, and their output
	SourceMCP      ContextSource = "mcp"      // calls of tools of MCP servers
	SourceAgents   ContextSource = "agents"   // their tasks and their replies
	SourceTools    ContextSource = "tools"    // calls of other tools
	SourceThinking ContextSource = "thinking"
	SourceReplies  ContextSource = "replies"
)

// ContextContents are the parts of the context at a response, estimated. Read is the share of the
// files whose names are known: with less than 1, the next request knows more.
type ContextContents struct {
	Size   float64        `js:"size"`   // tokens, as recorded
	System float64        `js:"system"` // tokens that no record explains
	Groups []ContextGroup `js:"groups"` // the largest first, at most 200
	Read   float64        `js:"read"`
}

// A ContextGroup is the part of the context that is from one source: one file, one MCP server, one
// tool, one kind of reminder.
type ContextGroup struct {
	Source  ContextSource  `js:"source"`
	Detail  string         `js:"detail"` // path, server, tool or kind; "" for all of the source
	Tokens  float64        `js:"tokens"`
	Pieces  int            `js:"pieces"`
	Largest []ContextPiece `js:"largest"` // the three largest
}

// A ContextPiece is the part of the context that is shown by one row.
type ContextPiece struct {
	Key    string  `js:"key"`
	Tokens float64 `js:"tokens"`
}

// A RateSeries is the number of tokens used over time by all responses of the session:
// columns of the same length, with a point for each interval that has any responses. Width is
// the length of the intervals in minutes.
type RateSeries struct {
	Width     int       `js:"width"`     // minutes
	Time      []float64 `js:"time"`      // ms since 1970, of the start of the interval
	Responses []float64 `js:"responses"` // number of responses
	Low       []float64 `js:"low"`       // responses whose output is recorded too low
	Output    []float64 `js:"output"`    // tokens
	Fresh     []float64 `js:"fresh"`     // input tokens and tokens written to the cache
	Read      []float64 `js:"read"`      // tokens read from the cache
}
