package trace

import "strings"

// userTiming returns the marks of scripts, and the sums of what they measured.
func (r *Recording) userTiming(events []*event, start float64) (marks []Mark, steps []Share) {
	begun := map[string]float64{}
	sums := map[string]float64{}
	for _, e := range events {
		if !strings.Contains(e.Category, "blink.user_timing") {
			continue
		}
		switch id := e.Name + " " + e.id(); e.Phase {
		case "I", "R":
			marks = append(marks, Mark{e.Name, r.names[e.thread()], (e.At - start) / 1000})
		case "b":
			begun[id] = e.At
		case "e":
			if at, ok := begun[id]; ok {
				sums[e.Name] += (e.At - at) / 1000
			}
		}
	}
	return marks, shares(sums)
}
