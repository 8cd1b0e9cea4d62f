package protocol

// A SessionInfo is one line of the list of loaded sessions.
type SessionInfo struct {
	Index int `js:"index"`
	File  int `js:"file"` // number of its main file
	// How much of the session was read. While it is waiting, or if the worker that read it
	// was lost, only the facts from the beginning and the end of its file are known.
	State   string  `js:"state" ts:"'waiting' | 'reading' | 'read' | 'lost'"`
	ID      string  `js:"id"`
	Title   string  `js:"title"`
	Prompt  string  `js:"prompt"`  // the first prompt, on one line
	Project string  `js:"project"` // working folder, as first recorded
	Branch  string  `js:"branch"`  // git branch, as last recorded
	Model   string  `js:"model"`   // the most used model
	Start   float64 `js:"start"`   // ms since 1970, 0 when unknown
	End     float64 `js:"end"`
	Work    float64 `js:"work"` // total duration of its turns in ms, 0 when unknown
	Bytes   float64 `js:"bytes"`
	Turns   int     `js:"turns"`
	Agents  int     `js:"agents"`
	Calls   int     `js:"calls"`
	Tokens  float64 `js:"tokens"` // all kinds of tokens
	Cost    Cost    `js:"cost"`
	// Models are all models that responded, including those of agents, the most expensive
	// first.
	Models []string `js:"models"`
	// UnderReported is the share of responses whose output is recorded too low.
	UnderReported float64 `js:"underReported"`
	Rows          int     `js:"rows"`
	Damaged       int     `js:"damaged"` // diagnostics of severity warning or worse
	Silent        bool    `js:"silent"`  // it has no turns that are not also shown in another session
	Lone          bool    `js:"lone"`    // a conversation of an agent whose session is not among the files
	Links         []Link  `js:"links"`   // related sessions, the earlier ones first
}

// A FilePreview is a preview of a session, from the beginning and the end of its file.
type FilePreview struct {
	Info   SessionInfo `js:"info"`   // without index, file and usage figures
	Listed bool        `js:"listed"` // the file is a session
	Ties   string      `js:"ties"`   // link keys, one per line: files that share a key can be related
}

// A Link leads to another session.
type Link struct {
	Kind  string `js:"kind" json:"kind" ts:"'continues' | 'continued-in' | 'forked-from' | 'copied-from' | 'compacted-from'"`
	ID    string `js:"id" json:"id"`
	Index int    `js:"index" json:"-"` // in the list of sessions, -1 if the session is not among the files
	Title string `js:"title" json:"-"`
	At    string `js:"at" json:"at,omitempty"` // uuid of the record where the two sessions meet, "" when unknown
}

// A SessionFile is a file that belongs to a session, or may belong to it.
type SessionFile struct {
	Number        int  `js:"number"`        // in the order in which the files were opened
	Shared        bool `js:"shared"`        // it also holds other sessions
	NotTranscript bool `js:"notTranscript"` // it was read to its end as a session, but is not one
}

// A Cost is what the tokens would have cost at the public price of their day.
type Cost struct {
	USD        float64    `js:"usd" json:"usd"`
	Incomplete bool       `js:"incomplete" json:"incomplete"` // some models have no known price
	Unpriced   []Unpriced `js:"unpriced" json:"unpriced"`     // models without a known price, the most tokens first; they are not in USD
}

// An Unpriced is a model without a known price.
type Unpriced struct {
	Model     string  `js:"model" json:"model"`
	Responses int     `js:"responses" json:"responses"`
	Tokens    float64 `js:"tokens" json:"tokens"`
}

// A Page is a range of rows.
type Page struct {
	From     int   `js:"from"`
	Total    int   `js:"total"`    // rows in the list now
	Revision int   `js:"revision"` // changes when rows that were already returned may have changed
	Rows     []Row `js:"rows"`
	// Missed is set by whoever reads the files, if bytes of one could not be read: some rows
	// are without their text.
	Missed bool `js:"missed"`
}

