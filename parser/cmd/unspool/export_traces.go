package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"os/signal"
	"strings"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/otlphttp"
)

// A traceExport writes or sends the traces of a session.
type traceExport struct {
	*exporter
	content  bool
	endpoint string
	header   http.Header
}

func (t *traceExport) define(flags *flag.FlagSet) {
	flags.BoolVar(&t.content, "content", false, "with the texts of prompts and replies, and the inputs and results of calls")
}

func otlpFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := &traceExport{exporter: x}
	t.define(flags)
	flags.StringVar(&t.endpoint, "endpoint", "", "send them to the OTLP receiver at this `url`, such as http://localhost:4318")
	flags.Func("header", "send this `name=value` with each request to the receiver", t.addHeader)
	(&followExport{traceExport: t}).define(flags)
	return t.otlp
}

func chromeFlags(x *exporter, flags *flag.FlagSet) sessionWriter {
	t := &traceExport{exporter: x}
	t.define(flags)
	return t.chrome
}

// addHeader adds a header of the requests to a receiver: "Authorization=Basic …".
func (t *traceExport) addHeader(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("want name=value")
	}
	if t.header == nil {
		t.header = http.Header{}
	}
	t.header.Add(name, value)
	return nil
}

func (t *traceExport) options() trace.Options {
	return trace.Options{Prices: price.Default(), Content: t.content}
}

// otlp writes the traces of a session, or sends them until they arrived or the user interrupts.
func (t *traceExport) otlp(s *parser.Session, open func(int) io.ReaderAt) error {
	if t.endpoint == "" {
		return t.spans(s, open, ".otlp.jsonl", trace.WriteOTLP)
	}
	if t.redact || t.output != "" {
		return fmt.Errorf("%w: -endpoint takes neither -redact nor -o: redact the session first", errUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	sender := otlphttp.Sender{Endpoint: t.endpoint, Header: t.header, Warn: t.report}
	report, err := sender.Send(ctx, trace.Turns(s, open, t.options()))
	fmt.Fprintf(t.progress, "unspool: %d turns sent with %d spans%s\n", report.Turns, report.Spans, leftOut(s))
	return err
}

func (t *traceExport) chrome(s *parser.Session, open func(int) io.ReaderAt) error {
	return t.spans(s, open, ".trace.json", trace.WriteChrome)
}

// leftOut returns a text with the counts of what has no trace, or "" if everything has one.
func leftOut(s *parser.Session) string {
	_, left := trace.Select(s)
	return counted("; left out", left.Counts())
}

func (t *traceExport) spans(s *parser.Session, open func(int) io.ReaderAt, extension string,
	write func(io.Writer, iter.Seq2[*trace.Trace, error]) (trace.Report, error)) error {
	earlier, err := export.EarlierCounts(s, open)
	if err != nil {
		return err
	}
	out, err := t.create(t.outputFor(s, extension))
	if err != nil {
		return err
	}
	o := t.options()
	o.LeftOut, o.Earlier = true, earlier
	report, err := write(out, trace.Turns(s, open, o))
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	fmt.Fprintf(t.progress, "unspool: %d turns with %d spans%s\n", report.Turns, report.Spans, leftOut(s))
	return nil
}
