package follow_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
	"unspool/parser/trace/follow"
)

// A world is a folder, a clock and a receiver.
type world struct {
	t     testing.TB
	files fstest.MapFS
	now   time.Time
	state string
	only  string

	sent  map[string]int    // how often each trace was taken
	began map[string]string // when its turn began
	spans map[string]string // by trace and span
	limit func(*follow.State)
	fail  func() error // instead of taking a trace

	warnings []string
}

func newWorld(t testing.TB) *world {
	return &world{t: t, files: fstest.MapFS{}, now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC),
		state: filepath.Join(t.TempDir(), "state.json"), sent: map[string]int{}, began: map[string]string{}, spans: map[string]string{}}
}

func (w *world) write(name string, lines ...string) {
	w.files[name] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n") + "\n"), ModTime: w.now}
}

func (w *world) append(name string, lines ...string) {
	w.files[name] = &fstest.MapFile{Data: append(slices.Clone(w.files[name].Data), strings.Join(lines, "\n")+"\n"...), ModTime: w.now}
}

// describe returns all that a span has.
func describe(span *trace.Span) string {
	return fmt.Sprint(span.Name, " ", span.Parent, " ", span.Start, " ", span.End, " ", span.Failed, " ", span.Attributes)
}

// collect adds the spans of a trace, and returns its id.
func collect(spans map[string]string, one *trace.Trace) string {
	id := fmt.Sprintf("%x", one.ID)
	for _, span := range one.Spans {
		spans[fmt.Sprintf("%s %x", id, span.ID)] = describe(span)
	}
	return id
}

// began returns the text for the beginning of a turn.
func began(ms int64) string { return time.UnixMilli(ms).UTC().String() }

func (w *world) send(_ context.Context, one *trace.Trace) error {
	if w.fail != nil {
		if err := w.fail(); err != nil {
			return err
		}
	}
	id := collect(w.spans, one)
	w.sent[id]++
	w.began[id] = began(one.Spans[0].Start)
	return nil
}

// follower returns a follower with the state of the world.
func (w *world) follower() (*follow.Follower, *follow.State) {
	w.t.Helper()
	state, err := follow.OpenState(w.t.Context(), w.state)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.limit != nil {
		w.limit(state)
	}
	return follow.New(follow.Options{Roots: []follow.Root{{Name: "root", FS: w.files, Only: w.only}}, State: state, Send: w.send,
		Trace: trace.Options{Prices: price.Default(), Content: true}, Interval: time.Millisecond,
		Warn: func(err error) { w.warnings = append(w.warnings, err.Error()) }, Now: func() time.Time { return w.now }}), state
}

// look starts a follower, looks once, and ends it without its last look.
func (w *world) look() follow.Report {
	w.t.Helper()
	f, state := w.follower()
	if err := follow.Look(f, w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if err := state.Close(); err != nil {
		w.t.Fatal(err)
	}
	return f.Report()
}

// An export is what one export of all files has.
type export struct {
	spans     map[string]string // by trace and span
	ids       map[string]int
	abandoned map[string]bool // the times at which the turns of abandoned branches began
}

func exported(t testing.TB, files []testutil.File) export {
	store, _ := viewtest.Load(files, 1<<20)
	x := export{map[string]string{}, map[string]int{}, map[string]bool{}}
	open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
	for s := range store.Sessions() {
		if s.Main.File.Role != parser.RoleMain {
			continue // an agent, whose main file is missing
		}
		for one, err := range trace.Turns(s, open, trace.Options{Prices: price.Default(), Content: true}) {
			if err != nil {
				t.Fatal(err)
			}
			x.ids[collect(x.spans, one)]++
		}
		for i := range s.Main.Turns {
			if turn := &s.Main.Turns[i]; turn.Branch > 0 {
				x.abandoned[began(s.Main.File.Records.At(turn.Began).Time)] = true
			}
		}
	}
	return x
}

// changesLater are sessions whose later records change what earlier turns are.
var changesLater = map[string]string{
	"copies-sdk-fork":      "a copy is written before its original",
	"late-results":         "a result comes in the next turn",
	"growing-across-turns": "a response goes on in the next turn",
}

// TestPieces checks for all sessions that files that grow in pieces, with and without restarts between them, lead to the
// spans of one export.
func TestPieces(t *testing.T) {
	turns := 0
	for name, all := range viewtest.Sessions(t) {
		files := slices.DeleteFunc(slices.Clone(all), func(f testutil.File) bool { return !folder.IsSessionFile(f.Name) })
		want := exported(t, files)
		turns += len(want.ids)
		for _, seed := range []uint64{0, 2, 3, 4} {
			random := rand.New(rand.NewPCG(seed, 1))
			cuts := []float64{1}
			for range seed { // without a cut, with one, …
				cuts = append(cuts, random.Float64())
			}
			sort.Float64s(cuts)
			w := newWorld(t)
			running, state := w.follower() // of odd seeds, without a restart
			look := func() {
				if seed%2 == 0 {
					w.look()
				} else if err := follow.Look(running, t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if seed%2 == 0 {
				if err := state.Close(); err != nil {
					t.Fatal(err)
				}
			} else {
				t.Cleanup(func() { state.Close() })
			}
			for _, cut := range cuts {
				w.now = w.now.Add(time.Second)
				for _, f := range files {
					w.files[f.Name] = &fstest.MapFile{Data: f.Data[:int(cut*float64(len(f.Data)))], ModTime: w.now}
				}
				look()
			}
			w.now = w.now.Add(25 * time.Hour)
			look()
			look()
			compare(t, fmt.Sprintf("%s, cut at %.2f", name, cuts), w, want, changesLater[name] != "")
		}
	}
	if turns == 0 {
		t.Error("no session has a turn")
	}
}

// compare compares what was sent with one export. Turns that were abandoned after the next one began may have been
// sent. If the session changes later otherwise, all of its turns must have been sent.
func compare(t *testing.T, name string, w *world, want export, changes bool) {
	t.Helper()
	for id, n := range w.sent {
		if want.ids[id] == 0 && want.abandoned[w.began[id]] {
			maps.DeleteFunc(w.spans, func(span, _ string) bool { return strings.HasPrefix(span, id) })
		} else if n != 1 || want.ids[id] == 0 && !changes {
			t.Errorf("%s: turn %s was sent %d times, and exported %d times", name, id, n, want.ids[id])
		}
	}
	for id := range want.ids {
		if w.sent[id] == 0 {
			t.Errorf("%s: turn %s was not sent", name, id)
		}
	}
	if changes {
		return
	}
	if diff := cmp.Diff(want.spans, w.spans); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}
