package timeline

import (
	"sort"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/tool"
)

// A spanBuilder reads one conversation and builds the spans that its time was spent on.
// Its time never goes back: a record with an earlier time than the records above it is
// placed right after them.
type spanBuilder struct {
	session  *parser.Session
	conv     *parser.Conversation
	index    int32 // index into timeline.convs
	next     int   // index of the next item
	spans    []span
	start    int64 // time of records before the first one with a time
	last     int64 // time of the last message or action
	state    clockState
	turn     int32 // turn of the last message
	timeless bool
	timed    int // records with a time, without the first one
	backward int // of these, the records with an earlier time than the records above them
}

// A clockState is the event that a conversation is waiting for.
type clockState uint8

const (
	idle   clockState = iota // nothing: a turn has ended
	spoken                   // nothing, or the remainder of a response
	asked                    // the model: it received text or results
	calls                    // a tool
)

// backwardSlack is how much earlier than the previous record a record may be, in ms,
// without being counted as out of order: records that are written together differ this
// much.
const backwardSlack = 1000

// tick is the time between two records, in ms, in a conversation without times.
const tick = 1000

// read reads the records of all files once and returns the spans of each conversation,
// in the order in which they began. If fewer than half of the records have a time, or most
// times run backward, it ignores the times.
func (t *timeline) read() [][]span {
	t.findTimes()
	all, timed, backward := t.readOnce()
	if backward > timed/2 {
		t.times = protocol.TimesDisordered
		all, _, _ = t.readOnce()
	}
	t.backward = backward
	return all
}

// timed reports whether the recorded times are used.
func (t *timeline) timed() bool { return t.times == protocol.TimesRecorded }

// findTimes finds out whether enough records have a time, and where records before the first
// time of their conversation are placed: at that time, or at the first one of the session.
func (t *timeline) findTimes() {
	own, all := 0, 0
	t.starts = make([]int64, len(t.convs))
	var earliest int64
	for i, c := range t.convs {
		first, timed, shown := recordedTimes(c)
		own, all, t.starts[i] = own+timed, all+shown, first
		if first > 0 && (earliest == 0 || first < earliest) {
			earliest = first
		}
	}
	for i, start := range t.starts {
		if start == 0 {
			t.starts[i] = earliest
		}
	}
	recorded, _ := t.session.Times() // results of calls can have times, too
	switch {
	case own == 0 && recorded == 0:
		t.times = protocol.TimesNone
	case own == 0 || own < all-own:
		t.times = protocol.TimesFew
	default:
		t.times = protocol.TimesRecorded
	}
}

// recordedTimes returns the first time of a conversation, 0 for none, how many of the records
// that it shows have a time of their own, and the number of these records.
func recordedTimes(c *parser.Conversation) (first int64, timed, shown int) {
	for i, item := range c.Items {
		if item.Kind == parser.ItemInternal || i > 0 && c.Items[i-1].Record == item.Record {
			continue
		}
		shown++
		if e := c.File.Records.At(item.Record); !e.Untimed {
			timed++
			if first == 0 {
				first = e.Time
			}
		}
	}
	return first, timed, shown
}

// readOnce returns the spans of each conversation, the number of records whose time was
// compared with the records above them, and how many of those were earlier.
func (t *timeline) readOnce() (all [][]span, timed, backward int) {
	clocks := make([]*spanBuilder, len(t.convs))
	of := map[*parser.Conversation]*spanBuilder{}
	for i, c := range t.convs {
		clocks[i] = &spanBuilder{session: t.session, conv: c, index: int32(i), timeless: !t.timed(), start: t.starts[i]}
		of[c] = clocks[i]
	}
	for i, a := range t.agents {
		if !t.timed() {
			break
		}
		// The clock starts at the time of the call, until the first own time of the
		// agent. An agent without own times stays there.
		if from := rows.CalledAt(a); from > 0 && a.Start() >= from {
			clocks[i+1].last = from
		} else if a.Start() == 0 {
			clocks[i+1].last = from
		}
	}
	done := map[*parser.File]bool{}
	for _, c := range t.convs {
		f := c.File
		if done[f] {
			continue
		}
		done[f] = true
		here := make([]*spanBuilder, len(f.Conversations))
		for i, c := range f.Conversations {
			here[i] = of[c]
		}
		for i := range f.Records.Len() {
			if k := here[f.Records.At(i).Conv]; k != nil {
				k.pass(i)
			}
		}
		for _, k := range here {
			if k != nil {
				k.pass(f.Records.Len())
			}
		}
	}
	all = make([][]span, len(clocks))
	for i, k := range clocks {
		all[i] = k.spans
		timed, backward = timed+k.timed, backward+k.backward
	}
	if !t.timed() {
		t.alongCalls(all)
	}
	return all, timed, backward
}

