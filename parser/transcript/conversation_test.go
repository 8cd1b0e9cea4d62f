package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil/parsertest"
)

// TestSegments checks that compactions divide a conversation into segments. "!" marks those that
// begin with a boundary or a summary.
func TestSegments(t *testing.T) {
	const boundary = `{"type":"system","subtype":"compact_boundary","uuid":"b%d","parentUuid":null}`
	const summary = `{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"so far"}}`
	const prompt = `{"type":"user","message":{"role":"user","content":"go"}}`
	const head = `{"type":"unspool-export","version":1,"leftOut":{"calls":1}}`
	const thinned = `{"type":"system","subtype":"microcompact_boundary"}`
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"empty":                               {nil, "0-0"},
		"one":                                 {[]string{prompt, thinned, prompt}, "0-3"},
		"compacted":                           {[]string{prompt, boundary, summary, prompt, boundary, summary}, "0-1 1-4! 4-6!"},
		"no boundary":                         {[]string{prompt, summary, prompt}, "0-1 1-3!"},
		"starts compacted":                    {[]string{summary, prompt}, "0-2!"},
		"head of an export":                   {[]string{head, boundary, summary, prompt}, "0-4!"},
		"head of an export of an old version": {[]string{head, summary, prompt}, "0-3!"},
		"head of an export before a prompt":   {[]string{head, prompt, boundary, summary}, "0-2 2-4!"},
		"twice in a row":                      {[]string{prompt, boundary, boundary, summary}, "0-1 1-2! 2-4!"},
	} {
		for i, line := range c.lines {
			c.lines[i] = strings.ReplaceAll(line, "%d", fmt.Sprint(i))
		}
		f := parsertest.Read("s.jsonl", []byte(strings.Join(c.lines, "\n")), 1<<20)
		var got []string
		for s := range f.Conversations[0].Segments() {
			mark := ""
			if s.Opens >= 0 {
				mark = "!"
			}
			got = append(got, fmt.Sprintf("%d-%d%s", s.From, s.To, mark))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}
