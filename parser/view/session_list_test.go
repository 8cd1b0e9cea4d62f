package view_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// A growingStore is a store whose files grow while a viewer shows them.
type growingStore struct {
	*parser.Store
	data []*bytes.Buffer // of the files
}

func newGrowingStore() *growingStore { return &growingStore{Store: parser.NewStore()} }

func (g *growingStore) viewer() *view.Viewer {
	return view.New(g.Store, price.Default(), func(file int) io.ReaderAt { return bytes.NewReader(g.data[file].Bytes()) })
}

// create adds a file with the given text.
func (g *growingStore) create(name, text string) {
	g.data = append(g.data, new(bytes.Buffer))
	g.Open(name, 0)
	g.grow(len(g.data)-1, text)
}

// grow adds text to the end of a file, as when it is read again after it was closed.
func (g *growingStore) grow(file int, text string) {
	g.data[file].WriteString(text)
	f := g.File(file)
	from := f.Resume(int64(g.data[file].Len()))
	f.Write(g.data[file].Bytes()[from:])
	f.Close()
}

// checkSessionList checks that the list of sessions has the same sums as the summaries.
func checkSessionList(t *testing.T, v *view.Viewer, when string) {
	t.Helper()
	for _, info := range v.Sessions() {
		sum, _ := v.Summary(info.Index)
		if info.Cost.USD != sum.Cost.USD || info.UnderReported != sum.UnderReported {
			t.Errorf("%s: session %s is listed with cost %+v and under-reported share %v, but its summary has %+v and %v",
				when, info.ID, info.Cost, info.UnderReported, sum.Cost, sum.UnderReported)
		}
	}
}

// responseLine returns the record of a response msg_1, in session number n, with an output.
func responseLine(n, line, output int, stop string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"u%d-%d","parentUuid":null,"sessionId":"s%d","timestamp":"2025-11-01T10:00:0%dZ",`+
		`"requestId":"req_1","message":{"id":"msg_1","role":"assistant","model":"claude-sonnet-4-5","stop_reason":%s,`+
		`"content":[{"type":"text","text":"part %d"}],"usage":{"input_tokens":10,"output_tokens":%d}}}`+"\n",
		n, line, n, n, stop, line, output)
}

// TestListAfterGrowth checks the list of sessions after the file grew that records the usage of a
// response of another session.
func TestListAfterGrowth(t *testing.T) {
	store := newGrowingStore()
	v := store.viewer()
	store.create("p/s1.jsonl", responseLine(1, 1, 1, "null"))
	store.create("p/s2.jsonl", responseLine(2, 1, 2000, "null"))
	store.Finish()
	checkSessionList(t, v, "at first")
	before := v.Sessions()[0].Cost
	for i, stop := range []string{"null", `"end_turn"`} {
		store.grow(1, responseLine(2, 2+i, 20000, stop))
		checkSessionList(t, v, "while the file grew")
		store.Finish()
		checkSessionList(t, v, "after it grew")
	}
	if after := v.Sessions()[0].Cost; after.USD <= before.USD {
		t.Errorf("the cost grew from %+v to %+v only", before, after)
	}
}

// TestListAfterStop checks the list of sessions after a record without usage gave a response its stop
// reason.
func TestListAfterStop(t *testing.T) {
	for name, lines := range map[string][2]string{
		"response": {
			responseLine(1, 1, 1, "null"),
			`{"type":"assistant","uuid":"u1-2","parentUuid":"u1-1","sessionId":"s1","requestId":"req_1",` +
				`"message":{"id":"msg_1","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"end"}]}}` + "\n",
		},
		"relayed response": {relayLine(1, 20, "null"), relayLine(2, 10, `"end_turn"`)},
	} {
		store := newGrowingStore()
		v := store.viewer()
		f := store.Open("p/s1.jsonl", -1)
		const prompt = `{"type":"user","uuid":"u0","parentUuid":null,"sessionId":"s1","message":{"role":"user","content":"Hello"}}` + "\n"
		store.data = append(store.data, bytes.NewBufferString(prompt+lines[0]+lines[1]))
		all := store.data[0].Bytes()
		f.Write(all[:len(all)-len(lines[1])])
		if got := v.Sessions()[0].UnderReported; got != 1 {
			t.Errorf("%s: under-reported share %v at first, want 1", name, got)
		}
		f.Write([]byte(lines[1]))
		checkSessionList(t, v, name)
		if sum, _ := v.Summary(0); sum.UnderReported != 0 {
			t.Errorf("%s: under-reported share %v, want 0", name, sum.UnderReported)
		}
	}
}

