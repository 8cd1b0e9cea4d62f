package protocol

// A Query is a question about one session: its name, and values of the types of its request
// and of its reply.
type Query struct {
	Name    string
	Request any
	Reply   any // a pointer if the reply can be null; nil if the reply is always null
}

// Queries lists all queries. A request always names its session; a pool of parsers relies on
// that to pass it on. If the session does not exist, the reply is an Error whose code is
// "no-session".
func Queries() []Query {
	return []Query{
		{"summary", SessionRequest{}, Summary{}},
		{"diagnostics", SessionRequest{}, []Finding(nil)},
		{"story", SessionRequest{}, Story{}},

		{"rows", RowsRequest{}, Page{}},
		{"body", RowRequest{}, Body{}},
		{"text", TextRequest{}, Piece{}},
		{"about", RowRequest{}, RowFacts{}},
		{"expand", ExpandRequest{}, (*int)(nil)},
		{"expandAll", ExpandAllRequest{}, nil},
		{"showBackground", ShowBackgroundRequest{}, nil},
		{"find", AddressRequest{}, (*int)(nil)},
		{"nearest", AddressRequest{}, (*int)(nil)},
		{"step", StepRequest{}, (*int)(nil)},
		{"prompt", PromptRequest{}, (*int)(nil)},

		{"narrow", NarrowRequest{}, (*FilterError)(nil)},
		{"filter", FilterRequest{}, Filtered{}},
		{"filterOptions", SessionRequest{}, Choices{}},
		{"agents", PageRequest{}, AgentChoices{}},

		{"matches", MatchesRequest{}, Matches{}},
		{"outline", OutlineRequest{}, Outline{}},

		{"timeline", TimelineRequest{}, (*Timeline)(nil)},
		{"timelineMoments", MomentsRequest{}, []Moment(nil)},
		{"timelineActors", TimelineRequest{}, []Actor(nil)},
		{"timelineRange", TimelineRangeRequest{}, (*TimelineRange)(nil)},
		{"timelineRow", TimelineRowRequest{}, (*int)(nil)},

		{"usage", SessionRequest{}, UsageFigures{}},
		{"usageTurns", UsageLinesRequest{}, TurnPage{}},
		{"usageAgents", UsageLinesRequest{}, AgentPage{}},
		{"usageTools", SessionRequest{}, []ToolLine(nil)},
		{"usageContext", SessionRequest{}, ContextSeries{}},
		{"usageRate", SessionRequest{}, RateSeries{}},
		{"usageAddress", UsageMessageRequest{}, (*string)(nil)},
		{"usageContents", UsageMessageRequest{}, (*ContextContents)(nil)},

		{"changedFiles", PageRequest{}, Touched{}},
		{"fileOps", FileRequest{}, Touches{}},
		{"fileOf", RowRequest{}, (*string)(nil)},
		{"netChange", FileRequest{}, NetChange{}},
		{"patch", PageRequest{}, SessionPatch{}},

		{"inspect", AddressRequest{}, Inspection{}},
		{"record", RecordRequest{}, (*RecordFacts)(nil)},
		{"ledgers", SessionRequest{}, Ledgers{}},
		{"shape", PageRequest{}, Shape{}},
	}
}

// A SessionRequest is a request of a query about a session as a whole.
type SessionRequest struct {
	Session int `js:"session"`
}

// A PageRequest requests the part of a long list, or the step of a long calculation, that
// begins at From.
type PageRequest struct {
	Session int `js:"session"`
	From    int `js:"from"` // 0, then the next of the previous reply
}

// A RowsRequest requests rows from the index From, at most 200.
type RowsRequest struct {
	Session int `js:"session"`
	From    int `js:"from"`
	Count   int `js:"count"`
}

// A RowRequest is a request of a query about one row.
type RowRequest struct {
	Session int    `js:"session"`
	Key     string `js:"key"`
}

// An AddressRequest requests the row that has a key or shows a record. The queries find and
// nearest open the rows that contain it; inspect does not.
type AddressRequest struct {
	Session int    `js:"session"`
	Address string `js:"address"` // key of a row, or uuid or address of a record
}

// A TextRequest requests a piece of a long text of a body.
type TextRequest struct {
	Session int    `js:"session"`
	Key     string `js:"key"`
	Part    int    `js:"part"` // index in the parts of the body
	Name    string `js:"name" ts:"'command' | 'text' | 'stderr' | 'old' | 'new'"`
	From    int    `js:"from"` // byte at which the piece begins
}

// An ExpandRequest shows or hides the rows of an agent or of a fold. The reply is the index
// of the row with that key.
type ExpandRequest struct {
	Session int    `js:"session"`
	Key     string `js:"key"`
	Open    bool   `js:"open"`
}

