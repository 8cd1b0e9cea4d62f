// Package outline makes the outline of a session: the turns of its prompts, and below them the events
// that followed, the agents, attempts and compactions, each with what it cost.
//
// In: a session and the rows that its filter keeps. Out: pages of protocol.Entry. Invariants: the
// costs of the entries of depth 0 and of attempts add up to the cost of the session, and an entry
// leads to a row by its key. While a file is being read, the outline is rebuilt only after the
// session has grown by a sixteenth, so that all updates together cost about as much as the last.
package outline

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/rows"
)

// A Pane answers requests about the outlines of sessions.
type Pane struct {
	rows     *rows.Reader
	outlines memo.PerSession[memo.Memo[outlineKey, *outline]]
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader) *Pane { return &Pane{rows: rows} }

// An outline is the sequence of events in a session: its turns, and below each turn the
// agents that were started in it, with their usage costs. It is made from the index alone;
// text is read only for the requested entries.
type outline struct {
	session *parser.Session
	entries []entry
	prompts int
	events  int
	agents  int
	missing int     // agents whose records are not among the files
	maxCost float64 // highest cost of a turn or an attempt in USD

	turn     []int32                           // entry by index in Main.Turns, -1 for none
	attempts map[int32]int32                   // attempt entry by its first item of the main conversation
	branches map[int32]int32                   // entry plus one, by Record.Branch
	parts    map[*parser.AgentInvocation]int32 // entry
}

// An outlineKey identifies the input that an outline was made from.
type outlineKey struct {
	memo.Identity
	prices *price.Table
	filter int  // number of the filter that the page set
	closed bool // the main file was read
}

// outlineSlack is how far an outline may lag behind while files are being read: by a
// sixteenth.
const outlineSlack = 16

type entryKind uint8

const (
	turnEntry entryKind = iota
	attemptEntry
	eventEntry
	eventsEntry // a run of alike events
	agentEntry
	runEntry
	compactionEntry
	otherEntry
)

// An entry is one line of the outline.
type entry struct {
	kind     entryKind
	depth    uint8
	running  bool
	nth      int32
	turn     int32  // in Main.Turns: the turn that it is or belongs to, -1 for none
	from, to int32  // items of the main conversation; for an agent, from is the item of its call
	top      int32  // entry of the turn, event or attempt that contains it; itself if nothing does, -1 if it belongs to none
	model    string // last model that responded in a turn; in the end set only if it differs from that of the previous turn
	part     *parser.AgentInvocation
	call     parser.CallRef
	run      *parser.Workflow
	task     *parser.Task

	began, ended   int64 // agent: ms since 1970
	own            cost.Total
	agents, failed int32
	events         int32   // turn, run of events: number of events below it
	byAgents       float64 // cost of the agents in USD, also included in own
	prompts        int32   // attempt: number of prompts
}

// outlineOf returns the up-to-date outline of a session.
func (p *Pane) outlineOf(s *parser.Session) *outline {
	l, state := p.rows.List(s), memo.StateOf(s)
	key := outlineKey{state.Identity, p.rows.Prices, l.PageChanges(), s.Main.File.Closed}
	now := memo.Version[outlineKey]{Key: key, Size: len(s.Main.Items) + state.Usage, Growing: state.Reading}
	return p.outlines.Of(s).Get(now, outlineSlack, func() *outline {
		o := &outline{session: s, turn: make([]int32, len(s.Main.Turns)), parts: map[*parser.AgentInvocation]int32{},
			attempts: map[int32]int32{}, branches: map[int32]int32{}}
		w := walk{outline: o, visible: l.OfPage(), invocations: s.AgentInvocations(),
			met: map[*parser.Agent]bool{}, top: -1, last: -1, current: -1, series: -1, seriesEnd: -1}
		w.main()
		w.addUsage(p.rows.Prices)
		return o
	})
}