// A Row is one line item of the viewer.
type Row struct {
	Key    string `js:"key"` // address: the record's uuid, and "#n" for its n-th block
	Kind   string `js:"kind" ts:"'prompt' | 'text' | 'thinking' | 'tool' | 'compaction' | 'summary' | 'output' | 'interrupt' | 'error' | 'note' | 'machinery' | 'series' | 'attempts' | 'branch' | 'copied' | 'link' | 'image' | 'damaged' | 'restart' | 'broken' | 'phase' | 'internal' | 'end' | 'unknown'"`
	Flavor string `js:"flavor" ts:"'' | 'typed' | 'command' | 'shell' | 'notification' | 'peer' | 'auto' | 'queued' | 'feedback' | 'plan' | 'agent' | 'hidden' | 'redacted' | 'orphan' | 'warning' | 'shutdown' | 'fallback'"`
	Name   string `js:"name"` // note: the kind of its record; end: the name or type of the agent

	Depth  int     `js:"depth"` // 0 main conversation, 1 an agent's, 2 a nested agent's …
	Agent  string  `js:"agent"` // agent whose conversation contains this row; "" is the main one
	Branch bool    `js:"branch"`
	Ends   bool    `js:"ends"`                                    // the last row of a branch
	Turn   int     `js:"turn"`                                    // number of the turn, 0 before the first prompt
	Opens  bool    `js:"opens"`                                   // the turn begins with this row
	Time   float64 `js:"time"`                                    // ms since 1970, 0 when unknown
	By     string  `js:"by" ts:"'' | 'you' | 'claude' | 'agent'"` // set if a different speaker begins here
	Copied bool    `js:"copied"`                                  // the record was copied from another session
	Inside bool    `js:"inside"`                                  // inside an open series
	Took   float64 `js:"took"`                                    // thinking, compaction: duration in ms, 0 unknown
	// Threads are the colors of the agents that contain the row, the outermost first; "" is a
	// group of agents.
	Threads []string `js:"threads"`
	Of      string   `js:"of"`      // end: key of the row whose agent ends here
	Speaker string   `js:"speaker"` // with By "agent": the agent's name or type

	Text   string     `js:"text"` // Markdown of a reply, words of a prompt; only the beginning if Cut
	Cut    bool       `js:"cut"`  // the body has more than Text
	Size   int        `js:"size"` // bytes of the whole text as recorded
	Chips  []Chip     `js:"chips"`
	From   []Sender   `js:"from"` // for messages from other agents or sessions: the messages that Text joins
	Media  []Media    `js:"media"`
	More   int        `js:"more"`  // number of images and files of a prompt that Media does not list
	Cites  []Field    `js:"cites"` // citations of a text: title, address, the cited words
	Reply  *Reply     `js:"reply"` // on rows with By "claude" or "agent": the reply that begins here
	Tool   *Tool      `js:"tool"`
	Run    *AgentRun  `js:"run"`  // on a tool row that started agents, and on a row that stands for agents itself
	Fold   *Fold      `js:"fold"` // machinery, attempts, branch, copied, phase: what is folded into the row
	Series *Series    `js:"series"`
	Link   *Link      `js:"link"`  // link, copied: the other session
	Retry  *Retry     `js:"retry"` // error: the failed request
	Cause  *Compacted `js:"compacted"`

	Unanswered string `js:"unanswered" ts:"'' | 'none' | 'interrupted'"` // prompt: it got no reply
	// queued prompt: when it was typed, ms since 1970; 0 unknown
	Typed float64 `js:"typed"`
	// with By "you": when the previous turn began, ms since 1970; 0 unknown
	Before float64 `js:"before"`
}

// A Sender is another agent or session with its message, or background work with the way it
// ended.
type Sender struct {
	Name    string `js:"name"`
	Colour  string `js:"colour"`  // as recorded: "blue"; "" if it is not one of Hues
	Summary string `js:"summary"` // summary that the sender wrote
	Event   string `js:"event"`   // for a JSON message: its type, such as "idle_notification"; for a notification: its status
	Text    string `js:"text"`
}

