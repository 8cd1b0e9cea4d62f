package tool

import (
	"strings"

	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// shellKind waits for background work, reads its output or stops it: FORMAT.md,
// "toolUseResult by tool", BashOutput, TaskOutput and KillShell.
var shellKind = Kind{
	ID:      "shell",
	Names:   append(toolname.TaskStops(), "BashOutput", "TaskOutput", "AgentOutputTool", "Monitor"),
	Target:  []string{"bash_id", "shell_id", "task_id", "taskId", "agentId", "command", "description"},
	Note:    shellNote,
	Outcome: shellOutcome,
	Result:  shellParts,
}

func shellNote(input *source.Object) string {
	if !input.Has("command") {
		return ""
	}
	return lineOf(input, noteLimit, "description")
}

func shellOutcome(c *Call, t *protocol.Tool) {
	task := c.Output.Object("task")
	from := &c.Output
	if len(task.Keys) > 0 {
		from = &task
	}
	if t.Answer = from.Text(40, "status"); t.Status == protocol.CallOK && toolname.StopsTask(c.name) {
		t.Answer = "stopped"
	}
	if waited := c.Output.Text(40, "retrieval_status"); waited != "" && waited != "success" {
		t.Answer = waited
	}
	if text := lineOf(from, targetLimit, "command", "description"); text != "" {
		t.Target = text
	}
	t.Exit = known(from.Int(-1, "exitCode"))
	if from.Has("stdout") {
		t.Lines = new(from.LineCount("stdout") + from.LineCount("stderr"))
	} else if from.Has("output") {
		t.Lines = new(from.LineCount("output"))
	}
}

// shellParts shows the latest output of a background command, or the results of agents or of
// another task. It returns nil for calls that only stop one.
func shellParts(c *Call) []protocol.Part {
	r := &c.Output
	if agents := r.Object("agents"); len(agents.Keys) > 0 {
		return agentResultParts(&agents)
	}
	if task := r.Object("task"); len(task.Keys) > 0 {
		return taskOutputParts(&task)
	}
	if text := r.Text(2000, "message"); text != "" && !r.Has("stdout") {
		return append(c.argumentParts(), content.Words(protocol.RoleOutput, text, false, len(text)))
	}
	if !r.Has("stdout") {
		return nil
	}
	p := protocol.Part{Kind: protocol.PartTerminal, Command: r.Text(source.MaxText, "command"), Note: r.Text(40, "status"),
		Exit: protocol.OrNull(r.Natural("exitCode"))}
	p.Text, p.Cut = r.FullText("stdout")
	p.Size = r.Size("stdout")
	p.Stderr = r.Text(source.MaxText, "stderr")
	return content.WithOthers([]protocol.Part{p}, protocol.RoleStructured, r,
		"command stdout stderr stdoutLines stderrLines exitCode status timestamp shellId")
}

// agentResultParts shows the results of several agents, by their ids.
func agentResultParts(agents *source.Object) []protocol.Part {
	var parts []protocol.Part
	for i, id := range agents.Keys[:min(len(agents.Keys), source.MaxShown/2)] {
		agent := source.Parse(agents.RawAt(i))
		if len(agent.Keys) == 0 {
			continue
		}
		parts = content.WithOthers(parts, protocol.RoleOutput, &agent, "result output prompt")
		answer := content.Text(protocol.PartMarkdown, protocol.RoleOutput, agent.Raw("result", "output"))
		answer.Name = id
		parts = append(parts, answer)
	}
	return parts
}

// taskOutputParts shows the output of a command or an agent that ran in the background.
func taskOutputParts(task *source.Object) []protocol.Part {
	p := content.Text(protocol.PartMarkdown, protocol.RoleOutput, task.Raw("output", "result"))
	if task.Text(40, "task_type") == "local_bash" {
		return []protocol.Part{{
			Kind: protocol.PartTerminal, Command: task.Text(source.MaxText, "command"), Text: p.Text, Cut: p.Cut, Size: p.Size,
			Note: task.Text(40, "status"), Exit: protocol.OrNull(task.Natural("exitCode")),
		}}
	}
	var parts []protocol.Part
	if strings.TrimSpace(p.Text) != "" {
		parts = []protocol.Part{p}
	}
	return content.WithOthers(parts, protocol.RoleStructured, task, "output result exitCode prompt")
}
