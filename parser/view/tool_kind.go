package view

import (
	"strings"

	"unspool/parser/view/source"
)

// faces maps the names of tools, including former names, to their kind: FORMAT.md, "Names
// over time".
var faces = map[string]string{
	"Read": "read", "View": "read",
	"Write": "write", "Replace": "write",
	"Edit": "edit", "MultiEdit": "edit", "text_editor_code_execution": "edit",
	"NotebookEdit": "notebook", "NotebookEditCell": "notebook", "NotebookRead": "notebook", "ReadNotebook": "notebook",
	"Bash": "bash", "PowerShell": "bash", "bash_code_execution": "bash", "code_execution": "bash",
	"BashOutput": "shell", "KillShell": "shell", "KillBash": "shell", "TaskOutput": "shell", "TaskStop": "shell",
	"AgentOutputTool": "shell", "Monitor": "shell",
	"Grep": "grep", "GrepTool": "grep",
	"Glob": "glob", "GlobTool": "glob",
	"LS": "list", "LSTool": "list",
	"WebFetch": "fetch", "web_fetch": "fetch",
	"WebSearch": "search", "web_search": "search",
	"TodoWrite": "todo", "TodoRead": "todo",
	"TaskCreate": "task", "TaskUpdate": "task", "TaskList": "task", "TaskGet": "task",
	"Task": "agent", "Agent": "agent", "dispatch_agent": "agent", "AgentTool": "agent",
	"Skill": "skill", "SlashCommand": "skill",
	"AskUserQuestion": "question",
	"EnterPlanMode":   "plan", "ExitPlanMode": "plan", "exit_plan_mode": "plan",
	"ToolSearch": "toolsearch", "MCPSearch": "toolsearch", "tool_search_tool_regex": "toolsearch", "tool_search_tool_bm25": "toolsearch",
	"Workflow":    "workflow",
	"SendMessage": "message",
	"LSP":         "lsp",

	"ListMcpResources": "resource", "ListMcpResourcesTool": "resource", "ReadMcpResource": "resource", "ReadMcpResourceTool": "resource",
}

// toolKind returns the kind of a tool by its name. For MCP tools, it also returns the server
// and the name of the tool on that server.
func toolKind(name string) (toolKind, server, tool string) {
	if remainder, ok := strings.CutPrefix(name, "mcp__"); ok {
		if server, tool, found := strings.Cut(remainder, "__"); found {
			return "mcp", plain(server), tool
		}
	}
	if toolKind, known := faces[name]; known {
		return toolKind, "", name
	}
	return "other", "", name
}

// plain shortens the name of a plugin's server, plugin_<plugin>_<server>, which mostly has
// the same name as its plugin. Other names are only cut at the prefix: since both parts can
// contain "_", they cannot be separated.
func plain(server string) string {
	both, ok := strings.CutPrefix(server, "plugin_")
	if half := len(both) / 2; ok && len(both)%2 == 1 && both[half] == '_' && both[:half] == both[half+1:] {
		return both[:half]
	}
	return both
}

// targets lists the members of an input that best describe the target of a call, by kind of
// tool. For "other" tools, usualTargets are tried.
var targets = []struct {
	toolKind string
	keys     []string
}{
	{"read", []string{"file_path", "path"}},
	{"write", []string{"file_path", "path"}},
	{"edit", []string{"file_path", "path"}},
	{"notebook", []string{"notebook_path"}},
	{"bash", []string{"command", "code"}},
	{"shell", []string{"bash_id", "shell_id", "task_id", "taskId", "agentId", "command", "description"}},
	{"resource", []string{"uri", "server"}},
	{"grep", []string{"pattern"}},
	{"glob", []string{"pattern"}},
	{"list", []string{"path"}},
	{"fetch", []string{"url"}},
	{"search", []string{"query"}},
	{"task", []string{"taskId", "subject"}},
	{"agent", []string{"description"}},
	{"skill", []string{"skill", "command"}},
	{"question", []string{}},
	{"todo", []string{}},
	{"plan", []string{}},
	{"toolsearch", []string{"query", "pattern"}},
	{"workflow", []string{"name", "workflowName", "script"}},
	{"message", []string{"to", "recipient"}},
	{"lsp", []string{"filePath", "query", "operation"}},
}

// usualTargets are tried for kinds of tools that are not in targets.
var usualTargets = []string{"file_path", "path", "query", "url", "command", "pattern", "name", "title", "id", "key",
	"description", "prompt", "text", "message", "reason"}

// target returns the main argument of a call, for one line.
func target(toolKind string, input *source.Object) string {
	keys, known := usualTargets, false
	for _, t := range targets {
		if t.toolKind == toolKind {
			keys, known = t.keys, true
		}
	}
	const limit = 300
	if len(input.Keys) == 0 && !source.IsEmpty(input.JSON) { // an input that is not an object
		return source.OneLine(string(input.JSON[:min(len(input.JSON), 4*limit)]), limit)
	}
	for _, key := range keys {
		if t := source.OneLine(input.Text(4*limit, key), limit); t != "" {
			return t
		}
		if n := input.Int(-1, key); n >= 0 && !input.IsString(key) {
			return string(input.Raw(key))
		}
	}
	if !known { // any text is better than none
		for _, key := range input.Keys {
			if t := source.OneLine(input.Text(4*limit, key), limit); t != "" && input.IsString(key) {
				return t
			}
		}
	}
	if toolKind == "plan" { // a plan mostly begins with its title
		return strings.TrimLeft(source.FirstLine(input.Text(400, "plan")), "# ")
	}
	if toolKind == "question" {
		if list := input.Array("questions"); len(list) > 0 {
			return source.OneLine(string(list[0].GetStringBytes("question")), limit)
		}
	}
	if toolKind == "todo" { // the current item
		for _, item := range input.Array("todos") {
			if string(item.GetStringBytes("status")) == "in_progress" {
				return source.OneLine(string(item.GetStringBytes("content")), limit)
			}
		}
	}
	return ""
}

// note returns the call's own description, in addition to its main argument.
func note(toolKind string, input *source.Object) string {
	const limit = 160
	switch toolKind {
	case "bash":
		return source.OneLine(input.Text(4*limit, "description"), limit)
	case "grep", "glob":
		return source.OneLine(input.Text(4*limit, "path", "glob", "include"), limit)
	case "agent":
		return source.OneLine(input.Text(4*limit, "subagent_type"), limit)
	case "skill":
		return source.OneLine(input.Text(4*limit, "args"), limit)
	case "task":
		return source.OneLine(input.Text(4*limit, "status"), limit)
	case "message":
		return source.OneLine(input.Text(4*limit, "summary", "message", "content"), limit)
	case "lsp":
		return input.Text(40, "operation")
	case "shell":
		if input.Has("command") {
			return source.OneLine(input.Text(4*limit, "description"), limit)
		}
	}
	return ""
}
