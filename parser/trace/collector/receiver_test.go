// Package collector holds no code. Its test sends traces to the OTLP receiver of the OpenTelemetry Collector. It is a
// module of its own, so that the Collector is no dependency of the parser.
package collector

import (
	"context"
	"net"
	"os"
	"testing"
	"time"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"

	"unspool/parser"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/otlphttp"
)

// start starts a receiver at an address. What it takes goes to the sink.
func start(address string, sink consumer.Traces) (receiver.Traces, error) {
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	http := map[string]any{"protocols": map[string]any{"http": map[string]any{"endpoint": address}}}
	if err := confmap.NewFromStringMap(http).Unmarshal(config); err != nil {
		return nil, err
	}
	ctx := context.Background()
	r, err := factory.CreateTraces(ctx, receivertest.NewNopSettings(factory.Type()), config, sink)
	if err != nil {
		return nil, err
	}
	return r, r.Start(ctx, componenttest.NewNopHost())
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestReceiver counts what the receiver took against the session, although it was away during the export.
func TestReceiver(t *testing.T) {
	d, err := folder.Read(os.DirFS("../../../testdata/sample"))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Store.Session(0)
	address, sink := freeAddress(t), new(consumertest.TracesSink)
	before, err := start(address, sink)
	if err != nil {
		t.Fatal(err)
	}
	restarted := make(chan receiver.Traces, 1)
	turns := func(yield func(*trace.Trace, error) bool) {
		n := 0
		for one, err := range trace.Turns(s, d.ReaderAt, trace.Options{Prices: price.Default(), Content: true}) {
			if n++; n == 4 { // it is killed, and comes back while the sender tries again
				if err := before.Shutdown(context.Background()); err != nil {
					t.Error(err)
				}
				time.AfterFunc(300*time.Millisecond, func() {
					after, err := start(address, sink)
					if err != nil {
						t.Error(err)
					}
					restarted <- after
				})
			}
			if !yield(one, err) {
				return
			}
		}
	}
	sender := otlphttp.Sender{Endpoint: "http://" + address, FirstPause: 50 * time.Millisecond, GiveUp: 20 * time.Second}
	report, err := sender.Send(t.Context(), turns)
	if err != nil {
		t.Fatal(err)
	}
	if err := (<-restarted).Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	check(t, s, sink.AllTraces(), report)
}

// check compares the spans with the figures of the session: their number, parents, times and tokens.
func check(t *testing.T, s *parser.Session, all []ptrace.Traces, report trace.Report) {
	t.Helper()
	taken, tokens, calls := map[string]bool{}, int64(0), 0
	var parents []string
	begin, end := s.Times()
	for _, traces := range all {
		for _, span := range traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			id := span.TraceID().String() + span.SpanID().String()
			if taken[id] {
				t.Errorf("span %s was taken twice", id)
			}
			taken[id] = true
			if !span.ParentSpanID().IsEmpty() {
				parents = append(parents, span.TraceID().String()+span.ParentSpanID().String())
			}
			if from, to := span.StartTimestamp().AsTime().UnixMilli(), span.EndTimestamp().AsTime().UnixMilli(); from < begin || to > end {
				t.Errorf("span %s is from %d to %d, the session from %d to %d", span.Name(), from, to, begin, end)
			}
			if n, ok := span.Attributes().Get("gen_ai.usage.output_tokens"); ok {
				tokens += n.Int()
			}
			if _, ok := span.Attributes().Get("gen_ai.tool.call.id"); ok {
				calls++
			}
		}
	}
	if len(taken) != report.Spans || len(all) != report.Turns {
		t.Errorf("%d spans of %d turns were taken, of %+v", len(taken), len(all), report)
	}
	for _, id := range parents {
		if !taken[id] {
			t.Errorf("the parent %s is missing", id)
		}
	}
	want := int64(0)
	for r := range s.Responses() {
		if first := r.File.Messages.At(r.Message).First; r.File.Records.At(first).Branch == 0 { // not abandoned
			want += r.Usage.Output
		}
	}
	wantCalls := 0
	for range s.ToolCalls() {
		wantCalls++
	}
	if tokens != want || calls != wantCalls {
		t.Errorf("%d output tokens and %d calls, the session has %d and %d", tokens, calls, want, wantCalls)
	}
}
