package export

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/toolname"
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// Links are the ids that link records of sessions to each other: those of the sessions, of their records, calls, agents,
// runs of workflows and background tasks. The zero value has none.
type Links struct {
	sessions []*parser.Session
	ids      []linkIDs // of each session
}

// Add adds the ids of a session.
func (l *Links) Add(s *parser.Session) {
	l.sessions, l.ids = append(l.sessions, s), append(l.ids, newLinkIDs(s))
}

// Has reports whether a text is one of the ids.
func (l *Links) Has(id string) bool {
	if slices.ContainsFunc(l.ids, func(ids linkIDs) bool { return ids.has(id) }) {
		return true
	}
	return slices.ContainsFunc(l.sessions, func(s *parser.Session) bool {
		return s.ID == id || slices.ContainsFunc(s.Files, func(f *parser.File) bool {
			_, isRecord := f.Lookup(id)
			_, isCall := f.FindCall(id)
			return isRecord || isCall
		})
	})
}

// linkIDs are the ids of agents, of runs of workflows and of background tasks of a session. Those of teammates are
// name@team, or name@ if the team is unknown.
type linkIDs map[string]bool

// newLinkIDs returns the ids of a session. What results of other programs take for an agent or a task is none.
func newLinkIDs(s *parser.Session) linkIDs {
	ids := linkIDs{}
	for _, a := range s.Agents {
		if !isAgent(s, a) {
			continue
		}
		ids[a.ID] = true
		if a.Name != "" {
			ids[a.Name+"@"+a.Team] = true
		}
	}
	for _, run := range s.Workflows {
		ids[run.ID] = true
	}
	for _, f := range s.Files {
		for key, call := range f.Evidence.Calls {
			if key.Rule == transcript.ByTask && !isExternal(f, call) {
				ids[key.ID] = true
			}
		}
	}
	return ids
}

// isAgent reports whether an agent of a session is one. The result of any call can name any text as its agent, so an
// agent has records, or a call of a tool that starts agents, or something else than a result names it. Of a result
// without its call, the form of the id decides.
func isAgent(s *parser.Session, a *parser.Agent) bool {
	if a.Conv != nil || a.Session != nil || a.Meta != nil || a.Run != nil {
		return true
	}
	names := func(f *parser.File, rule transcript.Rule) (call string, ok bool) {
		call, ok = f.Evidence.Calls[transcript.LinkKey{Rule: rule, ID: a.ID}]
		return call, ok
	}
	return slices.ContainsFunc(s.Files, func(f *parser.File) bool {
		_, isInProgress := names(f, transcript.ByProgress)
		_, isNoticed := names(f, transcript.ByNotice)
		if isInProgress || isNoticed {
			return true
		}
		for _, rule := range []transcript.Rule{transcript.ByResult, transcript.ByText, transcript.ByTeammate} {
			if call, ok := names(f, rule); ok && (startsAgent(f, call) || isMissing(f, call) && isAgentID(a.ID)) {
				return true
			}
		}
		return false
	})
}

// isAgentID reports whether an id has the form of those that Claude Code gives to agents: 7 to 17 hexadecimal
// digits. A result whose call is missing, as in a file that was cut, can name an agent by such an id only.
func isAgentID(id string) bool {
	return len(id) >= 7 && len(id) <= 17 && strings.Trim(id, "0123456789abcdef") == ""
}

// isMissing reports whether there is a result, but not its call.
func isMissing(f *parser.File, id string) bool {
	call, ok := f.FindCall(id)
	return !ok || f.Calls.At(call).Use < 0
}

// startsAgent reports whether a call is of a tool of Claude Code that can start or resume an agent.
func startsAgent(f *parser.File, id string) bool {
	call, ok := f.FindCall(id)
	if !ok {
		return false
	}
	name := f.Name(f.Calls.At(call).Name)
	return toolname.StartsAgent(name) || name == "Skill" || name == "SendMessage"
}

// isExternal reports whether a call is of a tool of another program.
func isExternal(f *parser.File, id string) bool {
	call, ok := f.FindCall(id)
	return ok && strings.HasPrefix(f.Name(f.Calls.At(call).Name), "mcp__")
}

// has reports whether an id in a result links it to one of these.
func (ids linkIDs) has(id string) bool {
	if !record.IsID([]byte(id)) {
		return false
	}
	name, _, isTeammate := strings.Cut(id, "@")
	return ids[id] || isTeammate && ids[name+"@"]
}
