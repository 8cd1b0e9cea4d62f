package export

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// TranscriptOptions are what a transcript is written without. The zero value copies the session.
type TranscriptOptions struct {
	// ID is the id of a new session: all ids of records change as well, so that Claude Code takes it for
	// another session. "" keeps all ids.
	ID       string
	Thinking bool          // leaves out the model's thinking
	Tools    ToolSelection // calls that are left out, with their results and agents
	// ResultsOnly keeps the calls of Tools and their agents, and leaves out the text of their results.
	ResultsOnly bool
	// Prompts are the first and the last prompt of the main conversation to keep, from 1, each with all
	// that follows it. The zero value keeps all.
	Prompts [2]int
	// Compress keeps this number of turns at the end, and replaces those before by a summary without a
	// model: prompts, the first paragraph of each reply, and calls on one line each. 0 keeps all turns.
	Compress int
}

// A ToolSelection selects tool calls. The zero value selects none.
type ToolSelection struct {
	All       bool
	Names     []string // of tools
	KeepTurns int      // those of the last turns are not selected
}

// A Report counts what a transcript has, and what it lacks.
type Report struct {
	Files    int
	Records  int
	Damaged  int // ranges of bytes that are not records, which are left out
	Dropped  int // records that had nothing else than what was left out
	Calls    int // calls, or only their results
	Thinking int // blocks
	Agents   int
	Turns    int // of the main conversation
}

// ErrShared is returned for a session in a file with other sessions, such as an export of claude.ai,
// which is not a transcript of Claude Code.
var ErrShared = errors.New("the session is in a file with other sessions")

// A Target creates a file of the output, by its path relative to the folder of the main file.
type Target func(name string) (io.WriteCloser, error)

// Transcript writes the files of a session, the main file first. open returns a reader of a file by
// its number in the store.
func Transcript(s *parser.Session, open func(file int) io.ReaderAt, create Target, o TranscriptOptions) (Report, error) {
	t := &transcript{session: s, options: o, calls: map[parser.CallRef]bool{}, agents: map[*parser.Agent]bool{},
		dropped: map[*parser.File][]bool{}, names: map[string]bool{}}
	for _, f := range s.Files {
		if s.Shares(f) {
			return Report{}, fmt.Errorf("%s: %w", f.Path, ErrShared)
		}
	}
	t.selectTurns()
	t.selectCalls()
	t.selectAgents()
	for _, f := range s.Files {
		t.selectRecords(f)
	}
	if err := t.summarize(open(s.Main.File.Number)); err != nil {
		return Report{}, fmt.Errorf("%s: %w", s.Main.File.Path, err)
	}
	for _, f := range slices.Concat(s.Files, s.Sidecars) {
		if t.isOmitted(f) {
			continue
		}
		if err := t.writeFile(f, open(f.Number), create); err != nil {
			return t.report, fmt.Errorf("%s: %w", f.Path, err)
		}
		t.report.Files++
	}
	return t.report, nil
}

// A transcript is one export of a session.
type transcript struct {
	session *parser.Session
	options TranscriptOptions
	calls   map[parser.CallRef]bool // that are left out
	agents  map[*parser.Agent]bool  // likewise
	dropped map[*parser.File][]bool // records that are not written
	names   map[string]bool         // of the files of the output
	turns   []bool                  // of the main conversation, that are left out; nil for none
	turnOf  []int32                 // of each record of the main conversation, -1 before the first
	shown   []bool                  // for each of these records, whether it has an item
	summary *summary                // of the turns that were compressed, or nil
	report  Report
}

