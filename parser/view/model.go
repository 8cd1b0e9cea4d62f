package view

// The structs of this file and of details.go cross from Go to JavaScript through
// vert. Every field carries the name it has there (`js`), and, where a Go string
// stands for a closed set of words, that set (`ts`). web/src/worker/model.ts is
// made from them by TestTypeScript, so the two sides cannot drift.
//
// vert knows plain strings, ints, floats, bools, structs, pointers and slices
// only: no named types, no maps, no time.Time.

// A SessionInfo is one line of the list of sessions that were loaded.
type SessionInfo struct {
	Index int `js:"index"`
	File  int `js:"file"` // number of its main file
	// How far it was read. While it waits for its turn, or was lost with the worker that
	// read it, all that is known is what the ends of its file tell.
	State   string  `js:"state" ts:"'waiting' | 'reading' | 'read' | 'lost'"`
	ID      string  `js:"id"`
	Title   string  `js:"title"`
	Prompt  string  `js:"prompt"`  // the first one, in one line
	Project string  `js:"project"` // working folder, as first recorded
	Branch  string  `js:"branch"`  // git branch, as last recorded
	Model   string  `js:"model"`   // the most used model
	Start   float64 `js:"start"`   // ms since 1970, 0 when unknown
	End     float64 `js:"end"`
	Work    float64 `js:"work"` // ms that its turns took together, 0 when unknown
	Bytes   float64 `js:"bytes"`
	Turns   int     `js:"turns"`
	Agents  int     `js:"agents"`
	Calls   int     `js:"calls"`
	Tokens  float64 `js:"tokens"` // all kinds together
	Cost    Cost    `js:"cost"`
	// Models are all that answered, those of agents too, the most expensive first.
	Models []string `js:"models"`
	// UnderReported is the share of responses whose output is recorded too low.
	UnderReported float64 `js:"underReported"`
	Rows          int     `js:"rows"`
	Damaged       int     `js:"damaged"` // diagnostics of severity warning or worse
	Silent        bool    `js:"silent"`  // nothing was said in it that another session does not show
	Lone          bool    `js:"lone"`    // an agent's conversation, whose session is not among the files
	Links         []Link  `js:"links"`   // sessions that it hangs together with, those before it first
}

// A Glimpse is what the ends of a file tell.
type Glimpse struct {
	Info   SessionInfo `js:"info"`   // without index, file and figures
	Listed bool        `js:"listed"` // it is a session
	Ties   string      `js:"ties"`   // in lines: files that share one can hang together
}

// A Link leads to another session.
type Link struct {
	Kind  string `js:"kind" json:"kind" ts:"'continues' | 'continued-in' | 'forked-from' | 'copied-from' | 'compacted-from'"`
	ID    string `js:"id" json:"id"`
	Index int    `js:"index" json:"-"` // in the list of sessions, -1 where it is not among the files
	Title string `js:"title" json:"-"`
	At    string `js:"at" json:"at,omitempty"` // uuid of its record where the two meet, "" unknown
}

// A SessionFile is a file that belongs to a session, or may.
type SessionFile struct {
	Number        int  `js:"number"` // in the order in which files were opened
	Shared        bool `js:"shared"` // it holds other sessions, too
	NotTranscript bool `js:"stray"`  // it was read as a session, to its end, and is none
}

// A Cost is what the tokens would have cost at the public price of their day.
type Cost struct {
	USD        float64    `js:"usd" json:"usd"`
	Incomplete bool       `js:"incomplete" json:"incomplete"` // not all models have a known price
	Unpriced   []Unpriced `js:"unpriced" json:"unpriced"`     // those that have none, the most tokens first; they are not in USD
}

// An Unpriced is a model without a known price.
type Unpriced struct {
	Model     string  `js:"model" json:"model"`
	Responses int     `js:"responses" json:"responses"`
	Tokens    float64 `js:"tokens" json:"tokens"`
}

// A Page is a stretch of rows.
type Page struct {
	From     int   `js:"from"`
	Total    int   `js:"total"`    // rows in the list now
	Revision int   `js:"revision"` // changes when rows that were given out may have changed
	Rows     []Row `js:"rows"`
}

