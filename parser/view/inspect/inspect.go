// Package inspect describes a row or a record in full: where it is recorded, what it belongs to, what
// it leads to, and how its bytes are accounted for.
//
// In: the key of a row, or a place in a file. Out: facts and links to other rows. Invariant: a link
// leads to a row that exists, whatever is filtered or folded now.
package inspect

import (
	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
)

const (
	maxLinks = 12  // links of one kind
	linkText = 160 // bytes of a row's text in a link
)

// A Pane answers requests for the full description of a row, a record or the files of a
// session.
type Pane struct {
	rows     *rows.Reader
	windowOf func(s *parser.Session, model string, used int64) int64
	scans    memo.PerSession[*schemaScan] // of reports that are not complete
}

// New returns the pane. windowOf returns the context window of a model that once
// used a number of tokens in a session, or 0 if it is unknown.
func New(rows *rows.Reader, windowOf func(s *parser.Session, model string, used int64) int64) *Pane {
	return &Pane{rows: rows, windowOf: windowOf}
}

// Inspect returns everything that is known about the row with a key, or about the row
// that shows a record, even if the row is folded into another one.
func (p *Pane) Inspect(session int, address string) protocol.Inspection {
	in := protocol.Inspection{About: protocol.RowFacts{Key: address}}
	s := p.rows.Store.Session(session)
	if s == nil {
		return in
	}
	l := p.rows.List(s)
	r, ok := l.RefAt(address)
	if !ok {
		return in
	}
	row := p.rows.Row(l, &r)
	in.Row, in.About, in.Session = row, p.rows.FactsOf(l, &r), s.ID
	setInspectionTimes(&in, s, &r)
	if a := agentOf(s, &r); a != nil {
		in.Agent = a.ID
	}
	if r.AgentRow != nil {
		in.Links = p.linksOfAgent(l, r.AgentRow)
		return in
	}
	if !r.HasItems() {
		return in
	}
	f, item := r.Conv.File, &r.Conv.Items[r.From]
	if item.Kind == parser.ItemTool && r.ShowsItems() {
		in.Call = f.Ident(f.Calls.At(f.Blocks.At(item.Block).Call).ID)
	}
	numbers, _ := l.Visible.Locate(f, item.Record)
	in.Prompt = numbers.Prompt
	if in.About.Context != nil {
		window := float64(p.windowOf(s, in.About.Model, int64(*in.About.Context)))
		in.Window = protocol.OrNull(window, window > 0)
	}
	in.Links = p.linksOf(l, &r)
	return in
}

// setInspectionTimes sets when a row ended, and its time relative to the start of the session and of
// the prompt that it follows.
func setInspectionTimes(in *protocol.Inspection, s *parser.Session, r *rows.Ref) {
	at := in.About.Time
	if at <= 0 {
		return
	}
	if in.About.Duration != nil {
		in.End = at + *in.About.Duration
	}
	if start, _ := s.Times(); start > 0 {
		in.InSession = new(at - float64(start))
	}
	if !r.HasItems() {
		return
	}
	turn := r.Conv.Items[r.From].Turn
	for turn > 0 && r.Conv.Turns[turn].Event {
		turn--
	}
	if turn >= 0 && r.Conv.Turns[turn].Start > 0 {
		in.InTurn = new(at - float64(r.Conv.Turns[turn].Start))
	}
}

// agentOf returns the agent that contains a row or that the row stands for, or nil if
// there is none.
func agentOf(s *parser.Session, r *rows.Ref) *parser.Agent {
	if r.AgentRow != nil {
		return r.AgentRow.Agent
	}
	if r.Conv == nil {
		return nil
	}
	return s.AgentOf(r.Conv)
}

