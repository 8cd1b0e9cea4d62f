package session

import (
	"strings"

	"unspool/parser/transcript"
)

// spawned returns the call that started a teammate. The result of the call contains name@team,
// which meta files contain in two fields. A session of 2.1.178 and later has one team, which its
// meta files need not name.
func (l *agentLinker) spawned(a *Agent) string {
	if call := l.ruleCalls[transcript.LinkKey{Rule: transcript.ByTeammate, ID: a.ID}]; call != "" {
		return call
	}
	if a.Name == "" {
		return ""
	}
	if a.Team == "" {
		return l.spawns[a.Name]
	}
	return l.ruleCalls[transcript.LinkKey{Rule: transcript.ByTeammate, ID: a.Name + "@" + a.Team}]
}

// findSpawns indexes the calls that started teammates by name alone, if the name is unambiguous.
func (l *agentLinker) findSpawns() {
	for c, call := range l.ruleCalls {
		if c.Rule != transcript.ByTeammate {
			continue
		}
		name, _, _ := strings.Cut(c.ID, "@")
		if old, known := l.spawns[name]; known && old != call {
			call = ""
		}
		l.spawns[name] = call
	}
}

// isUnmatched reports whether no agent with records has the given name@team.
func (l *agentLinker) isUnmatched(id string) bool {
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

// linkTeammates links agents that are teammates in processes of their own to the sessions that these
// processes wrote.
func (st *Store) linkTeammates() {
	mates := map[string]*Session{}
	for _, s := range st.sessions {
		if m := s.facts().Teammate; m != "" && m != "@" && mates[m] == nil {
			mates[m] = s
		}
	}
	if len(mates) == 0 {
		return // sessions with links to teammates were linked again, so none is left
	}
	for _, s := range st.sessions {
		for _, a := range s.Agents {
			other := mates[a.Name+"@"+a.Team]
			if a.Conv == nil && a.Name != "" && other != s && other != a.Session {
				a.Session = other
				s.revision++
			}
		}
	}
}
