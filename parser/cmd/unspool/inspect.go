package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/schema"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const pricesUsage = "override the built-in prices with those of this `file`, in the format of\nparser/price/prices.tsv"

// An inspection is one run of the inspect command.
type inspection struct {
	sources       *sources
	env           *cli.Environment
	out, progress io.Writer
	prices        *price.Table
	shape         bool
	json          bool
	output        string
}

// newInspection returns a run of a command in an environment. Its action is run by closing.
func newInspection(env *cli.Environment) inspection {
	return inspection{env: env, sources: &sources{env: env}, out: env.Out, progress: env.Progress}
}

// closing returns an action that closes the archives that were opened.
func (in *inspection) closing(action cli.Action) cli.Action {
	return func(args []string) error {
		defer in.sources.close()
		return action(args)
	}
}

func inspectCommand() cli.Command {
	return cli.Command{
		Name: "inspect", Summary: "print totals of sessions, or the structure of their records",
		Arguments: "PATH…",
		Help: `Prints each session in the paths. On a terminal, that is a table with a line for
each. In a pipe, with -o or with -json, it is one JSON object per line: its
title, counts, tokens and cost, unknown types by name, and a ledger that accounts
for each byte. Read errors and damage go to stderr.`,
		Done: "any session was read", Failed: "none was, or the output could not be written",
		Define: func(env *cli.Environment, flags *flag.FlagSet) cli.Action {
			in := newInspection(env)
			flags.StringVar(&in.output, "o", "", "write to this `file`, instead of to standard output")
			flags.BoolVar(&in.json, "json", false, "print JSON lines on a terminal, too")
			flags.BoolVar(&in.shape, "shape", false,
				"print one report on the structure of the records instead: types, keys and\n"+
					"counts without any content, to paste into a bug report")
			mine := flags.String("prices", "", pricesUsage)
			return in.closing(func(paths []string) error { return in.run(paths, *mine) })
		},
	}
}

// run prints what the flags ask for.
func (in *inspection) run(paths []string, pricesFile string) (err error) {
	if in.json && in.shape {
		return fmt.Errorf("%w: -shape takes no -json", errUsage)
	}
	if in.prices, err = prices(pricesFile); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if in.output != "" && in.output != cli.Standard {
		stop := newInterruption()
		file, e := createFile(in.output, stop)
		if e != nil {
			return cmp.Or(stop.end(), e)
		}
		in.sources.stop = stop
		in.out, in.json = file, true
		defer func() { err = file.finish(cmp.Or(stop.end(), err)) }()
	}
	switch {
	case in.shape:
		return in.form(paths)
	case in.env.Width > 0 && !in.json:
		return in.table(paths)
	}
	encoder := json.NewEncoder(in.out)
	encoder.SetEscapeHTML(false)
	return in.sessions(paths, func(s *summary) error { return encoder.Encode(s) })
}

// prices returns the built-in prices, overridden by those of a file.
func prices(file string) (*price.Table, error) {
	built := price.Default()
	if file == "" {
		return built, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	mine, err := price.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	mine.Name = filepath.Base(file)
	return built.With(mine), nil
}

// A summary is the printed form of a session.
type summary struct {
	protocol.Summary
	Unknown map[string]int `json:"unknown,omitempty"` // see schema.Unknown
}

// sessions calls a function with each session below each path. Paths are read separately, so that the
// totals of a session depend only on its own.
func (in *inspection) sessions(paths []string, print func(*summary) error) error {
	found := cli.ErrReported // read reports why there is none
	for _, path := range paths {
		store := in.read(path)
		if store == nil {
			continue
		}
		for s := range store.Sessions() {
			found = nil
			if err := print(&summary{view.Summarize(s, in.prices), schema.Unknown(s.Files)}); err != nil {
				return err
			}
		}
	}
	return found
}

// form prints one report over all paths.
func (in *inspection) form(paths []string) error {
	report := schema.New()
	found := cli.ErrReported
	for _, path := range paths {
		store := in.read(path)
		if store == nil {
			continue
		}
		hasSession := store.Session(0) != nil
		for _, f := range store.Files {
			if err := in.addForm(report, store, f); err != nil {
				in.report(err)
			} else if hasSession {
				found = nil
			}
		}
	}
	if found != nil {
		return found
	}
	_, err := report.WriteTo(in.out)
	return err
}

func (in *inspection) addForm(report *schema.Report, store *parser.Store, f *parser.File) error {
	if !folder.UsesContent(f) {
		report.Add(f, store.Ledger(f), strings.NewReader(""))
		return nil
	}
	file, err := in.sources.open(filepath.FromSlash(f.Path))
	if err != nil {
		return err
	}
	defer file.Close()
	report.Add(f, store.Ledger(f), file)
	return nil
}

// read reads the sessions below a path. If that fails, it prints the reason and returns
// nil.
func (in *inspection) read(path string) *parser.Store {
	store, err := in.sources.read(path, in.progress)
	if errors.Is(err, cli.ErrInterrupted) { // it ends the command
		return nil
	}
	if err != nil {
		in.report(err)
		return nil
	}
	if store.Session(0) == nil {
		fmt.Fprintf(in.progress, "unspool: %s: no Claude Code transcript found%s\n", path, describeType(store))
	}
	in.reportDamage(path, store)
	return store
}

// reportDamage prints how often each problem occurs below a path, and where first. It prints no
// content.
func (in *inspection) reportDamage(path string, store *parser.Store) {
	var d damage
	d.add(store)
	d.print(in.progress, path+": ")
}

// A damage value counts problems of files. The zero value is empty.
type damage struct {
	firsts []string // where each problem occurs first, in the order of their codes
	codes  []parser.DiagnosticCode
	counts map[parser.DiagnosticCode]int
}

// add counts the problems of the files of a store.
func (d *damage) add(store *parser.Store) {
	if d.counts == nil {
		d.counts = map[parser.DiagnosticCode]int{}
	}
	for _, f := range store.Files {
		if !f.Known() {
			continue
		}
		for _, found := range f.Diagnostics() {
			if found.Code == parser.CodeMore {
				d.counts[found.Of] += found.Count
			} else if found.Severity >= parser.Warning || found.Code == parser.CodeUnfinished {
				if d.counts[found.Code]++; d.counts[found.Code] == 1 {
					d.codes = append(d.codes, found.Code)
					d.firsts = append(d.firsts, fmt.Sprintf("line %d of %s", found.Line, found.File.Path))
				}
			}
		}
	}
}

// print prints how often each problem occurs, and where first.
func (d *damage) print(out io.Writer, prefix string) {
	for i, code := range d.codes {
		fmt.Fprintf(out, "unspool: %s%s: %d, the first in %s\n", prefix, code, d.counts[code], d.firsts[i])
	}
}

func (in *inspection) report(err error) {
	fmt.Fprintln(in.progress, in.env.ErrorStyle.Red("unspool:"), err)
}

// describeType describes what a single file is if it is not a transcript.
func describeType(store *parser.Store) string {
	if len(store.Files) != 1 {
		return ""
	}
	f := store.Files[0]
	if !folder.UsesContent(f) {
		return "; files of this name hold no records"
	}
	switch kind := f.DetectType(); kind {
	case "":
		return ""
	case "empty":
		if f.Size > 0 {
			return "; it is blank"
		}
		return "; it is empty"
	case "history":
		return "; it seems to be Claude Code's prompt history: the sessions are in the projects folder next to it"
	case "text", "binary":
		return "; it seems to be a " + kind + " file"
	default:
		return "; it seems to be of type " + kind
	}
}
