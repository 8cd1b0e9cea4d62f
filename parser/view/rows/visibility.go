package rows

import (
	"slices"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/filter"
	"unspool/parser/view/tool"
)

// A Visibility decides which rows of a session a filter keeps. It uses only the index: rows
// are listed without reading the files.
//
// What is inside a hidden row is hidden with it. The other way round, rows that lead to agents
// contain their work: if the filter names kinds to keep and agents are not among them, such a
// row is kept as long as something in it is kept, and is open at first. Prompts and replies of
// agents do not keep a row: a user who selects prompts and replies wants the conversation with
// the user.
//
// The methods keeps… report whether rows are kept, and hasVisible… whether the filter keeps
// anything inside a row. Rows of no kind, marks such as a compaction, are kept as long as any
// other row is: see [List.Rows].
type Visibility struct {
	session *parser.Session
	filter  filter.Filter
	closed  bool            // the main file is complete; until then, no agent is known to be unlinked
	parents map[string]bool // known results of hasVisible… by row key, see remember
	// unfolded is set if background records are shown at their places: see foldsBackground.
	unfolded bool
}

// KindsOfItem returns the kinds of an item kind, and Background for unknown ones. The
// kinds of a tool call also depend on what it did, and internal records also count as
// errors if they failed and stopped something.
func KindsOfItem(kind parser.ItemKind) filter.Kinds {
	switch kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		return filter.Prompts
	case parser.ItemInterrupt:
		return filter.Prompts | filter.Errors
	case parser.ItemText, parser.ItemImage:
		return filter.Replies
	case parser.ItemThinking:
		return filter.Thinking
	case parser.ItemTool:
		return filter.Tools
	case parser.ItemResult, parser.ItemOutput:
		return filter.Tools | filter.Results
	case parser.ItemFailure, parser.ItemDamage, parser.ItemInvalid, parser.ItemEncoding, parser.ItemUnfinished:
		return filter.Errors
	case parser.ItemCompaction, parser.ItemSummary, parser.ItemRestart:
		return filter.Marks
	}
	return filter.Background
}

// KindsOf returns the kinds of an item, without the kind that it has because it is
// inside an agent.
func KindsOf(s *parser.Session, f *parser.File, item *parser.Item) filter.Kinds {
	kinds := KindsOfItem(item.Kind)
	r := f.Records.At(item.Record)
	switch {
	case item.Kind == parser.ItemTool:
		kinds = KindsOfCall(s, f, f.Blocks.At(item.Block).Call)
	case item.Kind == parser.ItemThinking:
		c := f.Conversations[r.Conv]
		if at, ok := indexOf(c, item); ok {
			if by, carried := carrier(s, c, at); carried { // it is part of that row
				return KindsOf(s, f, &c.Items[by])
			}
		}
	case kinds == filter.Background && r.Failed && !r.Minor:
		kinds |= filter.Errors
	case item.Kind == parser.ItemPrompt && f.Conversations[r.Conv].IsEvent(item):
		kinds = filter.Events
	}
	if r.Branch > 0 {
		kinds |= filter.Branches
	}
	return kinds
}

// indexOf returns the index of an item in its conversation.
func indexOf(c *parser.Conversation, item *parser.Item) (int32, bool) {
	at := c.File.Records.At(item.Record).Item
	for ; at >= 0 && int(at) < len(c.Items) && c.Items[at].Record == item.Record; at++ {
		if c.Items[at].Block == item.Block {
			return at, true
		}
	}
	return 0, false
}

// KindsOfCall returns the kinds of a call.
func KindsOfCall(s *parser.Session, f *parser.File, index int32) filter.Kinds {
	call := f.Calls.At(index)
	name := f.Name(call.Name)
	kinds := filter.Tools
	switch {
	case tool.KindOf(name).Starts || len(s.InvocationsOf(f, index)) > 0 || s.RunOf(f, index) != nil:
		kinds = filter.Agents
	case tool.FileOpOf(name).Changes():
		kinds |= filter.Changes
	}
	if CallFailed(s, f, index) || call.Declined {
		kinds |= filter.Errors
	}
	return kinds
}

// CallFailed reports whether a call failed or was interrupted, or whether the work that it started in
// the background failed. A call that the user rejected did not fail, nor did a command with a negative
// result, such as a search without a match. It uses only the index.
func CallFailed(s *parser.Session, f *parser.File, index int32) bool {
	if call := f.Calls.At(index); call.Failed {
		return !call.Negative && !call.Declined
	}
	end, ok := s.EndOf(f, index)
	return ok && tool.EndState(end.Status) == "failed"
}

