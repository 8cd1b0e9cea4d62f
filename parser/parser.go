package parser

import (
	"iter"

	"unspool/parser/price"
	"unspool/parser/session"
	"unspool/parser/transcript"
)

// The types of this API, from the packages that define them.
type (
	Agent            = session.Agent
	AgentInvocation  = session.AgentInvocation
	AgentInvocations = session.AgentInvocations
	CallRef          = session.CallRef
	Change           = transcript.Change
	Conversation     = transcript.Conversation
	Copy             = session.Copy
	File             = transcript.File
	Item             = transcript.Item
	ItemKind         = transcript.ItemKind
	Ledger           = transcript.Ledger
	Message          = transcript.Message
	Part             = transcript.Part
	Phase            = session.Phase
	Reason           = transcript.Reason
	Record           = transcript.Record
	Relation         = session.Relation
	Response         = session.Response
	Session          = session.Session
	Span             = transcript.Span
	Store            = session.Store
	Task             = session.Task
	TaskState        = session.TaskState
	ToolCall         = transcript.ToolCall
	Turn             = transcript.Turn
	UnlinkedAgent    = session.UnlinkedAgent
	UsageCost        = session.UsageCost
	Workflow         = session.Workflow
)

// The classes of records, codes of diagnostics, kinds of items and relations, and the like.
const (
	ClassAssistant    = transcript.ClassAssistant
	ClassCommand      = transcript.ClassCommand
	ClassContext      = transcript.ClassContext
	ClassDamaged      = transcript.ClassDamaged
	ClassDuplicate    = transcript.ClassDuplicate
	ClassFiller       = transcript.ClassFiller
	ClassInjected     = transcript.ClassInjected
	ClassMemory       = transcript.ClassMemory
	ClassNotification = transcript.ClassNotification
	ClassOther        = transcript.ClassOther
	ClassOutput       = transcript.ClassOutput
	ClassPeer         = transcript.ClassPeer
	ClassPrompt       = transcript.ClassPrompt
	ClassQueuedPrompt = transcript.ClassQueuedPrompt
	ClassRetracted    = transcript.ClassRetracted
	ClassScheduled    = transcript.ClassScheduled
	ClassShell        = transcript.ClassShell
	ClassToolResult   = transcript.ClassToolResult
	CodeOverlong      = transcript.CodeOverlong
	CodeUnfinished    = transcript.CodeUnfinished
	ContinuedIn       = session.ContinuedIn
	CopiedFrom        = session.CopiedFrom
	DispositionHidden = transcript.DispositionHidden
	ItemBlock         = transcript.ItemBlock
	ItemCompaction    = transcript.ItemCompaction
	ItemDamage        = transcript.ItemDamage
	ItemFailure       = transcript.ItemFailure
	ItemFeedback      = transcript.ItemFeedback
	ItemImage         = transcript.ItemImage
	ItemInternal      = transcript.ItemInternal
	ItemInterrupt     = transcript.ItemInterrupt
	ItemMode          = transcript.ItemMode
	ItemNote          = transcript.ItemNote
	ItemOutput        = transcript.ItemOutput
	ItemPrompt        = transcript.ItemPrompt
	ItemRestart       = transcript.ItemRestart
	ItemResult        = transcript.ItemResult
	ItemSummary       = transcript.ItemSummary
	ItemText          = transcript.ItemText
	ItemThinking      = transcript.ItemThinking
	ItemTool          = transcript.ItemTool
	ReasonFile        = transcript.ReasonFile
	ReasonTooMany     = transcript.ReasonTooMany
	ReasonUnfinished  = transcript.ReasonUnfinished
	RoleAgent         = transcript.RoleAgent
	RoleMain          = transcript.RoleMain
	RoleMeta          = transcript.RoleMeta
	RoleOther         = transcript.RoleOther
	RoleSpilled       = transcript.RoleSpilled
	StopNone          = transcript.StopNone
	TaskCut           = session.TaskCut
	TaskFailed        = session.TaskFailed
)

// NewStore returns an empty store.
func NewStore() *Store { return session.NewStore() }

// MemoryLimit returns how much memory reading a given number of bytes may take, whatever their
// content: see [transcript.MemoryLimit].
func MemoryLimit(bytes int64) int64 { return transcript.MemoryLimit(bytes) }

// RoleOf returns a file's role by its path, with "/" between folders: see [transcript.RoleOf].
func RoleOf(name string) transcript.Role { return transcript.RoleOf(name) }

// PreviewOf returns the summary of a session that the two ends of its file provide: see
// [session.PreviewOf].
func PreviewOf(name string, size int64, head, tail []byte) session.Preview {
	return session.PreviewOf(name, size, head, tail)
}

// UsageOf returns the sum over responses: those of a session, a turn, an agent.
func UsageOf(t *price.Table, responses iter.Seq[Response]) UsageCost {
	return session.UsageOf(t, responses)
}
