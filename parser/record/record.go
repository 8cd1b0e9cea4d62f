// Package record parses a line of a transcript into a [Record]: the envelope and the
// content blocks. It knows the format of single records (FORMAT.md, "Envelope" to
// "assistant records"), not of the session they form.
//
// In: a line, by [Parser.Parse]. Out: a Record, valid until the next line is parsed, or nil if
// the line is not one JSON object. Invariants:
//   - Bodies are not copied: a record stores the positions of its blocks in the line. To show a
//     block, read those bytes again.
//   - All byte slices of a Record are valid as long as the line is.
//   - A member of an unexpected type counts as absent; it never makes a record invalid.
package record

import "unspool/parser/jsonl"

// A Span is a range of a line; the zero Span means that there is none.
type Span struct{ From, To int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.To - s.From }

// Of returns the bytes of the span in the line.
func (s Span) Of(line []byte) []byte { return line[s.From:s.To] }

// A Flag is a boolean field of the envelope.
type Flag uint16

// The flags of a record, by the JSON fields that set them.
const (
	Sidechain      Flag = 1 << iota // isSidechain
	Meta                            // isMeta
	CompactSummary                  // isCompactSummary
	TranscriptOnly                  // isVisibleInTranscriptOnly
	APIError                        // isApiErrorMessage
	Synthetic                       // isSynthetic (stream-json)
	Denied                          // toolDenialKind is present
	Interrupted                     // toolUseResult.interrupted
	AcceptedPlan                    // planContent is present: a plan accepted with a fresh context
	Root                            // parentUuid is present and null
	Teammate                        // teamName is present
	Async                           // toolUseResult shows that the work continues in the background
	HookErrors                      // hookErrors is not empty
	Replay                          // isReplay (stream-json)
	Failed                          // is_error of a result record (stream-json)
	Rejected                        // toolDenialKind is user-rejected
)

// A Record is one JSON object of a transcript. Absent fields are zero.
type Record struct {
	Type    []byte // as recorded, or the role if there is no type
	Subtype []byte // kind of a system record, progress record or attachment
	Flags   Flag
	Envelope
	Message Message
	// Blocks is the content of the message, or of a record without one that has content.
	Blocks []Block
	Cut    bool        // there were more than MaxBlocks blocks; the remainder is left out
	Flaws  jsonl.Flaws // of the line
	// Text is the JSON string of a record without a message, or the array of blocks that hold
	// it: content of a system record, prompt of a queued command, content of a queue operation,
	// or a title.
	Text    Span
	Result  Result
	Origin  Origin
	Lineage Lineage
	Export  Export
	Nested  *Nested // nil if there is none

	Tool       []byte // the call that a progress, hook or system record belongs to
	Caller     []byte // parent_tool_use_id (stream-json): the call whose agent wrote the record
	SourceTool []byte // sourceToolUseID
	Mode       []byte // permissionMode, mode, or commandMode of a queued command
	Command    []byte // commandRun.command of a local command
	Stopped    []byte // interruptedMessageId
	Leaf       []byte // leafUuid of summary and last-prompt records

	Exit       int     // exit code of a hook, or -1 if there is none
	DurationMs int64   // of turn_duration and of a result
	CostUSD    float64 // costUSD, on assistant records until 1.0.8
	Uncounted  bool    // token counts are not numbers, or longer than MaxUsage; they are left out
}

// An Envelope holds the fields that records of all types have around their content.
type Envelope struct {
	UUID, Parent, LogicalParent []byte
	Replaces                    Span   // supersedesUuids or retractedMessageUuids: an array of uuids
	Session, Agent              []byte // sessionId; agentId
	PromptID                    []byte
	Request                     []byte // requestId
	Cwd, Branch, Version        []byte
	Time                        int64 // ms since 1970, 0 if absent or invalid
}

// A Message is the message of a user or assistant record, without its content.
type Message struct {
	ID, Role []byte
	Model    []byte // also of a record without a message
	Stop     []byte // stop_reason
	Usage    *Usage // nil if there is none
	Advice   []AdvisorUsage
}