// A Row is one line item of the viewer.
type Row struct {
	Key    string `js:"key"` // address: the record's uuid, and "#n" for its n-th block
	Kind   string `js:"kind" ts:"'prompt' | 'text' | 'thinking' | 'tool' | 'compaction' | 'summary' | 'output' | 'interrupt' | 'error' | 'note' | 'machinery' | 'series' | 'attempts' | 'branch' | 'copied' | 'link' | 'image' | 'damaged' | 'gap' | 'restart' | 'broken' | 'phase' | 'internal' | 'end' | 'unknown'"`
	Flavor string `js:"flavor" ts:"'' | 'typed' | 'command' | 'shell' | 'notification' | 'peer' | 'auto' | 'queued' | 'feedback' | 'plan' | 'agent' | 'hidden' | 'redacted' | 'orphan' | 'warning' | 'shutdown' | 'fallback'"`
	Name   string `js:"name"` // note: the kind of its record; end: the name or type of the agent

	Depth  int     `js:"depth"` // 0 main conversation, 1 an agent's, 2 a nested agent's …
	Agent  string  `js:"agent"` // whose conversation this row stands in; "" is the main one
	Branch bool    `js:"branch"`
	Ends   bool    `js:"ends"`                                    // the last of a branch
	Turn   int     `js:"turn"`                                    // number of the turn, 0 before the first prompt
	Opens  bool    `js:"opens"`                                   // the turn begins with this row
	Time   float64 `js:"time"`                                    // ms since 1970, 0 when unknown
	By     string  `js:"by" ts:"'' | 'you' | 'claude' | 'agent'"` // set when another speaker begins here
	Copied bool    `js:"copied"`                                  // the record came from another session
	Inside bool    `js:"inside"`                                  // stands in an open series
	Took   float64 `js:"took"`                                    // thinking, compaction: ms, 0 unknown
	// Threads are the colours of what the row stands in, the outermost first: an agent's, "" of a group of agents.
	Threads []string `js:"threads"`
	Of      string   `js:"of"`      // end: key of the row whose agent ends here
	Speaker string   `js:"speaker"` // with By "agent": its name or its type

	Text   string     `js:"text"` // Markdown of a reply, words of a prompt; the head of it when Cut
	Cut    bool       `js:"cut"`  // the body holds more than Text
	Size   int        `js:"size"` // bytes of the whole text as recorded
	Chips  []Chip     `js:"chips"`
	From   []Sender   `js:"from"` // of words from other agents or sessions: the messages that Text joins
	Media  []Media    `js:"media"`
	More   int        `js:"more"`  // images and files of a prompt that Media does not list
	Cites  []Field    `js:"cites"` // what a text cites: title, address, the cited words
	Reply  *Reply     `js:"reply"` // on rows with By "claude" or "agent": the answer that begins here
	Tool   *Tool      `js:"tool"`
	Run    *AgentRun  `js:"run"`  // on a tool row that started agents, and on a row that stands for agents itself
	Fold   *Fold      `js:"fold"` // machinery, attempts, branch, copied, phase: what is folded in here
	Series *Series    `js:"series"`
	Link   *Link      `js:"link"`  // link, copied: the other session
	Retry  *Retry     `js:"retry"` // error: of a request
	Cause  *Compacted `js:"compacted"`

	Unanswered string `js:"unanswered" ts:"'' | 'none' | 'interrupted'"` // prompt: no reply came to it
	// prompt that waited for its turn: when it was typed, ms since 1970; 0 unknown
	Typed float64 `js:"typed"`
	// with By "you": when the turn before began, ms since 1970; 0 unknown
	Before float64 `js:"before"`
}

// A Sender is another agent or session with what it says, or background work
// with how it ended.
type Sender struct {
	Name    string `js:"name"`
	Colour  string `js:"colour"`  // as recorded: "blue"; "" where it is none of Hues
	Summary string `js:"summary"` // its own
	Event   string `js:"event"`   // of a message that is JSON: its type, "idle_notification"; of a notification: its status
	Text    string `js:"text"`
}

