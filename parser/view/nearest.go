package view

import (
	"unspool/parser"
)

// Nearest returns the index of the row that shows a record or has a key, like
// [Viewer.Find], or of the nearest remaining row.
func (v *rowReader) Nearest(session int, address string) int {
	if i := v.Find(session, address); i >= 0 {
		return i
	}
	s := v.Store.Session(session)
	if s == nil {
		return -1
	}
	l := v.list(s)
	if f, index, _, ok := l.parse(address); ok {
		index = rowOf(f, index)
		return l.near(f.Conversations[f.Records.At(index).Conv], f.Records.At(index).Item)
	}
	for _, a := range s.Agents {
		if a.Conv != nil && agentKey(a) == address {
			return l.near(a.Conv, 0)
		}
	}
	return l.near(nil, 0)
}

// placeOf returns the conversation, nil for none, and the item of the row at an index
// of the list. For a row without items, it returns those of the row before it.
func (l *list) placeOf(row int) (*parser.Conversation, int32) {
	rows := l.shown()
	for i := min(row, len(rows)-1); i >= 0; i-- {
		if r := &rows[i]; r.items() {
			return r.conv, r.from
		}
	}
	return nil, 0
}

// near returns the index of the row nearest to an item: the row that shows it, or else
// the last row before it in its turn, or else the closest row by number of items. If no
// row of the conversation remains, it looks for the call that started the conversation.
func (l *list) near(c *parser.Conversation, at int32) int {
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
			return before
		case after >= 0:
			return after
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
	return min(0, len(rows)-1)
}