// A Chip is an attachment of a prompt.
type Chip struct {
	Kind  string `js:"kind" ts:"'selection' | 'file' | 'memory' | 'diagnostics' | 'reminder' | 'command' | 'instructions' | 'image' | 'document' | 'pasted' | 'unknown' | 'more'"`
	Label string `js:"label"` // for the kind "more": the number of further attachments
	Opens bool   `js:"opens"` // the body has parts that show it
}

// A Media is an image or a document inside a record. Offset and Length locate its base64 text
// in the file.
type Media struct {
	File   int     `js:"file"`
	Offset float64 `js:"offset"`
	Length int     `js:"length"` // of the base64 text
	Type   string  `js:"type"`   // media type as recorded, not to be trusted
	Name   string  `js:"name"`   // file name, "" when unknown
	Host   string  `js:"host"`   // host of an image that is only linked; never loaded
}

// A Reply describes the answer to a turn, as far as it is known. If the answer continues
// after a message in its middle, only the model is repeated there.
type Reply struct {
	Model    string  `js:"model"`
	Output   float64 `js:"output"`   // output tokens of the turn, -1 unknown
	Context  float64 `js:"context"`  // tokens in the context at its last response
	Duration float64 `js:"duration"` // ms, -1 when unknown
	Cost     Cost    `js:"cost"`
	Low      float64 `js:"low"`      // share of its responses whose output is recorded too low
	Headless bool    `js:"headless"` // the prompt of the turn is not recorded
}

// A Tool is the one-line form of a tool call.
type Tool struct {
	Name string `js:"name"`               // as recorded
	Face string `js:"face" ts:"ToolKind"` // kind of tool

	Server string `js:"server"` // MCP server
	Target string `js:"target"` // the main argument: a path, a command, a query
	Note   string `js:"note"`   // the call's own description, if any

	// background: the result only reports the start
	Status string `js:"status" ts:"'ok' | 'error' | 'rejected' | 'interrupted' | 'denied' | 'background' | 'running' | 'none'"`
	// a word or two of the tool about its result: "create", "No matches found", the user's
	// answer
	Answer string `js:"answer"`

	Exit     int     `js:"exit"`  // exit code, -1 when none is recorded
	Lines    int     `js:"lines"` // lines of a file read or written, or of output; -1 unknown
	From     int     `js:"from"`  // first line read, 0 unknown
	Added    int     `js:"added"` // lines added in a diff, -1 unknown
	Removed  int     `js:"removed"`
	Count    int     `js:"count"`                           // files, matches or results; -1 unknown
	Unit     string  `js:"unit" ts:"'' | 'file' | 'match'"` // unit of Count, if the tool can count several things
	More     bool    `js:"more"`                            // the tool left out some of them
	Done     int     `js:"done"`                            // completed to-do items, -1 unknown
	Duration float64 `js:"duration"`                        // ms from call to result, -1 unknown
	Error    string  `js:"error"`                           // the first words of a failure
}

// An AgentRun describes an agent's conversation, or the part of it that one call started. It
// can also describe all agents of a workflow, or all internal agents.
type AgentRun struct {
	ID    string `js:"id"`
	Kind  string `js:"kind" ts:"'agent' | 'workflow' | 'internal'"`
	Type  string `js:"type"`
	Title string `js:"title"`
	Name  string `js:"name"` // name in its team
	// color of the agent; "" for a group
	Color     string  `js:"color" ts:"'' | 'red' | 'orange' | 'yellow' | 'green' | 'cyan' | 'blue' | 'purple' | 'pink'"`
	Model     string  `js:"model"` // for a group, all models, separated by ", "
	Turns     int     `js:"turns"`
	Calls     int     `js:"calls"` // -1 unknown
	Rows      int     `js:"rows"`  // 0: its records are not among the files; the values come from the result of its call
	Tokens    float64 `js:"tokens"`
	Usage     Usage   `js:"usage"`
	Duration  float64 `js:"duration"` // ms, -1 unknown
	Cost      Cost    `js:"cost"`
	Low       float64 `js:"low"` // share of Responses whose output is recorded too low
	Responses int     `js:"responses"`
	Open      bool    `js:"open"`
	Internal  bool    `js:"internal"` // Claude Code's own agent: compaction, warm-up …
	Resumed   bool    `js:"resumed"`  // it had already worked before this call
	Session   string  `js:"session"`  // title of the session that a teammate wrote itself
	Unlinked  bool    `js:"unlinked"` // no call is known to have started it

	// How it ended, if the call did not wait for it; "open" if its end is unknown.
	State      string  `js:"state" ts:"'' | 'running' | 'open' | 'completed' | 'failed' | 'stopped' | 'cut'"`
	Background bool    `js:"background"`
	After      float64 `js:"after"`  // ms from the call to the end, -1 unknown
	Ended      float64 `js:"ended"`  // ms since 1970: when a notification reported the end, 0 unknown
	Notice     string  `js:"notice"` // address of that notification, "" if no row shows it

	Agents int `js:"agents"` // workflow, internal: number of agents
	Failed int `js:"failed"` // workflow: number of agents that failed
	Cut    int `js:"cut"`    // workflow: number of agents without a result
}

