package transcript

import (
	"strings"

	"unspool/parser/record"
)

// A recordType says how records of one type, or of one type and subtype, are treated. To add a
// type, add an entry to recordTypes.
type recordType struct {
	// label is the type, and the subtype after a slash: see [Record].
	label string
	// handle adds a record to its conversation. Without it, the record is folded away.
	handle func(c *builder, r *record.Record, line []byte, index int32)
	// note takes from a record what it says about the session.
	note func(m *Metadata, r *record.Record, line []byte, index int32)
	// known is true if a file with such a record is a transcript of Claude Code.
	known bool
	// reason is why the record has no row if none shows it. Zero stands for ReasonOther.
	reason Reason
}

// recordTypes lists the types that are treated specially: FORMAT.md, "Record types" to "Metadata
// records". A subtype without an entry is treated like its type; an unknown type is folded away.
var recordTypes = []recordType{
	{label: "user", handle: (*builder).user, note: (*Metadata).noteMessage, known: true},
	{label: "assistant", handle: (*builder).assistant, note: (*Metadata).noteMessage, known: true, reason: ReasonFiller},

	{label: "system", handle: (*builder).otherSystem, note: (*Metadata).noteEnvelope, known: true, reason: ReasonSystem},
	{label: "system/agents_killed", handle: (*builder).notice},
	{label: "system/api_error", handle: (*builder).requestFailure},
	{label: "system/away_summary", handle: (*builder).notice},
	{label: "system/bridge_status", handle: (*builder).notice},
	{label: "system/compact_boundary", handle: (*builder).compactBoundary},
	{label: "system/error", handle: (*builder).notice},
	{label: "system/informational", handle: (*builder).notice},
	{label: "system/init", handle: (*builder).runStart},
	{label: "system/local_command", handle: (*builder).localCommand},
	{label: "system/microcompact_boundary", handle: (*builder).microcompactBoundary},
	{label: "system/model_refusal_fallback", handle: (*builder).notice},
	{label: "system/permission_denied", handle: (*builder).permissionDenied},
	{label: "system/scheduled_task_fire", handle: (*builder).scheduledTask},
	{label: "system/stop_hook_summary", handle: (*builder).stopHookSummary},
	{label: "system/task_notification", handle: (*builder).taskNotification},
	{label: "system/turn_duration", handle: (*builder).turnDuration},

	{label: "attachment", handle: (*builder).auxiliary, note: (*Metadata).noteEnvelope, known: true, reason: ReasonContext},
	{label: "attachment/auto_mode", handle: modeChange},
	{label: "attachment/auto_mode_exit", handle: modeChange},
	{label: "attachment/compact_file_reference", handle: (*builder).promptFile},
	{label: "attachment/edited_text_file", handle: (*builder).promptFile},
	{label: "attachment/file", handle: (*builder).promptFile},
	{label: "attachment/goal_status", handle: (*builder).noteAttachment},
	{label: "attachment/hook_system_message", handle: (*builder).noteAttachment},
	{label: "attachment/nested_memory", handle: (*builder).promptFile},
	{label: "attachment/plan_file_reference", handle: (*builder).promptFile},
	{label: "attachment/plan_mode", handle: modeChange},
	{label: "attachment/plan_mode_exit", handle: modeChange},
	{label: "attachment/plan_mode_reentry", handle: modeChange},
	{label: "attachment/queued_command", handle: (*builder).queuedCommand},
	{label: "attachment/read_truncation_notice", handle: (*builder).promptFile},
	{label: "attachment/ultra_effort_enter", handle: modeChange},

	{label: "progress", handle: (*builder).auxiliary, note: (*Metadata).noteEnvelope, known: true, reason: ReasonProgress},

	// Headless runs: FORMAT.md, "stream-json and SDK output".
	{label: "result", handle: (*builder).result, note: (*Metadata).noteResult, known: true},
	{label: "stream_event", handle: (*builder).event},
	{label: "tool_progress", handle: (*builder).auxiliary},

	// Metadata records are written repeatedly, and mostly the last one counts.
	{label: "agent-color", note: last("agentColor", placeSize, func(m *Metadata) *string { return &m.AgentColor }), known: true},
	{label: "agent-name", note: last("agentName", titleSize, func(m *Metadata) *string { return &m.AgentName }), known: true},
	{label: "agent-setting", note: last("agentSetting", placeSize, func(m *Metadata) *string { return &m.AgentSetting }), known: true},
	{label: "ai-title", note: last("aiTitle", titleSize, func(m *Metadata) *string { return &m.aiTitle }), known: true},
	{label: "bridge-session", known: true},
	{label: "content-replacement", known: true},
	{label: "continued-in", note: last("continuedInSessionId", placeSize, func(m *Metadata) *string { return &m.ContinuedIn }), known: true},
	{label: "cost-state", note: (*Metadata).noteCostState, known: true},
	{label: "custom-title", note: last("customTitle", titleSize, func(m *Metadata) *string { return &m.CustomTitle }), known: true},
	{label: "file-history-delta", known: true},
	{label: "file-history-snapshot", known: true},
	{label: "fork-context-ref", known: true},
	{label: "last-prompt", note: (*Metadata).noteLastPrompt, known: true},
	{label: "mode", note: (*Metadata).noteMode, known: true},
	{label: "permission-mode", handle: permissionMode, note: (*Metadata).notePermissionMode, known: true},
	{label: "pr-link", note: (*Metadata).notePullRequest, known: true},
	{label: "queue-operation", handle: (*builder).queue, known: true},
	{label: "relocated", note: last("relocatedCwd", placeSize, func(m *Metadata) *string { return &m.Relocated }), known: true},
	{label: "summary", note: (*Metadata).noteSummary, known: true},
	{label: "tag", note: last("tag", placeSize, func(m *Metadata) *string { return &m.Tag }), known: true},
	{label: "worktree-state", note: (*Metadata).noteWorktree, known: true},
}

// last returns a note that keeps the last value of a text, at most size bytes of it.
func last(member string, size int, to func(m *Metadata) *string) func(*Metadata, *record.Record, []byte, int32) {
	return func(m *Metadata, _ *record.Record, line []byte, _ int32) {
		if text, ok := record.MemberText(line, 0, member, size); ok {
			*to(m) = text
		}
	}
}

var recordTypesByLabel = indexRecordTypes()

// indexRecordTypes completes the entries of subtypes by those of their types.
func indexRecordTypes() map[string]*recordType {
	byLabel := map[string]*recordType{}
	for i := range recordTypes {
		t := &recordTypes[i]
		if kind, _, isSubtype := strings.Cut(t.label, "/"); isSubtype {
			of := byLabel[kind]
			t.note, t.known, t.reason = of.note, of.known, of.reason
		} else if t.reason == 0 {
			t.reason = ReasonOther
		}
		byLabel[t.label] = t
	}
	return byLabel
}

var unknownType = &recordType{reason: ReasonOther}

// recordTypeOf returns how records with a label are treated.
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

// isHookLabel reports whether records with a label describe the run of a hook.
func isHookLabel(label string) bool {
	_, subtype, _ := strings.Cut(label, "/")
	return strings.HasPrefix(subtype, "hook_") || subtype == "stop_hook_summary"
}
