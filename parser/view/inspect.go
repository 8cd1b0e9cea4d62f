package view

import "unspool/parser"

const (
	maxLinks = 12  // of one kind
	linkText = 160 // bytes of a row's text that a way carries
)

// Inspect tells all that is known of the row with a key, or of the row that
// shows a record, also where it is folded into another.
func (v *Viewer) Inspect(session int, address string) Inspection {
	in := Inspection{About: RowFacts{Key: address, Duration: -1, Context: -1}, InSession: -1, InTurn: -1}
	s := v.Store.Session(session)
	if s == nil {
		return in
	}
	l := v.list(s)
	r, ok := l.refAt(address)
	if !ok {
		return in
	}
	row := v.rowOf(l, &r)
	in.Row, in.About, in.Session = &row, v.about(l, &r), s.ID
	in.times(s, &r)
	if a := agentOf(s, &r); a != nil {
		in.Agent = a.ID
	}
	if r.side != nil {
		in.Links = v.linksOfAgent(l, r.side)
		return in
	}
	if !r.items() {
		return in
	}
	f, item := r.conv.File, &r.conv.Items[r.from]
	if item.Kind == parser.ItemTool && r.own() {
		in.Call = f.Ident(f.Calls.At(f.Blocks.At(item.Block).Call).ID)
	}
	in.Turn, _ = l.visibility(f, item.Record)
	if in.About.Context >= 0 {
		in.Window = float64(v.windowOf(s, in.About.Model, int64(in.About.Context)))
	}
	in.Links = v.linksOf(l, &r)
	return in
}

// times tells when a row ended, and when it was as seen from what it stands in.
func (in *Inspection) times(s *parser.Session, r *ref) {
	at := in.About.Time
	if at <= 0 {
		return
	}
	if in.About.Duration >= 0 {
		in.End = at + in.About.Duration
	}
	if start, _ := s.Times(); start > 0 {
		in.InSession = at - float64(start)
	}
	if !r.items() {
		return
	}
	if turn := r.conv.Items[r.from].Turn; turn >= 0 && r.conv.Turns[turn].Start > 0 {
		in.InTurn = at - float64(r.conv.Turns[turn].Start)
	}
}

// refAt gives what a key or the address of a record stands for.
func (l *list) refAt(address string) (ref, bool) {
	if i := l.indexOf(address); i >= 0 {
		return l.shown()[i], true
	}
	f, index, _, ok := l.parse(address)
	if !ok {
		return ref{}, false
	}
	return l.refOf(f, index)
}

// refOf gives the row that shows a record, or would if what it is folded into
// were open.
func (l *list) refOf(f *parser.File, index int32) (ref, bool) {
	want := rowOf(f, index)
	e := f.Records.At(want)
	c := f.Conversations[e.Conv]
	if e.Item < 0 || !l.shows(f, want) {
		return ref{}, false
	}
	at := e.Item
	if want != index {
		for i := at; int(i) < len(c.Items) && c.Items[i].Record == want; i++ {
			if b := c.Items[i].Block; b >= 0 && f.Blocks.At(b).Call == f.Records.At(index).Call {
				at = i
				break
			}
		}
	}
	r := ref{conv: c, from: at, to: at + 1}
	same := func(i, k int32) bool {
		return sharesRow(f, &c.Items[i], &c.Items[k]) && rangeOf(f, &c.Items[i]) == rangeOf(f, &c.Items[k])
	}
	for r.from > 0 && same(r.from-1, r.from) {
		r.from--
	}
	for int(r.to) < len(c.Items) && same(r.to-1, r.to) {
		r.to++
	}
	return r, true
}

// agentOf gives the agent that a row stands in, or stands for.
func agentOf(s *parser.Session, r *ref) *parser.Agent {
	if r.side != nil {
		return r.side.agent
	}
	if r.conv == nil {
		return nil
	}
	return s.AgentOf(r.conv)
}

// linksOf leads from a row to what it stands in and to what it started.
func (v *Viewer) linksOf(l *list, r *ref) []Way {
	var links []Way
	c, f := r.conv, r.conv.File
	item := &c.Items[r.from]
	if item.Turn >= 0 {
		if first := c.Turns[item.Turn].First; first < r.from {
			links = v.appendLink(links, l, "turn", f, c.Items[first].Record)
		}
	}
	if a := l.session.AgentOf(c); a != nil {
		if call := a.CallAt(r.from); call.File != nil {
			links = v.appendLink(links, l, "agent", call.File, call.File.Calls.At(call.Index).Use)
		} else {
			links = v.appendRowLink(links, l, "agent", ref{conv: c, side: sideOf(a)})
		}
	}
	if item.Kind == parser.ItemTool && r.own() {
		links = v.linksOfCall(links, l, f, f.Blocks.At(item.Block).Call)
	}
	for i := r.from - 1; i >= 0; i-- {
		if c.Items[i].Kind == parser.ItemCompaction {
			links = v.appendLink(links, l, "compaction", f, c.Items[i].Record)
			break
		}
	}
	return links
}

// linksOfCall leads to the agents that a call started, and to where it was told
// how they ended.
func (v *Viewer) linksOfCall(links []Way, l *list, f *parser.File, call int32) []Way {
	count := 0
	for _, x := range l.session.SegmentsOf(f, call) {
		if a := x.Agent.Conv; a != nil && x.From >= 0 && int(x.From) < len(a.Items) {
			if count++; count <= maxLinks {
				links = v.appendLink(links, l, "started", a.File, a.Items[x.From].Record)
			}
		}
	}
	if count > maxLinks {
		links = append(links, Way{To: "more", Count: count - maxLinks})
	}
	if end, ok := l.session.EndOf(f, call); ok {
		links = v.appendLink(links, l, "ended", end.File, end.Record)
	}
	return links
}

// linksOfAgent leads from the row of an agent to its first words, and to the call
// that started it.
func (v *Viewer) linksOfAgent(l *list, x *agentRow) []Way {
	var links []Way
	if x.agent == nil {
		return nil
	}
	if call := x.agent.Call; call.File != nil {
		links = v.appendLink(links, l, "agent", call.File, call.File.Calls.At(call.Index).Use)
	}
	if c := x.agent.Conv; c != nil && c.FirstMessage >= 0 {
		links = v.appendLink(links, l, "started", c.File, c.FirstMessage)
	}
	return links
}

// appendLink adds the way to a record.
func (v *Viewer) appendLink(links []Way, l *list, to string, f *parser.File, index int32) []Way {
	if index < 0 || index >= f.Records.Len() {
		return links
	}
	link := Way{To: to, Origin: origin(f, index), Label: f.Name(f.Records.At(index).Label)}
	if r, ok := l.refOf(f, index); ok {
		link.Row = v.brief(l, &r)
	}
	return append(links, link)
}

// appendRowLink adds the way to a row that has no record of its own.
func (v *Viewer) appendRowLink(links []Way, l *list, to string, r ref) []Way {
	return append(links, Way{To: to, Row: v.brief(l, &r)})
}

// brief gives a row with no more than the beginning of its words.
func (v *Viewer) brief(l *list, r *ref) *Row {
	row := v.rowOf(l, r)
	row.Text = oneLine(row.Text, linkText)
	row.Chips, row.From, row.Media, row.Cites = nil, nil, nil, nil
	return &row
}