// IsError reports whether an item of a conversation counts as an error: a call that
// failed; a request that got no answer, once for all its attempts; and an internal record
// that failed and stopped something. Outline and overview count by it.
func IsError(s *parser.Session, c *parser.Conversation, at int) bool {
	item, f := &c.Items[at], c.File
	switch r := f.Records.At(item.Record); item.Kind {
	case parser.ItemTool:
		return CallFailed(s, f, f.Blocks.At(item.Block).Call)
	case parser.ItemFailure:
		return r.Flags&record.APIError != 0 || !isAnswered(c, at)
	case parser.ItemInternal:
		return r.Failed && !r.Minor
	}
	return false
}

// isAnswered reports whether a request whose attempt failed was answered in the same turn, or failed
// again.
func isAnswered(c *parser.Conversation, at int) bool {
	for i := at + 1; i < len(c.Items) && c.Items[i].Turn == c.Items[at].Turn; i++ {
		switch c.Items[i].Kind {
		case parser.ItemFailure, parser.ItemText, parser.ItemThinking, parser.ItemTool:
			return true
		case parser.ItemInterrupt:
			return false
		}
	}
	return false
}

// toolOf returns the name of the tool that an item calls, or "" if it calls none.
func toolOf(f *parser.File, item *parser.Item) string {
	if item.Kind != parser.ItemTool {
		return ""
	}
	return f.Name(f.Calls.At(f.Blocks.At(item.Block).Call).Name)
}

// isSelected reports whether the filter keeps only the rows of this agent.
func (v *Visibility) isSelected(a *parser.Agent) bool {
	return a != nil && v.filter.Agent != "" && a.ID == v.filter.Agent
}

// Keeps reports whether the row of an item is kept.
func (v *Visibility) Keeps(c *parser.Conversation, item *parser.Item) bool {
	if v.filter.IsZero() {
		return true
	}
	kinds, tool := KindsOf(v.session, c.File, item), toolOf(c.File, item)
	return v.keepsAt(c, item.Turn, kinds, tool) || v.hasVisibleCall(c, item, kinds, tool)
}

// KeepsAny reports whether the row of any item in a range is kept.
func (v *Visibility) KeepsAny(c *parser.Conversation, from, to int) bool {
	for i := from; i < to; i++ {
		if v.Keeps(c, &c.Items[i]) {
			return true
		}
	}
	return false
}

// keepsAt reports whether rows of these kinds are kept in a turn of a conversation.
// tool is the tool name of a call.
func (v *Visibility) keepsAt(c *parser.Conversation, turn int32, kinds filter.Kinds, tool string) bool {
	if c != v.session.Main && !v.isSelected(v.session.AgentOf(c)) {
		kinds |= filter.Agents
	}
	return v.KeepsTurn(c, turn) && v.filter.Keep(kinds, tool)
}

// KeepsTurn reports whether rows of a turn of a conversation are kept, whatever their kinds.
// The index of the turn is -1 for rows before the first turn, or in none.
func (v *Visibility) KeepsTurn(c *parser.Conversation, turn int32) bool {
	numbers := NumbersOf(c, turn)
	return c != v.session.Main ||
		v.filter.Agent == "" && v.filter.Turns.Has(numbers.Turn) && v.filter.Prompts.Has(numbers.Prompt)
}

// keepsOutside reports whether rows of these kinds that are in no turn are kept.
func (v *Visibility) keepsOutside(kinds filter.Kinds) bool {
	return v.keepsAt(v.session.Main, -1, kinds, "")
}

// keepsFailed reports whether a task failed and the filter keeps failed agents.
func (v *Visibility) keepsFailed(t *parser.Task) bool {
	return t.State == parser.TaskFailed && v.filter.Keep(filter.Agents|filter.Errors, "")
}

// KeepsInternal reports whether the row of the internal agents is kept.
func (v *Visibility) KeepsInternal() bool {
	return v.keepsOutside(filter.Agents|filter.Background) || v.hasVisibleInternal()
}

