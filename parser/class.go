package parser

import (
	"bytes"

	"unspool/parser/record"
)

// A Class says what a record of a conversation is: FORMAT.md, "Classification
// of a main-file record".
type Class uint8

// The classes.
const (
	ClassOther        Class = iota // machinery: attachments, hooks, metadata
	ClassPrompt                    // the person's words that begin a turn
	ClassScheduled                 // a prompt that a schedule or an agent gave
	ClassCommand                   // a slash command
	ClassShell                     // a "!" command
	ClassNotification              // background work ended
	ClassPeer                      // words of another agent or session
	ClassQueuedPrompt              // words typed while Claude worked
	ClassOutput                    // what a command printed
	ClassInterrupt                 // the marker of an interruption
	ClassSummary                   // what a compaction left
	ClassInjected                  // text that Claude Code made
	ClassContext                   // reminders and editor state alone
	ClassMemory                    // a "#" entry
	ClassNote                      // shown only in the transcript
	ClassToolResult
	ClassAssistant
	ClassFiller  // an assistant record that says nothing
	ClassFailure // an API error shown as an assistant record
	ClassBoundary
	ClassDuplicate // came again later: those bytes are shown
	ClassRetracted // replaced by a retry, or taken back
	ClassDamaged   // bytes that are no record
	ClassGap       // stands for records that are not indexed: see Gap
)

func (c Class) String() string {
	return [...]string{"other", "prompt", "auto", "command", "shell", "notification", "peer", "steer", "output", "interrupt",
		"summary", "meta", "context", "memory", "note", "tool-result", "assistant", "filler", "failure", "boundary",
		"duplicate", "retracted", "damaged", "gap"}[c]
}

// classifyUser follows the ladder for a user record without tool results.
// text is its words; scheduled says that a scheduled task fired since the last
// driver.
func classifyUser(r *record.Record, text []byte, media, scheduled bool) Class {
	t := trimText(text)
	switch {
	case r.Has(record.CompactSummary), bytes.HasPrefix(t, []byte("This session is being continued from a previous conversation")):
		return ClassSummary
	case isInterrupt(t):
		return ClassInterrupt
	}
	if c := classifyTags(t); c != ClassOther {
		return c
	}
	// Since 2.1.234 notifications come wrapped in a reminder.
	if _, name, content, ok := CutTag(t); ok && name == "system-reminder" && classifyTags(trimText(content)) == ClassNotification {
		return ClassNotification
	}
	if c := classifyOrigin(r); c != ClassOther {
		return c
	}
	if r.Has(record.Meta) || r.Has(record.Synthetic) {
		return ClassInjected
	}
	if bytes.HasPrefix(t, []byte("<")) {
		t = trimText(stripContext(t))
		if len(t) == 0 && !media {
			return ClassContext
		}
		if c := classifyTags(t); c != ClassOther {
			return c
		}
	}
	switch {
	case scheduled, string(r.OriginSub) == "scheduled-trigger", string(r.Origin) == "auto-continuation":
		return ClassScheduled
	case r.Has(record.TranscriptOnly):
		return ClassNote
	case len(t) > 0 || media:
		return ClassPrompt
	}
	return ClassContext
}

// classifyOrigin tells the records that speak for somebody else.
func classifyOrigin(r *record.Record) Class {
	switch string(r.Origin) {
	case "task-notification":
		if string(r.OriginSub) != "scheduled-trigger" {
			return ClassNotification
		}
	case "peer", "coordinator", "channel":
		return ClassPeer
	}
	if bytes.HasPrefix(r.Origin, []byte("observer")) {
		return ClassPeer
	}
	return ClassOther
}

// classifyQueued tells what was typed, or arrived, while Claude worked: t is the
// words of a queued command.
func classifyQueued(r *record.Record, t []byte) Class {
	switch string(r.Mode) {
	case "task-notification":
		return ClassNotification
	case "bash":
		return ClassShell
	}
	switch c := classifyTags(t); c {
	case ClassNotification, ClassPeer, ClassCommand, ClassShell:
		return c
	}
	if c := classifyOrigin(r); c != ClassOther {
		return c
	}
	return ClassQueuedPrompt
}

// classifyLocal tells what a system/local_command record is: t is its words.
func classifyLocal(r *record.Record, t []byte) Class {
	switch c := classifyTags(t); {
	case c == ClassCommand, c == ClassShell:
		return c
	case len(t) == 0 && len(r.Command) > 0:
		return ClassCommand
	}
	return ClassOutput
}

// classifyTags tells injected texts by the tag they begin with.
func classifyTags(t []byte) Class {
	if len(t) == 0 || t[0] != '<' {
		if bytes.HasPrefix(t, []byte("Caveat: The messages below")) {
			return ClassInjected
		}
		if isOutcome(t) {
			return ClassOutput
		}
		return ClassOther
	}
	for _, x := range leadingTags {
		if bytes.HasPrefix(t, []byte(x.tag)) {
			return x.class
		}
	}
	return ClassOther
}

