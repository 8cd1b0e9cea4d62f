package session

import (
	"sort"

	"unspool/parser/transcript"
)

// The last steps of an agentLinker, which complete the tree of agents once their calls are known.

// cutCycles unlinks agents that would be their own ancestors.
func (l *agentLinker) cutCycles() {
	t := &l.s.AgentTree
	byID := map[string]*Agent{}
	for _, a := range t.Agents {
		if a.Conv != nil && byID[a.ID] == nil {
			byID[a.ID] = a
		}
	}
	for _, a := range t.Agents {
		if a.Call.File == nil && a.Meta != nil && a.Run == nil {
			if p := byID[a.Meta.ParentAgent]; p != nil && p != a {
				a.parent = p.Conv
			}
		}
	}
	// An agent is done when the path up from it is known to end.
	const walking, done = 1, 2
	state := map[*Agent]int8{}
	for _, a := range t.Agents {
		var path []*Agent
		for at := a; at != nil && state[at] != done; at = t.byConv[t.Parent(at)] {
			if state[at] == walking {
				l.unlink(at)
				break
			}
			state[at] = walking
			path = append(path, at)
		}
		for _, at := range path {
			state[at] = done
		}
	}
}

// unlink removes the links of an agent to its call and parent; for an agent of a run, it unlinks
// the whole run.
func (l *agentLinker) unlink(a *Agent) {
	w := a.Run
	a.Call, a.parent = CallRef{}, nil
	if w == nil {
		return
	}
	delete(l.s.byRun, w.Call)
	w.Call = CallRef{}
	for _, p := range w.Phases {
		for _, task := range p.Tasks {
			task.Agent.Call = CallRef{}
		}
	}
}

// findInvocations divides agents' conversations among the calls that led to them. A call that
// resumed an agent gets an invocation only if it is in the same conversation as the call that
// started the agent, or further up. Every invocation is then reachable from the main conversation, and only once.
func (l *agentLinker) findInvocations() {
	t := &l.s.AgentTree
	for _, a := range t.Agents {
		if a.Call.File == nil {
			continue
		}
		part := &AgentInvocation{Agent: a, Call: a.Call, To: -1}
		a.invocations = []*AgentInvocation{part}
		if a.Run == nil {
			t.byCall[a.Call] = append(t.byCall[a.Call], part)
		}
		turn := 1
		for _, ref := range a.Resumed {
			next := &AgentInvocation{Agent: a, Call: ref, From: -1, To: -1, Resumed: true}
			t.byCall[ref] = append(t.byCall[ref], next)
			if a.Conv == nil || a.Run != nil || !a.isWithin(ref.conversation(), t) {
				continue
			}
			for turn < len(a.Conv.Turns) && a.Conv.Turns[turn].Start < ref.time() {
				turn++
			}
			if turn < len(a.Conv.Turns) {
				next.From = a.Conv.Turns[turn].First
				part.To, part, a.invocations = next.From, next, append(a.invocations, next)
				turn++
			}
		}
	}
}

// placeUnlinked assigns unlinked agents and runs to the conversations where they began.
func (l *agentLinker) placeUnlinked() {
	t := &l.s.AgentTree
	t.unlinkedByConv = map[*transcript.Conversation][]UnlinkedAgent{}
	for _, a := range t.Agents {
		if a.isUnlinked() {
			p := t.Parent(a)
			t.unlinkedByConv[p] = append(t.unlinkedByConv[p], UnlinkedAgent{Agent: a, Start: a.Start()})
		}
	}
	for _, w := range t.Workflows {
		if w.Call.File != nil {
			continue
		}
		x := UnlinkedAgent{Run: w}
		for _, p := range w.Phases {
			for _, task := range p.Tasks {
				if at := task.Agent.Start(); at > 0 && (x.Start == 0 || at < x.Start) {
					x.Start = at
				}
			}
		}
		t.unlinkedByConv[t.main] = append(t.unlinkedByConv[t.main], x)
	}
	for _, list := range t.unlinkedByConv {
		sort.SliceStable(list, func(i, j int) bool {
			return list[i].Start > 0 && (list[j].Start == 0 || list[i].Start < list[j].Start)
		})
	}
}
