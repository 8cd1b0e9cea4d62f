package tool

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unspool/parser/internal/toolname"
)

const (
	formatFile = "../../FORMAT.md"
	testdata   = "../../../testdata"
)

// toolSections are the sections of FORMAT.md whose tables explain tools.
var toolSections = []string{"toolUseResult by tool", "Names over time", "Content blocks"}

// TestToolNames checks that the index of a file and the rows agree about which tools start agents
// and which stop tasks.
func TestToolNames(t *testing.T) {
	for name, kind := range byName {
		if got, want := toolname.StartsAgent(name), kind.DescribesAgent; got != want {
			t.Errorf("%s starts an agent: %t in the index, %t in the rows", name, got, want)
		}
	}
	for _, name := range toolname.TaskStops() {
		if KindOf(name) != &shellKind {
			t.Errorf("%s stops tasks, but is of kind %s", name, KindOf(name).ID)
		}
	}
}

// TestRegistry checks that every name of a tool leads to one kind and is explained in FORMAT.md,
// and that each kind is shown in a golden case.
func TestRegistry(t *testing.T) {
	format, err := os.ReadFile(formatFile)
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	section := ""
	for line := range strings.Lines(string(format)) {
		switch {
		case strings.HasPrefix(line, "#"):
			section = strings.TrimLeft(strings.TrimSpace(line), "# ")
		case strings.HasPrefix(line, "|") && slices.Contains(toolSections, section):
			rows.WriteString(line)
		}
	}
	calls, of := calledInCases(t), map[string]string{}
	for _, k := range kinds {
		covers := func(name string) bool { return slices.Contains(k.Names, name) }
		if k.Names == nil { // tools of MCP servers, and unknown tools
			covers = func(name string) bool { return KindOf(name) == k }
		}
		if !slices.ContainsFunc(calls, covers) {
			t.Errorf("no golden case has a call of %s %q: add one to testdata/cases", k.ID, k.Names)
		}
		for _, name := range k.Names {
			if other, taken := of[name]; taken {
				t.Errorf("%s belongs to %s and to %s", name, other, k.ID)
			}
			of[name] = k.ID
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(rows.String()) {
				t.Errorf("no table of parser/FORMAT.md has a row for %s: see %q", name, toolSections)
			}
		}
		for _, name := range k.ReadOnly {
			if !slices.Contains(k.Names, name) {
				t.Errorf("%s is no tool of %s", name, k.ID)
			}
		}
	}
}

// calledInCases returns the names of all tools that are called in the golden cases.
func calledInCases(t *testing.T) []string {
	t.Helper()
	called := regexp.MustCompile(`"type": ?"(?:server_)?tool_use"[^{}]*"name": ?"(\w+)"`)
	found := map[string]bool{}
	err := filepath.WalkDir(testdata, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "hostile" { // it has no expected output
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range called.FindAllSubmatch(data, -1) {
			found[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(maps.Keys(found))
}

// TestLookup checks that every name that a tool has had leads to its kind: FORMAT.md, "Names over
// time".
func TestLookup(t *testing.T) {
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
		"other":      {"", "mcp__", "mcp__alone", "advisor", "Unheard", "read", "bash"},
	} {
		for _, name := range names {
			if kind, _, tool := Lookup(name); kind.ID != want || tool == "" && name != "" {
				t.Errorf("%q has the kind %q and the name %q, want %q", name, kind.ID, tool, want)
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
		if _, server, tool := Lookup(name); server != want[0] || tool != want[1] {
			t.Errorf("%s is %q of %q, want %q of %q", name, tool, server, want[1], want[0])
		}
	}
}

// TestLabelsOfTools checks that the page labels each tool with its kind: a label that stays behind
// in "other" when its tool gets a kind of its own is never shown.
func TestLabelsOfTools(t *testing.T) {
	page, err := os.ReadFile("../../../web/src/rows/tools.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, kind := range regexp.MustCompile(`(?ms)^  (\w+): \{(.*?)\},?$`).FindAllStringSubmatch(string(page), -1) {
		labels := regexp.MustCompile(`(?s)labels: \{(.*?)\}`).FindStringSubmatch(kind[2] + "}")
		if labels == nil {
			continue
		}
		for _, name := range regexp.MustCompile(`(\w+): "`).FindAllStringSubmatch(labels[1], -1) {
			found++
			if of := KindOf(name[1]); of.ID != kind[1] {
				t.Errorf("web/src/rows/tools.ts has a label for %s among those of %s, but the tool is of kind %s", name[1], kind[1], of.ID)
			}
		}
	}
	if found == 0 {
		t.Error("no labels found in web/src/rows/tools.ts")
	}
}