// An ExpandAllRequest shows or hides the rows of all series and of all folds of background records.
type ExpandAllRequest struct {
	Session int  `js:"session"`
	Open    bool `js:"open"`
}

// A ShowBackgroundRequest shows all background records at their places, or folds those of each turn.
type ShowBackgroundRequest struct {
	Session int  `js:"session"`
	Shown   bool `js:"shown"`
}

// A StepRequest moves from a row over rows that begin with a prompt or show a failure. The reply is
// the index of the row that it reaches.
type StepRequest struct {
	Session  int  `js:"session"`
	From     int  `js:"from"`  // index of a row
	Steps    int  `js:"steps"` // number of such rows; negative: back
	Failures bool `js:"failures"`
}

// A PromptRequest requests the index of the row of a prompt.
type PromptRequest struct {
	Session int `js:"session"`
	Number  int `js:"number"`
}

// A NarrowRequest keeps a part of the rows of a session, for all queries about rows. Usage
// and diagnostics remain those of the whole session. If the reply is an error, nothing changed.
type NarrowRequest struct {
	Session int    `js:"session"`
	Turns   string `js:"turns"`   // "12-18", "12", "12-" or "-5", including both ends, from 1; "" for all turns
	Prompts string `js:"prompts"` // the same for prompts, each with what follows it
	// The kinds of rows to keep, separated by spaces: prompts, events, replies, thinking, tools, errors,
	// agents, background, results, changes, branches; and tools as "tool:Bash". "" for all.
	Show string `js:"show"`
	Hide string `js:"hide"` // the kinds of rows to remove
}

// A FilterRequest keeps a part of the rows that [NarrowRequest] kept, for the reader. The
// reply has the new index of the row with that key, or of the nearest remaining row.
type FilterRequest struct {
	Session int    `js:"session"`
	Show    string `js:"show"`
	Hide    string `js:"hide"`
	Agent   string `js:"agent"` // id of the only agent whose rows are kept; "" for all
	Key     string `js:"key"`   // key of the row that is being read
}

// A MatchesRequest searches a part of a session for words.
type MatchesRequest struct {
	Session int    `js:"session"`
	Text    string `js:"text"`
	// Options, separated by spaces: "case" (case-sensitive), "phrase" (the words follow each
	// other; otherwise they are in one place, in any order), "whole" (whole words), "errors"
	// (only what failed), "count" (only the number of matches).
	Options string  `js:"options"`
	Kinds   string  `js:"kinds"` // kinds of [Match], separated by spaces; "" for all
	Tools   string  `js:"tools"` // names of tools, one per line; "" for all
	Agent   string  `js:"agent"` // "main" for the main conversation, "agents" for all others, or the id of an agent
	From    float64 `js:"from"`  // 0, then the next of the previous reply
}

// An OutlineRequest requests entries of the outline from the index From, at most 200.
type OutlineRequest struct {
	Session int `js:"session"`
	From    int `js:"from"`
	Count   int `js:"count"`
}

// A TimelineRequest requests entries of a timeline, or the agents in it, from the index From.
type TimelineRequest struct {
	Session int `js:"session"`
	Built   int `js:"built"` // identifies the timeline; 0 for the current one
	From    int `js:"from"`
}

// A MomentsRequest requests the descriptions of entries of a timeline.
type MomentsRequest struct {
	Session int `js:"session"`
	Built   int `js:"built"`
	From    int `js:"from"`
	Count   int `js:"count"`
}

// A TimelineRangeRequest requests the entries of a timeline that a range of rows shows.
type TimelineRangeRequest struct {
	Session int `js:"session"`
	Built   int `js:"built"`
	First   int `js:"first"` // index of a row
	Last    int `js:"last"`
}

// A TimelineRowRequest requests the index of the row that shows or folds an entry of a
// timeline.
type TimelineRowRequest struct {
	Session int `js:"session"`
	Built   int `js:"built"`
	Entry   int `js:"entry"`
}

// A UsageLinesRequest requests lines of a usage table, at most 200.
type UsageLinesRequest struct {
	Session int    `js:"session"`
	Column  string `js:"column"` // to sort by; an unknown name means session order
	Down    bool   `js:"down"`   // the largest value first
	From    int    `js:"from"`
	Count   int    `js:"count"`
}

// A UsageMessageRequest is a request of a query about a response.
type UsageMessageRequest struct {
	Session int `js:"session"`
	Message int `js:"message"` // of a [ContextSeries]
}

// A FileRequest is a request of a query about a file that the session changed.
type FileRequest struct {
	Session int    `js:"session"`
	Path    string `js:"path"` // of a [TouchedFile]
	From    int    `js:"from"` // 0, then the next of the previous reply
}

// A RecordRequest requests the facts about the data at an offset of a file.
type RecordRequest struct {
	Session int     `js:"session"`
	File    int     `js:"file"`
	Offset  float64 `js:"offset"`
}
