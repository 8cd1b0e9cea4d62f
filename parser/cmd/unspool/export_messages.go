package main

import (
	"flag"
	"fmt"
	"io"

	"unspool/parser"
	"unspool/parser/export"
)

func messagesFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	var o export.MessagesOptions
	x.selectionFlags(flags, &o.Selection)
	flags.BoolVar(&o.FromCompaction, "from-compaction", false, "begin with the summary of the last compaction")
	return func(s *parser.Session, open func(int) io.ReaderAt) error { return x.messages(s, open, o) }
}

func (x *exporter) messages(s *parser.Session, open func(int) io.ReaderAt, o export.MessagesOptions) error {
	out := &lateFile{create: func() (io.WriteCloser, error) { return x.create(x.outputFor(s, ".json")) }}
	report, err := export.Messages(s, open, out, o)
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(x.progress, "unspool: %d messages%s%s%s\n", report.Messages, counted("; left out", report.LeftOut.Counts()),
		counted("; records left out", report.LeftOut.Records), counted("; changed for the API", report.Changed))
	return nil
}
