package export

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"unspool/parser"
	"unspool/parser/internal/table"
	"unspool/parser/record"
)

// TranscriptOptions are what a transcript is written without. The zero value copies the session.
type TranscriptOptions struct {
	Selection
	// ID is the id of a new session: all ids of records change as well, so that Claude Code takes it for
	// another session. "" keeps all ids, except for those of an agent, whose conversation is always
	// another session.
	ID       string
	Thinking bool          // leaves out the model's thinking
	Tools    ToolSelection // calls that are left out, with their results and agents
	// ResultsOnly keeps the calls of Tools and their agents, and leaves out the text of their results.
	ResultsOnly bool
	// Compress keeps this number of turns at the end of those selected, and replaces those before by a
	// summary without a model: prompts, the first paragraph of each reply, and calls on one line each. 0 keeps all turns.
	Compress int
	// Redaction is what happens to the output afterward. It is only counted in the head.
	Redaction Redaction
	// MainOnly writes the main file only.
	MainOnly bool
}

// A ToolSelection selects tool calls. The zero value selects none.
type ToolSelection struct {
	All       bool
	Names     []string // of tools
	KeepTurns int      // those of the last turns are not selected
}

// A Report counts what a transcript has, and what it lacks.
type Report struct {
	Files   int
	Records int // without the head
	LeftOut LeftOut
}

// ErrShared is returned for a session in a file with other sessions, such as an export of claude.ai,
// which is not a transcript of Claude Code.
var ErrShared = errors.New("the session is in a file with other sessions")

// A Target creates a file of the output, by its path relative to the folder of the main file.
type Target func(name string) (io.WriteCloser, error)

// Transcript writes the files of a session, the main file first. open returns a reader of a file by
// its number in the store. If anything was left out, the first record of the main file counts it; see
// FORMAT.md, "Metadata records". The conversation of an agent becomes the main one of another session,
// with the agents that it started.
func Transcript(s *parser.Session, open func(file int) io.ReaderAt, create Target, o TranscriptOptions) (Report, error) {
	t := &exportedSession{session: s, conv: s.Main, options: o, sessions: sessionIDs(s),
		calls: map[parser.CallRef]bool{}, orphans: map[parser.CallRef]bool{}, agents: map[*parser.Agent]bool{},
		unindexed: map[string]bool{},
		dropped:   map[*parser.File][]bool{}, gone: map[*parser.File]map[table.UUID]bool{}, names: map[string]bool{}}
	for _, f := range s.Files {
		if s.Shares(f) {
			return Report{}, fmt.Errorf("%s: %w", f.Path, ErrShared)
		}
	}
	for id := range t.sessions {
		t.longestID = max(t.longestID, len(id))
	}
	if err := t.selectConversation(); err != nil {
		return Report{}, err
	}
	in := open(t.conv.File.Number)
	var err error
	if t.cut, err = newCut(t.conv, &t.turns, o.WithoutBranches, in); err != nil {
		return Report{}, fmt.Errorf("%s: %w", t.conv.File.Path, err)
	}
	files, err := t.plan(open)
	if err != nil {
		return Report{}, err
	}
	if err := t.summarize(in); err != nil {
		return Report{}, fmt.Errorf("%s: %w", t.conv.File.Path, err)
	}
	if t.head, err = t.newHead(open); err != nil {
		return Report{}, fmt.Errorf("%s: %w", t.conv.File.Path, err)
	}
	for _, f := range files {
		if err := t.writeFile(f, open(f.Number), create); err != nil {
			return t.report, fmt.Errorf("%s: %w", f.Path, err)
		}
		t.report.Files++
	}
	return t.report, nil
}

