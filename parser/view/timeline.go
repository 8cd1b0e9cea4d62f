package view

import (
	"slices"
	"sort"

	"unspool/parser"
)

// A Timeline is a session along its time, as columns of the same length: one entry
// for each span of model time, tool call, wait and mark. Entries stand lane by
// lane, in each lane in the order in which they began.
type Timeline struct {
	Built int // names this timeline: what is asked about its entries comes with it
	Total int // of all entries

	Start, End []float64 // ms since 1970, or counted from 0 where Timeless
	Kind       []uint8   // a Span…
	Flags      []uint8   // of flag…
	Place      []uint8   // of calls side by side: which it is from 0, and how many there are less one << 4
	Agent      []uint32  // 0 for the main conversation, else its place in Agents plus one
	Turn       []uint32  // its number, in the main conversation: see turnNumber; 0 before the first, and in agents

	// With the first entries come:

	Lanes    []uint32  // the first entry of each lane; the main conversation is the first lane
	Agents   []uint32  // the lane of each agent
	Hues     []uint8   // of each agent: its place in Hues plus one, 0 for none
	Gaps     []float64 // from and to, by twos: stretches in which nothing was at work
	Internal bool      // the last lane is of the agents that Claude Code ran for itself
	Timeless bool      // there are no times to go by: each record is a second after the one before
	Disorder bool      // for most of the times that were recorded run backwards
	InAll    int       // agents, those aside that Claude Code ran for itself
	Missing  int       // of these, those whose records are not among the files: they have no entries
	Backward int       // records that were written before what stands above them: they stand at its end
	Joined   bool      // there was too much: neighbouring steps became one, or agents have no entries
}

// The kinds of entries of a timeline. What takes no time is a mark.
const (
	SpanPrompt     uint8 = iota // a mark: the person's words
	SpanNews                    // a mark: words of others, or of a schedule
	SpanThinking                // model time that ended in a thought
	SpanReply                   // … in words
	SpanCalling                 // … in a tool call
	SpanTool                    // a tool call
	SpanAsked                   // a tool call that asks the person, or to which the person said no
	SpanWaiting                 // from the end of a turn to the person's next words
	SpanFailure                 // the model did not answer; its end is a mark
	SpanCompaction              // its end is a mark
	SpanInterrupt               // its end is a mark
)

// What is said of entries by a bit each.
const (
	flagFailed  uint8 = 1 << iota // a request, or a call: see failed
	flagOpen                      // there is no result
	flagAside                     // it stands in an abandoned branch
	flagJoined                    // several entries became this one
	flagStarter                   // a call that started an agent
)

// maxSpans is how many entries a timeline has at the most. More are joined: each
// conversation then has two or a few more. So there are no more than maxConvs.
const (
	maxSpans = 200_000
	maxConvs = 10_000 + 1 // agents, and the main one
)

// spansAtOnce is how many entries one answer holds at the most: 1.6 MB.
const spansAtOnce = 60_000

// A span is an entry of a timeline, and the item that it comes from.
type span struct {
	start, end   int64
	conv         int32 // in timeline.convs
	item         int32 // of the conversation
	turn         int32
	kind, flags  uint8
	place, among uint8
}

// call says that a tool call is what the entry shows.
func (s *span) call() bool { return s.kind == SpanTool || s.kind == SpanAsked }

// A timeline is what [Viewer.Timeline] has answered last.
type timeline struct {
	session  *parser.Session
	state    [3]int // of the session when it was made: see Viewer.timeline
	built    int
	convs    []*parser.Conversation // the main one, then those of agents
	agents   []*parser.Agent        // of convs[1:]
	spans    []span
	lanes    []int // the first span of each
	laneOf   []int // of each of convs
	internal bool
	gaps     []gap
	timeless bool
	disorder bool
	backward int
	joined   bool

	indexOf map[*parser.Conversation]int // in convs
	byItem  [][]int32                    // spans of each of convs in the order of their items
}

// Timeline gives entries of the timeline of a session from one on. built is 0 to have
// it as the session is now, else the Built of the answer before: where that is not
// there any more, the answer has none. It is made anew only where the session has grown.
func (v *Viewer) Timeline(session, built, from int) Timeline {
	s := v.Store.Session(session)
	if s == nil {
		return Timeline{}
	}
	if built == 0 {
		return v.timeline(s).columns(v, 0)
	}
	if t := v.timelineOf(session, built); t != nil {
		return t.columns(v, from)
	}
	return Timeline{}
}

