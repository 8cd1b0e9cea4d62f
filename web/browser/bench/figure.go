package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Figure is one measured quantity. Less is better.
type Figure struct {
	Name       string `json:"name"` // the action, a colon, and the measured quantity
	Unit       string `json:"unit"`
	Unspool    *Runs  `json:"unspool,omitempty"`
	Reading    *Runs  `json:"reading,omitempty"` // the fastest way of merely reading the same files, in the same rounds
	Plain      *Runs  `json:"plain,omitempty"`   // the plain JavaScript implementation, in the same rounds
	PlainError string `json:"plainError,omitempty"`
	Goals      []Goal `json:"goals,omitempty"`
	Error      string `json:"error,omitempty"`  // why the measurement failed
	Detail     bool   `json:"detail,omitempty"` // left out of the short table
}

// Runs are the measurements of one quantity in several rounds.
type Runs struct {
	Median float64   `json:"median"`
	Min    float64   `json:"least"`
	Max    float64   `json:"most"`
	All    []float64 `json:"all,omitempty"` // in the order of the rounds
}

// A Goal is the target of a figure.
type Goal struct {
	Says string `json:"says"`
	Is   string `json:"is,omitempty"` // if it is not the figure itself
	Met  bool   `json:"reached"`
}

// runs returns the statistics of measurements, or nil if there are none.
func runs(all []float64) *Runs {
	if len(all) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(all))
	median := sorted[len(sorted)/2]
	if len(sorted)%2 == 0 {
		median = (median + sorted[len(sorted)/2-1]) / 2
	}
	return &Runs{median, sorted[0], sorted[len(sorted)-1], all}
}

// over returns the ratio of r to other.
func (r *Runs) over(other *Runs) *Runs {
	return &Runs{Median: r.Median / other.Median, Min: r.Min / other.Max, Max: r.Max / other.Min}
}

func figure(name, unit string, all []float64) Figure {
	return Figure{Name: name, Unit: unit, Unspool: runs(all)}
}

func (f Figure) detail() Figure {
	f.Detail = true
	return f
}

func (f Figure) withReferences(reading, plain *Runs, plainError string) Figure {
	f.Reading, f.Plain, f.PlainError = reading, plain, plainError
	return f
}

func (f Figure) goal(says, is string, verdict bool) Figure {
	f.Goals = append(slices.Clip(f.Goals), Goal{says, is, verdict})
	return f
}

func (f Figure) atMost(most float64) Figure {
	return f.goal("≤ "+amount(most, f.Unit), "", f.Unspool.Median <= most)
}

// timesReading adds a goal to a figure that has a reading time: at most most times as long.
func (f Figure) timesReading(most float64) Figure {
	is := f.Unspool.Median / f.Reading.Median
	return f.goal(fmt.Sprintf("≤ %g × reading", most), fmt.Sprintf("%.1f ×", is), is <= most)
}

// fasterThanPlain adds a goal to a figure that has the plain implementation's time, or its
// failure.
func (f Figure) fasterThanPlain(lowest float64) Figure {
	says := fmt.Sprintf("≥ %g × as fast as plain JS", lowest)
	if f.Plain == nil {
		return f.goal(says, "it cannot", true)
	}
	is := f.Plain.Median / f.Unspool.Median
	return f.goal(says, fmt.Sprintf("%.1f ×", is), is >= lowest)
}

// samples are the measurements of all rounds, by name.
type samples map[string][]float64

func (s samples) add(name string, value float64) { s[name] = append(s[name], value) }

// best returns the measurements with the lowest median among those whose names have a
// prefix.
func (s samples) best(prefix string) *Runs {
	var best *Runs
	for name, all := range s {
		if strings.HasPrefix(name, prefix) {
			if r := runs(all); best == nil || r.Median < best.Median {
				best = r
			}
		}
	}
	return best
}

// amount formats a number with its unit, with as many digits as are significant.
func amount(value float64, unit string) string { return digits(value) + " " + unit }

func digits(value float64) string {
	switch {
	case value == math.Trunc(value) && value < 1000:
		return fmt.Sprintf("%.0f", value)
	case value < 10:
		return fmt.Sprintf("%.1f", value)
	}
	return grouped(int(math.Round(value)))
}

// grouped formats a number as 12,345.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
