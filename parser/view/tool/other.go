package tool

import "unspool/parser/view/protocol"

// otherKind has all tools without a kind of their own.
var otherKind = Kind{
	ID:           "other",
	Outcome:      func(c *Call, t *protocol.Tool) { t.Answer = lineOf(&c.Output, 80, "humanSchedule") },
	AllArguments: true,
}
