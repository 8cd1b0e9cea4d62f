package session

import (
	"sort"

	"unspool/parser/transcript"
)

// AgentInvocations maps responses to the place where they were given: the main conversation, or the
// invocation of an agent, with the call that led to it. It reflects the links of the
// session at the time it was created.
type AgentInvocations struct {
	main  *transcript.Conversation
	agent map[*transcript.Conversation]*Agent // includes copies of an agent's conversation
	byID  map[string]*Agent
	whole map[*Agent]*AgentInvocation // whole conversations of unlinked agents
}

// AgentInvocations returns the invocations of all agents.
func (s *Session) AgentInvocations() *AgentInvocations {
	x := &AgentInvocations{s.Main, map[*transcript.Conversation]*Agent{}, map[string]*Agent{}, map[*Agent]*AgentInvocation{}}
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

// First returns the invocation that the agent began with: all of its conversation, unless a later
// call resumed it.
func (x *AgentInvocations) First(a *Agent) *AgentInvocation {
	if len(a.invocations) > 0 {
		return a.invocations[0]
	}
	if x.whole[a] == nil {
		x.whole[a] = &AgentInvocation{Agent: a, To: -1}
	}
	return x.whole[a]
}

// CallAt returns the call that led to the invocation that contains an item of the agent's
// conversation; its File is nil for an unlinked agent.
func (a *Agent) CallAt(item int32) CallRef {
	if invocation := a.invocationAt(item); invocation != nil {
		return invocation.Call
	}
	return CallRef{}
}

// invocationAt returns the invocation that contains an item, nil for an unlinked agent.
func (a *Agent) invocationAt(item int32) *AgentInvocation {
	if len(a.invocations) == 0 {
		return nil
	}
	at := sort.Search(len(a.invocations), func(i int) bool { return a.invocations[i].From > item })
	return a.invocations[max(0, at-1)]
}

// Of returns the invocation in which a response was given. The invocation is nil for the main
// conversation, and for a conversation that belongs to no agent of the session; ours is false only
// in the latter case.
func (x *AgentInvocations) Of(r *Response) (invocation *AgentInvocation, ours bool) {
	if r.Message < 0 {
		if a := x.byID[r.Agent]; a != nil {
			return x.First(a), true
		}
		return nil, false
	}
	m := r.File.Messages.At(r.Message)
	c := r.File.Conversations[m.Conv]
	invocation = x.in(c, m.Turn)
	return invocation, invocation != nil || c == x.main
}

// OfCall returns the invocation in which a tool call was made, like [AgentInvocations.Of].
func (x *AgentInvocations) OfCall(call CallRef) (invocation *AgentInvocation, ours bool) {
	c := call.conversation()
	invocation = x.in(c, call.Call().Turn)
	return invocation, invocation != nil || c == x.main
}

// in returns the agent invocation that contains a turn of a conversation, nil for conversations that
// are not an agent's.
func (x *AgentInvocations) in(c *transcript.Conversation, turn int32) *AgentInvocation {
	a := x.agent[c]
	if a == nil {
		return nil
	}
	if turn < 0 || len(a.invocations) == 0 {
		return x.First(a)
	}
	return a.invocationAt(c.Turns[turn].First)
}

// maxLevels limits how many levels of nested agents are followed upward.
const maxLevels = 64

// Turn returns the turn of the main conversation whose call led to an invocation, also through
// agents that started each other. The second result is false if the turn is unknown.
func (x *AgentInvocations) Turn(invocation *AgentInvocation) (turn int32, ok bool) {
	for range maxLevels {
		if invocation == nil || invocation.Call.File == nil {
			break
		}
		use, c := invocation.Call.Call(), invocation.Call.conversation()
		if c == x.main {
			return use.Turn, use.Turn != transcript.None
		}
		invocation = x.in(c, use.Turn)
	}
	return transcript.None, false
}
