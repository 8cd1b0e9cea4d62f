package protocol

// A Page is a range of rows.
type Page struct {
	From     int   `js:"from"`
	Total    int   `js:"total"`    // rows in the list now
	Revision int   `js:"revision"` // changes when rows that were already returned may have changed
	Rows     []Row `js:"rows"`
	// Missed is set by the worker if bytes of a file could not be read: some rows are without
	// their text.
	Missed bool `js:"missed"`
}

// A Row is one line item of the viewer. Each kind of row is a struct of its own, which embeds
// [RowBase]; in JavaScript they are a union, discriminated by the member kind.
type Row interface {
	Kind() string
	Base() *RowBase
}

// Rows returns an empty row of each kind.
func Rows() []Row {
	return []Row{&PromptRow{}, &TextRow{}, &ThinkingRow{}, &ToolRow{}, &SeriesRow{}, &ImageRow{}, &OutputRow{}, &SummaryRow{},
		&CompactionRow{}, &InterruptRow{}, &ErrorRow{}, &NoteRow{}, &BackgroundRow{}, &BackgroundFoldRow{}, &AttemptsRow{}, &BranchRow{},
		&CopiedRow{}, &LinkRow{}, &DamagedRow{}, &RestartRow{}, &BrokenRow{}, &PhaseRow{}, &InternalRow{},
		&EndRow{}, &UnknownRow{}}
}

// A RowBase holds the fields that all rows have.
type RowBase struct {
	Key    string  `js:"key"`                                     // address: the record's uuid, and "#n" for its n-th block
	Depth  int     `js:"depth"`                                   // 0 main conversation, 1 an agent's, 2 a nested agent's …
	Agent  string  `js:"agent"`                                   // agent whose conversation contains this row; "" is the main one
	Branch bool    `js:"branch"`                                  // it is on an abandoned branch
	Ends   bool    `js:"ends"`                                    // the last row of a branch
	Turn   int     `js:"turn"`                                    // number of the turn, 0 before the first prompt
	Prompt int     `js:"prompt"`                                  // number of the prompt that it follows, 0 before the first
	Opens  bool    `js:"opens"`                                   // what follows a prompt begins with this row: mostly that prompt
	Time   float64 `js:"time"`                                    // ms since 1970, 0 when unknown
	By     string  `js:"by" ts:"'' | 'you' | 'claude' | 'agent'"` // set if a different speaker begins here
	Copied bool    `js:"copied"`                                  // the record was copied from another session
	Inside bool    `js:"inside"`                                  // inside an open series, or an open fold of background records
	// Threads are the colors of the agents that contain the row, the outermost first; "" is a
	// group of agents.
	Threads []string `js:"threads"`
	Speaker string   `js:"speaker"` // with By "agent": the agent's name or type
	Reply   *Reply   `js:"reply"`   // with By "claude" or "agent": the reply that begins here
	// with By "you": when the previous turn began, ms since 1970; 0 unknown
	Before float64 `js:"before"`
}

// Base returns what all rows have.
func (b *RowBase) Base() *RowBase { return b }

// A RowText is the text of a row.
type RowText struct {
	Text string `js:"text"` // only the beginning if Cut
	Cut  bool   `js:"cut"`  // the body has more than Text
	Size int    `js:"size"` // bytes of the whole text as recorded
}

func (t *RowText) words() *RowText { return t }

// TextOf returns the text of a row. The second result is false if its kind has none.
func TextOf(r Row) (*RowText, bool) {
	if r, ok := r.(interface{ words() *RowText }); ok {
		return r.words(), true
	}
	return nil, false
}

// A PromptRow is a message of the user, or what takes the place of one.
type PromptRow struct {
	RowBase
	RowText
	Flavor     PromptFlavor `js:"flavor"`
	Event      string       `js:"event" ts:"'' | EventKind"` // not "": it is an event, not a prompt
	Chips      []Chip       `js:"chips"`
	From       []Sender     `js:"from"` // for messages from other agents or sessions: the messages that Text joins
	Media      []Media      `js:"media"`
	More       int          `js:"more"`                                        // number of images and files that Media does not list
	Unanswered string       `js:"unanswered" ts:"'' | 'none' | 'interrupted'"` // it got no reply
	Typed      float64      `js:"typed"`                                       // a queued prompt: when it was typed, ms since 1970, or 0
}

// A TextRow is a text of a reply, in Markdown.
type TextRow struct {
	RowBase
	RowText
	Cites []Field `js:"cites"` // citations: title, address, the cited words
}

// A ThinkingRow is a block of thinking.
type ThinkingRow struct {
	RowBase
	RowText
	Flavor string  `js:"flavor" ts:"'' | 'hidden' | 'redacted'"`
	Took   float64 `js:"took"` // duration in ms, 0 unknown
}

// A ToolRow is a tool call, or an agent that no call is known to have started.
type ToolRow struct {
	RowBase
	Tool Tool      `js:"tool"`
	Run  *AgentRun `js:"run"` // the agents that it started
}

