package browser

import (
	"bytes"
	"context"
	_ "embed" // bench.js
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"unspool/build/site"
	"unspool/parser"
	"unspool/parser/made"
	"unspool/parser/price"
	"unspool/parser/view"
)

//go:embed bench.js
var benchScript string

const (
	benchRounds  = 3
	benchTimeout = 2 * time.Minute // for one file in one engine
)

// BenchmarkChromium reads made sessions in Chromium in three ways, in turn:
// merely reading the file, the plain JavaScript way, and Unspool as the page
// uses it. Each has a fresh page and reads the file through a file input. What
// was read must be right; how long it took is only told, since it is the ratios
// on one machine that count.
func BenchmarkChromium(b *testing.B) {
	for _, mb := range []int{10, 100} {
		b.Run(strconv.Itoa(mb)+"MB", func(b *testing.B) {
			bench := newBench(b, mb)
			var runs []round
			for b.Loop() {
				for range benchRounds {
					runs = append(runs, bench.measure(b, len(runs)))
				}
			}
			report(b, mb, runs)
		})
	}
}

// A bench is one file and what it must be read as.
type bench struct {
	path    string
	url     string // of the benchmark's own page
	size    int
	facts   made.Facts
	summary view.Summary
	rows    int
}

// A round is what one round measured.
type round struct {
	reads                             []float64 // ms by buffer size
	plain, complete, first, block, mb float64   // ms, and wasm memory
}

func newBench(b *testing.B, mb int) *bench {
	b.Helper()
	data, facts := made.Session(mb * 1_000_000)
	t := &bench{path: filepath.Join(b.TempDir(), fmt.Sprintf("made-%dMB.jsonl", mb)), size: len(data), facts: facts}
	if err := os.WriteFile(t.path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	store := parser.NewStore()
	f := store.Open(filepath.Base(t.path), int64(len(data)))
	f.Write(data)
	f.Close()
	store.Finish()
	viewer := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
	t.summary, _ = viewer.Summary(0)
	t.rows = viewer.Rows(0, 0, 1).Total
	got := made.Facts{
		Lines: t.summary.Lines, Turns: t.summary.Turns, Messages: t.summary.Messages,
		Calls: t.summary.Paired, Compactions: t.summary.Compactions,
	}
	if got != facts {
		b.Fatalf("the native parser reads %+v, made was %+v", got, facts)
	}

	server, err := Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		content := map[string]string{
			"":         `<!doctype html><html lang=en><link rel=icon href=data:,><title>bench</title><input type=file><script type=module src=bench.js></script>`,
			"bench.js": benchScript,
		}[name]
		for _, h := range site.Headers(name) {
			w.Header().Set(h.Name, h.Value)
		}
		w.Header().Set("Content-Type", site.ContentType(name))
		_, _ = io.WriteString(w, content) // a page that is gone needs no answer
	}))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := server.Close(); err != nil {
			b.Error(err)
		}
	})
	t.url = server.URL
	return t
}

// readSizes are the buffers that merely reading is tried with.
func readSizes() []int { return []int{256 << 10, 1 << 20, 2 << 20, 4 << 20} }

// measure lets each engine read once. Who comes first changes from round to round.
func (t *bench) measure(b *testing.B, number int) round {
	b.Helper()
	var r round
	engines := []func(){
		func() { r.reads = t.read(b) },
		func() { r.plain = t.plain(b) },
		func() { t.unspool(b, &r) },
	}
	for i := range engines {
		engines[(i+number)%len(engines)]()
	}
	return r
}

// found is what an engine of bench.js answers.
type found struct {
	Bytes, Lines, Messages int
	MS                     float64
}

func (t *bench) read(b *testing.B) []float64 {
	b.Helper()
	p, end := visit(b, t.url)
	defer end()
	p.SetFiles("input", t.path)
	var times []float64
	for _, size := range readSizes() {
		got := await[found](p, fmt.Sprintf("benchEngine('read', %d)", size))
		if got.Bytes != t.size {
			b.Fatalf("merely reading gave %d bytes of %d", got.Bytes, t.size)
		}
		times = append(times, got.MS)
	}
	return times
}

func (t *bench) plain(b *testing.B) float64 {
	b.Helper()
	p, end := visit(b, t.url)
	defer end()
	p.SetFiles("input", t.path)
	got := await[found](p, "benchEngine('plain')")
	if want := (found{t.size, t.facts.Lines, t.facts.Messages, got.MS}); got != want {
		b.Fatalf("plain JS read %+v, want %+v", got, want)
	}
	return got.MS
}

