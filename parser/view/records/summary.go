package records

import (
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/source"
)

// summaryPaths lists the most informative members of a record by its kind. Each line has the
// kind, the members of the label and those of the text. A dot separates nested members, and
// "|" separates alternatives, of which the first one that has a value counts. FORMAT.md,
// "system subtypes" to "Metadata records". For kinds that are not listed, the usual members
// are used.
const summaryPaths = `
agent-color||agentColor
agent-name||agentName
agent-setting||agentSetting
agent_listing_delta||addedTypes removedTypes
agent_progress|agentId|prompt
ai-title||aiTitle
api_retry|attempt|error_status error
attribution-snapshot||surface
auto_mode|reminderType|
bash_progress|elapsedTimeSeconds|output
bridge-session||
bridge_status||content url
budget_usd|total|used remaining
command_permissions||allowedTools
content-replacement||replacements
continued-in||continuedInSessionId
cost-state|totalCostUSD|modelUsage
custom-title||customTitle
date_change||newDate
deferred_tools_delta||addedNames removedNames
diagnostics||files.uri
fork-context-ref|agentId|parentSessionId
frame-link|title|frameUrl
goal_status|met|condition
history-suppression||cause
hook_additional_context|hookName|content
hook_blocking_error|hookName|blockingError.blockingError|blockingError|stderr
hook_cancelled|hookName|command
hook_progress|hookName|statusMessage|command
hook_response|hook_name|stderr|stdout|output
hook_started|hook_name|
hook_system_message|hookName|content
init|model|cwd
invoked_skills||skills.name
last-prompt||lastPrompt
mcp_instructions_delta||addedNames removedNames
mcp_progress|status|serverName toolName
mode||mode
model|identity|text
model_refusal_fallback||originalModel fallbackModel apiRefusalExplanation|content
file-history-delta||trackingPath
file-history-snapshot||snapshot.trackedFileBackups
permission-mode||permissionMode
plan_mode|reminderType|planFilePath
pr-link|prNumber|prUrl
prompt_snapshot||systemPrompt
query_update||query
queue-operation|operation|content reason
relocated||relocatedCwd
remote_session_change||url
search_results_received|resultCount|query
skill_listing|skillCount|names|content
stop_hook_summary|hookCount|hookErrors|stopReason hookInfos.command
structured_output||data
tag||tag
task_reminder|itemCount|content.subject
task_started||description
todo_reminder|itemCount|content.content
total_tokens_reminder|total|used remaining
turn_duration|durationMs|
waiting_for_task|taskType|taskDescription
worktree-state|worktreeSession.worktreeBranch|worktreeSession.worktreePath|worktreeSession.worktreeName
`

// usualLabels and usualTexts are used for kinds without a line of their own.
const (
	usualLabels = "hookName|hookEvent|status"
	usualTexts  = "displayPath|filename|planFilePath|path|stderr|stdout|content|text|message|summary|description|" +
		"command|url|name|title|prompt"
)

// maxSummary limits each value of a summary.
const maxSummary = 400

// Summary describes a record in a few words. It returns only values of the record; the
// page chooses their names.
func Summary(src *source.Reader, f *parser.File, index int32) (label, text string) {
	o := src.Payload(f, index)
	labels, texts, known := usualLabels, usualTexts, false
	if _, remainder, found := strings.Cut(summaryPaths, "\n"+NameOf(f, f.Records.At(index))+"|"); found {
		remainder, _, _ = strings.Cut(remainder, "\n")
		labels, texts, _ = strings.Cut(remainder, "|")
		known = true
	}
	label, text = ValuesAt(&o, labels), ValuesAt(&o, texts)
	if !known && text == "" { // any text is better than none
		for _, key := range WithoutEnvelope(&o).Keys {
			if text = ValuesAt(&o, key); text != "" {
				break
			}
		}
	}
	return label, text
}

// envelope lists the members that every record has: FORMAT.md, "Envelope".
const envelope = "parentUuid logicalParentUuid isSidechain type subtype uuid timestamp userType entrypoint cwd " +
	"sessionId session_id version gitBranch slug isMeta level content promptId agentId"

// WithoutEnvelope returns the members of a record that are not in its envelope.
func WithoutEnvelope(o *source.Object) source.Object { return o.Without(envelope) }

// ValuesAt joins the values at a list of paths separated by spaces.
func ValuesAt(o *source.Object, paths string) string {
	var values []string
	for _, alternatives := range strings.Fields(paths) {
		for _, path := range strings.Split(alternatives, "|") {
			if text := source.OneLine(valueAt(o.JSON, 0, path, 4*maxSummary), maxSummary); text != "" {
				values = append(values, text)
				break
			}
		}
	}
	return strings.Join(values, " · ")
}

// valueAt returns a value as text: strings and numbers as they are, the elements of an array
// joined, and for an object the most informative member, or else the names of its members.
func valueAt(b []byte, at int, path string, room int) string {
	if at >= len(b) || room <= 0 {
		return ""
	}
	switch b[at] {
	case '"':
		return string(record.AppendString(nil, b, at, room))
	case '[':
		var values strings.Builder
		jsonl.Array(b, at, func(at int) int {
			if one := valueAt(b, at, path, room-values.Len()); one != "" {
				if values.Len() > 0 {
					values.WriteString(", ")
				}
				values.WriteString(one)
			}
			return jsonl.Skip(b, at)
		})
		return values.String()
	case '{':
		end := jsonl.Skip(b, at)
		if end < 0 {
			return ""
		}
		o := source.Parse(b[at:end])
		name, remainder, _ := strings.Cut(path, ".")
		if name == "" {
			for _, name := range []string{"message", "text", "content", "command", "path", "file", "filePath", "name"} {
				if o.Has(name) {
					return valueAt(o.JSON, o.Offset(name), "", room)
				}
			}
			return strings.Join(o.Keys, ", ")
		}
		switch found := o.Offset(name); {
		case found < 0:
			return ""
		case o.JSON[found] == 't':
			return name // a flag that is true: "met"
		default:
			return valueAt(o.JSON, found, remainder, room)
		}
	case 'n', 't', 'f':
		return ""
	}
	end := jsonl.Skip(b, at)
	if end < 0 || path != "" {
		return ""
	}
	return string(b[at:end])
}
