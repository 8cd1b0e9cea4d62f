package parser

import "sort"

// AgentSegments tell for whom responses were given: in the main conversation, or in
// the part of an agent's that one call led to; and where that call stands. They
// are those of the session as it was linked when they were asked for.
type AgentSegments struct {
	main  *Conversation
	agent map[*Conversation]*Agent // copies of an agent's conversation too
	byID  map[string]*Agent
	whole map[*Agent]*AgentSegment // conversations of unlinked agents
}

// AgentSegments gives the parts of all agents' conversations.
func (s *Session) AgentSegments() *AgentSegments {
	x := &AgentSegments{s.Main, map[*Conversation]*Agent{}, map[string]*Agent{}, map[*Agent]*AgentSegment{}}
	for _, a := range s.Agents {
		if a.Conv != nil {
			x.agent[a.Conv] = a
		}
		for _, c := range a.copies {
			x.agent[c] = a
		}
		if !a.again {
			x.byID[a.ID] = a
		}
	}
	return x
}

// First is the part that the agent began with: all of its conversation, unless a
// call let it go on.
func (x *AgentSegments) First(a *Agent) *AgentSegment {
	if len(a.parts) > 0 {
		return a.parts[0]
	}
	if x.whole[a] == nil {
		x.whole[a] = &AgentSegment{Agent: a, To: -1}
	}
	return x.whole[a]
}

// CallAt gives the call that led to the part of an agent's conversation that an
// item stands in; its File is nil for an unlinked agent.
func (a *Agent) CallAt(item int32) CallRef {
	if part := a.partAt(item); part != nil {
		return part.Call
	}
	return CallRef{}
}

// partAt gives the part that an item stands in, nil for an unlinked agent.
func (a *Agent) partAt(item int32) *AgentSegment {
	if len(a.parts) == 0 {
		return nil
	}
	at := sort.Search(len(a.parts), func(i int) bool { return a.parts[i].From > item })
	return a.parts[max(0, at-1)]
}

// Of gives the part in which a response was given. It is nil in the main
// conversation, and in one that is no agent's of the session: ours is false then.
func (x *AgentSegments) Of(r *Response) (part *AgentSegment, ours bool) {
	if r.Message < 0 {
		if a := x.byID[r.Agent]; a != nil {
			return x.First(a), true
		}
		return nil, false
	}
	m := r.File.Messages.At(r.Message)
	c := r.File.Conversations[m.Conv]
	part = x.in(c, m.Turn)
	return part, part != nil || c == x.main
}

// in gives the part of an agent's conversation that a turn of it stands in, nil in others.
func (x *AgentSegments) in(c *Conversation, turn int32) *AgentSegment {
	a := x.agent[c]
	if a == nil {
		return nil
	}
	if turn < 0 || len(a.parts) == 0 {
		return x.First(a)
	}
	return a.partAt(c.Turns[turn].First)
}

// mostLevels bounds how far up the calls of agents are followed.
const mostLevels = 64

// Turn gives the turn of the main conversation in which the call was made that
// led to a part, over agents that started each other; -1 where that is not known.
func (x *AgentSegments) Turn(part *AgentSegment) int32 {
	for range mostLevels {
		if part == nil || part.Call.File == nil {
			return none
		}
		use, c := part.Call.Call(), part.Call.conversation()
		if c == x.main {
			return use.Turn
		}
		part = x.in(c, use.Turn)
	}
	return none
}