func (t *bench) unspool(b *testing.B, r *round) {
	b.Helper()
	p, end := visit(b, shared.server.URL)
	defer end()
	await[any](p, benchScript)
	await[any](p, "benchWatch()")
	p.SetFiles("input[type=file]", t.path)
	got := await[struct {
		First, Complete, Memory float64
		Blocks                  [][2]float64 // start and length
		Rows                    int
		Summary                 json.RawMessage
	}](p, "benchSeen")
	var summary view.Summary
	if err := json.Unmarshal(got.Summary, &summary); err != nil {
		b.Fatal(err)
	}
	if diff := cmp.Diff(t.summary, summary); diff != "" {
		b.Fatalf("summary -native +browser:\n%s", diff)
	}
	if got.Rows != t.rows {
		b.Fatalf("%d rows, natively %d", got.Rows, t.rows)
	}
	if got.First == 0 || got.First > got.Complete {
		b.Fatalf("the first rows came after %.0f ms, all after %.0f ms", got.First, got.Complete)
	}
	r.first, r.complete, r.mb = got.First, got.Complete, got.Memory/1e6
	for _, block := range got.Blocks {
		r.block = max(r.block, block[1])
	}
}

// visit opens url in a tab that ends before the benchmark does.
func visit(b *testing.B, url string) (*Page, func()) {
	b.Helper()
	tab := &tab{TB: b}
	p := shared.browser.Page(tab)
	p.Open(url)
	return p, tab.end
}

// tab is a Reporter that cleans up when it is told to.
type tab struct {
	testing.TB
	cleanup []func()
}

func (t *tab) Cleanup(f func()) { t.cleanup = append(t.cleanup, f) }

func (t *tab) end() {
	for _, f := range slices.Backward(t.cleanup) {
		f()
	}
	t.cleanup = nil
}

// await evaluates as Eval does, for what takes longer than any test may.
func await[T any](p *Page, js string) T {
	p.r.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, benchTimeout)
	defer cancel()
	var value T
	res, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: js, AwaitPromise: new(true), ReturnByValue: new(true),
	})
	if err == nil && res.ExceptionDetails != nil {
		err = errors.New(exceptionText(res.ExceptionDetails))
	}
	if err == nil && len(res.Result.Value) > 0 {
		err = json.Unmarshal(res.Result.Value, &value)
	}
	if err != nil {
		p.r.Fatalf("evaluate %.100s: %v", js, err)
	}
	return value
}

func report(b *testing.B, mb int, runs []round) {
	b.Helper()
	spread := 0.0
	// middle gives the median, and notes how far the runs lie apart.
	middle := func(value func(round) float64) float64 {
		var all []float64
		for _, r := range runs {
			all = append(all, value(r))
		}
		slices.Sort(all)
		spread = max(spread, all[len(all)-1]/all[0])
		return all[len(all)/2]
	}
	read, buffer := 0.0, 0
	for i, size := range readSizes() {
		if ms := middle(func(r round) float64 { return r.reads[i] }); read == 0 || ms < read {
			read, buffer = ms, size
		}
	}
	spread = 0 // the slower ways of merely reading do not count
	plain := middle(func(r round) float64 { return r.plain })
	complete := middle(func(r round) float64 { return r.complete })
	first := middle(func(r round) float64 { return r.first })
	apart := spread
	block := middle(func(r round) float64 { return r.block })
	memory := middle(func(r round) float64 { return r.mb })
	limit := 48 + 0.1*float64(mb)

	b.ReportMetric(0, "ns/op") // of all rounds of all ways together: says nothing
	for _, m := range []struct {
		unit  string
		value float64
	}{
		{"read-ms", read}, {"plain-ms", plain}, {"unspool-ms", complete}, {"first-ms", first},
		{"block-ms", block}, {"wasm-MB", memory}, {"plain/unspool", plain / complete}, {"unspool/read", complete / read},
	} {
		b.ReportMetric(m.value, m.unit)
	}
	goal := func(ok bool, text string) string {
		if ok {
			return "reached: " + text
		}
		return "MISSED: " + text
	}
	// In a small file most of the time goes to the first rows.
	large := func(text string) string {
		if mb < 100 {
			return "no goal at this size"
		}
		return text
	}
	b.Logf(`%d MB: read %.0f ms (buffer of %d KiB), plain JS %.0f ms, Unspool %.0f ms
  against plain JS  %5.1f × faster   %s
  against reading   %5.1f × as long  %s
  first rows        %5.0f ms         %s
  longest block     %5.0f ms         %s
  wasm memory       %5.0f MB         %s
  medians of %d runs, of which the slowest took %.1f × the time of the fastest`,
		mb, read, buffer>>10, plain, complete,
		plain/complete, large(goal(plain >= 2*complete, "at least 2 ×")+"; later "+goal(plain >= 4*complete, "4 ×")),
		complete/read, large("later "+goal(complete <= 1.5*read, "at most 1.5 ×")),
		first, goal(first <= 150, "at most 150 ms")+"; later "+goal(first <= 100, "100 ms"),
		block, goal(block <= 50, "at most 50 ms"),
		memory, goal(memory <= limit, fmt.Sprintf("at most 48 MB + 10 %% = %.0f MB", limit)),
		len(runs), apart)
}
