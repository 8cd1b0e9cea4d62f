package session

import (
	"slices"

	"unspool/parser/transcript"
)

// AsSession returns a session whose main conversation is that of the agent, which has records of its own in
// session s, and whose agents are those that it started, directly or through others. It is for what shows
// one conversation, and is not in the store. Its files are those of these conversations: for an agent in
// the main file, that is all of this file.
func (a *Agent) AsSession(s *Session) *Session {
	t := *s
	t.Main, t.Files, t.Agents, t.Workflows, t.relations = a.Conv, []*transcript.File{a.Conv.File}, nil, nil, nil
	for _, one := range s.Agents {
		if one == a || !one.isWithin(a.Conv, &s.AgentTree) {
			continue
		}
		t.Agents = append(t.Agents, one)
		if c := one.Conv; c != nil && !slices.Contains(t.Files, c.File) {
			t.Files = append(t.Files, c.File)
		}
		if w := one.Run; w != nil && !slices.Contains(t.Workflows, w) {
			t.Workflows = append(t.Workflows, w)
		}
	}
	return &t
}

// isWithin reports whether an agent was started in a conversation, directly or through other agents.
func (a *Agent) isWithin(c *transcript.Conversation, t *AgentTree) bool {
	for a != nil {
		p := t.Parent(a)
		if p == c {
			return true
		}
		a = t.AgentOf(p)
	}
	return false
}
