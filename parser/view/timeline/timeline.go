// Package timeline lays a session out over time: what ran when, in lanes of agents.
//
// In: the items, turns and tool calls of a session. Out: columns of numbers, one entry for each
// span, in the order of their beginnings, and details of single spans on request. Invariants: no
// span begins before the one it follows in its conversation, a span ends where its work is known to
// have ended, and agents share a lane at the same time only if all lanes are taken.
package timeline

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// A Pane answers requests about the timelines of sessions.
type Pane struct {
	rows      *rows.Reader
	timelines memo.PerSession[memo.Memo[memo.Identity, *timeline]]
	sketches  memo.EverySession[memo.Memo[memo.Identity, *protocol.Sketch]]
	built     int // number of timelines made so far: the last one's Built
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader) *Pane { return &Pane{rows: rows} }

// The kinds of entries of a timeline. An entry without a duration is a mark.
const (
	SpanPrompt     uint8 = iota // a mark: the user's prompt
	SpanNews                    // a mark: a message of another sender, or of a schedule
	SpanThinking                // model time that ended in thinking
	SpanReply                   // … in text
	SpanCalling                 // … in a tool call
	SpanTool                    // a tool call
	SpanAsked                   // a tool call that asks the user, or that the user rejected
	SpanWaiting                 // from the end of a turn to the user's next prompt
	SpanFailure                 // the model did not respond; the end is a mark
	SpanCompaction              // the end is a mark
	SpanInterrupt               // the end is a mark
)

// The flags of entries, one bit each.
const (
	flagFailed  uint8 = 1 << iota // a failed request or call, see failed
	flagOpen                      // there is no result
	flagAside                     // the entry is in an abandoned branch
	flagJoined                    // several entries were joined into this one
	flagStarter                   // a call that started an agent
)

// maxSpans is the maximum number of entries of a timeline. If there are more, they are
// joined, down to two or a few more for each conversation. This is why maxConvs is also
// limited.
const (
	maxSpans  = 200_000
	maxAgents = 10_000
	maxConvs  = maxAgents + 1 // and the main conversation
)

// spansAtOnce is the maximum number of entries of one answer: 1.6 MB.
const spansAtOnce = 60_000

// A span is an entry of a timeline, with the item that it comes from.
type span struct {
	start, end   int64
	conv         int32 // index in timeline.convs
	item         int32 // index in the conversation
	turn         int32
	kind, flags  uint8
	place, among uint8
}

// call reports whether the entry shows a tool call.
func (s *span) call() bool { return s.kind == SpanTool || s.kind == SpanAsked }

// A timeline is the latest result of [Pane.Timeline].
type timeline struct {
	session  *parser.Session
	built    int
	convs    []*parser.Conversation // the main conversation, then those of agents
	agents   []*parser.Agent        // of convs[1:]
	spans    []span
	lanes    []int // first span of each lane
	laneOf   []int // lane of each of convs
	internal bool
	gaps     []gap
	starts   []int64 // time of the first record of each of convs
	times    protocol.TimeUse
	backward int
	joined   bool

	indexOf map[*parser.Conversation]int // index in convs
	byItem  [][]int32                    // spans of each of convs in the order of their items
}

// Timeline returns entries of the timeline of a session, starting at the index from. built is
// 0 to request the current timeline, or the Built of the previous answer: if that timeline
// was replaced, the answer has no entries. The timeline is rebuilt only if the session has
// grown.
func (p *Pane) Timeline(session, built, from int) protocol.Timeline {
	s := p.rows.Store.Session(session)
	if s == nil {
		return protocol.Timeline{}
	}
	if built == 0 {
		return p.timeline(s).columns(p.rows.Agents, 0)
	}
	if t := p.timelineOf(session, built); t != nil {
		return t.columns(p.rows.Agents, from)
	}
	return protocol.Timeline{}
}

// timelineOf returns the latest timeline of a session if it has the number built, or else
// nil.
func (p *Pane) timelineOf(session, built int) *timeline {
	if s := p.rows.Store.Session(session); s != nil {
		if t := p.timelines.Of(s).Peek(); t != nil && t.built == built {
			return t
		}
	}
	return nil
}

func (p *Pane) timeline(s *parser.Session) *timeline {
	state := memo.StateOf(s)
	now := memo.Version[memo.Identity]{Key: state.Identity, Size: state.Records}
	return p.timelines.Of(s).Get(now, 0, func() *timeline {
		t := makeTimeline(s)
		p.built++
		t.built = p.built
		return t
	})
}

