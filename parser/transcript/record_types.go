package transcript

import (
	"iter"
	"strings"

	"unspool/parser/record"
)

// A recordType defines how records of one type, or of one type and subtype, are treated. To add a
// type, add an entry to recordTypes.
type recordType struct {
	// label is the type, and the subtype after a slash: see [Record].
	label string
	// handle adds a record to its conversation. Without it, the record is folded away.
	handle func(c *builder, r *record.Record, line []byte, index int32)
	// note collects the facts about the session in a record.
	note func(m *Metadata, r *record.Record, line []byte, index int32)
	// evidence collects what a record contains about agents and the file's origin.
	evidence func(ln *recordLinker, r *record.Record, line []byte, index int32)
	// isMessage is true for messages of a conversation.
	isMessage bool
	// noSubtype is true if the subtype of a record is not part of its label.
	noSubtype bool
	// compacts is true if the context of the model restarts after a record.
	compacts bool
	// relays is true if a record repeats one of an agent's own records.
	relays bool
	// isHook is true for records about the run of a hook.
	isHook bool
	// known is true if a file with such a record is a transcript of Claude Code.
	known bool
	// reason is why the record has no row if none shows it. Zero means ReasonOther.
	reason Reason
	// summary names the most informative members of a record without a row. nil means the usual
	// ones.
	summary *Summary
}

// A Summary names the most informative members of a record, those of its label and those of its
// text. Paths are separated by spaces; in a path, a dot separates nested members, and "|"
// alternatives, of which the first one that has a value counts.
type Summary struct{ Label, Text string }

func newSummary(label, text string) *Summary { return &Summary{label, text} }

// SummaryOf returns the most informative members of the records with a label, or false if none are
// listed for that label.
func SummaryOf(label string) (Summary, bool) {
	t := recordTypesByLabel[label]
	if t == nil || t.summary == nil {
		return Summary{}, false
	}
	return *t.summary, true
}

// RecordTypeNames iterates over the types and subtypes of records, and over the members that
// their summaries name.
func RecordTypeNames() iter.Seq2[string, Summary] {
	return func(yield func(string, Summary) bool) {
		for i := range recordTypes {
			t := &recordTypes[i]
			var members Summary
			if t.summary != nil {
				members = *t.summary
			}
			if !yield(t.label, members) {
				return
			}
		}
	}
}

