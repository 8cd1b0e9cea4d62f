package transcript

import (
	"unspool/parser/record"

	"unspool/parser/internal/table"
)

// None means "no such entry" in the index columns.
const None = int32(-1)

// A Record is the index entry of one record: where it is and what it belongs to. All links are
// indexes into the slices of its File, -1 for none.
type Record struct {
	UUID       table.UUID // for the text see [File.UUID]
	Offset     int64      // of the record's first byte in the file
	Time       int64      // ms since 1970; that of the previous record if it has none
	Length     int32      // bytes
	Line       int32      // from 1
	Parent     int32      // Record
	Message    int32      // Message
	Next       int32      // the next Record of the same Message, or of those with the same AttachedTo
	AttachedTo int32      // Record whose row shows this one: a prompt with its pictures, a command with its expansion
	First      int32      // Block; the Blocks of a record are consecutive
	Item       int32      // its first Item in its Conversation
	Call       int32      // ToolCall that it concerns
	Conv       int32      // Conversation
	Branch     int32      // number of the abandoned branch that contains it, from 1; 0 for none
	Label      table.Name // "user", "attachment/hook_success", "system/turn_duration" …
	Blocks     uint16
	Flags      record.Flag
	Class      Class
	Failed     bool // true for a hook that failed
	Minor      bool // its failure did not stop anything
	Untimed    bool // true if Time is not its own
}

// Since returns the time since an earlier record in ms. The second result is false if one of
// them has no time of its own, or if it is later than e.
func (e *Record) Since(earlier *Record) (ms int64, ok bool) {
	if e.Untimed {
		return 0, false
	}
	return earlier.Until(e.Time)
}

// Until returns how much later than e a time is, both in ms. The second result is false if e has
// no time of its own, or if the time is earlier.
func (e *Record) Until(time int64) (ms int64, ok bool) {
	if e.Untimed || time < e.Time {
		return 0, false
	}
	return time - e.Time, true
}

// IsRetracted reports whether the record was withdrawn or replaced by a later one, so that no row
// shows its items.
func (e *Record) IsRetracted() bool { return e.Class == ClassDuplicate || e.Class == ClassRetracted }

// A Span is a range of a record's bytes.
type Span struct{ From, To int32 }

func spanOf(s record.Span) Span { return Span{int32(s.From), int32(s.To)} }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return int(s.To - s.From) }

// A Block is one piece of content. Its spans are positions in the record's bytes.
type Block struct {
	Whole Span // the block's JSON value
	Text  Span // the JSON value that holds its text
	Call  int32
	Hash  uint32 // of an assistant's text as it is written, 0 for none
	Kind  record.Kind
	Error bool
	Empty bool // thinking with only its signature
}

// A Message is one API response, merged from the records that share its ID. ID is message.id, else
// the request ID, else the UUID; Request is the requestId. The records are First and those that follow by
// their Next. Time is that of the first record, in ms.
type Message struct {
	ID       table.Ident
	Request  table.Ident
	Model    table.Name
	First    int32 // Record
	Last     int32 // Record
	Turn     int32 // Turn of its first record
	Conv     int32
	Stop     Stop
	Counted  bool // Usage is recorded
	taken    bool // another request has taken its ID: see [recordLinker.message]
	Searches int32
	Usage    record.Usage
	CostUSD  float64 // as recorded until 1.0.8, 0 for none
	Time     int64
}

// A Stop is the reason why a response ended, as far as turns depend on it.
type Stop uint8

// The stop reasons that are distinguished.
const (
	StopNone Stop = iota // null or absent
	StopEnd
	StopTool
	StopPause
)

func stopOf(reason []byte) Stop {
	switch string(reason) {
	case "":
		return StopNone
	case "tool_use":
		return StopTool
	case "pause_turn":
		return StopPause
	}
	return StopEnd
}

// A ToolCall is a tool use with its result, paired by ID inside one file. Turn and Conv are those
// of the use, Flags those of the result's record.
type ToolCall struct {
	ID         table.Ident
	Name       table.Name
	Use        int32 // Record, -1 for a result without a call
	UseBlock   int32 // Block
	Input      Span  // in Use
	Result     int32 // Record, -1 while there is none
	ResultBlk  int32 // Block
	Structured Span  // toolUseResult, in Result
	Turn       int32
	Conv       int32
	PromptHash uint64 // of an Agent call's prompt, 0 for others
	Results    uint16 // how many results came; the last one counts
	Flags      record.Flag
	Succeeded  bool // it has a result that reports neither a failure nor work that continues
	Failed     bool // it has a result that reports a failure, or that it was refused or stopped
	Declined   bool // the person declined it
	Negative   bool // its only failure is the negative result of a search, a comparison or a check
	RunsTests  bool // its command runs tests
	// statusIsResult is true if exit status 1 of its command is a result, such as no match.
	statusIsResult bool
}
