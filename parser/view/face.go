package view

import "strings"

// face names the view that fits a tool, over all the names it had: format.md,
// "Names over time". MCP tools give their server and their own name.
func face(name string) (face, server, tool string) {
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		server, tool, found := strings.Cut(rest, "__")
		if found {
			return "mcp", server, tool
		}
	}
	switch name {
	case "Read", "View":
		return "read", "", name
	case "Write", "Replace":
		return "write", "", name
	case "Edit", "MultiEdit":
		return "edit", "", name
	case "NotebookEdit", "NotebookEditCell", "NotebookRead", "ReadNotebook":
		return "notebook", "", name
	case "Bash", "PowerShell", "bash_code_execution", "code_execution":
		return "bash", "", name
	case "BashOutput", "KillShell", "KillBash", "TaskOutput", "TaskStop", "AgentOutputTool", "Monitor":
		return "shell", "", name
	case "Grep", "GrepTool":
		return "grep", "", name
	case "Glob", "GlobTool":
		return "glob", "", name
	case "LS", "LSTool":
		return "list", "", name
	case "WebFetch", "web_fetch":
		return "fetch", "", name
	case "WebSearch", "web_search":
		return "search", "", name
	case "TodoWrite", "TodoRead":
		return "todo", "", name
	case "TaskCreate", "TaskUpdate", "TaskList", "TaskGet":
		return "task", "", name
	case "Task", "Agent", "dispatch_agent":
		return "agent", "", name
	case "Skill", "SlashCommand":
		return "skill", "", name
	case "AskUserQuestion":
		return "question", "", name
	case "EnterPlanMode", "ExitPlanMode", "exit_plan_mode":
		return "plan", "", name
	case "ToolSearch", "MCPSearch", "tool_search_tool_regex", "tool_search_tool_bm25":
		return "toolsearch", "", name
	case "Workflow":
		return "workflow", "", name
	case "SendMessage":
		return "message", "", name
	}
	return "other", "", name
}

// targets are the members of an input that say best what a call is about, by
// face; "other" tools are asked for any of the usual ones.
var targets = map[string][]string{
	"read":       {"file_path", "path"},
	"write":      {"file_path", "path"},
	"edit":       {"file_path", "path"},
	"notebook":   {"notebook_path"},
	"bash":       {"command", "code"},
	"shell":      {"bash_id", "shell_id", "task_id", "taskId", "agentId"},
	"grep":       {"pattern"},
	"glob":       {"pattern"},
	"list":       {"path"},
	"fetch":      {"url"},
	"search":     {"query"},
	"task":       {"subject", "taskId"},
	"agent":      {"description"},
	"skill":      {"skill", "command"},
	"question":   {},
	"plan":       {},
	"toolsearch": {"query", "pattern"},
	"workflow":   {"name", "workflowName", "script"},
	"message":    {"to", "recipient"},
}

// usualTargets are tried for tools without a face of their own.
var usualTargets = []string{"file_path", "path", "query", "url", "command", "pattern", "name", "title", "id", "key", "description", "prompt", "text"}

// target gives the main argument of a call, for one line.
func target(face string, input *object) string {
	keys, known := targets[face]
	if !known {
		keys = usualTargets
	}
	const limit = 300
	for _, key := range keys {
		if t := oneLine(input.str(4*limit, key), limit); t != "" {
			return t
		}
		if n := input.integer(-1, key); n >= 0 && !input.isString(key) {
			return string(input.raw(key))
		}
	}
	if !known { // any words are better than none
		for _, key := range input.keys {
			if t := oneLine(input.str(4*limit, key), limit); t != "" && input.isString(key) {
				return t
			}
		}
	}
	if face == "question" {
		if list := input.array("questions"); len(list) > 0 {
			return oneLine(string(list[0].GetStringBytes("question")), limit)
		}
	}
	return ""
}

// note gives what a call says of itself beside its main argument.
func note(face string, input *object) string {
	const limit = 160
	switch face {
	case "bash":
		return oneLine(input.str(4*limit, "description"), limit)
	case "grep", "glob":
		return oneLine(input.str(4*limit, "path", "glob", "include"), limit)
	case "agent":
		return oneLine(input.str(4*limit, "subagent_type"), limit)
	case "skill":
		return oneLine(input.str(4*limit, "args"), limit)
	case "task":
		return oneLine(input.str(4*limit, "status"), limit)
	}
	return ""
}