// A walk adds the entries in the order of the main conversation.
type walk struct {
	*outline
	// visible is by the filter of the page only: what the user filters out is still in the outline,
	// which leads to all of the session.
	visible           *rows.Visibility
	invocations       *parser.AgentInvocations
	met               map[*parser.Agent]bool
	top               int32 // entry of the current turn, event or attempt
	last              int32 // entry of the previous attempt
	current           int32 // the current turn, in Main.Turns
	series, seriesEnd int32 // entry of the current run of alike events, -1 for none, and its last turn
}

func (w *walk) add(e entry) int32 {
	e.top, e.turn = w.top, w.current
	w.entries = append(w.entries, e)
	return int32(len(w.entries) - 1)
}

func (w *walk) main() {
	c := w.session.Main
	f := c.File
	for i := range w.turn {
		w.turn[i] = -1
	}
	unlinked := w.visible.UnlinkedIn(c, 0)
	next, attempt, nth := 0, int32(-1), int32(0) // attempt: end of the current attempt
	enclosing := int32(-1)                       // entry of the turn around an attempt
	var before rows.RangeKey
	for i := range c.Items {
		item := &c.Items[i]
		unlinked = w.addUnlinked(c, i, unlinked, f.Records.At(item.Record).Time, w.below())
		here := rows.RangeOf(w.session, f, item)
		if int32(i) == attempt {
			attempt, w.top = -1, enclosing
		}
		if here.Branch > 0 && here != before {
			if attempt < 0 {
				enclosing = w.top
			}
			to := rows.RangeEnd(w.session, c, i, len(c.Items), func(x rows.RangeKey) bool { return x == here })
			if nth++; i == 0 || before.Branch == 0 || before.CopyEnd != here.CopyEnd {
				nth = 1
			}
			attempt, w.top = int32(to), -1
			if w.visible.KeepsAny(c, i, to) {
				w.attempt(i, to, nth)
			}
		}
		for ; next < len(c.Turns) && int(c.Turns[next].First) <= i; next++ {
			switch t := &c.Turns[next]; {
			case t.Branch == 0:
				w.current, w.top = int32(next), -1
				if w.visible.KeepsTurn(c, int32(next)) {
					w.begin(c, int32(next), int32(i))
				}
			case w.top >= 0 && w.entries[w.top].kind == attemptEntry:
				w.entries[w.top].prompts++
			}
		}
		before = here
		compacts := item.Kind == parser.ItemCompaction ||
			item.Kind == parser.ItemSummary && (i == 0 || c.Items[i-1].Kind != parser.ItemCompaction)
		if compacts && here.Branch == 0 && w.visible.Keeps(c, item) {
			w.add(entry{kind: compactionEntry, from: int32(i)})
		}
		w.item(c, int32(i), w.top, w.below())
	}
	w.addUnlinked(c, len(c.Items), unlinked, -1, 1)
	if n := len(c.Turns); n > 0 && !f.Closed && w.turn[n-1] >= 0 {
		w.entries[w.turn[n-1]].running = true
	}
	w.sumEvents()
}

// below returns the depth of entries that are started at the current position.
func (w *walk) below() uint8 {
	if w.top >= 0 {
		return w.entries[w.top].depth + 1
	}
	return 1
}

// attempt adds the entry of a branch, which consists of the items in [from, to). The branch
// is the nth at its place.
func (w *walk) attempt(from, to int, nth int32) {
	if nth == 2 && w.last >= 0 {
		w.entries[w.last].nth = 1
	}
	e := entry{kind: attemptEntry, depth: 1, from: int32(from), to: int32(to)}
	if nth > 1 {
		e.nth = nth
	}
	w.top = w.add(e)
	w.entries[w.top].top = w.top
	w.last, w.attempts[e.from] = w.top, w.top
	c := w.session.Main
	if branch := c.File.Records.At(c.Items[from].Record).Branch; w.branches[branch] == 0 {
		w.branches[branch] = w.top + 1
	}
}

