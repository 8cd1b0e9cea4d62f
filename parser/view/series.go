package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// A run of similar calls that all went well is one row, a series, since two
// hundred lines of "Read" hide what was said between them.
const (
	minSeries   = 3    // calls: of fewer the lines themselves say more
	mostAbout   = 5    // targets that a row names
	maxSeries   = 200  // items from the first call to the last, so that a list that grows is made again from not far back
	mostThought = 1000 // bytes of thinking that go into a series; more is worth a row of its own
)

// A seriesKey is what the calls of a series have in common.
type seriesKey struct {
	family string // see Series.Family
	server string // of MCP tools
	model  parser.Name
	turn   int32
}

// familyOf gives the family of a face, "" for those whose calls stand alone.
func familyOf(toolKind string) string {
	switch toolKind {
	case "read", "grep", "glob", "list":
		return "look"
	case "fetch", "search":
		return "web"
	case "edit", "write":
		return "edit"
	case "todo", "task":
		return "task"
	case "mcp", "resource":
		return "mcp"
	case "bash", "toolsearch":
		return toolKind
	}
	return ""
}

// seriesKeyOf tells which series a call can stand in; false for calls that stand on
// their own: they failed, go on, or started an agent.
func (l *list) seriesKeyOf(c *parser.Conversation, item *parser.Item) (seriesKey, bool) {
	f := c.File
	index := f.Blocks.At(item.Block).Call
	call := f.Calls.At(index)
	if !call.Succeeded || f.Blocks.At(call.UseBlock).Kind != record.ToolUse {
		return seriesKey{}, false
	}
	toolKind, server, _ := toolKind(f.Name(call.Name))
	family := familyOf(toolKind)
	if family == "" || len(l.session.SegmentsOf(f, index)) > 0 {
		return seriesKey{}, false
	}
	k := seriesKey{family: family, server: server, turn: item.Turn}
	if at := f.Records.At(item.Record).Message; at >= 0 {
		k.model = f.Messages.At(at).Model
	}
	return k, true
}

// quiet says that an item between two calls does not part them: machinery that
// did not fail, and thinking of which little or nothing is recorded.
func quiet(f *parser.File, item *parser.Item) bool {
	switch item.Kind {
	case parser.ItemInternal:
		return !f.Records.At(item.Record).Failed
	case parser.ItemThinking:
		b := f.Blocks.At(item.Block)
		return b.Kind == record.RedactedThinking || f.Deltas(item.Block) == nil && (b.Empty || b.Text.Len() <= mostThought)
	}
	return false
}

// seriesTo gives the end of the series that begins with an item: behind its last
// call. It gives from where none begins. What it says depends on the items from
// there on alone, so a list can be made again from any row on.
func (l *list) seriesTo(c *parser.Conversation, from, end int) int {
	if c.Items[from].Kind != parser.ItemTool {
		return from
	}
	first, ok := l.seriesKeyOf(c, &c.Items[from])
	if !ok {
		return from
	}
	to := l.runTo(c, from, end, first)
	if to == from && first.family == "look" {
		first.family = "edit"
		to = l.runTo(c, from, end, first)
	}
	return to
}

// runTo gives the end of the calls of a kin that follow from an item on, from where
// they are too few. Who edits looks something up before: so many looks as would make
// no series themselves go along with the edit that they lead to.
func (l *list) runTo(c *parser.Conversation, from, end int, of seriesKey) int {
	f := c.File
	here := rangeOf(f, &c.Items[from])
	own, calls, looks, to := 0, 0, 0, from // looks since the last call of the family
	for i := from; i < min(end, from+maxSeries); i++ {
		item := &c.Items[i]
		if rangeOf(f, item) != here {
			break
		}
		if item.Kind != parser.ItemTool {
			if !quiet(f, item) {
				break
			}
			continue
		}
		k, ok := l.seriesKeyOf(c, item)
		look := of.family == "edit" && k.family == "look"
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

// severalCalls says that more than one call of a series stays: of a single one the
// line itself says more.
func (l *list) severalCalls(c *parser.Conversation, from, to int) bool {
	calls := 0
	for i := from; i < to && calls < 2; i++ {
		if item := &c.Items[i]; item.Kind == parser.ItemTool && l.keeps(c, item) {
			calls++
		}
	}
	return calls > 1
}

// unsettled gives the item from which on rows can change as more items come.
func (l *list) unsettled(c *parser.Conversation) int {
	from := max(0, l.built.items-1)
	for from > max(0, l.built.items-maxSeries) && (c.Items[from].Kind == parser.ItemTool || quiet(c.File, &c.Items[from])) {
		from--
	}
	return from
}

// seriesRow sums up the calls of a series.
func (v *Viewer) seriesRow(l *list, r *ref, row *Row) {
	f := r.conv.File
	s := &Series{Added: -1, Removed: -1, Open: l.isOpen(row.Key)}
	row.Kind, row.Series = "series", s
	for i := r.from; i < r.to && s.Family != "edit"; i++ { // edits can begin with a look
		if item := &r.conv.Items[i]; item.Kind == parser.ItemTool && l.keeps(r.conv, item) {
			toolKind, _, _ := toolKind(toolOf(f, item))
			s.Family = familyOf(toolKind)
		}
	}
	seen := map[string]bool{} // by deed and target
	var until int64           // of the calls so far: those that ran at once count once
	for i := r.from; i < r.to; i++ {
		item := &r.conv.Items[i]
		if item.Kind != parser.ItemTool || !l.keeps(r.conv, item) {
			continue
		}
		c := v.call(f, f.Blocks.At(item.Block).Call, maxStructured)
		if s.Calls == 0 {
			s.Server = c.server
		}
		s.Calls++
		d := s.toolCount(&c)
		d.Calls++
		about := target(c.toolKind, &c.input)
		if name := d.Name + "\x00" + about; about != "" && !seen[name] {
			seen[name] = true
			d.Distinct++
			switch {
			case familyOf(c.toolKind) != s.Family: // looked up between edits
			case len(s.About) < mostAbout:
				s.About = append(s.About, About{c.toolKind, oneLine(about, 200)})
			default:
				s.More++
			}
		}
		if s.Family == "edit" {
			if added, removed := patchSize(&c.result); added >= 0 {
				s.Added, s.Removed = max(s.Added, 0)+added, max(s.Removed, 0)+removed
			}
		}
		if from, to := f.Records.At(c.Use).Time, f.Records.At(c.Result).Time; from > 0 {
			s.Duration += float64(max(0, to-max(from, until)))
			until = max(until, to)
		}
	}
}

// toolCount gives the count of calls like this one: by face, or by tool where the tools
// of a face do different things.
func (s *Series) toolCount(c *call) *Deed {
	name := c.toolKind
	if s.Family == "mcp" || s.Family == "task" {
		name = c.tool
	}
	for i := range s.Tools {
		if s.Tools[i].Face == c.toolKind && s.Tools[i].Name == name {
			return &s.Tools[i]
		}
	}
	s.Tools = append(s.Tools, Deed{Face: c.toolKind, Name: name})
	return &s.Tools[len(s.Tools)-1]
}
