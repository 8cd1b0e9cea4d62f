package sidecar_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"unspool/parser/sidecar"
)

func TestParseMeta(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     sidecar.Meta
	}{
		{"all members", `{"agentId":"b","agentType":"Explore","description":"Look","toolUseId":"t","parentAgentId":"p",
			"name":"n","teamName":"m","taskKind":"k","model":"o","color":"blue","worktreePath":"/w",
			"workflowPhase":"Plan","spawnDepth":2,"isFork":true}`,
			sidecar.Meta{Agent: "b", Type: "Explore", Description: "Look", ToolUse: "t", ParentAgent: "p", Name: "n", Team: "m",
				Task: "k", Model: "o", Color: "blue", Worktree: "/w", Phase: "Plan", Depth: 2, Fork: true}},
		{"nothing", ``, sidecar.Meta{Agent: "a"}},
		{"blanks before it", "\n {\"name\":\"n\"}", sidecar.Meta{Agent: "a", Name: "n"}},
		{"no object", `["name"]`, sidecar.Meta{Agent: "a"}},
		{"a text after it", `{"name":"n"} and more`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"other types", `{"agentId":5,"name":null,"color":["blue"],"model":{"a":"b"},"spawnDepth":"2","isFork":"true","taskKind":"k"}`,
			sidecar.Meta{Agent: "a", Task: "k"}},
		{"other numbers", `{"spawnDepth":-1,"name":"n"}`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"two digits", `{"spawnDepth":12,"isFork":false}`, sidecar.Meta{Agent: "a", Depth: 12}},
		{"half of a fraction", `{"spawnDepth":1.5}`, sidecar.Meta{Agent: "a"}},
		{"no literal", `{"isFork":truth,"spawnDepth":1e,"name":"n"}`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"cut in a key", `{"name":"n","mod`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"cut in a string", `{"name":"n","model":"op`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"cut in a literal", `{"name":"n","isFork":tr`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"cut in an object", `{"name":"n","x":{"model":"o"`, sidecar.Meta{Agent: "a", Name: "n"}},
		{"cut after a member", `{"name":"n","model":"o"`, sidecar.Meta{Agent: "a", Name: "n", Model: "o"}},
		{"escapes", `{"description":"a\n\"b\" \ud83d\ude00 \ud83d"}`, sidecar.Meta{Agent: "a", Description: "a\n\"b\" 😀 \uFFFD"}},
		{"a long text", `{"description":"` + strings.Repeat("潮", 200) + `","name":"n"}`,
			sidecar.Meta{Agent: "a", Description: strings.Repeat("潮", sidecar.MaxText/3), Name: "n"}},
		{"a long value", `{"spawnDepth":1` + strings.Repeat("0", 200<<10) + `,"name":"n"}`, sidecar.Meta{Agent: "a", Name: "n"}},
	} {
		if diff := cmp.Diff(&c.want, sidecar.ParseMeta("a", []byte(c.in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestParseTitle(t *testing.T) {
	for in, want := range map[string]string{
		`{"customTitle":"a","title":"b"}`: "a", `{"title":"b"}`: "b", `{"customTitle":5,"title":"b"}`: "b",
		`{"customTitle":""}`: "", `{"customTitle":"a","title":"b`: "a", `{"customTitle":"a`: "", `"a"`: "", ``: "",
	} {
		if got := sidecar.ParseTitle([]byte(in)); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func TestParseCowork(t *testing.T) {
	for in, want := range map[string]sidecar.Cowork{
		`{"sessionId":"l","cliSessionId":"s","title":"t","userSelectedFolders":["/a","/b"]}`: {Session: "s", Title: "t", Folder: "/a"},
		`{"cliSessionId":"s","userSelectedFolders":[7,"","/b"]}`:                             {Session: "s", Folder: "/b"},
		`{"cliSessionId":"s","userSelectedFolders":"/a"}`:                                    {Session: "s"},
		`{"cliSessionId":"s","title":"t","userSelectedFolders":["/a"`:                        {Session: "s", Title: "t"},
		`[]`: {},
	} {
		if diff := cmp.Diff(want, sidecar.ParseCowork([]byte(in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
}

func TestParseHistoryLine(t *testing.T) {
	pasted := `{"1":{"content":"` + strings.Repeat("x", 1<<20) + `"}}`
	for in, want := range map[string]sidecar.TypedPrompt{
		`{"display":"hello","pastedContents":{},"timestamp":1,"sessionId":"s"}`: {Session: "s", Text: "hello"},
		`{"display":"hello","pastedContents":` + pasted + `,"sessionId":"s"}`:   {Session: "s", Text: "hello"},
		`{"display":"` + strings.Repeat("x", 1<<20) + `","sessionId":"s"}`:      {Session: "s", Text: strings.Repeat("x", sidecar.MaxText)},
		`{"display":"hello","sessionId":"s","project":"/`:                       {Session: "s", Text: "hello"},
		`{"display":7,"sessionId":"s"}`:                                         {}, `{"display":"hello"}`: {}, `no JSON`: {}, ``: {},
	} {
		got, ok := sidecar.ParseHistoryLine([]byte(in))
		if ok != (want.Text != "") || ok && got != want {
			t.Errorf("%.80s: %.80v, %v", in, got, ok)
		}
	}
}

func journal(lines ...string) *sidecar.Run {
	r := new(sidecar.Run)
	for _, line := range lines {
		r.ReadJournalLine([]byte(line))
	}
	return r
}

func snapshot(text string) *sidecar.Run {
	r := new(sidecar.Run)
	r.ReadSnapshot([]byte(text))
	return r
}

func TestRun(t *testing.T) {
	large := `{"x":"` + strings.Repeat("x", 1<<20) + `"}`
	for _, c := range []struct {
		name string
		got  *sidecar.Run
		want sidecar.Run
	}{
		{"a task from its start to its end", journal(
			`{"type":"launched","workflowName":"w"}`,
			`{"type":"started","key":"k","agentId":"a","label":"A","phase":"P"}`,
			`{"type":"result","key":"k","agentId":"a","result":`+large+`}`),
			sidecar.Run{Name: "w", Tasks: []sidecar.RunTask{{Agent: "a", Label: "A", Phase: "P", State: sidecar.TaskDone}}}},
		{"another try with the same key", journal(
			`{"type":"started","key":"k","agentId":"a"}`,
			`{"type":"started","key":"k","agentId":"b"}`,
			`{"type":"result","key":"k","result":null}`),
			sidecar.Run{Tasks: []sidecar.RunTask{{Agent: "a", State: sidecar.TaskOpen}, {Agent: "b", State: sidecar.TaskDone}}}},
		{"failures", journal(
			`{"type":"failed","agentId":"a","error":"no"}`,
			`{"type":"result","agentId":"b","error":`+large+`}`,
			`{"type":"result","agentId":"c","error":null}`),
			sidecar.Run{Tasks: []sidecar.RunTask{{Agent: "a", State: sidecar.TaskFailed}, {Agent: "b", State: sidecar.TaskFailed},
				{Agent: "c", State: sidecar.TaskDone}}}},
		{"an end without a start or an agent", journal(
			`{"type":"result","key":"k","result":1}`, `{"type":"started","key":"k"}`, `{"type":"started"}`, `{"type":"result"}`, `7`, `{"type":`),
			sidecar.Run{}},
		{"a snapshot", snapshot(`{"workflowName":"w","status":"completed","summary":"s","agentCount":9,"script":"x","result":` + large + `,
			"phases":[{"title":"P"},{"title":7},"Q"],
			"workflowProgress":[{"type":"workflow_phase","title":"R"},
				{"agentId":"a","label":"A","phaseTitle":"R","state":"done"},{"agentId":"b","state":"error"},{"agentId":"c","state":"running"}],
			"agents":[{"agentId":"a","status":"failed"},{"agentId":"d","phase":"P","status":"completed"}]}`),
			sidecar.Run{Name: "w", Status: "completed", Summary: "s", Phases: []string{"P", "R"}, Tasks: []sidecar.RunTask{
				{Agent: "a", Label: "A", Phase: "R", State: sidecar.TaskFailed}, {Agent: "b", State: sidecar.TaskFailed},
				{Agent: "c", State: sidecar.TaskOpen}, {Agent: "d", Phase: "P", State: sidecar.TaskDone}}}},
		{"a cut snapshot", snapshot(`{"workflowName":"w","phases":[{"title":"P"}],"result":{"a":"`),
			sidecar.Run{Name: "w", Phases: []string{"P"}}},
		{"other types", snapshot(`{"workflowName":7,"status":[],"phases":{"title":"P"},"agents":[[],7,{"agentId":{}}]}`), sidecar.Run{}},
	} {
		if diff := cmp.Diff(&c.want, c.got, cmpopts.IgnoreUnexported(sidecar.Run{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// FuzzParse reads any bytes as each kind of file. No text may be longer than the limit, and tasks
// are those of different agents.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"agentId":"b","spawnDepth":2,"isFork":true,"customTitle":"t"}`,
		`{"cliSessionId":"s","title":"t","userSelectedFolders":["/a","/b"]}`,
		`{"type":"started","key":"k","agentId":"a","label":"A","phase":"P"}`,
		`{"phases":[{"title":"P"}],"workflowProgress":[{"agentId":"a","state":"done"}]}`,
	} {
		f.Add(s)
		f.Add(s[:len(s)*2/3])
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, c := sidecar.ParseMeta("a", []byte(s)), sidecar.ParseCowork([]byte(s))
		p, _ := sidecar.ParseHistoryLine([]byte(s))
		r := snapshot(s)
		r.ReadJournalLine([]byte(s))
		r.ReadJournalLine([]byte(s))
		texts := append([]string{m.Agent, m.Description, c.Title, c.Folder, p.Session, p.Text, sidecar.ParseTitle([]byte(s)), r.Name}, r.Phases...)
		agents := map[string]bool{}
		for _, task := range r.Tasks {
			if task.Agent == "" || agents[task.Agent] || task.State == sidecar.TaskUnknown {
				t.Errorf("task %+v", task)
			}
			agents[task.Agent] = true
			texts = append(texts, task.Agent, task.Label, task.Phase)
		}
		for _, text := range texts {
			if len(text) > sidecar.MaxText {
				t.Errorf("a text of %d bytes", len(text))
			}
		}
		if m.Depth < 0 {
			t.Errorf("depth %d", m.Depth)
		}
	})
}
