package parser

import (
	"unspool/parser/session"
	"unspool/parser/transcript"
)

// The classes of records; see [transcript.Class].
const (
	ClassOther        = transcript.ClassOther
	ClassPrompt       = transcript.ClassPrompt
	ClassScheduled    = transcript.ClassScheduled
	ClassCommand      = transcript.ClassCommand
	ClassShell        = transcript.ClassShell
	ClassNotification = transcript.ClassNotification
	ClassPeer         = transcript.ClassPeer
	ClassQueuedPrompt = transcript.ClassQueuedPrompt
	ClassOutput       = transcript.ClassOutput
	ClassInterrupt    = transcript.ClassInterrupt
	ClassSummary      = transcript.ClassSummary
	ClassInjected     = transcript.ClassInjected
	ClassContext      = transcript.ClassContext
	ClassMemory       = transcript.ClassMemory
	ClassNote         = transcript.ClassNote
	ClassToolResult   = transcript.ClassToolResult
	ClassAssistant    = transcript.ClassAssistant
	ClassFiller       = transcript.ClassFiller
	ClassFailure      = transcript.ClassFailure
	ClassBoundary     = transcript.ClassBoundary
	ClassDuplicate    = transcript.ClassDuplicate
	ClassRetracted    = transcript.ClassRetracted
	ClassDamaged      = transcript.ClassDamaged
)

// The drivers of turns; see [transcript.Driver].
const (
	DriverUnrecorded   = transcript.DriverUnrecorded
	DriverPrompt       = transcript.DriverPrompt
	DriverCommand      = transcript.DriverCommand
	DriverShell        = transcript.DriverShell
	DriverTask         = transcript.DriverTask
	DriverMonitor      = transcript.DriverMonitor
	DriverTeammate     = transcript.DriverTeammate
	DriverSession      = transcript.DriverSession
	DriverCoordinator  = transcript.DriverCoordinator
	DriverChannel      = transcript.DriverChannel
	DriverObserver     = transcript.DriverObserver
	DriverSchedule     = transcript.DriverSchedule
	DriverContinuation = transcript.DriverContinuation
	DriverSystem       = transcript.DriverSystem
)

// The codes of diagnostics; see [transcript.DiagnosticCode].
const (
	CodeDamaged    = transcript.CodeDamaged
	CodeRepaired   = transcript.CodeRepaired
	CodeUnfinished = transcript.CodeUnfinished
	CodeInvalid    = transcript.CodeInvalid
	CodeEncoding   = transcript.CodeEncoding
	CodeZeros      = transcript.CodeZeros
	CodeOverlong   = transcript.CodeOverlong
	CodeDuplicate  = transcript.CodeDuplicate
	CodeDeep       = transcript.CodeDeep
	CodeBlocks     = transcript.CodeBlocks
	CodeUsage      = transcript.CodeUsage
	CodeUnlinked   = transcript.CodeUnlinked
	CodeBroken     = transcript.CodeBroken
	CodeFlood      = transcript.CodeFlood
	CodeMore       = transcript.CodeMore
)

// ExportLabel is the type of a record that counts what an export left out; see [transcript.ExportLabel].
const ExportLabel = transcript.ExportLabel

// The kinds of damage; see [transcript.Damage].
const (
	DamageNotObject  = transcript.DamageNotObject
	DamageIncomplete = transcript.DamageIncomplete
	DamageSyntax     = transcript.DamageSyntax
)

// The dispositions of records; see [transcript.Disposition].
const (
	DispositionShown   = transcript.DispositionShown
	DispositionMerged  = transcript.DispositionMerged
	DispositionHidden  = transcript.DispositionHidden
	DispositionDamaged = transcript.DispositionDamaged
)

// The kinds of items; see [transcript.ItemKind].
const (
	ItemInternal   = transcript.ItemInternal
	ItemPrompt     = transcript.ItemPrompt
	ItemText       = transcript.ItemText
	ItemThinking   = transcript.ItemThinking
	ItemTool       = transcript.ItemTool
	ItemImage      = transcript.ItemImage
	ItemResult     = transcript.ItemResult
	ItemBlock      = transcript.ItemBlock
	ItemCompaction = transcript.ItemCompaction
	ItemSummary    = transcript.ItemSummary
	ItemOutput     = transcript.ItemOutput
	ItemInterrupt  = transcript.ItemInterrupt
	ItemFailure    = transcript.ItemFailure
	ItemNote       = transcript.ItemNote
	ItemFeedback   = transcript.ItemFeedback
	ItemDamage     = transcript.ItemDamage
	ItemRestart    = transcript.ItemRestart
	ItemMode       = transcript.ItemMode
	ItemInvalid    = transcript.ItemInvalid
	ItemEncoding   = transcript.ItemEncoding
	ItemUnfinished = transcript.ItemUnfinished
)

// The owners of records; see [transcript.Ownership].
const (
	OwnerSession   = transcript.OwnerSession
	OwnerInternal  = transcript.OwnerInternal
	OwnerOtherFile = transcript.OwnerOtherFile
)

// The reasons why bytes are not shown, and their number; see [transcript.Reason].
const (
	ReasonHook       = transcript.ReasonHook
	ReasonProgress   = transcript.ReasonProgress
	ReasonContext    = transcript.ReasonContext
	ReasonSystem     = transcript.ReasonSystem
	ReasonMetadata   = transcript.ReasonMetadata
	ReasonFiller     = transcript.ReasonFiller
	ReasonRetracted  = transcript.ReasonRetracted
	ReasonInternal   = transcript.ReasonInternal
	ReasonOther      = transcript.ReasonOther
	ReasonBlank      = transcript.ReasonBlank
	ReasonWrapping   = transcript.ReasonWrapping
	ReasonUnfinished = transcript.ReasonUnfinished
	ReasonTooMany    = transcript.ReasonTooMany
	ReasonFile       = transcript.ReasonFile
	Reasons          = transcript.Reasons
)

// The kinds of relations; see [session.RelationKind].
const (
	Continues     = session.Continues
	ContinuedIn   = session.ContinuedIn
	ForkedFrom    = session.ForkedFrom
	CopiedFrom    = session.CopiedFrom
	CompactedFrom = session.CompactedFrom
)

// The roles of files; see [transcript.Role].
const (
	RoleMain    = transcript.RoleMain
	RoleAgent   = transcript.RoleAgent
	RoleMeta    = transcript.RoleMeta
	RoleSpilled = transcript.RoleSpilled
	RoleHistory = transcript.RoleHistory
	RoleTitle   = transcript.RoleTitle
	RoleOther   = transcript.RoleOther
	RoleJournal = transcript.RoleJournal
	RoleRun     = transcript.RoleRun
	RoleCowork  = transcript.RoleCowork
)

// The severities of diagnostics; see [transcript.Severity].
const (
	Info    = transcript.Info
	Warning = transcript.Warning
	Error   = transcript.Error
)

// The reasons why a response ended; see [transcript.Stop].
const (
	StopNone  = transcript.StopNone
	StopEnd   = transcript.StopEnd
	StopTool  = transcript.StopTool
	StopPause = transcript.StopPause
)

// The states of tasks; see [session.TaskState].
const (
	TaskUnknown = session.TaskUnknown
	TaskOpen    = session.TaskOpen
	TaskDone    = session.TaskDone
	TaskFailed  = session.TaskFailed
	TaskCut     = session.TaskCut
)

// RemovedText is what an export leaves in place of a text.
const RemovedText = "[removed]"
