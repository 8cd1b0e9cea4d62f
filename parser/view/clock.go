package view

import (
	"sort"

	"unspool/parser"
	"unspool/parser/record"
)

// A spanBuilder goes through one conversation and tells what its time was spent on. Its
// time never goes back: what was written with an earlier time than what stands
// above it stands right behind that.
type spanBuilder struct {
	session  *parser.Session
	conv     *parser.Conversation
	index    int32 // in timeline.convs
	next     int   // Item
	spans    []span
	last     int64 // time of what was last said or done
	state    clockState
	turn     int32 // of what was last said
	timeless bool
	timed    int // records with a time, from the second on
	backward int // of these: written with an earlier time than what stands above them
}

// A clockState says what a conversation waits for.
type clockState uint8

const (
	idle   clockState = iota // nothing: a turn was ended
	spoken                   // nothing, or the rest of a response
	asked                    // the model: it was given words or results
	calls                    // a tool
)

// A time may be so much earlier, in ms, than the one before without being told:
// records that are written at once have that.
const backwardSlack = 1000

// A clock without times ticks once a record, in ms.
const tick = 1000

// read goes through the records of all files once, and gives the spans of each
// conversation in the order in which they began. Where most times run backwards,
// it does without them.
func (t *timeline) read() [][]span {
	t.timeless = true
	for _, c := range t.convs {
		t.timeless = t.timeless && c.End == 0 && (len(c.Items) == 0 || c.File.Records.At(c.Items[len(c.Items)-1].Record).Time == 0)
	}
	all, timed, backward := t.readOnce()
	if t.disorder = backward > timed/2; t.disorder {
		t.timeless = true
		all, _, _ = t.readOnce()
	}
	t.backward = backward
	return all
}

// readOnce gives the spans of each conversation, and of how many records the time was
// compared with what stands above, and earlier.
func (t *timeline) readOnce() (all [][]span, timed, backward int) {
	clocks := make([]*spanBuilder, len(t.convs))
	of := map[*parser.Conversation]*spanBuilder{}
	for i, c := range t.convs {
		clocks[i] = &spanBuilder{session: t.session, conv: c, index: int32(i), timeless: t.timeless}
		of[c] = clocks[i]
	}
	for i, a := range t.agents {
		if t.timeless {
			break
		}
		// Until its first own time; without any it stands where it was called.
		if from := began(a); from > 0 && a.Start() >= from {
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
	if t.timeless {
		t.alongCalls(all)
	}
	return all, timed, backward
}

// alongCalls lets each agent begin when its call was made: without times each
// conversation began at 0.
func (t *timeline) alongCalls(all [][]span) {
	next := make([]int64, len(all))
	for i := range next {
		// Damaged files have agents that call each other.
		for conv, depth := i, 0; conv > 0 && depth < mostDepth; depth++ {
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

// mostDepth is how deep agents within agents are followed to the calls above them.
const mostDepth = 32

// madeAt is when a call was made, as the entries of its conversation have it, which
// stand in the order of its items; 0 where none is of the call.
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

// pass takes a record, with the items before it that were not taken yet; behind
// the last record it takes those that are left.
func (k *spanBuilder) pass(index int32) {
	k.items(index)
	if f := k.conv.File; index < f.Records.Len() {
		if e := f.Records.At(index); e.Class == parser.ClassToolResult {
			k.last, k.state = k.at(e.Time, true), asked
		}
		k.items(index + 1)
	}
}

// items takes the items before a record.
func (k *spanBuilder) items(record int32) {
	all := k.conv.Items
	for ; k.next < len(all) && all[k.next].Record < record; k.next++ {
		k.item(k.next, k.next == 0 || all[k.next-1].Record != all[k.next].Record)
	}
}

// at gives the time of a record, no earlier than what came before: one that is out
// of order is a millisecond later, so that each has a place of its own.
func (k *spanBuilder) at(time int64, first bool) int64 {
	if k.timeless {
		if first {
			return k.last + tick
		}
		return k.last
	}
	if time > 0 && k.last > 0 && first {
		k.timed++
		if time < k.last-backwardSlack {
			k.backward++
			return k.last + 1
		}
	}
	return max(time, k.last)
}

// item takes an item; first is the first one of its record.
func (k *spanBuilder) item(at int, first bool) {
	item := &k.conv.Items[at]
	f := k.conv.File
	e := f.Records.At(item.Record)
	if item.Kind == parser.ItemInternal {
		return
	}
	add := func(kind uint8, start, end int64) *span {
		s := span{start: start, end: max(start, end), conv: k.index, item: int32(at), turn: item.Turn, kind: kind}
		if e.Branch > 0 {
			s.flags |= flagAside
		}
		k.spans = append(k.spans, s)
		return &k.spans[len(k.spans)-1]
	}
	now := k.at(e.Time, first)
	begun := now // of what the model did
	if k.state == asked || k.state == calls || k.state == spoken && k.turn == item.Turn && e.Class == parser.ClassAssistant {
		begun = k.last
	}
	switch item.Kind {
	case parser.ItemPrompt, parser.ItemFeedback:
		kind := SpanPrompt
		switch e.Class {
		case parser.ClassNotification, parser.ClassPeer, parser.ClassScheduled:
			kind = SpanNews
		}
		if k.index == 0 && kind == SpanPrompt && (k.state == idle || k.state == spoken) && k.last > 0 &&
			now > k.last+1 && e.Class != parser.ClassQueuedPrompt && item.Kind == parser.ItemPrompt {
			add(SpanWaiting, k.last, now)
		}
		if k.index > 0 && kind == SpanPrompt {
			kind = SpanNews // nobody but an agent gave it
		}
		add(kind, now, now)
		k.last, k.state = now, asked
	case parser.ItemText, parser.ItemThinking, parser.ItemImage, parser.ItemBlock:
		if e.Class != parser.ClassAssistant {
			return
		}
		kind := SpanReply
		if item.Kind == parser.ItemThinking {
			kind = SpanThinking
		}
		add(kind, begun, now)
		k.last, k.state, k.turn = now, spoken, item.Turn
	case parser.ItemTool:
		call := f.Blocks.At(item.Block).Call
		c := f.Calls.At(call)
		if now > begun {
			add(SpanCalling, begun, now)
		}
		kind, flags := SpanTool, uint8(0)
		switch toolKind, _, _ := toolKind(f.Name(c.Name)); toolKind {
		case "question", "plan":
			kind = SpanAsked
		case "agent", "workflow":
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
		if c.Declined { // what passed until then was the person's
			kind = SpanAsked
		}
		if failed(k.session, f, call) {
			flags |= flagFailed
		}
		add(kind, now, end).flags |= flags
		k.last, k.state, k.turn = now, calls, item.Turn
	case parser.ItemOutput: // a command was done without the model
		k.last, k.state = now, idle
	case parser.ItemFailure:
		add(SpanFailure, begun, now).flags |= flagFailed
		k.last = now
		if e.Flags&record.APIError != 0 { // the last attempt: it was given up
			k.state = idle
		}
	case parser.ItemCompaction:
		if now-begun > mostCompacting {
			begun = now
		}
		add(SpanCompaction, begun, now)
		k.last = now
	case parser.ItemInterrupt:
		add(SpanInterrupt, begun, now)
		k.last, k.state = now, idle
	}
}

// mostCompacting is what a compaction takes at the most, ms: where more time has
// passed, something else took it.
const mostCompacting = 10 * 60_000
