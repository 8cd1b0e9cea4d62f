package tokens_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/view/tokens"
)

// TestStepsAddUp checks that at each response of all sessions, what is left of the context and what
// came in add up to the recorded size, and that no piece is negative.
func TestStepsAddUp(t *testing.T) {
	steps := 0
	for name, files := range testutil.FileSets(t) {
		for _, file := range files {
			f := parsertest.Read(file.Name, file.Data, 1<<20)
			for _, c := range f.Conversations {
				var thinking, others, unexplained float64
				for step := range tokens.Steps(c) {
					steps++
					if step.Restarts {
						thinking, others, unexplained = 0, 0, 0
					}
					thinking, others, unexplained = thinking*step.LeftThinking, others*step.LeftOthers, unexplained+step.Unexplained
					for _, p := range step.Pieces {
						if p.Tokens < 0 || math.IsNaN(p.Tokens) {
							t.Errorf("%s, %s, message %d: a piece of %v tokens", name, file.Name, step.Message, p.Tokens)
						}
						if p.Part == tokens.Thinking {
							thinking += p.Tokens
						} else {
							others += p.Tokens
						}
					}
					if sum := thinking + others + unexplained; math.Abs(sum-step.Size) > 1e-6*step.Size {
						t.Errorf("%s, %s, message %d: %v tokens of %v", name, file.Name, step.Message, sum, step.Size)
					}
				}
			}
		}
	}
	if steps == 0 {
		t.Error("no response has a size")
	}
}

// A session with two responses: the context grows by the 60 tokens of the first one, and by 400 of
// the two results.
const twoResponses = `{"type":"user","uuid":"u1","message":{"role":"user","content":"Compare the two files"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":"","signature":"x"}],"usage":{"input_tokens":10,"cache_read_input_tokens":9990,"output_tokens":60}}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/a.c"}}],"usage":{"input_tokens":10,"cache_read_input_tokens":9990,"output_tokens":60}}}
{"type":"assistant","uuid":"a3","parentUuid":"a2","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/b.c"}}],"usage":{"input_tokens":10,"cache_read_input_tokens":9990,"output_tokens":60}}}
{"type":"user","uuid":"r1","parentUuid":"a2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ONE"}]}}
{"type":"user","uuid":"r2","parentUuid":"a3","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"THREE"}]}}
{"type":"assistant","uuid":"a4","parentUuid":"r2","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"They differ."}],"usage":{"input_tokens":60,"cache_read_input_tokens":10400,"output_tokens":5}}}
`

func TestSteps(t *testing.T) {
	one, three := strings.Repeat("a", 398), strings.Repeat("a", 1198) // 100 and 300 tokens with their quotes
	text := strings.NewReplacer("ONE", one, "THREE", three).Replace(twoResponses)
	f := parsertest.Read("s.jsonl", []byte(text), 1<<20)
	var got []string
	for step := range tokens.Steps(f.Conversations[0]) {
		line := fmt.Sprintf("%.0f %t %.0f:", step.Size, step.Restarts, step.Unexplained)
		for _, p := range step.Pieces {
			line += fmt.Sprintf(" %d=%.0f", p.Part, p.Tokens)
		}
		got = append(got, line)
	}
	// The thinking has what the calls leave of the 60 tokens of the response.
	want := []string{"10000 true 9994: 0=6", "10460 false 0: 2=24 3=18 3=18 4=100 4=300"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	for call, want := range []string{"118", "318"} {
		if got, ok := tokens.OfCall(f, int32(call)); !ok || fmt.Sprintf("%.0f", got) != want {
			t.Errorf("call %d: %v, %t; want %s", call, got, ok, want)
		}
	}
}

// TestStepsAcrossAbandonedCompaction checks that a compaction that the user went back from is none.
func TestStepsAcrossAbandonedCompaction(t *testing.T) {
	const response = `"message":{"id":"m%s","role":"assistant","content":[{"type":"text","text":"Yes."}],"usage":{"input_tokens":%d,"output_tokens":5}}}`
	lines := []string{
		`{"type":"user","uuid":"u1","message":{"role":"user","content":"Begin"}}`,
		fmt.Sprintf(`{"type":"assistant","uuid":"a1","parentUuid":"u1",`+response, "1", 10_000),
		`{"type":"user","uuid":"u2","parentUuid":"a1","message":{"role":"user","content":"Go on"}}`,
		`{"type":"system","subtype":"compact_boundary","uuid":"c1","parentUuid":"u2","content":"Conversation compacted"}`,
		`{"type":"user","uuid":"s1","parentUuid":"c1","isCompactSummary":true,"message":{"role":"user","content":"Summary"}}`,
		fmt.Sprintf(`{"type":"assistant","uuid":"a2","parentUuid":"s1",`+response, "2", 500),
		`{"type":"user","uuid":"u3","parentUuid":"a1","message":{"role":"user","content":"Go on without"}}`,
		fmt.Sprintf(`{"type":"assistant","uuid":"a3","parentUuid":"u3",`+response, "3", 10_100),
	}
	f := parsertest.Read("s.jsonl", []byte(strings.Join(lines, "\n")+"\n"), 1<<20)
	var restarts []bool
	for step := range tokens.Steps(f.Conversations[0]) {
		restarts = append(restarts, step.Restarts)
	}
	if want := []bool{true, false}; !slices.Equal(restarts, want) {
		t.Errorf("the context restarts at the responses %t, want %t", restarts, want)
	}
}

// TestOfCallAgrees checks that the tokens of a call are those of its pieces in the steps.
func TestOfCallAgrees(t *testing.T) {
	compared := 0
	for _, file := range testutil.Transcripts(t) {
		f := parsertest.Read(file.Name, file.Data, 1<<20)
		for _, c := range f.Conversations {
			byCall, changed := map[int32]float64{}, map[int32]bool{}
			for step := range tokens.Steps(c) {
				for _, p := range step.Pieces {
					if p.Call >= 0 {
						byCall[p.Call] += p.Tokens
						// Steps takes what is missing from its pieces, too, and knows where segments begin.
						changed[p.Call] = changed[p.Call] || step.Restarts || step.LeftOthers < 1 || step.Unexplained < 0
					}
				}
			}
			for call, want := range byCall {
				if changed[call] || f.Calls.At(call).Conv != c.Index {
					continue
				}
				compared++
				if got, ok := tokens.OfCall(f, call); !ok || math.Abs(got-want) > 1e-6*want {
					t.Errorf("%s: call %d has %v tokens, the steps have %v", file.Name, call, got, want)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("there is no call to compare")
	}
}