// A Chip is something that stood beside the words of a prompt.
type Chip struct {
	Kind  string `js:"kind" ts:"'selection' | 'file' | 'memory' | 'diagnostics' | 'reminder' | 'command' | 'instructions' | 'image' | 'document' | 'pasted' | 'unknown' | 'more'"`
	Label string `js:"label"` // more: how many there are
	Opens bool   `js:"opens"` // the body has parts that show it
}

// A Media is an image or a document inside a record: its base64 text stands at
// these bytes of the file.
type Media struct {
	File   int     `js:"file"`
	Offset float64 `js:"offset"`
	Length int     `js:"length"` // of the base64 text
	Type   string  `js:"type"`   // media type as recorded, not to be trusted
	Name   string  `js:"name"`   // of its file, "" unknown
	Host   string  `js:"host"`   // of an image that is only linked; never loaded
}

// A Reply tells about the answer to a turn, as far as it is known. Where the
// answer goes on after words in its middle, only the model is told again.
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
	Name string `js:"name"` // as recorded
	Face string `js:"face" ts:"'read' | 'write' | 'edit' | 'bash' | 'grep' | 'glob' | 'list' | 'fetch' | 'search' | 'todo' | 'task' | 'agent' | 'skill' | 'question' | 'plan' | 'toolsearch' | 'workflow' | 'message' | 'notebook' | 'shell' | 'mcp' | 'resource' | 'lsp' | 'other'"`

	Server string `js:"server"` // MCP server
	Target string `js:"target"` // the main argument: a path, a command, a query
	Note   string `js:"note"`   // the call's own description, if it has one

	// background: the result only says that it began
	Status string `js:"status" ts:"'ok' | 'error' | 'rejected' | 'interrupted' | 'denied' | 'background' | 'running' | 'none'"`
	// what the tool says of its result in a word or two: "create", "No matches found", the answer of the person
	Answer string `js:"answer"`

	Exit     int     `js:"exit"`  // exit code, -1 when none is recorded
	Lines    int     `js:"lines"` // of a file read or written, of an output; -1 unknown
	From     int     `js:"from"`  // first line read, 0 unknown
	Added    int     `js:"added"` // lines of a diff, -1 unknown
	Removed  int     `js:"removed"`
	Count    int     `js:"count"`                           // files, matches or results; -1 unknown
	Unit     string  `js:"unit" ts:"'' | 'file' | 'match'"` // of Count, where the tool can count several things
	More     bool    `js:"more"`                            // the tool left out some of them
	Done     int     `js:"done"`                            // todo items completed, -1 unknown
	Duration float64 `js:"duration"`                        // ms from call to result, -1 unknown
	Error    string  `js:"error"`                           // first words of a failure
}

// An AgentRun tells about an agent's own conversation, or the part of it that
// one call led to; or about all agents of a workflow, or all internal ones.
type AgentRun struct {
	ID    string `js:"id"`
	Kind  string `js:"kind" ts:"'agent' | 'workflow' | 'internal'"`
	Type  string `js:"type"`
	Title string `js:"title"`
	Name  string `js:"name"` // in its team
	// its colour; "" for a group
	Hue       string  `js:"hue" ts:"'' | 'red' | 'orange' | 'yellow' | 'green' | 'cyan' | 'blue' | 'purple' | 'pink'"`
	Model     string  `js:"model"` // of a group all of them, with ", " between them
	Turns     int     `js:"turns"`
	Calls     int     `js:"calls"` // -1 unknown
	Rows      int     `js:"rows"`  // 0: its records were not among the files; what the result of its call says is told of it
	Tokens    float64 `js:"tokens"`
	Usage     Usage   `js:"usage"`
	Duration  float64 `js:"duration"` // ms, -1 unknown
	Cost      Cost    `js:"cost"`
	Low       float64 `js:"low"` // share of Responses whose output is recorded too low
	Responses int     `js:"responses"`
	Open      bool    `js:"open"`
	Internal  bool    `js:"internal"` // Claude Code's own: compaction, warm-up …
	Resumed   bool    `js:"resumed"`  // it had been at work before this call
	Session   string  `js:"session"`  // title of the session that a teammate wrote itself
	Unlinked  bool    `js:"loose"`    // no call is known to have started it

	// How it ended, where the call did not wait for it: "open" without a known end.
	State      string  `js:"state" ts:"'' | 'running' | 'open' | 'completed' | 'failed' | 'stopped' | 'cut'"`
	Background bool    `js:"background"`
	After      float64 `js:"after"`  // ms from the call to the end, -1 unknown
	Ended      float64 `js:"ended"`  // ms since 1970: when a notification told of the end, 0 unknown
	Notice     string  `js:"notice"` // address of that notification, "" where no row shows it

	Agents int `js:"agents"` // workflow, internal: how many there are
	Failed int `js:"failed"` // workflow: agents that failed
	Cut    int `js:"cut"`    // workflow: agents without a result
}

