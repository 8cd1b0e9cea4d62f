package follow

import (
	"time"

	"unspool/parser"
	"unspool/parser/trace"
)

// agentTimeout is how long the file of an agent that did not end must be unchanged until nothing more is
// expected: the agent may have been stopped, which its file does not record.
const agentTimeout = 10 * time.Minute

// completeAt returns when a turn is complete if the files of its session do not change.
func (d *delivery) completeAt(t trace.Turn) time.Time {
	c := t.Session.Main
	changed := d.unit.changed(c.File)
	stale := changed.Add(d.options.Stale)
	quiet := d.options.Quiet
	if d.isLast {
		quiet = 0
	}
	var at time.Time
	if t.Index == len(c.Turns)-1 {
		if !hasEnded(c) {
			return stale
		}
		at = changed.Add(quiet)
	}
	if missesAgent(t) {
		at = latest(at, changed.Add(quiet))
	}
	for agent := range withTheirs(t) {
		if agent.Conv == nil {
			at = latest(at, changed.Add(quiet))
			continue
		}
		wait := quiet
		if agent.Conv.File.Role == parser.RoleAgent && !hasEnded(agent.Conv) {
			wait = agentTimeout
		}
		at = latest(at, d.unit.changed(agent.Conv.File).Add(wait))
	}
	if at.After(stale) {
		return stale
	}
	return at
}

// missesAgent reports whether an agent that a call of the turn started is not known: its file may still come.
func missesAgent(t trace.Turn) bool {
	f := t.Session.Main.File
	for _, item := range t.Session.Main.TurnItems(t.Index) {
		if item.Kind != parser.ItemTool {
			continue
		}
		index := f.Blocks.At(item.Block).Call
		if isAgent := f.Calls.At(index).PromptHash != 0; isAgent && len(t.Session.InvocationsOf(f, index)) == 0 {
			return true
		}
	}
	return false
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// withTheirs returns the agents of a turn, and those that they started.
func withTheirs(t trace.Turn) map[*parser.Agent]bool {
	all := map[*parser.Agent]bool{}
	var add func(agent *parser.Agent)
	add = func(agent *parser.Agent) {
		if all[agent] {
			return
		}
		all[agent] = true
		if agent.Conv != nil {
			for _, inner := range t.Session.AgentsIn(agent.Conv) {
				add(inner)
			}
		}
	}
	for agent := range t.Agents() {
		add(agent)
	}
	return all
}

// hasEnded reports whether the last response of a conversation ended, so that nothing more of its
// last turn is expected. That is not known of conversations that share a file; these do not grow.
func hasEnded(c *parser.Conversation) bool {
	if c.Index != 0 {
		return true
	}
	_, committed := c.File.Committed()
	for i := len(c.Items) - 1; i >= 0 && int(c.Items[i].Record) >= committed; i-- {
		if c.File.Records.At(c.Items[i].Record).Message >= 0 {
			return false // a reply that is not complete
		}
	}
	return committed > 0
}
