package view

import (
	"strings"

	"unspool/parser/record"
	"unspool/parser/view/content"
	"unspool/parser/view/source"
)

// status returns how a call ended, and the first words of a failure: FORMAT.md, "Errors".
// Fields that Claude Code sets take precedence over the text.
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
		return "rejected", source.OneLine(c.feedback(text), 300)
	case "interrupted":
		return "interrupted", ""
	case "cancelled", "canceled", "aborted":
		return "interrupted", source.FirstLine(text)
	default:
		return "denied", source.FirstLine(text)
	}
	switch {
	case strings.HasPrefix(text, "[Request interrupted by user"), c.Flags&record.Interrupted != 0:
		return "interrupted", ""
	case source.HasAnyPrefix(text, rejections):
		return "rejected", source.OneLine(c.feedback(text), 300)
	case c.failure() != "":
		return "error", c.failure()
	case c.reply.Int(0, "return_code") > 0:
		return "error", ""
	case !c.failed():
		if c.started() {
			return "background", ""
		}
		return "ok", ""
	}
	if _, ran := exitCode(text); !ran && isDenial(text) {
		return "denied", source.FirstLine(text)
	}
	// MCP tools put the error below a heading of their own: "### Error".
	text = strings.TrimPrefix(strings.TrimLeft(text, "# "), "Error\n")
	text = strings.TrimPrefix(text, "Error: ")
	if c.toolKind == "bash" {
		return "error", reason(text)
	}
	return "error", source.FirstLine(text)
}

// words returns the beginning of the result, without the tags around an error.
func (c *call) words(limit int) (string, bool) {
	text, more := source.Words(c.text, limit)
	if text == "" {
		text = c.resultText[:min(limit, len(c.resultText))]
	}
	return content.Untag(text), more
}

// denial returns the kind of a denial as Claude Code names it since 2.1.204, or "" for none.
// It reads only records that have one.
func (c *call) denial() string {
	if c.Flags&record.Denied == 0 {
		return ""
	}
	return c.envelope.Text(40, "toolDenialKind")
}

var rejections = []string{
	"The user doesn't want to proceed",
	"The user doesn't want to take this action",
	"User rejected",
	"User declined",
	"The agent proposed a plan that was rejected by the user",
}

// isDenial reports whether a text comes from permissions, hooks or the automatic mode, and
// not from a tool that failed. It uses only the beginning: results can quote anything.
func isDenial(text string) bool {
	head := text[:min(len(text), 300)]
	if source.HasAnyPrefix(head, []string{"Permission to ", "Permission for this ", "Permission denied by", "Blocked by hook",
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

// feedback returns what the user wrote when rejecting a call.
func (c *call) feedback(text string) string {
	if message := c.envelope.Text(source.MaxText, "userFeedback"); message != "" {
		return message
	}
	_, message, found := strings.Cut(text, "the user said:")
	if !found {
		_, message, _ = strings.Cut(text, "provided the following reason for the rejection:")
	}
	message, _, _ = strings.Cut(message, "\n\nNote: The user's next message")
	return strings.TrimSpace(message)
}

// failure returns the error in a result that is not flagged as an error: tools of the API
// answer with an error code, others with an error beside success.
func (c *call) failure() string {
	if code := c.reply.Text(200, "error_code"); code != "" {
		return code
	}
	switch c.toolKind {
	case "notebook", "task":
		return source.OneLine(c.result.Text(800, "error"), 200)
	}
	return ""
}

// failed reports whether a result is an error, by its flag or by its content.
func (c *call) failed() bool {
	return c.file.Blocks.At(c.ResultBlk).Error || strings.HasPrefix(c.resultText, "Error: ") || c.failure() != ""
}

// started reports whether the result only says that the work began; its end is reported by a
// notification: FORMAT.md, "task-notification".
func (c *call) started() bool {
	return c.result.Text(20, "status") == "async_launched" || c.result.Text(20, "backgroundTaskId") != "" ||
		string(c.result.Raw("isAsync")) == "true"
}

// reason returns the line of a command's output that best explains why it failed: the first
// one that mentions an error, or else the last one.
func reason(text string) string {
	best := ""
	if _, ran := exitCode(text); ran {
		return source.FirstLine(text) // the exit code says it
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if strings.Contains(strings.ToLower(line), "error") {
			return source.OneLine(line, 200)
		}
		if strings.TrimSpace(line) != "" {
			best = line
		}
	}
	return source.OneLine(best, 200)
}

// exitCode parses the first line of a failed command: "Exit code 127".
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
