package parser

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"unspool/parser/record"
)

// Facts are the properties of a session that lists and headers show: FORMAT.md, "Session facts for
// lists". They come from the main file; zero values mean that nothing is recorded.
type Facts struct {
	Title       string
	FirstPrompt string // at most 200 characters
	LastPrompt  string // as Claude Code kept it
	Start, End  int64  // ms since 1970: times of the first and the last record of the chain

	// Models are the models that answered in the main conversation, most responses first.
	Models []ModelCount

	// These fields list recorded values in the order of their changes: the first entry holds from
	// the start, the last one at the end.
	Versions     []Change // of Claude Code
	Branches     []Change // of git; "HEAD" is as recorded
	Folders      []Change // working folders
	ModelChanges []Change // models of the main conversation
	Permissions  []Change // permission modes: default, plan, acceptEdits …
	Modes        []Change // normal, coordinator

	Compactions                         int
	Tag                                 string
	PullRequests                        []PullRequest
	Worktree                            Worktree
	Relocated                           string // folder that the session was moved to
	AgentName, AgentColor, AgentSetting string
	ContinuedIn                         string // session that continued this one
}

// A ModelCount is a model and the number of its responses.
type ModelCount struct {
	Model     string
	Responses int
}

// A Change is a value and the record of the main file that first contained it.
type Change struct {
	Value  string
	Record int32
	Time   int64 // ms since 1970; that of the previous record if it has none
}

// A PullRequest is a pull request that the session was linked to.
type PullRequest struct {
	URL, Repository string
	Number          int64
	Record          int32
}

// A Worktree is the git worktree that the session runs in. The zero value means none.
type Worktree struct {
	Name, Path, Branch, OriginalFolder, OriginalBranch string
}

// Facts returns the facts of the session.
func (s *Session) Facts() Facts {
	f := s.facts().Facts
	f.Title = s.Title()
	f.Models = s.models()
	return f
}

// models counts the responses of the main conversation by model.
func (s *Session) models() []ModelCount {
	var list []ModelCount
	for name, n := range s.facts().models {
		list = append(list, ModelCount{s.main().Name(name), n})
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Responses > list[j].Responses || list[i].Responses == list[j].Responses && list[i].Model < list[j].Model
	})
	return list
}

// facts gathers the Facts of one file, and what determines its role in a session.
type facts struct {
	Facts
	checkDuplicate bool // a record of a known type came
	mainChain      bool // a user or assistant record outside of sidechains came
	sessions       []string

	custom, aiTitle             string
	summaries                   []indexed // of old versions, often about other sessions
	firstCommand                string
	models                      map[Name]int
	started                     string // model that a headless run began with
	lastPromptAt, lastMessageAt int32  // Record
	leaf                        string
	recorded                    [2]Recorded // cost-state, result
	mate                        string      // name@team of a teammate's own main file
}

// An indexed is the title in a summary record: FORMAT.md, "Metadata records".
type indexed struct{ leaf, title string }

const (
	titleSize   = 300  // bytes of a title that are kept
	promptChars = 200  // characters of a first prompt
	placeSize   = 1000 // bytes of a folder or an address
	mostChanges = 200  // changes of one fact that are kept

	mostSessions  = 100   // changes of the session ID in a file
	mostSummaries = 1_000 // titles of other sessions
)

func (x *facts) note(f *File, r *record.Record, line []byte) {
	index := f.Records.Len() - 1
	x.checkDuplicate = x.checkDuplicate || isMetadata(r.Type)
	switch string(r.Type) {
	case "user", "assistant":
		x.checkDuplicate = true
		if len(r.Session) > 0 && len(x.sessions) < mostSessions &&
			(len(x.sessions) == 0 || x.sessions[len(x.sessions)-1] != string(r.Session)) {
			x.sessions = append(x.sessions, string(r.Session))
		}
		if !r.Has(record.Sidechain) {
			x.lastMessageAt = index
			x.change(&x.Permissions, r.Mode, index, r.Time)
		}
		x.place(r, line, index)
	case "system", "attachment", "progress":
		x.checkDuplicate = true
		x.place(r, line, index)
	case "queue-operation", "file-history-snapshot":
		x.checkDuplicate = true
	default:
		x.metadata(r, line, index)
	}
}

// place notes when and where a record of the chain was written. Metadata records may have a time
// too, and a late one.
func (x *facts) place(r *record.Record, line []byte, index int32) {
	if len(r.UUID) == 0 {
		return
	}
	if r.Has(record.Teammate) && x.mate == "" {
		x.mate = mateOf(line)
	}
	if r.Time > 0 {
		if x.Start == 0 || r.Time < x.Start {
			x.Start = r.Time
		}
		x.End = max(x.End, r.Time)
	}
	if r.Has(record.Sidechain) && x.mainChain {
		return // agents of old versions may run elsewhere
	}
	x.change(&x.Folders, r.Cwd, index, r.Time)
	x.change(&x.Branches, r.Branch, index, r.Time)
	x.change(&x.Versions, r.Version, index, r.Time)
}

// change adds a value that differs from the last one. Once the list is full, its last entry is
// replaced.
func (x *facts) change(list *[]Change, value []byte, index int32, at int64) {
	n := len(*list)
	if len(value) == 0 || n > 0 && (*list)[n-1].Value == string(value) {
		return
	}
	c := Change{Value: string(record.Prefix(value, placeSize)), Record: index, Time: at}
	if n == mostChanges {
		(*list)[n-1] = c
		return
	}
	*list = append(*list, c)
}