// linksOf returns the links from a row to what contains it and to what it started.
func (p *Pane) linksOf(l *rows.List, r *rows.Ref) []protocol.RecordLink {
	var links []protocol.RecordLink
	c, f := r.Conv, r.Conv.File
	item := &c.Items[r.From]
	if item.Turn >= 0 {
		if first := c.Turns[item.Turn].First; first < r.From {
			links = p.appendLink(links, l, protocol.LinkTurn, f, c.Items[first].Record)
		}
	}
	if a := l.Session.AgentOf(c); a != nil {
		if call := a.CallAt(r.From); call.File != nil {
			links = p.appendLink(links, l, protocol.LinkAgent, call.File, call.File.Calls.At(call.Index).Use)
		} else {
			links = p.appendRowLink(links, l, protocol.LinkAgent, rows.Ref{Conv: c, AgentRow: rows.AgentRowOf(a)})
		}
	}
	if item.Kind == parser.ItemTool && r.ShowsItems() {
		links = p.linksOfCall(links, l, f, f.Blocks.At(item.Block).Call)
	}
	for i := r.From - 1; i >= 0; i-- {
		if c.Items[i].Kind == parser.ItemCompaction {
			links = p.appendLink(links, l, protocol.LinkCompaction, f, c.Items[i].Record)
			break
		}
	}
	return links
}

// linksOfCall appends links to the agents that a call started, and to the record that
// reports the end of its work.
func (p *Pane) linksOfCall(links []protocol.RecordLink, l *rows.List, f *parser.File, call int32) []protocol.RecordLink {
	count := 0
	for _, x := range l.Session.InvocationsOf(f, call) {
		if a := x.Agent.Conv; a != nil && x.From >= 0 && int(x.From) < len(a.Items) {
			if count++; count <= maxLinks {
				links = p.appendLink(links, l, protocol.LinkStarted, a.File, a.Items[x.From].Record)
			}
		}
	}
	if count > maxLinks {
		links = append(links, protocol.RecordLink{To: protocol.LinkMore, Count: count - maxLinks})
	}
	if end, ok := l.Session.EndOf(f, call); ok {
		links = p.appendLink(links, l, protocol.LinkEnded, end.File, end.Record)
	}
	return links
}

// linksOfAgent returns the links from the row of an agent to its first message and to
// the call that started it.
func (p *Pane) linksOfAgent(l *rows.List, x *rows.AgentRow) []protocol.RecordLink {
	var links []protocol.RecordLink
	if x.Agent == nil {
		return nil
	}
	if call := x.Agent.Call; call.File != nil {
		links = p.appendLink(links, l, protocol.LinkAgent, call.File, call.File.Calls.At(call.Index).Use)
	}
	if c := x.Agent.Conv; c != nil && c.FirstMessage >= 0 {
		links = p.appendLink(links, l, protocol.LinkStarted, c.File, c.FirstMessage)
	}
	return links
}

// appendLink appends a link to a record.
func (p *Pane) appendLink(links []protocol.RecordLink, l *rows.List, to string, f *parser.File, index int32) []protocol.RecordLink {
	if index < 0 || index >= f.Records.Len() {
		return links
	}
	link := protocol.RecordLink{To: to, Location: new(source.LocationOf(f, index)), Label: f.Name(f.Records.At(index).Label)}
	if r, ok := rows.RefOf(l.Session, f, index); ok {
		link.Row = p.brief(l, &r)
	}
	return append(links, link)
}

// appendRowLink appends a link to a row that has no record of its own.
func (p *Pane) appendRowLink(links []protocol.RecordLink, l *rows.List, to string, r rows.Ref) []protocol.RecordLink {
	return append(links, protocol.RecordLink{To: to, Row: p.brief(l, &r)})
}

// brief returns a row with only the beginning of its text.
func (p *Pane) brief(l *rows.List, r *rows.Ref) protocol.Row {
	row := p.rows.Row(l, r)
	if text, ok := protocol.TextOf(row); ok {
		text.Text = source.OneLine(text.Text, linkText)
	}
	switch row := row.(type) {
	case *protocol.PromptRow:
		row.Chips, row.From, row.Media = nil, nil, nil
	case *protocol.TextRow:
		row.Cites = nil
	case *protocol.OutputRow:
		row.Chips = nil
	case *protocol.ImageRow:
		row.Media = nil
	}
	return row
}