// An exportedSession is one export of a session as a transcript.
type exportedSession struct {
	session        *parser.Session
	conv           *parser.Conversation // the main one, or that of the selected agent
	agent          *parser.Agent        // that is selected, or nil
	options        TranscriptOptions
	turns          turnSelection
	cut            cut
	compressBefore int                                  // the first of the last turns, before which turns are compressed
	lateFrom       int                                  // the first of the last turns, whose calls are kept
	calls          map[parser.CallRef]bool              // that are left out, or whose results are
	orphans        map[parser.CallRef]bool              // that are gone with their turn, and whose results are left out
	agents         map[*parser.Agent]bool               // that are left out
	unindexed      map[string]bool                      // for calls that only relays or pieces have, whether they are left out
	notices        map[string]bool                      // tasks in no file, whose results in notifications are left out
	outputs        map[*parser.File]bool                // outputs of calls in files of their own that stay; nil for all
	dropped        map[*parser.File][]bool              // records that are not written
	gone           map[*parser.File]map[table.UUID]bool // ids of no record that is written
	sessions       map[string]bool                      // ids of the session and of others that records name
	longestID      int                                  // of these, in bytes
	linked         linkIDs                              // ids that results link to calls; nil until one is looked up
	names          map[string]bool                      // of the files of the output
	head           []byte                               // the first record, or nil
	summary        *summary                             // of the turns that were compressed, or nil
	report         Report
}

// selectConversation finds the conversation to export, and its turns.
func (t *exportedSession) selectConversation() error {
	o := &t.options
	agent, err := FindAgent(t.session, o.Agent)
	if err != nil {
		return err
	}
	if agent != nil {
		t.agent, t.conv, o.Agent = agent, agent.Conv, agent.ID
		if o.ID == "" {
			o.ID = hashID(t.session.ID, agent.ID)
		}
	}
	if err := CheckPrompts(t.conv, o.Prompts); err != nil {
		return err
	}
	if o.Compress > 0 {
		t.compressBefore = o.lastTurns(t.conv, o.Compress)
	}
	t.turns = o.selectTurns(t.conv, t.compressBefore)
	t.report.LeftOut.Turns = t.turns.count
	t.lateFrom = len(t.conv.Turns)
	if o.Tools.KeepTurns > 0 {
		t.lateFrom = o.lastTurns(t.conv, o.Tools.KeepTurns)
	}
	if o.WithoutBranches && t.agent == nil {
		t.report.LeftOut.Branches = t.conv.File.Branches
	}
	return nil
}

// plan finds what is left out, counts it, and returns the files to write, that of the conversation first.
func (t *exportedSession) plan(open func(file int) io.ReaderAt) ([]*parser.File, error) {
	t.selectCalls()
	t.selectAgents()
	pieces, err := omittedPieces(t, open)
	if err != nil {
		return nil, err
	}
	t.selectRecords(pieces)
	if err := countRelayed(t, open); err != nil {
		return nil, err
	}
	if err := t.selectOutputs(open); err != nil {
		return nil, err
	}
	if err := countNotices(t, open); err != nil {
		return nil, err
	}
	files := []*parser.File{t.conv.File}
	for _, f := range slices.Concat(t.session.Files, t.session.Sidecars) {
		switch {
		case f == t.conv.File, isRepeat(t.session, f):
		case t.options.MainOnly || t.isOmitted(f):
			t.report.LeftOut.Files++
		default:
			files = append(files, f)
		}
	}
	for _, f := range files {
		if f.Role == parser.RoleMain || f.Role == parser.RoleAgent {
			t.countRecords(f)
		}
	}
	return files, nil
}

func (t *exportedSession) selectCalls() {
	o := &t.options.Tools
	if !o.selects() {
		return
	}
	for _, f := range t.session.Files {
		for i := range f.Calls.Len() {
			c := f.Calls.At(i)
			if !o.All && (c.Use < 0 || !slices.Contains(o.Names, f.Name(c.Name))) || t.isLate(f, c.Turn, c.Conv) {
				continue
			}
			t.calls[parser.CallRef{File: f, Index: i}] = true
		}
	}
}

// isLate reports whether a turn is one of the last ones, whose calls are kept. Those of agents are
// kept or left out with the call of the agent.
func (t *exportedSession) isLate(f *parser.File, turn, conv int32) bool {
	if f != t.conv.File || conv >= 0 && f.Conversations[conv] != t.conv {
		return t.options.Tools.KeepTurns > 0
	}
	return int(turn) >= t.lateFrom
}

