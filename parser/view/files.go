package view

// The structs of this file tell what a session did to files, and where the bytes
// of its own files went. They cross to JavaScript as those of model.go do.

// A Touched is a stretch of the files that a session touched, by name.
type Touched struct {
	Files    []TouchedFile `js:"files"`
	Total    int           `js:"total"`
	Next     int           `js:"next"`     // what to ask for next, -1 at the end
	Read     float64       `js:"read"`     // share of the calls that were looked at, to 1; there are no files before
	Early    []TouchedFile `js:"early"`    // now and then before that: the first files by name, with what is known of them
	Revision int           `js:"revision"` // stretches with another one are of another list
}

// A TouchedFile is a file that calls read, wrote or edited. What failed and what
// has no result is counted apart, and neither is in the sums of lines.
type TouchedFile struct {
	Path    string `js:"path"` // with "/" between folders; what questions about the file are asked with
	Name    string `js:"name"` // as seen from the session's folder; Path outside of it
	Inside  bool   `js:"inside"`
	Reads   int    `js:"reads"`
	Edits   int    `js:"edits"` // of notebooks, too
	Writes  int    `js:"writes"`
	Failed  int    `js:"failed"`  // calls that failed, or were refused or stopped
	Open    int    `js:"open"`    // calls without a result
	Left    int    `js:"left"`    // changes in abandoned branches, which are among Edits and Writes
	Added   int    `js:"added"`   // lines
	Removed int    `js:"removed"` // lines
	Unsized int    `js:"unsized"` // changes of which no lines are known
	Created bool   `js:"created"` // the first change made it
	Agents  bool   `js:"agents"`  // agents touched it, too
}

// Touches are a stretch of what was done to one file, in the order in which it
// took effect.
type Touches struct {
	List     []Touch `js:"list"`
	Total    int     `js:"total"`
	Next     int     `js:"next"`     // what to ask for next, -1 at the end
	Read     float64 `js:"read"`     // as that of Touched: there is nothing in the list before it is 1
	Revision int     `js:"revision"` // as that of Touched
}

// A Touch is one call that read, wrote or edited a file.
type Touch struct {
	Key     string  `js:"key"`
	Kind    string  `js:"kind" ts:"'read' | 'edit' | 'write'"`
	Tool    string  `js:"tool"`  // as recorded
	Turn    int     `js:"turn"`  // of the main conversation, 0 before the first
	Time    float64 `js:"time"`  // ms since 1970, 0 when unknown
	Agent   string  `js:"agent"` // whose conversation it stands in: its name or type, or its id; "" for the main one
	Status  string  `js:"status" ts:"'ok' | 'error' | 'rejected' | 'interrupted' | 'denied' | 'background' | 'running' | 'none'"`
	Added   int     `js:"added"`   // lines, -1 unknown
	Removed int     `js:"removed"` // -1 unknown
	Created bool    `js:"created"` // the call made the file
	Left    bool    `js:"left"`    // in an abandoned branch
}

// A NetChange is what became of a file from its first known content to its last.
type NetChange struct {
	Next  int     `js:"next"`  // what to ask for next, -1 when it is done
	Read  float64 `js:"read"`  // share of the calls, and then of the changes, that were looked at, to 1
	Parts []Part  `js:"parts"` // diffs; several where it is not known what lies between them
	New   bool    `js:"new"`   // there was no such file
	Notes []Tally `js:"notes"` // what could not be told, by the names of netNotes
}

// A SessionPatch is a stretch of the change of all files, as git takes it.
type SessionPatch struct {
	Next int     `js:"next"` // what to ask for next, -1 at the end
	Read float64 `js:"read"` // share of the calls, and then of the files, that were looked at, to 1
	Text string  `js:"text"`
	Head string  `js:"head"` // at the end: what comes before all of it
}

// A FileLedger says where the bytes of one file went.
type FileLedger struct {
	Path   string  `js:"path"`
	Role   string  `js:"role" ts:"'main' | 'agent' | 'meta' | 'spilled' | 'other'"`
	Size   float64 `js:"size"`
	Lines  int     `js:"lines"`
	Ledger Ledger  `js:"ledger"`
	Shared bool    `js:"shared"` // other sessions stand in it, too: the part of this one is counted
}

// Ledgers say where the bytes of a session's files went.
type Ledgers struct {
	Size   float64      `js:"size"`
	Sum    Ledger       `js:"sum"`
	Files  []FileLedger `js:"files"`  // the largest first, at most 200
	More   int          `js:"more"`   // files beside these
	Pieces int          `js:"pieces"` // stretches of bytes that make no record
	Types  []Tally      `js:"types"`  // records, the most frequent first; at most 200
	Blocks []Tally      `js:"blocks"` // blocks of unknown types

	MoreTypes  int     `js:"moreTypes"` // beside these
	MoreBlocks int     `js:"moreBlocks"`
	Found      []Tally `js:"found"` // diagnostics by code, those that are not listed, too
}

// A Shape is a stretch of the report of what forms a session's records have.
type Shape struct {
	Next int     `js:"next"` // what to ask for next, -1 at the end
	Read float64 `js:"read"` // share of the bytes that were looked at, to 1
	Text string  `js:"text"` // the report, at the end
}
