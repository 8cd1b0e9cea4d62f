package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/document"
	"unspool/parser/export"
)

// A documentExport writes a session as a document for people.
type documentExport struct {
	*exporter
	write     func(*parser.Store, *parser.Session, func(int) io.ReaderAt, io.Writer, document.Options) (document.Report, error)
	extension string
	level     string
	prices    string
	part      export.Selection
}

func markdownFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	d := &documentExport{exporter: x, write: document.Markdown, extension: ".md"}
	return d.define(flags)
}

func htmlFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	d := &documentExport{exporter: x, write: document.HTML, extension: ".html"}
	return d.define(flags)
}

func (d *documentExport) define(flags *flag.FlagSet) sessionWriter {
	d.level = document.Tools.String()
	words := []string{document.Dialogue.String(), document.Tools.String(), document.All.String()}
	flags.Var(cli.Choice(&d.level, words...), "level",
		"the `level` of detail: prompts and replies (dialogue), also a line for each tool call (tools),\n"+
			"or also thinking, results and agents (all)")
	flags.StringVar(&d.prices, "prices", "", pricesUsage)
	d.selectionFlags(flags, &d.part)
	return d.session
}

func (d *documentExport) session(s *parser.Session, open func(int) io.ReaderAt) error {
	level, err := document.ParseLevel(d.level)
	if err != nil {
		return fmt.Errorf("%w: -level: %w", errUsage, err)
	}
	prices, err := prices(d.prices)
	if err != nil {
		return fmt.Errorf("%w: -prices: %w", errUsage, err)
	}
	if d.inOutput != nil && prices.Name != "" {
		prices.Name = d.inOutput(prices.Name)
	}
	out := &lateFile{create: func() (io.WriteCloser, error) { return d.create(d.outputFor(s, d.extension)) }}
	report, err := d.write(d.store, s, open, out,
		document.Options{Level: level, Agent: d.part.Agent, Prompts: d.part.Prompts, Prices: prices})
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	fmt.Fprintf(d.progress, "unspool: %d turns of %d prompts%s\n", report.Turns, report.Prompts, counted("; left out", report.LeftOut))
	return nil
}
