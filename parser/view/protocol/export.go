package protocol

// ExportQueries lists the queries of the larger program that also exports. They share one state: each scan replaces the
// one before, and so does each export.
//
// Several programs can scan parts of a session at the same time. One of them then gets what the others found.
func ExportQueries() []Query {
	return []Query{
		{"beginScan", BeginScanRequest{}, Scan{}},
		{"beginPart", BeginPartRequest{}, nil},
		{"writePart", WritePartRequest{}, PartWritten{}},
		{"readPartValues", ReadValuesRequest{}, PartValues{}},
		{"addPartValues", AddPartValuesRequest{}, nil},
		{"readFoundValues", ReadValuesRequest{}, FoundValues{}},
		{"export", ExportRequest{}, nil},
		{"exportStep", SessionRequest{}, ExportPiece{}},
		{"replaced", SessionRequest{}, []ReplacedValue(nil)},
		{"redactTitle", TitleRequest{}, Title{}},
	}
}

// A BeginScanRequest begins a scan for secrets and personal data.
type BeginScanRequest struct {
	Words    []string `js:"words"`    // also found, in any case
	Patterns []string `js:"patterns"` // regular expressions (RE2) of what is also found
	Parts    int      `js:"parts"`    // how many parts there are, of all programs
}

// A Scan is a scan that has begun.
type Scan struct {
	Error string `js:"error"` // what is wrong with a word or a pattern, or ""
}

// A BeginPartRequest begins the scan of the lines of a file that begin in a range of its bytes.
type BeginPartRequest struct {
	Part int     `js:"part"` // its number, in the order in which values are numbered
	Path string  `js:"path"`
	Size float64 `js:"size"` // of the file
	From float64 `js:"from"`
	To   float64 `js:"to"`
}

// A WritePartRequest has the next bytes of the file. They begin one byte before the part, where a line may end, or with
// the file.
type WritePartRequest struct {
	Bytes []uint8 `js:"bytes"`
}

// PartWritten is the reply to a [WritePartRequest].
type PartWritten struct {
	More bool `js:"more"` // more bytes are needed, possibly beyond the part
}

// A ReadValuesRequest requests values that a program found, from an index.
type ReadValuesRequest struct {
	From int `js:"from"`
}

// PartValues are what a program found in the parts that it scanned.
type PartValues struct {
	Values []PartValue `js:"values"`
	Total  int         `js:"total"`
}

// A PartValue is a value, or a text that looks like a placeholder, with its first occurrence in a part.
type PartValue struct {
	Part  int        `js:"part"`
	Key   string     `js:"key"` // what values with the same placeholder have in common, or ""
	Value FoundValue `js:"value"`
}

// An AddPartValuesRequest adds what another program found in parts, in which there may be nothing.
type AddPartValuesRequest struct {
	Parts  []int       `js:"parts"`
	Values []PartValue `js:"values"`
}

// FoundValues are values that a scan found, in the order of their first occurrence.
type FoundValues struct {
	Values []FoundValue `js:"values"`
	Total  int          `js:"total"`
}

// A FoundValue is a value with its first occurrence.
type FoundValue struct {
	Kind   string `js:"kind"` // such as "secret" or "email"
	Rule   string `js:"rule"` // such as "github-pat"
	Value  string `js:"value"`
	Count  int    `js:"count"`
	File   string `js:"file"`
	Before string `js:"before"` // the text before it, a few words
	After  string `js:"after"`
}

// An ExportRequest begins an export of a session.
type ExportRequest struct {
	Session int `js:"session"`
	// Format is "transcript", "messages", "markdown", "html", "traces", "chrome", "csv" or "ndjson".
	Format string `js:"format"`
	// Agent is the id of the agent whose conversation is exported instead of the main one, or its beginning; "" for
	// the main one. First and Last then are prompts of that conversation.
	Agent string `js:"agent"`
	// WithoutBranches leaves out the abandoned branches of the conversation.
	WithoutBranches bool `js:"withoutBranches"`
	// First and Last are the numbers of the prompts to keep in a transcript, messages or a document, each with
	// all that follows it; 0 for no limit.
	First int `js:"first"`
	Last  int `js:"last"`
	// Level is how much a document shows: "dialogue", "tools" or "all".
	Level           string   `js:"level"`
	WithoutTools    []string `js:"withoutTools"` // calls of these tools are left out; "all" for all
	ResultsOnly     bool     `js:"resultsOnly"`  // the calls are kept, without the text of their results
	WithoutThinking bool     `js:"withoutThinking"`
	KeepTurns       int      `js:"keepTurns"` // calls of the last turns are kept
	Compress        int      `js:"compress"`  // turns before the last ones become a summary; 0 for none
	Clone           bool     `js:"clone"`     // the session and its records get new ids
	MainOnly        bool     `js:"mainOnly"`  // without the files of agents
	FromCompaction  bool     `js:"fromCompaction"`
	Content         bool     `js:"content"` // traces have the texts of prompts, replies and calls
	// Redact is whether what the scan found is replaced, except for what Keep names: a kind, a rule or
	// a value.
	Redact bool     `js:"redact"`
	Keep   []string `js:"keep"`
	Drop   string   `js:"drop"` // parts that are left out, separated by commas: "images,outputs"
	// Absent are values that must not occur in the output.
	Absent []ReplacedValue `js:"absent"`
}

// An ExportPiece is a piece of a file of an export. After the last one, Done is set.
type ExportPiece struct {
	File  string  `js:"file"`
	Bytes []uint8 `js:"bytes"`
	Done  bool    `js:"done"`
	// Left is where a value is left that was to be replaced, or "". Then the export is not to be used.
	Left string `js:"left"`
	// Error is why the conversation has none of what the request selects, or "". Then nothing is exported.
	Error string `js:"error"`
}

// A TitleRequest is a title in which the values of the last export are to be replaced.
type TitleRequest struct {
	Session int    `js:"session"`
	Title   string `js:"title"`
}

// A Title is a title in which values were replaced.
type Title struct {
	Title string `js:"title"`
	ID    string `js:"id"` // what an id with this text is after that
}

// A ReplacedValue is a value that an export replaced.
type ReplacedValue struct {
	Kind        string `js:"kind"`
	Rule        string `js:"rule"`
	Value       string `js:"value"`
	Placeholder string `js:"placeholder"`
}
