package export_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/record"
	"unspool/parser/schema"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// combinations returns options of transcripts, alone and together.
func combinations() []export.TranscriptOptions {
	var all []export.TranscriptOptions
	for i := range 1 << 6 {
		o := export.TranscriptOptions{}
		o.WithoutBranches = i&1 != 0
		o.Thinking = i&2 != 0
		o.Tools.All = i&4 != 0
		o.ResultsOnly = i&12 == 12
		if i&8 != 0 {
			o.Tools.KeepTurns = 1
		}
		if i&16 != 0 {
			o.Prompts = filter.Range{First: 2, Last: 3}
		}
		if i&32 != 0 {
			o.ID = newID
		}
		all = append(all, o)
	}
	noBranches := export.Selection{WithoutBranches: true}
	second := func(last int) export.Selection { return export.Selection{Prompts: filter.Range{First: 2, Last: last}} }
	return append(all, export.TranscriptOptions{Selection: second(2)}, export.TranscriptOptions{Selection: second(99)},
		export.TranscriptOptions{Selection: second(3), Compress: 1}, export.TranscriptOptions{Selection: second(3), Compress: 1, ID: newID},
		export.TranscriptOptions{Compress: 1}, export.TranscriptOptions{Compress: 2, Selection: noBranches},
		export.TranscriptOptions{Tools: export.ToolSelection{All: true}, ResultsOnly: true}, export.TranscriptOptions{Compress: 2},
		export.TranscriptOptions{Compress: 1, Selection: noBranches, Tools: export.ToolSelection{All: true, KeepTurns: 1}},
		export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Bash", "Task"}}, MainOnly: true})
}

// A parsedLine is a record, as far as the tests read it.
type parsedLine struct {
	Type        string
	UUID        string
	ParentUUID  string
	SessionID   string
	AgentID     string
	IsSidechain bool
	Version     any // a number in the head, a text elsewhere
	LeftOut     *export.LeftOut
}

// parseLine parses a record. Of one that is not valid JSON, as it was in the session, it returns what the
// parser reads.
func parseLine(line []byte) (parsed parsedLine, err error) {
	if err = json.Unmarshal(line, &parsed); err != nil {
		var p record.Parser
		if r := p.Parse(bytes.TrimSpace(line)); r != nil {
			return parsedLine{Type: string(r.Type), UUID: string(r.UUID), ParentUUID: string(r.Parent), SessionID: string(r.Session)}, nil
		}
	}
	return parsed, err
}

func parseLines(t *testing.T, data []byte) (list []parsedLine) {
	t.Helper()
	for line := range bytes.Lines(data) {
		parsed, err := parseLine(line)
		if err != nil && !strings.Contains(err.Error(), "cannot unmarshal") {
			t.Fatalf("%v: %.200s", err, line)
		}
		list = append(list, parsed)
	}
	return list
}

// checkHead checks that the first record counts what was left out, and nothing else does, and returns the
// main file without it.
func checkHead(t *testing.T, name string, out []testutil.File, report export.Report) []byte {
	t.Helper()
	lines := parseLines(t, out[0].Data)
	for i, line := range lines {
		if isHead := line.Type == parser.ExportLabel; isHead != (i == 0 && report.LeftOut != export.LeftOut{}) {
			t.Errorf("%s: record %d is %+v, with %+v left out", name, i, line, report.LeftOut)
		} else if isHead && *line.LeftOut != report.LeftOut {
			t.Errorf("%s: the head has %+v, reported %+v", name, *line.LeftOut, report.LeftOut)
		}
	}
	if len(lines) == 0 || lines[0].Type != parser.ExportLabel {
		return out[0].Data
	}
	return out[0].Data[bytes.IndexByte(out[0].Data, '\n')+1:]
}

// checkParents checks that the parents of all records are above them in the output, if they were among the
// files before.
func checkParents(t *testing.T, name string, s *parser.Session, out []testutil.File) {
	t.Helper()
	written := map[string]bool{}
	for _, f := range out {
		for _, line := range parseRecords(f) {
			written[line.UUID] = true
		}
	}
	for _, f := range out {
		for _, line := range parseRecords(f) {
			if line.ParentUUID == "" || written[line.ParentUUID] {
				continue
			}
			for _, original := range s.Files {
				if _, ok := original.Lookup(line.ParentUUID); ok {
					t.Errorf("%s: the parent %s of %s is missing", name, line.ParentUUID, line.UUID)
					break
				}
			}
		}
	}
}

// parseRecords returns the records of a transcript; of another file, there are none.
func parseRecords(f testutil.File) (list []parsedLine) {
	if !strings.HasSuffix(f.Name, ".jsonl") {
		return nil
	}
	for line := range bytes.Lines(f.Data) {
		parsed, _ := parseLine(line) // odd records are as they were
		list = append(list, parsed)
	}
	return list
}

// TestCombinations checks the transcripts of all sessions with a sample of all options together.
func TestCombinations(t *testing.T) {
	options := combinations()
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		hash := fnv.New32()
		hash.Write([]byte(name))
		for i := range testutil.Iterations(t, len(options), 15) { // other ones for each session
			o := options[(int(hash.Sum32()>>8)+i)%len(options)]
			if o.Prompts.First > promptsOf(s.Main) {
				continue
			}
			name := fmt.Sprintf("%s %+v", name, o)
			out, report := written(t, files, s, o)
			checkRest(t, name, s, out, report)
			checkParents(t, name, s, out)
			checkHead(t, name, out, report)
		}
	})
}

