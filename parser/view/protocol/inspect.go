package protocol

// An Inspection describes a row in full, with links to related rows.
type Inspection struct {
	Row   Row      `js:"row"` // null if no row has that address
	About RowFacts `js:"about"`

	End       float64  `js:"end"`       // ms since 1970, 0 when unknown
	InSession *float64 `js:"inSession"` // ms since the session began; times can run backward
	InTurn    *float64 `js:"inTurn"`    // ms since the prompt that it follows
	Window    *float64 `js:"window"`    // context window of the model in tokens

	// Prompt is the number of the prompt of the main conversation that it follows; for an agent's row,
	// that of its call; 0 for none.
	Prompt int `js:"prompt"`

	Session string       `js:"session"` // id
	Agent   string       `js:"agent"`   // id of the agent that contains the row, or that the row stands for
	Call    string       `js:"call"`    // id of the tool call
	Links   []RecordLink `js:"links"`
}

// RecordFacts describe what is stored at a place of a file, and how it is shown.
type RecordFacts struct {
	Location RecordLocation `js:"location"` // Length can be less than Bytes
	Bytes    float64        `js:"bytes"`
	Number   int            `js:"number"` // number among the records of the file, from 1
	Count    int            `js:"count"`
	Label    string         `js:"label"` // type, and kind if any: "attachment/hook_success"; "" if the file is no transcript
	Class    string         `js:"class"` // role of the record in its conversation: the parser's name of its class
	Time     float64        `js:"time"`  // ms since 1970, 0 when unknown; a record without a time has that of the previous record

	Disposition string  `js:"disposition" ts:"'shown' | 'merged' | 'hidden' | 'damaged'"`
	Reason      string  `js:"reason"` // why it is hidden, by the name in the ledger
	Row         Row     `js:"row"`    // the row that shows the record or folds it; null if there is none
	Message     string  `js:"message"`
	Request     string  `js:"request"`
	Calls       []Field `js:"calls"`     // ids of the tool calls that the record makes or answers, with the names of the tools
	MoreCalls   int     `js:"moreCalls"` // number of calls that are not listed

	Before *RecordLocation `js:"before"` // the neighbors in the file
	After  *RecordLocation `js:"after"`
	Links  []RecordLink    `js:"links"`
}

// A RecordLink is a link from a row or a record to another one.
type RecordLink struct {
	To       RecordLinkKind  `js:"to"`
	Row      Row             `js:"row"`      // null if no row shows the record
	Location *RecordLocation `js:"location"` // location of the record, null if the link leads only to a row
	Label    string          `js:"label"`    // of the record
	Count    int             `js:"count"`    // more: number of links left out
}
