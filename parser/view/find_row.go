package view

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/tool"
)

// find returns the index of the row that shows a record or has a key, after opening the rows
// that contain it.
func (l *list) find(address string) (int, bool) {
	if i, ok := l.indexOf(address); ok {
		return i, true
	}
	f, index, _, ok := parseAddress(l.session, address)
	if !ok {
		if a := agentAt(l.session, address); a != nil {
			l.revealAgent(a)
		}
		return l.indexOf(address)
	}
	if _, isVisible := l.visible.locate(f, index); !isVisible && !l.visible.filter.IsZero() {
		return 0, false
	}
	l.reveal(f, index)
	if i, ok := l.indexOf(address); ok {
		return i, true
	}
	return l.showing(f, index)
}

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
func agentAt(s *parser.Session, key string) *parser.Agent {
	if !strings.HasPrefix(key, agentPrefix) {
		return nil
	}
	for _, a := range s.Agents {
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
	index = rowRecord(f, index)
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

// showing returns the index of the row that shows a record or the tool call it belongs
// to.
func (l *list) showing(f *parser.File, index int32) (int, bool) {
	want := rowRecord(f, index)
	rows := l.shown()
	for i := range rows {
		r := &rows[i]
		if !r.own() || r.conv.File != f {
			continue
		}
		for _, item := range r.conv.Items[r.from:r.to] {
			if item.Record == want && (item.Block < 0 || want == index ||
				item.Block >= 0 && f.Blocks.At(item.Block).Call == f.Records.At(index).Call) {
				return i, true
			}
		}
	}
	return 0, false
}

// refAt returns the row for a key or for the address of a record.
func (l *list) refAt(address string) (ref, bool) {
	if i, ok := l.indexOf(address); ok {
		return l.shown()[i], true
	}
	f, index, _, ok := parseAddress(l.session, address)
	if !ok {
		return ref{}, false
	}
	return refOf(l.session, f, index)
}

// step returns the index of the row reached from a row by a number of rows that begin a turn
// or show a failure: see [lists.Step].
func (l *list) step(from, steps int, failures bool) (to int, ok bool) {
	by := 1
	if steps < 0 {
		by = -1
	}
	rows := l.shown()
	for i := from + by; i >= 0 && i < len(rows) && steps != 0; i += by {
		r := &rows[i]
		if failures && l.showsFailure(r) || !failures && r.depth == 0 && l.visible.opensTurn(r) {
			to, ok, steps = i, true, steps-by
		}
	}
	return to, ok
}

// turnAt returns the index of the row that begins the turn with a number.
func (l *list) turnAt(number int) (int, bool) {
	rows := l.shown()
	for i := range rows {
		r := &rows[i]
		if r.depth == 0 && r.conv == l.session.Main && l.visible.opensTurn(r) &&
			turnNumber(r.conv, r.conv.Items[r.from].Turn) == number {
			return i, true
		}
	}
	return 0, false
}

// showsFailure reports whether a row shows a failure, using only the index. A failed request
// that was answered later does not count.
func (l *list) showsFailure(r *ref) bool {
	if r.agentRow != nil {
		return r.agentRow.failed()
	}
	if !r.own() {
		return false // a series has only successful calls
	}
	f, item := r.conv.File, &r.conv.Items[r.from]
	if item.Kind == parser.ItemFailure {
		return afterwards(r) != "on"
	}
	if kindsOf(l.session, f, item)&filter.Errors != 0 {
		return true
	}
	if item.Kind != parser.ItemTool {
		return false
	}
	run := l.session.RunOf(f, f.Blocks.At(item.Block).Call)
	return run != nil && tool.EndState(run.Status) == "failed"
}

// placeOf returns the conversation, nil for none, and the item of the row with a key. For a
// row without items, it returns those of the row before it.
func (l *list) placeOf(key string) (*parser.Conversation, int32) {
	row, ok := l.indexOf(key)
	if !ok {
		return nil, 0
	}
	for _, r := range slices.Backward(l.shown()[:row+1]) {
		if r.items() {
			return r.conv, r.from
		}
	}
	return nil, 0
}

// near returns the index of the row nearest to an item: the row that shows it, or else
// the last row before it in its turn, or else the closest row by number of items. If no
// row of the conversation remains, it looks for the call that started the conversation.
func (l *list) near(c *parser.Conversation, at int32) (int, bool) {
	rows := l.shown()
	for range maxDepth {
		if c == nil || at < 0 || int(at) >= len(c.Items) {
			break
		}
		before, after := -1, -1
		for i := range rows {
			switch r := &rows[i]; {
			case r.conv != c || !r.items():
			case r.from <= at:
				before = i
			case after < 0:
				after = i
			}
		}
		switch {
		case before >= 0 && (after < 0 || rows[before].to > at ||
			c.Items[rows[before].from].Turn == c.Items[at].Turn || at-rows[before].from <= rows[after].from-at):
			return before, true
		case after >= 0:
			return after, true
		}
		agent := l.session.AgentOf(c)
		if agent == nil {
			break
		}
		if from := agent.CallAt(at); from.File != nil {
			call := from.File.Calls.At(from.Index)
			c, at = from.File.Conversations[max(0, call.Conv)], from.File.Records.At(call.Use).Item
		} else {
			c, at = l.session.Parent(agent), 0
		}
	}
	return 0, len(rows) > 0
}
