package view

import (
	"strconv"

	"unspool/parser"
	"unspool/parser/view/tool"
)

// An agentRow is what a row stands for if it does not stand for items: an agent or a
// workflow run that no known call started, an agent of a run, a phase of a run, the end
// of an agent's segment, or all internal agents.
type agentRow struct {
	agent *parser.Agent
	task  *parser.Task // set for an agent of a run
	of    string       // for the end of a segment: key of the row that opened it
	from  int32        // for the end of a segment: index of its first item in Agent.Conv.Items
	run   *parser.Workflow
	phase int // index of a phase of the run; -1 for the run itself
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

// isOwn reports whether the row stands for an agent, a run or the internal agents, and
// not for a phase or the end of a segment.
func (x *agentRow) isOwn() bool { return x.of == "" && (x.agent != nil || x.run == nil || x.phase < 0) }

// failed reports whether the row stands for a failed agent of a run, a failed run, or a
// phase with at least one failed agent.
func (x *agentRow) failed() bool {
	switch {
	case x.task != nil:
		return x.task.State == parser.TaskFailed
	case x.agent != nil || x.run == nil:
		return false
	case x.phase < 0:
		return tool.EndState(x.run.Status) == "failed"
	}
	return count(x.run.Phases[x.phase].Tasks, parser.TaskFailed) > 0
}

// unlinkedIn lists the agents and runs in a conversation that no known call started.
// While the main file is still being read, nothing is known to be unlinked. If the
// segment begins at a later item, agents that began before that item are left out: they
// belong to another segment.
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

// appendUnlinked appends the rows of the unlinked agents that began before a time, or
// of all of them if the time is negative. The rows go before the item at index at.
// Agents that the filter hides are skipped. It returns the remaining agents.
func (l *list) appendUnlinked(
	c *parser.Conversation, at int, unlinked []parser.UnlinkedAgent, before int64, depth uint8,
) []parser.UnlinkedAgent {
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

// appendStarted appends the rows of the run or the agents that a call started.
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

// appendPart appends the rows of an agent segment, and a row that marks its end.
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

// appendRun appends the rows of a workflow's phases and agents. If the filter keeps the
// run only because of what some of them contain, only those get rows.
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

// appendAgent appends the row of an agent and, if it is open, the rows of its
// conversation.
func (l *list) appendAgent(x *agentRow, depth uint8) {
	c := x.agent.Conv
	l.rows = append(l.rows, ref{conv: c, side: x, depth: depth})
	if c != nil && depth < maxDepth && l.isOpen(x.key()) {
		l.appendPart(&parser.AgentSegment{Agent: x.agent, To: -1}, x.key(), depth+1)
	}
}

// appendInternal appends one row for all internal agents, because readers rarely want
// to see them one by one.
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

// internal lists the internal agents that belong to no call and no run.
func (l *list) internal() []*parser.Agent {
	var list []*parser.Agent
	for _, a := range l.session.Agents {
		if a.Internal && a.Call.File == nil && a.Run == nil && a.Conv != nil {
			list = append(list, a)
		}
	}
	return list
}

// recordsMissing reports whether an agent's records are not among the files, and it is not a
// session of its own either.
func recordsMissing(a *parser.Agent) bool {
	return a.Conv == nil && a.Session == nil && !a.Internal
}
