package parser

import (
	"bytes"
	"strings"

	"unspool/parser/record"
	"unspool/parser/sidecar"
)

// spawned returns the call that started a teammate. The result of the call contains name@team,
// which meta files contain in two fields. A session of 2.1.178 and later has one team, which its
// meta files need not name.
func (l *linker) spawned(a *Agent) string {
	if call := l.ruleCalls[linkKey{byTeammate, a.ID}]; call != "" {
		return call
	}
	if a.Name == "" {
		return ""
	}
	if a.Team == "" {
		return l.spawns[a.Name]
	}
	return l.ruleCalls[linkKey{byTeammate, a.Name + "@" + a.Team}]
}

// findSpawns indexes the calls that started teammates by name alone, if the name is unambiguous.
func (l *linker) findSpawns() {
	for c, call := range l.ruleCalls {
		if c.rule != byTeammate {
			continue
		}
		name, _, _ := strings.Cut(c.id, "@")
		if old, known := l.spawns[name]; known && old != call {
			call = ""
		}
		l.spawns[name] = call
	}
}

// unmet reports whether no agent with records has the given name@team.
func (l *linker) unmet(id string) bool {
	if l.mates == nil {
		l.mates = map[string]bool{}
		for _, a := range l.s.Agents {
			if a.Name != "" {
				l.mates[a.Name+"@"+a.Team] = true
			}
		}
	}
	name, _, _ := strings.Cut(id, "@")
	return !l.mates[id] && !l.mates[name+"@"]
}

// opening returns the text that an agent was started with, as its call contains it: without
// preceding reminders, the tag of the team lead's message, or the preamble of a forked agent.
func opening(text []byte) []byte {
	t := trimText(stripContext(trimText(text)))
	if bytes.HasPrefix(t, []byte("<teammate-message")) {
		if _, body, found := bytes.Cut(t, []byte(">")); found {
			if end := bytes.LastIndex(body, []byte("</teammate-message>")); end >= 0 {
				body = body[:end]
			}
			return body
		}
	}
	return bytes.TrimPrefix(t, []byte("Your directive:"))
}

// peer handles a message of another agent or session. In an agent's own conversation a message of
// its coordinator resumes it: each begins a turn.
func (c *Conversation) peer(r *record.Record, index int32) {
	if c.Agent == "" || string(r.Origin.Kind) != "coordinator" {
		c.wait(r, index)
		return
	}
	c.pending = c.pending[:0]
	c.begin(c.item(ItemPrompt, index, none), ClassPeer, string(r.Prompt))
	c.setPending(r, index)
}

// mateOf returns name@team from a record of a teammate in a process of its own.
func mateOf(line []byte) string {
	name, _ := record.MemberText(line, 0, "agentName", sidecar.MaxText)
	team, _ := record.MemberText(line, 0, "teamName", sidecar.MaxText)
	if name == "" {
		return "@" // the lead's own records name the team only
	}
	return name + "@" + team
}

// findMates links agents that are teammates in processes of their own to the sessions that these
// processes wrote.
func (st *Store) findMates() {
	mates := map[string]*Session{}
	for _, s := range st.sessions {
		if m := s.facts().mate; m != "" && m != "@" && mates[m] == nil {
			mates[m] = s
		}
	}
	if len(mates) == 0 {
		return
	}
	for _, s := range st.sessions {
		for _, a := range s.Agents {
			if other := mates[a.Name+"@"+a.Team]; a.Conv == nil && a.Name != "" && other != s {
				a.Session = other
			}
		}
	}
}
