package view

import (
	"slices"
	"strings"

	"unspool/parser"
)

// reveal opens the folds and the agents that contain a record, from the outermost to the
// innermost: the rows of an agent exist only once it is open.
func (l *list) reveal(f *parser.File, index int32) {
	steps := []func(){func() { l.openFolds(f, index) }}
	conv := f.Conversations[f.Records.At(index).Conv]
	at := max(f.Records.At(index).Item, 0)
	for range maxDepth {
		agent := l.session.AgentOf(conv)
		if agent == nil {
			break
		}
		call := agent.CallAt(at)
		if agent.Run != nil || call.File == nil {
			steps = append(steps, func() { l.set(agentKey(agent), true) })
		}
		if call.File == nil {
			if agent.Run != nil {
				steps = append(steps, func() { l.set(runKey(agent.Run), true) })
				break
			}
			if agent.Internal {
				steps = append(steps, func() { l.set(internalKey, true) })
				break
			}
			conv, at = l.session.Parent(agent), 0
			continue
		}
		use := call.File.Calls.At(call.Index)
		steps = append(steps, func() {
			l.openFolds(call.File, use.Use)
			l.set(keyOf(call.File, use.Use, use.UseBlock), true)
		})
		conv = call.File.Conversations[use.Conv]
		at = max(call.File.Records.At(use.Use).Item, 0)
	}
	for _, open := range slices.Backward(steps) {
		open()
	}
}

// agentAt returns the agent whose own row has this key, or nil for none.
func (l *list) agentAt(key string) *parser.Agent {
	if !strings.HasPrefix(key, agentPrefix) {
		return nil
	}
	for _, a := range l.session.Agents {
		if agentKey(a) == key {
			return a
		}
	}
	return nil
}

// revealAgent opens what contains the own row of an agent: its run, the internal agents, or
// the agent in whose conversation it began.
func (l *list) revealAgent(a *parser.Agent) {
	call := a.Call
	if a.Run != nil {
		call = a.Run.Call
	}
	switch p := l.session.Parent(a); {
	case call.File != nil:
		use := call.Call()
		l.reveal(call.File, use.Use)
		l.set(keyOf(call.File, use.Use, use.UseBlock), true)
	case a.Run != nil:
		l.set(runKey(a.Run), true)
	case a.Internal:
		l.set(internalKey, true)
	case p != l.session.Main && len(p.Items) > 0:
		l.reveal(p.File, p.Items[0].Record)
	}
}

// openFolds opens the folds that contain a record, from the outermost to the innermost.
func (l *list) openFolds(f *parser.File, index int32) {
	index = rowOf(f, index)
	for _, kind := range foldKinds {
		l.openFold(f, index, kind)
	}
}

func (l *list) openFold(f *parser.File, index int32, kind foldKind) {
	for i := range l.rows {
		r := &l.rows[i]
		if r.fold != kind || r.conv == nil || r.conv.File != f {
			continue
		}
		if kind == attemptsFold {
			for _, one := range branchesOf(r) {
				if one.holds(index) {
					l.set(one.key(), true)
					return
				}
			}
		} else if r.holds(index) {
			l.set(r.key(), true)
			return
		}
	}
}
