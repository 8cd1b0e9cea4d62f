package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"unspool/parser"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
	"unspool/parser/view/timeline"
)

// kindNames are the names of the kinds of entries in the tests.
var kindNames = []string{"prompt", "news", "thinking", "reply", "calling", "tool", "asked", "waiting", "failure", "compaction", "interrupt"}

// caseFiles returns the files of a case of testdata.
func caseFiles(t *testing.T, name string) []testutil.File {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var files []testutil.File
	for _, f := range archive.Files {
		if f.Name != "want" {
			files = append(files, testutil.File{Name: f.Name, Data: f.Data})
		}
	}
	return files
}

// wholeTimeline joins the pages of a timeline.
func wholeTimeline(t testing.TB, v *view.Viewer, session int) protocol.Timeline {
	t.Helper()
	all := v.Timeline.Timeline(session, 0, 0)
	for len(all.Start) < all.Total {
		next := v.Timeline.Timeline(session, all.Built, len(all.Start))
		if len(next.Start) == 0 || next.Built != all.Built {
			t.Fatalf("nothing follows the entry %d of %d", len(all.Start), all.Total)
		}
		all.Start, all.End, all.Kind = append(all.Start, next.Start...), append(all.End, next.End...), append(all.Kind, next.Kind...)
		all.Flags, all.Place = append(all.Flags, next.Flags...), append(all.Place, next.Place...)
		all.Agent, all.Prompt = append(all.Agent, next.Agent...), append(all.Prompt, next.Prompt...)
	}
	return all
}

// described describes a timeline: seconds after its beginning, prompt, kind, name.
func described(t *testing.T, v *view.Viewer) string {
	t.Helper()
	all := wholeTimeline(t, v, 0)
	zero := math.Inf(1)
	for _, start := range all.Start {
		zero = min(zero, start)
	}
	var out strings.Builder
	lane := 0
	for i := range all.Start {
		if lane < len(all.Lanes) && int(all.Lanes[lane]) == i {
			fmt.Fprintf(&out, "lane %d\n", lane)
			lane++
		}
		m := v.Timeline.Moments(0, all.Built, i, 1)[0]
		name := m.Text
		if m.Tool != nil {
			name = strings.TrimSpace(m.Tool.Name + " " + m.Tool.Target)
		}
		fmt.Fprintf(&out, "%g–%g %d %s", (all.Start[i]-zero)/1000, (all.End[i]-zero)/1000, all.Prompt[i], kindNames[all.Kind[i]])
		if all.Place[i] > 0 {
			fmt.Fprintf(&out, " %d/%d", all.Place[i]&15+1, all.Place[i]>>4+1)
		}
		for bit, flag := range []string{"failed", "open", "aside", "joined", "starter"} {
			if all.Flags[i]&(1<<bit) != 0 {
				out.WriteString(" " + flag)
			}
		}
		if m.By != "" {
			name = m.By + ": " + name
		}
		if name != "" {
			name = " " + viewtest.OneLine(name)
		}
		out.WriteString(name + "\n")
	}
	for i := 0; i < len(all.Gaps); i += 2 {
		fmt.Fprintf(&out, "gap %g–%g\n", (all.Gaps[i]-zero)/1000, (all.Gaps[i+1]-zero)/1000)
	}
	for _, x := range []struct {
		says bool
		what string
	}{{all.Internal, "internal"}, {all.Times != protocol.TimesRecorded, "times " + all.Times}, {all.Joined, "joined"}, {all.Backward > 0, fmt.Sprintf("backward %d", all.Backward)}} {
		if x.says {
			out.WriteString(x.what + "\n")
		}
	}
	return out.String()
}

