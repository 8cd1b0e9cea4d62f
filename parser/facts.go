package parser

import (
	"bytes"

	"unspool/parser/record"
)

// facts are what a list of sessions tells about one file: format.md, "Session
// facts for lists".
type facts struct {
	known     bool // a record of a known type came
	mainChain bool // a user or assistant record outside of sidechains came
	sessions  []string

	custom, agentName, aiTitle string
	summaries                  []indexed // of old versions, often about other sessions
	firstPrompt, firstCommand  string
	cwd, branch, version       string
	start, end                 int64
	models                     map[Name]int
	lastPromptAt, lastTalkAt   int32 // Record
	leaf                       string
	compactions                int
	mate                       string // name@team of a teammate's own main file
}

// An indexed title is a summary record: format.md, "Metadata records".
type indexed struct{ leaf, title string }

// titleSize is how much of a title or a first prompt is kept, in bytes.
const titleSize = 300

func (x *facts) note(f *File, r *record.Record, line []byte) {
	index := int32(len(f.Records) - 1)
	title := func() string { return string(record.AppendWords(nil, line, r.Text.Raw.From, titleSize)) }
	x.known = x.known || isMetadata(r.Type)
	switch string(r.Type) {
	case "user", "assistant":
		x.known = true
		if len(r.Session) > 0 && len(x.sessions) < 100 && (len(x.sessions) == 0 || x.sessions[len(x.sessions)-1] != string(r.Session)) {
			x.sessions = append(x.sessions, string(r.Session))
		}
		if !r.Has(record.Sidechain) {
			x.lastTalkAt = index
		}
	case "system", "attachment", "progress", "queue-operation", "file-history-snapshot", "result", "mode", "permission-mode":
		x.known = true
	case "custom-title":
		x.custom = title()
	case "agent-name":
		x.agentName = title()
	case "ai-title":
		x.aiTitle = title()
	case "summary":
		x.known = true
		if len(x.summaries) < 1000 {
			x.summaries = append(x.summaries, indexed{string(r.Leaf), title()})
		}
	case "last-prompt":
		x.lastPromptAt, x.leaf = index, string(r.Leaf)
	}
	if len(r.UUID) == 0 {
		return
	}
	if r.Has(record.Teammate) && x.mate == "" {
		x.mate = mateOf(line)
	}
	if len(r.Cwd) > 0 && x.cwd == "" {
		x.cwd = string(r.Cwd)
	}
	if len(r.Branch) > 0 && x.branch != string(r.Branch) {
		x.branch = string(r.Branch)
	}
	if len(r.Version) > 0 && x.version != string(r.Version) {
		x.version = string(r.Version)
	}
	if r.Time > 0 {
		if x.start == 0 || r.Time < x.start {
			x.start = r.Time
		}
		x.end = max(x.end, r.Time)
	}
}

// words keeps the first prompt and the first command, the last resort of a title.
func (x *facts) words(class Class, text []byte) {
	switch class {
	case ClassPrompt:
		if x.firstPrompt == "" {
			x.firstPrompt = string(record.Prefix(trimText(stripContext(text)), titleSize))
		}
	case ClassCommand:
		if x.firstCommand == "" {
			x.firstCommand = CommandLine(text)
		}
	}
}

// isMetadata tells the records that hold a fact about a session and no talk:
// FORMAT.md, "Metadata records". A file of nothing else is a session, too.
func isMetadata(kind []byte) bool {
	switch string(kind) {
	case "custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag", "last-prompt", "file-history-delta", "pr-link",
		"worktree-state", "relocated", "bridge-session", "cost-state", "continued-in", "fork-context-ref", "content-replacement":
		return true
	}
	return false
}

// title follows the order of format.md, "Session facts for lists". custom and
// typed are what files beside the session say: a copy of its title, and the
// first prompt that was typed in it.
func (x *facts) title(f *File, custom, typed string) string {
	for _, t := range []string{x.custom, custom, x.agentName, x.aiTitle} {
		if t != "" {
			return t
		}
	}
	for i := len(x.summaries) - 1; i >= 0; i-- {
		if _, own := f.uuids[x.summaries[i].leaf]; own && x.summaries[i].title != "" {
			return x.summaries[i].title
		}
	}
	for _, t := range []string{x.firstPrompt, typed} {
		if t != "" {
			return t
		}
	}
	return x.firstCommand
}

// CommandLine gives the command of a record in command tags as it was typed:
// "/review --fast".
func CommandLine(text []byte) string {
	name, args := tagged(text, "command-name"), tagged(text, "command-args")
	if len(name) == 0 {
		name = tagged(text, "command-message")
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

// Tagged gives what stands between the first <name> and the next </name>.
func Tagged(text []byte, name string) string { return string(tagged(text, name)) }

func tagged(text []byte, name string) []byte {
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
