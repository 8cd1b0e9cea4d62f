package tool

import (
	"strings"

	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
)

// agentKind starts an agent: FORMAT.md, "toolUseResult by tool", Task and Agent.
var agentKind = Kind{
	ID:     "agent",
	Names:  toolname.Agents(),
	Target: []string{"description"},
	Note:   noteIn("subagent_type"),
	Input:  markdownInput("prompt"),
	Result: agentParts,
	Starts: true, DescribesAgent: true,
}

// workflowKind starts the agents of a workflow: FORMAT.md, "Workflows".
var workflowKind = Kind{
	ID:     "workflow",
	Names:  []string{"Workflow"},
	Target: []string{"name", "workflowName", "script"},
	Input:  workflowInput,
	Starts: true,
}

// agentParts returns the prompt of an agent and its answer.
func agentParts(c *Call) []protocol.Part {
	parts := c.inputParts()
	answer := content.Text(protocol.PartMarkdown, protocol.RoleOutput, c.text)
	if c.Output.Has("content") {
		answer = content.Text(protocol.PartMarkdown, protocol.RoleOutput, c.Output.Raw("content"))
	}
	if strings.TrimSpace(answer.Text) != "" {
		parts = append(parts, answer)
	}
	return parts
}

func workflowInput(c *Call) []protocol.Part {
	if !c.Args.IsString("script") {
		return nil
	}
	script := content.Code(protocol.RoleScript, "workflow.js", c.Args.Raw("script"))
	return append(content.WithOthers(nil, protocol.RoleInput, &c.Args, "script"), script)
}