// A SeriesRow is a fold of similar calls.
type SeriesRow struct {
	RowBase
	Series Series `js:"series"`
}

// An ImageRow is an image of a reply.
type ImageRow struct {
	RowBase
	Media []Media `js:"media"`
}

// An OutputRow is the output of a local command, or the result of a call that is not recorded.
type OutputRow struct {
	RowBase
	RowText
	Flavor string `js:"flavor" ts:"'' | 'orphan'"`
	Chips  []Chip `js:"chips"` // the command, if no row before shows it
}

// A SummaryRow is the summary of a conversation that another one continues.
type SummaryRow struct {
	RowBase
	RowText
}

// A CompactionRow marks where a conversation was compacted; its text is the summary.
type CompactionRow struct {
	RowBase
	RowText
	Took      float64   `js:"took"` // duration in ms, 0 unknown
	Compacted Compacted `js:"compacted"`
}

// An InterruptRow marks where the user interrupted a turn.
type InterruptRow struct {
	RowBase
	Flavor string `js:"flavor" ts:"'' | 'shutdown'"`
}

// An ErrorRow is a failed request; its text is the error message.
type ErrorRow struct {
	RowBase
	RowText
	Retry Retry `js:"retry"`
}

// A NoteRow is a message of Claude Code, or a change of mode or model.
type NoteRow struct {
	RowBase
	RowText
	Flavor string `js:"flavor" ts:"'' | 'warning' | 'fallback'"`
	Name   string `js:"name"` // the kind of its record; "" for a change of the model
}

// A BackgroundRow shows consecutive internal records of Claude Code.
type BackgroundRow struct {
	RowBase
	Fold Fold `js:"fold"`
}

// A BackgroundFoldRow is a fold of the background records of a turn, at its end.
type BackgroundFoldRow struct {
	RowBase
	Fold Fold `js:"fold"`
}

// An AttemptsRow is a fold of the attempts at a place, of which one was kept; its text is the first prompt.
type AttemptsRow struct {
	RowBase
	RowText
	Fold Fold `js:"fold"`
}

// A BranchRow is a fold of a branch that was abandoned; its text is the first prompt.
type BranchRow struct {
	RowBase
	RowText
	Fold Fold `js:"fold"`
}

// A CopiedRow is a fold of records that were copied from another session, or marks their beginning
// if that session is not among the files. Its text is the first prompt.
type CopiedRow struct {
	RowBase
	RowText
	Fold *Fold `js:"fold"` // null for a mark
	Link Link  `js:"link"` // the other session
}

// A LinkRow leads to a related session.
type LinkRow struct {
	RowBase
	Link Link `js:"link"`
}

// A DamagedRow shows what cannot be read, or marks records that could be read although they are not
// valid.
type DamagedRow struct {
	RowBase
	Code string `js:"code" ts:"'damaged-line' | 'nul-bytes' | 'unfinished-line' | 'invalid-json' | 'invalid-utf8'"`
	Fold Fold   `js:"fold"`
	Size int    `js:"size"` // bytes of the lines
}

// A RestartRow marks where the conversation restarts, with a prompt without a parent.
type RestartRow struct {
	RowBase
}

// A BrokenRow reports that the links between the records of the main file are broken.
type BrokenRow struct {
	RowBase
}

// A PhaseRow is a phase of a workflow run; its text is the title.
type PhaseRow struct {
	RowBase
	RowText
	Fold Fold `js:"fold"`
}

// An InternalRow contains the agents that Claude Code ran for itself.
type InternalRow struct {
	RowBase
	Run AgentRun `js:"run"`
}

// An EndRow marks where the conversation of an agent ends; its text is what the agent was to do.
type EndRow struct {
	RowBase
	RowText
	Of   string `js:"of"`   // key of the row whose agent ends here
	Name string `js:"name"` // name or type of the agent
}

// An UnknownRow is a block of an unknown kind, as it is recorded.
type UnknownRow struct {
	RowBase
	RowText
}

// A Sender is another agent or session with its message, or background work with the way it
// ended.
type Sender struct {
	Name    string `js:"name"`
	Color   string `js:"color"`   // as recorded: "blue"; "" if it is not one of Hues
	Summary string `js:"summary"` // summary that the sender wrote
	Event   string `js:"event"`   // for a JSON message: its type, such as "idle_notification"; for a notification: its status
	Text    string `js:"text"`
}