// A Fold counts what one row stands for.
type Fold struct {
	Count  int     `js:"count"`
	Kinds  []Tally `js:"kinds"` // most first
	Failed int     `js:"failed"`
	Turns  int     `js:"turns"` // attempts, branch, copied: prompts in it
	// Alternatives are the ways from here, in their order: attempts that were left behind, and at last the one that was kept.
	Alternatives []Alternative `js:"alternatives"`
	What         string        `js:"what"` // failed: what did so first, a hook …
	Why          string        `js:"why"`  // … and what it said
	Open         bool          `js:"open"` // attempts, branch, copied: its rows follow
}

// A Series sums up similar calls that stand on one row.
type Series struct {
	Family   string  `js:"family" ts:"'look' | 'web' | 'bash' | 'edit' | 'task' | 'toolsearch' | 'mcp'"`
	Server   string  `js:"server"` // MCP server
	Calls    int     `js:"calls"`
	Tools    []Deed  `js:"deeds"`    // in the order they began
	About    []About `js:"about"`    // the first few of the files, patterns, commands …, each once
	More     int     `js:"more"`     // how many of these are left out
	Added    int     `js:"added"`    // lines, -1 unknown
	Removed  int     `js:"removed"`  // -1 unknown
	Duration float64 `js:"duration"` // ms that passed while they ran
	Open     bool    `js:"open"`     // its rows follow
}

// An About is what a call in a series was about: its target.
type About struct {
	Face string `js:"face" ts:"Tool['face']"`

	Target string `js:"target"`
}

// A Deed counts the calls of one face in a series.
type Deed struct {
	Face string `js:"face"` // see Tool

	Name     string `js:"name"` // mcp, task: of the tool; else the face
	Calls    int    `js:"calls"`
	Distinct int    `js:"distinct"` // files, patterns, commands … that differ
}

// A Tally is a name and how often it occurs.
type Tally struct {
	Name  string `js:"name"`
	Count int    `js:"count"`
}

// A Compacted tells what a compaction did.
type Compacted struct {
	Trigger string  `js:"trigger"`
	Before  float64 `js:"before"` // tokens, -1 unknown
	After   float64 `js:"after"`
}

// A Retry tells about a failed request as a whole.
type Retry struct {
	Status   int    `js:"status"`                                  // HTTP status, 0 unknown
	Attempts int    `js:"attempts"`                                // that are recorded
	Ended    string `js:"ended" ts:"'' | 'on' | 'up' | 'stopped'"` // it went on, gave up, or was interrupted
}

// An Attempt is one try of a request that failed.
type Attempt struct {
	Number  int     `js:"number"`  // from 1, 0 unknown
	Most    int     `js:"most"`    // tries that were to be made
	Status  int     `js:"status"`  // HTTP status, 0 unknown
	Wait    float64 `js:"wait"`    // ms until the next one
	Time    float64 `js:"time"`    // ms since 1970, 0 when unknown
	Text    string  `js:"text"`    // what went wrong
	Request string  `js:"request"` // id
}
