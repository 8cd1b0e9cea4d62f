package follow_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/follow"
	"unspool/parser/trace/otlphttp"
)

// A receiver takes traces as an OTLP receiver does. It is away for each second request.
type receiver struct {
	mu       sync.Mutex
	requests int
	taken    map[string]int
	took     chan string
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.requests++; r.requests%2 == 1 {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
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
	if err = errors.Join(err, e); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id := traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).TraceID().String()
	r.taken[id]++
	r.took <- id
}

// run starts a follower of a folder of the system, and returns what ends it.
func run(t *testing.T, dir, state, url string, quiet time.Duration) (end func() (follow.Report, error)) {
	t.Helper()
	st, err := follow.OpenState(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	sender := otlphttp.Sender{Endpoint: url, FirstPause: time.Millisecond}
	f := follow.New(follow.Options{Roots: []follow.Root{{Name: dir, FS: os.DirFS(dir)}}, State: st, Send: sender.Deliver,
		Trace: trace.Options{Prices: price.Default()}, Interval: time.Millisecond, Quiet: quiet,
		Warn: func(err error) { t.Error(err) }})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- f.Run(ctx) }()
	return func() (follow.Report, error) {
		cancel()
		err := <-ended
		return f.Report(), errors.Join(err, st.Close())
	}
}

func appendTo(t *testing.T, name string, lines ...string) {
	t.Helper()
	out, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = out.WriteString(strings.Join(lines, "\n") + "\n")
	if err = errors.Join(err, out.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestRun follows a folder while a session is written to it. The end sends the turn that was not old enough, and
// a second run sends what came meanwhile.
func TestRun(t *testing.T) {
	r := &receiver{taken: map[string]int{}, took: make(chan string, 100)}
	server := httptest.NewServer(r)
	defer server.Close()
	dir, state := t.TempDir(), filepath.Join(t.TempDir(), "state.json")
	name := filepath.Join(dir, "s1.jsonl")
	end := run(t, dir, state, server.URL, time.Hour)
	appendTo(t, name, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2))
	appendTo(t, name, prompt("s1", "03", "02", 3))
	<-r.took
	appendTo(t, name, reply("s1", "04", "03", 4))
	if report, err := end(); err != nil || report.Turns != 2 || report.Spans != 4 || report.Waiting != 0 {
		t.Errorf("%+v, error %v", report, err)
	}
	appendTo(t, name, prompt("s1", "05", "04", 5), reply("s1", "06", "05", 6), prompt("s1", "07", "06", 7))
	end = run(t, dir, state, server.URL, time.Hour)
	<-r.took
	<-r.took
	if report, err := end(); err != nil || report.Turns != 1 || len(r.taken) != 3 {
		t.Errorf("%+v, %d turns were taken, error %v", report, len(r.taken), err)
	}
	for id, n := range r.taken {
		if n != 1 {
			t.Errorf("turn %s was taken %d times", id, n)
		}
	}
}

// TestManySessions checks that turns of many sessions are sent once, while the receiver takes one at a time.
func TestManySessions(t *testing.T) {
	const sessions = 40
	dir := t.TempDir()
	for i := range sessions {
		id := fmt.Sprintf("s%02d", i)
		appendTo(t, filepath.Join(dir, id+".jsonl"), prompt(id, fmt.Sprintf("%02d", i), "", 1), reply(id, fmt.Sprintf("%02d", 50+i), fmt.Sprintf("%02d", i), 2))
	}
	state, err := follow.OpenState(t.Context(), filepath.Join(t.TempDir(), "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	f := follow.New(follow.Options{Roots: []follow.Root{{Name: dir, FS: os.DirFS(dir)}}, State: state,
		Trace: trace.Options{Prices: price.Default()},
		Send: func(_ context.Context, one *trace.Trace) error {
			taken[collect(map[string]string{}, one)]++
			return nil
		}})
	for range 2 {
		if err := f.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := follow.Units(f); n > 4 {
			t.Errorf("%d units are in memory", n)
		}
	}
	if err := state.Close(); err != nil || len(taken) != sessions || f.Report().Turns != sessions {
		t.Errorf("%d turns, %+v, error %v", len(taken), f.Report(), err)
	}
}

// TestRunEnds checks that an end does not wait for a receiver that is away, and that the next run sends what was left.
func TestRunEnds(t *testing.T) {
	w := newWorld(t)
	w.write(file, prompt("s1", "01", "", 1), reply("s1", "02", "01", 2), prompt("s1", "03", "02", 3))
	state, err := follow.OpenState(t.Context(), w.state)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f := follow.New(follow.Options{Roots: []follow.Root{{Name: "root", FS: w.files}}, State: state, Grace: time.Millisecond,
		Trace: trace.Options{Prices: price.Default()},
		Send: func(ctx context.Context, _ *trace.Trace) error {
			cancel()
			<-ctx.Done()
			return ctx.Err()
		}})
	if err := f.Run(ctx); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "the next run") {
		t.Errorf("error %v", err)
	}
	if err := state.Close(); err != nil {
		t.Error(err)
	}
	if w.look(); len(w.sent) != 1 {
		t.Errorf("%d turns were sent", len(w.sent))
	}
}