// selectTurns selects the turns of the main conversation that are left out.
func (t *transcript) selectTurns() {
	c, o := t.session.Main, &t.options
	if o.Prompts == [2]int{} && o.Compress <= 0 {
		return
	}
	t.turns = make([]bool, len(c.Turns))
	for i := range c.Turns {
		prompt := int(c.Turns[i].Prompt)
		outside := o.Prompts != [2]int{} && (prompt < o.Prompts[0] || prompt > o.Prompts[1])
		if t.turns[i] = outside || o.Compress > 0 && i < len(c.Turns)-o.Compress; t.turns[i] {
			t.report.Turns++
		}
	}
	t.turnOf, t.shown = make([]int32, c.File.Records.Len()), make([]bool, c.File.Records.Len())
	for i := range t.turnOf {
		t.turnOf[i] = -1
	}
	for i := range c.Items {
		t.turnOf[c.Items[i].Record], t.shown[c.Items[i].Record] = c.Items[i].Turn, true
	}
	latest := int32(-1)
	for i, isShown := range t.shown {
		if latest = max(latest, t.turnOf[i]); !isShown {
			t.turnOf[i] = latest
		}
	}
}

// isRepeated reports whether a record of a prompt or a reply repeats another one, or was replaced by it.
// Without the other one, it would count.
func (t *transcript) isRepeated(index int32, r *parser.Record) bool {
	switch r.Class {
	case parser.ClassPrompt, parser.ClassCommand, parser.ClassAssistant:
		return r.Conv == int32(t.session.Main.Index) && !t.shown[index]
	}
	return r.IsRetracted()
}

// isCut reports whether a record of the main file belongs to a turn that is left out. Records about the
// session as a whole, such as its title, belong to no turn.
func (t *transcript) isCut(index int32) bool {
	f := t.session.Main.File
	r := f.Records.At(index)
	if f.UUID(index) == "" {
		switch label := f.Name(r.Label); {
		case strings.HasPrefix(label, "file-history-"), label == "queue-operation", label == "attribution-snapshot":
		default:
			return false
		}
	}
	if t.isRepeated(index, r) {
		return true
	}
	if turn := t.turnOf[index]; turn >= 0 {
		return t.turns[turn]
	}
	return t.options.Compress > 0 && t.report.Turns > 0 || t.options.Prompts[0] > 1
}

func (t *transcript) selectCalls() {
	o := &t.options.Tools
	if !o.All && len(o.Names) == 0 {
		return
	}
	for _, f := range t.session.Files {
		for i := range f.Calls.Len() {
			c := f.Calls.At(i)
			if !o.All && (c.Use < 0 || !slices.Contains(o.Names, f.Name(c.Name))) || t.isLate(f, c.Turn, c.Conv) {
				continue
			}
			t.calls[parser.CallRef{File: f, Index: i}] = true
			t.report.Calls++
		}
	}
}

// isLate reports whether a turn is one of the last ones, whose calls are kept. Those of agents are
// kept or left out with the call of the agent.
func (t *transcript) isLate(f *parser.File, turn, conv int32) bool {
	c := t.session.Main
	if f != c.File || conv >= 0 && f.Conversations[conv] != c {
		return t.options.Tools.KeepTurns > 0
	}
	return int(turn) >= len(c.Turns)-t.options.Tools.KeepTurns
}

// selectAgents selects the agents of the calls that are left out, and the agents of these.
func (t *transcript) selectAgents() {
	for more := true; more; {
		more = false
		for _, a := range t.session.Agents {
			if !t.agents[a] && t.isAgentOmitted(a) {
				t.agents[a], more = true, true
				t.report.Agents++
			}
		}
	}
}

func (t *transcript) isAgentOmitted(a *parser.Agent) bool {
	if a.Call.File == nil {
		return false
	}
	if t.calls[a.Call] && !t.options.ResultsOnly {
		return true
	}
	if use := a.Call.File.Calls.At(a.Call.Index).Use; t.turns != nil && a.Call.File == t.session.Main.File && use >= 0 && t.isCut(use) {
		return true
	}
	parent := t.session.AgentOf(t.session.Parent(a))
	return parent != nil && t.agents[parent]
}

