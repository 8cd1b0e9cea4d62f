package redact_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/redact"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"

	diff "github.com/google/go-cmp/cmp"
)

// redacted returns files with what is found in them replaced and the parts left out.
func redacted(t testing.TB, files []testutil.File, parts redact.Parts) ([]testutil.File, *redact.Replacer) {
	t.Helper()
	finder, err := redact.NewFinder(redact.FinderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	values := new(redact.Values)
	for _, f := range files {
		for found, err := range finder.Read(bytes.NewReader(f.Data)) {
			if err != nil {
				t.Fatal(err)
			}
			values.Add(found, f.Name)
		}
	}
	store, _ := viewtest.Load(files, 1<<20)
	links := new(export.Links)
	for s := range store.Sessions() {
		links.Add(s)
	}
	r := redact.NewReplacer(values, redact.ReplacerOptions{Parts: parts, Links: links.Has})
	out := make([]testutil.File, len(files))
	for i, f := range files {
		var b bytes.Buffer
		if err := r.Copy(&b, bytes.NewReader(f.Data), f.Name); err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
		out[i] = testutil.File{Path: f.Path, Name: f.Name, Data: b.Bytes()}
	}
	return out, r
}

// figures are what a session has in common with its redacted copy.
func figures(files []testutil.File) []protocol.Summary {
	store, _ := viewtest.Load(files, 1<<20)
	var all []protocol.Summary
	for s := range store.Sessions() {
		sum := view.Summarize(s, price.Default())
		sum.File, sum.Session, sum.Title, sum.Bytes, sum.Links, sum.Ledger = "", s.ID, "", 0, nil, protocol.Ledger{}
		sum.Facts, sum.Diagnostics = protocol.Facts{}, 0
		all = append(all, sum)
	}
	slices.SortFunc(all, func(a, b protocol.Summary) int { return cmp.Compare(a.Session, b.Session) })
	return all
}

// TestFigures checks that redacted sessions have the figures of their originals: turns, calls, agents,
// tokens and cost.
func TestFigures(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		out, _ := redacted(t, files, 0)
		if d := diff.Diff(figures(files), figures(out)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestFiguresWithoutParts checks the same of sessions without each part of a transcript, and that each
// line which was JSON still is.
func TestFiguresWithoutParts(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		for _, parts := range []redact.Parts{redact.Images, redact.Outputs, redact.Thinking, redact.Files, redact.Context} {
			out, _ := redacted(t, files, parts)
			if a, b := counts(files), counts(out); a != b {
				t.Errorf("%s: %+v without %b, %+v before", name, b, parts, a)
			}
			for i := range files {
				checkLines(t, name, files[i].Data, out[i].Data)
			}
		}
	}
}

func checkLines(t *testing.T, name string, before, after []byte) {
	t.Helper()
	a, b := bytes.Split(before, []byte("\n")), bytes.Split(after, []byte("\n"))
	if len(a) != len(b) {
		t.Errorf("%s: %d lines of %d", name, len(b), len(a))
		return
	}
	for i := range a {
		if json.Valid(a[i]) && !json.Valid(b[i]) {
			t.Errorf("%s: line %d is no JSON: %s", name, i+1, b[i])
		}
	}
}

// total has the counts of all sessions of files.
type total struct {
	sessions, records, messages, calls, results, paired, agents int
	usage                                                       protocol.Usage
}

func counts(files []testutil.File) total {
	var sum total
	for _, s := range figures(files) {
		sum.sessions++
		sum.records += s.Records
		sum.messages += s.Messages
		sum.calls += s.ToolCalls
		sum.results += s.ToolResults
		sum.paired += s.Paired
		sum.agents += s.Agents
		sum.usage.Input += s.Usage.Input
		sum.usage.Output += s.Usage.Output
	}
	return sum
}

// TestCopyWithoutValues checks that files in which nothing is replaced keep every byte.
func TestCopyWithoutValues(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		for _, f := range files {
			var b bytes.Buffer
			r := redact.NewReplacer(new(redact.Values), redact.ReplacerOptions{})
			if err := r.Copy(&b, bytes.NewReader(f.Data), f.Name); err != nil || !bytes.Equal(b.Bytes(), f.Data) {
				t.Errorf("%s: %s differs, %v", name, f.Name, err)
			}
		}
	}
}

// TestRedactTwice checks that a redacted file is not redacted again.
func TestRedactTwice(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		once, _ := redacted(t, files, 0)
		twice, r := redacted(t, once, 0)
		for i := range once {
			if !bytes.Equal(once[i].Data, twice[i].Data) {
				t.Errorf("%s: %s: %v", name, once[i].Name, r.Report)
			}
		}
	}
}

// TestCorpus redacts all transcripts of the corpus together: the figures stay.
func TestCorpus(t *testing.T) {
	dir := os.Getenv(testutil.Corpus)
	if dir == "" {
		return
	}
	var files []testutil.File
	for _, f := range testutil.Tree(t, dir) {
		if strings.HasSuffix(f.Name, ".jsonl") && parser.RoleOf(f.Name) != parser.RoleOther {
			files = append(files, f)
		}
	}
	out, r := redacted(t, files, 0)
	t.Logf("%d files: %v", len(files), r.Report)
	if d := diff.Diff(figures(files), figures(out)); d != "" {
		t.Error(d)
	}
}

// BenchmarkFind searches a large session.
func BenchmarkFind(b *testing.B) {
	data, _ := testgen.Session(100_000_000)
	benchmarkFind(b, data)
}

// BenchmarkFindCorpus searches the transcripts of the corpus.
func BenchmarkFindCorpus(b *testing.B) {
	data := corpus(b)
	benchmarkFind(b, data)
}

func corpus(b *testing.B) []byte {
	dir := os.Getenv(testutil.Corpus)
	if dir == "" {
		b.Skip("there is no corpus")
	}
	var data []byte
	for _, f := range testutil.Tree(b, dir) {
		if strings.HasSuffix(f.Name, ".jsonl") {
			data = append(data, f.Data...)
		}
	}
	return data
}

func benchmarkFind(b *testing.B, data []byte) {
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		finder, err := redact.NewFinder(redact.FinderOptions{}) // a finder remembers texts
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for _, err := range finder.Read(bytes.NewReader(data)) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		b.ReportMetric(float64(n), "findings")
	}
}

// BenchmarkCheck searches a large session for values that it does not have.
func BenchmarkCheck(b *testing.B) {
	data, _ := testgen.Session(100_000_000)
	values := new(redact.Values)
	for i := range 100 {
		values.Add(redact.Finding{Kind: redact.Email, Rule: "email", Value: fmt.Sprintf("person%d@heron%d.example", i, i)}, "")
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := redact.NewChecker(values).Check(bytes.NewReader(data), "s.jsonl"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCopyCorpus replaces what is found in the corpus, and checks the output.
func BenchmarkCopyCorpus(b *testing.B) {
	data := corpus(b)
	finder, err := redact.NewFinder(redact.FinderOptions{})
	if err != nil {
		b.Fatal(err)
	}
	values := new(redact.Values)
	for found, err := range finder.Read(bytes.NewReader(data)) {
		if err != nil {
			b.Fatal(err)
		}
		values.Add(found, "")
	}
	r := redact.NewReplacer(values, redact.ReplacerOptions{})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := r.Copy(new(discard), bytes.NewReader(data), ""); err != nil {
			b.Fatal(err)
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
