package testgen

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// Turns returns a session with a number of turns, three rows each: a prompt, an answer of a
// few lines, and a command. The records are "u", "a", "c" and "r" with the number of the
// turn. Each turn has a member of padding bytes that nothing shows: if a file has many records for
// its size, not all of them are indexed.
func Turns(turns, padding int) []byte {
	var b bytes.Buffer
	filler := strings.Repeat("-", padding)
	parent := "null"
	for i := range turns {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","parentUuid":%s,"sessionId":"s","message":{"role":"user","content":"Question %d%s"}}
{"type":"assistant","uuid":"a%d","parentUuid":"u%d","sessionId":"s",`+
			`"message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Answer %d with **words**.%s"}]}}
{"type":"assistant","uuid":"c%d","parentUuid":"a%d","sessionId":"s",`+
			`"message":{"id":"m%d","role":"assistant",`+
			`"content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"count %d"}}],"stop_reason":"tool_use"}}
{"type":"user","uuid":"r%d","parentUuid":"c%d","sessionId":"s","padding":"%s",`+
			`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"one\ntwo\nthree"}]}}
`, i, parent, i, strings.Repeat(" and more", i%40), i, i, i, i, strings.Repeat("\\n\\n- a point", i%7), i, i, i, i, i, i, i, filler, i)
		parent = fmt.Sprintf(`"r%d"`, i)
	}
	return b.Bytes()
}

// Crowded returns a session in which each turn takes ten seconds: text and six parallel
// calls, so that it has eight entries in a timeline. The prompts are long, 12 kB each: if a
// file has many records for its size, not all of them are indexed.
func Crowded(turns int) []byte {
	var b bytes.Buffer
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	stamp := func(seconds int) string { return at.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339) }
	for i := range turns {
		var uses, results bytes.Buffer
		for n := range 6 {
			fmt.Fprintf(&uses, `,{"type":"tool_use","id":"t%d-%d","name":"Bash","input":{"command":"count"}}`, i, n)
			if n > 0 {
				results.WriteByte(',')
			}
			fmt.Fprintf(&results, `{"type":"tool_result","tool_use_id":"t%d-%d","is_error":%t,"content":"one"}`, i, n, i%50 == n)
		}
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":"Question%s"}}
{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":%q,`+
			`"message":{"id":"m%d","role":"assistant","content":[{"type":"text","text":"Answer"}%s]}}
{"type":"user","uuid":"r%d","sessionId":"s","timestamp":%q,"message":{"role":"user","content":[%s]}}
`, i, stamp(0), strings.Repeat(" and more", 1200), i, stamp(3), i, uses.Bytes(), i, stamp(9), results.Bytes())
		at = at.Add(10 * time.Second)
	}
	return b.Bytes()
}
