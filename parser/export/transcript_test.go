package export_test

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/filter"
	"unspool/parser/view/protocol"
)

const newID = "0a000000-0000-4000-8000-000000000000"

// A memoryFile collects what is written to a file.
type memoryFile struct {
	bytes.Buffer
}

func (*memoryFile) Close() error { return nil }

// written exports a session of files, and returns what is written, below the folder of the session.
func written(t *testing.T, files []testutil.File, s *parser.Session, o export.TranscriptOptions) ([]testutil.File, export.Report) {
	t.Helper()
	var names []string
	made := map[string]*memoryFile{}
	open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
	report, err := export.Transcript(s, open, func(name string) (io.WriteCloser, error) {
		if made[name] != nil {
			t.Errorf("%s is written twice", name)
		}
		names, made[name] = append(names, name), &memoryFile{}
		return made[name], nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	var out []testutil.File
	for _, name := range names {
		out = append(out, testutil.File{Name: path.Join("projects/-p", name), Data: made[name].Bytes()})
	}
	return out, report
}

// sessions visits the sessions of the test data that are transcripts, each alone with its files.
func sessions(t *testing.T, visit func(name string, files []testutil.File, s *parser.Session)) {
	t.Helper()
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			var own []testutil.File
			for _, f := range slices.Concat(s.Files, s.Sidecars) {
				own = append(own, files[f.Number])
			}
			alone, _ := viewtest.Load(own, 1<<20)
			if one := alone.Session(0); one != nil && alone.Session(1) == nil && !one.Shares(one.Main.File) {
				visit(name+" "+one.ID, own, one)
			}
		}
	}
}

// summaryOf returns the summary of the first session of files.
func summaryOf(files []testutil.File) (protocol.Summary, *parser.Session) {
	store, _ := viewtest.Load(files, 1<<20)
	s := store.Session(0)
	if s == nil {
		return protocol.Summary{}, nil
	}
	return view.Summarize(s, price.Default()), s
}

// figures are what a copy has in common with its original.
func figures(s protocol.Summary) protocol.Summary {
	s.File, s.Session, s.Bytes, s.Links, s.Ledger = "", "", 0, nil, protocol.Ledger{}
	s.Damaged, s.Lines, s.Diagnostics, s.Copied = 0, 0, 0, 0
	s.Facts = protocol.Facts{}
	s.Records -= s.Types[parser.ExportLabel]
	delete(s.Types, parser.ExportLabel)
	return s
}

// TestCopy checks that a copy without changes has the same records, byte by byte.
func TestCopy(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		out, _ := written(t, files, s, export.TranscriptOptions{})
		var want []byte
		for i := range s.Main.File.Records.Len() {
			r := s.Main.File.Records.At(i)
			if r.Class != parser.ClassDamaged {
				want = append(append(want, files[0].Data[r.Offset:][:r.Length]...), '\n')
			}
		}
		if s.Main.File.Damaged == 0 && bytes.Count(want, []byte("\n")) == bytes.Count(out[0].Data, []byte("\n")) && !bytes.Equal(want, out[0].Data) {
			t.Errorf("%s: the copy differs: %s", name, cmp.Diff(string(want), string(out[0].Data)))
		}
	})
}

// TestClone checks that a clone has new ids, and the figures of the original.
func TestClone(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		want := figures(view.Summarize(s, price.Default()))
		out, _ := written(t, files, s, export.TranscriptOptions{ID: newID})
		got, clone := summaryOf(out)
		if clone == nil {
			t.Errorf("%s: the clone is no session", name)
			return
		}
		if clone.ID != newID && s.Main.Agent == "" {
			t.Errorf("%s: the clone has the id %s", name, clone.ID)
		}
		if slices.ContainsFunc(s.Sidecars, func(f *parser.File) bool { return f.Role == parser.RoleCowork }) {
			got.Title = want.Title // from a file that is no part of the session
		}
		if diff := cmp.Diff(want, figures(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		f := clone.Main.File
		for i := range f.Records.Len() {
			if _, old := s.Main.File.Lookup(f.UUID(i)); old && f.UUID(i) != "" {
				t.Errorf("%s: record %d has its old id %s", name, i, f.UUID(i))
				break
			}
		}
	})
}

