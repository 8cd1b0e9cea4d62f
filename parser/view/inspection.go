package view

// The structs of this file are what an inspector is told. They cross to
// JavaScript as those of model.go do.

// An Inspection is what is known of a row, and where it leads.
type Inspection struct {
	Row   *Row     `js:"row"` // nil where there is none with that address
	About RowFacts `js:"about"`

	End       float64 `js:"end"`       // ms since 1970, 0 when unknown
	InSession float64 `js:"inSession"` // ms since the session began, -1 when unknown
	InTurn    float64 `js:"inTurn"`    // ms since its turn began, -1 when unknown
	Window    float64 `js:"window"`    // tokens that fit into the model's context, 0 when unknown

	Turn int `js:"turn"` // of the main conversation: of an agent's row, in which it was called; 0 where there is none

	Session string `js:"session"` // id
	Agent   string `js:"agent"`   // id of the agent that it stands in, or stands for
	Call    string `js:"call"`    // id of the tool call
	Links   []Way  `js:"ways"`
}

// RecordFacts tell what stands at a place of a file, and what became of it.
type RecordFacts struct {
	Found  bool    `js:"found"`
	Origin Origin  `js:"origin"` // Length may be less than what Bytes says
	Bytes  float64 `js:"bytes"`
	Number int     `js:"number"` // among the records of its file, from 1
	Count  int     `js:"count"`
	Label  string  `js:"label"` // its type, and its kind where it has one: "attachment/hook_success"; "" of a file that is no transcript
	Class  string  `js:"class"` // what it is in its conversation, as the parser calls it
	Time   float64 `js:"time"`  // ms since 1970, 0 when unknown; that of the record before where it has none of its own

	Disposition string  `js:"fate" ts:"'shown' | 'merged' | 'hidden' | 'damaged'"`
	Reason      string  `js:"reason"` // why it is hidden, as the ledger calls it
	Row         *Row    `js:"row"`    // that shows it, or in which it is folded; nil where none is
	Message     string  `js:"message"`
	Request     string  `js:"request"`
	Calls       []Field `js:"calls"`     // ids of the tool calls that it makes or answers, with the names of the tools
	MoreCalls   int     `js:"moreCalls"` // that are not listed

	Before *Origin `js:"before"` // the neighbours in its file
	After  *Origin `js:"after"`
	Links  []Way   `js:"ways"`
}

// A Way leads from a row or a record to another one.
type Way struct {
	To     string `js:"to" ts:"'turn' | 'agent' | 'started' | 'ended' | 'compaction' | 'before' | 'after' | 'more' | 'call' | 'result' | 'with' | 'message' | 'counts'"`
	Row    *Row   `js:"row"`    // nil where no row shows the record
	Origin Origin `js:"origin"` // of the record; with Length 0 where the way leads to a row only
	Label  string `js:"label"`  // of the record
	Count  int    `js:"count"`  // more: how many
}
