package view

import (
	"bytes"
	"strings"

	"unspool/parser/record"
)

// status says how a call ended, and the first words of a failure: FORMAT.md,
// "Errors". What Claude Code says by a field goes before what its texts say.
func (c *call) status() (status, failure string) {
	if c.Result < 0 {
		if c.file.Closed {
			return "none", ""
		}
		return "running", ""
	}
	text, _ := c.words(2000)
	switch kind := c.denial(); kind {
	case "":
	case "user-rejected":
		return "rejected", oneLine(c.feedback(text), 300)
	case "interrupted":
		return "interrupted", ""
	case "cancelled", "canceled", "aborted":
		return "interrupted", firstLine(text)
	default:
		return "denied", firstLine(text)
	}
	switch {
	case strings.HasPrefix(text, "[Request interrupted by user"), c.Flags&record.Interrupted != 0:
		return "interrupted", ""
	case startsWithAny(text, rejections):
		return "rejected", oneLine(c.feedback(text), 300)
	case c.failure() != "":
		return "error", c.failure()
	case c.reply.integer(0, "return_code") > 0:
		return "error", ""
	case !c.failed():
		if c.started() {
			return "background", ""
		}
		return "ok", ""
	}
	if _, ran := exitCode(text); !ran && isDenial(text) {
		return "denied", firstLine(text)
	}
	// MCP tools write it below a heading of its own: "### Error".
	text = strings.TrimPrefix(strings.TrimLeft(text, "# "), "Error\n")
	text = strings.TrimPrefix(text, "Error: ")
	if c.toolKind == "bash" {
		return "error", reason(text)
	}
	return "error", firstLine(text)
}

// words gives the head of what came back, without the tags around an error.
func (c *call) words(limit int) (string, bool) {
	text, more := words(c.text, limit)
	if text == "" {
		text = c.said[:min(limit, len(c.said))]
	}
	return untag(text), more
}

// untag takes off the tags around the words of an error.
func untag(text string) string {
	remainder, tagged := strings.CutPrefix(strings.TrimSpace(text), "<tool_use_error>")
	if !tagged {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(remainder, "</tool_use_error>"))
}

// denial is the kind of a refusal as Claude Code names it since 2.1.204, "" for
// none. Only records that have one are read for it.
func (c *call) denial() string {
	if c.Flags&record.Denied == 0 {
		return ""
	}
	return c.envelope.str(40, "toolDenialKind")
}

var rejections = []string{
	"The user doesn't want to proceed",
	"The user doesn't want to take this action",
	"User rejected",
	"User declined",
	"The agent proposed a plan that was rejected by the user",
}

// isDenial tells the texts of permissions, hooks and the automatic mode from
// those of a tool that failed. Only the head counts: results quote anything.
func isDenial(text string) bool {
	head := text[:min(len(text), 300)]
	if startsWithAny(head, []string{"Permission to ", "Permission for this ", "Permission denied by", "Blocked by hook",
		"The auto mode", "This command requires approval"}) {
		return true
	}
	for _, message := range []string{"requested permissions to", "denied by your permission settings", "denied by the Claude Code auto mode",
		"auto mode classifier", "hook blocked", "blocked by hook", "denied this tool", "Hook PreToolUse", "PreToolUse:",
		"requires approval"} {
		if strings.Contains(head, message) {
			return true
		}
	}
	return false
}

func startsWithAny(text string, heads []string) bool {
	for _, head := range heads {
		if strings.HasPrefix(text, head) {
			return true
		}
	}
	return false
}

// feedback gives what the person said when they refused a call.
func (c *call) feedback(text string) string {
	if message := c.envelope.str(bodyLimit, "userFeedback"); message != "" {
		return message
	}
	_, message, found := strings.Cut(text, "the user said:")
	if !found {
		_, message, _ = strings.Cut(text, "provided the following reason for the rejection:")
	}
	message, _, _ = strings.Cut(message, "\n\nNote: The user's next message")
	return strings.TrimSpace(message)
}

// failure is what a result that is no error by its flag says went wrong: tools
// of the API answer with an error code, others with an error beside success.
func (c *call) failure() string {
	if code := c.reply.str(200, "error_code"); code != "" {
		return code
	}
	switch c.toolKind {
	case "notebook", "task":
		return oneLine(c.result.str(800, "error"), 200)
	}
	return ""
}

// failed says that a result is an error, by its flag or by what stands in it.
func (c *call) failed() bool {
	return c.file.Blocks.At(c.ResultBlk).Error || strings.HasPrefix(c.said, "Error: ") || c.failure() != ""
}

// started says that the result only tells that the work began; its end comes as
// a notification: FORMAT.md, "task-notification".
func (c *call) started() bool {
	return c.result.str(20, "status") == "async_launched" || c.result.str(20, "backgroundTaskId") != "" ||
		string(c.result.raw("isAsync")) == "true"
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return oneLine(line, 200)
}

// reason gives the line of what a command printed that says best why it failed:
// the first one that speaks of an error, else the last.
func reason(text string) string {
	best := ""
	if _, ran := exitCode(text); ran {
		return firstLine(text) // the number tells it
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if strings.Contains(strings.ToLower(line), "error") {
			return oneLine(line, 200)
		}
		if strings.TrimSpace(line) != "" {
			best = line
		}
	}
	return oneLine(best, 200)
}

// exitCode reads the head line of a failed command: "Exit code 127".
func exitCode(text string) (int, bool) {
	remainder, found := strings.CutPrefix(text, "Exit code ")
	if !found {
		return 0, false
	}
	n, digits := 0, 0
	for ; digits < len(remainder) && digits < 6 && remainder[digits] >= '0' && remainder[digits] <= '9'; digits++ {
		n = n*10 + int(remainder[digits]-'0')
	}
	return n, digits > 0
}

// empty says that a value tells nothing: null, false, "" and the like.
func empty(raw []byte) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", "false", `""`, "[]", "{}":
		return true
	}
	return false
}
