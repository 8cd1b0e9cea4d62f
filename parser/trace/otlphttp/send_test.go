package otlphttp_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/price"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
	"unspool/parser/trace/otlphttp"
)

// A receiver takes traces as an OTLP receiver does. answer answers the request with a number, from 1, unless it is
// nil or returns false.
type receiver struct {
	answer func(number int, w http.ResponseWriter) bool

	mu       sync.Mutex
	requests int
	spans    map[string]int // how often each id was taken
	header   http.Header
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests++
	r.header = request.Header
	if r.answer != nil && r.answer(r.requests, w) {
		return
	}
	body, err := gzip.NewReader(request.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, err := io.ReadAll(body)
	var decoder ptrace.ProtoUnmarshaler
	traces, e := decoder.UnmarshalTraces(data)
	if err = errors.Join(err, e); err != nil || request.URL.Path != "/v1/traces" {
		http.Error(w, fmt.Sprint(request.URL.Path, err), http.StatusBadRequest)
		return
	}
	for _, span := range traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
		r.spans[span.TraceID().String()+span.SpanID().String()]++
	}
}

// turns returns a session with as many turns as this, each with one response.
func turns(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"type":"user","uuid":"u%d","timestamp":"2026-01-01T10:%02[1]d:00Z","message":{"role":"user","content":"Go"}}`, i),
			fmt.Sprintf(`{"type":"assistant","uuid":"a%d","parentUuid":"u%[1]d","timestamp":"2026-01-01T10:%02[1]d:09Z","message":{"id":"m%[1]d","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Yes."}],"stop_reason":"end_turn"}}`, i))
	}
	return lines
}

func send(t *testing.T, ctx context.Context, r *receiver, lines []string) (trace.Report, error) {
	t.Helper()
	r.spans = map[string]int{}
	server := httptest.NewServer(r)
	defer server.Close()
	files := viewtest.Session(lines...)
	store, _ := viewtest.Load(files, 1<<20)
	s := otlphttp.Sender{Endpoint: server.URL + "/", Header: http.Header{"Authorization": {"Basic x"}}, FirstPause: time.Millisecond,
		MaxPause: 2 * time.Millisecond, GiveUp: 200 * time.Millisecond}
	return s.Send(ctx, trace.Turns(store.Session(0), func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }, trace.Options{Prices: price.Default()}))
}

// TestWarn checks that the first failure of a request is reported at once, once for each time that the receiver is
// away, also if a request is given up meanwhile.
func TestWarn(t *testing.T) {
	var isAway atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if isAway.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	var warnings []string
	s := otlphttp.Sender{Endpoint: server.URL, FirstPause: time.Microsecond, GiveUp: 10 * time.Millisecond,
		Warn: func(err error) { warnings = append(warnings, err.Error()) }}
	for i, want := range []int{1, 1, 1, 2} {
		isAway.Store(i != 2)
		err := s.Deliver(t.Context(), &trace.Trace{})
		if (err != nil) != isAway.Load() || len(warnings) != want {
			t.Errorf("request %d: %q, error %v", i+1, warnings, err)
		}
	}
	if !strings.Contains(strings.Join(warnings, ""), "503 Service Unavailable; trying again") {
		t.Errorf("%q", warnings)
	}
}

// TestSend checks that all spans arrive once although the receiver is away, busy, or breaks off meanwhile.
func TestSend(t *testing.T) {
	r := &receiver{answer: func(number int, w http.ResponseWriter) bool {
		switch number % 4 {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
		case 3:
			panic(http.ErrAbortHandler) // the connection breaks off
		default:
			return false
		}
		return true
	}}
	report, err := send(t, t.Context(), r, turns(5))
	if err != nil || report.Turns != 5 || report.Spans != 10 {
		t.Fatalf("%+v, error %v", report, err)
	}
	if len(r.spans) != 10 || r.requests != 20 {
		t.Errorf("%d spans in %d requests", len(r.spans), r.requests)
	}
	for id, n := range r.spans {
		if n != 1 {
			t.Errorf("span %s was taken %d times", id, n)
		}
	}
	if r.header.Get("Authorization") != "Basic x" || r.header.Get("Content-Type") != "application/x-protobuf" {
		t.Errorf("headers %v", r.header)
	}
}

// TestSendFails checks which failures end an export at once, and which after some time.
func TestSendFails(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(number int, w http.ResponseWriter) bool
		want   string
		once   bool
	}{
		"refused": {func(_ int, w http.ResponseWriter) bool { w.WriteHeader(http.StatusUnauthorized); return true }, "turn 1: status 401", true},
		"in part": {func(_ int, w http.ResponseWriter) bool {
			_, err := w.Write([]byte{1<<3 | 2, 2, 1 << 3, 3}) // partial success: 3 rejected spans
			return err == nil
		}, "rejected 3 spans", true},
		"away": {func(_ int, w http.ResponseWriter) bool { w.WriteHeader(http.StatusBadGateway); return true }, "given up: status 502", false},
		"patient": {func(_ int, w http.ResponseWriter) bool {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}, "given up: status 503", true},
	} {
		r := &receiver{answer: test.answer}
		report, err := send(t, t.Context(), r, turns(2))
		if err == nil || !strings.Contains(err.Error(), test.want) || report.Turns != 0 || test.once != (r.requests == 1) {
			t.Errorf("%s: %+v after %d requests, error %v", name, report, r.requests, err)
		}
	}
}

// TestSendCancelled checks that an export ends when its context does.
func TestSendCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &receiver{answer: func(number int, w http.ResponseWriter) bool {
		if number == 2 {
			cancel()
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		return false
	}}
	if report, err := send(t, ctx, r, turns(3)); !errors.Is(err, context.Canceled) || report.Turns != 1 {
		t.Errorf("%+v, error %v", report, err)
	}
}