func makeTimeline(s *parser.Session) *timeline {
	t := &timeline{session: s, indexOf: map[*parser.Conversation]int{}}
	for c := range s.Conversations() {
		if len(t.convs) == maxConvs {
			t.joined = true
			break
		}
		t.indexOf[c] = len(t.convs)
		if t.convs = append(t.convs, c); c != s.Main {
			t.agents = append(t.agents, s.AgentOf(c))
		}
	}
	all := t.read()
	for i := range all {
		all[i] = sideBySide(all[i])
	}
	t.gaps = gapsIn(all)
	t.join(all)
	t.arrange(all)
	t.index()
	return t
}

// join reduces the number of entries if there are too many. In each conversation, adjacent
// entries within a turn become one entry of model time and one of calls. If that is not
// enough, entries are joined across turns.
func (t *timeline) join(all [][]span) {
	total := 0
	for _, spans := range all {
		total += len(spans)
	}
	for step := 4; total > maxSpans && step <= 1<<20; step *= 4 {
		total, t.joined = 0, true
		for i := range all {
			all[i] = joinBy(all[i], step)
			total += len(all[i])
		}
	}
}

// acrossTurns is the step from which on entries are joined across turns: otherwise, a session
// with more turns than maxSpans would keep too many entries.
const acrossTurns = 4 * 4 * 4 * 4

// joinBy joins each group of up to step adjacent spans into one or two.
func joinBy(spans []span, step int) []span {
	out := spans[:0]
	for from := 0; from < len(spans); {
		to := from + 1
		for to < len(spans) && to-from < step && (step >= acrossTurns || spans[to].turn == spans[from].turn) {
			to++
		}
		joined := [2]span{} // model time and marks; calls
		var there [2]bool
		for _, s := range spans[from:to] {
			at := 0
			if s.call() {
				at = 1
			}
			if k := &joined[at]; there[at] {
				k.end, k.flags = max(k.end, s.end), k.flags|s.flags|flagJoined
				k.place, k.among = 0, 0
			} else {
				*k, there[at] = s, true
			}
		}
		order := [2]int{0, 1}
		if there[0] && there[1] && joined[1].start < joined[0].start {
			order = [2]int{1, 0}
		}
		for _, at := range order {
			if there[at] {
				out = append(out, joined[at])
			}
		}
		from = to
	}
	return out
}

// index sorts the spans of each conversation by their items: rows look them up by item on
// every frame of scrolling, and agents share lanes.
func (t *timeline) index() {
	t.byItem = make([][]int32, len(t.convs))
	for i := range t.spans {
		conv := t.spans[i].conv
		t.byItem[conv] = append(t.byItem[conv], int32(i))
	}
	for _, list := range t.byItem {
		if byItem := func(i, j int) bool { return t.spans[list[i]].item < t.spans[list[j]].item }; !sort.SliceIsSorted(list, byItem) {
			sort.SliceStable(list, byItem)
		}
	}
}

func (t *timeline) columns(agents *rows.AgentReader, from int) protocol.Timeline {
	from = min(max(0, from), len(t.spans))
	spans := t.spans[from:min(from+spansAtOnce, len(t.spans))]
	n := len(spans)
	out := protocol.Timeline{Built: t.built, Total: len(t.spans), Start: make([]float64, n),
		End: make([]float64, n), Kind: make([]uint8, n),
		Flags: make([]uint8, n), Place: make([]uint8, n), Agent: make([]uint32, n), Prompt: make([]uint32, n)}
	for i := range spans {
		s := &spans[i]
		out.Start[i], out.End[i], out.Kind[i], out.Flags[i] = float64(s.start), float64(s.end), s.kind, s.flags
		out.Place[i], out.Agent[i] = s.place|(max(s.among, 1)-1)<<4, uint32(s.conv)
		if s.conv == 0 {
			out.Prompt[i] = uint32(rows.NumbersOf(t.session.Main, s.turn).Prompt)
		}
	}
	if from > 0 {
		return out
	}
	for _, a := range t.session.Agents {
		if a.Internal || a.Conv == nil && a.Call.File == nil && a.Run == nil {
			continue // internal, or nothing but its id is known
		}
		out.InAll++
		if rows.RecordsMissing(a) {
			out.Missing++
		}
	}
	out.Internal, out.Times = t.internal, t.times
	out.Backward, out.Joined = t.backward, t.joined
	for _, first := range t.lanes {
		out.Lanes = append(out.Lanes, uint32(first))
	}
	agents.NewAnswer()
	for i, a := range t.agents {
		out.Agents = append(out.Agents, uint32(t.laneOf[i+1]))
		out.Hues = append(out.Hues, rows.HueOf(agents.Color(t.session, a)))
	}
	for _, g := range t.gaps {
		out.Gaps = append(out.Gaps, float64(g.from), float64(g.to))
	}
	return out
}
