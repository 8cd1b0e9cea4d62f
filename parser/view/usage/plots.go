package usage

import (
	"math"
	"sort"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// MostPoints is the number of points in one answer about the course of a session.
const MostPoints = 18_000

// Context returns the context size of the main conversation over time.
func (p *Pane) Context(session int) protocol.ContextSeries {
	var out protocol.ContextSeries
	s := p.rows.Store.Session(session)
	if s == nil {
		return out
	}
	a := p.accounts(s)
	windows := p.windowsOf(a)
	for _, i := range downsample(a.points, MostPoints) {
		one := &a.points[i]
		out.Number = append(out.Number, float64(i+1))
		out.Time = append(out.Time, float64(one.time))
		out.Context = append(out.Context, float64(one.context))
		out.Output = append(out.Output, float64(one.output))
		out.Prompt = append(out.Prompt, float64(rows.NumbersOf(s.Main, one.turn).Prompt))
		out.Window = append(out.Window, float64(windows[one.model]))
		out.Low = append(out.Low, oneIf(one.low))
		out.Compacted = append(out.Compacted, oneIf(one.compacted))
		out.Message = append(out.Message, float64(one.message))
	}
	out.Parts, out.Sources = partsOf(s.Main, out.Message), sources
	return out
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Address returns the address of a response of the main conversation. The second result is false if
// there is no such response.
func (p *Pane) Address(session, message int) (address string, ok bool) {
	s := p.rows.Store.Session(session)
	if s == nil || message < 0 || message >= int(s.Main.File.Messages.Len()) {
		return "", false
	}
	f := s.Main.File
	return rows.RecordKey(f, f.Messages.At(int32(message)).First), true
}

// downsample returns the indexes of the points to keep.
func downsample(points []point, most int) []int {
	var list []int
	size := 1
	if len(points) > most {
		size = (3*len(points) + most - 1) / most
	}
	for from := 0; from < len(points); from += size {
		to := min(from+size, len(points))
		low, high, mark := from, from, -1
		for i := from; i < to; i++ {
			if points[i].context < points[low].context {
				low = i
			}
			if points[i].context > points[high].context {
				high = i
			}
			if mark < 0 && points[i].compacted {
				mark = i
			}
		}
		three := []int{low, high, mark}
		sort.Slice(three, func(i, j int) bool { return three[i] < three[j] })
		for k, i := range three {
			if i >= 0 && (k == 0 || i != three[k-1]) {
				list = append(list, i)
			}
		}
	}
	return list
}

// windowsOf returns the context windows of the models of a session by model name: as recorded, else see
// [price.Windows].
func (p *Pane) windowsOf(a *accounts) map[string]int64 {
	largest := map[string]int64{} // the contexts that were used
	for i := range a.points {
		one := &a.points[i]
		largest[one.model] = max(largest[one.model], one.context)
	}
	for i := range a.usage.Models {
		if m := a.usage.Models[i].Model; largest[m] == 0 {
			largest[m] = 1
		}
	}
	windows := map[string]int64{}
	for _, recorded := range a.session.Recorded(&a.usage) {
		for i := range recorded.Models {
			windows[recorded.Models[i].Model] = recorded.Models[i].Window
		}
	}
	for model, n := range largest {
		if windows[model] < n { // not recorded, or wrong
			windows[model] = p.windows.Of(model, n)
		}
	}
	return windows
}

// WindowOf returns the context window of a model that once used the given number of tokens,
// or 0 if it is unknown.
func (p *Pane) WindowOf(s *parser.Session, model string, used int64) int64 {
	if size := p.windowsOf(p.accounts(s))[model]; used <= size {
		return size
	}
	return p.windows.Of(model, used)
}

// maxIntervals limits the points of a [protocol.RateSeries].
const maxIntervals = 1_000

// Rate returns the number of tokens used over time.
func (p *Pane) Rate(session int) protocol.RateSeries {
	var out protocol.RateSeries
	s := p.rows.Store.Session(session)
	if s == nil {
		return out
	}
	a := p.accounts(s)
	times := make([]int64, 0, len(a.minutes))
	for at := range a.minutes {
		times = append(times, at)
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	out.Width = 1
	for _, width := range []int{1, 2, 5, 10, 15, 30, 60, 180, 360, 720, 1440, 10_080, math.MaxInt32} {
		if out.Width = width; countRuns(times, int64(width)) <= maxIntervals {
			break
		}
	}
	for k, at := range times {
		m, i := a.minutes[at], len(out.Time)-1
		if k == 0 || at/int64(out.Width) != times[k-1]/int64(out.Width) {
			out.Time = append(out.Time, float64(at/int64(out.Width)*int64(out.Width)*60_000))
			out.Responses, out.Low, out.Output = append(out.Responses, 0), append(out.Low, 0), append(out.Output, 0)
			out.Fresh, out.Read = append(out.Fresh, 0), append(out.Read, 0)
			i++
		}
		out.Responses[i] += float64(m.responses)
		out.Low[i] += float64(m.low)
		out.Output[i] += float64(m.output)
		out.Fresh[i] += float64(m.fresh)
		out.Read[i] += float64(m.read)
	}
	return out
}

// countRuns counts the intervals of width minutes that contain a time.
func countRuns(times []int64, width int64) int {
	n := 0
	for i, at := range times {
		if i == 0 || at/width != times[i-1]/width {
			n++
		}
	}
	return n
}
