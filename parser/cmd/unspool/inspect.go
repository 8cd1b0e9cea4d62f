package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/schema"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const inspectUsage = `usage: unspool inspect [flags] PATH…

Prints one JSON object per line for each session in the paths, which are files,
folders or archives (zip, tar, gzip): its title, counts, tokens and cost,
unknown types by name, and a ledger that accounts for each byte. Read errors and damage go to stderr.

The exit code is 0 if any session was read, 1 if none was or the output could
not be written, and 2 if the command line was invalid.

`

const pricesUsage = "override the built-in prices with those of this `file`, in the format of\nparser/price/prices.tsv"

// An inspection is one run of the inspect command.
type inspection struct {
	sources       *sources
	out, progress io.Writer
	prices        *price.Table
	shape         bool
}

func inspect(args []string, out, progress io.Writer) int {
	in := inspection{out: out, progress: progress, sources: new(sources)}
	defer in.sources.close()
	flags := flag.NewFlagSet("inspect", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.BoolVar(&in.shape, "shape", false,
		"print one report on the structure of the records instead: types, keys and\ncounts without any content, to paste into a bug report")
	mine := flags.String("prices", "", pricesUsage)
	if code, ok := parseFlags(flags, args, inspectUsage); !ok {
		return code
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return exitUsage
	}
	if at := slices.IndexFunc(flags.Args(), isFlag); at > 0 {
		in.report(fmt.Errorf("%s: flags go before paths", flags.Arg(at)))
		return exitUsage
	}
	prices, err := prices(*mine)
	if err != nil {
		in.report(err)
		return exitUsage
	}
	in.prices = prices
	if in.shape {
		return in.form(flags.Args())
	}
	return in.figures(flags.Args())
}

// parseFlags parses the flags of a command. If ok is false, the command ends with the code: help was
// printed, or an error.
func parseFlags(flags *flag.FlagSet, args []string, usage string) (code int, ok bool) {
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage, "flags:\n")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	case err != nil: // the flag package has reported it
		return exitUsage, false
	}
	return exitOK, true
}

// isFlag reports whether an argument looks like a flag and names no file.
func isFlag(argument string) bool {
	if len(argument) < 2 || argument[0] != '-' {
		return false
	}
	_, err := os.Lstat(argument)
	return err != nil
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
	return built.With(mine), nil
}

// A summary is the printed form of a session.
type summary struct {
	protocol.Summary
	Unknown map[string]int `json:"unknown,omitempty"` // see schema.Unknown
}

// figures prints the sessions below each path separately, so that the totals of a session
// depend only on that path.
func (in *inspection) figures(paths []string) int {
	encoder := json.NewEncoder(in.out)
	encoder.SetEscapeHTML(false)
	code := exitNothing
	for _, path := range paths {
		store := in.read(path)
		if store == nil {
			continue
		}
		for s := range store.Sessions() {
			code = exitOK
			if err := encoder.Encode(summary{view.Summarize(s, in.prices), schema.Unknown(s.Files)}); err != nil {
				in.report(err)
				return exitNothing
			}
		}
	}
	return code
}

// form prints one report over all paths.
func (in *inspection) form(paths []string) int {
	report := schema.New()
	code := exitNothing
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
				code = exitOK
			}
		}
	}
	if code == exitOK {
		if _, err := report.WriteTo(in.out); err != nil {
			in.report(err)
			return exitNothing
		}
	}
	return code
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
			} else if found.Severity >= parser.Warning {
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

func (in *inspection) report(err error) { fmt.Fprintln(in.progress, "unspool:", err) }

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
