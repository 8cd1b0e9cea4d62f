package protocol

// A PartKind selects how a part of a body is shown.
type PartKind = string

// The values of [PartKind].
const (
	PartMarkdown  PartKind = "markdown"
	PartText      PartKind = "text"
	PartCode      PartKind = "code"
	PartDiff      PartKind = "diff"
	PartTerminal  PartKind = "terminal"
	PartFields    PartKind = "fields"
	PartFiles     PartKind = "files"
	PartLinks     PartKind = "links"
	PartTodos     PartKind = "todos"
	PartQuestions PartKind = "questions"
	PartMatches   PartKind = "matches"
	PartMedia     PartKind = "media"
	PartItems     PartKind = "items"
	PartAttempts  PartKind = "attempts"
	PartJSON      PartKind = "json"
	PartSpilled   PartKind = "spilled"
)

// A PartRole is what a part of a body contributes to its row.
type PartRole = string

// The values of [PartRole].
const (
	RoleNone         PartRole = ""
	RoleInput        PartRole = "input"
	RoleOutput       PartRole = "output"
	RoleError        PartRole = "error"
	RolePrompt       PartRole = "prompt"
	RoleStructured   PartRole = "structured"
	RoleWire         PartRole = "wire"
	RoleInstructions PartRole = "instructions"
	RoleReminder     PartRole = "reminder"
	RoleScript       PartRole = "script"
	RoleFeedback     PartRole = "feedback"
	RolePlan         PartRole = "plan"
)

// A RecordLinkKind is the relation of the target of a link to its source.
type RecordLinkKind = string

// The values of [RecordLinkKind].
const (
	LinkTurn       RecordLinkKind = "turn"
	LinkAgent      RecordLinkKind = "agent"
	LinkStarted    RecordLinkKind = "started"
	LinkEnded      RecordLinkKind = "ended"
	LinkCompaction RecordLinkKind = "compaction"
	LinkBefore     RecordLinkKind = "before"
	LinkAfter      RecordLinkKind = "after"
	LinkMore       RecordLinkKind = "more"
	LinkCall       RecordLinkKind = "call"
	LinkResult     RecordLinkKind = "result"
	LinkWith       RecordLinkKind = "with"
	LinkMessage    RecordLinkKind = "message"
	LinkCounts     RecordLinkKind = "counts"
)

// A PromptFlavor is how a prompt came about.
type PromptFlavor = string

// The values of [PromptFlavor].
const (
	FlavorTyped        PromptFlavor = "typed"
	FlavorCommand      PromptFlavor = "command"
	FlavorShell        PromptFlavor = "shell"
	FlavorNotification PromptFlavor = "notification"
	FlavorPeer         PromptFlavor = "peer"
	FlavorAuto         PromptFlavor = "auto"
	FlavorQueued       PromptFlavor = "queued"
	FlavorFeedback     PromptFlavor = "feedback"
	FlavorPlan         PromptFlavor = "plan"
	FlavorAgent        PromptFlavor = "agent"
)

// A ChipKind is the kind of an attachment.
type ChipKind = string

// The values of [ChipKind].
const (
	ChipSelection    ChipKind = "selection"
	ChipFile         ChipKind = "file"
	ChipMemory       ChipKind = "memory"
	ChipDiagnostics  ChipKind = "diagnostics"
	ChipReminder     ChipKind = "reminder"
	ChipCommand      ChipKind = "command"
	ChipInstructions ChipKind = "instructions"
	ChipImage        ChipKind = "image"
	ChipDocument     ChipKind = "document"
	ChipPasted       ChipKind = "pasted"
	ChipUnknown      ChipKind = "unknown"
	ChipMore         ChipKind = "more"
)

// A TimeUse says whether a timeline uses the recorded times, or why it does not.
type TimeUse = string

// The values of [TimeUse]. If the times are not used, each record is one second after the previous
// one.
const (
	TimesRecorded   TimeUse = "recorded"
	TimesNone       TimeUse = "none"       // no record has a time
	TimesFew        TimeUse = "few"        // fewer than half of the records have one
	TimesDisordered TimeUse = "disordered" // most times run backward
)

// A CallStatus is the outcome of a tool call.
type CallStatus = string

// The values of [CallStatus].
const (
	CallOK          CallStatus = "ok"
	CallError       CallStatus = "error"
	CallRejected    CallStatus = "rejected"
	CallInterrupted CallStatus = "interrupted"
	CallDenied      CallStatus = "denied"
	CallBackground  CallStatus = "background"
	CallRunning     CallStatus = "running"
	CallNone        CallStatus = "none"
)
