package tool

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// planKind presents a plan: FORMAT.md, "toolUseResult by tool", ExitPlanMode.
var planKind = Kind{
	ID:      "plan",
	Names:   []string{"EnterPlanMode", "ExitPlanMode", "exit_plan_mode"},
	Subject: planTitle,
	Outcome: planOutcome,
	Input:   markdownInput("plan"),
	Result:  planParts,
	Asks:    true,
}

// planTitle returns the title with which a plan mostly begins.
func planTitle(o *source.Object) string {
	return strings.TrimLeft(source.FirstLine(o.Text(400, "plan")), "# ")
}

func planOutcome(c *Call, t *protocol.Tool) {
	if t.Target == "" {
		t.Target = planTitle(&c.Output)
	}
	if t.Target != "" && t.Status == protocol.CallOK {
		t.Answer = "accepted"
	}
}

// planParts returns a plan as a document. The plan is recorded in the input, or in the
// result since plans are files.
func planParts(c *Call) []protocol.Part {
	raw := c.Args.Raw("plan")
	if raw == nil {
		raw = c.Output.Raw("plan")
	}
	if source.IsEmpty(raw) || raw[0] != '"' {
		return nil
	}
	p := content.Text(protocol.PartMarkdown, protocol.RolePlan, raw)
	p.Name = c.Output.Text(1000, "filePath")
	return content.WithOthers([]protocol.Part{p}, protocol.RoleStructured, &c.Output, "plan filePath message")
}