// timelineOf gives the timeline of a session that was answered last, nil if that is
// another one.
func (v *Viewer) timelineOf(session, built int) *timeline {
	if s := v.Store.Session(session); s != nil {
		if t := v.sessionCaches.of(s).timeline; t != nil && t.built == built {
			return t
		}
	}
	return nil
}

func (v *Viewer) timeline(s *parser.Session) *timeline {
	state := [3]int{s.Revision()}
	for _, f := range s.Files {
		state[1] += int(f.Records.Len())
		state[2] += f.Restarts
	}
	w := v.sessionCaches.of(s)
	if t := w.timeline; t != nil && t.state == state {
		return t
	}
	v.sessionCaches.built++
	t := makeTimeline(s)
	t.state, t.built = state, v.sessionCaches.built
	w.timeline = t
	return t
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

// join makes entries fewer where there are too many: in each conversation, what
// follows each other within a turn becomes one entry of model time and one of
// calls, and where that is not enough, what follows each other at all.
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

// acrossTurns is the step from which on entries are joined across turns: a session
// of more turns than maxSpans has no fewer entries else.
const acrossTurns = 4 * 4 * 4 * 4

// joinBy makes two entries, or one, of each so many that follow each other.
func joinBy(spans []span, step int) []span {
	out := spans[:0]
	for from := 0; from < len(spans); {
		to := from + 1
		for to < len(spans) && to-from < step && (step >= acrossTurns || spans[to].turn == spans[from].turn) {
			to++
		}
		cache := [2]span{} // model time and marks; calls
		var there [2]bool
		for _, s := range spans[from:to] {
			at := 0
			if s.call() {
				at = 1
			}
			if k := &cache[at]; there[at] {
				k.end, k.flags = max(k.end, s.end), k.flags|s.flags|flagJoined
				k.place, k.among = 0, 0
			} else {
				*k, there[at] = s, true
			}
		}
		order := [2]int{0, 1}
		if there[0] && there[1] && cache[1].start < cache[0].start {
			order = [2]int{1, 0}
		}
		for _, at := range order {
			if there[at] {
				out = append(out, cache[at])
			}
		}
		from = to
	}
	return out
}

// index sorts the spans of each conversation by their items: rows are asked for by
// these on every frame of scrolling, and agents share lanes.
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

func (t *timeline) columns(v *Viewer, from int) Timeline {
	from = min(max(0, from), len(t.spans))
	spans := t.spans[from:min(from+spansAtOnce, len(t.spans))]
	n := len(spans)
	out := Timeline{Built: t.built, Total: len(t.spans), Start: make([]float64, n), End: make([]float64, n), Kind: make([]uint8, n),
		Flags: make([]uint8, n), Place: make([]uint8, n), Agent: make([]uint32, n), Turn: make([]uint32, n)}
	for i := range spans {
		s := &spans[i]
		out.Start[i], out.End[i], out.Kind[i], out.Flags[i] = float64(s.start), float64(s.end), s.kind, s.flags
		out.Place[i], out.Agent[i] = s.place|(max(s.among, 1)-1)<<4, uint32(s.conv)
		if s.conv == 0 {
			out.Turn[i] = uint32(turnNumber(t.session.Main, s.turn))
		}
	}
	if from > 0 {
		return out
	}
	for _, a := range t.session.Agents {
		if a.Internal || a.Conv == nil && a.Call.File == nil && a.Run == nil {
			continue // or nothing is known of it but an id
		}
		out.InAll++
		if recordsMissing(a) {
			out.Missing++
		}
	}
	out.Internal, out.Timeless, out.Disorder, out.Backward, out.Joined = t.internal, t.timeless, t.disorder, t.backward, t.joined
	for _, first := range t.lanes {
		out.Lanes = append(out.Lanes, uint32(first))
	}
	l := v.list(t.session)
	for i, a := range t.agents {
		out.Agents = append(out.Agents, uint32(t.laneOf[i+1]))
		out.Hues = append(out.Hues, uint8(slices.Index(Hues, v.color(l, a))+1))
	}
	for _, g := range t.gaps {
		out.Gaps = append(out.Gaps, float64(g.from), float64(g.to))
	}
	return out
}
