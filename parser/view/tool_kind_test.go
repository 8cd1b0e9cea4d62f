package view

import (
	"testing"

	"unspool/parser/view/protocol"
)

// Every name that a tool has had leads to its face: FORMAT.md, "Names over time".
func TestFaces(t *testing.T) {
	for want, names := range map[string][]string{
		"read":       {"Read", "View"},
		"write":      {"Write", "Replace"},
		"edit":       {"Edit", "MultiEdit", "text_editor_code_execution"},
		"notebook":   {"NotebookEdit", "NotebookEditCell", "NotebookRead", "ReadNotebook"},
		"bash":       {"Bash", "PowerShell", "bash_code_execution", "code_execution"},
		"shell":      {"BashOutput", "KillShell", "KillBash", "AgentOutputTool", "TaskOutput", "TaskStop", "Monitor"},
		"grep":       {"Grep", "GrepTool"},
		"glob":       {"Glob", "GlobTool"},
		"list":       {"LS", "LSTool"},
		"fetch":      {"WebFetch", "web_fetch"},
		"search":     {"WebSearch", "web_search"},
		"todo":       {"TodoWrite", "TodoRead"},
		"task":       {"TaskCreate", "TaskUpdate", "TaskList", "TaskGet"},
		"agent":      {"Task", "Agent", "dispatch_agent", "AgentTool"},
		"skill":      {"Skill", "SlashCommand"},
		"question":   {"AskUserQuestion"},
		"plan":       {"EnterPlanMode", "ExitPlanMode", "exit_plan_mode"},
		"toolsearch": {"ToolSearch", "MCPSearch", "tool_search_tool_regex", "tool_search_tool_bm25"},
		"workflow":   {"Workflow"},
		"message":    {"SendMessage"},
		"lsp":        {"LSP"},
		"mcp":        {"mcp__github__search_issues", "mcp__a__b__c"},
		"resource":   {"ListMcpResources", "ListMcpResourcesTool", "ReadMcpResource", "ReadMcpResourceTool"},
		"other": {"", "mcp__", "mcp__alone", "advisor", "StructuredOutput", "TeamCreate", "TeamDelete", "EnterWorktree", "ExitWorktree",
			"CronCreate", "CronDelete", "CronList", "ScheduleWakeup", "PushNotification", "ListAgents", "SubagentHandback", "read", "bash"},
	} {
		for _, name := range names {
			if got, _, tool := toolKind(name); got != want || tool == "" && name != "" {
				t.Errorf("%q has the face %q and the name %q, want %q", name, got, tool, want)
			}
		}
	}
}

func TestServers(t *testing.T) {
	for name, want := range map[string][2]string{
		"mcp__github__search_issues":            {"github", "search_issues"},
		"mcp__a__b__c":                          {"a", "b__c"},
		"mcp__plugin_lamp_lamp__light":          {"lamp", "light"},
		"mcp__plugin_lamps_and_oil_store__sell": {"lamps_and_oil_store", "sell"},
	} {
		if _, server, tool := toolKind(name); server != want[0] || tool != want[1] {
			t.Errorf("%s is %q of %q, want %q of %q", name, tool, server, want[1], want[0])
		}
	}
}

func TestNumbered(t *testing.T) {
	for _, c := range []struct {
		name, text, code string
		first            int
	}{
		{"arrows", "     9→a\n    10→\n    11→\tb\n", "a\n\n\tb", 9},
		{"tabs", "3\tx\n4\ty", "x\ny", 3},
		{"a line without a number", "1\tx\nand words", "", 0},
		{"numbers without a mark", "1 x\n2 y", "", 0},
		{"nothing", "", "", 0},
	} {
		if code, first := numbered(c.text); code != c.code || first != c.first {
			t.Errorf("%s: %q from %d, want %q from %d", c.name, code, first, c.code, c.first)
		}
	}
}

// Answers name options by labels that can hold commas themselves.
func TestChoose(t *testing.T) {
	options := []string{"Door", "Window", "Stairs, upper", "Stairs"}
	for _, c := range []struct {
		answer  string
		several bool
		chosen  string // a mark for each option
		other   string
	}{
		{"Window", false, ".x..", ""},
		{"Windows", false, "....", "Windows"},
		{"By the door, please", false, "....", "By the door, please"},
		{"Door, Stairs, upper", true, "x.x.", ""},
		{"Stairs, Door, the cellar, too", true, "x..x", "the cellar, too"},
		{"", true, "....", ""},
	} {
		q := protocol.Question{Several: c.several}
		for _, label := range options {
			q.Options = append(q.Options, protocol.Option{Label: label})
		}
		chooseAnswer(&q, c.answer)
		chosen := ""
		for _, o := range q.Options {
			if o.Chosen {
				chosen += "x"
			} else {
				chosen += "."
			}
		}
		if chosen != c.chosen || q.Other != c.other {
			t.Errorf("%q: %s and %q, want %s and %q", c.answer, chosen, q.Other, c.chosen, c.other)
		}
	}
}
