package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// A list is the rows of one session as one reader has them open.
type list struct {
	session *parser.Session
	rows    []ref
	open    map[string]bool // keys of agents' calls and of branches
	opened  int             // how often that changed

	built struct { // for what the rows were built
		revision, opened, items int
		closed                  bool
	}
}

// A ref is what a row stands for: items of a conversation that follow each
// other, mostly one, or something beside them.
type ref struct {
	conv   *parser.Conversation // nil where the row stands in none
	side   *side                // of a row that stands for no items
	from   int32                // Item
	to     int32
	depth  uint8
	branch bool // a fold for the items of an abandoned branch
	notice bool // tells that the links of the main file are broken
	copied bool // a fold, or the mark, for items that came from another session
	link   *parser.Relation
}

// items says that the row stands for items, own that it shows them itself.
func (r *ref) items() bool { return r.side == nil && !r.notice && r.link == nil }
func (r *ref) own() bool   { return r.items() && !r.branch && !r.copied }

// maxDepth is how deep agents are shown in each other; Claude Code allows five.
const maxDepth = 16

// list gives the rows of a session, brought up to date.
func (v *Viewer) list(s *parser.Session) *list {
	l := v.lists[s]
	if l == nil {
		l = &list{session: s, open: map[string]bool{}}
		l.built.revision = -1
		v.lists[s] = l
	}
	l.refresh()
	return l
}

// revision changes when rows that were given out may have changed. While the
// main file is being read every answer may differ: results arrive for calls
// that were shown as running.
func (l *list) revision() int {
	n := l.built.revision<<20 + l.opened
	if !l.built.closed {
		n += len(l.session.Main.File.Records)
	}
	return n
}

func (l *list) refresh() {
	s := l.session
	grown := l.built.closed && l.built.items != len(s.Main.Items) // sides stand between the rows then
	if l.built.revision == s.Revision() && l.built.opened == l.opened && !grown {
		l.grow()
		return
	}
	l.rows = l.rows[:0]
	l.built.revision, l.built.opened, l.built.items = s.Revision(), l.opened, 0
	l.built.closed = s.Main.File.Closed
	if s.Main.File.Broken {
		l.rows = append(l.rows, ref{conv: s.Main, notice: true})
	}
	l.appendLinks(false)
	l.grow()
	l.appendLinks(true)
	if l.built.closed {
		l.appendRest()
	}
}

// grow adds the rows of items that came since. The last row is made again: it
// may be a fold that goes on.
func (l *list) grow() {
	main := l.session.Main
	if l.built.items == len(main.Items) {
		return
	}
	from := 0
	for l.built.items > 0 && len(l.rows) > 0 {
		last := l.rows[len(l.rows)-1]
		l.rows = l.rows[:len(l.rows)-1]
		if last.conv == main && last.items() {
			from = int(last.from)
			break
		}
	}
	// The fold that a row opens is made again with it.
	for n := len(l.rows); n > 0 && l.rows[n-1].conv == main && l.rows[n-1].items() && int(l.rows[n-1].from) == from; n-- {
		l.rows = l.rows[:n-1]
	}
	l.appendItems(main, from, len(main.Items), 0)
	l.built.items = len(main.Items)
}

// appendItems makes rows of a conversation's items, and of what was started
// between them by no known call.
func (l *list) appendItems(c *parser.Conversation, from, end int, depth uint8) {
	f := c.File
	loose := l.looseIn(c, from)
	for i := from; i < end; {
		item := &c.Items[i]
		loose = l.appendLoose(loose, f.Records[item.Record].Time, depth)
		here, before := stretchOf(f, item), stretch{}
		if i > 0 {
			before = stretchOf(f, &c.Items[i-1])
		}
		if here.copied != nil && here.copied != before.copied {
			to := i + 1
			for to < end && stretchOf(f, &c.Items[to]).copied == here.copied {
				to++
			}
			fold := ref{conv: c, from: int32(i), to: int32(to), depth: depth, copied: true}
			l.rows = append(l.rows, fold)
			if here.copied.File != nil && !l.open[fold.key()] {
				i = to
				continue
			}
		}
		if here.branch > 0 && here != before {
			to := i + 1
			for to < end && stretchOf(f, &c.Items[to]) == here {
				to++
			}
			fold := ref{conv: c, from: int32(i), to: int32(to), depth: depth, branch: true}
			l.rows = append(l.rows, fold)
			if !l.open[fold.key()] {
				i = to
				continue
			}
		}
		to := i + 1
		if folds(f, item) {
			for to < end && c.Items[to].Kind == item.Kind && folds(f, &c.Items[to]) && stretchOf(f, &c.Items[to]) == here {
				to++
			}
		}
		l.rows = append(l.rows, ref{conv: c, from: int32(i), to: int32(to), depth: depth})
		if item.Kind == parser.ItemTool && depth < maxDepth && l.open[keyOf(f, item.Record, item.Block)] {
			l.appendStarted(f, f.Blocks[item.Block].Call, depth+1)
		}
		i = to
	}
	until := int64(-1)
	if end < len(c.Items) {
		until = f.Records[c.Items[end].Record].Time
	}
	l.appendLoose(loose, until, depth)
}

