package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Figure is one thing that was measured. Less of it is better.
type Figure struct {
	Name       string `json:"name"` // what is done, a colon, and what of it was measured
	Unit       string `json:"unit"`
	Unspool    *Runs  `json:"unspool,omitempty"`
	Reading    *Runs  `json:"reading,omitempty"` // the best way of merely reading the same, in the same rounds
	Plain      *Runs  `json:"plain,omitempty"`   // the plain JavaScript way, in the same rounds
	PlainError string `json:"plainError,omitempty"`
	Goals      []Goal `json:"goals,omitempty"`
	Error      string `json:"error,omitempty"`  // why there is nothing of it
	Detail     bool   `json:"detail,omitempty"` // left out of the short table
}

// Runs are what was measured of one thing in several rounds.
type Runs struct {
	Median float64   `json:"median"`
	Min    float64   `json:"least"`
	Max    float64   `json:"most"`
	All    []float64 `json:"all,omitempty"` // in the order of the rounds
}

// A Goal is what a figure should be.
type Goal struct {
	Says string `json:"says"`
	Is   string `json:"is,omitempty"` // where it is not the figure itself
	Met  bool   `json:"reached"`
}

// runs gives nothing of nothing.
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

// over gives how many times as much it is.
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

// timesReading is a goal for what has reading beside it.
func (f Figure) timesReading(most float64) Figure {
	is := f.Unspool.Median / f.Reading.Median
	return f.goal(fmt.Sprintf("≤ %g × reading", most), fmt.Sprintf("%.1f ×", is), is <= most)
}

// fasterThanPlain is a goal for what has the plain way beside it, or its failure.
func (f Figure) fasterThanPlain(lowest float64) Figure {
	says := fmt.Sprintf("≥ %g × as fast as plain JS", lowest)
	if f.Plain == nil {
		return f.goal(says, "it cannot", true)
	}
	is := f.Plain.Median / f.Unspool.Median
	return f.goal(says, fmt.Sprintf("%.1f ×", is), is >= lowest)
}

// samples are what rounds measured, by name.
type samples map[string][]float64

func (s samples) add(name string, value float64) { s[name] = append(s[name], value) }

// best gives, of all whose names begin so, those with the least median.
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

// amount writes a number with its unit, in as many digits as say something.
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

// grouped writes a number as 12,345.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
