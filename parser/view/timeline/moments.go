package timeline

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
)

const (
	maxMoments = 64
	maxActors  = 200
	momentText = 160 // bytes
)

// Moments describes entries of a timeline in words, at most 64, starting at the index from.
// It returns none if the timeline with this number was replaced by a newer one.
func (p *Pane) Moments(session, built, from, count int) []protocol.Moment {
	t := p.timelineOf(session, built)
	if t == nil {
		return nil
	}
	from = min(max(0, from), len(t.spans))
	var list []protocol.Moment
	for i := from; i < min(from+min(count, maxMoments), len(t.spans)); i++ {
		list = append(list, p.moment(t, &t.spans[i]))
	}
	return list
}

func (p *Pane) moment(t *timeline, s *span) protocol.Moment {
	c := t.convs[s.conv]
	item := &c.Items[s.item]
	f := c.File
	m := protocol.Moment{Key: rows.ItemKey(f, item)}
	if s.conv > 0 {
		m.By, m.Task = p.rows.Agents.Name(t.agents[s.conv-1])
	}
	if item.Kind == parser.ItemTool {
		call, _ := p.rows.Tool(p.rows.List(t.session), f, item, false)
		m.Tool = &call
		return m
	}
	m.Text = source.OneLine(p.momentText(c, item), momentText)
	return m
}

// momentText returns the text of a moment of a conversation, or "" for a tool call.
func (p *Pane) momentText(c *parser.Conversation, item *parser.Item) string {
	switch f := c.File; item.Kind {
	case parser.ItemPrompt:
		return p.rows.Prompts.Text(c, item)
	case parser.ItemText, parser.ItemFeedback:
		return p.rows.Records.BlockText(f, item).Text
	case parser.ItemThinking:
		text, _ := p.rows.Records.Thinking(f, item)
		return text.Text
	case parser.ItemFailure:
		return p.rows.Records.Attempt(f, item.Record).Text
	}
	return ""
}

// Actors names the agents that have a lane, at most 200, starting at the index from. It
// returns fewer if reading their names takes too many reads of the files.
func (p *Pane) Actors(session, built, from int) []protocol.Actor {
	t := p.timelineOf(session, built)
	if t == nil {
		return nil
	}
	from = min(max(0, from), len(t.agents))
	var list []protocol.Actor
	reads := p.rows.Source.Reads()
	for i, a := range t.agents[from:min(from+maxActors, len(t.agents))] {
		if p.rows.Source.Reads()-reads >= rows.MaxPageReads {
			break
		}
		var actor protocol.Actor
		actor.Name, actor.Task = p.rows.Agents.Name(a)
		if c := t.convs[from+i+1]; len(c.Items) > 0 {
			actor.Key = rows.KeyOf(c.File, c.Items[0].Record, c.Items[0].Block)
		}
		list = append(list, actor)
	}
	return list
}

// VisibleRange returns the first and the last timeline entry of a range of rows, given by
// their indexes. The last result is false if there is none.
func (p *Pane) VisibleRange(session, built, first, last int) (from, to int, ok bool) {
	t := p.timelineOf(session, built)
	if t == nil {
		return 0, 0, false
	}
	list := p.rows.List(t.session).Rows()
	first, last = min(max(0, first), len(list)), min(last, len(list)-1)
	from, to = -1, -1
	for i := first; i <= last && from < 0; i++ {
		from = t.spanIn(&list[i], false)
	}
	for i := last; i >= first && to < 0; i-- {
		to = t.spanIn(&list[i], true)
	}
	for i := first - 1; i >= 0 && from < 0; i-- { // none of the rows has an entry: use the closest row above
		from = t.spanIn(&list[i], true)
		to = from
	}
	return from, to, from >= 0 && to >= 0
}

// spanIn returns the first or the last of the spans of a row, or -1 for none.
func (t *timeline) spanIn(r *rows.Ref, last bool) int {
	if !r.HasItems() || r.InBackground() {
		return -1
	}
	conv, known := t.indexOf[r.Conv]
	if !known {
		return -1
	}
	list := t.byItem[conv]
	end := func(item int32) int {
		return sort.Search(len(list), func(i int) bool { return t.spans[list[i]].item >= item })
	}
	from, to := end(r.From), end(max(r.To, r.From+1))
	switch {
	case from == to:
		return -1
	case last:
		return int(list[to-1])
	}
	return int(list[from])
}

// RowOf returns the index of the row that shows an entry of the main conversation, or that
// contains it in a fold. The second result is false if there is none.
func (p *Pane) RowOf(session, built, entry int) (row int, ok bool) {
	t := p.timelineOf(session, built)
	if t == nil || entry < 0 || entry >= len(t.spans) || t.spans[entry].conv != 0 {
		return 0, false
	}
	for i, r := range p.rows.List(t.session).Rows() {
		if r.HasItems() && !r.InBackground() && r.Conv == t.convs[0] {
			if r.From > t.spans[entry].item {
				break
			}
			row, ok = i, true
		}
	}
	return row, ok
}
