package tool

import "unspool/parser/view/protocol"

// scheduleKind lets work start later, once or repeatedly: FORMAT.md, "toolUseResult by tool",
// CronCreate.
var scheduleKind = Kind{
	ID:           "schedule",
	Names:        []string{"CronCreate", "CronDelete", "CronList", "ScheduleWakeup"},
	Target:       []string{"reason", "prompt", "id"},
	Outcome:      func(c *Call, t *protocol.Tool) { t.Answer = lineOf(&c.Output, 80, "humanSchedule") },
	AllArguments: true,
}
