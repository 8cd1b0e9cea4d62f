package protocol

// SessionChanges is what has changed in the list of sessions since it was last requested.
type SessionChanges struct {
	Order   []uint32      `js:"order"`   // the indexes of all sessions, in the order of the list
	Changed []SessionInfo `js:"changed"` // those of them that are new or have changed
}

// A SessionInfo is one line of the list of loaded sessions.
type SessionInfo struct {
	Index int `js:"index"`
	File  int `js:"file"` // number of its main file
	// How much of the session was read. While it is waiting, or if the worker that read it
	// was lost or its file could not be read, only the facts from the beginning and the end of its file are known.
	State        string  `js:"state" ts:"'waiting' | 'reading' | 'read' | 'lost'"`
	ID           string  `js:"id"`
	Title        string  `js:"title"`
	Prompt       string  `js:"prompt"`  // the first prompt, on one line
	Project      string  `js:"project"` // working folder, as first recorded
	Branch       string  `js:"branch"`  // git branch, as last recorded
	Model        string  `js:"model"`   // the most used model
	Start        float64 `js:"start"`   // ms since 1970, 0 when unknown
	End          float64 `js:"end"`
	Work         float64 `js:"work"` // total duration of its turns in ms, 0 when unknown
	Bytes        float64 `js:"bytes"`
	Turns        int     `js:"turns"`
	TypedPrompts int     `js:"typedPrompts"` // turns that the user began
	Events       int     `js:"events"`       // turns that something else began: notifications, teammates …
	Agents       int     `js:"agents"`
	Calls        int     `js:"calls"`
	Tokens       float64 `js:"tokens"` // all kinds of tokens that the responses add up to
	Cost         Cost    `js:"cost"`   // of the responses
	Totals       Totals  `js:"totals"` // the figures to show
	// Models are all models that responded, including those of agents, the most expensive
	// first.
	Models []string `js:"models"`
	// UnderReported is the share of responses whose output is recorded too low.
	UnderReported float64 `js:"underReported"`
	Damaged       int     `js:"damaged"` // diagnostics of severity warning or worse
	Silent        bool    `js:"silent"`  // it has no turns that are not also shown in another session
	Lone          bool    `js:"lone"`    // a conversation of an agent whose session is not among the files
	Links         []Link  `js:"links"`   // related sessions, the earlier ones first
	Sketch        *Sketch `js:"sketch"`  // null if nothing in it took time, or its times are not known yet
}

// A Sketch is a small timeline of a session: 32 columns of equal length, without the periods in
// which nothing was active.
type Sketch struct {
	// Model and Tools are the times of the model and of tools in each column, in percent of the
	// largest sum of a column.
	Model    []uint16 `js:"model" ts:"readonly number[]"`
	Tools    []uint16 `js:"tools" ts:"readonly number[]"`
	Failures []uint16 `js:"failures" ts:"readonly number[]"` // failed calls and requests that ended in each column
	Prompts  []uint16 `js:"prompts" ts:"readonly number[]"`  // the user's prompts in each column
}

// A FilePreview is a preview of a session, from the beginning and the end of its file.
type FilePreview struct {
	Info         SessionInfo `js:"info"`         // without index, file and usage figures
	Listed       bool        `js:"listed"`       // the file is a session
	RelationKeys string      `js:"relationKeys"` // one per line: files that share a key can be related
}

// A Link leads to another session.
type Link struct {
	Kind  string `js:"kind" json:"kind" ts:"'continues' | 'continued-in' | 'forked-from' | 'copied-from' | 'compacted-from'"`
	ID    string `js:"id" json:"id"`
	Index *int   `js:"index" json:"-"` // in the list of sessions, null if the session is not among the files
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