// A stretch is what items that can fold together have in common: where they came
// from, and the abandoned branch that they stand in.
type stretch struct {
	copied *parser.Copy
	branch int32
}

func stretchOf(f *parser.File, item *parser.Item) stretch {
	return stretch{f.CopyOf(item.Record), f.Records[item.Record].Branch}
}

// folds says that an item shares a row with those of its kind beside it:
// machinery, damage, and the attempts of one request.
func folds(f *parser.File, item *parser.Item) bool {
	switch item.Kind {
	case parser.ItemMachinery, parser.ItemDamage:
		return true
	case parser.ItemFailure:
		return f.Records[item.Record].Flags&record.APIError == 0
	}
	return false
}

func (l *list) set(key string, open bool) {
	if l.open[key] == open {
		return
	}
	if open {
		l.open[key] = true
	} else {
		delete(l.open, key)
	}
	l.opened++
	l.refresh()
}

// reveal opens the branch and the agents that a record stands in.
func (l *list) reveal(f *parser.File, index int32) {
	l.openFolds(f, index)
	conv := f.Conversations[f.Records[index].Conv]
	at := max(f.Records[index].Item, 0)
	for range maxDepth {
		agent := l.session.AgentOf(conv)
		if agent == nil {
			return
		}
		call := l.session.StretchAt(agent, at)
		if agent.Run != nil || call.File == nil {
			l.set(agentKey(agent), true)
		}
		switch {
		case call.File != nil:
		case agent.Run != nil:
			l.set(runKey(agent.Run), true)
			return
		case agent.Internal:
			l.set(internalKey, true)
			return
		default:
			conv, at = l.session.Parent(agent), 0
			continue
		}
		use := &call.File.Calls[call.Index]
		l.openFolds(call.File, use.Use)
		l.set(keyOf(call.File, use.Use, use.UseBlock), true)
		conv = call.File.Conversations[use.Conv]
		at = max(call.File.Records[use.Use].Item, 0)
	}
}

// openFolds opens the copy and the branch that a record stands in, if it does.
func (l *list) openFolds(f *parser.File, index int32) {
	if f.CopyOf(index) == nil && f.Records[index].Branch == 0 {
		return
	}
	l.openFold(f, index, func(r *ref) bool { return r.copied })
	l.openFold(f, index, func(r *ref) bool { return r.branch })
}

func (l *list) openFold(f *parser.File, index int32, kind func(*ref) bool) {
	for i := range l.rows {
		r := &l.rows[i]
		if !kind(r) || r.conv == nil || r.conv.File != f {
			continue
		}
		for _, item := range r.conv.Items[r.from:r.to] {
			if item.Record == index {
				l.set(r.key(), true)
				return
			}
		}
	}
}

// showing finds the row that shows a record, or the tool call it belongs to.
func (l *list) showing(f *parser.File, index int32) int {
	want := index
	if with := f.Records[index].With; with >= 0 {
		want = with
	}
	if call := f.Records[index].Call; call >= 0 && f.Calls[call].Use >= 0 {
		want = f.Calls[call].Use
	}
	for i := range l.rows {
		r := &l.rows[i]
		if !r.own() || r.conv.File != f {
			continue
		}
		for _, item := range r.conv.Items[r.from:r.to] {
			if item.Record == want && (item.Block < 0 || want == index || item.Block >= 0 && f.Blocks[item.Block].Call == f.Records[index].Call) {
				return i
			}
		}
	}
	return -1
}
