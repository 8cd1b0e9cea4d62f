package trace

import (
	"cmp"
	"iter"
	"math"

	"unspool/parser"
)

// A Turn is a turn of a session that has a trace.
type Turn struct {
	Session *parser.Session
	Index   int // in the turns of the main conversation
	Number  int // from 1, of the turns with a reply on the current branch
	// Key identifies the turn within its session: the UUID of its first record, if that has one. A copy of
	// the turn in another session has the same UUID.
	Key string
	ID  ID

	firsts    firstItems
	firstTime int64 // the first known one of the main file, in ms since 1970
}

// firstItems holds the first item of each response of a conversation. A response can reach into the next
// turn; its usage is on the span of the first item.
type firstItems map[*parser.Conversation][]*parser.Item

// isFirst reports whether an item is the first one of its response on the current branch.
func (x firstItems) isFirst(c *parser.Conversation, item *parser.Item) bool {
	first, ok := x[c]
	if !ok {
		first = make([]*parser.Item, c.File.Messages.Len())
		for i := range c.Items {
			r := c.File.Records.At(c.Items[i].Record)
			if r.Message >= 0 && r.Branch == 0 && first[r.Message] == nil {
				first[r.Message] = &c.Items[i]
			}
		}
		x[c] = first
	}
	return first[c.File.Records.At(item.Record).Message] == item
}

// LeftOut counts what has no trace.
type LeftOut struct {
	Unreplied int // turns without a reply
	Abandoned int // turns on abandoned branches
	Copied    int // turns that were copied from another session, which has them
	Internal  int // agents that Claude Code ran for itself, such as for compaction
	Damaged   int // ranges of the session's files that are not records
}

// Select returns the turns of a session that have a reply, on the current branch, in their order. Turns that
// were copied from another session are left out where that session has them.
func Select(s *parser.Session) ([]Turn, LeftOut) {
	var turns []Turn
	var left LeftOut
	number, firsts, firstTime := 0, firstItems{}, firstTimeOf(s.Main.File)
	for i := range s.Main.Turns {
		turn := &s.Main.Turns[i]
		switch {
		case turn.Branch > 0:
			left.Abandoned++
			continue
		case !turn.Replied:
			left.Unreplied++
			continue
		}
		number++
		if s.Copies.IsCopied(s.Main.File, turn.Began) {
			left.Copied++
			continue
		}
		key := keyOf(s.Main.File, turn.Began)
		turns = append(turns, Turn{s, i, number, key, ID(hash(s.ID, "turn", key)), firsts, firstTime})
	}
	for _, agent := range s.Agents {
		if agent.Internal {
			left.Internal++
		}
	}
	for _, f := range s.Files {
		left.Damaged += parser.DamagedRanges(f)
	}
	return turns, left
}

// firstTimeOf returns the first known time of a file, or 0 if it has none.
func firstTimeOf(f *parser.File) int64 {
	for i := range f.Records.Len() {
		if at := f.Records.At(i).Time; at > 0 {
			return at
		}
	}
	return 0
}

// Counts returns the counts that are not 0, by the names that they have in messages.
func (l LeftOut) Counts() map[string]int {
	counts := map[string]int{}
	for name, n := range map[string]int{"turns without a reply": l.Unreplied, "turns on abandoned branches": l.Abandoned,
		"copied turns": l.Copied, "internal agents": l.Internal, "damaged ranges": l.Damaged} {
		if n > 0 {
			counts[name] = n
		}
	}
	return counts
}

// addTo adds the counts to the attributes of a resource.
func (l LeftOut) addTo(a *Attributes) {
	put(a, ownLeftOut+"turns_without_reply", int64(l.Unreplied))
	put(a, ownLeftOut+"abandoned_turns", int64(l.Abandoned))
	put(a, ownLeftOut+"copied_turns", int64(l.Copied))
	put(a, ownLeftOut+"internal_agents", int64(l.Internal))
	put(a, ownLeftOut+"damaged_ranges", int64(l.Damaged))
}

// Agents iterates over the agents that have spans in the trace of the turn, except for those that these
// agents started.
func (t Turn) Agents() iter.Seq[*parser.Agent] {
	return func(yield func(*parser.Agent) bool) {
		s, f := t.Session, t.Session.Main.File
		for _, item := range s.Main.TurnItems(t.Index) {
			if item.Kind != parser.ItemTool {
				continue
			}
			for agent := range agentsOf(s, f, f.Blocks.At(item.Block).Call) {
				if !yield(agent) {
					return
				}
			}
		}
		for agent := range t.unlinked() {
			if !yield(agent) {
				return
			}
		}
	}
}

// agentsOf iterates over the agents that a call started or resumed.
func agentsOf(s *parser.Session, f *parser.File, call int32) iter.Seq[*parser.Agent] {
	return func(yield func(*parser.Agent) bool) {
		for _, invocation := range s.InvocationsOf(f, call) {
			if !yield(invocation.Agent) {
				return
			}
		}
		for agent := range agentsOfRun(s.RunOf(f, call)) {
			if !yield(agent) {
				return
			}
		}
	}
}

// agentsOfRun iterates over the agents of a workflow, which may be nil.
func agentsOfRun(run *parser.Workflow) iter.Seq[*parser.Agent] {
	return func(yield func(*parser.Agent) bool) {
		if run == nil {
			return
		}
		for i := range run.Phases {
			for j := range run.Phases[i].Tasks {
				if agent := run.Phases[i].Tasks[j].Agent; agent != nil && !yield(agent) {
					return
				}
			}
		}
	}
}

// agentsOfUnlinked iterates over an agent without a known call, or over those of a workflow without one.
func agentsOfUnlinked(u parser.UnlinkedAgent) iter.Seq[*parser.Agent] {
	if u.Agent == nil {
		return agentsOfRun(u.Run)
	}
	return func(yield func(*parser.Agent) bool) { yield(u.Agent) }
}

// unlinked iterates over the agents without a known call that began during the turn.
func (t Turn) unlinked() iter.Seq[*parser.Agent] {
	return func(yield func(*parser.Agent) bool) {
		c, from, next := t.Session.Main, t.period().from, int64(math.MaxInt64)
		for i := t.Index + 1; i < len(c.Turns); i++ {
			if c.Turns[i].Branch == 0 && c.Turns[i].Replied {
				next = t.timeOf(c.Turns[i].Began)
				break
			}
		}
		if t.Number == 1 {
			from = 0 // also those whose start is unknown
		}
		for _, u := range t.Session.UnlinkedIn(c) {
			if u.Start < from || u.Start >= next {
				continue
			}
			for agent := range agentsOfUnlinked(u) {
				if !yield(agent) {
					return
				}
			}
		}
	}
}

// period returns the time from the first record of a turn to its last one.
func (t Turn) period() period {
	began := t.timeOf(t.Session.Main.Turns[t.Index].Began)
	return period{began, max(began, t.Session.Main.Turns[t.Index].End)}
}

// timeOf returns the time of a record of the main file, or the first known one if it has none before it.
func (t Turn) timeOf(record int32) int64 {
	return cmp.Or(t.Session.Main.File.Records.At(record).Time, t.firstTime)
}

// Start returns when the turn began, in ms since 1970.
func (t Turn) Start() int64 { return t.period().from }
