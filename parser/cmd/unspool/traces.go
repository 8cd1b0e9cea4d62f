package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"os/signal"
	"strings"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/trace"
)

// addHeader adds a header of the requests to a receiver: "Authorization=Basic …".
func (x *exporter) addHeader(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("want name=value")
	}
	if x.header == nil {
		x.header = http.Header{}
	}
	x.header.Add(name, value)
	return nil
}

func (x *exporter) turns(s *parser.Session, open func(int) io.ReaderAt) iter.Seq2[ptrace.Traces, error] {
	return trace.Turns(s, open, trace.Options{Prices: price.Default(), Content: x.content})
}

// traces writes the traces of a session, or sends them until they arrived or the user interrupts.
func (x *exporter) traces(s *parser.Session, open func(int) io.ReaderAt) error {
	if x.endpoint == "" {
		return x.spans(s, open, trace.WriteOTLP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	sender := trace.Sender{Endpoint: x.endpoint, Header: x.header}
	report, err := sender.Send(ctx, x.turns(s, open))
	fmt.Fprintf(x.progress, "unspool: %d turns sent with %d spans\n", report.Turns, report.Spans)
	return err
}

func (x *exporter) chrome(s *parser.Session, open func(int) io.ReaderAt) error {
	return x.spans(s, open, trace.WriteChrome)
}

func (x *exporter) spans(s *parser.Session, open func(int) io.ReaderAt,
	write func(io.Writer, iter.Seq2[ptrace.Traces, error]) (trace.Report, error)) error {
	out, err := x.create(x.output)
	if err != nil {
		return err
	}
	report, err := write(out, x.turns(s, open))
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	fmt.Fprintf(x.progress, "unspool: %d turns with %d spans; left out: turns without a reply, abandoned branches\n",
		report.Turns, report.Spans)
	return nil
}
