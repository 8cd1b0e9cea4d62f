package document

import (
	"fmt"
	"math"
	"path"
	"strings"
	"time"

	"unspool/parser/view/protocol"
)

// flavors are the labels of prompts that were not simply typed.
var flavors = map[protocol.PromptFlavor]string{
	protocol.FlavorCommand: "Slash command", protocol.FlavorShell: "Shell command", protocol.FlavorNotification: "Notification",
	protocol.FlavorPeer: "Message from another agent", protocol.FlavorAuto: "Automatic", protocol.FlavorFeedback: "Feedback",
	protocol.FlavorPlan: "Plan accepted", protocol.FlavorAgent: "Task",
}

// events are the labels of events that begin a turn.
var events = map[string]string{
	"task": "Task notification", "monitor": "Monitor event", "teammate": "Teammate message", "session": "Message from another session",
	"coordinator": "Message from the main agent", "channel": "Channel message", "observer": "Observer message",
	"schedule": "Scheduled task", "continuation": "Automatic continuation", "system": "Automatic prompt",
}

// outcomes are the words for the outcomes of calls; a success has none.
var outcomes = map[protocol.CallStatus]string{
	protocol.CallError: "failed", protocol.CallRejected: "declined", protocol.CallInterrupted: "interrupted",
	protocol.CallDenied: "not permitted", protocol.CallBackground: "in the background", protocol.CallRunning: "running",
	protocol.CallNone: "no result recorded",
}

// roles are the labels of the parts of a body.
var roles = map[protocol.PartRole]string{
	protocol.RoleInput: "Input", protocol.RoleOutput: "Result", protocol.RoleError: "Error", protocol.RolePrompt: "Prompt",
	protocol.RoleStructured: "Details", protocol.RoleInstructions: "Instructions", protocol.RoleWire: "Input as sent",
	protocol.RoleReminder: "Reminder for Claude", protocol.RoleScript: "Script", protocol.RoleFeedback: "You said",
	protocol.RolePlan: "Plan",
}

// chips are the labels of attachments.
var chips = map[protocol.ChipKind]string{
	protocol.ChipSelection: "Selection", protocol.ChipFile: "File", protocol.ChipMemory: "Memory", protocol.ChipDiagnostics: "Diagnostics",
	protocol.ChipCommand: "Command", protocol.ChipImage: "Image", protocol.ChipDocument: "Document", protocol.ChipPasted: "Pasted text",
	protocol.ChipUnknown: "Attachment", protocol.ChipMore: "More",
}

// workStates are the words for the end of an agent that worked in the background.
var workStates = map[string]string{
	"running": "running", "open": "end not recorded", "completed": "completed", "failed": "failed", "stopped": "stopped",
	"cut": "cut short",
}

// duration formats milliseconds; it returns "" for unknown ones.
func duration(ms *float64) string {
	switch {
	case ms == nil || *ms < 0:
		return ""
	case *ms < 1000:
		return fmt.Sprintf("%.0f ms", *ms)
	case *ms < 9950:
		return fmt.Sprintf("%.1f s", *ms/1000)
	}
	s := int64(min(math.Round(*ms/1000), 1e12))
	switch m := s / 60; {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case m < 60:
		return fmt.Sprintf("%d m %d s", m, s%60)
	case m < 48*60:
		return fmt.Sprintf("%d h %d m", m/60, m%60)
	default:
		return fmt.Sprintf("%d d %d h", m/(24*60), m/60%24)
	}
}

// bytesText formats a number of bytes.
func bytesText(n int) string {
	value, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB"} {
		if value < 1000 {
			break
		}
		value, unit = value/1000, next
	}
	if unit == "B" || value >= 100 {
		return fmt.Sprintf("%.0f %s", value, unit)
	}
	return fmt.Sprintf("%.1f %s", value, unit)
}

// tokens formats a number of tokens.
func tokens(n float64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%.0f", n)
	case n < 9950:
		return fmt.Sprintf("%.1fk", n/1000)
	case n < 999_500:
		return fmt.Sprintf("%.0fk", n/1000)
	case n < 9_950_000:
		return fmt.Sprintf("%.1fM", n/1e6)
	}
	return fmt.Sprintf("%.0fM", n/1e6)
}

// dollars formats a cost; "≥" comes before one that lacks models without a price.
func dollars(c protocol.Cost) string {
	text := fmt.Sprintf("$%.2f", c.USD)
	switch {
	case c.USD < 0.005 && c.Incomplete:
		return "not priced"
	case c.USD == 0:
		return ""
	case c.USD < 0.005:
		return "< $0.01"
	case c.Incomplete:
		return "≥ " + text
	}
	return text
}

// moment formats a time in ms since 1970; it returns "" for an unknown one, or one beyond the year
// 9999.
func moment(ms float64) string {
	if ms <= 0 || ms > 253_402_300_799_000 {
		return ""
	}
	return time.UnixMilli(int64(ms)).UTC().Format("2006-01-02 15:04 UTC")
}

// counted returns a number with a noun: "1 image", "3 images".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// languageOf returns the language of a file for a fence: the end of its name.
func languageOf(name string) string {
	language := strings.TrimPrefix(path.Ext(name), ".")
	isOther := func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }
	if len(language) > 12 || strings.ContainsFunc(language, isOther) {
		return ""
	}
	return language
}
