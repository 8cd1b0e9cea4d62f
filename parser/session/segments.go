package session

import (
	"sort"

	"unspool/parser/transcript"
)

// AgentSegments maps responses to the place where they were given: the main conversation, or the
// segment of an agent's conversation, with the call that led to it. It reflects the links of the
// session at the time it was created.
type AgentSegments struct {
	main  *transcript.Conversation
	agent map[*transcript.Conversation]*Agent // includes copies of an agent's conversation
	byID  map[string]*Agent
	whole map[*Agent]*AgentSegment // whole conversations of unlinked agents
}

// AgentSegments returns the segments of all agents' conversations.
func (s *Session) AgentSegments() *AgentSegments {
	x := &AgentSegments{s.Main, map[*transcript.Conversation]*Agent{}, map[string]*Agent{}, map[*Agent]*AgentSegment{}}
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

// First returns the segment that the agent began with: all of its conversation, unless a later call
// resumed it.
func (x *AgentSegments) First(a *Agent) *AgentSegment {
	if len(a.parts) > 0 {
		return a.parts[0]
	}
	if x.whole[a] == nil {
		x.whole[a] = &AgentSegment{Agent: a, To: -1}
	}
	return x.whole[a]
}

// CallAt returns the call that led to the segment of the agent's conversation that contains an
// item; its File is nil for an unlinked agent.
func (a *Agent) CallAt(item int32) CallRef {
	if part := a.partAt(item); part != nil {
		return part.Call
	}
	return CallRef{}
}

// partAt returns the segment that contains an item, nil for an unlinked agent.
func (a *Agent) partAt(item int32) *AgentSegment {
	if len(a.parts) == 0 {
		return nil
	}
	at := sort.Search(len(a.parts), func(i int) bool { return a.parts[i].From > item })
	return a.parts[max(0, at-1)]
}

// Of returns the segment in which a response was given. The segment is nil for the main
// conversation, and for a conversation that belongs to no agent of the session; ours is false only
// in the latter case.
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

// in returns the segment of an agent's conversation that contains a turn, nil for other
// conversations.
func (x *AgentSegments) in(c *transcript.Conversation, turn int32) *AgentSegment {
	a := x.agent[c]
	if a == nil {
		return nil
	}
	if turn < 0 || len(a.parts) == 0 {
		return x.First(a)
	}
	return a.partAt(c.Turns[turn].First)
}

// mostLevels limits how many levels of nested agents are followed upward.
const mostLevels = 64

// Turn returns the turn of the main conversation whose call led to a segment, also through agents
// that started each other. The second result is false if the turn is unknown.
func (x *AgentSegments) Turn(part *AgentSegment) (turn int32, ok bool) {
	for range mostLevels {
		if part == nil || part.Call.File == nil {
			break
		}
		use, c := part.Call.Call(), part.Call.conversation()
		if c == x.main {
			return use.Turn, use.Turn != transcript.None
		}
		part = x.in(c, use.Turn)
	}
	return transcript.None, false
}