// checkRest checks that nothing else is missing than what was left out.
func checkRest(t *testing.T, name string, s *parser.Session, out []testutil.File, report export.Report) (*parser.Session, protocol.Summary) {
	t.Helper()
	got, rest := summaryOf(out)
	if rest == nil {
		if report.Records > 0 && (report.LeftOut != export.LeftOut{} || bytes.Contains(out[0].Data, []byte(`"user"`))) {
			t.Errorf("%s: the rest is no session", name)
		}
		return nil, got
	}
	if rest.Main.File.Damaged > 0 {
		t.Errorf("%s: %d damaged ranges", name, rest.Main.File.Damaged)
	}
	before := view.Summarize(s, price.Default())
	if got.Prompts < before.Prompts && report.LeftOut.Turns+report.LeftOut.Branches == 0 { // a text beside a result becomes a prompt without the result
		t.Errorf("%s: %d of %d prompts are left", name, got.Prompts, before.Prompts)
	}
	if report.LeftOut.Turns == 0 && got.Unanswered > before.Unanswered {
		t.Errorf("%s: %d of %d calls have no result, %d before", name, got.Unanswered, got.ToolCalls, before.Unanswered)
	}
	records := 0
	store, _ := viewtest.Load(out, 1<<20) // agents of no known call are a session of their own without the main file
	for _, f := range store.Files {
		if f.Role == parser.RoleMain || f.Role == parser.RoleAgent {
			records += f.Count() - f.Types()[parser.ExportLabel]
		}
	}
	if records != report.Records {
		t.Errorf("%s: %d records, %d were written", name, records, report.Records)
	}
	checkLedger(t, name, got)
	if got.OrphanResults > before.OrphanResults {
		t.Errorf("%s: %d results have no call, %d before", name, got.OrphanResults, before.OrphanResults)
	}
	checkLinks(t, name, s, rest)
	if rest.Main.File.Broken && !s.Main.File.Broken {
		t.Errorf("%s: the chain of records is broken", name)
	}
	return rest, got
}

// checkLinks checks that the agents that are left have their calls, if they had.
func checkLinks(t *testing.T, name string, s, rest *parser.Session) {
	t.Helper()
	calls := map[string][]string{} // of the agents with an id
	for _, a := range s.Agents {
		calls[a.ID] = append(calls[a.ID], callID(a.Call))
	}
	for _, a := range rest.Agents {
		if got := callID(a.Call); len(calls[a.ID]) > 0 && !slices.Contains(calls[a.ID], got) {
			t.Errorf("%s: the agent %s has the call %q, and had %q", name, a.ID, got, calls[a.ID])
		}
	}
}

// callID returns the id of a call, or "" for no call.
func callID(ref parser.CallRef) string {
	if ref.File == nil {
		return ""
	}
	return ref.File.Ident(ref.Call().ID)
}

// checkLedger checks that the ledger of a session has each of its bytes.
func checkLedger(t *testing.T, name string, s protocol.Summary) {
	t.Helper()
	sum := s.Ledger.Shown + s.Ledger.Merged + s.Ledger.Damaged
	for _, n := range s.Ledger.Hidden {
		sum += n
	}
	if sum != s.Bytes {
		t.Errorf("%s: the ledger has %.0f of %.0f bytes", name, sum, s.Bytes)
	}
}

func TestWithoutTools(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		out, report := written(t, files, s, export.TranscriptOptions{Tools: export.ToolSelection{All: true}})
		_, got := checkRest(t, name, s, out, report)
		if got.ToolCalls+got.ToolResults > 0 {
			t.Errorf("%s: %d calls and %d results are left", name, got.ToolCalls, got.ToolResults)
		}
		checkPieces(t, name, out, "input_json_delta")
	})
}

// checkPieces checks that transcripts have no pieces of a type.
func checkPieces(t *testing.T, name string, files []testutil.File, kind string) {
	t.Helper()
	for _, f := range files {
		for line := range bytes.Lines(f.Data) {
			if bytes.HasPrefix(line, []byte(`{"type":"stream_event"`)) && bytes.Contains(line, []byte(kind)) {
				t.Errorf("%s: %s has a piece of what is left out: %.200s", name, f.Name, line)
			}
		}
	}
}

func TestWithoutThinking(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		out, report := written(t, files, s, export.TranscriptOptions{Thinking: true})
		rest, got := checkRest(t, name, s, out, report)
		checkPieces(t, name, out, "signature_delta")
		if rest == nil {
			return
		}
		if want := view.Summarize(s, price.Default()); got.ToolCalls != want.ToolCalls || got.ToolResults != want.ToolResults {
			t.Errorf("%s: %d calls and %d results of %d and %d", name, got.ToolCalls, got.ToolResults, want.ToolCalls, want.ToolResults)
		}
		for c := range rest.Conversations() {
			for _, item := range c.Items {
				if item.Kind == parser.ItemThinking {
					t.Fatalf("%s: there is thinking in record %d", name, item.Record)
				}
			}
		}
	})
}

