// Command bench measures Unspool in Chromium against its goals. In the same run it
// alternates with merely reading the same files and with a plain JavaScript implementation:
//
//	go run ./web/browser/bench           measures all, and prints a table in Markdown
//	    -quick           fewer rounds and sizes
//	    -rounds N        number of rounds of each
//	    -only REGEXP     only scenes with matching names: sizes, visit, open, folder, many files,
//	                     search, scroll, timeline, views, share
//	    -out FILE.json   saves the figures
//	    -compare OLD     lists the changes since the figures in a file
//	go run ./web/browser/bench -trace MB
//	                     opens a session of that size, and tells where the time went
//	    -only folder     opens a folder of that size instead
//	    -only "many files"   opens a folder of that size, of small sessions
//	    -only search     searches a session of that size
//	    -only share      checks a session of that size for secrets
//	    -out FILE.json   keeps the recording, for DevTools or Perfetto
//	go run ./web/browser/bench -compare OLD.json NEW.json
//	                     compares two files, and measures nothing
//	go run ./web/browser/bench -table FILE.json
//	                     prints the main figures of a file for the README
//
// A missed goal, or a failed measurement, is a remark in the table and not a failure.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "fewer rounds and sizes")
	rounds := flags.Int("rounds", 0, "rounds of each, where not as many as usual")
	only := flags.String("only", "", "regular expression for the names of what is measured")
	keep := flags.String("out", "", "JSON file to keep the figures in, or the recording")
	traced := flags.Int("trace", 0, "size in MB of a session to open, to tell where the time goes")
	old := flags.String("compare", "", "JSON file with figures to compare with")
	table := flags.String("table", "", "JSON file with figures to print the main ones of")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case *traced > 0:
		return traceScene(ctx, ".", *only, *traced, *keep, out)
	case *table != "":
		saved, err := load(*table)
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, saved.table(false))
		return err
	case *old != "" && flags.NArg() == 1:
		return compareFiles(out, *old, flags.Arg(0))
	case flags.NArg() > 0:
		return fmt.Errorf("unknown argument %q", flags.Arg(0))
	}

	var before *Report
	if *old != "" { // report early if it is wrong
		var err error
		if before, err = load(*old); err != nil {
			return err
		}
	}
	selected, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	p := fullPlan()
	if *quick {
		p = quickPlan()
	}
	if *rounds > 0 {
		p.rounds, p.largeRounds = *rounds, *rounds
	}
	report, err := measure(ctx, ".", p, selected, os.Stderr)
	if err != nil {
		return err
	}
	if *keep != "" {
		err = report.save(*keep)
	}
	_, printed := io.WriteString(out, report.table(true))
	if err = errors.Join(err, printed); err != nil || before == nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\nSince %s:\n\n%s", *old, compare(before, report))
	return err
}

func compareFiles(out io.Writer, old, now string) error {
	before, err := load(old)
	if err != nil {
		return err
	}
	after, err := load(now)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, compare(before, after))
	return err
}

// measure runs the selected measurements, and reports progress.
func measure(ctx context.Context, root string, p plan, selected *regexp.Regexp, progress io.Writer) (_ *Report, err error) {
	s, err := newStage(ctx, root, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	report := &Report{Machine: s.machine, Rounds: p.says()}
	for _, scene := range s.scenes() {
		if !selected.MatchString(scene.name) {
			continue
		}
		start := time.Now()
		fmt.Fprintf(progress, "%s …", scene.name)
		figures, err := scene.measure()
		report.Figures = append(report.Figures, figures...)
		fmt.Fprintf(progress, " %.0f s\n", time.Since(start).Seconds())
		if err != nil {
			fmt.Fprintf(progress, "%s: %v\n", scene.name, err)
			report.Figures = append(report.Figures, Figure{Name: scene.name, Error: short(err)})
		}
	}
	return report, nil
}

// short returns an error message that fits into a cell of the table: progress shows the
// whole message.
func short(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if runes := []rune(line); len(runes) > 160 {
		line = string(runes[:160]) + "…"
	}
	return line
}