// selectRecords finds the records of a file that have nothing else than what is left out.
func (t *transcript) selectRecords(f *parser.File) {
	dropped := make([]bool, f.Records.Len())
	for i := range f.Records.Len() {
		dropped[i] = t.isDropped(f, i)
	}
	t.dropped[f] = dropped
	for i := range f.Blocks.Len() {
		if kind := f.Blocks.At(i).Kind; t.options.Thinking && (kind == record.Thinking || kind == record.RedactedThinking) {
			t.report.Thinking++
		}
	}
}

func (t *transcript) isDropped(f *parser.File, index int32) bool {
	r := f.Records.At(index)
	if r.Class == parser.ClassDamaged {
		return true
	}
	if t.turns != nil && f == t.session.Main.File && t.isCut(index) {
		return true
	}
	if r.Conv >= 0 && int(r.Conv) < len(f.Conversations) {
		if a := t.session.AgentOf(f.Conversations[r.Conv]); a != nil && t.agents[a] {
			return true
		}
	}
	if t.options.ResultsOnly && !t.options.Thinking {
		return false
	}
	if r.Blocks == 0 {
		return !t.options.ResultsOnly && r.Call >= 0 && t.calls[parser.CallRef{File: f, Index: r.Call}]
	}
	if r.Blocks == record.MaxBlocks { // there may be more
		return false
	}
	for i := r.First; i < r.First+int32(r.Blocks); i++ {
		if !t.isBlockOmitted(f, f.Blocks.At(i)) {
			return false
		}
	}
	return true
}

func (t *transcript) isBlockOmitted(f *parser.File, b *parser.Block) bool {
	switch b.Kind {
	case record.Thinking, record.RedactedThinking:
		return t.options.Thinking
	case record.ToolUse, record.ToolResult, record.ServerToolUse, record.ServerToolResult:
		return !t.options.ResultsOnly && b.Call >= 0 && t.calls[parser.CallRef{File: f, Index: b.Call}]
	}
	return false
}

// isOmitted reports whether a whole file is left out.
func (t *transcript) isOmitted(f *parser.File) bool {
	if _, ok := t.dropped[f]; !ok && (f.Role == parser.RoleMain || f.Role == parser.RoleAgent) {
		return true // it repeats the records of the session
	}
	if f.Role == parser.RoleSpilled { // the output of calls
		return t.options.Tools.All && t.options.Tools.KeepTurns == 0
	}
	for a := range t.agents {
		isOwn := f.AgentID != "" && f.AgentID == a.ID
		if isOwn || a.Conv != nil && a.Conv.File == f && f != t.session.Main.File && f.Role == parser.RoleAgent {
			return true
		}
	}
	return false
}

// nameOf returns the path of a file in the output. Of files from several folders, two can have the
// same: the second one gets its number as a folder.
func (t *transcript) nameOf(f *parser.File) string {
	name := t.newName(f)
	if t.names[name] {
		name = path.Join(path.Dir(name), fmt.Sprint(f.Number), path.Base(name))
	}
	t.names[name] = true
	return name
}

func (t *transcript) newName(f *parser.File) string {
	main := t.session.Main.File
	stem := strings.TrimSuffix(path.Base(main.Path), path.Ext(main.Path))
	name := t.relative(f, stem)
	if t.options.ID == "" {
		return name
	}
	if f == main {
		return t.options.ID + ".jsonl"
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if part == stem || part == t.session.ID {
			parts[i] = t.options.ID
		}
	}
	return strings.Join(parts, "/")
}

// relative returns the path of a file from the folder of the main file. A file from elsewhere gets a
// place in the folder of the session.
func (t *transcript) relative(f *parser.File, stem string) string {
	folder := path.Dir(t.session.Main.File.Path)
	if name, ok := strings.CutPrefix(f.Path, folder+"/"); ok {
		return name
	}
	if folder == "." && !path.IsAbs(f.Path) && !strings.HasPrefix(f.Path, "../") {
		return f.Path
	}
	if _, name, ok := strings.Cut(f.Path, "/"+stem+"/"); ok {
		return stem + "/" + name
	}
	return path.Join(stem, path.Base(f.Path))
}
