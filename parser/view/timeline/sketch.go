package timeline

import (
	"math"
	"sort"

	"unspool/parser"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
)

// sketchColumns is the number of columns of a sketch.
const sketchColumns = 32

// Sketch returns a small timeline of a session for the list of sessions. It is nil if nothing in the
// session took time. While the files of the session are being read, it is that of the last time when
// they were complete: it would cost as much as the timeline with every part that arrives.
func (p *Pane) Sketch(s *parser.Session) *protocol.Sketch {
	state, sketch := memo.StateOf(s), p.sketches.Of(s)
	if state.Reading {
		return sketch.Peek()
	}
	now := memo.Version[memo.Identity]{Key: state.Identity, Size: state.Records}
	return sketch.Get(now, 0, func() *protocol.Sketch { return makeTimeline(s).sketch() })
}

// sketch adds up the entries of a timeline in columns of equal length.
func (t *timeline) sketch() *protocol.Sketch {
	if len(t.spans) == 0 {
		return nil
	}
	axis := t.activeTime()
	if axis.length == 0 {
		return nil
	}
	out := &protocol.Sketch{Model: make([]uint16, sketchColumns), Tools: make([]uint16, sketchColumns),
		Failures: make([]uint16, sketchColumns), Prompts: make([]uint16, sketchColumns)}
	var model, tools [sketchColumns]float64
	for i := range t.spans {
		s := &t.spans[i]
		from, to := axis.columns(s.start), axis.columns(s.end)
		switch s.kind {
		case SpanThinking, SpanReply, SpanCalling, SpanCompaction:
			spread(&model, from, to)
		case SpanTool:
			spread(&tools, from, to)
		case SpanPrompt:
			count(out.Prompts, from)
		}
		if s.flags&flagFailed != 0 {
			count(out.Failures, to)
		}
	}
	busiest := 0.0
	for i := range model {
		busiest = max(busiest, model[i]+tools[i])
	}
	for i := range model {
		if busiest > 0 {
			out.Tools[i] = uint16(100 * tools[i] / busiest)
			out.Model[i] = min(uint16(math.Ceil(100*model[i]/busiest)), 100-out.Tools[i])
		}
	}
	return out
}

// count counts an event at a position.
func count(columns []uint16, at float64) {
	if n := &columns[min(int(at), sketchColumns-1)]; *n < math.MaxUint16 {
		*n++
	}
}

// spread adds a period to the columns that it covers. from and to are positions in columns.
func spread(sums *[sketchColumns]float64, from, to float64) {
	for i := int(from); i < sketchColumns && float64(i) < to; i++ {
		sums[i] += min(to, float64(i+1)) - max(from, float64(i))
	}
}

// An activeAxis measures time without the gaps of a timeline.
type activeAxis struct {
	start  int64
	length int64   // ms
	gaps   []gap   // in their order
	cut    []int64 // ms of the gaps before each of them
}

// activeTime returns the axis from the first to the last entry of a timeline.
func (t *timeline) activeTime() *activeAxis {
	first, last := t.spans[0].start, int64(0)
	for i := range t.spans {
		first, last = min(first, t.spans[i].start), max(last, t.spans[i].end)
	}
	a := &activeAxis{start: first, gaps: t.gaps}
	cut := int64(0)
	for _, g := range t.gaps {
		a.cut = append(a.cut, cut)
		cut += g.to - g.from
	}
	a.length = last - first - cut
	return a
}

// columns returns a time as a position in columns. All of a gap is at one position.
func (a *activeAxis) columns(time int64) float64 {
	if i := sort.Search(len(a.gaps), func(i int) bool { return a.gaps[i].from >= time }) - 1; i >= 0 {
		time = max(time, a.gaps[i].to) - a.cut[i] - (a.gaps[i].to - a.gaps[i].from)
	}
	return sketchColumns * float64(time-a.start) / float64(a.length)
}
