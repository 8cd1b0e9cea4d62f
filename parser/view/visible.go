package view

import "unspool/parser"

// A row that leads to agents contains their work. If the filter names kinds to keep and
// agents are not among them, such a row is kept as long as something in it is kept, and is
// open at first. Prompts and replies of agents do not keep a row: a user who selects prompts
// and replies wants the conversation with the user.

// looksInside reports whether rows are kept because of what they contain.
func (n *filter) looksInside() bool {
	return !n.keeps(agents, "") && !n.hides(agents, "")
}

// hides reports whether the filter of the page or of the user hides these kinds.
func (n *filter) hides(of kinds, tool string) bool {
	return n.page.hide.has(of, tool) || n.reader.hide.has(of, tool)
}

// holds reports whether the row of an item of these kinds is kept because of what it
// contains.
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

// reaches reports whether a turn of a conversation is kept, whatever the kinds.
func (l *list) reaches(c *parser.Conversation, turn int32) bool {
	return c != l.session.Main || l.keepsTurn(turn) && l.filter.agent == ""
}

// remember reports whether the row with a key contains something that is kept. It calls ask
// once and caches the result until the rows are rebuilt. Agents never contain themselves, not
// even indirectly.
func (l *list) remember(key string, ask func() bool) bool {
	if known, ok := l.visible[key]; ok {
		return known
	}
	l.visible[key] = ask()
	return l.visible[key]
}

// holdsAny reports whether the filter keeps any of these items, apart from prompts and
// replies.
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

// holdsAgent reports whether the filter keeps anything in an agent's conversation.
func (l *list) holdsAgent(a *parser.Agent) bool {
	return a.Conv != nil && l.filter.looksInside() &&
		l.remember(agentKey(a), func() bool { return l.holdsAny(a.Conv, 0, len(a.Conv.Items)) })
}

// hasVisibleUnlinked reports whether the filter keeps anything in an unlinked agent or run.
func (l *list) hasVisibleUnlinked(x *parser.UnlinkedAgent) bool {
	if x.Agent != nil {
		return l.holdsAgent(x.Agent)
	}
	return l.holdsRun(x.Run)
}

// holdsRun reports whether the filter keeps anything in a workflow run.
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

// holdsPhase reports whether the filter keeps anything in a phase of a workflow run.
func (l *list) holdsPhase(p *parser.Phase) bool {
	for i := range p.Tasks {
		if l.holdsTask(&p.Tasks[i]) {
			return true
		}
	}
	return false
}

// holdsTask reports whether an agent of a run failed and the filter keeps failures, or did
// something that the filter keeps.
func (l *list) holdsTask(t *parser.Task) bool { return l.keepsFailed(t) || l.holdsAgent(t.Agent) }

// keepsFailed reports whether a task failed and the filter keeps failed agents.
func (l *list) keepsFailed(t *parser.Task) bool {
	return t.State == parser.TaskFailed && l.filter.keeps(agents|errored, "")
}

// holdsInternal reports whether one of the agents that Claude Code ran for itself did
// something that the filter keeps.
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

// keepsInternal reports whether the row of the internal agents is kept.
func (l *list) keepsInternal() bool { return l.keepsOwn(agents|machinery) || l.holdsInternal() }
