package export_test

import (
	"path"
	"slices"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/filter"
)

// TestOutputs checks that outputs in files of their own stay with the results that name them.
func TestOutputs(t *testing.T) {
	const id = "5b1e0c52-0f5e-4c5c-9a39-0d7b1b1f0a01"
	lines := viewtest.Session(
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"`+id+`","message":{"role":"user","content":"one"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"`+id+`","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"`+id+`","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"<persisted-output>\nOutput too large. Full output saved to: /x/tool-results/one.txt"}]}}`,
		`{"type":"user","uuid":"u2","parentUuid":"r1","sessionId":"`+id+`","message":{"role":"user","content":"two"}}`,
		`{"type":"assistant","uuid":"a2","parentUuid":"u2","sessionId":"`+id+`","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Grep","input":{}}]}}`,
		`{"type":"user","uuid":"r2","parentUuid":"a2","sessionId":"`+id+`","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"<persisted-output>\nOutput too large. Full output saved to: /x/tool-results/two.txt"}]}}`,
	)
	const folder = "projects/-p/" + id
	files := []testutil.File{
		{Name: folder + ".jsonl", Data: lines[0].Data},
		{Name: folder + "/tool-results/one.txt", Data: []byte("1")},
		{Name: folder + "/tool-results/two.txt", Data: []byte("2")},
		{Name: folder + "/session-memory/summary.md", Data: []byte("one, two")},
	}
	names := func(tools ...string) export.ToolSelection { return export.ToolSelection{Names: tools} }
	for _, c := range []struct {
		options export.TranscriptOptions
		want    []string
	}{
		{export.TranscriptOptions{}, []string{"one.txt", "two.txt", "summary.md"}},
		{export.TranscriptOptions{Thinking: true}, []string{"one.txt", "two.txt", "summary.md"}},
		{export.TranscriptOptions{Selection: export.Selection{Prompts: filter.Range{First: 2, Last: 2}}}, []string{"two.txt"}},
		{export.TranscriptOptions{Compress: 1}, []string{"two.txt"}},
		{export.TranscriptOptions{Tools: names("Bash")}, []string{"two.txt", "summary.md"}},
		{export.TranscriptOptions{Tools: names("Grep"), ResultsOnly: true}, []string{"one.txt", "summary.md"}},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true}}, []string{"summary.md"}},
		{export.TranscriptOptions{Tools: export.ToolSelection{All: true, KeepTurns: 1}}, []string{"two.txt", "summary.md"}},
	} {
		out, _ := written(t, files, first(files), c.options)
		var got []string
		for _, f := range out[1:] {
			got = append(got, path.Base(f.Name))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: files %q, want %q", c.options, got, c.want)
		}
	}
}

// TestNamedOutputs checks which outputs a result names, also in a record with another result that is left out.
func TestNamedOutputs(t *testing.T) {
	const id = "5b1e0c52-0f5e-4c5c-9a39-0d7b1b1f0a02"
	const dropped = `{"type":"tool_result","tool_use_id":"t1","content":"saved to: /x/tool-results/1.txt"}`
	folder := "projects/-p/" + id
	for _, c := range []struct {
		name, results string
		want          []string
	}{
		{"with the end of another name", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/a1.txt"}`, []string{"a1.txt"}},
		{"with the start of another name", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/1.txt.old"}`, nil},
		{"of another folder", `{"type":"tool_result","tool_use_id":"t2","content":"ls\n/x/1.txt tool-results"}`, nil},
		{"before more text", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/a1.txt.\n\nPreview"}`, []string{"a1.txt"}},
		{"of Windows", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: C:\\x\\tool-results\\a1.txt\n\nPreview"}`, []string{"a1.txt"}},
		{"with spaces", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/b 2.txt"}`, []string{"b 2.txt"}},
		{"after a result that is left out", dropped + `,{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/a1.txt"}`, []string{"a1.txt"}},
		{"before a result that is left out", `{"type":"tool_result","tool_use_id":"t2","content":"saved to: /x/tool-results/a1.txt"},` + dropped, []string{"a1.txt"}},
		{"only in a result that is left out", dropped, nil},
	} {
		files := viewtest.Session(
			`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"`+id+`","message":{"role":"user","content":"one"}}`,
			`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"`+id+`","message":{"id":"m1","role":"assistant","content":[`+
				`{"type":"tool_use","id":"t1","name":"Bash","input":{}},{"type":"tool_use","id":"t2","name":"Grep","input":{}}]}}`,
			`{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"`+id+`","message":{"role":"user","content":[`+c.results+`]}}`,
		)
		files[0].Name = folder + ".jsonl"
		for _, name := range []string{"1.txt", "a1.txt", "b 2.txt"} {
			files = append(files, testutil.File{Name: folder + "/tool-results/" + name, Data: []byte("1")})
		}
		for _, resultsOnly := range []bool{false, true} {
			out, _ := written(t, files, first(files),
				export.TranscriptOptions{Tools: export.ToolSelection{Names: []string{"Bash"}}, ResultsOnly: resultsOnly})
			var got []string
			for _, f := range out[1:] {
				got = append(got, path.Base(f.Name))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: files %q, want %q", c.name, got, c.want)
			}
		}
	}
}