// KeepsUnlinked reports whether an unlinked agent or run is kept at its place before an
// item. It belongs to the turn of the item before it.
func (v *Visibility) KeepsUnlinked(c *parser.Conversation, at int, x *parser.UnlinkedAgent) bool {
	turn := int32(-1)
	if at > 0 {
		turn = c.Items[at-1].Turn
	} else {
		c = v.session.Main
	}
	return v.keepsAt(c, turn, filter.Agents, "") || v.KeepsTurn(c, turn) && v.hasVisibleUnlinked(x)
}

// UnlinkedIn lists the agents and runs in a conversation that no known call started.
// While the main file is still being read, nothing is known to be unlinked. If the
// invocation begins at a later item, agents that began before that item are left out: they
// belong to another invocation.
func (v *Visibility) UnlinkedIn(c *parser.Conversation, from int) []parser.UnlinkedAgent {
	if !v.closed {
		return nil
	}
	unlinked := v.session.UnlinkedIn(c)
	for from > 0 && len(unlinked) > 0 && unlinked[0].Start > 0 && unlinked[0].Start < c.File.Records.At(c.Items[from].Record).Time {
		unlinked = unlinked[1:]
	}
	return unlinked
}

// isParent reports whether the row with a key is known to be kept because of the rows inside it.
func (v *Visibility) isParent(key string) bool { return v.parents[key] }

// remember reports whether the row with a key is kept because of the rows inside it. It calls
// compute it once and caches the result until the rows are rebuilt. Agents never contain themselves,
// not even indirectly.
func (v *Visibility) remember(key string, ask func() bool) bool {
	known, ok := v.parents[key]
	if !ok && v.filter.KeepsParents() {
		known = ask()
		v.parents[key] = known
	}
	return known
}

// hasVisibleCall reports whether the filter keeps anything in the agents or the run that an item
// of these kinds started.
func (v *Visibility) hasVisibleCall(c *parser.Conversation, item *parser.Item, kinds filter.Kinds, tool string) bool {
	if kinds&filter.Agents == 0 || item.Kind != parser.ItemTool || v.filter.Hides(kinds, tool) || !v.KeepsTurn(c, item.Turn) {
		return false
	}
	f, index := c.File, c.File.Blocks.At(item.Block).Call
	return v.remember(KeyOf(f, item.Record, item.Block), func() bool {
		if w := v.session.RunOf(f, index); w != nil {
			return v.HasVisibleRun(w)
		}
		return slices.ContainsFunc(v.session.InvocationsOf(f, index), func(x *parser.AgentInvocation) bool {
			return x.Agent.Conv != nil && x.From >= 0 && v.hasVisibleItems(x.Agent.Conv, int(x.From), InvocationEnd(x))
		})
	})
}

// hasVisibleItems reports whether the filter keeps any of these items of an agent, apart from
// prompts and replies.
func (v *Visibility) hasVisibleItems(c *parser.Conversation, from, to int) bool {
	for i := from; i < to; i++ {
		item := &c.Items[i]
		kinds, tool := KindsOf(v.session, c.File, item), toolOf(c.File, item)
		if v.hasVisibleCall(c, item, kinds, tool) {
			return true
		}
		work := kinds &^ (filter.Prompts | filter.Events | filter.Replies)
		if work&^filter.Branches != filter.Marks && v.keepsAt(c, item.Turn, kinds, tool) && v.keepsAt(c, item.Turn, work, tool) {
			return true
		}
	}
	return slices.ContainsFunc(v.session.UnlinkedIn(c), func(x parser.UnlinkedAgent) bool { return v.hasVisibleUnlinked(&x) })
}

// hasVisibleAgent reports whether the filter keeps anything in an agent's conversation.
func (v *Visibility) hasVisibleAgent(a *parser.Agent) bool {
	return a.Conv != nil &&
		v.remember(AgentKey(a), func() bool { return v.hasVisibleItems(a.Conv, 0, len(a.Conv.Items)) })
}

// hasVisibleUnlinked reports whether the filter keeps anything in an unlinked agent or run.
func (v *Visibility) hasVisibleUnlinked(x *parser.UnlinkedAgent) bool {
	if x.Agent != nil {
		return v.hasVisibleAgent(x.Agent)
	}
	return v.HasVisibleRun(x.Run)
}

// HasVisibleRun reports whether the filter keeps anything in a workflow run.
func (v *Visibility) HasVisibleRun(w *parser.Workflow) bool {
	return v.remember(RunKey(w), func() bool { return slices.ContainsFunc(w.Phases, v.hasVisiblePhase) })
}