func TestWithoutResults(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		out, report := written(t, files, s, export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true})
		_, got := checkRest(t, name, s, out, report)
		want := view.Summarize(s, price.Default())
		if got.ToolCalls != want.ToolCalls || got.Paired != want.Paired {
			t.Errorf("%s: %d calls, %d of them with a result, want %d and %d", name, got.ToolCalls, got.Paired, want.ToolCalls, want.Paired)
		}
		if got.Agents != want.Agents || got.Diagnostics > want.Diagnostics {
			t.Errorf("%s: %d agents and %d diagnostics, want %d and %d", name, got.Agents, got.Diagnostics, want.Agents, want.Diagnostics)
		}
	})
}

// TestPrompts checks that the turns of the chosen prompts are left, with their calls and agents.
func TestPrompts(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		c := s.Main
		last := 0
		for i := range c.Turns {
			last = max(last, int(c.Turns[i].Prompt))
		}
		// A prompt that was written again is after its reply, which is a turn of its own then.
		if last < 3 || s.Main.File.Branches > 0 || s.Main.File.Duplicates > 0 {
			return
		}
		out, report := written(t, files, s, export.TranscriptOptions{Selection: export.Selection{Prompts: filter.Range{First: 2, Last: last - 1}}})
		rest, _ := checkRest(t, name, s, out, report)
		if rest == nil {
			t.Errorf("%s: no session is left", name)
			return
		}
		if left := len(c.Turns) - report.LeftOut.Turns; len(rest.Main.Turns) != left {
			t.Errorf("%s: %d turns, want %d of %d", name, len(rest.Main.Turns), left, len(c.Turns))
		}
		for i := range rest.Agents {
			if a := rest.Agents[i]; a.Call.File == nil && s.Agents[i].Call.File != nil {
				t.Errorf("%s: the call of the agent %s is missing", name, a.ID)
			}
		}
	})
}

// TestCompress checks that a summary takes the place of all turns but the last one.
func TestCompress(t *testing.T) {
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		if len(s.Main.Turns) < 2 || s.Main.File.Branches > 0 {
			return
		}
		out, report := written(t, files, s, export.TranscriptOptions{Compress: 1})
		rest, got := checkRest(t, name, s, out, report)
		if rest == nil {
			t.Errorf("%s: no session is left", name)
			return
		}
		// Of two turns, the tail that a compaction wrote again can be left as another one.
		if len(rest.Main.Turns) != 1 && len(s.Main.Turns) > 2 || report.LeftOut.Turns != len(s.Main.Turns)-1 {
			t.Errorf("%s: %d turns are left of %d", name, len(rest.Main.Turns), len(s.Main.Turns))
		}
		if got.Compactions == 0 {
			t.Errorf("%s: there is no compaction", name)
		}
	})
}

func TestCompressText(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/w","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"Fix the test"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:01.000Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"I look at it.\n\nMore."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go  test"}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-05-01T10:00:02.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 1"}]}}`,
		`{"type":"user","uuid":"u2","parentUuid":"r1","sessionId":"s","cwd":"/w","timestamp":"2026-05-01T10:01:00.000Z","message":{"role":"user","content":"And now?"}}`,
	)
	store, _ := viewtest.Load(files, 1<<20)
	out, _ := written(t, files, store.Session(0), export.TranscriptOptions{Compress: 1})
	lines := strings.Split(string(out[0].Data), "\n")
	var found struct {
		UUID    string
		Message struct{ Content string }
	}
	if err := json.Unmarshal([]byte(lines[2]), &found); err != nil || len(lines) != 5 {
		t.Fatalf("%v: %q", err, lines)
	}
	want := "This session is being continued from a previous conversation. In short, without a model:\n\n" +
		"## Prompt 1\n\nFix the test\n\nI look at it.\n\n- Bash go test (failed)\n"
	if diff := cmp.Diff(want, found.Message.Content); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(lines[3], `"uuid":"u2","parentUuid":"`+found.UUID+`"`) {
		t.Errorf("the next record is %s", lines[3])
	}
}

// TestWithoutSomeTools checks the edits of records: of two calls in one record, one is left out.
func TestWithoutSomeTools(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{}} , {"type":"tool_use","id":"t2","name":"Bash","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","toolUseResult":{"file":{}},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"text"}]}}`,
		`{"type":"user","uuid":"r2","parentUuid":"r1","sessionId":"s","toolUseResult":{"stdout":"x"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"x"}]}}`,
		`{"type":"file-history-snapshot","messageId":"r1","snapshot":{"messageId":"r1"}}`,
		`{"type":"last-prompt","lastPrompt":"go","leafUuid":"r2","sessionId":"s"}`,
	)
	store, _ := viewtest.Load(files, 1<<20)
	s := store.Session(0)
	for _, c := range []struct {
		options export.TranscriptOptions
		want    string
	}{
		{export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Read"}}},
			`{"type":"unspool-export","version":1,"leftOut":{"calls":1,"records":1},"options":{"withoutTools":["Read"]}}
{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Bash","input":{}}]}}
{"type":"user","uuid":"r2","parentUuid":"a1","sessionId":"s","toolUseResult":{"stdout":"x"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"x"}]}}
{"type":"file-history-snapshot","messageId":"a1","snapshot":{"messageId":"a1"}}
{"type":"last-prompt","lastPrompt":"go","leafUuid":"r2","sessionId":"s"}
`},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true}},
			`{"type":"unspool-export","version":1,"leftOut":{"calls":2,"records":3},"options":{"withoutTools":["all"]}}
{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"file-history-snapshot","messageId":"u1","snapshot":{"messageId":"u1"}}
{"type":"last-prompt","lastPrompt":"go","leafUuid":"u1","sessionId":"s"}
`},
		{export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Bash"}}, ResultsOnly: true},
			`{"type":"unspool-export","version":1,"leftOut":{"results":1},"options":{"withoutTools":["Bash"],"resultsOnly":true}}` + "\n" +
				strings.Replace(strings.Replace(string(files[0].Data), `{"stdout":"x"}`, `"[removed]"`, 1), `"content":"x"`, `"content":"[removed]"`, 1)},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true, KeepTurns: 1}}, string(files[0].Data)},
	} {
		out, _ := written(t, files, s, c.options)
		if diff := cmp.Diff(c.want, string(out[0].Data)); diff != "" {
			t.Errorf("%+v: %s", c.options, diff)
		}
	}
}

