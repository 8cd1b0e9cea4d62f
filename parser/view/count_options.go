package view

import (
	"math/bits"
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// Limits for the filter options in one answer.
const (
	mostToolNames = 500
	mostAgents    = 100 // in one answer: some agents require reading a record
)

// FilterOptions returns what a session can be filtered by. It walks through everything
// in the index, and reads files only for the name of the selected agent.
func (v *Viewer) FilterOptions(session int) protocol.Choices {
	s := v.Store.Session(session)
	if s == nil {
		return protocol.Choices{}
	}
	l := v.list(s)
	out := protocol.Choices{Shown: l.lines(l.filter)}
	if out.Lines = out.Shown; l.filter.reader.some() || l.filter.agent != "" {
		whole := l.filter
		whole.reader, whole.agent = choice{}, ""
		out.Lines = l.lines(whole)
	}
	count := tallies{kinds: make([]int, len(strings.Fields(kindNames))), tools: map[string]*protocol.ToolUses{}, left: map[int32]bool{}}
	count.add(l, s.Main)
	for _, a := range s.Agents {
		if a.Conv != nil && len(a.Conv.Items) > 0 {
			out.Agents++
			count.add(l, a.Conv)
		}
		if l.isOnly(a) && out.AgentName == "" {
			name, task := v.nameOf(a)
			out.AgentName = strings.TrimSpace(name + " " + task)
		}
	}
	count.addRuns(s)
	count.kinds[bits.TrailingZeros(uint(agents))] = out.Agents
	count.kinds[bits.TrailingZeros(uint(branches))] = len(count.left)
	for bit, name := range strings.Fields(kindNames) {
		out.Kinds = append(out.Kinds, protocol.Count{Name: name, Count: count.kinds[bit]})
	}
	out.Tools, out.More = count.mostUsed()
	return out
}

// lines counts the rows that a filter keeps, whatever is open, without marks and
// without rows that are kept only for what they contain.
func (l *list) lines(n filter) (lines int) {
	all := &list{session: l.session, wide: true, turned: map[string]bool{}, visible: map[string]bool{}, filter: n}
	all.built.revision = -1
	all.refresh()
	rows := all.shown()
	for i := range rows {
		if all.isLine(&rows[i]) {
			lines++
		}
	}
	return lines
}

// isLine reports whether a row counts as a line, see [list.lines].
func (l *list) isLine(r *ref) bool {
	switch {
	case r.mark || r.fold == seriesFold:
		return false
	case r.side != nil:
		return r.side.isOwn() && (!l.visible[r.side.key()] || r.side.task != nil && l.keepsFailed(r.side.task))
	case r.own() && r.conv.Items[r.from].Kind == parser.ItemTool && l.visible[r.key()]:
		item := &r.conv.Items[r.from]
		return l.keepsAt(r.conv, item.Turn, l.kindsOf(r.conv.File, item), toolOf(r.conv.File, item))
	}
	return true
}

// A tallies value counts rows by kind and calls by tool.
type tallies struct {
	kinds []int // indexed by the bit of the kind
	tools map[string]*protocol.ToolUses
	left  map[int32]bool // abandoned branches of the main conversation
}

func (t *tallies) add(l *list, c *parser.Conversation) {
	f := c.File
	for i := 0; i < len(c.Items); {
		item := &c.Items[i]
		of := l.kindsOf(f, item)
		for bit := range t.kinds {
			t.kinds[bit] += int(of >> bit & 1)
		}
		if branch := f.Records.At(item.Record).Branch; branch > 0 && c == l.session.Main {
			t.left[branch] = true
		}
		if item.Kind == parser.ItemTool && of&tools != 0 {
			t.call(toolOf(f, item), of&errored != 0)
		}
		for i++; i < len(c.Items) && sharesRow(f, &c.Items[i-1], &c.Items[i]) && rangeOf(f, &c.Items[i]) == rangeOf(f, item); i++ {
		}
	}
}

// addRuns counts the failed agents of workflows.
func (t *tallies) addRuns(s *parser.Session) {
	for _, w := range s.Workflows {
		for i := range w.Phases {
			t.kinds[bits.TrailingZeros(uint(errored))] += count(w.Phases[i].Tasks, parser.TaskFailed)
		}
	}
}

func (t *tallies) call(name string, failed bool) {
	one := t.tools[name]
	if one == nil {
		_, server, short := tool.Lookup(name)
		one = &protocol.ToolUses{Name: name, Server: server, Tool: short}
		t.tools[name] = one
	}
	one.Calls++
	if failed {
		one.Failed++
	}
}

// mostUsed returns the tools with the most calls first, and the number of tools that
// are left out.
func (t *tallies) mostUsed() (list []protocol.ToolUses, more int) {
	for _, one := range t.tools {
		list = append(list, *one)
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].Calls != list[j].Calls {
			return list[i].Calls > list[j].Calls
		}
		return list[i].Name < list[j].Name
	})
	more = max(0, len(list)-mostToolNames)
	return list[:len(list)-more], more
}

// Agents lists the agents that have records of their own, in the order in which they
// began, one page at a time. from is 0 at first, and then the Next of the previous
// answer.
func (v *Viewer) Agents(session, from int) protocol.AgentChoices {
	page := protocol.AgentChoices{Next: -1}
	s := v.Store.Session(session)
	if s == nil {
		return page
	}
	page.Revision = s.Revision()
	reads, agents := v.source.Reads(), inOrder(s.Agents)
	for i := max(0, from); i < len(agents); i++ {
		a := agents[i]
		if a.Conv == nil || len(a.Conv.Items) == 0 {
			continue
		}
		if len(page.Agents) == mostAgents || v.source.Reads()-reads >= mostPageReads {
			page.Next = i
			break
		}
		name, task := v.nameOf(a)
		page.Agents = append(page.Agents, protocol.AgentChoice{ID: a.ID, Name: name, Task: source.OneLine(task, 200), Rows: len(a.Conv.Items)})
	}
	return page
}
