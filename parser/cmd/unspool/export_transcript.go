package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"unspool/parser"
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
	x.folder = true
	flags.Lookup("o").Usage = "write to this `folder`, instead of the main file to standard output"
	flags.BoolVar(&t.options.Thinking, "without-thinking", false, "leave out the model's thinking")
	flags.StringVar(&t.tools, "without-tools", "", "leave out the calls of these `tools`, separated by commas, or of all")
	flags.BoolVar(&t.options.ResultsOnly, "results-only", false,
		"with -without-tools, keep the calls, and leave out the text of their results only")
	flags.IntVar(&t.options.Tools.KeepTurns, "keep-turns", 0, "with -without-tools, keep the calls of the last `n` turns")
	selectionFlags(flags, &t.options.Selection)
	flags.BoolVar(&t.options.WithoutBranches, "without-branches", false, "leave out abandoned branches")
	flags.IntVar(&t.options.Compress, "compress", 0, "keep the last `n` turns, and put a summary in the place of the others")
	return t
}

func (t *transcriptExport) write(s *parser.Session, open func(int) io.ReaderAt) error {
	o := t.options
	o.MainOnly = t.output == "" // standard output has no place for other files
	if t.tools == "all" {
		o.Tools.All = true
	} else if t.tools != "" {
		o.Tools.Names = strings.Split(t.tools, ",")
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
	l := report.LeftOut
	left := map[string]int{
		"turns": l.Turns, "branches": l.Branches, "calls": l.Calls, "results": l.Results, "blocks of thinking": l.Thinking,
		"agents": l.Agents, "recorded totals": l.Totals,
		"files": l.Files, "records": l.Records, "damaged ranges": l.Damaged, "records beyond the limit": l.Unread,
	}
	fmt.Fprintf(t.progress, "unspool: %d records%s\n", report.Records, counted("; left out", left))
	if t.clone {
		fmt.Fprintf(t.progress, "unspool: the id of the new session is %s\n", o.ID)
	}
	if o.MainOnly && l.Files > 0 {
		fmt.Fprintln(t.progress, "unspool: only the main file was written; use -o FOLDER for the other files of the session")
	}
	return nil
}