// alongCalls moves the start of each agent to the time of its call: without times, each
// conversation begins at 0.
func (t *timeline) alongCalls(all [][]span) {
	next := make([]int64, len(all))
	for i := range next {
		// In damaged files, agents can call each other in a cycle.
		for conv, depth := i, 0; conv > 0 && depth < maxDepth; depth++ {
			call := t.agents[conv-1].Call
			if call.File == nil {
				break
			}
			c := call.File.Calls.At(call.Index)
			conv = t.indexOf[call.File.Conversations[max(0, c.Conv)]]
			if at := madeAt(all[conv], t.convs[conv], c); at > 0 {
				next[i] += at - tick // its own first record is a tick after 0
			}
		}
	}
	for i, spans := range all {
		for n := range spans {
			spans[n].start += next[i]
			spans[n].end += next[i]
		}
	}
}

// maxDepth limits how many levels of nested agents are followed up to the calls above
// them.
const maxDepth = 32

// madeAt returns the time when a call was made, according to the spans of its
// conversation, which are in the order of its items. It returns 0 if none of the spans
// belongs to the call.
func madeAt(spans []span, c *parser.Conversation, call *parser.ToolCall) int64 {
	item := func(i int) *parser.Item { return &c.Items[spans[i].item] }
	i := sort.Search(len(spans), func(i int) bool {
		return item(i).Record > call.Use || item(i).Record == call.Use && item(i).Block >= call.UseBlock
	})
	for ; i < len(spans) && item(i).Record == call.Use && item(i).Block == call.UseBlock; i++ {
		if spans[i].call() {
			return spans[i].start
		}
	}
	return 0
}

// pass processes a record, after the items before it that were not processed yet. An
// index after the last record processes all remaining items.
func (k *spanBuilder) pass(index int32) {
	k.items(index)
	if f := k.conv.File; index < f.Records.Len() {
		if e := f.Records.At(index); e.Class == parser.ClassToolResult {
			k.last, k.state = k.at(e, true), asked
		}
		k.items(index + 1)
	}
}

// items processes the items before a record.
func (k *spanBuilder) items(record int32) {
	all := k.conv.Items
	for ; k.next < len(all) && all[k.next].Record < record; k.next++ {
		k.item(k.next, k.next == 0 || all[k.next-1].Record != all[k.next].Record)
	}
}

// at returns the time of a record, but never earlier than the previous one. A record
// that is out of order is placed one millisecond later, so that each has a place of its
// own.
func (k *spanBuilder) at(e *parser.Record, first bool) int64 {
	if k.timeless {
		if first {
			return k.last + tick
		}
		return k.last
	}
	if e.Time == 0 {
		return max(k.start, k.last)
	}
	if !e.Untimed && k.last > 0 && first {
		k.timed++
		if e.Time < k.last-backwardSlack {
			k.backward++
			return k.last + 1
		}
	}
	return max(e.Time, k.last)
}

