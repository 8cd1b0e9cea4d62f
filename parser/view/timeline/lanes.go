package timeline

import (
	"slices"
	"sort"
)

const (
	// ownLanes is the largest number of agents that get a lane each. With more agents,
	// those that did not run at the same time share a lane.
	ownLanes = 8
	// maxLanes is the maximum number of agent lanes. Agents that find no free lane
	// share the last one.
	maxLanes = 24
	// maxOverlap is the maximum number of calls that are shown side by side.
	maxOverlap = 4
)

// arrange assigns each conversation to a lane, and sorts the spans.
func (t *timeline) arrange(all [][]span) {
	t.laneOf = make([]int, len(all))
	var agents, internal []int
	for i := 1; i < len(all); i++ {
		if t.agents[i-1].Internal {
			internal = append(internal, i)
		} else {
			agents = append(agents, i)
		}
	}
	lanes := append([][]int{{0}}, pack(all, agents, maxLanes, len(agents) <= ownLanes)...)
	if t.internal = len(internal) > 0; t.internal {
		lanes = append(lanes, pack(all, internal, 1, false)...)
	}
	total := 0
	for _, spans := range all {
		total += len(spans)
	}
	t.spans = make([]span, 0, total)
	for lane, convs := range lanes {
		from := len(t.spans)
		t.lanes = append(t.lanes, from)
		for _, i := range convs {
			t.laneOf[i] = lane
			t.spans = append(t.spans, all[i]...)
		}
		// Package slices is not used for sorting, here and below: each use adds 5 kB of code.
		here := t.spans[from:]
		if byStart := func(i, j int) bool { return here[i].start < here[j].start }; !sort.SliceIsSorted(here, byStart) {
			sort.SliceStable(here, byStart)
		}
	}
}

// pack assigns conversations to lanes, in the order in which they began. Each gets the
// first lane that is free at that time. If there is none and no lane can be added, the
// last one is shared.
func pack(all [][]span, convs []int, most int, each bool) [][]int {
	start := func(i int) int64 {
		if len(all[i]) == 0 {
			return 0
		}
		return all[i][0].start
	}
	sort.SliceStable(convs, func(i, j int) bool { return start(convs[i]) < start(convs[j]) })
	var lanes [][]int
	var ends []int64
	for _, i := range convs {
		lane := -1
		if !each {
			lane = slices.IndexFunc(ends, func(end int64) bool { return end <= start(i) })
		}
		if lane < 0 && len(lanes) < most {
			lane = len(lanes)
			lanes, ends = append(lanes, nil), append(ends, 0)
		} else if lane < 0 {
			lane = most - 1
		}
		lanes[lane] = append(lanes[lane], i)
		for j := range all[i] {
			ends[lane] = max(ends[lane], all[i][j].end)
		}
	}
	return lanes
}

// sideBySide assigns places next to each other to calls that ran at the same time.
func sideBySide(spans []span) []span {
	var ends []int64   // end of each place
	var cluster []int  // calls that overlap, as indexes into spans
	latest := int64(0) // end of the cluster
	settle := func() {
		for _, i := range cluster {
			spans[i].among = uint8(len(ends))
		}
		cluster, ends = cluster[:0], ends[:0]
	}
	for i := range spans {
		s := &spans[i]
		if !s.call() {
			continue
		}
		if s.start >= latest {
			settle()
		}
		at := slices.IndexFunc(ends, func(end int64) bool { return end <= s.start })
		if at < 0 && len(ends) < maxOverlap {
			at, ends = len(ends), append(ends, 0)
		} else if at < 0 {
			at = slices.Index(ends, slices.Min(ends))
		}
		s.place, ends[at], latest = uint8(at), max(ends[at], s.end), max(latest, s.end)
		cluster = append(cluster, i)
	}
	settle()
	return spans
}

// A gap is a period in which nothing ran, in ms since 1970.
type gap struct{ from, to int64 }

const (
	minGap  = 60_000 // ms
	maxGaps = 2000
)

// gapsIn returns the gaps in which no conversation was active. If there are too many
// gaps, it returns only the longer ones.
func gapsIn(all [][]span) []gap {
	var busy []gap // periods of activity
	for _, spans := range all {
		from := len(busy)
		for i := range spans {
			s := &spans[i]
			if s.kind == SpanWaiting {
				continue
			}
			if n := len(busy); n > from && s.start-busy[n-1].to < minGap {
				busy[n-1].to = max(busy[n-1].to, s.end)
			} else {
				busy = append(busy, gap{s.start, s.end})
			}
		}
	}
	sort.Slice(busy, func(i, j int) bool { return busy[i].from < busy[j].from })
	for smallest := int64(minGap); ; smallest *= 2 {
		var gaps []gap
		end := int64(0)
		for i, b := range busy {
			if i > 0 && b.from-end >= smallest {
				gaps = append(gaps, gap{end, b.from})
			}
			end = max(end, b.to)
		}
		if len(gaps) <= maxGaps {
			return gaps
		}
	}
}