// recordTypes lists the types and subtypes of records that are known: FORMAT.md, "Record types" to
// "Metadata records". A subtype without an entry is treated like its type; an unknown type is
// folded away. The order is only for people, but a type comes before its subtypes.
var recordTypes = []recordType{
	{label: "user", handle: (*builder).user, note: (*Metadata).noteMessage, evidence: (*recordLinker).resultEvidence,
		isMessage: true, known: true},
	{label: "assistant", handle: (*builder).assistant, note: (*Metadata).noteMessage, isMessage: true, known: true,
		reason: ReasonFiller},

	{label: "system", handle: (*builder).otherSystem, note: (*Metadata).noteEnvelope, known: true, reason: ReasonSystem},
	{label: "system/agents_killed", handle: (*builder).notice},
	{label: "system/api_error", handle: requestFailure},
	{label: "system/api_retry", summary: newSummary("attempt", "error_status error")},
	{label: "system/away_summary", handle: (*builder).notice},
	{label: "system/background_tasks_changed"},
	{label: "system/bridge_status", handle: (*builder).notice, summary: newSummary("", "content url")},
	{label: "system/compact_boundary", handle: (*builder).compactBoundary, compacts: true},
	{label: "system/conversation_reset"},
	{label: "system/error", handle: (*builder).notice},
	{label: "system/error_during_execution"},
	{label: "system/error_max_budget_usd"},
	{label: "system/error_max_structured_output_retries"},
	{label: "system/error_max_turns"},
	{label: "system/files_persisted"},
	{label: "system/hook_progress", isHook: true, summary: newSummary("hookName", "statusMessage|command")},
	{label: "system/hook_response", isHook: true, summary: newSummary("hook_name", "stderr|stdout|output")},
	{label: "system/hook_started", isHook: true, summary: newSummary("hook_name", "")},
	{label: "system/informational", handle: (*builder).notice},
	{label: "system/init", handle: (*builder).runStart, summary: newSummary("model", "cwd")},
	{label: "system/local_command", handle: (*builder).localCommand},
	{label: "system/local_command_output"},
	{label: "system/memory_recall"},
	{label: "system/microcompact_boundary", handle: (*builder).microcompactBoundary},
	{label: "system/mirror_error"},
	{label: "system/model_fallback"},
	{label: "system/model_refusal_fallback", handle: (*builder).notice,
		summary: newSummary("", "originalModel fallbackModel apiRefusalExplanation|content")},
	{label: "system/notification"},
	{label: "system/permission_denied", handle: (*builder).permissionDenied},
	{label: "system/scheduled_task_fire", handle: scheduledTask},
	{label: "system/session_state_changed"},
	{label: "system/status"},
	{label: "system/stop_hook_summary", isHook: true, handle: (*builder).stopHookSummary,
		summary: newSummary("hookCount", "hookErrors|stopReason hookInfos.command")},
	{label: "system/success"},
	{label: "system/task_notification", handle: (*builder).taskNotification},
	{label: "system/task_progress"},
	{label: "system/task_started", summary: newSummary("", "description")},
	{label: "system/task_updated"},
	{label: "system/turn_duration", handle: turnDuration, summary: newSummary("durationMs", "")},

	{label: "attachment", handle: (*builder).auxiliary, note: (*Metadata).noteEnvelope, known: true, reason: ReasonContext},
	{label: "attachment/agent_listing_delta", summary: newSummary("", "addedTypes removedTypes")},
	{label: "attachment/auto_mode", handle: modeChange, summary: newSummary("reminderType", "")},
	{label: "attachment/auto_mode_exit", handle: modeChange},
	{label: "attachment/budget_usd", summary: newSummary("total", "used remaining")},
	{label: "attachment/command_permissions", summary: newSummary("", "allowedTools")},
	{label: "attachment/compact_file_reference", handle: (*builder).promptFile},
	{label: "attachment/companion_intro"},
	{label: "attachment/critical_system_reminder"},
	{label: "attachment/date"},
	{label: "attachment/date_change", summary: newSummary("", "newDate")},
	{label: "attachment/deferred_tools_delta", summary: newSummary("", "addedNames removedNames")},
	{label: "attachment/deferred_tools_record"},
	{label: "attachment/diagnostics", summary: newSummary("", "files.uri")},
	{label: "attachment/edited_text_file", handle: (*builder).promptFile},
	{label: "attachment/environment"},
	{label: "attachment/file", handle: (*builder).promptFile},
	{label: "attachment/goal_status", handle: noteAttachment, summary: newSummary("met", "condition")},
	{label: "attachment/hook_additional_context", isHook: true, summary: newSummary("hookName", "content")},
	{label: "attachment/hook_blocking_error", handle: (*builder).failedHook, isHook: true,
		summary: newSummary("hookName", "blockingError.blockingError|blockingError|stderr")},
	{label: "attachment/hook_cancelled", handle: (*builder).failedHook, isHook: true, summary: newSummary("hookName", "command")},
	{label: "attachment/hook_non_blocking_error", handle: minorHook, isHook: true},
	{label: "attachment/hook_stopped_continuation", handle: (*builder).failedHook, isHook: true},
	{label: "attachment/hook_success", isHook: true},
	{label: "attachment/hook_system_message", isHook: true, handle: noteAttachment, summary: newSummary("hookName", "content")},
	{label: "attachment/instructions"},
	{label: "attachment/invoked_skills", summary: newSummary("", "skills.name")},
	{label: "attachment/mcp_instructions_delta", summary: newSummary("", "addedNames removedNames")},
	{label: "attachment/model", summary: newSummary("identity", "text")},
	{label: "attachment/nested_memory", handle: (*builder).promptFile},
	{label: "attachment/plan_file_reference", handle: (*builder).promptFile},
	{label: "attachment/plan_mode", handle: modeChange, summary: newSummary("reminderType", "planFilePath")},
	{label: "attachment/plan_mode_exit", handle: modeChange},
	{label: "attachment/plan_mode_reentry", handle: modeChange},
	{label: "attachment/prompt_snapshot", summary: newSummary("", "systemPrompt")},
	{label: "attachment/queued_command", handle: (*builder).queuedCommand},
	{label: "attachment/read_truncation_notice", handle: (*builder).promptFile},
	{label: "attachment/remote_session_change", summary: newSummary("", "url")},
	{label: "attachment/session_context"},
	{label: "attachment/silent_turn_reminder"},
	{label: "attachment/skill_listing", summary: newSummary("skillCount", "names|content")},
	{label: "attachment/structured_output", summary: newSummary("", "data")},
	{label: "attachment/task_reminder", summary: newSummary("itemCount", "content.subject")},
	{label: "attachment/todo_reminder", summary: newSummary("itemCount", "content.content")},
	{label: "attachment/total_tokens_reminder", summary: newSummary("total", "used remaining")},
	{label: "attachment/ultra_effort_enter", handle: modeChange},
	{label: "attachment/workflow_keyword_request"},

	{label: "progress", handle: (*builder).auxiliary, note: (*Metadata).noteEnvelope, known: true, reason: ReasonProgress},
	{label: "progress/agent_progress", evidence: (*recordLinker).progressEvidence, relays: true, summary: newSummary("agentId", "prompt")},
	{label: "progress/bash_progress", summary: newSummary("elapsedTimeSeconds", "output")},
	{label: "progress/hook_progress", isHook: true, summary: newSummary("hookName", "statusMessage|command")},
	{label: "progress/mcp_progress", summary: newSummary("status", "serverName toolName")},
	{label: "progress/query_update", summary: newSummary("", "query")},
	{label: "progress/search_results_received", summary: newSummary("resultCount", "query")},
	{label: "progress/tool_heartbeat"},
	{label: "progress/waiting_for_task", summary: newSummary("taskType", "taskDescription")},

	// Headless runs: FORMAT.md, "stream-json and SDK output".
	{label: "agent_metadata", evidence: (*recordLinker).metaEvidence},
	{label: "auth_status"},
	{label: "command_lifecycle"},
	{label: "control_request"},
	{label: "control_response"},
	{label: "prompt_suggestion"},
	{label: "rate_limit_event"},
	{label: "result", handle: (*builder).result, note: (*Metadata).noteResult, noSubtype: true, known: true},
	{label: "stream_event", handle: (*builder).event, noSubtype: true, known: true},
	{label: "tool_progress", handle: (*builder).auxiliary},

	// Metadata records are written repeatedly, and mostly the last one counts.
	{label: "agent-color", known: true, summary: newSummary("", "agentColor"),
		note: last("agentColor", placeSize, func(m *Metadata) *string { return &m.AgentColor })},
	{label: "agent-name", known: true, summary: newSummary("", "agentName"),
		note: last("agentName", titleSize, func(m *Metadata) *string { return &m.AgentName })},
	{label: "agent-setting", known: true, summary: newSummary("", "agentSetting"),
		note: last("agentSetting", placeSize, func(m *Metadata) *string { return &m.AgentSetting })},
	{label: "ai-title", known: true, summary: newSummary("", "aiTitle"),
		note: last("aiTitle", titleSize, func(m *Metadata) *string { return &m.aiTitle })},
	{label: "artifact-autoreact-ledger"},
	{label: "artifact-comment-monitor"},
	{label: "atis-latch"},
	{label: "attribution-snapshot", summary: newSummary("", "surface")},
	{label: "auto-mode-denial"},
	{label: "bridge-session", known: true, summary: newSummary("", "")},
	{label: "content-replacement", known: true, summary: newSummary("", "replacements")},
	{label: "continued-in", known: true, summary: newSummary("", "continuedInSessionId"),
		note: last("continuedInSessionId", placeSize, func(m *Metadata) *string { return &m.ContinuedIn })},
	{label: "cost-state", note: (*Metadata).noteCostState, known: true, summary: newSummary("totalCostUSD", "modelUsage")},
	{label: "custom-title", known: true, summary: newSummary("", "customTitle"),
		note: last("customTitle", titleSize, func(m *Metadata) *string { return &m.CustomTitle })},
	{label: "dev-mods"},
	{label: "ended-by-model"},
	{label: "file-history-delta", known: true, summary: newSummary("", "trackingPath")},
	{label: "file-history-snapshot", known: true, summary: newSummary("", "snapshot.trackedFileBackups")},
	{label: "fork-context-ref", evidence: (*recordLinker).forkEvidence, known: true, summary: newSummary("agentId", "parentSessionId")},
	{label: "frame-link", summary: newSummary("title", "frameUrl"),
		note: last("frameUrl", placeSize, func(m *Metadata) *string { return &m.Artifact })},
	{label: "history-suppression", summary: newSummary("", "cause")},
	{label: "isolation-latch"},
	{label: "last-prompt", note: (*Metadata).noteSavedPrompt, known: true, summary: newSummary("", "lastPrompt")},
	{label: "marble-origami-commit"},
	{label: "marble-origami-reset"},
	{label: "marble-origami-snapshot"},
	{label: "mode", note: (*Metadata).noteMode, known: true, summary: newSummary("", "mode")},
	{label: "observer-ref"},
	{label: "permission-denial"},
	{label: "permission-mode", handle: permissionMode, note: (*Metadata).notePermissionMode, known: true,
		summary: newSummary("", "permissionMode")},
	{label: "pr-link", note: (*Metadata).notePullRequest, known: true, summary: newSummary("prNumber", "prUrl")},
	{label: "queue-operation", handle: (*builder).queue, noSubtype: true, known: true,
		summary: newSummary("operation", "content reason")},
	{label: "relocated", known: true, summary: newSummary("", "relocatedCwd"),
		note: last("relocatedCwd", placeSize, func(m *Metadata) *string { return &m.Relocated })},
	{label: "rewind-pointer"},
	{label: "saved_hook_context"},
	{label: "speculation-accept"},
	{label: "summary", note: (*Metadata).noteSummary, known: true},
	{label: "tag", known: true, summary: newSummary("", "tag"),
		note: last("tag", placeSize, func(m *Metadata) *string { return &m.Tag })},
	{label: "task-summary"},
	{label: "telemetry-latch"},
	{label: ExportLabel, summary: newSummary("", "leftOut")},
	{label: "worktree-state", note: (*Metadata).noteWorktree, known: true,
		summary: newSummary("worktreeSession.worktreeBranch", "worktreeSession.worktreePath|worktreeSession.worktreeName")},
}

