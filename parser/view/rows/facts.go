package rows

import (
	"unspool/parser"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// maxOrigins limits the records that are listed for one row.
const maxOrigins = 20

// About returns the recorded facts about the row with a key. They are read only here, on
// request, since no row needs them.
func (v *Reader) About(session int, key string) protocol.RowFacts {
	if s := v.Store.Session(session); s != nil {
		l := v.List(s)
		if at, ok := l.IndexOf(key); ok {
			return v.FactsOf(l, &l.rows[at])
		}
	}
	return protocol.RowFacts{Key: key}
}

// FactsOf returns the recorded facts about a row, also about one that is not in the list now.
func (v *Reader) FactsOf(l *List, r *Ref) protocol.RowFacts {
	row := v.Row(l, r)
	base := row.Base()
	about := protocol.RowFacts{Key: base.Key, Time: base.Time}
	switch row := row.(type) {
	case *protocol.ToolRow:
		if about.Duration = row.Tool.Duration; row.Run != nil {
			addRunFacts(&about, row.Run)
		}
	case *protocol.InternalRow:
		addRunFacts(&about, &row.Run)
	}
	switch {
	case r.AgentRow != nil:
		about.Records = r.AgentRow.Records()
	case r.HasItems():
		v.aboutItems(l, r, base, &about)
	}
	return about
}

// addRunFacts sets the usage of agents.
func addRunFacts(about *protocol.RowFacts, run *protocol.AgentRun) {
	about.Model, about.Duration = run.Model, run.Duration
	if about.Duration == nil {
		about.Duration = run.After
	}
	if run.Responses > 0 {
		about.Scope, about.Responses, about.Usage, about.Cost, about.Low = "agent", run.Responses, run.Usage, run.Cost, run.Low
	}
}

func (v *Reader) aboutItems(l *List, r *Ref, row *protocol.RowBase, about *protocol.RowFacts) {
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	about.UUID = f.UUID(item.Record)
	addRecordFacts(about, l, r)
	if !r.ShowsItems() && r.Fold != seriesFold {
		return
	}
	if f.Records.At(item.Record).Message >= 0 {
		v.aboutMessages(l.Session, r, about)
	} else if item.Kind == parser.ItemPrompt && item.Turn >= 0 && r.Conv.Turns[item.Turn].First == r.From {
		about.Duration = protocol.OrNull(cost.TurnDuration(&r.Conv.Turns[item.Turn]))
		usage := parser.UsageOf(v.Prices, l.Session.TurnResponses(r.Conv, item.Turn))
		setFactsUsage(about, "turn", &usage)
	}
}

// aboutMessages sets the facts about the response of a row. A row of several calls may
// belong to several responses.
func (v *Reader) aboutMessages(s *parser.Session, r *Ref, about *protocol.RowFacts) {
	f := r.Conv.File
	index := r.Conv.Items[r.From].Record
	first := f.Messages.At(f.Records.At(index).Message)
	if id := f.Ident(first.ID); id != about.UUID {
		about.Message = id
	}
	about.Request = f.Ident(first.Request)
	for _, one := range []int32{first.Last, index, first.First} {
		if about.Stop == "" {
			message := v.Source.Member(f, one, "message")
			about.Stop = message.Text(60, "stop_reason")
		}
	}
	if about.Scope == "agent" {
		return // the agent's own usage is more relevant than the response that called it
	}
	var usage parser.UsageCost
	last := int32(-1)
	for _, item := range r.Conv.Items[r.From:r.To] {
		at := f.Records.At(item.Record).Message
		if at <= last {
			continue
		}
		last = at
		m := f.Messages.At(at)
		about.Model = f.Name(m.Model)
		used, ok := s.Response(f, at)
		if !ok && !m.Counted {
			continue
		}
		if !ok {
			about.Duplicate = true
			used = parser.Response{Model: about.Model, Time: m.Time, Usage: m.Usage, Placeholder: m.Stop == parser.StopNone}
		}
		usage.Add(v.Prices, &used)
		about.Context = new(float64(used.Usage.Context()))
	}
	setFactsUsage(about, "response", &usage)
}

// setFactsUsage sets the usage of responses.
func setFactsUsage(about *protocol.RowFacts, scope string, b *parser.UsageCost) {
	if b.Responses == 0 {
		return
	}
	about.Scope, about.Responses = scope, b.Responses
	about.Usage, about.Cost, about.Low = cost.Usage(&b.Usage), cost.Of(b), cost.UnderReported(b)
	if list := cost.Models(b); about.Model == "" {
		about.Model = list[0].Model
	}
}

// addRecordFacts lists the positions of the row's items, of thinking that it stands for, of the
// results of calls, and of the attachments of prompts.
func addRecordFacts(about *protocol.RowFacts, l *List, r *Ref) {
	f := r.Conv.File
	last := int32(-1)
	add := func(index int32) {
		switch {
		case index < 0 || index == last:
			return
		case len(about.Records) < maxOrigins:
			about.Records = append(about.Records, source.LocationOf(f, index))
		default:
			about.More++
		}
		last = index
	}
	for _, index := range l.Carried(r) {
		add(index)
	}
	for item := range r.items() {
		add(item.Record)
		if item.Kind == parser.ItemTool {
			add(f.Calls.At(f.Blocks.At(item.Block).Call).Result)
		}
		for at := f.Records.At(item.Record).Next; at >= 0 && f.Records.At(at).AttachedTo == item.Record; at = f.Records.At(at).Next {
			add(at)
		}
	}
}
