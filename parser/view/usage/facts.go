package usage

import (
	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// FactsOf returns the facts of a session in the form in which they cross to the page.
func FactsOf(s *parser.Session) protocol.Facts { return factsOf(s.Main.File, s.Facts()) }

func factsOf(f *parser.File, x parser.Facts) protocol.Facts {
	out := protocol.Facts{
		FirstPrompt: x.FirstPrompt, LastPrompt: x.SavedPrompt, Start: float64(x.Start), End: float64(x.End),
		Versions: changesOf(f, x.Versions), Models: changesOf(f, x.ModelChanges), Branches: changesOf(f, x.Branches),
		Folders: changesOf(f, x.Folders), Permissions: changesOf(f, x.Permissions), Modes: changesOf(f, x.Modes),
		Tag: x.Tag, PullRequests: []protocol.PullRequest{}, Worktree: x.Worktree.Name, Relocated: x.Relocated, Artifact: x.Artifact,
		AgentName: x.AgentName, AgentColor: x.AgentColor, AgentSetting: x.AgentSetting, ContinuedIn: x.ContinuedIn,
	}
	if out.Worktree == "" {
		out.Worktree = x.Worktree.Path
	}
	for _, p := range x.PullRequests {
		out.PullRequests = append(out.PullRequests, protocol.PullRequest{URL: p.URL, Repository: p.Repository, Number: float64(p.Number)})
	}
	return out
}

func changesOf(f *parser.File, list []parser.Change) []protocol.Change {
	out := make([]protocol.Change, len(list))
	for i, c := range list {
		out[i] = protocol.Change{Value: c.Value, Key: rows.RecordKey(f, c.Record),
			Line: int(f.Records.At(c.Record).Line), Time: float64(c.Time)}
	}
	return out
}

// Silent reports whether the session has no turn of its own: only metadata, commands without
// a reply, or records that another session shows.
func Silent(s *parser.Session) bool {
	f := s.Main.File
	for i := int32(0); i < f.Records.Len() && len(s.Main.Turns) > 0; i++ {
		if c, ok := s.Copies.At(f, i); ok && c.File != nil {
			i = c.To - 1
			continue
		}
		switch r := f.Records.At(i); r.Class {
		case parser.ClassPrompt, parser.ClassScheduled, parser.ClassQueuedPrompt, parser.ClassAssistant:
			if r.Conv == s.Main.Index {
				return false
			}
		}
	}
	return true
}
