// Package toolname has the names of the tools that the index of a file and the rows treat
// differently from others. The kinds of tools in parser/view/tool have their names from here.
package toolname

import "slices"

// Agents returns the names of the tools that start one agent: FORMAT.md, "Names over time".
func Agents() []string { return []string{"Task", "Agent", "dispatch_agent", "AgentTool"} }

// TaskStops returns the names of the tools that stop a background task.
func TaskStops() []string { return []string{"KillShell", "KillBash", "TaskStop"} }

// Notebooks returns the names of the tools that read or change notebooks.
func Notebooks() []string {
	return []string{"NotebookEdit", "NotebookEditCell", "NotebookRead", "ReadNotebook"}
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
