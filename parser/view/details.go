package view

// The structs of this file are what is asked for beside rows: what they open to,
// what is recorded about them, what was found. They cross to JavaScript as those
// of model.go do.

// A Body is what a row opens to.
type Body struct {
	Key     string   `js:"key"`
	Parts   []Part   `js:"parts"`
	Records []Origin `js:"records"` // where it stands in the files
}

// A Part is one piece of a body, shown by its kind.
type Part struct {
	Kind string `js:"kind" ts:"'markdown' | 'text' | 'code' | 'diff' | 'terminal' | 'fields' | 'files' | 'links' | 'todos' | 'questions' | 'matches' | 'media' | 'items' | 'attempts' | 'json' | 'spilled'"`
	Role string `js:"role" ts:"'' | 'input' | 'output' | 'error' | 'prompt' | 'structured' | 'wire' | 'instructions' | 'reminder' | 'script' | 'feedback' | 'plan'"`
	Name string `js:"name"` // a file name, a label
	Text string `js:"text"` // code, stdout, Markdown, JSON as recorded …
	Note string `js:"note"` // what is said beside it: a state, how an exit code is meant, "binary"
	Cut  bool   `js:"cut"`  // only the heads of its texts crossed
	Size int    `js:"size"` // bytes of the whole
	Chip int    `js:"chip"` // number of the row's chip that it shows, from 1; 0 for none

	Start   int    `js:"start"`   // code: number of the first line
	Command string `js:"command"` // terminal
	Stderr  string `js:"stderr"`  // terminal
	Exit    int    `js:"exit"`    // terminal, -1 when none
	Old     string `js:"old"`     // diff with hunks: the file before, if recorded; without: the two sides
	New     string `js:"new"`

	Hunks []Hunk `js:"hunks"`
	// fields, files (Value = matches), links (Name, Value), todos (Name, Value = status),
	// matches (one: Name = pattern, Value = where, Note = "i": in any case)
	Fields    []Field    `js:"fields"`
	Questions []Question `js:"questions"`
	Media     *Media     `js:"media"`
	Items     []Item     `js:"items"`
	Attempts  []Attempt  `js:"attempts"`
}

// A Piece is a stretch of a long text. Places are bytes of UTF-8.
type Piece struct {
	Text  string `js:"text"`
	Next  int    `js:"next"` // where the next one begins
	Total int    `js:"total"`
}

// A Found is what one stretch of a search found.
type Found struct {
	Hits []Hit `js:"hits"`
	Next int   `js:"next"` // where the search goes on, -1 at its end
}

// A Hit is a record that holds the words that were looked for.
type Hit struct {
	UUID string `js:"uuid"` // of the record, or its address where it has none of its own
	Turn int    `js:"turn"` // of the main conversation, 0 before the first
	Text string `js:"text"` // the words around the first place, at most 160 characters on one line
}

// A Hunk is a stretch of a diff; each line begins with ' ', '+', '-' or '\'.
type Hunk struct {
	OldStart int      `js:"oldStart"`
	OldLines int      `js:"oldLines"` // as recorded, -1 when it is not
	NewStart int      `js:"newStart"`
	NewLines int      `js:"newLines"`
	Lines    []string `js:"lines"`
}

// A Field is a name and a value.
type Field struct {
	Name  string `js:"name"`
	Value string `js:"value"`
	Note  string `js:"note"`  // todos: the state before, "new", or the owner
	After string `js:"after"` // todos: what must be done first
}

// A Question is what the person was asked, with all that was offered.
type Question struct {
	Header   string   `js:"header"` // its subject, in a word or two
	Text     string   `js:"text"`
	Options  []Option `js:"options"`
	Several  bool     `js:"several"`  // more than one could be chosen
	Answered bool     `js:"answered"` // an answer is recorded
	Other    string   `js:"other"`    // what the person wrote beside the options
	Note     string   `js:"note"`     // what the person added to the answer
}

// An Option is an answer that was offered.
type Option struct {
	Label       string `js:"label"`
	Description string `js:"description"`
	Preview     string `js:"preview"` // what it would look like
	Chosen      bool   `js:"chosen"`
}

// An Item is one record inside a folded run of machinery.
type Item struct {
	Name   string    `js:"name"` // kind of the record: "hook_success", "file-history-snapshot" …
	Label  string    `js:"label"`
	Text   string    `js:"text"`
	Failed bool      `js:"failed"`
	Hooks  []HookRun `js:"hooks"` // in place of Text
	More   int       `js:"more"`  // hooks beside these
	Origin Origin    `js:"origin"`
}

// A HookRun is one command that a hook ran.
type HookRun struct {
	Command  string  `js:"command"`
	Exit     int     `js:"exit"`     // -1 unknown
	Duration float64 `js:"duration"` // ms, -1 unknown
	Output   string  `js:"output"`
	Error    string  `js:"error"`
}

// An Origin is where a record stands.
type Origin struct {
	UUID   string  `js:"uuid"`
	File   int     `js:"file"`
	Path   string  `js:"path"`
	Line   int     `js:"line"`   // 0 for a whole file that is no transcript
	Offset float64 `js:"offset"` // bytes from the start of the file
	Length int     `js:"length"`
}

// RowFacts tell what is recorded about one row: when it was, what it took and
// where it stands.
type RowFacts struct {
	Key      string  `js:"key"`
	UUID     string  `js:"uuid"`     // of its record, "" without one
	Time     float64 `js:"time"`     // ms since 1970, 0 when unknown
	Duration float64 `js:"duration"` // ms: of a call, an agent, a turn; -1 unknown

	// The numbers are those of a whole response, turn or agent: usage counts once a response.
	Scope     string  `js:"scope" ts:"'' | 'response' | 'turn' | 'agent'"` // "" where no usage is recorded
	Responses int     `js:"responses"`
	Model     string  `js:"model"` // the most costly, where there are several
	Usage     Usage   `js:"usage"`
	Context   float64 `js:"context"` // response: tokens that the model was given, -1 unknown
	Cost      Cost    `js:"cost"`
	Low       float64 `js:"low"`       // share of responses whose output is recorded too low
	Duplicate bool    `js:"elsewhere"` // the response is counted where it stands first

	Stop    string   `js:"stop"` // why the response ended, as recorded
	Message string   `js:"message"`
	Request string   `js:"request"`
	Records []Origin `js:"records"` // where it stands, at most 20
	More    int      `js:"more"`    // records beside these
}

// A Finding is a diagnostic for the page.
type Finding struct {
	Code     string  `js:"code"`
	Severity string  `js:"severity" ts:"'info' | 'warning' | 'error'"`
	File     int     `js:"file"`
	Path     string  `js:"path"`
	Line     int     `js:"line"`
	Offset   float64 `js:"offset"`
	Length   int     `js:"length"`
	Text     string  `js:"text"`
}