// A Chip is an attachment of a prompt.
type Chip struct {
	Kind  ChipKind `js:"kind"`
	Label string   `js:"label"` // for the kind "more": the number of further attachments
	Opens bool     `js:"opens"` // the body has parts that show it
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
// after a message in its middle, only the model is repeated there, and
// the thinking is that of each part.
type Reply struct {
	Model    string   `js:"model"`
	Output   *float64 `js:"output"`   // output tokens of the turn
	Context  *float64 `js:"context"`  // tokens in the context at its last response
	Duration *float64 `js:"duration"` // ms
	Cost     Cost     `js:"cost"`
	Low      float64  `js:"low"`      // share of its responses whose output is recorded too low
	Headless bool     `js:"headless"` // the prompt of the turn is not recorded
	Thought  *float64 `js:"thought"`  // ms of thinking that is not recorded, 0 unknown; null for none
}

// A Tool is the one-line form of a tool call.
type Tool struct {
	Name string `js:"name"`               // as recorded
	Kind string `js:"kind" ts:"ToolKind"` // kind of tool

	Server string `js:"server"` // MCP server
	Target string `js:"target"` // the main argument: a path, a command, a query
	Note   string `js:"note"`   // the call's own description, if any

	// background: the result only reports the start
	Status CallStatus `js:"status"`
	// a word or two of the tool about its result: "create", "No matches found", the user's
	// answer
	Answer string `js:"answer"`

	Exit     *int     `js:"exit"`  // exit code
	Lines    *int     `js:"lines"` // lines of a file read or written, or of output
	From     int      `js:"from"`  // first line read, 0 unknown
	Added    *int     `js:"added"` // lines added in a diff
	Removed  *int     `js:"removed"`
	Count    *int     `js:"count"`                           // files, matches or results
	Unit     string   `js:"unit" ts:"'' | 'file' | 'match'"` // unit of Count, if the tool can count several things
	More     bool     `js:"more"`                            // the tool left out some of them
	Done     *int     `js:"done"`                            // completed to-do items
	Duration *float64 `js:"duration"`                        // ms from call to result
	Tokens   float64  `js:"tokens"`                          // what it added to the context, estimated; 0 unknown
	Error    string   `js:"error"`                           // the first words of a failure
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
	Color     string   `js:"color" ts:"'' | 'red' | 'orange' | 'yellow' | 'green' | 'cyan' | 'blue' | 'purple' | 'pink'"`
	Model     string   `js:"model"` // for a group, all models, separated by ", "
	Turns     int      `js:"turns"`
	Calls     *int     `js:"calls"`
	Rows      int      `js:"rows"` // 0: its records are not among the files; the values come from the result of its call
	Tokens    float64  `js:"tokens"`
	Usage     Usage    `js:"usage"`
	Duration  *float64 `js:"duration"` // ms
	Cost      Cost     `js:"cost"`
	Low       float64  `js:"low"` // share of Responses whose output is recorded too low
	Responses int      `js:"responses"`
	Open      bool     `js:"open"`
	Internal  bool     `js:"internal"` // Claude Code's own agent: compaction, warm-up …
	Resumed   bool     `js:"resumed"`  // it had already worked before this call
	Session   string   `js:"session"`  // title of the session that a teammate wrote itself
	Unlinked  bool     `js:"unlinked"` // no call is known to have started it

	// How it ended, if the call did not wait for it; "open" if its end is unknown.
	State      string   `js:"state" ts:"'' | 'running' | 'open' | 'completed' | 'failed' | 'stopped' | 'cut'"`
	Background bool     `js:"background"`
	After      *float64 `js:"after"`  // ms from the call to the end
	Ended      float64  `js:"ended"`  // ms since 1970: when a notification reported the end, 0 unknown
	Notice     string   `js:"notice"` // address of that notification, "" if no row shows it

	Agents int `js:"agents"` // workflow, internal: number of agents
	Failed int `js:"failed"` // workflow: number of agents that failed
	Cut    int `js:"cut"`    // workflow: number of agents without a result
}

// A Fold counts the contents of one row.
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
	Open         bool          `js:"open"` // attempts, branch, copied, background-fold: its rows follow
}

// A Series summarizes similar calls that share one row.
type Series struct {
	Family   string      `js:"family" ts:"ToolFamily"` // what its calls have in common
	Server   string      `js:"server"`                 // MCP server
	Calls    int         `js:"calls"`
	Tools    []ToolCount `js:"tools"` // in the order of their first calls
	About    []About     `js:"about"` // the first few of the files, patterns, commands …, each once
	More     int         `js:"more"`  // number of targets that About leaves out
	Added    *int        `js:"added"` // lines
	Removed  *int        `js:"removed"`
	Duration float64     `js:"duration"` // ms during which any of them ran
	Tokens   float64     `js:"tokens"`   // what they added to the context, estimated
	Open     bool        `js:"open"`     // its rows follow
}

// An About is the target of a call in a series.
type About struct {
	Kind string `js:"kind" ts:"ToolKind"`

	Target string `js:"target"`
}

// A ToolCount counts the calls of one kind of tool in a series.
type ToolCount struct {
	Kind string `js:"kind"` // kind of tool, see Tool

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
	Trigger string   `js:"trigger"`
	Before  *float64 `js:"before"` // tokens
	After   *float64 `js:"after"`
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
