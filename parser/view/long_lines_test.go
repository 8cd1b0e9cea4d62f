package view_test

import (
	"fmt"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// TestLongLine checks that a line of 13 MB, as they occur (FORMAT.md, "Sizes and damage"), is read
// like any other, and that little of it is sent to the page.
func TestLongLine(t *testing.T) {
	words := strings.Repeat("0123456789abcde\\n", 13<<20/17)
	for name, result := range map[string]string{
		"words":      `"content":"` + words + `"}]},"toolUseResult":"` + "short" + `"`,
		"blocks":     `"content":[{"type":"text","text":"` + words + `"},{"type":"text","text":"` + words + `"}]}]}`,
		"structured": `"content":"short"}]},"toolUseResult":{"stdout":"` + words + `","stderr":"","interrupted":false}`,
		"nested":     `"content":"short"}]},"toolUseResult":{"stdout":"","list":[` + strings.Repeat("1,", 6<<20) + `1]}`,
	} {
		lines := `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a1","sessionId":"s","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","uuid":"r1","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1",` + result + "}\n"
		_, v := load([]testutil.File{{Name: "p/s.jsonl", Data: []byte(lines)}}, 1<<20)
		rows := rowsAt(v, 0, 0, 10)
		if len(rows) != 2 || rows[1].Tool == nil || rows[1].Tool.Status != "ok" {
			t.Fatalf("%s: %d rows, want the prompt and the call", name, len(rows))
		}
		crossed := 0
		for _, p := range v.Body(0, rows[1].Key).Parts {
			crossed += len(p.Text) + len(p.Stderr)
			for _, f := range p.Fields {
				crossed += len(f.Value)
			}
		}
		if crossed == 0 && name != "nested" || crossed > 600<<10 {
			t.Errorf("%s: %d bytes cross to the screen, want some and at most 600 kB", name, crossed)
		}
	}
}

// TestManyImages checks that some of many different images in one prompt are listed.
func TestManyImages(t *testing.T) {
	var images strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&images, `,{"type":"image","source":{"type":"base64","media_type":"image/png","data":"%08d"}}`, i)
	}
	line := `{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":[{"type":"text","text":"go"}` + images.String() + "]}}\n"
	_, v := load([]testutil.File{{Name: "p/s.jsonl", Data: []byte(line)}}, 1<<20)
	if got := len(rowsAt(v, 0, 0, 1)[0].Media); got == 0 || got > 200 {
		t.Errorf("%d images are listed, want some and at most 200", got)
	}
}
