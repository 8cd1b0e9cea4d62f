package usage_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view/protocol"
)

// TestContents checks for all sessions that the parts of the context add up to its recorded size, in
// the columns as well as in the list, and that each address is that of a row.
func TestContents(t *testing.T) {
	lists := 0
	for name, files := range testutil.FileSets(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			name := name + ", " + s.ID
			series := v.Usage.Context(s.Place)
			n := len(series.Message)
			for i, message := range series.Message {
				sum := 0.0
				for part := range series.Sources {
					sum += series.Parts[part*n+i]
				}
				if sum != 0 && math.Abs(sum-series.Context[i]) > 1 {
					t.Errorf("%s, response %d: the parts are %v of %v tokens", name, i, sum, series.Context[i])
				}
				if i%10 > 0 && i < n-1 {
					continue
				}
				contents, err := v.Usage.Contents(s.Place, int(message))
				if err != nil {
					t.Fatal(err)
				}
				ok := contents != nil
				if ok != (sum > 0) {
					t.Errorf("%s, response %d: contents %t, but the parts are %v tokens", name, i, ok, sum)
				}
				if ok {
					lists++
					checkContents(t, name, *contents)
					for _, group := range contents.Groups {
						for _, piece := range group.Largest {
							if _, found := v.Find(s.Place, piece.Key); !found {
								t.Errorf("%s, response %d: %s is the address of no row", name, i, piece.Key)
							}
						}
					}
				}
			}
		}
	}
	if lists == 0 {
		t.Error("no response has contents")
	}
}

func checkContents(t *testing.T, name string, contents protocol.ContextContents) {
	t.Helper()
	sum := contents.System
	for _, group := range contents.Groups {
		sum += group.Tokens
		largest := 0.0
		for _, piece := range group.Largest {
			largest += piece.Tokens
		}
		if largest > group.Tokens+1e-6 || len(group.Largest) != min(group.Pieces, 3) {
			t.Errorf("%s: the largest pieces are %v of %+v", name, largest, group)
		}
	}
	if len(contents.Groups) < 200 && math.Abs(sum-contents.Size) > 1 {
		t.Errorf("%s: %v tokens of %v", name, sum, contents.Size)
	}
}

// TestContentsNames checks the names of the parts, and that files are named relative to the project.
func TestContentsNames(t *testing.T) {
	files := viewtest.Session(
		`{"type":"user","uuid":"u1","cwd":"/home/ann/app","message":{"role":"user","content":"Read both"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[`+
			`{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/home/ann/app/src/a.go"}},`+
			`{"type":"tool_use","id":"t2","name":"mcp__db__query","input":{"sql":"select"}},`+
			`{"type":"tool_use","id":"t3","name":"Read","input":{"file_path":"/home/ann/app/src/a.go"}}],`+
			`"usage":{"input_tokens":1000,"output_tokens":50}}}`,
		`{"type":"user","uuid":"r1","parentUuid":"a1","message":{"role":"user","content":[`+
			`{"type":"tool_result","tool_use_id":"t1","content":"package a, package a, package a"},`+
			`{"type":"tool_result","tool_use_id":"t2","content":"42"},`+
			`{"type":"tool_result","tool_use_id":"t3","content":"package a"}]}}`,
		`{"type":"assistant","uuid":"a2","parentUuid":"r1","message":{"id":"m2","role":"assistant","content":[`+
			`{"type":"text","text":"Done."}],"usage":{"input_tokens":1070,"output_tokens":3}}}`)
	_, v := viewtest.Load(files, 1<<20)
	contents, err := v.Usage.Contents(0, 1)
	if err != nil || contents == nil || contents.Read != 1 {
		t.Fatalf("%+v, error %v", contents, err)
	}
	want := map[string]int{"files src/a.go": 4, "mcp db": 2, "prompts ": 1}
	for _, group := range contents.Groups {
		name := string(group.Source) + " " + group.Detail
		if want[name] != group.Pieces {
			t.Errorf("%s has %d pieces, want %d", name, group.Pieces, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if got := contents.Groups[0]; got.Detail != "src/a.go" {
		t.Errorf("the largest part is %+v", got)
	}
	if contents, err := v.Usage.Contents(0, 7); err != nil || contents != nil {
		t.Errorf("a response that does not exist has the contents %+v, error %v", contents, err)
	}
}

// TestContentsAfterFailedRead checks that a path that could not be read is an error, and is read by the
// next request.
func TestContentsAfterFailedRead(t *testing.T) {
	data := []byte(`{"type":"assistant","uuid":"a1","message":{"id":"m1","role":"assistant","content":[` +
		`{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/a.go"}}],"usage":{"input_tokens":10,"output_tokens":50}}}
{"type":"user","uuid":"r1","parentUuid":"a1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"package a"}]}}
{"type":"assistant","uuid":"a2","parentUuid":"r1","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":90,"output_tokens":3}}}
`)
	v, _ := viewtest.Failing(data, 1)
	if _, err := v.Usage.Contents(0, 1); !errors.Is(err, viewtest.ErrGone) {
		t.Errorf("error %v, want that of the read", err)
	}
	contents, err := v.Usage.Contents(0, 1)
	if err != nil || !slices.ContainsFunc(contents.Groups, func(g protocol.ContextGroup) bool { return g.Detail == "/a.go" }) {
		t.Errorf("%+v, error %v; want the file /a.go", contents, err)
	}
}