// A Fold counts what one row stands for.
type Fold struct {
	Count  int     `js:"count"`
	Kinds  []Count `js:"kinds"` // the most frequent first
	Failed int     `js:"failed"`
	Turns  int     `js:"turns"` // attempts, branch, copied: number of prompts in it
	// Alternatives are the attempts at this place, in their order: the abandoned ones, then
	// the one that was kept.
	Alternatives []Alternative `js:"alternatives"`
	What         string        `js:"what"` // for failures: what failed first, such as a hook
	Why          string        `js:"why"`  // its error message
	Open         bool          `js:"open"` // attempts, branch, copied: its rows follow
}

// A Series summarizes similar calls that share one row.
type Series struct {
	Family   string      `js:"family" ts:"ToolFamily"` // what its calls have in common
	Server   string      `js:"server"`                 // MCP server
	Calls    int         `js:"calls"`
	Tools    []ToolCount `js:"tools"`    // in the order of their first calls
	About    []About     `js:"about"`    // the first few of the files, patterns, commands …, each once
	More     int         `js:"more"`     // number of targets that About leaves out
	Added    int         `js:"added"`    // lines, -1 unknown
	Removed  int         `js:"removed"`  // -1 unknown
	Duration float64     `js:"duration"` // ms during which any of them ran
	Open     bool        `js:"open"`     // its rows follow
}

// An About is the target of a call in a series.
type About struct {
	Face string `js:"face" ts:"ToolKind"`

	Target string `js:"target"`
}

// A ToolCount counts the calls of one kind of tool in a series.
type ToolCount struct {
	Face string `js:"face"` // kind of tool, see Tool

	Name     string `js:"name"` // mcp, task: name of the tool; else the kind of tool
	Calls    int    `js:"calls"`
	Distinct int    `js:"distinct"` // number of different files, patterns, commands …
}

// A Count is a name and how often it occurs.
type Count struct {
	Name  string `js:"name"`
	Count int    `js:"count"`
}

// A Compacted describes the effect of a compaction.
type Compacted struct {
	Trigger string  `js:"trigger"`
	Before  float64 `js:"before"` // tokens, -1 unknown
	After   float64 `js:"after"`
}

// A Retry summarizes the attempts of a failed request.
type Retry struct {
	Status   int    `js:"status"`                                  // HTTP status, 0 unknown
	Attempts int    `js:"attempts"`                                // number of recorded attempts
	Ended    string `js:"ended" ts:"'' | 'on' | 'up' | 'stopped'"` // the request was answered later, given up, or interrupted
}

// An Attempt is one try of a request that failed.
type Attempt struct {
	Number  int     `js:"number"`  // from 1, 0 unknown
	Most    int     `js:"most"`    // maximum number of tries
	Status  int     `js:"status"`  // HTTP status, 0 unknown
	Wait    float64 `js:"wait"`    // ms until the next try
	Time    float64 `js:"time"`    // ms since 1970, 0 when unknown
	Text    string  `js:"text"`    // error message
	Request string  `js:"request"` // request id
}
