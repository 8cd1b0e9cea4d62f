package tool

import (
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// skillKind runs a skill or a command: FORMAT.md, "toolUseResult by tool", Skill.
var skillKind = Kind{
	ID:     "skill",
	Names:  []string{"Skill", "SlashCommand"},
	Target: []string{"skill", "command"},
	Note:   noteIn("args"),
	Result: skillParts,
}

// skillParts returns the arguments of a skill or a command, without its name. The
// instructions for Claude follow in a record of their own, and the result only reports
// the start of the skill. It returns nil if the result contains more than that.
func skillParts(c *Call) []protocol.Part {
	text, _ := c.words(200)
	if !source.HasAnyPrefix(text, []string{"Launching skill", "<command-message>"}) {
		return nil
	}
	shown := "skill command"
	if c.Args.Size("args") <= shortArgument {
		shown += " args"
	}
	return content.WithOthers([]protocol.Part{}, protocol.RoleInput, &c.Args, shown)
}
