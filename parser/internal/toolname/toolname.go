// Package toolname has the names of the tools that the index of a file and the rows treat
// differently from others. The kinds of tools in parser/view/tool have their names from here.
package toolname

import (
	"slices"
	"strings"
)

// Agents returns the names of the tools that start one agent: FORMAT.md, "Names over time".
func Agents() []string { return []string{"Task", "Agent", "dispatch_agent", "AgentTool"} }

// TaskStops returns the names of the tools that stop a background task.
func TaskStops() []string { return []string{"KillShell", "KillBash", "TaskStop"} }

// Notebooks returns the names of the tools that read or change notebooks.
func Notebooks() []string {
	return []string{"NotebookEdit", "NotebookEditCell", "NotebookRead", "ReadNotebook"}
}

// Reads returns the names of the tools that read files.
func Reads() []string { return []string{"Read", "View"} }

// Edits returns the names of the tools that change parts of files.
func Edits() []string { return []string{"Edit", "MultiEdit", "text_editor_code_execution"} }

// Writes returns the names of the tools that write files.
func Writes() []string { return []string{"Write", "Replace"} }

// Greps returns the names of the tools that search in files.
func Greps() []string { return []string{"Grep", "GrepTool"} }

// HasFileContent reports whether the calls of a tool, or their results, have the content of files.
func HasFileContent(name string) bool {
	for _, names := range [...][]string{Reads(), Edits(), Writes(), Greps(), Notebooks(), otherFileTools()} {
		if slices.Contains(names, name) {
			return true
		}
	}
	return slices.ContainsFunc(serverFileTools(), func(end string) bool { return strings.HasSuffix(name, end) })
}

// otherFileTools returns the names of tools for files that other programs define.
func otherFileTools() []string {
	return []string{"str_replace_based_edit_tool", "Update", "Create", "ApplyPatch", "apply_patch"}
}

// serverFileTools returns how the names of the tools for files of servers end.
func serverFileTools() []string {
	return []string{"__read_file", "__read_text_file", "__read_multiple_files", "__write_file", "__edit_file", "__create_file"}
}

// Tasks returns the names of the tools that change single tasks of a to-do list.
func Tasks() []string { return []string{"TaskCreate", "TaskUpdate", "TaskList", "TaskGet"} }

// Shells returns the names of the tools that run commands.
func Shells() []string {
	return []string{"Bash", "PowerShell", "bash_code_execution", "code_execution"}
}

// RunsCommands reports whether a tool runs commands.
func RunsCommands(name string) bool { return slices.Contains(Shells(), name) }

// StartsAgent reports whether a tool starts one agent.
func StartsAgent(name string) bool { return slices.Contains(Agents(), name) }

// StopsTask reports whether a tool stops a background task.
func StopsTask(name string) bool { return slices.Contains(TaskStops(), name) }

// ErrorMember returns the member of a tool's structured results that reports an error, even if the
// result is not flagged as one, or "" if there is none.
func ErrorMember(name string) string {
	if slices.Contains(Notebooks(), name) || slices.Contains(Tasks(), name) {
		return "error"
	}
	return ""
}