// selectAgents selects the agents of the calls that are left out, and the agents of these. If the
// conversation of an agent is exported, only those that it started stay.
func (t *exportedSession) selectAgents() {
	for _, a := range t.session.Agents {
		if t.agent != nil && !t.isBelow(a) {
			t.agents[a] = true
			t.report.LeftOut.Agents++
		}
	}
	for more := true; more; {
		more = false
		for _, a := range t.session.Agents {
			if !t.agents[a] && t.isAgentOmitted(a) {
				t.agents[a], more = true, true
				t.report.LeftOut.Agents++
			}
		}
	}
}

// isBelow reports whether an agent is the selected one, or was started by it or by an agent below it.
func (t *exportedSession) isBelow(a *parser.Agent) bool {
	for range t.session.Agents {
		if a == t.agent {
			return true
		}
		if a = t.session.AgentOf(t.session.Parent(a)); a == nil {
			return false
		}
	}
	return false
}

func (t *exportedSession) isAgentOmitted(a *parser.Agent) bool {
	switch f := a.Call.File; {
	case a == t.agent:
		return false
	case t.isUnlinked(a):
		return true
	case f == nil:
	case t.calls[a.Call] && !t.options.ResultsOnly:
		return true
	case f == t.conv.File:
		if use := f.Calls.At(a.Call.Index).Use; use >= 0 && t.cut.has(use) {
			return true
		}
	}
	parent := t.session.AgentOf(t.session.Parent(a))
	return parent != nil && t.agents[parent]
}

// selectRecords finds the records that have nothing else than what is left out, and counts the calls in them.
func (t *exportedSession) selectRecords(pieces map[*parser.File]map[int32]bool) {
	for _, f := range t.session.Files {
		dropped := make([]bool, f.Records.Len())
		for i := range f.Records.Len() {
			dropped[i] = t.isDropped(f, i) || pieces[f][i]
		}
		t.dropped[f] = dropped
		if addOrphans(t.orphans, f, dropped) {
			for i, isDropped := range dropped {
				dropped[i] = isDropped || t.isDropped(f, int32(i))
			}
		}
		t.countCalls(f)
	}
	if l := &t.report.LeftOut; l.Turns+l.Branches+l.Calls+l.Agents > 0 {
		t.dropTotals()
	}
	for _, f := range t.session.Files {
		t.gone[f] = goneIDs(f, t.dropped[f])
	}
}

// countCalls counts the calls of a file that are left out, by themselves or with their turns or agents, and the
// calls that are kept without their results.
func (t *exportedSession) countCalls(f *parser.File) {
	for i := range f.Calls.Len() {
		c := f.Calls.At(i)
		at := c.Use
		if at < 0 {
			at = c.Result
		}
		switch isDropped := at >= 0 && t.dropped[f][at]; {
		case isDropped, t.isCallOmitted(f, i):
			t.report.LeftOut.Calls++
		case t.calls[parser.CallRef{File: f, Index: i}]:
			t.report.LeftOut.Results++
		}
	}
}

// dropTotals leaves out the totals of the session that Claude Code recorded, which are not those of the rest.
func (t *exportedSession) dropTotals() {
	for _, f := range t.session.Files {
		for i, isDropped := range t.dropped[f] {
			if label := f.Name(f.Records.At(int32(i)).Label); !isDropped && (label == "cost-state" || label == "result") {
				t.dropped[f][i] = true
				t.report.LeftOut.Totals++
			}
		}
	}
}

// goneIDs returns the ids of records that are not written, except for those that another record has.
func goneIDs(f *parser.File, dropped []bool) map[table.UUID]bool {
	gone := map[table.UUID]bool{}
	for i, isDropped := range dropped {
		if id := f.Records.At(int32(i)).UUID; isDropped && !id.None() {
			gone[id] = true
		}
	}
	for i, isDropped := range dropped {
		if !isDropped {
			delete(gone, f.Records.At(int32(i)).UUID)
		}
	}
	return gone
}

