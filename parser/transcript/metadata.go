package transcript

import (
	"unicode/utf8"

	"unspool/parser/internal/table"
	"unspool/parser/internal/tags"
	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// Facts are the properties of a session that lists and headers show: FORMAT.md, "Session facts for
// lists". They come from the main file; zero values mean that nothing is recorded.
type Facts struct {
	Title       string
	FirstPrompt string // at most 200 characters
	SavedPrompt string // text of a last-prompt record
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
	Artifact                            string // address of the page that was published last
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

// Metadata gathers the Facts of one file, and what determines its role in a session.
type Metadata struct {
	Facts
	known      bool // a record of a known type came
	MainChain  bool // a user or assistant record outside of sidechains came
	SessionIDs []string

	CustomTitle, aiTitle         string
	summaries                    []summaryTitle // of old versions, often about other sessions
	firstCommand                 string
	openCommand                  string // may be answered
	promptCommand                string // a command that was answered before the first prompt
	ResponseCounts               map[table.Name]int
	RunModel                     string // model that a headless run began with
	savedPromptAt, lastMessageAt int32  // Record
	isStartOfNote                bool   // Start is the time of a note of Claude Code
	leaf                         string
	Recorded                     [2]Recorded // cost-state, result
	Teammate                     string      // name@team of a teammate's own main file
}

// A summaryTitle is the title in a summary record: FORMAT.md, "Metadata records".
type summaryTitle struct{ leaf, title string }

const (
	titleSize   = 300  // bytes of a title that are kept
	promptChars = 200  // characters of a first prompt
	placeSize   = 1000 // bytes of a folder or an address
	maxChanges  = 200  // changes of one fact that are kept

	maxSessions  = 100   // changes of the session ID in a file
	maxSummaries = 1_000 // titles of other sessions
)

// noteRecord collects the facts about the session in a record: see [recordType].
func (x *Metadata) noteRecord(f *File, r *record.Record, line []byte) {
	index := f.Records.Len() - 1
	t := recordTypeOf(f.Name(f.Records.At(index).Label))
	x.known = x.known || t.known
	if t.note != nil {
		t.note(x, r, line, index)
	}
}

// noteMessage collects the facts about the session in user and assistant records.
func (x *Metadata) noteMessage(r *record.Record, line []byte, index int32) {
	if len(r.Session) > 0 && len(x.SessionIDs) < maxSessions &&
		(len(x.SessionIDs) == 0 || x.SessionIDs[len(x.SessionIDs)-1] != string(r.Session)) {
		x.SessionIDs = append(x.SessionIDs, string(r.Session))
	}
	if !r.Has(record.Sidechain) {
		x.lastMessageAt = index
		x.change(&x.Permissions, r.Mode, index, r.Time)
	}
	x.noteEnvelope(r, line, index)
}

// noteEnvelope notes when and where a record of the chain was written. Metadata records may have a time
// too, and a late one.
func (x *Metadata) noteEnvelope(r *record.Record, line []byte, index int32) {
	if len(r.UUID) == 0 {
		return
	}
	if r.Has(record.Teammate) && x.Teammate == "" {
		x.Teammate = mateOf(line)
	}
	if r.Time > 0 {
		// Claude Code's own note before the first command can be days older than that.
		isNote := r.Has(record.Meta)
		if x.Start == 0 || !isNote && (x.isStartOfNote || r.Time < x.Start) {
			x.Start, x.isStartOfNote = r.Time, isNote
		}
		x.End = max(x.End, r.Time)
	}
	if r.Has(record.Sidechain) && x.MainChain {
		return // agents of old versions may run elsewhere
	}
	x.change(&x.Folders, r.Cwd, index, r.Time)
	x.change(&x.Branches, r.Branch, index, r.Time)
	x.change(&x.Versions, r.Version, index, r.Time)
}

// change adds a value that differs from the last one. Once the list is full, its last entry is
// replaced.
func (x *Metadata) change(list *[]Change, value []byte, index int32, at int64) {
	n := len(*list)
	if len(value) == 0 || n > 0 && (*list)[n-1].Value == string(value) {
		return
	}
	c := Change{Value: string(record.Prefix(value, placeSize)), Record: index, Time: at}
	if n == maxChanges {
		(*list)[n-1] = c
		return
	}
	*list = append(*list, c)
}

// noteSummary notes a title of old versions, often of another session.
func (x *Metadata) noteSummary(r *record.Record, line []byte, _ int32) {
	if len(x.summaries) < maxSummaries {
		title, _ := record.MemberText(line, 0, "summary", titleSize)
		x.summaries = append(x.summaries, summaryTitle{string(r.Leaf), title})
	}
}

func (x *Metadata) noteSavedPrompt(r *record.Record, line []byte, index int32) {
	x.savedPromptAt, x.leaf = index, string(r.Leaf)
	if text, ok := record.MemberText(line, 0, "lastPrompt", placeSize); ok {
		x.SavedPrompt = text
	}
}

func (x *Metadata) noteMode(r *record.Record, _ []byte, index int32) {
	x.change(&x.Modes, r.Mode, index, r.Time)
}

func (x *Metadata) notePermissionMode(r *record.Record, _ []byte, index int32) {
	x.change(&x.Permissions, r.Mode, index, r.Time)
}

func (x *Metadata) noteWorktree(_ *record.Record, line []byte, _ int32) {
	at := record.Member(line, 0, "worktreeSession")
	member := func(name string) string {
		s, _ := record.MemberText(line, at, name, placeSize)
		return s
	}
	x.Worktree = Worktree{member("worktreeName"), member("worktreePath"), member("worktreeBranch"),
		member("originalCwd"), member("originalBranch")}
}

func (x *Metadata) noteCostState(_ *record.Record, line []byte, _ int32) {
	x.Recorded[0].update(SourceCostState, line)
}

func (x *Metadata) noteResult(r *record.Record, line []byte, _ int32) {
	if x.Recorded[1].update(SourceResult, line) {
		x.Recorded[1].DurationMs += max(0, r.DurationMs)
	}
}

// notePullRequest adds a link, or replaces the one with the same URL.
func (x *Metadata) notePullRequest(_ *record.Record, line []byte, index int32) {
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
	if len(x.PullRequests) < maxChanges {
		x.PullRequests = append(x.PullRequests, p)
	}
}

// model counts a response of the main conversation.
func (x *Metadata) model(name table.Name, r *record.Record, index int32) {
	if name == 0 || string(r.Message.Model) == "<synthetic>" {
		return
	}
	x.change(&x.ModelChanges, r.Message.Model, index, r.Time)
	if x.ResponseCounts == nil {
		x.ResponseCounts = map[table.Name]int{}
	}
	x.ResponseCounts[name]++
}

// noteText stores the first prompt and the first command, either of which may be the title.
func (x *Metadata) noteText(class Class, text []byte) {
	switch class {
	case ClassPrompt:
		if x.FirstPrompt == "" {
			x.FirstPrompt = string(characters(tags.Trim(tags.StripContext(text)), promptChars))
		}
	case ClassCommand:
		line := string(characters([]byte(tags.CommandLine(text)), promptChars))
		if x.firstCommand == "" {
			x.firstCommand = line
		}
		x.openCommand = line
	case ClassOutput:
		x.openCommand = "" // a local command, which Claude does not see
	}
}

// noteReply notes a reply of the main conversation. A command that it answers is the first prompt in
// effect, if none came before.
func (x *Metadata) noteReply() {
	if x.FirstPrompt == "" && x.promptCommand == "" {
		x.promptCommand = x.openCommand
	}
	x.openCommand = ""
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

// ChooseTitle follows the order of FORMAT.md, "Session facts for lists". custom and typed come from
// sidecar files: a copy of the session's title, and the first prompt that was typed in it.
func (x *Metadata) ChooseTitle(f *File, custom, typed string) string {
	for _, t := range []string{x.CustomTitle, custom, x.AgentName, x.aiTitle} {
		if t != "" {
			return t
		}
	}
	for i := len(x.summaries) - 1; i >= 0; i-- {
		if _, found := f.Lookup(x.summaries[i].leaf); found && x.summaries[i].title != "" {
			return x.summaries[i].title
		}
	}
	if x.FirstPrompt != "" && x.promptCommand != "" {
		return x.promptCommand
	}
	for _, t := range []string{x.FirstPrompt, typed, x.promptCommand} {
		if t != "" {
			return t
		}
	}
	return x.firstCommand
}

// mateOf returns name@team from a record of a teammate in a process of its own.
func mateOf(line []byte) string {
	name, _ := record.MemberText(line, 0, "agentName", sidecar.MaxText)
	team, _ := record.MemberText(line, 0, "teamName", sidecar.MaxText)
	if name == "" {
		return "@" // the lead's own records name the team only
	}
	return name + "@" + team
}

// A Recorded holds the totals that Claude Code itself recorded, and where. They are its own
// calculation and may differ from the sum of the responses: [unspool/parser/session.UsageCost].
type Recorded struct {
	Source string // one of the Source constants, "" for none
	record.RecordedTotals
	DurationMs int64 // time that the turns took, of results only
}

// update takes over the totals of a later record, and reports whether it has any. The cost and the
// usage by model include all that came before; the other figures are those of one turn.
func (r *Recorded) update(source string, line []byte) bool {
	t, ok := record.ParseTotals(line)
	if !ok {
		return false
	}
	r.Source = source
	r.Turns += t.Turns
	if t.HasCost {
		r.HasCost, r.USD, r.Incomplete = true, t.USD, t.Incomplete
	}
	switch {
	case len(t.Models) > 0:
		r.Models, r.Usage = t.Models, t.Usage
	case len(r.Models) == 0:
		r.Usage.Add(&t.Usage)
	}
	return true
}

// The sources of recorded totals.
const (
	SourceCostState = "cost-state" // records for the whole session, over its resumptions
	SourceResult    = "result"     // the end of a headless run, including all agents
	SourceResponses = "costUSD"    // a member of each response, until 1.0.8
)
