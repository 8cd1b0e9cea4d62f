package rows

import (
	"iter"
	"slices"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
)

// reply summarizes the answer to the turn of a row. If prompts divide the answer, only its
// first part has the totals.
func (v *Reader) reply(l *List, r *Ref) *protocol.Reply {
	f := r.Conv.File
	item := &r.Conv.Items[r.From]
	at := f.Records.At(item.Record).Message
	if at < 0 || item.Turn < 0 {
		return nil
	}
	out := &protocol.Reply{Model: f.Name(f.Messages.At(at).Model)}
	for i := at; i < f.Messages.Len(); i++ {
		if m := f.Messages.At(i); m.Conv == r.Conv.Index {
			if m.Turn != item.Turn {
				break
			}
			if m.Counted {
				out.Context = new(float64(m.Usage.Context()))
			}
		}
	}
	out.Thought = l.thought(r)
	if !l.Visible.isFirst(r, true) {
		return &protocol.Reply{Model: out.Model, Thought: out.Thought}
	}
	usage := parser.UsageOf(v.Prices, l.Session.TurnResponses(r.Conv, item.Turn))
	out.Output = protocol.OrNull(float64(usage.Usage.Output), usage.Responses > 0)
	out.Cost, out.Low = cost.Of(&usage), cost.UnderReported(&usage)
	out.Headless = r.Conv.Turns[item.Turn].Driver == parser.DriverUnrecorded
	out.Duration = protocol.OrNull(cost.TurnDuration(&r.Conv.Turns[item.Turn]))
	return out
}

// thought returns how long Claude thought in the part of an answer that begins with a row, in ms,
// without thinking that has rows of its own. It is 0 if no duration is known, and nil if there is no
// such thinking.
func (l *List) thought(r *Ref) *float64 {
	c := r.Conv
	here := RangeOf(l.Session, c.File, &c.Items[r.From])
	var sum *float64
	for _, by := range []int32{-1, 1} {
		for i := r.From + min(by, 0); i >= 0 && int(i) < len(c.Items); i += by {
			item := &c.Items[i]
			if by := voice(c, i); by != "" && by != "claude" || item.Turn != c.Items[r.From].Turn {
				break
			}
			if !isUnrecorded(c.File, item) || RangeOf(l.Session, c.File, item) != here {
				continue
			}
			if _, carried := carrier(l.Session, c, i); carried {
				if sum == nil {
					sum = new(float64)
				}
				*sum += thinkingTime(c.File, item)
			}
		}
	}
	return sum
}

// Thinking returns the text of a thinking block, or why there is none: "redacted" or "hidden".
func (v *RecordReader) Thinking(f *parser.File, item *parser.Item) (text protocol.RowText, flavor string) {
	b := f.Blocks.At(item.Block)
	switch {
	case b.Kind == record.RedactedThinking:
		return text, "redacted"
	case isUnrecorded(f, item):
		return text, "hidden"
	}
	return v.BlockText(f, item), ""
}

// thinkingTime returns the duration of a thinking block in ms, measured from the previous
// record: the records of one response are written as its blocks end. It returns 0 if all of
// them were written at once, as some programs do, or if a time is missing.
func thinkingTime(f *parser.File, item *parser.Item) float64 {
	e := f.Records.At(item.Record)
	if e.Blocks != 1 || e.Parent < 0 {
		return 0
	}
	if e.Message >= 0 && e.Next >= 0 && f.Records.At(e.Next).Time <= e.Time {
		return 0
	}
	ms, _ := e.Since(f.Records.At(e.Parent))
	return float64(ms)
}

// isUnrecorded reports whether an item is thinking of which only the signature is recorded.
func isUnrecorded(f *parser.File, item *parser.Item) bool {
	if item.Kind != parser.ItemThinking {
		return false
	}
	b := f.Blocks.At(item.Block)
	return b.Kind != record.RedactedThinking && b.Empty && f.Deltas(item.Block) == nil
}

