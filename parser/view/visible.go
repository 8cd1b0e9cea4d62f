package view

import "unspool/parser"

// A row that leads to agents holds what they did. Where kinds are named that are
// left, and agents are none of them, it stays while something in it is left, and
// begins open. What agents are told and answer keeps no row: whoever wants prompts
// and replies wants what was said with the person.

// looksInside says that rows stay for what stands inside of them.
func (n *filter) looksInside() bool {
	return !n.keeps(agents, "") && !n.hides(agents, "")
}

func (n *filter) hides(of kinds, tool string) bool {
	return n.page.hide.has(of, tool) || n.reader.hide.has(of, tool)
}

// holds says that the row of an item, which is of these kinds, stays for what
// stands inside of it.
func (l *list) holds(c *parser.Conversation, item *parser.Item, of kinds, tool string) bool {
	if of&agents == 0 || item.Kind != parser.ItemTool || !l.filter.looksInside() || l.filter.hides(of, tool) ||
		!l.reaches(c, item.Turn) {
		return false
	}
	f, index := c.File, c.File.Blocks.At(item.Block).Call
	return l.remember(keyOf(f, item.Record, item.Block), func() bool {
		if w := l.session.RunOf(f, index); w != nil {
			return l.holdsRun(w)
		}
		for _, x := range l.session.SegmentsOf(f, index) {
			if x.Agent.Conv != nil && x.From >= 0 && l.holdsAny(x.Agent.Conv, int(x.From), endOf(x)) {
				return true
			}
		}
		return false
	})
}

// reaches says that a turn of a conversation stays, whatever the kinds.
func (l *list) reaches(c *parser.Conversation, turn int32) bool {
	return c != l.session.Main || l.keepsTurn(turn) && l.filter.agent == ""
}

// remember asks once whether the row with a key holds something: answers are kept
// until rows are made again. Agents never stand in themselves, over others either.
func (l *list) remember(key string, ask func() bool) bool {
	if known, ok := l.visible[key]; ok {
		return known
	}
	l.visible[key] = ask()
	return l.visible[key]
}

// holdsAny says that something of these items is left, but words.
func (l *list) holdsAny(c *parser.Conversation, from, to int) bool {
	for i := from; i < to; i++ {
		item := &c.Items[i]
		of, tool := l.kindsOf(c.File, item), toolOf(c.File, item)
		if l.holds(c, item, of, tool) {
			return true
		}
		fileOps := of &^ (prompts | replies)
		if fileOps&^branches != marks && l.keepsAt(c, item.Turn, of, tool) && l.keepsAt(c, item.Turn, fileOps, tool) {
			return true
		}
	}
	for _, x := range l.session.UnlinkedIn(c) {
		if l.hasVisibleUnlinked(&x) {
			return true
		}
	}
	return false
}

func (l *list) holdsAgent(a *parser.Agent) bool {
	return a.Conv != nil && l.filter.looksInside() &&
		l.remember(agentKey(a), func() bool { return l.holdsAny(a.Conv, 0, len(a.Conv.Items)) })
}

func (l *list) hasVisibleUnlinked(x *parser.UnlinkedAgent) bool {
	if x.Agent != nil {
		return l.holdsAgent(x.Agent)
	}
	return l.holdsRun(x.Run)
}

func (l *list) holdsRun(w *parser.Workflow) bool {
	return l.filter.looksInside() && l.remember(runKey(w), func() bool {
		for i := range w.Phases {
			if l.holdsPhase(&w.Phases[i]) {
				return true
			}
		}
		return false
	})
}

func (l *list) holdsPhase(p *parser.Phase) bool {
	for i := range p.Tasks {
		if l.holdsTask(&p.Tasks[i]) {
			return true
		}
	}
	return false
}

// holdsTask says that an agent of a run failed, where that is asked for, or did
// something that is left.
func (l *list) holdsTask(t *parser.Task) bool { return l.keepsFailed(t) || l.holdsAgent(t.Agent) }

func (l *list) keepsFailed(t *parser.Task) bool {
	return t.State == parser.TaskFailed && l.filter.keeps(agents|errored, "")
}

// holdsInternal says that one of the agents that Claude Code ran for itself did
// something that is left.
func (l *list) holdsInternal() bool {
	return l.filter.looksInside() && l.filter.last == 0 && l.filter.agent == "" && l.remember(internalKey, func() bool {
		for _, a := range l.internal() {
			if l.holdsAgent(a) {
				return true
			}
		}
		return false
	})
}

// keepsInternal says that the row of the internal agents stays.
func (l *list) keepsInternal() bool { return l.keepsOwn(agents|machinery) || l.holdsInternal() }