// A Result is the structured result of a tool (toolUseResult).
type Result struct {
	Whole      Span
	Agent      []byte // agent that it names
	Task       []byte // background task that the call started or stopped
	Run        []byte // workflow run that the call started
	Resumed    []byte // agent that the call resumed (resumedAgentId)
	Calls      int64  // tool uses of the agent (totalToolUseCount), -1 if unknown
	DurationMs int64  // of the agent's run (totalDurationMs), -1 if unknown
	Searches   int64  // searchCount: web searches of a WebSearch call
}

// An Origin is the cause of a record.
type Origin struct {
	Kind, Sub []byte // origin.kind and origin.subkind
	System    bool   // promptSource is "system": Claude Code wrote the prompt
}

// A Lineage holds the references of a record to other sessions.
type Lineage struct {
	Inherited []byte // session_id if it differs from sessionId: the session that the record came from
	// ForkSession and ForkMessage name the record that this one was copied from (forkedFrom),
	// or, for a fork-context-ref, the last record before the fork.
	ForkSession, ForkMessage []byte
	ContinuedIn              []byte // continuedInSessionId
	Background               bool   // sessionKind "bg"
}

// An Export holds the fields that only claude.ai and the sessions API write.
type Export struct {
	// Elements is the array of an object that is not a record but holds some: chat_messages of a
	// claude.ai conversation, loglines of the sessions API.
	Elements Span
	Name     []byte // of a claude.ai conversation
	Attached bool   // a claude.ai message has attachments or files
}

// A Nested is an agent's record that a progress record repeats: FORMAT.md, "progress data
// types". Its usage counts only if the agent's file is missing.
type Nested struct {
	MessageID, Request, Model, Stop []byte
	Usage                           *Usage
}

// A Usage is the token count of one API response: FORMAT.md, "message.usage".
type Usage struct {
	Input, Output, CacheRead   int64
	CacheWrite5m, CacheWrite1h int64
	Thinking                   int64 // part of Output
	WebSearches, WebFetches    int64 // requests made by the API itself
	Fast                       bool  // speed "fast"
	US                         bool  // inference_geo "us"
	Batch                      bool  // service_tier "batch"
}

// An AdvisorUsage is the usage of an advisor's model inside a response. It is not part of the
// response's Usage: FORMAT.md, "message.usage".
type AdvisorUsage struct {
	Model string
	Usage Usage
}

// Add adds other's tokens and requests.
func (u *Usage) Add(other *Usage) {
	u.Input += other.Input
	u.Output += other.Output
	u.CacheRead += other.CacheRead
	u.CacheWrite5m += other.CacheWrite5m
	u.CacheWrite1h += other.CacheWrite1h
	u.Thinking += other.Thinking
	u.WebSearches += other.WebSearches
	u.WebFetches += other.WebFetches
}

// Zero reports whether nothing was counted.
func (u *Usage) Zero() bool {
	return u.Input == 0 && u.Output == 0 && u.CacheRead == 0 && u.CacheWrite5m == 0 && u.CacheWrite1h == 0
}

// Context returns the number of tokens in the model's input.
func (u *Usage) Context() int64 {
	return u.Input + u.CacheRead + u.CacheWrite5m + u.CacheWrite1h
}

// A Kind is the kind of a content block.
type Kind uint8

// The kinds of blocks that are distinguished; everything else is Other.
const (
	Other Kind = iota
	PlainText
	Thinking
	RedactedThinking
	ToolUse
	ToolResult
	ServerToolUse
	ServerToolResult
	Image
	Document
	Fallback
)

// MaxBlocks is the maximum number of blocks kept per record; real records have a few dozen.
// Each takes 200 bytes of memory, and two bytes of a file can make one.
const MaxBlocks = 10_000

// A Block is one piece of content and its position.
type Block struct {
	Kind  Kind
	Error bool   // is_error of a tool result
	Name  []byte // of a tool; the block's type if Kind is Other
	ID    []byte // of a tool use, or tool_use_id of a result
	Whole Span   // the block's object, or a bare string
	Text  Span   // the JSON value that holds the text: text, thinking, content
	Input Span   // of a tool use
	Empty bool   // a thinking block without text: only the signature was kept
}

// Has reports whether a flag is set.
func (r *Record) Has(f Flag) bool { return r.Flags&f != 0 }