// leadingTags are the tags of FORMAT.md, "Injected texts inside user content",
// that decide a record's class. They count only at the start of a text: tool
// output may quote any of them.
var leadingTags = []struct {
	tag   string
	class Class
}{
	{"<command-name>", ClassCommand},
	{"<command-message>", ClassCommand},
	{"<command-args>", ClassCommand},
	{"<command-contents>", ClassCommand},
	{"<local-command-stdout>", ClassOutput},
	{"<local-command-stderr>", ClassOutput},
	{"<bash-stdout>", ClassOutput},
	{"<bash-stderr>", ClassOutput},
	{"<bash-input>", ClassShell},
	{"<task-notification>", ClassNotification},
	{"<teammate-message", ClassPeer},
	{"<cross-session-message", ClassPeer},
	{"<local-command-caveat>", ClassInjected},
	{"<user-memory-input>", ClassMemory},
	{"<user-prompt-submit-hook>", ClassInjected},
	{"<session-start-hook>", ClassInjected},
	{"<tick>", ClassInjected},
	{"<goal>", ClassInjected},
}

// contextTags stand in front of a prompt and are not part of it.
var contextTags = []string{"system-reminder", "ide_selection", "ide_opened_file", "ide_diagnostics", "fork-boilerplate"}

// stripContext removes reminders at both ends of a text, and editor tags at its
// front.
func stripContext(t []byte) []byte {
	for {
		t = trimText(t)
		remainder, _, _, ok := CutTag(t)
		if !ok {
			break
		}
		t = remainder
	}
	for {
		remainder, _, ok := CutReminder(t)
		if !ok {
			return t
		}
		t = trimText(remainder)
	}
}

// CutReminder cuts a reminder off the end of a text: it gives what stands before
// it and its content.
func CutReminder(t []byte) (remainder, content []byte, ok bool) {
	const opening, closing = "<system-reminder>", "</system-reminder>"
	inside, found := bytes.CutSuffix(t, []byte(closing))
	at := bytes.LastIndex(inside, []byte(opening))
	if !found || at < 0 {
		return t, nil, false
	}
	return inside[:at], inside[at+len(opening):], true
}

// CutTag cuts one of the context tags (system-reminder, ide_…) off the front
// of a text: it gives what follows, the tag's name and its content.
func CutTag(t []byte) (remainder []byte, name string, content []byte, ok bool) {
	if len(t) == 0 || t[0] != '<' {
		return t, "", nil, false
	}
	for _, name := range contextTags {
		after, found := bytes.CutPrefix(t[1:], []byte(name))
		if !found || len(after) == 0 || after[0] != '>' {
			continue
		}
		closing := []byte("</" + name + ">")
		end := bytes.Index(after, closing)
		if end < 0 {
			return t, "", nil, false
		}
		return after[end+len(closing):], name, after[1:end], true
	}
	return t, "", nil, false
}

// isInterrupt tells a text that is nothing but the marker of an interruption; a
// text may be two of them.
func isInterrupt(t []byte) bool {
	for {
		remainder, found := bytes.CutPrefix(t, []byte("[Request interrupted by user"))
		end := bytes.IndexByte(remainder, ']')
		if !found || end < 0 {
			return false
		}
		if t = trimText(remainder[end+1:]); len(t) == 0 {
			return true
		}
	}
}

// isOutcome tells the one line that a command left instead of output in tags.
func isOutcome(t []byte) bool {
	if len(t) > 300 || bytes.IndexByte(t, '\n') >= 0 {
		return false
	}
	for _, start := range []string{"Unknown skill:", "Unknown slash command:", "Session renamed to:"} {
		if bytes.HasPrefix(t, []byte(start)) {
			return true
		}
	}
	return false
}

// isSilent says that the tags of an output hold nothing.
func isSilent(t []byte) bool {
	for t = trimText(t); len(t) > 0; t = trimText(t) {
		if remainder, found := bytes.CutPrefix(t, []byte("(no content)")); found {
			t = remainder
			continue
		}
		end := bytes.IndexByte(t, '>')
		if t[0] != '<' || end < 0 || classifyTags(t) != ClassOutput && t[1] != '/' {
			return false
		}
		t = t[end+1:]
	}
	return true
}

// isPicturePath tells the lines that say where the pictures of a prompt are kept.
func isPicturePath(t []byte) bool { return bytes.HasPrefix(t, []byte("[Image")) }

// trimText cuts white space and a byte order mark: both stand before tags.
func trimText(t []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(t), []byte("\xef\xbb\xbf")))
}
