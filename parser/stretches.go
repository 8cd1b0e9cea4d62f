package parser

import "sort"

// Stretches tell for whom responses were given: in the main conversation, or in
// the part of an agent's that one call led to. They are those of the session as
// it was linked when they were asked for.
type Stretches struct {
	main  *Conversation
	agent map[*Conversation]*Agent // copies of an agent's conversation too
	byID  map[string]*Agent
	of    map[*Agent][]*Stretch // in the order of the agent's items
}

// Stretches gives the parts of all agents' conversations.
func (s *Session) Stretches() *Stretches {
	x := &Stretches{s.Main, map[*Conversation]*Agent{}, map[string]*Agent{}, map[*Agent][]*Stretch{}}
	for _, list := range s.byCall {
		for _, one := range list {
			if one.From >= 0 {
				x.of[one.Agent] = append(x.of[one.Agent], one)
			}
		}
	}
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
		if x.of[a] == nil {
			x.of[a] = []*Stretch{{Agent: a, To: -1}}
		}
		sort.Slice(x.of[a], func(i, j int) bool { return x.of[a][i].From < x.of[a][j].From })
	}
	return x
}

// First is the part that an agent began with: all of its conversation, unless a
// call let it go on.
func (x *Stretches) First(a *Agent) *Stretch {
	if list := x.of[a]; list != nil {
		return list[0]
	}
	return nil
}

// Of gives the part in which a response was given. It is nil in the main
// conversation, and in one that is no agent's of the session: ours is false then.
func (x *Stretches) Of(r *Response) (part *Stretch, ours bool) {
	if r.Message < 0 {
		part = x.First(x.byID[r.Agent])
		return part, part != nil
	}
	m := &r.File.Messages[r.Message]
	c := r.File.Conversations[m.Conv]
	if c == x.main {
		return nil, true
	}
	list := x.of[x.agent[c]]
	if list == nil {
		return nil, false
	}
	item := int32(0)
	if m.Turn >= 0 {
		item = c.Turns[m.Turn].First
	}
	at := sort.Search(len(list), func(i int) bool { return list[i].From > item })
	return list[max(0, at-1)], true
}
