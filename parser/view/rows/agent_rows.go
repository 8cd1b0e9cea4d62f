package rows

import (
	"strconv"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// An AgentRow identifies the entity of a row without items: an agent or a workflow run that
// no known call started, an agent of a run, a phase of a run, the end of an agent invocation,
// or all internal agents.
type AgentRow struct {
	Agent *parser.Agent
	task  *parser.Task // set for an agent of a run
	of    string       // for the end of an invocation: key of the row that opened it
	from  int32        // for the end of an invocation: index of its first item in Agent.Conv.Items
	Run   *parser.Workflow
	phase int // index of a phase of the run; -1 for the run itself
}

// IsEnd reports whether the row marks the end of an invocation.
func (x *AgentRow) IsEnd() bool { return x.of != "" }

// IsRun reports whether the row is that of a workflow run, and not of a part of it.
func (x *AgentRow) IsRun() bool { return x.Run != nil && x.Agent == nil && x.phase < 0 }

func (x *AgentRow) key() string {
	switch {
	case x.of != "":
		return "end:" + strconv.Itoa(int(x.from)) + ":" + AgentKey(x.Agent)
	case x.Agent != nil:
		return AgentKey(x.Agent)
	case x.Run == nil:
		return InternalKey
	case x.phase < 0:
		return RunKey(x.Run)
	}
	return "phase:" + x.Run.ID + "/" + strconv.Itoa(x.phase)
}

// isOwn reports whether the row is that of an agent, a run or the internal agents, and not
// of a phase or the end of an invocation.
func (x *AgentRow) isOwn() bool { return x.of == "" && (x.Agent != nil || x.Run == nil || x.phase < 0) }

// failed reports whether the row is that of a failed agent of a run, a failed run, or a phase
// with at least one failed agent.
func (x *AgentRow) failed() bool {
	switch {
	case x.task != nil:
		return x.task.State == parser.TaskFailed
	case x.Agent != nil || x.Run == nil:
		return false
	case x.phase < 0:
		return tool.EndState(x.Run.Status) == "failed"
	}
	return count(x.Run.Phases[x.phase].Tasks, parser.TaskFailed) > 0
}

// Records returns the positions of the records that describe the row's entity, outside of the
// rows inside it: the first message of an agent.
func (x *AgentRow) Records() []protocol.RecordLocation {
	if x.of != "" || x.Agent == nil || x.Agent.Conv == nil || x.Agent.Conv.FirstMessage < 0 {
		return nil
	}
	return []protocol.RecordLocation{source.LocationOf(x.Agent.Conv.File, x.Agent.Conv.FirstMessage)}
}

// appendUnlinked appends the rows of the unlinked agents that began before a time, or
// of all of them if the time is negative. The rows go before the item at index at.
// Agents that the filter hides are skipped. It returns the remaining agents.
func (b *builder) appendUnlinked(
	c *parser.Conversation, at int, unlinked []parser.UnlinkedAgent, before int64, depth uint8,
) []parser.UnlinkedAgent {
	for ; len(unlinked) > 0 && (before < 0 || unlinked[0].Start > 0 && unlinked[0].Start < before); unlinked = unlinked[1:] {
		if !b.visible.KeepsUnlinked(c, at, &unlinked[0]) {
			continue
		}
		if a := unlinked[0].Agent; a != nil {
			b.appendAgent(&AgentRow{Agent: a}, depth)
			continue
		}
		x := &AgentRow{Run: unlinked[0].Run, phase: -1}
		b.rows = append(b.rows, Ref{AgentRow: x, depth: depth})
		if b.open.isOpen(x.key()) {
			b.within(nil, func() { b.appendRun(x.Run, depth+1) })
		}
	}
	return unlinked
}

// appendStarted appends the rows of the run or the agents that a call started.
func (b *builder) appendStarted(f *parser.File, call int32, depth uint8) {
	if w := b.session.RunOf(f, call); w != nil {
		b.within(nil, func() { b.appendRun(w, depth) })
		return
	}
	for _, x := range b.session.InvocationsOf(f, call) {
		if c := x.Agent.Conv; c != nil && x.From >= 0 {
			b.appendInvocation(x, KeyOf(f, f.Calls.At(call).Use, f.Calls.At(call).UseBlock), depth)
		}
	}
}

// appendInvocation appends the rows of an agent invocation, and a row that marks its end.
func (b *builder) appendInvocation(x *parser.AgentInvocation, of string, depth uint8) {
	b.within(x.Agent, func() {
		b.appendItems(x.Agent.Conv, int(x.From), InvocationEnd(x), depth)
		b.rows = append(b.rows, Ref{AgentRow: &AgentRow{Agent: x.Agent, of: of, from: x.From}, depth: depth})
	})
}

// InvocationEnd returns the index of the item after an agent invocation that has items.
func InvocationEnd(x *parser.AgentInvocation) int {
	if x.To >= 0 {
		return int(x.To)
	}
	return len(x.Agent.Conv.Items)
}

// appendRun appends the rows of a workflow's phases and agents. If the filter keeps the
// run only because of the content of some of them, only those get rows.
func (b *builder) appendRun(w *parser.Workflow, depth uint8) {
	all := !b.visible.HasVisibleRun(w)
	for i := range w.Phases {
		p := &w.Phases[i]
		if p.Title != "" && (all || b.visible.hasVisiblePhase(*p)) {
			b.rows = append(b.rows, Ref{AgentRow: &AgentRow{Run: w, phase: i}, depth: depth})
		}
		for k := range p.Tasks {
			if all || b.visible.HasVisibleTask(p.Tasks[k]) {
				b.appendAgent(&AgentRow{Agent: p.Tasks[k].Agent, task: &p.Tasks[k]}, depth)
			}
		}
	}
}

// appendAgent appends the row of an agent and, if it is open, the rows of its
// conversation.
func (b *builder) appendAgent(x *AgentRow, depth uint8) {
	c := x.Agent.Conv
	b.rows = append(b.rows, Ref{Conv: c, AgentRow: x, depth: depth})
	if c != nil && depth < MaxDepth && b.open.isOpen(x.key()) {
		b.appendInvocation(&parser.AgentInvocation{Agent: x.Agent, To: -1}, x.key(), depth+1)
	}
}

// appendInternal appends one row for all internal agents, because readers rarely want
// to see them one by one.
func (b *builder) appendInternal() {
	internal := InternalAgents(b.session)
	if len(internal) == 0 || !b.visible.KeepsInternal() {
		return
	}
	all := !b.visible.hasVisibleInternal()
	b.rows = append(b.rows, Ref{AgentRow: &AgentRow{}})
	if !b.open.isOpen(InternalKey) {
		return
	}
	b.within(nil, func() {
		for _, a := range internal {
			if all || b.visible.hasVisibleAgent(a) {
				b.appendAgent(&AgentRow{Agent: a}, 1)
			}
		}
	})
}

// appendSelected appends the rows of the selected agent: the calls that the agent worked
// on, each with the rows of the work on it. The kinds of the filter apply to the rows
// inside.
func (b *builder) appendSelected() {
	for _, a := range b.session.Agents {
		if !b.visible.isSelected(a) {
			continue
		}
		if a.Call.File == nil || a.Run != nil {
			b.open.lead(AgentKey(a))
			b.appendAgent(AgentRowOf(a), 0)
			continue
		}
		b.appendWork(a, a.Call)
		for _, ref := range a.Resumed {
			b.appendWork(a, ref)
		}
	}
	b.open.hasOpened = b.open.hasOpened || len(b.rows) > 0
}

// appendWork appends the row of a call and the rows of an agent's work on it.
func (b *builder) appendWork(a *parser.Agent, from parser.CallRef) {
	f := from.File
	c, at := itemOfCall(f, from.Index)
	if at < 0 {
		return
	}
	key := KeyOf(f, c.Items[at].Record, c.Items[at].Block)
	b.open.lead(key)
	b.rows = append(b.rows, Ref{Conv: c, From: at, To: at + 1})
	if !b.open.isOpen(key) {
		return
	}
	for _, x := range b.session.InvocationsOf(f, from.Index) {
		if x.Agent == a && a.Conv != nil && x.From >= 0 {
			b.appendInvocation(x, key, 1)
		}
	}
}

// itemOfCall returns the conversation of a call and the index of its item, -1 if it has
// none.
func itemOfCall(f *parser.File, index int32) (*parser.Conversation, int32) {
	call := f.Calls.At(index)
	c := f.Conversations[max(0, call.Conv)]
	for at := f.Records.At(call.Use).Item; at >= 0 && int(at) < len(c.Items) && c.Items[at].Record == call.Use; at++ {
		if c.Items[at].Block == call.UseBlock {
			return c, at
		}
	}
	return c, -1
}

// AgentRowOf returns the AgentRow for an agent that was not started by a call.
func AgentRowOf(a *parser.Agent) *AgentRow {
	x := &AgentRow{Agent: a}
	if a.Run == nil {
		return x
	}
	for i := range a.Run.Phases {
		for k := range a.Run.Phases[i].Tasks {
			if task := &a.Run.Phases[i].Tasks[k]; task.Agent == a {
				x.task = task
			}
		}
	}
	return x
}

// InternalAgents lists the internal agents that belong to no call and no run.
func InternalAgents(s *parser.Session) []*parser.Agent {
	var list []*parser.Agent
	for _, a := range s.Agents {
		if a.Internal && a.Call.File == nil && a.Run == nil && a.Conv != nil {
			list = append(list, a)
		}
	}
	return list
}

// RecordsMissing reports whether an agent's records are not among the files, and it is not a
// session of its own either.
func RecordsMissing(a *parser.Agent) bool {
	return a.Conv == nil && a.Session == nil && !a.Internal
}