// ExportLabel is the type of the record in which an export of Unspool says what it left out. Claude Code
// ignores records of types that it does not know.
const ExportLabel = "unspool-export"

// last returns a note that keeps the last value of a text, at most size bytes of it.
func last(member string, size int, to func(m *Metadata) *string) func(*Metadata, *record.Record, []byte, int32) {
	return func(m *Metadata, _ *record.Record, line []byte, _ int32) {
		if text, ok := record.MemberText(line, 0, member, size); ok {
			*to(m) = text
		}
	}
}

var recordTypesByLabel = indexRecordTypes(recordTypes)

// indexRecordTypes returns the entries of a table by label. It completes the entries of subtypes by
// those of their types.
func indexRecordTypes(types []recordType) map[string]*recordType {
	byLabel := map[string]*recordType{}
	for i := range types {
		t := &types[i]
		if kind, _, isSubtype := strings.Cut(t.label, "/"); isSubtype {
			t.inherit(byLabel[kind])
		} else if t.reason == 0 {
			t.reason = ReasonOther
		}
		byLabel[t.label] = t
	}
	return byLabel
}

// inherit sets the members that the entry of a subtype does not set to those of its type.
func (t *recordType) inherit(of *recordType) {
	if t.handle == nil {
		t.handle = of.handle
	}
	if t.note == nil {
		t.note = of.note
	}
	if t.evidence == nil {
		t.evidence = of.evidence
	}
	if t.reason == 0 {
		t.reason = of.reason
	}
	t.known = t.known || of.known
}

var unknownType = &recordType{reason: ReasonOther}

// recordTypeOf returns the type of records with a label.
func recordTypeOf(label string) *recordType {
	if t := recordTypesByLabel[label]; t != nil {
		return t
	}
	kind, _, _ := strings.Cut(label, "/")
	if t := recordTypesByLabel[kind]; t != nil {
		return t
	}
	return unknownType
}

// IsRelay reports whether a record with a label repeats one of an agent's own records.
func IsRelay(label string) bool { return recordTypeOf(label).relays }
