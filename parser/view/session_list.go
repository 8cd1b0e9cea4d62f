package view

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/usage"
)

// Sessions lists the sessions in the order of their files.
func (v *Viewer) Sessions() []protocol.SessionInfo {
	var infos []protocol.SessionInfo
	for s := range v.Store.Sessions() {
		infos = append(infos, v.info(s))
	}
	return infos
}

// SessionChanges returns what has changed in the list of sessions since it was last called. A page with
// thousands of sessions would need more time and memory for the whole list than for reading the files.
func (v *Viewer) SessionChanges() protocol.SessionChanges {
	var changes protocol.SessionChanges
	versions := map[*listedVersion]listedVersion{}
	for s := range v.Store.Sessions() {
		changes.Order = append(changes.Order, uint32(s.Place))
		if last, now := v.listed.Of(s), v.listedVersion(s); *last != now {
			versions[last] = now
			changes.Changed = append(changes.Changed, v.info(s))
		}
	}
	for last, now := range versions { // only now: if there was a panic before, they would be missing forever
		*last = now
	}
	return changes
}

// A listedVersion identifies everything that the line of a session in the list depends on.
type listedVersion struct {
	memo.State
	place  int
	bytes  int64
	prices *price.Table
}

func (v *Viewer) listedVersion(s *parser.Session) listedVersion {
	now := listedVersion{State: memo.StateOf(s), place: s.Place, prices: v.rows.Prices}
	for _, f := range s.Files {
		now.bytes += f.Written()
	}
	return now
}

func (v *Viewer) info(s *parser.Session) protocol.SessionInfo {
	used := v.usage(s)
	start, end := s.Times()
	info := protocol.SessionInfo{
		Index: s.Place, File: s.Main.File.Number, State: "read", ID: s.ID, Title: s.Title(),
		Prompt: source.OneLine(s.FirstPrompt(), 200), Project: s.Project(), Branch: s.Branch(), Model: s.Model(),
		Start: float64(start), End: float64(end), Turns: turns(s.Main), Agents: len(s.Agents), Cost: cost.Of(used),
		Tokens: float64(used.Tokens()), Totals: cost.Totals(s, used),
		Silent: usage.Silent(s), Lone: s.Main.Agent != "", Links: rows.Links(s),
		UnderReported: cost.UnderReported(used), Sketch: v.Timeline.Sketch(s),
	}
	info.TypedPrompts, _ = promptsAndEvents(s.Main)
	info.Events = info.Turns - info.TypedPrompts
	info.Work, _ = cost.Work(s.Main)
	for _, m := range cost.Models(used) {
		info.Models = append(info.Models, m.Model)
	}
	for _, a := range s.Agents {
		if a.Internal {
			info.Agents--
		}
	}
	for _, f := range s.Files {
		if !f.Closed {
			info.State = "reading"
		}
		part := s.Part(f)
		if s.Shares(f) {
			info.Bytes += chatBytes(f, part)
		} else {
			info.Bytes += float64(f.Written())
		}
		info.Calls += int(part.Calls[1] - part.Calls[0])
	}
	_, info.Damaged = s.CountDiagnostics()
	return info
}

// A usageKey identifies what the usage cost of a session depends on, besides the usage itself.
type usageKey struct {
	memo.Identity
	prices *price.Table
}

// usageSlack is how far the usage cost of a session may lag behind while its files are being
// read: by an eighth.
const usageSlack = 8

// usage returns the usage cost of a session.
func (v *Viewer) usage(s *parser.Session) *parser.UsageCost {
	state := memo.StateOf(s)
	now := memo.Version[usageKey]{Key: usageKey{state.Identity, v.rows.Prices}, Size: state.Usage, Growing: state.Reading}
	return v.usages.Of(s).Get(now, usageSlack, func() *parser.UsageCost {
		usage := s.Cost(v.rows.Prices)
		return &usage
	})
}
