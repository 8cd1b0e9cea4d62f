package main

import (
	"fmt"
	"strings"
)

// compare lists the changes from one report to another: medians outside of the range that
// the other report's rounds measured. Differences within the range are noise.
func compare(before, after *Report) string {
	var b strings.Builder
	if before.Machine != after.Machine {
		fmt.Fprintf(&b, "Not the same machine: %s before, %s now.\n\n", before.Machine, after.Machine)
	}
	known := map[string]Figure{}
	for _, f := range before.Figures {
		known[f.Name] = f
	}
	var moved, parts []string
	noise := 0
	for _, now := range after.Figures {
		was, found := known[now.Name]
		delete(known, now.Name)
		switch {
		case !found:
			parts = append(parts, "new: "+now.Name)
		case now.Error != was.Error:
			parts = append(parts, fmt.Sprintf("%s: %s before, %s now", now.Name, orMeasured(was.Error), orMeasured(now.Error)))
		case now.Unspool == nil || was.Unspool == nil:
		case now.Unspool.differs(was.Unspool):
			moved = append(moved, now.moved(was))
		default:
			noise++
		}
	}
	for _, f := range before.Figures {
		if _, left := known[f.Name]; left {
			parts = append(parts, "gone: "+f.Name)
		}
	}
	if len(moved) > 0 {
		b.WriteString("| | before | now | |\n|---|---|---|---|\n" + strings.Join(moved, "") + "\n")
	}
	for _, line := range parts {
		b.WriteString(line + "\n")
	}
	fmt.Fprintf(&b, "%d moved, %d within the spread of their rounds.\n", len(moved), noise)
	return b.String()
}

// differs reports whether neither median is within the range of the other rounds.
func (r *Runs) differs(other *Runs) bool {
	return (r.Median < other.Min || r.Median > other.Max) && (other.Median < r.Min || other.Median > r.Max)
}

func (f Figure) moved(was Figure) string {
	word := "worse"
	if f.Unspool.Median < was.Unspool.Median {
		word = "better"
	}
	if was.Unspool.Median != 0 {
		word = fmt.Sprintf("%s: %+.0f %%", word, (f.Unspool.Median/was.Unspool.Median-1)*100)
	}
	// Other load on the machine affected reading and the plain implementation as well.
	if f.Reading != nil && was.Reading != nil {
		word += fmt.Sprintf(" (merely reading %+.0f %%)", (f.Reading.Median/was.Reading.Median-1)*100)
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", inCell(f.Name), was.cell(was.Unspool), f.cell(f.Unspool), word)
}

func orMeasured(failure string) string {
	if failure == "" {
		return "measured"
	}
	return "failed (" + failure + ")"
}
