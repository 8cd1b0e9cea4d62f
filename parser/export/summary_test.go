package export_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/export"
	"unspool/parser/jsonl"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// summaryIn returns the text of the first summary of a compaction in a transcript, or "".
func summaryIn(data []byte) string {
	for line := range strings.Lines(string(data)) {
		var found struct {
			IsCompactSummary bool
			Message          struct{ Content string }
		}
		if json.Unmarshal([]byte(line), &found) == nil && found.IsCompactSummary {
			return found.Message.Content
		}
	}
	return ""
}

// TestCompressSelection checks that a summary has the selected prompts only, that the last ones of these stay, and
// that it has no calls that are left out.
func TestCompressSelection(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^## Prompt \d+$`)
	checked := 0
	sessions(t, func(name string, files []testutil.File, s *parser.Session) {
		c := s.Main
		last := promptsOf(c)
		if last < 4 || c.File.Branches > 0 || c.File.Duplicates > 0 || c.File.Types()[parser.ExportLabel] > 0 {
			return
		}
		checked++
		var want []string
		kept := 0
		for i := range c.Turns {
			if turn := &c.Turns[i]; turn.Prompt == int32(last-1) {
				kept++
			} else if turn.Prompt > 1 && turn.Prompt < int32(last-1) && !turn.Event {
				want = append(want, fmt.Sprintf("## Prompt %d", turn.Prompt))
			}
		}
		prompts := export.Selection{Prompts: filter.Range{First: 2, Last: last - 1}}
		out, report := written(t, files, s, export.TranscriptOptions{Selection: prompts, Compress: kept, Tools: export.ToolSelection{All: true}})
		rest, _ := checkRest(t, name, s, out, report)
		text := summaryIn(out[0].Data)
		got := heading.FindAllString(text, -1)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if rest == nil || len(rest.Main.Turns) != kept {
			t.Errorf("%s: %d turns are not left", name, kept)
		}
		for line := range strings.Lines(text) {
			if tool, _, _ := strings.Cut(strings.TrimPrefix(line, "- "), " "); strings.HasPrefix(line, "- ") && slices.Contains(toolsOf(s), tool) {
				t.Errorf("%s: the summary has the call %q", name, line)
			}
		}
	})
	if checked == 0 {
		t.Error("no session has prompts enough")
	}
}

// toolsOf returns the tools that a session called.
func toolsOf(s *parser.Session) (list []string) {
	for ref := range s.ToolCalls() {
		list = append(list, ref.File.Name(ref.Call().Name))
	}
	return list
}

// TestCompressedTurns checks the parts of a turn: a prompt that was typed while Claude worked is in the turn, and a
// heading is not the first paragraph.
func TestCompressedTurns(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"Fix the test"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"2026-05-01T10:00:01.000Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"# Cause\n\n## Time\n\nIt is the clock.\n\nMore."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"date"}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"2026-05-01T10:00:02.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"May"}]}}`,
		`{"type":"attachment","uuid":"q1","parentUuid":"r1","sessionId":"s","timestamp":"2026-05-01T10:00:03.000Z","attachment":{"type":"queued_command","commandMode":"prompt","prompt":"In UTC"}}`,
		`{"type":"assistant","uuid":"a2","parentUuid":"q1","sessionId":"s","timestamp":"2026-05-01T10:00:04.000Z","message":{"id":"m2","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"#1 is done."}]}}`,
		`{"type":"user","uuid":"u2","parentUuid":"a2","sessionId":"s","timestamp":"2026-05-01T10:01:00.000Z","message":{"role":"user","content":"And now?"}}`,
	)
	out, _ := written(t, files, first(files), export.TranscriptOptions{Compress: 1})
	want := "This session is being continued from a previous conversation. In short, without a model:\n\n" +
		"## Prompt 1\n\nFix the test\n\n# Cause\n\n## Time\n\nIt is the clock.\n\n- Bash date\n\n### You\n\nIn UTC\n\n#1 is done.\n\n"
	if diff := cmp.Diff(want, summaryIn(out[0].Data)); diff != "" {
		t.Error(diff)
	}
}

// TestEarlierSummary checks that the summary with which a session begins stays, if turns are compressed, once and
// again, and among the messages.
func TestEarlierSummary(t *testing.T) {
	prompt := func(n int) string {
		return fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s","timestamp":"2026-05-01T10:0%[1]d:00.000Z",`+
			`"message":{"role":"user","content":"question %[1]d"}}`, n)
	}
	files := viewtest.Session(
		`{"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"sessionId":"s","content":"Conversation compacted"}`,
		`{"type":"user","uuid":"b2","parentUuid":"b1","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"EARLIER"}}`,
		prompt(1), prompt(2), prompt(3), prompt(4))
	text, _ := messagesOf(t, files, first(files), export.MessagesOptions{})
	if strings.Count(text, "EARLIER") != 1 {
		t.Errorf("the messages lack the summary: %s", text)
	}
	if text, _ = messagesOf(t, files, first(files), export.MessagesOptions{Selection: export.Selection{Prompts: filter.Range{First: 2, Last: 9}}}); strings.Contains(text, "EARLIER") {
		t.Errorf("the messages from the second prompt on have the summary: %s", text)
	}
	for _, kept := range []int{3, 2, 1} {
		files, _ = written(t, files, first(files), export.TranscriptOptions{Compress: kept})
		text := summaryIn(files[0].Data)
		if strings.Count(text, "This session is being continued") != 1 || strings.Count(text, "EARLIER") != 1 ||
			strings.Count(text, "question") != 4-kept {
			t.Errorf("the summary before the last %d prompts is %q", kept, text)
		}
	}
	if cut, _ := written(t, files, first(files), export.TranscriptOptions{Selection: export.Selection{Prompts: filter.Range{First: 1, Last: 1}}}); !strings.Contains(summaryIn(cut[0].Data), "EARLIER") {
		t.Error("the first prompt lacks the summary before it")
	}
}

// TestLongSummary checks that the record of a summary is never longer than a line can be, however its text is escaped,
// and that what it lacks is counted.
func TestLongSummary(t *testing.T) {
	var lines []string
	prompt := func(text string) {
		lines = append(lines, fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z",`+
			`"message":{"role":"user","content":"%s"}}`, len(lines), text))
	}
	for i := range 30 {
		prompt(fmt.Sprintf("first of %d. ", i) + strings.Repeat("<", 200<<10))
	}
	prompt("first of 30. " + strings.Repeat("<", 300<<10))
	prompt("the last one")
	files := viewtest.Session(lines...)
	out, report := written(t, files, first(files), export.TranscriptOptions{Compress: 1})
	text := summaryIn(out[0].Data)
	kept := strings.Count(text, "first of ")
	if got := report.LeftOut.Summary; got != 31-kept+1 || kept < 15 || kept > 25 || !strings.Contains(text, "first of 30. ") {
		t.Errorf("%d turns are cut; the summary has %d, with %d bytes", got, kept, len(text))
	}
	checkHead(t, "long", out, report)
	for line := range strings.Lines(string(out[0].Data)) {
		if len(line) > jsonl.MaxLine {
			t.Errorf("a line has %d bytes", len(line))
		}
	}
}