// TestHead checks that the head changes no figure, and that a transcript that is exported again has one head,
// which counts what both exports left out.
func TestHead(t *testing.T) {
	heads := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		out, report := written(t, files, s, export.TranscriptOptions{Thinking: true})
		bare := checkHead(t, name, out, report)
		with, exported := summaryOf(out)
		if exported == nil || len(bare) == len(out[0].Data) {
			return
		}
		heads++
		without, _ := summaryOf(append([]testutil.File{{Name: out[0].Name, Data: bare}}, out[1:]...))
		headBytes := float64(len(out[0].Data) - len(bare) - 1)
		if got := with.Ledger.Hidden["metadata"] - without.Ledger.Hidden["metadata"]; got != headBytes {
			t.Errorf("%s: the ledger has %.0f bytes of metadata more, want %.0f", name, got, headBytes)
		}
		if with.Records != without.Records+1 || with.Damaged != without.Damaged {
			t.Errorf("%s: %d records with a head, %d without", name, with.Records, without.Records)
		}
		if diff := cmp.Diff(figures(without), figures(with)); diff != "" {
			t.Errorf("%s: the head changes figures: %s", name, diff)
		}
		if schema.Unknown(exported.Files)[parser.ExportLabel] > 0 {
			t.Errorf("%s: the type of the head is unknown", name)
		}
		checkAgain(t, name, out, report)
	})
	if heads == 0 {
		t.Error("no transcript has a head")
	}
}

// checkAgain exports a transcript again.
func checkAgain(t *testing.T, name string, first []testutil.File, before export.Report) {
	t.Helper()
	store, _ := viewtest.Load(first, 1<<20)
	if store.Session(1) != nil {
		return
	}
	again, _ := written(t, first, store.Session(0), export.TranscriptOptions{})
	if !bytes.Equal(again[0].Data, first[0].Data) {
		t.Errorf("%s: a copy of the export differs: %s", name, cmp.Diff(string(first[0].Data), string(again[0].Data)))
	}
	fewer, after := written(t, first, store.Session(0), export.TranscriptOptions{Tools: export.ToolSelection{All: true}})
	lines := parseLines(t, fewer[0].Data)
	for i, line := range lines {
		if (line.Type == parser.ExportLabel) != (i == 0) {
			t.Errorf("%s: record %d of the second export has the type %s", name, i, line.Type)
		}
	}
	if got := lines[0].LeftOut; got != nil && (got.Thinking != before.LeftOut.Thinking || got.Calls != after.LeftOut.Calls ||
		got.Records != before.LeftOut.Records+after.LeftOut.Records) {
		t.Errorf("%s: the head of the second export has %+v, want the sum of %+v and %+v", name, *got, before.LeftOut, after.LeftOut)
	}
}

// TestHeadInList checks that the list of rows does not have the head.
func TestHeadInList(t *testing.T) {
	out, _ := written(t, viewtest.Dialogue, first(viewtest.Dialogue), export.TranscriptOptions{Tools: export.ToolSelection{All: true}})
	bare := bytes.Clone(out[0].Data[bytes.IndexByte(out[0].Data, '\n')+1:])
	kinds := func(data []byte) (list []string) {
		_, v := viewtest.Load([]testutil.File{{Name: out[0].Name, Data: data}}, 1<<20)
		for _, row := range viewtest.PageAt(v, 0, 0, 1000).Rows {
			list = append(list, row.Kind)
		}
		return list
	}
	want := kinds(bare)
	if diff := cmp.Diff(want, kinds(out[0].Data)); diff != "" || len(want) < 3 {
		t.Error(diff)
	}
}

func first(files []testutil.File) *parser.Session {
	store, _ := viewtest.Load(files, 1<<20)
	return store.Session(0)
}

// TestWithoutBranches checks that no abandoned branch is left, and all else is.
func TestWithoutBranches(t *testing.T) {
	branches := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		o := export.TranscriptOptions{Selection: export.Selection{WithoutBranches: true}}
		out, report := written(t, files, s, o)
		checkParents(t, name, s, out)
		if branches += s.Main.File.Branches; report.LeftOut.Branches != s.Main.File.Branches {
			t.Errorf("%s: %d branches are left out of %d", name, report.LeftOut.Branches, s.Main.File.Branches)
		}
		rest := first(out)
		if rest == nil {
			t.Errorf("%s: no session is left", name)
			return
		}
		if f := rest.Main.File; f.Branches > 0 || f.Broken && !s.Main.File.Broken {
			t.Errorf("%s: %d branches are left; broken: %t", name, f.Branches, f.Broken)
		}
		if got, want := turnsOf(rest.Main), turnsOf(s.Main); got != want {
			t.Errorf("%s: %d turns, want %d", name, got, want)
		}
		if got, want := rest.Title(), s.Title(); got != want && s.Main.File.Branches == 0 {
			t.Errorf("%s: the title is %q, want %q", name, got, want)
		}
	})
	if branches == 0 {
		t.Error("no session has branches")
	}
}

