package view

import (
	"strconv"

	"unspool/parser"
)

// A agentRow is what a row stands for beside items: an agent or a workflow's run
// that no call is known to have started, an agent of a run, a phase of one, the
// end of an agent's part, or all internal agents.
type agentRow struct {
	agent *parser.Agent
	task  *parser.Task // of an agent in a run
	of    string       // of an end: key of the row that opened the part
	from  int32        // of an end: where the part began, in Agent.Conv.Items
	run   *parser.Workflow
	phase int // of a run; -1 for the run itself
}

func (x *agentRow) key() string {
	switch {
	case x.of != "":
		return "end:" + strconv.Itoa(int(x.from)) + ":" + agentKey(x.agent)
	case x.agent != nil:
		return agentKey(x.agent)
	case x.run == nil:
		return internalKey
	case x.phase < 0:
		return runKey(x.run)
	}
	return "phase:" + x.run.ID + "/" + strconv.Itoa(x.phase)
}

// isOwn says that the row is one of an agent, a run or the internal agents, and no
// sign between others.
func (x *agentRow) isOwn() bool { return x.of == "" && (x.agent != nil || x.run == nil || x.phase < 0) }

// failed says that an agent of a run failed, a run, or one of the agents of a phase.
func (x *agentRow) failed() bool {
	switch {
	case x.task != nil:
		return x.task.State == parser.TaskFailed
	case x.agent != nil || x.run == nil:
		return false
	case x.phase < 0:
		return stateOf(x.run.Status) == "failed"
	}
	return count(x.run.Phases[x.phase].Tasks, parser.TaskFailed) > 0
}

// unlinkedIn lists what was started in a conversation by no known call. While the
// main file is being read nothing is known to be unlinked. Of a part that begins
// at an item, what began before is another part's.
func (l *list) unlinkedIn(c *parser.Conversation, from int) []parser.UnlinkedAgent {
	if !l.built.closed {
		return nil
	}
	unlinked := l.session.UnlinkedIn(c)
	for from > 0 && len(unlinked) > 0 && unlinked[0].Start > 0 && unlinked[0].Start < c.File.Records.At(c.Items[from].Record).Time {
		unlinked = unlinked[1:]
	}
	return unlinked
}

// appendUnlinked makes rows of what began before a time, of all when it is
// negative, and gives the rest: they stand before an item. Those that do not stay
// it only passes.
func (l *list) appendUnlinked(c *parser.Conversation, at int, unlinked []parser.UnlinkedAgent, before int64, depth uint8) []parser.UnlinkedAgent {
	for ; len(unlinked) > 0 && (before < 0 || unlinked[0].Start > 0 && unlinked[0].Start < before); unlinked = unlinked[1:] {
		if !l.keepsUnlinked(c, at, &unlinked[0]) {
			continue
		}
		if a := unlinked[0].Agent; a != nil {
			l.appendAgent(&agentRow{agent: a}, depth)
			continue
		}
		x := &agentRow{run: unlinked[0].Run, phase: -1}
		l.rows = append(l.rows, ref{side: x, depth: depth})
		if l.isOpen(x.key()) {
			l.within(nil, func() { l.appendRun(x.run, depth+1) })
		}
	}
	return unlinked
}

// appendStarted makes rows of what a call led to.
func (l *list) appendStarted(f *parser.File, call int32, depth uint8) {
	if w := l.session.RunOf(f, call); w != nil {
		l.within(nil, func() { l.appendRun(w, depth) })
		return
	}
	for _, x := range l.session.SegmentsOf(f, call) {
		if c := x.Agent.Conv; c != nil && x.From >= 0 {
			l.appendPart(x, keyOf(f, f.Calls.At(call).Use, f.Calls.At(call).UseBlock), depth)
		}
	}
}

// appendPart makes rows of an agent's conversation, or a part of it, and marks
// where it ends.
func (l *list) appendPart(x *parser.AgentSegment, of string, depth uint8) {
	l.within(x.Agent, func() {
		l.appendItems(x.Agent.Conv, int(x.From), endOf(x), depth)
		l.rows = append(l.rows, ref{side: &agentRow{agent: x.Agent, of: of, from: x.From}, depth: depth})
	})
}

func endOf(x *parser.AgentSegment) int {
	if x.To >= 0 {
		return int(x.To)
	}
	return len(x.Agent.Conv.Items)
}

// appendRun makes rows of a workflow's phases and agents: where some hold what is
// left, of those alone.
func (l *list) appendRun(w *parser.Workflow, depth uint8) {
	all := !l.holdsRun(w)
	for i := range w.Phases {
		p := &w.Phases[i]
		if p.Title != "" && (all || l.holdsPhase(p)) {
			l.rows = append(l.rows, ref{side: &agentRow{run: w, phase: i}, depth: depth})
		}
		for k := range p.Tasks {
			if all || l.holdsTask(&p.Tasks[k]) {
				l.appendAgent(&agentRow{agent: p.Tasks[k].Agent, task: &p.Tasks[k]}, depth)
			}
		}
	}
}

// appendAgent makes the row of an agent, and where it is open those of its
// conversation.
func (l *list) appendAgent(x *agentRow, depth uint8) {
	c := x.agent.Conv
	l.rows = append(l.rows, ref{conv: c, side: x, depth: depth})
	if c != nil && depth < maxDepth && l.isOpen(x.key()) {
		l.appendPart(&parser.AgentSegment{Agent: x.agent, To: -1}, x.key(), depth+1)
	}
}

// appendInternal makes one row of all internal agents: they are counted, and rarely
// wanted.
func (l *list) appendInternal() {
	internal := l.internal()
	if len(internal) == 0 || !l.keepsInternal() {
		return
	}
	all := !l.holdsInternal()
	l.rows = append(l.rows, ref{side: &agentRow{}})
	if !l.isOpen(internalKey) {
		return
	}
	l.within(nil, func() {
		for _, a := range internal {
			if all || l.holdsAgent(a) {
				l.appendAgent(&agentRow{agent: a}, 1)
			}
		}
	})
}

// internal lists the internal agents that stand at no call.
func (l *list) internal() []*parser.Agent {
	var list []*parser.Agent
	for _, a := range l.session.Agents {
		if a.Internal && a.Call.File == nil && a.Run == nil && a.Conv != nil {
			list = append(list, a)
		}
	}
	return list
}
