package trace

import (
	"cmp"
	"fmt"
	"slices"

	"unspool/parser"
)

// agents adds the spans of the agents that a call started or resumed.
func (w *walk) agents(f *parser.File, call int32, parent SpanID, within period) {
	for _, invocation := range w.session.InvocationsOf(f, call) {
		w.invocation(invocation, parent, within)
	}
	for agent := range agentsOfRun(w.session.RunOf(f, call)) {
		w.agent(agent, parent, within)
	}
}

// agent adds the spans of all of the work of an agent.
func (w *walk) agent(agent *parser.Agent, parent SpanID, within period) {
	w.invocation(&parser.AgentInvocation{Agent: agent, To: -1}, parent, within)
}

// invocation adds the spans of the part of an agent's work that a call led to. An agent in the background may end
// after the turn that started it.
func (w *walk) invocation(in *parser.AgentInvocation, parent SpanID, within period) {
	if w.depth >= maxDepth {
		return
	}
	items, outside := itemsOf(in), w.outsideOf(in.Agent)
	others := outside.others
	if in.Resumed {
		others = nil // it is not known which call they belong to; they are under the first one
	}
	if len(items) == 0 && len(others) == 0 {
		return
	}
	agent, key := in.Agent, "relayed" // key is the first record
	var when period
	if len(items) > 0 {
		key = fmt.Sprint(items[0].Record)
		for i := range items {
			when = when.with(agent.Conv.File.Records.At(items[i].Record).Time)
		}
	}
	for i := range others {
		when = when.with(others[i].Time)
	}
	if when.to == 0 {
		when = period{within.from, within.from}
	}
	name := cmp.Or(agent.Type, "agent")
	span := w.span(parent, fmt.Sprintf("agent %s %s", agent.ID, key), name, when)
	a := &span.Attributes
	put(a, genOperation, "invoke_agent")
	put(a, genAgent, name)
	put(a, genAgentID, agent.ID)
	put(a, genConversation, w.session.ID)
	put(a, langfuseType, "agent")
	put(a, langfuseSession, w.session.ID)
	inner := walk{builder: w.builder, parent: span.ID, depth: w.depth + 1, inCopies: outside.byID}
	if len(items) > 0 {
		inner.items(agent.Conv, items, when)
	}
	inner.others(others, when)
	if agent.Conv != nil && !in.Resumed {
		for _, u := range w.session.UnlinkedIn(agent.Conv) {
			for unlinked := range agentsOfUnlinked(u) {
				inner.agent(unlinked, span.ID, when)
			}
		}
	}
	w.quote(a, inner.prompt, inner.reply)
}

// itemsOf returns the items of an invocation.
func itemsOf(in *parser.AgentInvocation) []parser.Item {
	conv := in.Agent.Conv
	if conv == nil || in.From < 0 {
		return nil
	}
	to := in.To
	if to < 0 {
		to = int32(len(conv.Items))
	}
	return conv.Items[min(in.From, to):to]
}

// outsideResponses are responses of an agent that do not count in its conversation.
type outsideResponses struct {
	byID   map[string]parser.Response // those that the conversation has, too: they count in a copy of its file
	others []parser.Response          // of progress records, or of a copy that went on in another way; by time
}

// outsideOf returns the responses of an agent that do not count in its conversation.
func (b *builder) outsideOf(agent *parser.Agent) outsideResponses {
	if known, ok := b.outside[agent]; ok {
		return known
	}
	out := outsideResponses{byID: map[string]parser.Response{}}
	var own map[string]bool
	for r := range b.session.AgentResponses(agent) {
		if r.Message >= 0 && r.File.Conversations[r.File.Messages.At(r.Message).Conv] == agent.Conv {
			continue
		}
		if own == nil {
			own = messageIDs(agent.Conv)
		}
		if id := r.File.Ident(messageOf(&r).ID); own[id] {
			out.byID[id] = r
		} else {
			out.others = append(out.others, r)
		}
	}
	slices.SortStableFunc(out.others, func(a, b parser.Response) int { return cmp.Compare(a.Time, b.Time) })
	b.outside[agent] = out
	return out
}

// messageIDs returns the IDs of the messages of a conversation, which may be nil.
func messageIDs(c *parser.Conversation) map[string]bool {
	ids := map[string]bool{}
	if c == nil {
		return ids
	}
	for i := range c.Items {
		if m := c.File.Records.At(c.Items[i].Record).Message; m >= 0 {
			ids[c.File.Ident(c.File.Messages.At(m).ID)] = true
		}
	}
	return ids
}

// messageOf returns the message that recorded a response.
func messageOf(r *parser.Response) *parser.Message {
	if r.Message < 0 {
		return &r.File.Relays[r.Relay].Message
	}
	return r.File.Messages.At(r.Message)
}

// others adds the spans of responses that are not in the conversation. Each ends where the next one begins.
func (w *walk) others(responses []parser.Response, within period) {
	for i := range responses {
		r := &responses[i]
		when := period{clamp(r.Time, within), within.to}
		if i+1 < len(responses) {
			when.to = clamp(responses[i+1].Time, within)
		}
		m := messageOf(r)
		id := r.File.Ident(m.ID)
		span := w.chat(w.parent, "response "+id+" "+keyOf(r.File, m.First), r.Model, id, when)
		w.usage(&span.Attributes, r)
	}
}
