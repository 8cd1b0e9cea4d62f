package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/export"
)

// A transcriptExport writes a transcript with the options of the command line.
type transcriptExport struct {
	*exporter
	options export.TranscriptOptions
	clone   bool
	tools   string
}

func transcriptFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := newTranscriptExport(x, flags)
	flags.BoolVar(&t.clone, "clone", false, "give the session and its records new ids, like unspool clone does")
	return t.write
}

// newTranscriptExport defines the flags of transcripts, except for that of new ids.
func newTranscriptExport(x *exporter, flags *flag.FlagSet) *transcriptExport {
	t := &transcriptExport{exporter: x}
	x.folder, x.tools = true, &t.tools
	flags.Lookup("o").Usage = "write to this `folder`, instead of the main file to standard output"
	flags.BoolVar(&t.options.Thinking, "without-thinking", false, "leave out the model's thinking")
	flags.StringVar(&t.tools, "without-tools", "", "leave out the calls of these `tools`, separated by commas, or of all")
	flags.BoolVar(&t.options.ResultsOnly, "results-only", false,
		"with -without-tools, keep the calls, and leave out the text of their results only")
	countFlag(flags, &t.options.Tools.KeepTurns, "keep-turns", "with -without-tools, keep the calls of the last `n` turns")
	x.selectionFlags(flags, &t.options.Selection)
	flags.BoolVar(&t.options.WithoutBranches, "without-branches", false, "leave out abandoned branches")
	countFlag(flags, &t.options.Compress, "compress", "keep the last `n` turns, and put a summary in the place of the others")
	return t
}

func (t *transcriptExport) write(s *parser.Session, open func(int) io.ReaderAt) error {
	o := t.options
	o.MainOnly = t.output == "" // standard output has no place for other files
	if err := t.selectTools(s, &o); err != nil {
		return err
	}
	if t.clone {
		o.ID = export.NewID()
	}
	report, err := export.Transcript(s, open, func(name string) (io.WriteCloser, error) {
		if t.output == "" {
			return t.create("")
		}
		return t.create(filepath.Join(t.output, filepath.FromSlash(name)))
	}, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.progress, "unspool: %d records%s\n", report.Records, counted("; left out", report.LeftOut.Counts()))
	if t.clone {
		fmt.Fprintf(t.progress, "unspool: the id of the new session is %s\n", o.ID)
	}
	if o.MainOnly && report.LeftOut.Files > 0 {
		fmt.Fprintln(t.progress, "unspool: only the main file was written; use -o FOLDER for the other files of the session")
	}
	return nil
}

// selectTools selects the tools that -without-tools names. A name that no call has is an error: it is misspelled.
func (t *transcriptExport) selectTools(s *parser.Session, o *export.TranscriptOptions) error {
	names := splitNames(t.tools)
	switch {
	case len(names) == 0 && t.tools != "":
		return fmt.Errorf("%w: -without-tools names no tool", errUsage)
	case len(names) == 0 && o.ResultsOnly:
		return fmt.Errorf("%w: -results-only needs -without-tools", errUsage)
	case len(names) == 0 && o.Tools.KeepTurns > 0:
		return fmt.Errorf("%w: -keep-turns needs -without-tools", errUsage)
	case len(names) == 1 && names[0] == allTools:
		o.Tools.All = true
		return nil
	}
	o.Tools.Names = names
	return checkTools(s, names)
}

// allTools is the value of -without-tools for all tools.
const allTools = "all"

// splitNames returns the names in a list with commas.
func splitNames(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// checkTools returns an error if no call of a session is of a tool with one of the names.
func checkTools(s *parser.Session, names []string) error {
	known := map[string]bool{}
	for call := range s.ToolCalls() {
		known[call.Name()] = true
	}
	unknown := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return known[name] })
	if len(unknown) == 0 {
		return nil
	}
	return fmt.Errorf("%w: -without-tools: no call is of %s; the tools are %s", errUsage,
		strings.Join(unknown, ", "), strings.Join(slices.Sorted(maps.Keys(known)), ", "))
}

func cloneCommand() cli.Command {
	f := format{name: "transcript", flags: cloneFlags}
	return cli.Command{
		Name: "clone", Summary: "copy a session with new ids, for Claude Code to resume", Arguments: "PATH",
		Help: `Copies a session, and gives it and all of its records new ids: Claude Code takes
the copy for another session, and can resume it. PATH is a transcript, or a
folder or archive with the files of one session; with several sessions, choose one
with -session. It is the same as unspool export transcript -clone.

The new id, what was left out, read errors and damage go to stderr.`,
		Done: "the session was written", Failed: "it was not", Define: f.command,
	}
}

func cloneFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := newTranscriptExport(x, flags)
	t.clone = true
	return t.write
}