// item counts an item in the totals of the entry to, and adds the agents that it started at
// the given depth.
func (w *walk) item(c *parser.Conversation, at, to int32, depth uint8) {
	item := &c.Items[at]
	f := c.File
	var t *cost.Total
	if to >= 0 && !w.session.Copies.IsCopied(f, item.Record) {
		t = &w.entries[to].own
	} else {
		t = &cost.Total{} // no entry has this item, or another session has the original
	}
	if rows.IsError(w.session, c, int(at)) {
		t.Errors++
	}
	if item.Kind == parser.ItemTool {
		t.Calls++
		if w.visible.Keeps(c, item) {
			w.started(c, at, f.Blocks.At(item.Block).Call, depth)
		}
	}
}

// started adds the agents or the run that a call started.
func (w *walk) started(c *parser.Conversation, item, call int32, depth uint8) {
	ref := parser.CallRef{File: c.File, Index: call}
	if run := w.session.RunOf(c.File, call); run != nil {
		w.run(run, entry{call: ref, from: item, depth: depth})
		return
	}
	for _, x := range w.session.InvocationsOf(c.File, call) {
		w.agent(entry{part: x, call: ref, from: item, depth: depth})
	}
}

func (w *walk) run(run *parser.Workflow, e entry) {
	e.kind, e.run = runEntry, run
	w.add(e)
	all := !w.visible.HasVisibleRun(run)
	for i := range run.Phases {
		for k := range run.Phases[i].Tasks {
			if task := &run.Phases[i].Tasks[k]; all || w.visible.HasVisibleTask(*task) {
				w.agent(entry{part: w.invocations.First(task.Agent), task: task, depth: e.depth + 1})
			}
		}
	}
}

// addUnlinked adds the agents and runs without a known call that began before a time, or all
// of them if the time is negative. It returns the remaining ones.
func (w *walk) addUnlinked(
	c *parser.Conversation, at int, unlinked []parser.UnlinkedAgent, before int64, depth uint8,
) []parser.UnlinkedAgent {
	for len(unlinked) > 0 && (before < 0 || unlinked[0].Start > 0 && unlinked[0].Start < before) {
		switch one := &unlinked[0]; {
		case !w.visible.KeepsUnlinked(c, at, one):
		case one.Agent != nil:
			w.agent(entry{part: w.invocations.First(one.Agent), depth: depth})
		default:
			w.run(one.Run, entry{depth: depth})
		}
		unlinked = unlinked[1:]
	}
	return unlinked
}

// agent adds an invocation of an agent, and what was started in it.
func (w *walk) agent(e entry) {
	if _, known := w.parts[e.part]; known || e.depth > rows.MaxDepth {
		return
	}
	e.kind = agentEntry
	at := w.add(e)
	w.parts[e.part] = at
	if !w.met[e.part.Agent] {
		w.met[e.part.Agent] = true
		w.outline.agents++
		if rows.RecordsMissing(e.part.Agent) {
			w.missing++
		}
	}
	if w.top >= 0 {
		w.entries[w.top].agents++
		if agentState(w.session, &e) == "failed" {
			w.entries[w.top].failed++
		}
	}
	c, from := e.part.Agent.Conv, e.part.From
	if c == nil || from < 0 {
		return // the entry shows the facts from its call
	}
	unlinked := w.visible.UnlinkedIn(c, int(from))
	for i, end := from, int32(rows.InvocationEnd(e.part)); i < end; i++ {
		r := c.File.Records.At(c.Items[i].Record)
		if r.Time > 0 && !r.UUID.None() {
			if one := &w.entries[at]; one.began == 0 {
				one.began = r.Time
			}
			w.entries[at].ended = max(w.entries[at].ended, r.Time)
		}
		unlinked = w.addUnlinked(c, int(i), unlinked, r.Time, e.depth+1)
		w.item(c, i, at, e.depth+1)
	}
	if e.part.To < 0 {
		w.addUnlinked(c, rows.InvocationEnd(e.part), unlinked, -1, e.depth+1)
	}
}
