package view_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// callLines returns the records of tool calls: "Read /w/a.go" succeeds, "!Read /w/a.go" fails,
// "?Read /w/a.go" has no result, and other lines are records themselves.
func callLines(calls ...string) []byte {
	out := []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}` + "\n")
	for i, c := range calls {
		if c[0] == '{' {
			out = append(out, c+"\n"...)
			continue
		}
		name, target, _ := strings.Cut(strings.TrimLeft(c, "!?"), " ")
		key := map[string]string{"Read": "file_path", "Edit": "file_path", "Grep": "pattern", "Bash": "command"}[name]
		out = fmt.Appendf(out, `{"type":"assistant","uuid":"a%d","timestamp":"2026-05-01T10:00:%02d.000Z","message":{"id":"m%d","role":"assistant","model":"claude-opus-5","content":[{"type":"tool_use","id":"t%d","name":%q,"input":{%q:%q}}]}}`+"\n", i, i%60, i, i, name, key, target)
		if c[0] != '?' {
			out = fmt.Appendf(out, `{"type":"user","uuid":"r%d","timestamp":"2026-05-01T10:00:%02d.500Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","is_error":%v,"content":"x"}]}}`+"\n", i, i%60, i, c[0] == '!')
		}
	}
	return out
}

func kinds(v *view.Viewer) string {
	var list []string
	for _, r := range rowsAt(v, 0, 0, maxRows) {
		kind := r.Kind
		if r.Series != nil {
			kind = fmt.Sprintf("%s×%d", r.Series.Family, r.Series.Calls)
		}
		if r.Inside {
			kind = "(" + kind + ")"
		}
		list = append(list, kind)
	}
	return strings.Join(list, " ")
}

// TestFoldingOfCalls checks which calls fold to a series.
func TestFoldingOfCalls(t *testing.T) {
	const words = `{"type":"assistant","uuid":"w","message":{"id":"w","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"so"}]}}`
	const hidden = `{"type":"assistant","uuid":"h","message":{"id":"h","role":"assistant","model":"claude-opus-5","content":[{"type":"thinking","thinking":"","signature":"x"}]}}`
	const thought = `{"type":"assistant","uuid":"h","message":{"id":"h","role":"assistant","model":"claude-opus-5","content":[{"type":"thinking","thinking":"%s","signature":"x"}]}}`
	short, long := fmt.Sprintf(thought, "hm"), fmt.Sprintf(thought, strings.Repeat("hm ", 400))
	const quiet = `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`
	const hook = `{"type":"attachment","uuid":"k","attachment":{"type":"hook_non_blocking_error","hookName":"Stop","stderr":"no"}}`
	for _, c := range []struct {
		name  string
		calls []string
		want  string
	}{
		{"two are not worth it", []string{"Read a", "Read b"}, "prompt tool tool"},
		{"three are", []string{"Read a", "Grep b", "Read c"}, "prompt look×3"},
		{"one after the other", []string{"Read a", "Read b", "Read c", "Bash d", "Bash e", "Bash f"}, "prompt look×3 bash×3"},
		{"another family ends it", []string{"Read a", "Read b", "Bash c", "Read d"}, "prompt tool tool tool tool"},
		{"words end it", []string{"Read a", "Read b", words, "Read c", "Read d"}, "prompt tool tool text tool tool"},
		{"a failure ends it", []string{"Read a", "Read b", "Read c", "!Read d", "Read e"}, "prompt look×3 tool tool"},
		{"no result ends it", []string{"Read a", "Read b", "?Read c", "Read d"}, "prompt tool tool tool tool"},
		{"what is quiet does not", []string{"Read a", hidden, "Read b", quiet, "Read c", quiet}, "prompt look×3 background-fold"},
		{"a short thought does not", []string{"Edit a", short, "Edit a", "Edit a"}, "prompt edit×3"},
		{"nor does it belong to what ends before it", []string{"Edit a", "Edit a", "Edit a", short}, "prompt edit×3 thinking"},
		{"a long one does", []string{"Edit a", "Edit a", long, "Edit a"}, "prompt tool tool thinking tool"},
		{"a look between edits does not", []string{"Edit a", "Edit a", "Read b", short, "Grep c", "Edit a", "Read d"}, "prompt edit×5 tool"},
		{"nor one before them", []string{"Read a", "Edit a", "Edit a"}, "prompt edit×3"},
		{"a series of looks does", []string{"Edit a", "Edit a", "Read b", "Read c", "Read d", "Edit a"}, "prompt tool tool look×3 tool"},
		{"one edit is not hidden", []string{"Read a", "Read b", "Edit a"}, "prompt tool tool tool"},
		{"an edit among looks does", []string{"Read a", "Read b", "Edit a", "Read a"}, "prompt tool tool tool tool"},
		{"a failed hook does", []string{"Read a", "Read b", hook, "Read c"}, "prompt tool tool background tool"},
	} {
		_, v := load([]testutil.File{{Name: "s.jsonl", Data: callLines(c.calls...)}}, 1<<30)
		if got := kinds(v); got != c.want {
			t.Errorf("%s: %s; want %s", c.name, got, c.want)
		}
	}
}

// TestSeriesRow checks that a series shows its tools, targets and duration.
func TestSeriesRow(t *testing.T) {
	for _, c := range []struct {
		calls   []string
		about   string
		fileOps string
	}{
		{[]string{"Read /w/a.go", "Grep x+", "Read /w/a.go"}, "/w/a.go, x+", "read 2 of 1, grep 1 of 1"},
		{[]string{"Read /w/1/a.go", "Read /w/2/a.go", "Read /w/b.go"}, "/w/1/a.go, /w/2/a.go, /w/b.go", "read 3 of 3"},
		{[]string{"Read a", "Read b", "Read c", "Read d", "Read e", "Read f", "Read g"}, "a, b, c, d, e +2", "read 7 of 7"},
		{[]string{"Edit /w/a.go", "Read /w/b.go", "Edit /w/a.go"}, "/w/a.go", "edit 2 of 1, read 1 of 1"},
		{[]string{"Bash make", "Bash make", "Bash ls"}, "make, ls", "bash 3 of 2"},
	} {
		_, v := load([]testutil.File{{Name: "s.jsonl", Data: callLines(c.calls...)}}, 1<<30)
		s := rowsAt(v, 0, 1, 1)[0].Series
		var list []string
		for _, a := range s.About {
			list = append(list, a.Target)
		}
		about := strings.Join(list, ", ")
		if s.More > 0 {
			about += fmt.Sprintf(" +%d", s.More)
		}
		var fileOps []string
		for _, d := range s.Tools {
			fileOps = append(fileOps, fmt.Sprintf("%s %d of %d", d.Kind, d.Calls, d.Distinct))
		}
		if about != c.about || strings.Join(fileOps, ", ") != c.fileOps || s.Duration != 500*float64(len(c.calls)) {
			t.Errorf("%v: %s; %s; %v ms", c.calls, about, fileOps, s.Duration)
		}
	}
}

func TestOpenSeries(t *testing.T) {
	_, v := load([]testutil.File{{Name: "s.jsonl", Data: callLines("Read a", "Read b", "Read c", "Bash d", "Bash e", "Bash f")}}, 1<<30)
	check := func(what, want string) {
		t.Helper()
		if got := kinds(v); got != want {
			t.Errorf("%s: %s; want %s", what, got, want)
		}
	}
	const closed, first, both = "prompt look×3 bash×3", "prompt look×3 (tool) (tool) (tool) bash×3", "prompt look×3 (tool) (tool) (tool) bash×3 (tool) (tool) (tool)"
	if at := rowIndex(v.Find(0, "r1")); at != 3 { // the result of the second call
		t.Errorf("found at %d", at)
	}
	check("found", first)
	v.ExpandAll(0, true)
	check("all open", both)
	v.Expand(0, "series:a3#0", false)
	check("one closed", first)
	v.ExpandAll(0, false)
	check("all closed", closed)
}

// TestFindInAttempts checks that a record of one of several attempts is found while that attempt
// is open, and those of the others are not.
func TestFindInAttempts(t *testing.T) {
	store, v := load(testutil.Cases(t)["attempts"], 1<<30)
	at := rowIndex(v.Find(0, store.Files[0].UUID(7)))
	if got := kinds(v); got != "prompt text attempts prompt text prompt text prompt text prompt text" || at != 6 {
		t.Errorf("at %d of %s", at, got)
	}
}

// TestSeriesGrow checks that a list that is requested while its file grows ends up as when read at
// once, and is not rebuilt each time.
func TestSeriesGrow(t *testing.T) {
	calls := make([]string, 700)
	for i := range calls {
		calls[i] = "Read f" + fmt.Sprint(i)
	}
	data := callLines(calls...)
	whole := len(strings.Fields(strings.ReplaceAll(kindsOf(t, data, len(data)), ")", "")))
	if got := kindsOf(t, data, 150); len(strings.Fields(got)) != whole {
		t.Errorf("grown: %s", got)
	}
}

// TestOpenSeriesGrow checks the same for expanded series: what follows them does not begin another
// one.
func TestOpenSeriesGrow(t *testing.T) {
	calls := make([]string, 450)
	for i := range calls {
		calls[i] = "Read f" + fmt.Sprint(i)
	}
	data := callLines(calls...)
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
	part := bytes.Index(data, []byte(`"uuid":"a430"`))
	f.Write(data[:part])
	v.ExpandAll(0, true)
	f.Write(data[part:])
	if got, want := v.Rows(0, 0, 1).Total, 1+450+3; got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
}

// kindsOf loads a file in chunks of n bytes and requests its rows after each.
func kindsOf(t *testing.T, data []byte, n int) string {
	t.Helper()
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	whole := data
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(whole) })
	for len(data) > 0 {
		k := min(n, len(data))
		f.Write(data[:k])
		data = data[k:]
		v.Rows(0, 0, 1)
	}
	before := kinds(v)
	f.Close()
	store.Finish()
	if after := kinds(v); after != before {
		t.Errorf("while it grew: %s; at the end: %s", before, after)
	}
	return before
}

