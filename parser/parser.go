package parser

import (
	"iter"

	"unspool/parser/price"
	"unspool/parser/session"
	"unspool/parser/transcript"
)

type (
	// An Agent is a sub-agent: its own conversation and the call that started it; see [session.Agent].
	Agent = session.Agent

	// An AgentInvocation is the part of an agent's conversation that one call led to; see [session.AgentInvocation].
	AgentInvocation = session.AgentInvocation

	// AgentInvocations maps responses to the place where they were given; see [session.AgentInvocations].
	AgentInvocations = session.AgentInvocations

	// An AgentStats holds what the result of a call records about the work of its agent; see [transcript.AgentStats].
	AgentStats = transcript.AgentStats

	// A Block is one piece of content in a record; see [transcript.Block].
	Block = transcript.Block

	// A CallRef names a tool call; see [session.CallRef].
	CallRef = session.CallRef

	// A Change is a value and the record that first contained it; see [transcript.Change].
	Change = transcript.Change

	// A Class is the kind of a record in a conversation; see [transcript.Class].
	Class = transcript.Class

	// A Conversation is a main conversation or an agent's own: its items and turns; see [transcript.Conversation].
	Conversation = transcript.Conversation

	// A Copy is a range of a file's records that came from another session; see [session.Copy].
	Copy = session.Copy

	// A Damage is a reason why bytes are not a record; see [transcript.Damage].
	Damage = transcript.Damage

	// A Delta is a block that continues another one; see [transcript.Delta].
	Delta = transcript.Delta

	// A Diagnostic is an irregularity that the parser found; see [transcript.Diagnostic].
	Diagnostic = transcript.Diagnostic

	// A DiagnosticCode identifies a kind of irregularity; see [transcript.DiagnosticCode].
	DiagnosticCode = transcript.DiagnosticCode

	// A Disposition classifies a record in a ledger; see [transcript.Disposition].
	Disposition = transcript.Disposition

	// Facts are the properties of a session that lists and headers show; see [transcript.Facts].
	Facts = transcript.Facts

	// A File is one file and the index of its records; see [transcript.File].
	File = transcript.File

	// A Driver is what began a turn; see [transcript.Driver].
	Driver = transcript.Driver

	// An Item is one thing to show: a record or one block of it; see [transcript.Item].
	Item = transcript.Item

	// An ItemKind is the kind of content that an item shows; see [transcript.ItemKind].
	ItemKind = transcript.ItemKind

	// A Ledger accounts for the bytes of a file; see [transcript.Ledger].
	Ledger = transcript.Ledger

	// A Message is one API response, merged from the records that share its ID; see [transcript.Message].
	Message = transcript.Message

	// A ModelUsage is the usage of one model; see [session.ModelUsage].
	ModelUsage = session.ModelUsage

	// An Ownership is the relation of a record to its session; see [transcript.Ownership].
	Ownership = transcript.Ownership

	// A Part is the share of a file that belongs to a session; see [transcript.Part].
	Part = transcript.Part

	// A Phase is a step of a workflow with its agents; see [session.Phase].
	Phase = session.Phase

	// A Preview is the summary of a session that the two ends of its file provide; see [session.Preview].
	Preview = session.Preview

	// A Reason is a reason why bytes are not shown by rows of their own; see [transcript.Reason].
	Reason = transcript.Reason

	// A Record is the index entry of one record: where it is and what it belongs to; see [transcript.Record].
	Record = transcript.Record

	// A Recorded holds the totals that Claude Code itself recorded; see [transcript.Recorded].
	Recorded = transcript.Recorded

	// A Relation links a session to another one; see [session.Relation].
	Relation = session.Relation

	// A RelationKind is the kind of a relation to another session; see [session.RelationKind].
	RelationKind = session.RelationKind

	// A Response is one API response and its usage; see [session.Response].
	Response = session.Response

	// A Role is the role of a file in a session; see [transcript.Role].
	Role = transcript.Role

	// A Segment is the range of a conversation between two compactions; see [transcript.Segment].
	Segment = transcript.Segment

	// A Session is a main conversation with all its files; see [session.Session].
	Session = session.Session

	// A Severity is the importance of a diagnostic to a reader; see [transcript.Severity].
	Severity = transcript.Severity

	// A Span is a range of a record's bytes; see [transcript.Span].
	Span = transcript.Span

	// A Stop is the reason why a response ended, as far as turns depend on it; see [transcript.Stop].
	Stop = transcript.Stop

	// A Store collects files and groups them into sessions; see [session.Store].
	Store = session.Store

	// A Task is one agent's work inside a workflow; see [session.Task].
	Task = session.Task

	// A TaskResult is the outcome of the background work of a call; see [session.TaskResult].
	TaskResult = session.TaskResult

	// A TaskState is the state of a task; see [session.TaskState].
	TaskState = session.TaskState

	// A ToolCall is a tool use with its result; see [transcript.ToolCall].
	ToolCall = transcript.ToolCall

	// A Turn is a driver and all items that follow until the next driver; see [transcript.Turn].
	Turn = transcript.Turn

	// An UnlinkedAgent is an agent, or a workflow run, that no known call started; see [session.UnlinkedAgent].
	UnlinkedAgent = session.UnlinkedAgent

	// A UsageCost is the usage of responses, and its cost at public prices; see [session.UsageCost].
	UsageCost = session.UsageCost

	// A Workflow is one run of the Workflow tool; see [session.Workflow].
	Workflow = session.Workflow
)

// NewStore returns an empty store.
func NewStore() *Store { return session.NewStore() }

// MemoryLimit returns how much memory reading a number of files of a total size may take: see
// [transcript.MemoryLimit].
func MemoryLimit(files int, bytes int64) int64 { return transcript.MemoryLimit(files, bytes) }

// DamagedRanges returns the number of ranges of bytes that are not records in a file, with a record that is cut by its
// end: see [transcript.DamagedRanges].
func DamagedRanges(f *File) int { return transcript.DamagedRanges(f) }

// RoleOf returns a file's role by its path, with "/" between folders: see [transcript.RoleOf].
func RoleOf(name string) Role { return transcript.RoleOf(name) }

// PreviewOf returns the summary of a session that the two ends of its file provide: see
// [session.PreviewOf].
func PreviewOf(name string, size int64, head, tail []byte) Preview {
	return session.PreviewOf(name, size, head, tail)
}

// UsageOf returns the sum over responses: those of a session, a turn, an agent.
func UsageOf(t *price.Table, responses iter.Seq[Response]) UsageCost {
	return session.UsageOf(t, responses)
}