// hasVisiblePhase reports whether the filter keeps anything in a phase of a workflow run.
func (v *Visibility) hasVisiblePhase(p parser.Phase) bool {
	return slices.ContainsFunc(p.Tasks, v.HasVisibleTask)
}

// HasVisibleTask reports whether an agent of a run failed and the filter keeps failures, or did
// something that the filter keeps.
func (v *Visibility) HasVisibleTask(t parser.Task) bool {
	return v.keepsFailed(&t) || v.hasVisibleAgent(t.Agent)
}

// hasVisibleInternal reports whether one of the agents that Claude Code ran for itself did
// something that the filter keeps.
func (v *Visibility) hasVisibleInternal() bool {
	return v.KeepsTurn(v.session.Main, -1) && v.remember(InternalKey, func() bool {
		return slices.ContainsFunc(InternalAgents(v.session), v.hasVisibleAgent)
	})
}

// isFirst reports whether a row is the first kept row of its turn or, if ofAnswer is
// set, the first kept row of the answer.
func (v *Visibility) isFirst(r *Ref, ofAnswer bool) bool {
	c, here := r.Conv, &r.Conv.Items[r.From]
	first := c.Turns[here.Turn].First
	for i := r.From - 1; i >= first; i-- {
		item := &c.Items[i]
		if ofAnswer && (voice(c, i) != "claude" || c.File.Records.At(item.Record).Branch != c.File.Records.At(here.Record).Branch) {
			continue
		}
		if v.hasRow(c, i) {
			return false
		}
	}
	return ofAnswer || r.From >= first
}

// opensTurn reports whether the turn of its conversation begins with a row.
func (v *Visibility) opensTurn(r *Ref) bool {
	return r.HasItems() && !r.inside && r.Fold != ModelMark && r.Fold != copyFold && r.Fold != backgroundFold &&
		r.Conv.Items[r.From].Turn >= 0 && v.isFirst(r, false)
}

// opensPrompt reports whether a row is the first kept row of a prompt and all that follows it, with
// the events below it.
func (v *Visibility) opensPrompt(r *Ref) bool {
	if !v.opensTurn(r) {
		return false
	}
	c := r.Conv
	turn := r.Conv.Items[r.From].Turn
	for at := r.From - 1; c.Turns[turn].Event; turn-- {
		if turn == 0 {
			return false // an event before the first prompt
		}
		for ; at >= c.Turns[turn-1].First; at-- {
			if v.hasRow(c, at) {
				return false
			}
		}
	}
	return true
}

// isLast reports whether a row is the last kept row of its range.
func (v *Visibility) isLast(r *Ref) bool {
	c := r.Conv
	here := RangeOf(v.session, c.File, &c.Items[r.To-1])
	to := r.stands()
	for i := int(r.To); i < to; i++ {
		if item := &c.Items[i]; isBackground(c.File, item) && v.Keeps(c, item) {
			return false
		}
	}
	for i := to; i < len(c.Items) && RangeOf(v.session, c.File, &c.Items[i]) == here; i++ {
		if v.Keeps(c, &c.Items[i]) {
			return false
		}
	}
	return true
}

// Locate reports whether the row that shows a record is kept, with all rows that
// contain it. It also returns the numbers of its turn in the main conversation. For a
// row of an agent, that is the turn of the call that the agent was working on.
func (v *Visibility) Locate(f *parser.File, index int32) (turn Numbers, isVisible bool) {
	index = RowRecord(f, index)
	c, at := f.Conversations[f.Records.At(index).Conv], f.Records.At(index).Item
	for i := at; !isVisible && i >= 0 && int(i) < len(c.Items) && c.Items[i].Record == index; i++ {
		isVisible = v.Keeps(c, &c.Items[i])
	}
	inside := v.filter.Agent == "" // inside the selected agent, whose own call is always kept
	for range MaxDepth {
		if !isVisible {
			return Numbers{}, false
		}
		agent := v.session.AgentOf(c)
		if agent == nil {
			return NumbersOf(c, c.Items[at].Turn), inside
		}
		selected := v.isSelected(agent)
		inside = inside || selected
		ref := agent.CallAt(at)
		if ref.File == nil {
			return Numbers{}, selected || inside && (v.filter.Keep(filter.Agents, "") || v.hasVisibleAgent(agent))
		}
		c, at = itemOfCall(ref.File, ref.Index)
		isVisible = at >= 0 && (inside && v.filter.Agent != "" || v.Keeps(c, &c.Items[at]))
	}
	return Numbers{}, false
}
