package view

import "unspool/parser"

// isOnly says that an agent is the one of which alone there are rows.
func (l *list) isOnly(a *parser.Agent) bool {
	return a != nil && l.filter.agent != "" && a.ID == l.filter.agent
}

// appendOnly makes the rows of one agent alone: the calls that led to it, each
// with what it did for them. The kinds hold for what stands inside.
func (l *list) appendOnly() {
	for _, a := range l.session.Agents {
		if !l.isOnly(a) {
			continue
		}
		if a.Call.File == nil || a.Run != nil {
			l.lead(agentKey(a))
			l.appendAgent(sideOf(a), 0)
			continue
		}
		l.appendWork(a, a.Call)
		for _, ref := range a.Resumed {
			l.appendWork(a, ref)
		}
	}
	l.led = l.led || len(l.rows) > 0
}

// lead opens the row of the agent when it is shown alone for the first time.
func (l *list) lead(key string) {
	if !l.led {
		l.turned[key] = true
	}
}

// appendWork makes the row of a call, and those of what an agent did for it.
func (l *list) appendWork(a *parser.Agent, from parser.CallRef) {
	f := from.File
	c, at := itemOfCall(f, from.Index)
	if at < 0 {
		return
	}
	key := keyOf(f, c.Items[at].Record, c.Items[at].Block)
	l.lead(key)
	l.rows = append(l.rows, ref{conv: c, from: at, to: at + 1})
	if !l.isOpen(key) {
		return
	}
	for _, x := range l.session.SegmentsOf(f, from.Index) {
		if x.Agent == a && a.Conv != nil && x.From >= 0 {
			l.appendPart(x, key, 1)
		}
	}
}

// itemOfCall finds the item of a call in its conversation, -1 if it has none.
func itemOfCall(f *parser.File, index int32) (*parser.Conversation, int32) {
	call := f.Calls.At(index)
	c := f.Conversations[max(0, call.Conv)]
	for at := f.Records.At(call.Use).Item; at >= 0 && int(at) < len(c.Items) && c.Items[at].Record == call.Use; at++ {
		if c.Items[at].Block == call.UseBlock {
			return c, at
		}
	}
	return c, -1
}

// sideOf gives what the row of an agent stands for that no call of its own started.
func sideOf(a *parser.Agent) *agentRow {
	x := &agentRow{agent: a}
	if a.Run == nil {
		return x
	}
	for i := range a.Run.Phases {
		for k := range a.Run.Phases[i].Tasks {
			if task := &a.Run.Phases[i].Tasks[k]; task.Agent == a {
				x.task = task
			}
		}
	}
	return x
}
