package protocol

// A Touched is a page of the files that a session touched, sorted by name.
type Touched struct {
	Files    []TouchedFile `js:"files"`
	Total    int           `js:"total"`
	Next     *int          `js:"next"`     // the start of the next page, null at the end
	Read     float64       `js:"read"`     // share of the calls that were examined; Files is empty until it is 1
	Early    []TouchedFile `js:"early"`    // sometimes set before that: the first files by name, with what is known so far
	Counted  float64       `js:"counted"`  // share of the files whose net changes are counted; each request counts more
	Revision int           `js:"revision"` // pages with different revisions belong to different lists
}

// A TouchedFile is a file that calls read, wrote or edited. Failed calls and calls
// without a result are counted separately, and are not included in the sums of lines.
type TouchedFile struct {
	Path    string `js:"path"` // with "/" between folders; queries about the file take this path
	Name    string `js:"name"` // relative to the session's folder; the same as Path if outside of it
	Inside  bool   `js:"inside"`
	Reads   int    `js:"reads"`
	Edits   int    `js:"edits"` // including edits of notebooks
	Writes  int    `js:"writes"`
	Failed  int    `js:"failed"`  // calls that failed, were rejected or were interrupted
	Open    int    `js:"open"`    // calls without a result
	Left    int    `js:"left"`    // changes in abandoned branches; included in Edits and Writes
	Added   int    `js:"added"`   // lines, summed over all changes
	Removed int    `js:"removed"` // likewise
	Unsized int    `js:"unsized"` // changes with unknown numbers of lines
	// Net has the lines of the change from the first content to the last. It is null until it is
	// counted, and if the changes cannot be put together.
	Net *LineCount `js:"net"`

	Created bool `js:"created"` // the first change created the file
	Agents  bool `js:"agents"`  // agents touched the file, too
}

// A LineCount counts the lines of a change.
type LineCount struct {
	Added   int `js:"added"`
	Removed int `js:"removed"`
}

// Touches is a page of the operations on one file, in the order in which they took
// effect.
type Touches struct {
	List     []Touch `js:"list"`
	Total    int     `js:"total"`
	Next     *int    `js:"next"`     // the start of the next page, null at the end
	Read     float64 `js:"read"`     // like that of Touched: List is empty until it is 1
	Revision int     `js:"revision"` // like that of Touched
}

// A Touch is one call that read, wrote or edited a file.
type Touch struct {
	Key     string     `js:"key"`
	Kind    string     `js:"kind" ts:"'read' | 'edit' | 'write'"`
	Tool    string     `js:"tool"`   // as recorded
	Prompt  int        `js:"prompt"` // the prompt of the main conversation that it follows, 0 before the first
	Time    float64    `js:"time"`   // ms since 1970, 0 when unknown
	Agent   string     `js:"agent"`  // agent whose conversation contains the call: its name, type or id; "" for the main one
	Status  CallStatus `js:"status"`
	Added   *int       `js:"added"`   // lines
	Removed *int       `js:"removed"` // lines
	Created bool       `js:"created"` // the call created the file
	Left    bool       `js:"left"`    // in an abandoned branch
}

// A NetChange is the change of a file from its first known content to its last.
type NetChange struct {
	Next  *int    `js:"next"`  // the start of the next part, null when it is done
	Read  float64 `js:"read"`  // share of the calls, and then of the changes, that were examined, 0 to 1
	Parts []Part  `js:"parts"` // diffs; several if the changes between them are unknown
	New   bool    `js:"new"`   // the file did not exist before
	Notes []Count `js:"notes"` // what could not be determined, by the names of netNotes
}

// A SessionPatch is a part of a patch of all files that git can apply.
type SessionPatch struct {
	Next    *int          `js:"next"` // the start of the next page, null at the end
	Read    float64       `js:"read"` // share of the calls, and then of the files, that were examined, 0 to 1
	Parts   []PatchPart   `js:"parts"`
	Summary *PatchSummary `js:"summary"` // at the end, unless the patch could not be completed
}

// A PatchPart is a piece of a patch. Notes about a file precede its changes.
type PatchPart struct {
	Name  string  `js:"name"`  // of the file that the notes are about, on one line
	Notes []Count `js:"notes"` // what could not be determined, by the names of netNotes, and why the changes are a comment
	Text  string  `js:"text"`
}

// A PatchSummary counts what a patch contains, and what it leaves out.
type PatchSummary struct {
	Files   int     `js:"files"`   // number of changed files
	Missing bool    `js:"missing"` // records of agents that may have changed files are missing
	Counts  []Count `js:"counts"`  // numbers of files and of changes that are not 0, by the names of patchCounts
}

// A FileLedger shows where the bytes of one file went.
type FileLedger struct {
	Path   string  `js:"path"`
	Role   string  `js:"role" ts:"'main' | 'agent' | 'meta' | 'spilled' | 'other'"`
	Size   float64 `js:"size"`
	Lines  int     `js:"lines"`
	Ledger Ledger  `js:"ledger"`
	Shared bool    `js:"shared"` // the file holds other sessions, too; only the part of this one is counted
}

// Ledgers show where the bytes of a session's files went.
type Ledgers struct {
	Size   float64      `js:"size"`
	Sum    Ledger       `js:"sum"`
	Files  []FileLedger `js:"files"`  // the largest first, at most 200
	More   int          `js:"more"`   // number of other files
	Pieces int          `js:"pieces"` // byte ranges that form no record
	Types  []Count      `js:"types"`  // record types, the most frequent first; at most 200
	Blocks []Count      `js:"blocks"` // unknown block types

	MoreTypes  int     `js:"moreTypes"` // number of other types
	MoreBlocks int     `js:"moreBlocks"`
	Found      []Count `js:"found"` // diagnostics by code, including those that are not listed
}

// A Shape is one step of the report on the forms of a session's records.
type Shape struct {
	Next *int    `js:"next"` // the start of the next page, null at the end
	Read float64 `js:"read"` // share of the bytes that were examined, 0 to 1
	Text string  `js:"text"` // the report, at the end
}
