package rows

import (
	"unspool/parser"
	"unspool/parser/internal/table"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// Several similar calls in a row that all succeeded share one row, a series, since two
// hundred lines of "Read" hide the messages between them.
const (
	minSeries  = 3    // calls: fewer are clearer as separate rows
	maxAbout   = 5    // targets that a row names
	maxSeries  = 200  // items from the first call to the last; this limits how much of a growing list is rebuilt
	maxThought = 1000 // bytes of thinking that can be part of a series; more gets a row of its own
)

// A seriesKey is shared by the calls of a series.
type seriesKey struct {
	family string // see Series.Family
	server string // of MCP tools
	model  table.Name
	turn   int32
}

// seriesKeyOf returns the key of the series that a call can be part of. The second result is
// false for calls that get a row of their own: they failed, are still running, or started an
// agent.
func (b *builder) seriesKeyOf(c *parser.Conversation, item *parser.Item) (seriesKey, bool) {
	f := c.File
	index := f.Blocks.At(item.Block).Call
	call := f.Calls.At(index)
	if !call.Succeeded || f.Blocks.At(call.UseBlock).Kind != record.ToolUse {
		return seriesKey{}, false
	}
	kind, server, _ := tool.Lookup(f.Name(call.Name))
	if kind.Series == "" || len(b.session.InvocationsOf(f, index)) > 0 {
		return seriesKey{}, false
	}
	k := seriesKey{family: kind.Series, server: server, turn: item.Turn}
	if at := f.Records.At(item.Record).Message; at >= 0 {
		k.model = f.Messages.At(at).Model
	}
	return k, true
}

// quiet reports whether an item between two calls does not separate them: internal records
// that did not fail, and thinking of which little or nothing is recorded.
func quiet(f *parser.File, item *parser.Item) bool {
	switch item.Kind {
	case parser.ItemInternal:
		return isBackground(f, item)
	case parser.ItemThinking:
		b := f.Blocks.At(item.Block)
		return b.Kind == record.RedactedThinking || f.Deltas(item.Block) == nil && (b.Empty || b.Text.Len() <= maxThought)
	}
	return false
}

// seriesTo returns the end of the series that begins with an item: the index after its last
// call. It returns from if no series begins there. The result depends only on the items from
// there on, so a list can be rebuilt from any row on.
func (b *builder) seriesTo(c *parser.Conversation, from, end int) int {
	if c.Items[from].Kind != parser.ItemTool {
		return from
	}
	first, ok := b.seriesKeyOf(c, &c.Items[from])
	if !ok {
		return from
	}
	to := b.runTo(c, from, end, first)
	if to == from && first.family == tool.SeriesLook {
		first.family = tool.SeriesEdit
		to = b.runTo(c, from, end, first)
	}
	return to
}

// runTo returns the end of the calls with the same key that follow from an item on, or from
// if there are too few. An edit is often preceded by lookups: up to as many lookups as are
// too few for a series of their own are included with the edit that follows.
func (b *builder) runTo(c *parser.Conversation, from, end int, of seriesKey) int {
	f := c.File
	here := b.rangeAt(c, from)
	own, calls, looks, to := 0, 0, 0, from // looks: since the last call of the family
	for i := from; i < min(end, from+maxSeries); i++ {
		item := &c.Items[i]
		if b.rangeAt(c, i) != here {
			break
		}
		if item.Kind != parser.ItemTool {
			if !quiet(f, item) {
				break
			}
			continue
		}
		k, ok := b.seriesKeyOf(c, item)
		look := of.family == tool.SeriesEdit && k.family == tool.SeriesLook
		if look {
			k.family, looks = of.family, looks+1
		}
		if !ok || k != of || looks == minSeries {
			break
		}
		if !look {
			own, calls, looks, to = own+1, calls+looks+1, 0, i+1
		}
	}
	if own < 2 || calls < minSeries {
		return from
	}
	return to
}

// severalCalls reports whether the filter keeps more than one call of a series: a single call
// is clearer as a row of its own.
func (b *builder) severalCalls(c *parser.Conversation, from, to int) bool {
	calls := 0
	for i := from; i < to && calls < 2; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemTool && b.visible.Keeps(c, item) {
			calls++
		}
	}
	return calls > 1
}

// seriesRow returns the row of a series, with a summary of its calls.
func (v *Reader) seriesRow(l *List, r *Ref, base protocol.RowBase) *protocol.SeriesRow {
	f := r.Conv.File
	row := &protocol.SeriesRow{RowBase: base, Series: protocol.Series{Open: l.open.isOpen(base.Key)}}
	s := &row.Series
	row.Ends = row.Ends && !s.Open
	for i := r.From; i < r.To && s.Family != tool.SeriesEdit; i++ { // edits can begin with a lookup
		if item := &r.Conv.Items[i]; item.Kind == parser.ItemTool && l.Visible.Keeps(r.Conv, item) {
			s.Family = tool.KindOf(toolOf(f, item)).Series
		}
	}
	seen := map[string]bool{} // by tool count and target
	added, removed, known := 0, 0, false
	var until int64 // end of the calls so far: overlapping time counts once
	for i := r.From; i < r.To; i++ {
		item := &r.Conv.Items[i]
		if item.Kind != parser.ItemTool || !l.Visible.Keeps(r.Conv, item) {
			continue
		}
		c := tool.Read(v.Source, f, f.Blocks.At(item.Block).Call, tool.RowLimit)
		if s.Calls == 0 {
			s.Server = c.Server
		}
		s.Calls++
		s.Tokens += c.Tokens()
		d := toolCountOf(s, &c)
		d.Calls++
		about := c.Target()
		if name := d.Name + "\x00" + about; about != "" && !seen[name] {
			seen[name] = true
			d.Distinct++
			switch {
			case c.Kind.Series != s.Family: // lookups between edits
			case len(s.About) < maxAbout:
				s.About = append(s.About, protocol.About{Kind: c.Kind.ID, Target: source.OneLine(about, 200)})
			default:
				s.More++
			}
		}
		if s.Family == tool.SeriesEdit {
			if more, less, ok := c.PatchSize(); ok {
				added, removed, known = added+more, removed+less, true
			}
		}
		use := f.Records.At(c.Use)
		if ms, ok := f.Records.At(c.Result).Since(use); ok {
			from := use.Time
			s.Duration += float64(max(0, from+ms-max(from, until)))
			until = max(until, from+ms)
		}
	}
	s.Added, s.Removed = protocol.OrNull(added, known), protocol.OrNull(removed, known)
	return row
}

// toolCountOf returns the count for calls like this one: by kind of tool, or by tool if the
// tools of a kind do different things.
func toolCountOf(s *protocol.Series, c *tool.Call) *protocol.ToolCount {
	name := c.Kind.ID
	if c.Kind.ByTool {
		name = c.Tool
	}
	for i := range s.Tools {
		if s.Tools[i].Kind == c.Kind.ID && s.Tools[i].Name == name {
			return &s.Tools[i]
		}
	}
	s.Tools = append(s.Tools, protocol.ToolCount{Kind: c.Kind.ID, Name: name})
	return &s.Tools[len(s.Tools)-1]
}
