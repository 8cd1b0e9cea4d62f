package main

import (
	"fmt"
	"strings"
)

// table formats the figures as Markdown, all of them or the main ones.
func (r *Report) table(all bool) string {
	var b strings.Builder
	b.WriteString("| | Unspool | merely reading | plain JS | goal |\n|---|---|---|---|---|\n")
	for _, f := range r.Figures {
		if f.Detail && !all {
			continue
		}
		cells := []string{f.Name, f.cell(f.Unspool), f.cell(f.Reading), f.cell(f.Plain), f.verdict()}
		if f.Error != "" {
			cells[1] = "failed: " + f.Error
		}
		if f.PlainError != "" {
			cells[3] = "cannot: " + f.PlainError
		}
		for _, cell := range cells {
			b.WriteString("| " + inCell(cell) + " ")
		}
		b.WriteString("|\n")
	}
	fmt.Fprintf(&b, "\n%s. Medians of %s; in brackets the least and the most of them.\n", r.Machine, r.Rounds)
	return b.String()
}

// cell returns the median and the range of the rounds.
func (f Figure) cell(r *Runs) string {
	if r == nil {
		return ""
	}
	text := amount(r.Median, f.Unit)
	if lowest, most := digits(r.Min), digits(r.Max); lowest != most {
		text += " (" + lowest + "–" + most + ")"
	}
	return text
}

func (f Figure) verdict() string {
	var parts []string
	for _, g := range f.Goals {
		text := g.Says + ": **missed**"
		if g.Met {
			text = g.Says + ": reached"
		}
		if g.Is != "" {
			text += ", " + g.Is
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// inCell escapes text so that it stays in its cell.
func inCell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}
