package main

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mattn/go-runewidth"
)

// table prints the sessions as a table for people.
func (in *inspection) table(paths []string) error {
	var all []*summary
	err := in.sessions(paths, func(s *summary) error {
		all = append(all, s)
		return nil
	})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(columns, "STARTED         \tTURNS\tCALLS\tAGENTS\tTOKENS\tCOST\tDAMAGE\t  SESSION\n")
	for _, s := range all {
		u := s.Totals.Usage
		fmt.Fprintf(columns, "%s\t%d\t%d\t%d\t%s\t%s\t%d\t  %s\n", started(s.Facts.Start), s.Turns, s.ToolCalls, s.Agents,
			short(u.Input+u.Output+u.CacheRead+u.CacheWrite5m+u.CacheWrite1h), cost(s), s.Damaged, label(s))
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	return in.printLines(text.String())
}

// printLines prints the lines of the table, each no longer than the terminal is wide.
func (in *inspection) printLines(text string) error {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		line = runewidth.Truncate(strings.TrimPrefix(line, "  "), in.env.Width, "…")
		if i == 0 {
			line = in.env.Style.Bold(line)
		}
		if _, err := fmt.Fprintln(in.out, line); err != nil {
			return err
		}
	}
	return nil
}

// label returns what a person knows a session by.
func label(s *summary) string {
	for _, text := range []string{s.Title, s.Facts.FirstPrompt, filepath.Base(filepath.FromSlash(s.File))} {
		if text = strings.Join(strings.Fields(printable(text)), " "); text != "" {
			return text
		}
	}
	return s.Session
}

// started returns a time in ms since 1970 for a table, or "-" if it is unknown.
func started(ms float64) string {
	if ms == 0 {
		return "-"
	}
	return time.UnixMilli(int64(ms)).Format("2006-01-02 15:04")
}

// cost returns the cost of a session, with ≥ before it if a price is missing.
func cost(s *summary) string {
	c := s.Totals.Cost
	text := fmt.Sprintf("$%.2f", c.USD)
	if c.Incomplete {
		return "≥" + text
	}
	return text
}

// short returns a count with at most four digits and a unit.
func short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= unit.size {
			return fmt.Sprintf("%.1f%s", math.Floor(n/unit.size*10)/10, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}
