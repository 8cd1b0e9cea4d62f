package view

import "unspool/parser"

// isOnly reports whether the filter keeps only the rows of this agent.
func (l *list) isOnly(a *parser.Agent) bool {
	return a != nil && l.filter.agent != "" && a.ID == l.filter.agent
}

// appendOnly appends the rows of the selected agent: the calls that the agent worked
// on, each with what the agent did for it. The kinds of the filter apply to the rows
// inside.
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

// lead opens the row of the selected agent when the agent is first selected.
func (l *list) lead(key string) {
	if !l.led {
		l.turned[key] = true
	}
}

// appendWork appends the row of a call and the rows of what an agent did for it.
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

// itemOfCall returns the conversation of a call and the index of its item, -1 if it has
// none.
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

// sideOf returns the agentRow for an agent that was not started by a call.
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