// TestWithoutResultsOfAnyForm checks that no text of a result stays, whichever program wrote the transcript.
func TestWithoutResultsOfAnyForm(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","session_id":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","session_id":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`,
		`{"type":"progress","uuid":"p1","parentUuid":"a1","session_id":"s","parentToolUseID":"t1","data":{"type":"bash_progress","output":"SECRET","fullOutput":"SECRET"}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"SECRET"}]},"tool_use_result":{"stdout":"SECRET"}}`,
	)
	out, report := written(t, files, first(files), export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true})
	if bytes.Contains(out[0].Data, []byte("SECRET")) || report.LeftOut.Results != 1 {
		t.Errorf("%d results are left out of %s", report.LeftOut.Results, out[0].Data)
	}
}

// TestWithoutResultsOfIDs checks that ids stay of a result whose text is left out if they link it, and texts in their
// members do not.
func TestWithoutResultsOfIDs(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"tool_use","id":"t1","name":"mcp__x__y","input":{}},{"type":"tool_use","id":"t2","name":"Bash","input":{}},`+
			`{"type":"tool_use","id":"t3","name":"KillShell","input":{}},{"type":"tool_use","id":"t4","name":"Task","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","toolUseResult":{"agentId":"the SECRET is 1","taskId":"SECRET","runId":"SECRET",`+
			`"transcriptDir":"/SECRET/SECRET","isAsync":true},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"SECRET"}]}}`,
		`{"type":"user","uuid":"r2","parentUuid":"r1","sessionId":"s","toolUseResult":{"stdout":"SECRET","backgroundTaskId":"b1","agentId":"the SECRET is 1",`+
			`"shell_id":"a SECRET","task_id":"SECRET","transcriptDir":"/SECRET/a SECRET","totalDurationMs":"SECRET"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"SECRET"}]}}`,
		`{"type":"user","uuid":"r3","parentUuid":"r2","sessionId":"s","toolUseResult":{"message":"SECRET","shell_id":"b1"},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"SECRET"}]}}`,
		`{"type":"user","uuid":"r4","parentUuid":"r3","sessionId":"s","toolUseResult":{"content":"SECRET","agentId":"ag1","totalDurationMs":12},`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t4","content":"SECRET"}]}}`,
	)
	out, report := written(t, files, first(files), export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true})
	if bytes.Contains(out[0].Data, []byte("SECRET")) || report.LeftOut.Results != 4 {
		t.Errorf("%d results are left out of %s", report.LeftOut.Results, out[0].Data)
	}
	for _, want := range []string{`"[removed]"`, `{"backgroundTaskId":"b1"}`, `{"shell_id":"b1"}`, `{"agentId":"ag1","totalDurationMs":12}`} {
		if !bytes.Contains(out[0].Data, []byte(`"toolUseResult":`+want)) {
			t.Errorf("%s is missing in %s", want, out[0].Data)
		}
	}
}