// TestTimeline checks the kind and the times of each entry, in seconds.
func TestTimeline(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"parallel-tools", `lane 0
0–0 1 prompt run them
0–1 1 calling Bash sleep 3
1–8 1 tool 1/3 failed Bash sleep 3
1–2 1 calling Bash sleep 1
2–4 1 tool 2/3 Bash sleep 1
2–3 1 calling Read /w/a.go
3–3 1 tool 3/3 open Read /w/a.go
8–9 1 reply t3 never came back.
`},
		{"interruptions", `lane 0
0–0 1 prompt do everything
0–1 1 interrupt
1–2 2 waiting do one thing
2–2 2 prompt do one thing
2–3 2 calling Bash rm -r build
3–4 2 asked Bash rm -r build
4–5 2 calling Bash make
5–6 2 tool failed Bash make
6–6 2 interrupt
6–7 3 waiting thanks
7–7 3 prompt thanks
`},
		{"failures", `lane 0
0–0 1 prompt try
0–1 1 failure failed Overloaded
1–2 1 failure failed ECONNRESET
2–3 1 failure failed API Error: 529 Overloaded
3–4 2 waiting again
4–4 2 prompt again
4–6 2 thinking
6–7 2 thinking
7–8 2 reply Here.
`},
		{"compaction", `lane 0
0–0 1 prompt a long task
0–1 1 calling Bash make
1–2 1 tool Bash make
2–3 1 compaction
3–5 1 reply Going on.
5–6 2 waiting next
6–6 2 prompt next
6–7 2 reply Ready.
`},
		{"rewind", `lane 0
0–0 1 prompt start
0–1 1 calling Bash ls
1–3 1 tool 1/2 Bash ls
1–2 1 calling Bash pwd
2–4 1 tool 2/2 Bash pwd
4–5 1 reply What next?
5–6 1 waiting aside use a map
6–6 1 prompt aside use a map
6–7 1 reply aside A map it is.
7–8 1 waiting aside faster
8–8 1 prompt aside faster
8–9 1 reply aside Tuned.
9–10 2 waiting use a slice
10–10 2 prompt use a slice
10–11 2 reply A slice it is.
`},
		{"agent-notifications", `lane 0
0–0 1 prompt look at three things
0–1 1 calling Agent one
1–2 1 tool starter Agent one
2–3 1 calling Agent two
3–4 1 tool failed starter Agent two
4–5 1 calling Agent three
5–6 1 tool starter Agent three
6–7 1 reply Three are at work.
109–109 1 news Agent "one" completed
109–110 1 reply One is back.
110–111 2 waiting go on
111–111 2 prompt go on
112–112 2 news Agent "two" failed
112–113 2 reply Two failed.
lane 1
10–10 0 news other words 1
10–11 0 reply one done
lane 2
12–12 0 news other words 2
12–13 0 reply two…
lane 3
14–14 0 news other words 3
14–15 0 reply three…
gap 15–109
`},
		{"agents-without-times", `lane 0
0–0 1 prompt first
0–1 1 reply One.
1–2 2 waiting second
2–2 2 prompt second
2–3 2 calling Agent look
3–4 2 tool starter Agent look
4–5 2 reply Two.
lane 1
0–0 0 news nobody asked
0–1 0 reply but it was done
lane 2
3–3 0 news look around
3–4 0 calling Agent deeper
4–5 0 tool starter Agent deeper
5–6 0 reply all is well
lane 3
4–4 0 news look below
4–5 0 reply nothing
times none
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, v := viewtest.Load(caseFiles(t, filepath.Join(testutil.Dir(t), "cases", c.name+".txt")), 1<<30)
			if got := described(t, v); got != c.want {
				t.Errorf("it is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

const (
	tableValue  = `{"type":"user","uuid":"u%d","sessionId":"s",%s"message":{"role":"user","content":"go %[1]d"}}`
	interrupted = `{"type":"user","uuid":"i","sessionId":"s",%s"message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}`
	answered    = `{"type":"assistant","uuid":"a%d","sessionId":"s",%s"message":{"id":"m%[1]d","role":"assistant","content":[{"type":"text","text":"done %[1]d"}]}}`
)

// TestTimelineWithoutOrder checks timelines of records without times or with times out of order,
// and requests for what does not exist.
func TestTimelineWithoutOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no times", []string{fmt.Sprintf(tableValue, 1, ""), fmt.Sprintf(answered, 1, ""), fmt.Sprintf(tableValue, 2, ""), fmt.Sprintf(answered, 2, "")}, `lane 0
0–0 1 prompt go 1
0–1 1 reply done 1
1–2 2 waiting go 2
2–2 2 prompt go 2
2–3 2 reply done 2
times none
`},
		{"backward", []string{fmt.Sprintf(tableValue, 1, viewtest.At(100)), fmt.Sprintf(answered, 1, viewtest.At(200)), fmt.Sprintf(tableValue, 2, viewtest.At(50)), fmt.Sprintf(answered, 2, viewtest.At(300))}, `lane 0
0–0 1 prompt go 1
0–100 1 reply done 1
100.001–100.001 2 prompt go 2
100.001–200 2 reply done 2
backward 1
`},
		{"interrupted after a pause", []string{fmt.Sprintf(tableValue, 1, viewtest.At(0)), fmt.Sprintf(interrupted, viewtest.At(1500))}, `lane 0
0–0 1 prompt go 1
1500–1500 1 interrupt
gap 0–1500
`},
		{"interrupted while working", []string{fmt.Sprintf(tableValue, 1, viewtest.At(0)), fmt.Sprintf(interrupted, viewtest.At(500))}, `lane 0
0–0 1 prompt go 1
0–500 1 interrupt
`},
		{"reversed", []string{fmt.Sprintf(tableValue, 1, viewtest.At(400)), fmt.Sprintf(answered, 1, viewtest.At(300)), fmt.Sprintf(tableValue, 2, viewtest.At(200)), fmt.Sprintf(answered, 2, viewtest.At(100))}, `lane 0
0–0 1 prompt go 1
0–1 1 reply done 1
1–2 2 waiting go 2
2–2 2 prompt go 2
2–3 2 reply done 2
times disordered
backward 3
`},
		{"first records without a time", []string{fmt.Sprintf(tableValue, 1, ""), fmt.Sprintf(answered, 1, ""), fmt.Sprintf(tableValue, 2, viewtest.At(50)), fmt.Sprintf(answered, 2, viewtest.At(60))}, `lane 0
0–0 1 prompt go 1
0–0 1 reply done 1
0–0 2 prompt go 2
0–10 2 reply done 2
`},
		{"records without a time between others", []string{fmt.Sprintf(tableValue, 1, viewtest.At(50)), fmt.Sprintf(answered, 1, ""), fmt.Sprintf(tableValue, 2, ""), fmt.Sprintf(answered, 2, viewtest.At(60))}, `lane 0
0–0 1 prompt go 1
0–0 1 reply done 1
0–0 2 prompt go 2
0–10 2 reply done 2
`},
		{"few times", []string{fmt.Sprintf(tableValue, 1, ""), fmt.Sprintf(answered, 1, ""), fmt.Sprintf(tableValue, 2, ""), fmt.Sprintf(answered, 2, viewtest.At(60))}, `lane 0
0–0 1 prompt go 1
0–1 1 reply done 1
1–2 2 waiting go 2
2–2 2 prompt go 2
2–3 2 reply done 2
times few
`},
		{"a pause", []string{fmt.Sprintf(tableValue, 1, viewtest.At(0)), fmt.Sprintf(answered, 1, viewtest.At(10)), fmt.Sprintf(tableValue, 2, viewtest.At(500)), fmt.Sprintf(answered, 2, viewtest.At(510))}, `lane 0
0–0 1 prompt go 1
0–10 1 reply done 1
10–500 2 waiting go 2
500–500 2 prompt go 2
500–510 2 reply done 2
gap 10–500
`},
		{"one prompt", []string{fmt.Sprintf(tableValue, 1, viewtest.At(0))}, "lane 0\n0–0 1 prompt go 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, v := viewtest.Load(viewtest.Session(c.lines...), 1<<30)
			if got := described(t, v); got != c.want {
				t.Errorf("it is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	_, v := viewtest.Load(viewtest.Session(fmt.Sprintf(tableValue, 1, viewtest.At(0))), 1<<30)
	if all := v.Timeline.Timeline(7, 0, 0); all.Total != 0 {
		t.Errorf("a session that is not there has %d entries", all.Total)
	}
	built := v.Timeline.Timeline(0, 0, 0).Built
	if all := v.Timeline.Timeline(0, built+1, 0); all.Built != 0 {
		t.Errorf("a timeline that is not there is %d", all.Built)
	}
	if list := v.Timeline.Moments(0, built+1, 0, 1); list != nil {
		t.Errorf("a timeline that is not there has %v", list)
	}
	for _, from := range []int{-5, 99} {
		if n := len(v.Timeline.Timeline(0, built, from).Start); from > 0 && n > 0 {
			t.Errorf("there are %d entries from %d on", n, from)
		}
		v.Timeline.Moments(0, built, from, 1_000_000)
		v.Timeline.Actors(0, built, from)
		v.Timeline.RowOf(0, built, from)
		v.Timeline.VisibleRange(0, built, from, from+10)
	}
}

// TestTimelines checks for every transcript that each tool call has one entry, lanes run forward,
// entries of a lane do not overlap, and rows lead to entries and back.
func TestTimelines(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(testutil.Dir(t), "cases", "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range names {
		store, v := viewtest.Load(caseFiles(t, name), 1<<30)
		for s := range store.Sessions() {
			checkTimeline(t, filepath.Base(name), v, s)
		}
	}
	for _, f := range testutil.Transcripts(t) {
		store, v := viewtest.Load([]testutil.File{f}, 1<<20)
		for s := range store.Sessions() {
			checkTimeline(t, f.Name, v, s)
		}
	}
}

func checkTimeline(t *testing.T, name string, v *view.Viewer, s *parser.Session) {
	t.Helper()
	all := wholeTimeline(t, v, s.Place)
	calls := 0
	for c := range s.Conversations() {
		for i := range c.Items {
			if c.Items[i].Kind == parser.ItemTool {
				calls++
			}
		}
	}
	entries := 0
	for i := range all.Start {
		if kind := all.Kind[i]; kind == timeline.SpanTool || kind == timeline.SpanAsked {
			entries++
		}
		if all.End[i] < all.Start[i] {
			t.Errorf("%s: entry %d ends before it begins", name, i)
		}
	}
	if entries != calls && !all.Joined {
		t.Errorf("%s: %d entries for %d calls", name, entries, calls)
	}
	if first, last := recordedRange(s); all.Times == protocol.TimesRecorded {
		last += float64(all.Backward) // a record that is out of order is placed 1 ms after others
		for i := range all.Start {
			if all.Start[i] < first || all.End[i] > last {
				t.Errorf("%s: entry %d, %.0f to %.0f, is outside of the recorded times, %.0f to %.0f",
					name, i, all.Start[i], all.End[i], first, last)
			}
		}
	}
	for lane, from := range all.Lanes {
		end := uint32(all.Total)
		if lane+1 < len(all.Lanes) {
			end = all.Lanes[lane+1]
		}
		if !slices.IsSorted(all.Start[from:end]) {
			t.Errorf("%s: lane %d does not run forward", name, lane)
		}
		if len(all.Lanes) > 24 || all.Internal && lane == len(all.Lanes)-1 {
			continue // the last one is shared
		}
		agent, until := uint32(0), math.Inf(-1)
		for i := from; i < end; i++ {
			if all.Agent[i] != agent && all.Start[i] < until {
				t.Errorf("%s: two agents are at work in lane %d at once", name, lane)
				break
			}
			agent, until = all.Agent[i], max(until, all.End[i])
		}
	}
	rows := v.Rows(s.Place, 0, 0).Total
	for row := range min(rows, 300) {
		from, to, ok := v.Timeline.VisibleRange(s.Place, all.Built, row, row+5)
		if from >= all.Total || to >= all.Total {
			t.Fatalf("%s: row %d shows %d to %d of %d entries", name, row, from, to, all.Total)
		}
		if !ok || all.Agent[from] > 0 || all.Joined {
			continue
		}
		if back, _ := v.Timeline.RowOf(s.Place, all.Built, from); back > row+5 {
			t.Errorf("%s: row %d shows entry %d, which leads to row %d", name, row, from, back)
		}
	}
	step := max(1, all.Total/200)
	for i := 0; i < all.Total; i += step {
		m := v.Timeline.Moments(s.Place, all.Built, i, 1)
		if len(m) != 1 || viewtest.RowIndex(v.Find(s.Place, m[0].Key)) < 0 {
			t.Errorf("%s: entry %d leads nowhere: %v", name, i, m)
		}
	}
}

// recordedRange returns the first and the last recorded time of a session.
func recordedRange(s *parser.Session) (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, f := range s.Files {
		for i := range f.Records.Len() {
			if e := f.Records.At(i); !e.Untimed {
				first, last = min(first, float64(e.Time)), max(last, float64(e.Time))
			}
		}
	}
	return first, last
}

// TestLongTimeline checks that a long timeline comes in pages.
func TestLongTimeline(t *testing.T) {
	const turns = 25_000
	var lines []string
	for i := range turns {
		lines = append(lines, fmt.Sprintf(tableValue, i, viewtest.At(10*i)), fmt.Sprintf(answered, i, viewtest.At(10*i+9)))
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<30)
	if n := len(v.Timeline.Timeline(0, 0, 0).Start); n != 60_000 {
		t.Errorf("%d entries in one page", n)
	}
	all := wholeTimeline(t, v, 0)
	if all.Total != 3*turns-1 || all.Prompt[all.Total-1] != turns {
		t.Errorf("%d entries, the last one of prompt %d", all.Total, all.Prompt[all.Total-1])
	}
}

// TestTimelineOfManyAgents checks that the agents of a timeline are limited, and the others are
// counted.
func TestTimelineOfManyAgents(t *testing.T) {
	const agents, most = 12_000, 10_000
	lines := []string{fmt.Sprintf(tableValue, 1, "")}
	for i := range agents {
		lines = append(lines, fmt.Sprintf(`{"type":"user","uuid":"x%d","isSidechain":true,"sessionId":"s","message":{"role":"user","content":"look"}}
{"type":"assistant","uuid":"y%[1]d","parentUuid":"x%[1]d","isSidechain":true,"sessionId":"s","message":{"id":"n%[1]d","role":"assistant","content":[{"type":"text","text":"seen"}]}}`, i))
	}
	_, v := viewtest.Load(viewtest.Session(lines...), 1<<20)
	all := v.Timeline.Timeline(0, 0, 0)
	if len(all.Agents) != most || len(all.Hues) != most || !all.Joined || all.InAll != agents {
		t.Errorf("%d entries of %d agents of %d, joined: %v", all.Total, len(all.Agents), all.InAll, all.Joined)
	}
	for i := 0; i < len(all.Start); i += len(all.Start) / 10 { // to find one takes as long as there are rows
		if m := v.Timeline.Moments(0, all.Built, i, 1)[0]; viewtest.RowIndex(v.Find(0, m.Key)) < 0 {
			t.Errorf("entry %d leads nowhere: %s", i, m.Key)
		}
	}
}

// TestTimelineIgnoresFilters checks that expanding and filtering rows does not change the
// timeline: it shows all of the session.
func TestTimelineIgnoresFilters(t *testing.T) {
	_, v := viewtest.Load(caseFiles(t, filepath.Join(testutil.Dir(t), "cases", "agents.txt")), 1<<20)
	before := v.Timeline.Timeline(0, 0, 0)
	viewtest.OpenAll(v, 0)
	if _, _, err := v.Filter(0, "prompts", "", "", ""); err != nil {
		t.Fatal(err)
	}
	if now := v.Timeline.Timeline(0, 0, 0); now.Built != before.Built || before.Total == 0 {
		t.Errorf("timeline %d of %d entries became %d", before.Built, before.Total, now.Built)
	}
}
