package protocol

// A Body is the expanded content of a row.
type Body struct {
	Key     string           `js:"key"`
	Parts   []Part           `js:"parts"`
	Records []RecordLocation `js:"records"` // where the row is recorded in the files
}

// A Part is one piece of a body, shown by its kind.
type Part struct {
	Kind PartKind `js:"kind"`
	Role PartRole `js:"role"`
	Name string   `js:"name"` // a file name or a label
	Text string   `js:"text"` // code, stdout, Markdown, or JSON as recorded
	Note string   `js:"note"` // a remark: a state, the meaning of an exit code, "binary"
	Cut  bool     `js:"cut"`  // the texts are cut
	Size int      `js:"size"` // bytes of the whole content
	Chip int      `js:"chip"` // number of the row's chip that the part shows, from 1; 0 for none

	Start   int    `js:"start"`   // code: number of the first line
	Command string `js:"command"` // terminal
	Stderr  string `js:"stderr"`  // terminal
	Exit    *int   `js:"exit"`    // terminal: exit code
	Old     string `js:"old"`     // diff with hunks: the file before the change, if recorded; without: the old side
	New     string `js:"new"`

	Hunks []Hunk `js:"hunks"`
	// fields, files (Value = number of matches), links (Name, Value), todos (Name, Value = status),
	// matches (one field: Name = pattern, Value = path, Note = "i": case-insensitive)
	Fields    []Field    `js:"fields"`
	Questions []Question `js:"questions"`
	Media     *Media     `js:"media"`
	Items     []Item     `js:"items"`
	Attempts  []Attempt  `js:"attempts"`
}

// A Piece is an excerpt of a long text. Positions are bytes of UTF-8.
type Piece struct {
	Text  string `js:"text"`
	Next  int    `js:"next"` // where the next piece begins
	Total int    `js:"total"`
}

// A Hunk is a section of a diff; each line begins with ' ', '+', '-' or '\'.
type Hunk struct {
	OldStart int      `js:"oldStart"`
	OldLines *int     `js:"oldLines"` // as recorded
	NewStart int      `js:"newStart"`
	NewLines *int     `js:"newLines"`
	Lines    []string `js:"lines"`
}

// A Field is a name and a value.
type Field struct {
	Name  string `js:"name"`
	Value string `js:"value"`
	Note  string `js:"note"`  // todos: the previous status, "new", or the owner
	After string `js:"after"` // todos: what must be done before
}

// A Question is a question that the user was asked, with all options.
type Question struct {
	Header   string   `js:"header"` // the subject, in a word or two
	Text     string   `js:"text"`
	Options  []Option `js:"options"`
	Several  bool     `js:"several"`  // more than one option could be chosen
	Answered bool     `js:"answered"` // an answer is recorded
	Other    string   `js:"other"`    // what the user wrote besides the options
	Note     string   `js:"note"`     // what the user added to the answer
}

// An Option is an answer that was offered.
type Option struct {
	Label       string `js:"label"`
	Description string `js:"description"`
	Preview     string `js:"preview"` // a preview of the result
	Chosen      bool   `js:"chosen"`
}

// An Item is one record inside a folded run of internal records.
type Item struct {
	Name     string         `js:"name"` // kind of the record, such as "hook_success" or "file-history-snapshot"
	Label    string         `js:"label"`
	Text     string         `js:"text"`
	Failed   bool           `js:"failed"`
	Hooks    []HookRun      `js:"hooks"` // instead of Text
	More     int            `js:"more"`  // number of other hooks
	Location RecordLocation `js:"location"`
}

// A HookRun is one command that a hook ran.
type HookRun struct {
	Command  string `js:"command"`
	Exit     *int   `js:"exit"`     // exit code
	Duration *int   `js:"duration"` // ms
	Output   string `js:"output"`
	Error    string `js:"error"`
}

// A RecordLocation is the place of a record in a file, or a file that is not a transcript.
type RecordLocation struct {
	UUID   string  `js:"uuid"`
	File   int     `js:"file"`
	Path   string  `js:"path"`
	Line   int     `js:"line"`   // 0 for a whole file that is not a transcript
	Offset float64 `js:"offset"` // bytes from the start of the file
	Length int     `js:"length"`
}

// RowFacts are the recorded facts about one row: when it was recorded, what it used and
// where it is stored.
type RowFacts struct {
	Key      string   `js:"key"`
	UUID     string   `js:"uuid"`     // of the record, "" without one
	Time     float64  `js:"time"`     // ms since 1970, 0 when unknown
	Duration *float64 `js:"duration"` // ms of a call, an agent or a turn

	// The numbers are totals of a response, turn or agent: usage is counted once per response.
	Scope     string   `js:"scope" ts:"'' | 'response' | 'turn' | 'agent'"` // "" if no usage is recorded
	Responses int      `js:"responses"`
	Model     string   `js:"model"` // the most expensive one if there are several
	Usage     Usage    `js:"usage"`
	Context   *float64 `js:"context"` // response: input tokens of the model
	Cost      Cost     `js:"cost"`
	Low       float64  `js:"low"`       // share of responses whose output is recorded too low
	Duplicate bool     `js:"duplicate"` // the response is counted at its first occurrence

	Stop    string           `js:"stop"` // why the response ended, as recorded
	Message string           `js:"message"`
	Request string           `js:"request"`
	Records []RecordLocation `js:"records"` // the records of the row, at most 20
	More    int              `js:"more"`    // number of other records
}

// A Finding is a diagnostic that is shown on the page. The last members have values for some codes
// only.
type Finding struct {
	Code     string  `js:"code" ts:"DiagnosticCode"`
	Severity string  `js:"severity" ts:"'info' | 'warning' | 'error'"`
	File     int     `js:"file"`
	Path     string  `js:"path"`
	Line     int     `js:"line"`
	Offset   float64 `js:"offset"`
	Length   int     `js:"length"`
	Damage   string  `js:"damage" ts:"Damage | ''"`     // damaged-line: why the bytes are not a record
	Position int     `js:"position"`                    // of the first byte of the record that is not valid, from 1; 0 for other findings
	Excerpt  string  `js:"excerpt"`                     // the beginning of what is not a record, or not valid
	Limit    int     `js:"limit"`                       // overlong-line, unread-counts: bytes; too-deep: levels; too-many-blocks: blocks
	Agent    string  `js:"agent"`                       // unlinked-agent: its id
	Of       string  `js:"of" ts:"DiagnosticCode | ''"` // more: the code of the findings that are not listed
	Count    int     `js:"count"`                       // more: their number
}
