package session

import (
	"sort"

	"unspool/parser/transcript"
)

// An AgentTree holds the agents of a session, the workflows that they worked for, and the tool calls
// that started them. It is built again whenever the session's files have changed.
type AgentTree struct {
	Agents []*Agent
	// Workflows are the workflow runs with files of their own, in the order of the files.
	Workflows []*Workflow

	main           *transcript.Conversation
	byCall         map[CallRef][]*AgentSegment
	byRun          map[CallRef]*Workflow
	byConv         map[*transcript.Conversation]*Agent
	unlinkedByConv map[*transcript.Conversation][]UnlinkedAgent
	ends           map[CallRef]TaskResult // how background work ended
}

// SegmentsOf returns the segments of agents' conversations that a call led to, except those of a
// workflow's agents, for which see [AgentTree.RunOf].
func (t *AgentTree) SegmentsOf(f *transcript.File, call int32) []*AgentSegment {
	return t.byCall[CallRef{f, call}]
}

// RunOf returns the workflow that a call started, nil for other calls.
func (t *AgentTree) RunOf(f *transcript.File, call int32) *Workflow { return t.byRun[CallRef{f, call}] }

// AgentOf returns the agent whose own conversation this is, nil if there is none.
func (t *AgentTree) AgentOf(c *transcript.Conversation) *Agent { return t.byConv[c] }

// Parent returns the conversation in which an agent was started: that of its call, else that of the
// agent that its meta file names, else the main one.
func (t *AgentTree) Parent(a *Agent) *transcript.Conversation {
	if a.Call.File != nil {
		return a.Call.conversation()
	}
	if a.parent != nil {
		return a.parent
	}
	return t.main
}

// cutCycles unlinks agents that would be their own ancestors.
func (t *AgentTree) cutCycles() {
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
				t.unlink(at)
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
func (t *AgentTree) unlink(a *Agent) {
	w := a.Run
	a.Call, a.parent = CallRef{}, nil
	if w == nil {
		return
	}
	delete(t.byRun, w.Call)
	w.Call = CallRef{}
	for _, p := range w.Phases {
		for _, task := range p.Tasks {
			task.Agent.Call = CallRef{}
		}
	}
}

// findSegments divides agents' conversations among the calls that led to them. A call that resumed
// an agent gets a segment only if it is in the same conversation as the call that started the
// agent, or further up. Every segment is then reachable from the main conversation, and only once.
func (t *AgentTree) findSegments() {
	for _, a := range t.Agents {
		if a.Call.File == nil {
			continue
		}
		part := &AgentSegment{Agent: a, Call: a.Call, To: -1}
		a.parts = []*AgentSegment{part}
		if a.Run == nil {
			t.byCall[a.Call] = append(t.byCall[a.Call], part)
		}
		turn := 1
		for _, ref := range a.Resumed {
			next := &AgentSegment{Agent: a, Call: ref, From: -1, To: -1, Resumed: true}
			t.byCall[ref] = append(t.byCall[ref], next)
			if a.Conv == nil || a.Run != nil || !t.above(a, ref.conversation()) {
				continue
			}
			for turn < len(a.Conv.Turns) && a.Conv.Turns[turn].Start < ref.time() {
				turn++
			}
			if turn < len(a.Conv.Turns) {
				next.From = a.Conv.Turns[turn].First
				part.To, part, a.parts = next.From, next, append(a.parts, next)
				turn++
			}
		}
	}
}

// above reports whether an agent was started in a conversation, directly or through other agents.
func (t *AgentTree) above(a *Agent, c *transcript.Conversation) bool {
	for at := a; at != nil; {
		p := t.Parent(at)
		if p == c {
			return true
		}
		at = t.byConv[p]
	}
	return false
}

// An UnlinkedAgent is an agent, or a workflow run, that was not started by any known call.
type UnlinkedAgent struct {
	Agent *Agent    // nil for a run
	Run   *Workflow // nil for an agent
	Start int64     // ms since 1970, 0 if unknown
}

// UnlinkedIn returns the unlinked agents and runs of a conversation, sorted by time. It omits
// internal agents.
func (t *AgentTree) UnlinkedIn(c *transcript.Conversation) []UnlinkedAgent {
	return t.unlinkedByConv[c]
}

// placeUnlinked assigns unlinked agents and runs to the conversations where they began.
func (t *AgentTree) placeUnlinked() {
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
