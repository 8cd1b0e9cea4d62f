package tool

import (
	"slices"
	"strings"

	"unspool/parser/internal/tags"
	"unspool/parser/internal/toolname"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// Status returns the outcome of a call, and the first words of a failure: FORMAT.md, "Errors".
// Whether the call failed or was declined follows from the index of the file. Fields that Claude
// Code sets take precedence over the text.
func (c *Call) Status() (status, failure string) {
	if c.Result < 0 {
		if c.File.Closed {
			return protocol.CallNone, ""
		}
		return protocol.CallRunning, ""
	}
	text, _ := c.words(2000)
	switch kind := c.denial(); kind {
	case "":
	case "user-rejected":
		return protocol.CallRejected, source.OneLine(c.feedback(text), 300)
	case "interrupted":
		return protocol.CallInterrupted, ""
	case "cancelled", "canceled", "aborted":
		return protocol.CallInterrupted, source.FirstLine(text)
	default:
		return protocol.CallDenied, source.FirstLine(text)
	}
	switch {
	case c.Declined:
		return protocol.CallRejected, source.OneLine(c.feedback(text), 300)
	case tags.IsInterruptedCall(text), c.Flags&record.Interrupted != 0:
		return protocol.CallInterrupted, ""
	case !c.Failed, c.Negative:
		if c.started() {
			return protocol.CallBackground, ""
		}
		return protocol.CallOK, ""
	case c.failure() != "":
		return protocol.CallError, c.failure()
	case c.reply.Int(0, "return_code") > 0:
		return protocol.CallError, ""
	}
	if _, ran := exitCode(text); !ran && isDenial(text) {
		return protocol.CallDenied, source.FirstLine(text)
	}
	// MCP tools put the error below a heading of their own: "### Error".
	text = strings.TrimPrefix(strings.TrimLeft(text, "# "), "Error\n")
	text = strings.TrimPrefix(text, "Error: ")
	if c.Kind.Reason != nil {
		return protocol.CallError, c.Kind.Reason(text)
	}
	return protocol.CallError, source.FirstLine(text)
}

// denial returns the kind of a denial as Claude Code names it since 2.1.204, or "" for none.
// It reads only records that have one.
func (c *Call) denial() string {
	if c.Flags&record.Denied == 0 {
		return ""
	}
	return c.envelope.Text(40, "toolDenialKind")
}

// denials are the texts of permissions, hooks and the automatic mode: some begin a result, and
// some are in its first words.
var (
	denialPrefixes = []string{"Permission to ", "Permission for this ", "Permission denied by", "Blocked by hook",
		"The auto mode", "This command requires approval"}
	denialWords = []string{"requested permissions to", "denied by your permission settings", "denied by the Claude Code auto mode",
		"auto mode classifier", "hook blocked", "blocked by hook", "denied this tool", "Hook PreToolUse", "PreToolUse:",
		"requires approval"}
)

// isDenial reports whether a text comes from permissions, hooks or the automatic mode, and
// not from a tool that failed. It uses only the beginning: results can quote anything.
func isDenial(text string) bool {
	head := text[:min(len(text), 300)]
	return source.HasAnyPrefix(head, denialPrefixes) ||
		slices.ContainsFunc(denialWords, func(words string) bool { return strings.Contains(head, words) })
}

// feedback returns what the user wrote when rejecting a call.
func (c *Call) feedback(text string) string {
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
func (c *Call) failure() string {
	if code := c.reply.Text(200, "error_code"); code != "" {
		return code
	}
	if member := toolname.ErrorMember(c.name); member != "" {
		return lineOf(&c.Output, 200, member)
	}
	return ""
}

// hasOnlyError reports whether the result of a call that failed consists of an error. The result of
// another one, such as that of an interrupted command, has the usual form.
func (c *Call) hasOnlyError() bool {
	return c.Declined || c.File.Blocks.At(c.ResultBlk).Error || strings.HasPrefix(c.outputText, "Error: ") || c.failure() != ""
}

// started reports whether the result only says that the work began; its end is reported by a
// notification: FORMAT.md, "task-notification".
func (c *Call) started() bool {
	return c.Output.Text(20, "status") == "async_launched" || c.Output.Text(20, "backgroundTaskId") != "" ||
		isTrue(&c.Output, "isAsync")
}