// TestSeriesContainNoFailures checks that no series of any transcript contains a failure.
func TestSeriesContainNoFailures(t *testing.T) {
	for _, f := range testutil.Transcripts(t) {
		_, v := load([]testutil.File{f}, 1<<30)
		openAll(v, 0)
		for at := 0; at < v.Rows(0, 0, 1).Total; at += maxRows {
			for _, row := range rowsAt(v, 0, at, maxRows) {
				if row.Inside && row.Tool != nil && (row.Tool.Status != "ok" || row.Run != nil) {
					t.Errorf("%s: %s of %s is in a series", f.Path, row.Tool.Status, row.Key)
				}
				if s := row.Series; s != nil && (s.Calls < 3 || s.Family == "" || len(s.Tools) == 0) {
					t.Errorf("%s: the series %s: %+v", f.Path, row.Key, s)
				}
			}
		}
	}
}

// describeSeries describes a series in a golden case.
func describeSeries(out *strings.Builder, s *protocol.Series) {
	fmt.Fprintf(out, " %s", s.Family)
	if s.Server != "" {
		fmt.Fprintf(out, " of %s", s.Server)
	}
	fmt.Fprintf(out, " calls %d", s.Calls)
	for _, d := range s.Tools {
		fmt.Fprintf(out, " %s×%d(%d)", d.Name, d.Calls, d.Distinct)
	}
	for _, a := range s.About {
		fmt.Fprintf(out, " %q", oneLine(a.Target))
	}
	if s.More > 0 {
		fmt.Fprintf(out, " and %d", s.More)
	}
	if s.Added != nil {
		fmt.Fprintf(out, " + %d - %d", *s.Added, *s.Removed)
	}
	fmt.Fprintf(out, " in %.0f ms", s.Duration)
}
