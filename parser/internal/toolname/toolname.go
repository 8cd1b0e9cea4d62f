// Package toolname has the names of the tools that the index of a file and the rows treat
// differently from others. The kinds of tools in parser/view/tool have their names from here.
package toolname

import "slices"

// Agents returns the names of the tools that start one agent: FORMAT.md, "Names over time".
func Agents() []string { return []string{"Task", "Agent", "dispatch_agent", "AgentTool"} }

// TaskStops returns the names of the tools that stop a background task.
func TaskStops() []string { return []string{"KillShell", "KillBash", "TaskStop"} }

// Notebooks returns the names of the tools whose results report an error in a member of its own.
func Notebooks() []string {
	return []string{"NotebookEdit", "NotebookEditCell", "NotebookRead", "ReadNotebook"}
}

// StartsAgent reports whether a tool starts one agent.
func StartsAgent(name string) bool { return slices.Contains(Agents(), name) }

// StopsTask reports whether a tool stops a background task.
func StopsTask(name string) bool { return slices.Contains(TaskStops(), name) }

// IsNotebook reports whether a tool reads or changes notebooks.
func IsNotebook(name string) bool { return slices.Contains(Notebooks(), name) }
