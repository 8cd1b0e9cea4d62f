package rows

import (
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/view/filter"
	"unspool/parser/view/tool"
)

// find returns the index of the row that shows a record or has a key, after opening the rows
// that contain it.
func (l *List) find(address string) (int, bool) {
	if i, ok := l.IndexOf(address); ok {
		return i, true
	}
	at, ok := ParseAddress(l.Session, address)
	if !ok {
		if a := agentAt(l.Session, address); a != nil {
			l.revealAgent(a)
		}
		return l.IndexOf(address)
	}
	if _, isVisible := l.Visible.Locate(at.File, at.Record); !isVisible && !l.Visible.filter.IsZero() {
		return 0, false
	}
	at.Record = l.shownBy(at.File, at.Record)
	l.reveal(at.File, at.Record)
	i, ok := l.IndexOf(address)
	if !ok && at.block >= 0 { // the row of this block alone can be folded
		l.openFold(at.File, at.Record, backgroundFold)
		i, ok = l.IndexOf(address)
	}
	if ok {
		return i, true
	}
	return l.showing(at.File, at.Record)
}

// reveal opens the folds and the agents that contain a record, from the outermost to the
// innermost: the rows of an agent exist only once it is open.
func (l *List) reveal(f *parser.File, index int32) {
	steps := []func(){func() { l.openFolds(f, index) }}
	conv := f.Conversations[f.Records.At(index).Conv]
	at := max(f.Records.At(index).Item, 0)
	for range MaxDepth {
		agent := l.Session.AgentOf(conv)
		if agent == nil {
			break
		}
		call := agent.CallAt(at)
		if agent.Run != nil || call.File == nil {
			steps = append(steps, func() { l.set(AgentKey(agent), true) })
		}
		if call.File == nil {
			if agent.Run != nil {
				steps = append(steps, func() { l.set(RunKey(agent.Run), true) })
				break
			}
			if agent.Internal {
				steps = append(steps, func() { l.set(InternalKey, true) })
				break
			}
			conv, at = l.Session.Parent(agent), 0
			continue
		}
		use := call.File.Calls.At(call.Index)
		steps = append(steps, func() {
			l.openFolds(call.File, use.Use)
			l.set(KeyOf(call.File, use.Use, use.UseBlock), true)
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
		if AgentKey(a) == key {
			return a
		}
	}
	return nil
}

// revealAgent opens what contains the own row of an agent: its run, the internal agents, or
// the agent in whose conversation it began.
func (l *List) revealAgent(a *parser.Agent) {
	call := a.Call
	if a.Run != nil {
		call = a.Run.Call
	}
	switch p := l.Session.Parent(a); {
	case call.File != nil:
		use := call.Call()
		l.reveal(call.File, use.Use)
		l.set(KeyOf(call.File, use.Use, use.UseBlock), true)
	case a.Run != nil:
		l.set(RunKey(a.Run), true)
	case a.Internal:
		l.set(InternalKey, true)
	case p != l.Session.Main && len(p.Items) > 0:
		l.reveal(p.File, p.Items[0].Record)
	}
}

// openFolds opens the folds that contain a record, from the outermost to the innermost.
func (l *List) openFolds(f *parser.File, index int32) {
	index = RowRecord(f, index)
	for _, kind := range foldKinds {
		l.openFold(f, index, kind)
	}
}

func (l *List) openFold(f *parser.File, index int32, kind FoldKind) {
	if kind == seriesFold && l.isFolded(f, index) {
		return // its row is not between those of the calls
	}
	for i := range l.rows {
		r := &l.rows[i]
		if r.Fold != kind || r.Conv == nil || r.Conv.File != f {
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
func (l *List) showing(f *parser.File, index int32) (int, bool) {
	want := RowRecord(f, index)
	rows := l.Rows()
	for i := range rows {
		r := &rows[i]
		if !r.ShowsItems() || r.Conv.File != f {
			continue
		}
		for _, item := range r.Conv.Items[r.From:r.To] {
			if item.Record == want && (item.Block < 0 || want == index ||
				item.Block >= 0 && f.Blocks.At(item.Block).Call == f.Records.At(index).Call) {
				return i, true
			}
		}
	}
	return 0, false
}

// RefAt returns the row for a key or for the address of a record.
func (l *List) RefAt(address string) (Ref, bool) {
	if i, ok := l.IndexOf(address); ok {
		return l.Rows()[i], true
	}
	at, ok := ParseAddress(l.Session, address)
	if !ok {
		return Ref{}, false
	}
	return RefOf(l.Session, at.File, at.Record)
}

// step returns the index of the row reached from a row by a number of rows that begin with a prompt
// or show a failure: see [Lists.Step].
func (l *List) step(from, steps int, failures bool) (to int, ok bool) {
	by := 1
	if steps < 0 {
		by = -1
	}
	rows := l.Rows()
	for i := from + by; i >= 0 && i < len(rows) && steps != 0; i += by {
		r := &rows[i]
		if failures && l.showsFailure(r) || !failures && r.depth == 0 && l.Visible.opensPrompt(r) {
			to, ok, steps = i, true, steps-by
		}
	}
	return to, ok
}

// promptAt returns the index of the first row of the prompt with a number.
func (l *List) promptAt(number int) (int, bool) {
	rows := l.Rows()
	for i := range rows {
		r := &rows[i]
		if r.depth == 0 && r.Conv == l.Session.Main && l.Visible.opensPrompt(r) &&
			NumbersOf(r.Conv, r.Conv.Items[r.From].Turn).Prompt == number {
			return i, true
		}
	}
	return 0, false
}

// showsFailure reports whether a row shows a failure, using only the index. A failed request
// that was answered later does not count.
func (l *List) showsFailure(r *Ref) bool {
	if r.AgentRow != nil {
		return r.AgentRow.failed()
	}
	if !r.ShowsItems() {
		return false // a series has only successful calls
	}
	f, item := r.Conv.File, &r.Conv.Items[r.From]
	if item.Kind == parser.ItemFailure {
		return afterwards(r) != "on"
	}
	if KindsOf(l.Session, f, item)&filter.Errors != 0 {
		return true
	}
	if item.Kind != parser.ItemTool {
		return false
	}
	run := l.Session.RunOf(f, f.Blocks.At(item.Block).Call)
	return run != nil && tool.EndState(run.Status) == "failed"
}

// placeOf returns the conversation, nil for none, and the item of the row with a key. For a
// row without items, it returns those of the row before it.
func (l *List) placeOf(key string) (*parser.Conversation, int32) {
	row, ok := l.IndexOf(key)
	if !ok {
		return nil, 0
	}
	for _, r := range slices.Backward(l.Rows()[:row+1]) {
		if r.HasItems() {
			return r.Conv, r.From
		}
	}
	return nil, 0
}

// near returns the index of the row nearest to an item: the row that shows it, or else
// the last row before it in its turn, or else the closest row by number of items. If no
// row of the conversation remains, it looks for the call that started the conversation.
func (l *List) near(c *parser.Conversation, at int32) (int, bool) {
	rows := l.Rows()
	for range MaxDepth {
		if c == nil || at < 0 || int(at) >= len(c.Items) {
			break
		}
		before, after := -1, -1
		for i := range rows {
			switch r := &rows[i]; {
			case r.Conv != c || !r.HasItems():
			case r.InBackground():
				if isBackground(c.File, &c.Items[at]) && r.holds(c.Items[at].Record) {
					return i, true
				}
			case r.From <= at:
				before = i
			case after < 0:
				after = i
			}
		}
		switch {
		case before >= 0 && (after < 0 || rows[before].To > at ||
			c.Items[rows[before].From].Turn == c.Items[at].Turn || at-rows[before].From <= rows[after].From-at):
			return before, true
		case after >= 0:
			return after, true
		}
		agent := l.Session.AgentOf(c)
		if agent == nil {
			break
		}
		if from := agent.CallAt(at); from.File != nil {
			call := from.File.Calls.At(from.Index)
			c, at = from.File.Conversations[max(0, call.Conv)], from.File.Records.At(call.Use).Item
		} else {
			c, at = l.Session.Parent(agent), 0
		}
	}
	return 0, len(rows) > 0
}