// turnsOf counts the turns of a conversation that are not in branches.
func turnsOf(c *parser.Conversation) (n int) {
	for i := range c.Turns {
		if c.Turns[i].Branch == 0 {
			n++
		}
	}
	return n
}

// TestAgent checks that the conversation of an agent becomes the main one of another session.
func TestAgent(t *testing.T) {
	agents := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		for _, a := range s.Agents {
			if a.Conv == nil || strings.Count(agentIDs(s), "|"+a.ID+"|") > 1 {
				continue
			}
			agents++
			name := name + " agent " + a.ID
			out, report := written(t, files, s, export.TranscriptOptions{Selection: export.Selection{Agent: a.ID}})
			checkHead(t, name, out, report)
			checkParents(t, name, s, out)
			checkAgent(t, name, s, a, out)
			out, report = written(t, files, s, export.TranscriptOptions{
				Selection: export.Selection{Agent: a.ID, Prompts: filter.Range{First: 1, Last: 1}},
				Tools:     export.ToolSelection{All: true},
				Thinking:  true,
			})
			checkHead(t, name, out, report)
			checkParents(t, name, s, out)
			if got, _ := summaryOf(out); got.ToolCalls+got.ToolResults > 0 {
				t.Errorf("%s: %d calls and %d results are left", name, got.ToolCalls, got.ToolResults)
			}
		}
	})
	if agents == 0 {
		t.Error("there are no agents")
	}
}

func agentIDs(s *parser.Session) string {
	ids := "|"
	for _, a := range s.Agents {
		ids += "|" + a.ID + "|"
	}
	return ids
}

func checkAgent(t *testing.T, name string, s *parser.Session, a *parser.Agent, out []testutil.File) {
	t.Helper()
	id := strings.TrimSuffix(out[0].Name[strings.LastIndex(out[0].Name, "/")+1:], ".jsonl")
	for i, line := range parseRecords(out[0]) {
		if line.SessionID == s.ID || line.IsSidechain || line.AgentID != "" {
			t.Errorf("%s: record %d is %+v", name, i, line)
		}
	}
	got, rest := summaryOf(out)
	if rest == nil {
		t.Errorf("%s: no session is left", name)
		return
	}
	checkLedger(t, name, got)
	if got.Damaged > 0 || rest.Main.File.Broken {
		t.Errorf("%s: %d damaged ranges, broken: %t", name, got.Damaged, rest.Main.File.Broken)
	}
	if strings.Contains(agentIDs(rest), "|"+a.ID+"|") {
		t.Errorf("%s: it is an agent of its own session", name)
	}
	if rest.Main.Agent != "" || rest.ID != id {
		t.Errorf("%s: the main conversation is that of agent %q in session %s, want %s", name, rest.Main.Agent, rest.ID, id)
	}
	if diff := cmp.Diff(itemKinds(a.Conv), itemKinds(rest.Main)); diff != "" {
		t.Errorf("%s: other items: %s", name, diff)
	}
}

// itemKinds returns the kinds of the items of a conversation that are shown. Without the records that it began
// with, it can restart.
func itemKinds(c *parser.Conversation) (kinds []string) {
	for _, item := range c.Items {
		if item.Kind != parser.ItemInternal && item.Kind != parser.ItemRestart {
			kinds = append(kinds, fmt.Sprint(item.Kind))
		}
	}
	return kinds
}

// TestNothingSelected checks the errors for agents that cannot be exported, and for prompts that are not there.
func TestNothingSelected(t *testing.T) {
	s := first(viewtest.Dialogue)
	open := func(file int) io.ReaderAt { return bytes.NewReader(viewtest.Dialogue[file].Data) }
	create := func(string) (io.WriteCloser, error) { return nil, errors.New("a file is created") }
	for _, c := range []struct {
		selection export.Selection
		err       error
		text      string
	}{
		{export.Selection{Agent: "zzz"}, export.ErrNoAgent, "agent zzz"},
		{export.Selection{Prompts: filter.Range{First: 99, Last: 100}}, export.ErrNoPrompts,
			fmt.Sprintf("the session has %d prompt", promptsOf(s.Main))},
	} {
		_, err := export.Messages(s, open, io.Discard, export.MessagesOptions{Selection: c.selection})
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("messages: %v", err)
		}
		_, err = export.Transcript(s, open, create, export.TranscriptOptions{Selection: c.selection})
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("transcript: %v", err)
		}
	}
}
