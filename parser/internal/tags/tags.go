// Package tags reads the texts that Claude Code puts into user messages beside the words of the
// person: reminders, commands, notifications, the state of the editor. They look like XML but are
// not: FORMAT.md, "Injected texts inside user content".
//
// In: the decoded text of a user record. Out: the text without tags, or the content of a tag.
// Invariants: contents are returned as they are, since nothing in them is escaped; a byte slice that
// is returned is a part of the given text, not a copy; a context tag that is not closed remains text.
package tags

import (
	"bytes"

	"unspool/parser/record"
)

// contextTags are tags that precede a prompt and are not part of it.
var contextTags = []string{"system-reminder", "ide_selection", "ide_opened_file", "ide_diagnostics", "fork-boilerplate"}

// StripContext removes reminders at both ends of a text, and editor tags at its start.
func StripContext(t []byte) []byte {
	for {
		t = Trim(t)
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
		t = Trim(remainder)
	}
}

// CutReminder cuts a reminder off the end of a text. It returns the text before the reminder and
// the reminder's content.
func CutReminder(t []byte) (remainder, content []byte, ok bool) {
	const opening, closing = "<system-reminder>", "</system-reminder>"
	inside, found := bytes.CutSuffix(t, []byte(closing))
	at := bytes.LastIndex(inside, []byte(opening))
	if !found || at < 0 {
		return t, nil, false
	}
	return inside[:at], inside[at+len(opening):], true
}

// CutTag cuts one of the context tags (system-reminder, ide_…) off the start of a text. It returns
// the text after the tag, the tag's name and its content.
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

// interruption begins the texts that mark an interruption by the person.
const interruption = "[Request interrupted by user"

// IsInterrupt reports whether a text consists only of interruption markers. There may be two of
// them.
func IsInterrupt(t []byte) bool {
	for {
		remainder, found := bytes.CutPrefix(t, []byte(interruption))
		end := bytes.IndexByte(remainder, ']')
		if !found || end < 0 {
			return false
		}
		if t = Trim(remainder[end+1:]); len(t) == 0 {
			return true
		}
	}
}

// IsCommandOutcome reports whether a text is one of the single lines that some commands print without
// output tags.
func IsCommandOutcome(t []byte) bool {
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

// IsImagePath reports whether a text is a line with the path of a prompt's picture.
func IsImagePath(t []byte) bool { return bytes.HasPrefix(t, []byte("[Image")) }

// Trim trims white space and a byte order mark: both can precede tags.
func Trim(t []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(t), []byte("\xef\xbb\xbf")))
}

// HashText returns the FNV-1a hash of a text with white space collapsed; it is never 0.
func HashText(text []byte) uint64 {
	const prime = 1099511628211
	h, gap, any := uint64(14695981039346656037), false, false
	for _, b := range text {
		switch b {
		case ' ', '\n', '\r', '\t':
			gap = any
			continue
		}
		if gap {
			h = (h ^ ' ') * prime
		}
		h = (h ^ uint64(b)) * prime
		gap, any = false, true
	}
	return h | 1
}

// Inside returns the text between the first <name> and the next </name>, nil if there is none.
func Inside(text []byte, name string) []byte {
	_, after, found := bytes.Cut(text, []byte("<"+name+">"))
	if !found {
		return nil
	}
	inside, _, found := bytes.Cut(after, []byte("</"+name+">"))
	if !found {
		return nil
	}
	return inside
}

// Tagged is like [Inside] for strings.
func Tagged(text []byte, name string) string { return string(Inside(text, name)) }

// CommandLine returns the command of a record with command tags as it was typed: "/review --fast".
func CommandLine(text []byte) string {
	name, args := Inside(text, "command-name"), Inside(text, "command-args")
	if len(name) == 0 {
		name = Inside(text, "command-message")
	}
	line := string(bytes.TrimSpace(name))
	if line != "" && line[0] != '/' {
		line = "/" + line
	}
	if a := bytes.TrimSpace(args); len(a) > 0 {
		line += " " + string(a)
	}
	return line
}

// CutNotice splits a notification, given without its opening tag, into its result, the text before
// and after the result, and the text that follows the notification. The result may contain any tag,
// even its own closing tag: it ends where a tag of the notification follows.
func CutNotice(text []byte) (head, result, tail, after []byte) {
	const closing, opens, ends = "</task-notification>", "<result>", "</result>"
	end := bytes.Index(text, []byte(closing))
	if end < 0 {
		end = len(text)
	}
	from := bytes.Index(text[:end], []byte(opens))
	if from < 0 {
		return text[:end], nil, nil, text[end:]
	}
	for remainder := text[from:]; ; {
		at := bytes.Index(remainder, []byte(ends))
		if at < 0 {
			return text[:from], text[from+len(opens):], nil, nil
		}
		remainder = remainder[at+len(ends):]
		next := bytes.TrimLeft(remainder, " \r\n\t")
		if len(next) > 0 && !bytes.HasPrefix(next, []byte(closing)) && !bytes.HasPrefix(next, []byte("<usage>")) &&
			!bytes.HasPrefix(next, []byte("<worktree")) {
			continue
		}
		if end = bytes.Index(remainder, []byte(closing)); end < 0 {
			end = len(remainder)
		}
		result = text[from+len(opens) : len(text)-len(remainder)-len(ends)]
		return text[:from], result, remainder[:end], remainder[end:]
	}
}

// Field returns the trimmed text inside a tag, at most 200 bytes of it: an ID or a status.
func Field(text []byte, name string) string {
	const longest = 200
	return string(record.Prefix(bytes.TrimSpace(Inside(text, name)), longest))
}

// AgentPrompt returns the text that an agent was started with, as its call contains it: without
// preceding reminders, the tag of the team lead's message, or the preamble of a forked agent.
func AgentPrompt(text []byte) []byte {
	t := Trim(StripContext(Trim(text)))
	if bytes.HasPrefix(t, []byte("<teammate-message")) {
		if _, body, found := bytes.Cut(t, []byte(">")); found {
			if end := bytes.LastIndex(body, []byte("</teammate-message>")); end >= 0 {
				body = body[:end]
			}
			return body
		}
	}
	return bytes.TrimPrefix(t, []byte("Your directive:"))
}
