package rows

import (
	"sort"
	"strings"

	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// Limits for the filter options in one answer.
const (
	maxToolNames = 500
	maxAgents    = 100 // in one answer: some agents require reading a record
)

// FilterOptions returns the options for filtering a session. It walks through everything
// in the index, and reads files only for the name of the selected agent.
func (v *Reader) FilterOptions(session int) protocol.Choices {
	s := v.Store.Session(session)
	if s == nil {
		return protocol.Choices{}
	}
	l := v.List(s)
	out := protocol.Choices{Shown: countLines(s, l.filters)}
	if out.Lines = out.Shown; !l.filters.reader.IsZero() {
		out.Lines = countLines(s, sessionFilters{page: l.filters.page})
	}
	count := optionCounts{tools: map[string]*protocol.ToolUses{}, branches: map[int32]bool{}}
	count.add(s, s.Main)
	for _, a := range s.Agents {
		if a.Conv != nil && len(a.Conv.Items) > 0 {
			out.Agents++
			count.add(s, a.Conv)
		}
		if l.Visible.isSelected(a) && out.AgentName == "" {
			name, task := v.Agents.Name(a)
			out.AgentName = strings.TrimSpace(name + " " + task)
		}
	}
	count.addRuns(s)
	count.kinds[filter.Agents.Index()] = out.Agents
	count.kinds[filter.Branches.Index()] = len(count.branches)
	for i, name := range filter.KindNames() {
		out.Kinds = append(out.Kinds, protocol.Count{Name: name, Count: count.kinds[i]})
	}
	out.Tools, out.More = count.mostUsed()
	return out
}

// countLines counts the rows that filters keep, whatever is open, without marks and
// without rows that are kept only for the rows inside them.
func countLines(s *parser.Session, filters sessionFilters) (lines int) {
	all := newList(s, filters)
	all.open.all = true
	all.refresh()
	rows := all.Rows()
	for i := range rows {
		if all.Visible.isLine(&rows[i]) {
			lines++
		}
	}
	return lines
}

// isLine reports whether a row counts as a line, see [countLines].
func (v *Visibility) isLine(r *Ref) bool {
	switch {
	case r.mark || r.Fold == seriesFold || r.Fold == backgroundFold:
		return false
	case r.AgentRow != nil:
		return r.AgentRow.isOwn() && (!v.isParent(r.AgentRow.key()) || r.AgentRow.task != nil && v.keepsFailed(r.AgentRow.task))
	case r.ShowsItems() && r.Conv.Items[r.From].Kind == parser.ItemTool && v.isParent(r.key()):
		item := &r.Conv.Items[r.From]
		return v.keepsAt(r.Conv, item.Turn, KindsOf(v.session, r.Conv.File, item), toolOf(r.Conv.File, item))
	}
	return true
}

// optionCounts counts rows by kind and calls by tool.
type optionCounts struct {
	kinds    [filter.NumKinds]int
	tools    map[string]*protocol.ToolUses
	branches map[int32]bool // abandoned branches of the main conversation
}

func (t *optionCounts) add(s *parser.Session, c *parser.Conversation) {
	f := c.File
	for i := 0; i < len(c.Items); {
		item := &c.Items[i]
		if _, carried := carrier(s, c, int32(i)); carried {
			i++
			continue
		}
		kinds := KindsOf(s, f, item)
		for index := range t.kinds {
			t.kinds[index] += int(kinds >> index & 1)
		}
		if branch := f.Records.At(item.Record).Branch; branch > 0 && c == s.Main {
			t.branches[branch] = true
		}
		if item.Kind == parser.ItemTool && kinds&filter.Tools != 0 {
			t.addCall(toolOf(f, item), CallFailed(s, f, f.Blocks.At(item.Block).Call))
		}
		here := RangeOf(s, f, item)
		for i++; i < len(c.Items) && sharesRow(f, &c.Items[i-1], &c.Items[i]) && RangeOf(s, f, &c.Items[i]) == here; i++ {
		}
	}
}

// addRuns counts the failed agents of workflows.
func (t *optionCounts) addRuns(s *parser.Session) {
	for _, w := range s.Workflows {
		for i := range w.Phases {
			t.kinds[filter.Errors.Index()] += count(w.Phases[i].Tasks, parser.TaskFailed)
		}
	}
}

func (t *optionCounts) addCall(name string, failed bool) {
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
func (t *optionCounts) mostUsed() (list []protocol.ToolUses, more int) {
	for _, one := range t.tools {
		list = append(list, *one)
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].Calls != list[j].Calls {
			return list[i].Calls > list[j].Calls
		}
		return list[i].Name < list[j].Name
	})
	more = max(0, len(list)-maxToolNames)
	return list[:len(list)-more], more
}

// AgentOptions lists the agents that have records of their own, in the order in which they
// began, one page at a time. from is 0 at first, and then the Next of the previous
// answer.
func (v *Reader) AgentOptions(session, from int) protocol.AgentChoices {
	var page protocol.AgentChoices
	s := v.Store.Session(session)
	if s == nil {
		return page
	}
	page.Revision = s.Revision()
	reads, agents := v.Source.Reads(), inOrder(s.Agents)
	for i := max(0, from); i < len(agents); i++ {
		a := agents[i]
		if a.Conv == nil || len(a.Conv.Items) == 0 {
			continue
		}
		if len(page.Agents) == maxAgents || v.Source.Reads()-reads >= MaxPageReads {
			page.Next = new(i)
			break
		}
		name, task := v.Agents.Name(a)
		page.Agents = append(page.Agents, protocol.AgentChoice{
			ID: a.ID, Name: name, Task: source.OneLine(task, 200), Rows: len(a.Conv.Items)})
	}
	return page
}