// metadata handles the records about the session as a whole, by their policies: FORMAT.md,
// "Metadata records". They are written repeatedly; the last one wins.
func (x *facts) metadata(r *record.Record, line []byte, index int32) {
	text := func(name string, limit int) string {
		s, _ := record.MemberText(line, 0, name, limit)
		return s
	}
	last := func(to *string, name string) {
		if s, ok := record.MemberText(line, 0, name, placeSize); ok {
			*to = s
		}
	}
	switch string(r.Type) {
	case "custom-title":
		x.custom = text("customTitle", titleSize)
	case "agent-name":
		x.AgentName = text("agentName", titleSize)
	case "ai-title":
		x.aiTitle = text("aiTitle", titleSize)
	case "summary":
		x.checkDuplicate = true
		if len(x.summaries) < mostSummaries {
			x.summaries = append(x.summaries, indexed{string(r.Leaf), text("summary", titleSize)})
		}
	case "last-prompt":
		x.lastPromptAt, x.leaf = index, string(r.Leaf)
		last(&x.LastPrompt, "lastPrompt")
	case "agent-color":
		last(&x.AgentColor, "agentColor")
	case "agent-setting":
		last(&x.AgentSetting, "agentSetting")
	case "tag":
		last(&x.Tag, "tag")
	case "mode":
		x.checkDuplicate = true
		x.change(&x.Modes, r.Mode, index, r.Time)
	case "permission-mode":
		x.checkDuplicate = true
		x.change(&x.Permissions, r.Mode, index, r.Time)
	case "relocated":
		last(&x.Relocated, "relocatedCwd")
	case "continued-in":
		last(&x.ContinuedIn, "continuedInSessionId")
	case "pr-link":
		x.pullRequest(line, index)
	case "worktree-state":
		at := record.Member(line, 0, "worktreeSession")
		member := func(name string) string {
			s, _ := record.MemberText(line, at, name, placeSize)
			return s
		}
		x.Worktree = Worktree{member("worktreeName"), member("worktreePath"), member("worktreeBranch"),
			member("originalCwd"), member("originalBranch")}
	case "cost-state":
		x.record(&x.recorded[0], "cost-state", line)
	case "result":
		x.checkDuplicate = true
		x.record(&x.recorded[1], "result", line)
	}
}

// pullRequest adds a link, or replaces the one with the same URL.
func (x *facts) pullRequest(line []byte, index int32) {
	var p PullRequest
	p.URL, _ = record.MemberText(line, 0, "prUrl", placeSize)
	p.Repository, _ = record.MemberText(line, 0, "prRepository", placeSize)
	p.Number, p.Record = record.MemberInteger(line, 0, "prNumber"), index
	for i := range x.PullRequests {
		if x.PullRequests[i].URL == p.URL {
			x.PullRequests[i] = p
			return
		}
	}
	if len(x.PullRequests) < mostChanges {
		x.PullRequests = append(x.PullRequests, p)
	}
}

func (x *facts) record(to *Recorded, source string, line []byte) {
	if figure, ok := record.ParseFigure(line); ok {
		*to = Recorded{Source: source, RecordedCost: figure}
	}
}

// model counts a response of the main conversation.
func (x *facts) model(name Name, r *record.Record, index int32) {
	if name == 0 || string(r.Message.Model) == "<synthetic>" {
		return
	}
	x.change(&x.ModelChanges, r.Message.Model, index, r.Time)
	if x.models == nil {
		x.models = map[Name]int{}
	}
	x.models[name]++
}

// words stores the first prompt and the first command, the last resort for a title.
func (x *facts) words(class Class, text []byte) {
	switch class {
	case ClassPrompt:
		if x.FirstPrompt == "" {
			x.FirstPrompt = string(characters(trimText(stripContext(text)), promptChars))
		}
	case ClassCommand:
		if x.firstCommand == "" {
			x.firstCommand = CommandLine(text)
		}
	}
}

// characters returns the first n characters of a text.
func characters(b []byte, n int) []byte {
	at := 0
	for ; n > 0 && at < len(b); n-- {
		_, size := utf8.DecodeRune(b[at:])
		at += size
	}
	return b[:at]
}

// isMetadata reports whether records of a type hold a fact about a session and no message:
// FORMAT.md, "Metadata records". A file with only such records is a session, too.
func isMetadata(kind []byte) bool {
	switch string(kind) {
	case "custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag", "last-prompt", "file-history-delta", "pr-link",
		"worktree-state", "relocated", "bridge-session", "cost-state", "continued-in", "fork-context-ref", "content-replacement":
		return true
	}
	return false
}

// title follows the order of FORMAT.md, "Session facts for lists". custom and typed come from
// sidecar files: a copy of the session's title, and the first prompt that was typed in it.
func (x *facts) title(f *File, custom, typed string) string {
	for _, t := range []string{x.custom, custom, x.AgentName, x.aiTitle} {
		if t != "" {
			return t
		}
	}
	for i := len(x.summaries) - 1; i >= 0; i-- {
		if leaf := x.summaries[i].leaf; f.Lookup(leaf) != none && x.summaries[i].title != "" {
			return x.summaries[i].title
		}
	}
	for _, t := range []string{x.FirstPrompt, typed} {
		if t != "" {
			return t
		}
	}
	return x.firstCommand
}

// CommandLine returns the command of a record with command tags as it was typed: "/review --fast".
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

// Tagged returns the text between the first <name> and the next </name>.
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
