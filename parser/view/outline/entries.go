package outline

import (
	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/cost"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// maxReads limits the number of file reads for one answer: in a browser, each takes
// about a millisecond.
const maxReads = 16

// Outline returns at most [rows.MaxRows] entries of the outline of a session, beginning at
// from. It returns fewer if their texts are far apart in the files. Turns that
// the page left out are not included.
func (p *Pane) Outline(session, from, count int) protocol.Outline {
	s := p.rows.Store.Session(session)
	if s == nil {
		return protocol.Outline{Entries: []protocol.Entry{}}
	}
	o := p.outlineOf(s)
	from = min(max(from, 0), len(o.entries))
	to := min(from+min(max(count, 0), rows.MaxRows), len(o.entries))
	out := protocol.Outline{From: from, Total: len(o.entries), Revision: p.outlines.Of(s).Epoch(),
		Prompts: o.prompts, Events: o.events, Agents: o.agents, Missing: o.missing, MaxCost: o.maxCost,
		Entries: make([]protocol.Entry, 0, to-from)}
	reads := p.rows.Source.Reads()
	for i := from; i < to && p.rows.Source.Reads()-reads < maxReads; i++ {
		out.Entries = append(out.Entries, p.entry(o, &o.entries[i]))
	}
	return out
}

func (p *Pane) entry(o *outline, e *entry) protocol.Entry {
	numbers := rows.NumbersOf(o.session.Main, e.turn)
	out := protocol.Entry{Depth: int(e.depth), Turn: numbers.Turn, Prompt: numbers.Prompt, Nth: int(e.nth),
		USD: e.own.USD, Incomplete: e.own.Unpriced > 0, Low: e.own.UnderReported(), ByAgents: e.byAgents,
		Output: float64(e.own.Usage.Output), Tokens: float64(e.own.Tokens()),
		Responses: e.own.Responses, Calls: new(e.own.Calls), Errors: e.own.Errors, Agents: int(e.agents),
		Failed: int(e.failed), Events: int(e.events), Turns: int(e.prompts)}
	c := o.session.Main
	f := c.File
	switch e.kind {
	case turnEntry:
		out.Kind = "turn"
		p.turnEntry(o.session, e, &out)
	case eventEntry:
		out.Kind, out.Event = "event", c.Turns[e.turn].Driver.String()
		p.turnEntry(o.session, e, &out)
	case eventsEntry:
		t := &c.Turns[e.turn]
		out.Kind, out.Event = "events", t.Driver.String()
		out.Key, out.Start = rows.ItemKey(f, &c.Items[e.from]), float64(t.Start)
	case attemptEntry:
		out.Kind = "attempt"
		item := &c.Items[e.from]
		out.Key = rows.BranchKey(f, item)
		out.Start = float64(f.Records.At(item.Record).Time)
		out.Text, out.Flavor = p.rows.Prompts.Opening(c, int(e.from), int(e.to))
	case compactionEntry:
		out.Kind = "compaction"
		item := &c.Items[e.from]
		out.Key, out.Start = rows.KeyOf(f, item.Record, item.Block), float64(f.Records.At(item.Record).Time)
		if item.Kind == parser.ItemCompaction && f.Records.At(item.Record).Length <= rows.WholeSize {
			effect, _ := p.rows.Records.Compaction(f, item)
			out.Before, out.After = effect.Before, effect.After
		}
	case otherEntry:
		out.Kind = "rest"
		if page := p.rows.List(o.session).OfPage(); len(rows.InternalAgents(o.session)) > 0 && page.KeepsInternal() {
			out.Key = rows.InternalKey
		}
	default:
		p.agentEntry(o, e, &out)
	}
	return out
}

func (p *Pane) turnEntry(s *parser.Session, e *entry, out *protocol.Entry) {
	c := s.Main
	t := &c.Turns[e.turn]
	first := &c.Items[e.from]
	out.Key, out.Start = rows.ItemKey(c.File, first), float64(t.Start)
	_, out.Copied = s.Copies.At(c.File, first.Record)
	out.Duration, out.Model = protocol.OrNull(cost.TurnDuration(t)), e.model
	switch {
	case t.Interrupted:
		out.State = "interrupted"
	case e.running:
		out.State = "running"
	case !t.Replied:
		out.State = "none"
	}
	out.Text, out.Flavor = p.rows.Titles.Turn(s, e.turn)
}

func (p *Pane) agentEntry(o *outline, e *entry, out *protocol.Entry) {
	if f := e.call.File; f != nil {
		call := e.call.Call()
		out.Key, out.Start = rows.KeyOf(f, call.Use, call.UseBlock), float64(f.Records.At(call.Use).Time)
	}
	if e.run != nil {
		out.Kind, out.Text, out.State = "workflow", e.run.Name, ""
		if e.run.Status != "" {
			out.State = tool.EndState(e.run.Status)
		}
		if out.Key == "" {
			out.Key = rows.RunKey(e.run)
		}
		return
	}
	a := e.part.Agent
	out.Kind, out.Agent, out.Color = "agent", a.ID, p.rows.Agents.Color(o.session, a)
	out.Name, out.Text = p.rows.Agents.Name(a)
	if e.task != nil && e.task.Label != "" {
		out.Text = e.task.Label
	}
	if out.Text == "" && a.Conv != nil && a.Conv.FirstMessage >= 0 {
		out.Text = p.rows.Prompts.FirstMessage(a.Conv)
	}
	out.Text, out.Name = source.OneLine(out.Text, rows.LineSize), source.OneLine(out.Name, 80)
	if out.Key == "" {
		out.Key = rows.AgentKey(a)
	}
	if e.began > 0 && (out.Start == 0 || e.call.File == nil) {
		out.Start = float64(e.began)
	}
	if e.began > 0 && e.ended > e.began {
		out.Duration = new(float64(e.ended - e.began))
	}
	if a.Conv == nil || e.part.From < 0 {
		out.Calls, out.Duration = cost.CallEffort(o.session, e.part.Call)
	}
	out.State = agentState(o.session, e)
}

// agentState returns the final state of an agent, using only the index.
func agentState(s *parser.Session, e *entry) string {
	if e.task != nil {
		return [...]string{"", "open", "completed", "failed", "cut"}[e.task.State]
	}
	f := e.call.File
	if f == nil {
		return ""
	}
	if end, ok := s.EndOf(f, e.call.Index); ok {
		return tool.EndState(end.Status)
	}
	call := e.call.Call()
	switch {
	case call.Result < 0 && !f.Closed:
		return "running"
	case call.Result < 0, call.Flags&record.Async != 0:
		return "open"
	case rows.KindsOfCall(s, f, e.call.Index)&filter.Errors == 0:
		return "completed"
	case call.Flags&record.Interrupted != 0:
		return "stopped"
	}
	return "failed"
}
