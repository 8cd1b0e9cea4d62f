package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/view/filter"
)

// A transcriptExport writes a transcript with the options of the command line.
type transcriptExport struct {
	*exporter
	options export.TranscriptOptions
	clone   bool
	tools   string
	prompts string
}

func transcriptFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := &transcriptExport{exporter: x}
	x.folder = true
	flags.Lookup("o").Usage = "write to this `folder`, instead of the main file to standard output"
	flags.BoolVar(&t.clone, "clone", false, "give the session and its records new ids")
	flags.BoolVar(&t.options.Thinking, "without-thinking", false, "leave out the model's thinking")
	flags.StringVar(&t.tools, "without-tools", "", "leave out the calls of these `tools`, separated by commas, or of all")
	flags.BoolVar(&t.options.ResultsOnly, "results-only", false,
		"with -without-tools, keep the calls, and leave out the text of their results only")
	flags.IntVar(&t.options.Tools.KeepTurns, "keep-turns", 0, "with -without-tools, keep the calls of the last `n` turns")
	flags.StringVar(&t.prompts, "prompts", "", "keep only these `prompts` with all that follows each: 12, 12-18, 12- or -5")
	flags.IntVar(&t.options.Compress, "compress", 0, "keep the last `n` turns, and put a summary in the place of the others")
	return t.write
}

func (t *transcriptExport) write(s *parser.Session, open func(int) io.ReaderAt) error {
	o := t.options
	prompts, err := filter.ParseTurns(t.prompts)
	if err != nil {
		return fmt.Errorf("-prompts: %w", err)
	}
	o.Prompts = [2]int{prompts.First, prompts.Last}
	if t.tools == "all" {
		o.Tools.All = true
	} else if t.tools != "" {
		o.Tools.Names = strings.Split(t.tools, ",")
	}
	if t.clone {
		o.ID = export.NewID()
	}
	omitted := 0 // files that standard output has no place for
	report, err := export.Transcript(s, open, func(name string) (io.WriteCloser, error) {
		if t.output != "" {
			return t.create(filepath.Join(t.output, filepath.FromSlash(name)))
		}
		if omitted++; omitted == 1 {
			return t.create("")
		}
		return nopCloser{io.Discard}, nil
	}, o)
	if err != nil {
		return err
	}
	if omitted > 1 {
		fmt.Fprintf(t.progress, "unspool: %d more files of the session were not written; use -o FOLDER\n", omitted-1)
	}
	left := map[string]int{}
	for name, n := range map[string]int{"turns": report.Turns, "calls": report.Calls, "blocks of thinking": report.Thinking,
		"agents": report.Agents, "records": report.Dropped, "damaged ranges": report.Damaged} {
		if n > 0 {
			left[name] = n
		}
	}
	fmt.Fprintf(t.progress, "unspool: %d records%s\n", report.Records, counted("; left out", left))
	return nil
}