// countRecords counts what is left out of a file that is written.
func (t *exportedSession) countRecords(f *parser.File) {
	t.report.LeftOut.Unread += f.Omitted.Records
	t.report.LeftOut.Damaged += unfinished(f)
	for i, isDropped := range t.dropped[f] {
		switch r := f.Records.At(int32(i)); {
		case r.Class == parser.ClassDamaged:
			t.report.LeftOut.Damaged++
		case isDropped && !isHead(f, r):
			t.report.LeftOut.Records++
		}
	}
	for i := range f.Blocks.Len() {
		if kind := f.Blocks.At(i).Kind; t.options.Thinking && (kind == record.Thinking || kind == record.RedactedThinking) {
			t.report.LeftOut.Thinking++
		}
	}
}

// unfinished returns 1 if a file ends inside a record, and otherwise 0.
func unfinished(f *parser.File) int { return parser.DamagedRanges(f) - f.Damaged }

// isOutside reports whether a record belongs to a conversation that is not exported.
func (t *exportedSession) isOutside(f *parser.File, r *parser.Record) bool {
	if r.Conv < 0 || int(r.Conv) >= len(f.Conversations) {
		return t.agent != nil && f != t.conv.File
	}
	c := f.Conversations[r.Conv]
	if c == t.conv {
		return false
	}
	a := t.session.AgentOf(c)
	return a != nil && t.agents[a] || a == nil && t.agent != nil
}

func (t *exportedSession) isDropped(f *parser.File, index int32) bool {
	r := f.Records.At(index)
	if r.Class == parser.ClassDamaged || t.isOutside(f, r) {
		return true
	}
	if f == t.conv.File {
		isOrigin := t.agent != nil && f.Name(r.Label) == "fork-context-ref" // whose records are not in the new session
		if isHead(f, r) || isOrigin || t.cut.has(index) {
			return true
		}
	}
	if r.Blocks == 0 {
		return r.Call >= 0 && t.isCallOmitted(f, r.Call)
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

func (t *exportedSession) isBlockOmitted(f *parser.File, b *parser.Block) bool {
	switch b.Kind {
	case record.Thinking, record.RedactedThinking:
		return t.options.Thinking
	case record.ToolUse, record.ToolResult, record.ServerToolUse, record.ServerToolResult:
		return b.Call >= 0 && t.isCallOmitted(f, b.Call)
	}
	return false
}

// isCallOmitted reports whether what is left of a call is left out.
func (t *exportedSession) isCallOmitted(f *parser.File, call int32) bool {
	ref := parser.CallRef{File: f, Index: call}
	return !t.options.ResultsOnly && t.calls[ref] || t.orphans[ref]
}

// isRepeat reports whether a file repeats the records of a session.
func isRepeat(s *parser.Session, f *parser.File) bool {
	return (f.Role == parser.RoleMain || f.Role == parser.RoleAgent) && !slices.Contains(s.Files, f)
}

// isOmitted reports whether a whole file is left out.
func (t *exportedSession) isOmitted(f *parser.File) bool {
	if t.agent != nil && (f.AgentID == "" || f.AgentID == t.agent.ID) { // of the session, or about the agent
		return true
	}
	switch f.Role {
	case parser.RoleOther, parser.RoleHistory: // notes and prompts of the whole session
		if t.cut.turns {
			return true
		}
	case parser.RoleSpilled: // the output of calls
		return t.outputs != nil && !t.outputs[f]
	case parser.RoleJournal, parser.RoleRun:
		if isRunOmitted(t, f.Sidecar.RunID) {
			return true
		}
	}
	for a := range t.agents {
		isOwn := f.AgentID != "" && f.AgentID == a.ID
		if isOwn || a.Conv != nil && a.Conv.File == f && f != t.session.Main.File && f.Role == parser.RoleAgent {
			return true
		}
	}
	return false
}