// item processes one item. first is true for the first item of its record.
func (k *spanBuilder) item(at int, first bool) {
	item := &k.conv.Items[at]
	e := k.conv.File.Records.At(item.Record)
	if item.Kind == parser.ItemInternal {
		return
	}
	now := k.at(e, first)
	begun := now // when the model began
	if k.state == asked || k.state == calls || k.state == spoken && k.turn == item.Turn && e.Class == parser.ClassAssistant {
		begun = k.last
	}
	switch item.Kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		k.prompt(at, e, now)
	case parser.ItemText, parser.ItemThinking, parser.ItemImage, parser.ItemBlock:
		if e.Class != parser.ClassAssistant {
			return
		}
		kind := SpanReply
		if item.Kind == parser.ItemThinking {
			kind = SpanThinking
		}
		k.add(at, kind, begun, now)
		k.last, k.state, k.turn = now, spoken, item.Turn
	case parser.ItemTool:
		k.call(at, begun, now)
	case parser.ItemOutput: // a command that ran without the model
		k.last, k.state = now, idle
	case parser.ItemFailure:
		k.add(at, SpanFailure, begun, now).flags |= flagFailed
		k.last = now
		if e.Flags&record.APIError != 0 { // the last attempt: the request was given up
			k.state = idle
		}
	case parser.ItemCompaction:
		if now-begun > maxRequest {
			begun = now
		}
		k.add(at, SpanCompaction, begun, now)
		k.last = now
	case parser.ItemInterrupt:
		if now-begun > maxRequest {
			begun = now
		}
		k.add(at, SpanInterrupt, begun, now)
		k.last, k.state = now, idle
	}
}

// prompt adds the span of a prompt, and of the time that Claude waited for it.
func (k *spanBuilder) prompt(at int, e *parser.Record, now int64) {
	kind := SpanPrompt
	switch e.Class {
	case parser.ClassNotification, parser.ClassPeer, parser.ClassScheduled:
		kind = SpanNews
	}
	if k.index == 0 && kind == SpanPrompt && (k.state == idle || k.state == spoken) && k.last > 0 &&
		now > k.last+1 && e.Class != parser.ClassQueuedPrompt && k.conv.Items[at].Kind == parser.ItemPrompt {
		k.add(at, SpanWaiting, k.last, now)
	}
	if k.index > 0 && kind == SpanPrompt {
		kind = SpanNews // only another agent can have written it
	}
	k.add(at, kind, now, now)
	k.last, k.state = now, asked
}

// call adds the spans of a tool call: writing the call, and the time until its result.
func (k *spanBuilder) call(at int, begun, now int64) {
	item, f := &k.conv.Items[at], k.conv.File
	call := f.Blocks.At(item.Block).Call
	c := f.Calls.At(call)
	if now > begun {
		k.add(at, SpanCalling, begun, now)
	}
	kind, flags := SpanTool, uint8(0)
	switch called := tool.KindOf(f.Name(c.Name)); {
	case called.Asks:
		kind = SpanAsked
	case called.Starts:
		flags = flagStarter
	}
	end := now
	switch {
	case c.Result < 0:
		flags |= flagOpen
	case k.timeless:
		end = now + tick
	default:
		end = f.Records.At(c.Result).Time
	}
	if c.Declined { // the time until then was spent by the user
		kind = SpanAsked
	}
	if rows.CallFailed(k.session, f, call) {
		flags |= flagFailed
	}
	k.add(at, kind, now, end).flags |= flags
	k.last, k.state, k.turn = now, calls, item.Turn
}

// add adds a span of the item at an index.
func (k *spanBuilder) add(at int, kind uint8, start, end int64) *span {
	item := &k.conv.Items[at]
	s := span{start: start, end: max(start, end), conv: k.index, item: int32(at), turn: item.Turn, kind: kind}
	if k.conv.File.Records.At(item.Record).Branch > 0 {
		s.flags |= flagAside
	}
	k.spans = append(k.spans, s)
	return &k.spans[len(k.spans)-1]
}

// maxRequest is the longest time that a compaction, or a request that the user interrupts, can take, in ms.
// If more time has passed, something else took it: nobody waits for 24 minutes with the page in view.
const maxRequest = 10 * 60_000
