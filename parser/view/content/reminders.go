package content

import (
	"slices"
	"strings"

	"unspool/parser/view/protocol"
)

// CutReminders removes what Claude Code appends to results for Claude only.
func CutReminders(text string) (remainder, reminders string) {
	const begin, end = "<system-reminder>", "</system-reminder>"
	var list []string
	for remainder = text; ; {
		trimmed, ends := strings.CutSuffix(strings.TrimSpace(remainder), end)
		at := strings.LastIndex(trimmed, begin)
		if !ends || at < 0 {
			slices.Reverse(list)
			return remainder, strings.TrimSpace(strings.Join(list, "\n\n"))
		}
		remainder, list = trimmed[:at], append(list, strings.TrimSpace(trimmed[at+len(begin):]))
	}
}

// AppendReminders appends a part for reminders, if there are any.
func AppendReminders(parts []protocol.Part, reminders string) []protocol.Part {
	if reminders == "" {
		return parts
	}
	return append(parts, Markdown(protocol.RoleReminder, reminders, false))
}