// TestListAfterRewrite checks the list of sessions while a file is read that was rewritten: its old
// usage no longer counts, however small the change of the new one is.
func TestListAfterRewrite(t *testing.T) {
	store := newGrowingStore()
	v := store.viewer()
	f := store.Open("p/s1.jsonl", -1)
	write := func(text string) {
		store.data = []*bytes.Buffer{bytes.NewBufferString(text)}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	for line := range 30 {
		text.WriteString(responseLine(1, 1+line, 100_000+line, "null"))
	}
	write(text.String())
	before := v.Sessions()[0].Cost.USD
	f.Restart()
	write(responseLine(1, 1, 1, "null"))
	checkSessionList(t, v, "after the rewrite")
	if after := v.Sessions()[0].Cost.USD; after >= before {
		t.Errorf("the cost was %v and is %v after the rewrite", before, after)
	}
}

// TestListAfterCost checks that a record without usage that only raises the recorded cost of a
// response counts as a change of the usage.
func TestListAfterCost(t *testing.T) {
	store := newGrowingStore()
	v := store.viewer()
	line := func(n int, usd, usage string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"u%d","sessionId":"s1","requestId":"req_1","costUSD":%s,"message":{"id":"msg_1",`+
			`"role":"assistant","model":"claude-3-7-sonnet-20250219","content":[{"type":"text","text":"part %d"}]%s}}`+"\n", n, usd, n, usage)
	}
	store.create("p/s1.jsonl", line(1, "0.25", `,"usage":{"input_tokens":10,"output_tokens":5}`))
	for _, want := range []float64{0.25, 0.5} {
		store.Finish()
		sum, _ := v.Summary(0)
		if len(sum.Recorded) != 1 || sum.Recorded[0].USD != want {
			t.Errorf("recorded costs %+v, want one of $%v", sum.Recorded, want)
		}
		revision := store.Session(0).UsageRevision()
		store.grow(0, line(2, "0.5", ""))
		if after := store.Session(0).UsageRevision(); want == 0.25 && after == revision {
			t.Errorf("the revision of the usage stayed at %d when the recorded cost changed", after)
		}
	}
}

// relayLine returns a progress record that repeats a response of an agent.
func relayLine(line, output int, stop string) string {
	return fmt.Sprintf(`{"type":"progress","uuid":"p%d","parentUuid":"u0","sessionId":"s1","toolUseID":"agent_1","parentToolUseID":"toolu_1",`+
		`"data":{"type":"agent_progress","agentId":"a1","message":{"type":"assistant","requestId":"req_2","message":{"id":"msg_2",`+
		`"role":"assistant","model":"claude-sonnet-4-5","stop_reason":%s,"content":[],"usage":{"input_tokens":5,"output_tokens":%d}}}}}`+"\n",
		line, stop, output)
}

// TestSessionChanges checks that sessions are listed again when something of them has changed, and only
// then.
func TestSessionChanges(t *testing.T) {
	g := newGrowingStore()
	v := g.viewer()
	response := func(n, line, output int, stop string) string { // of this session alone
		return strings.ReplaceAll(responseLine(n, line, output, stop), "_1", fmt.Sprint("_", n))
	}
	table, err := price.Parse("claude-sonnet-4-5\t-\t-\t1\t-\t-\t-\t2\t-\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name   string
		change func()
		want   string // indexes of the changed sessions
	}{
		{"opened", func() {
			g.create("s1.jsonl", response(1, 1, 5, `"end_turn"`))
			g.create("s2.jsonl", response(2, 1, 5, `"end_turn"`))
		}, "0 1"},
		{"finished", g.Finish, ""},
		{"grown", func() { g.grow(1, response(2, 2, 9, `"end_turn"`)) }, "1"},
		{"grown by a part of a line", func() { g.grow(0, `{"type":`) }, "0"},
		{"other prices", func() { v.SetPrices(table) }, "0 1"},
		{"a new session", func() { g.create("s3.jsonl", response(3, 1, 5, `"end_turn"`)) }, "2"},
		{"being read again", func() { g.File(0).Write([]byte(`"us`)) }, "0"},
		{"by another part of the line", func() { g.File(0).Write([]byte(`er`)) }, "0"},
	} {
		step.change()
		var got []string
		for _, info := range v.SessionChanges().Changed {
			got = append(got, fmt.Sprint(info.Index))
		}
		if strings.Join(got, " ") != step.want {
			t.Errorf("%s: sessions %q have changed, want %q", step.name, got, step.want)
		}
		if changes := v.SessionChanges(); len(changes.Changed) != 0 || len(changes.Order) != len(v.Sessions()) {
			t.Errorf("%s: %+v has changed since", step.name, changes)
		}
	}
}

// TestSketchWhileReadAgain checks that a session keeps its sketch while it is read again, however many
// sessions there are.
func TestSketchWhileReadAgain(t *testing.T) {
	g := newGrowingStore()
	v := g.viewer()
	for n := range 6 {
		prompt := fmt.Sprintf(`{"type":"user","uuid":"p%d","sessionId":"s%[1]d","timestamp":"2025-11-01T09:59:00Z","message":{"role":"user","content":"go"}}`, n)
		g.create(fmt.Sprintf("s%d.jsonl", n), prompt+"\n"+responseLine(n, 1, 5, `"end_turn"`))
	}
	g.Finish()
	before := v.Sessions()[0].Sketch
	g.File(0).Write([]byte(`{"type":`))
	if info := v.Sessions()[0]; before == nil || info.State != "reading" || info.Sketch == nil {
		t.Errorf("the %s session has sketch %v, before %v", info.State, info.Sketch, before)
	}
}
