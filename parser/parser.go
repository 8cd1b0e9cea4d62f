package parser

import (
	"unspool/parser/session"
	"unspool/parser/transcript"
)

// The types of this API, from the packages that define them.
type (
	Agent         = session.Agent
	AgentSegment  = session.AgentSegment
	AgentSegments = session.AgentSegments
	CallRef       = session.CallRef
	Change        = transcript.Change
	Conversation  = transcript.Conversation
	Copy          = transcript.Copy
	File          = transcript.File
	Item          = transcript.Item
	ItemKind      = transcript.ItemKind
	Ledger        = transcript.Ledger
	Message       = transcript.Message
	Part          = transcript.Part
	Phase         = session.Phase
	Reason        = transcript.Reason
	Record        = transcript.Record
	Relation      = session.Relation
	Response      = session.Response
	Session       = session.Session
	Span          = transcript.Span
	Store         = session.Store
	Task          = session.Task
	TaskState     = session.TaskState
	ToolCall      = transcript.ToolCall
	Turn          = transcript.Turn
	UnlinkedAgent = session.UnlinkedAgent
	UsageCost     = session.UsageCost
	Workflow      = session.Workflow
)

const (
	ClassAssistant    = transcript.ClassAssistant
	ClassCommand      = transcript.ClassCommand
	ClassContext      = transcript.ClassContext
	ClassDamaged      = transcript.ClassDamaged
	ClassDuplicate    = transcript.ClassDuplicate
	ClassFiller       = transcript.ClassFiller
	ClassGap          = transcript.ClassGap
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
	ItemGap           = transcript.ItemGap
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

var (
	MemoryLimit = transcript.MemoryLimit
	NewStore    = session.NewStore
	PreviewOf   = session.PreviewOf
	RoleOf      = transcript.RoleOf
	UsageOf     = session.UsageOf
)
