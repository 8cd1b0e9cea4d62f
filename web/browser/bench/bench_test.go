package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// tinyPlan measures everything once, of next to nothing.
func tinyPlan() plan {
	return plan{
		rounds: 1, largeRounds: 1, sizes: []int{1, 2}, folder: folderPlan{8, 20_000, 1}, many: folderPlan{20, 0, 1},
		searched: 1, viewed: 1, shared: 1, turns: 400, crowded: 130, part: 0.02, networks: networks()[:1],
	}
}

// The benchmark works: it finds what it needs in the current page, and all figures have a value.
// The values themselves do not matter here.
func TestMeasure(t *testing.T) {
	testutil.OneRunIn(t, 4)
	var progress strings.Builder
	report, err := measure(context.Background(), "../../..", tinyPlan(), regexp.MustCompile(""), &progress)
	if err != nil {
		t.Fatal(err)
	}
	withReferences := 0
	for _, f := range report.Figures {
		switch {
		case f.Error != "":
			t.Errorf("%s failed: %s", f.Name, f.Error)
		case f.PlainError != "":
			t.Errorf("%s: the plain way failed: %s", f.Name, f.PlainError)
		case f.Unspool == nil || f.Unit == "" || f.Unspool.Median < 0:
			t.Errorf("%s has no value: %+v", f.Name, f)
		}
		if f.Reading != nil && f.Plain != nil {
			withReferences++
		}
	}
	if withReferences < 6 {
		t.Errorf("only %d figures are compared with reading and the plain way", withReferences)
	}
	names := map[string]bool{}
	for _, f := range report.Figures {
		if names[f.Name] {
			t.Errorf("%s is listed twice", f.Name)
		}
		names[f.Name] = true
		name, _, _ := strings.Cut(f.Name, ":")
		names[name] = true
	}
	for _, want := range []string{
		"first visit, gzip", "first visit, 4G, HTTP/2, gzip", "first visit, 4G, HTTP/2, Brotli", "open 2 MB", "open", "folder of 8 sessions, 0 MB",
		"search 1 MB, a common word", "search 1 MB, nothing to be found", "scroll 1,000 rows", "timeline of 1,000 entries", "usage of 1 MB",
	} {
		if !names[want] {
			t.Errorf("%s is not mentioned", want)
		}
	}

	path := filepath.Join(t.TempDir(), "kept.json")
	if err := report.save(path); err != nil {
		t.Fatal(err)
	}
	saved, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report, saved); diff != "" {
		t.Errorf("kept -made +loaded:\n%s", diff)
	}
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--compare", path, path}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "0 moved, ") {
		t.Errorf("compared with itself:\n%s", out.String())
	}
	t.Logf("%s\n%s", progress.String(), report.table(true))
}

func TestTable(t *testing.T) {
	complete := figure("open 100 MB: complete", "ms", []float64{300, 310, 1290})
	r := Report{Machine: "Chrome 1 on 2 cores", Rounds: "3 rounds", Figures: []Figure{
		complete.withReferences(runs([]float64{200}), runs([]float64{1500, 1300}), "").timesReading(1.5).fasterThanPlain(4),
		complete.withReferences(nil, nil, "Error: a | b").fasterThanPlain(4),
		figure("first", "MB", []float64{4.25}).atMost(4),
		figure("small", "ms", []float64{1}).detail(),
		{Name: "folder", Error: "it is\ngone"},
	}}
	want := `| | Unspool | merely reading | plain JS | goal |
|---|---|---|---|---|
| open 100 MB: complete | 310 ms (300–1,290) | 200 ms | 1,400 ms (1,300–1,500) | ≤ 1.5 × reading: **missed**, 1.6 ×; ≥ 4 × as fast as plain JS: reached, 4.5 × |
| open 100 MB: complete | 310 ms (300–1,290) |  | cannot: Error: a \| b | ≥ 4 × as fast as plain JS: reached, it cannot |
| first | 4.2 MB |  |  | ≤ 4 MB: **missed** |
| folder | failed: it is gone |  |  |  |

Chrome 1 on 2 cores. Medians of 3 rounds; in brackets the least and the most of them.
`
	if diff := cmp.Diff(want, r.table(false)); diff != "" {
		t.Errorf("table -want +got:\n%s", diff)
	}
	if !strings.Contains(r.table(true), "| small | 1 ms |") {
		t.Error("the details are not in the whole table")
	}
}

func TestCompare(t *testing.T) {
	before := &Report{Machine: "one", Figures: []Figure{
		figure("same", "ms", []float64{10, 12, 14}),
		figure("faster", "ms", []float64{100, 120, 140}).withReferences(runs([]float64{10}), nil, ""),
		figure("slower", "ms", []float64{10, 12, 14}),
		figure("wide", "ms", []float64{10, 12, 100}),
		figure("none", "frames", []float64{0, 0, 0}),
		figure("broken", "ms", []float64{1}),
		figure("gone", "ms", []float64{1}),
	}}
	after := &Report{Machine: "one", Figures: []Figure{
		figure("same", "ms", []float64{11, 13, 20}),
		figure("faster", "ms", []float64{50, 60, 70}).withReferences(runs([]float64{11}), nil, ""),
		figure("slower", "ms", []float64{15, 16, 17}),
		figure("wide", "ms", []float64{15, 16, 17}),
		figure("none", "frames", []float64{2, 3, 4}),
		{Name: "broken", Error: "no page"},
		figure("added", "ms", []float64{1}),
	}}
	want := `| | before | now | |
|---|---|---|---|
| faster | 120 ms (100–140) | 60 ms (50–70) | better: -50 % (merely reading +10 %) |
| slower | 12 ms (10–14) | 16 ms (15–17) | worse: +33 % |
| none | 0 frames | 3 frames (2–4) | worse |

broken: measured before, failed (no page) now
new: added
gone: gone
3 moved, 2 within the spread of their rounds.
`
	if diff := cmp.Diff(want, compare(before, after)); diff != "" {
		t.Errorf("compare -want +got:\n%s", diff)
	}
	after.Machine = "another"
	if got := compare(before, after); !strings.HasPrefix(got, "Not the same machine: one before, another now.\n") {
		t.Errorf("another machine: %s", got)
	}
}