// carrier returns the index of the item whose row also stands for unrecorded thinking, since a row of
// its own would be empty: the next item of the same response or, if there is none, the one before
// it. The second result is false for other items, and if the response has nothing else to show.
func carrier(s *parser.Session, c *parser.Conversation, at int32) (int32, bool) {
	if !isUnrecorded(c.File, &c.Items[at]) {
		return 0, false
	}
	here := RangeOf(s, c.File, &c.Items[at])
	for _, by := range []int32{1, -1} {
		for i := range sameResponse(c, at, by) {
			item := &c.Items[i]
			if !isUnrecorded(c.File, item) && item.Turn == c.Items[at].Turn && RangeOf(s, c.File, item) == here {
				return i, true
			}
		}
	}
	return 0, false
}

// sameResponse iterates over the items after an item, or before it if by is -1, that belong to the
// same response. Internal records can be between them.
func sameResponse(c *parser.Conversation, at, by int32) iter.Seq[int32] {
	records := &c.File.Records
	message := records.At(c.Items[at].Record).Message
	return func(yield func(int32) bool) {
		for i := at + by; message >= 0 && i >= 0 && int(i) < len(c.Items) && (i-at)*by <= maxSeries; i += by {
			item := &c.Items[i]
			if item.Kind == parser.ItemInternal {
				continue
			}
			if records.At(item.Record).Message != message || !yield(i) {
				return
			}
		}
	}
}

// Carried lists the records of unrecorded thinking that a row stands for, in their order.
func (l *List) Carried(r *Ref) []int32 {
	if !r.ShowsItems() {
		return nil
	}
	var list []int32
	add := func(by int32) {
		for i := range sameResponse(r.Conv, r.From, by) {
			if at, carried := carrier(l.Session, r.Conv, i); !carried || at != r.From {
				break
			}
			index := r.Conv.Items[i].Record
			if index != r.Conv.Items[r.From].Record && !slices.Contains(list, index) {
				list = append(list, index)
			}
		}
	}
	add(-1)
	slices.Reverse(list)
	add(1)
	return list
}

// shownBy returns the record whose row shows a record: another one for unrecorded thinking.
func (l *List) shownBy(f *parser.File, index int32) int32 {
	e := f.Records.At(index)
	c := f.Conversations[e.Conv]
	if e.Item < 0 || int(e.Item) >= len(c.Items) {
		return index
	}
	if at, carried := carrier(l.Session, c, e.Item); carried {
		return c.Items[at].Record
	}
	return index
}

// modelRow returns the row that shows that a different model responds from here on.
func modelRow(r *Ref, base protocol.RowBase) *protocol.NoteRow {
	text := modelBefore(r.Conv, int(r.From)) + " → " + modelOf(r.Conv.File, &r.Conv.Items[r.From])
	return &protocol.NoteRow{RowBase: base, RowText: protocol.RowText{Text: text}, Flavor: "fallback"}
}

// modelBefore returns the model of the response before the one that begins with an item. It
// returns "" if that is the same model, is unknown, or is reported by another row.
func modelBefore(c *parser.Conversation, at int) string {
	f := c.File
	item := &c.Items[at]
	now := modelOf(f, item)
	if now == "" || f.Records.At(item.Record).Branch > 0 || item.Kind == parser.ItemInternal {
		return ""
	}
	for i := at; i >= 0; i-- {
		item := &c.Items[i]
		switch e := f.Records.At(item.Record); {
		case e.Branch > 0 || item.Kind == parser.ItemInternal:
			continue
		case item.Kind == parser.ItemBlock && f.Blocks.At(item.Block).Kind == record.Fallback,
			item.Kind == parser.ItemNote && records.NameOf(f, e) == "model_refusal_fallback":
			return ""
		}
		if before := modelOf(f, item); i < at && before != "" {
			if price.Family(before) == price.Family(now) {
				return ""
			}
			return before
		}
	}
	return ""
}

// modelOf returns the model whose response an item belongs to, or "" for other items.
func modelOf(f *parser.File, item *parser.Item) string {
	at := f.Records.At(item.Record).Message
	if at < 0 {
		return ""
	}
	if name := f.Name(f.Messages.At(at).Model); name != "<synthetic>" {
		return name
	}
	return ""
}
