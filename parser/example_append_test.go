package parser_test

import (
	"fmt"
	"io"

	"unspool/parser"
)

// Follow a file that grows, and process only what is final: whole turns. Whenever the file has
// changed, a program continues at the offset that [parser.File.Resume] returns.
func ExampleFile_Committed() {
	file := parser.NewStore().Open("s1.jsonl", -1)
	for _, chunk := range []string{ // as they appear in the file, cut anywhere
		`{"type":"user","uuid":"u1","message":{"role":"user","content":"hello"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assis`,
		`tant","content":[{"type":"text","text":"Hello."}],"stop_reason":"end_turn"}}
{"type":"user","uuid":"u2","parentUuid":"a1","message":{"role":"user","content":"and now?"}}
`,
		`{"type":"assistant","uuid":"a2","parentUuid":"u2","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Nothing."}],"stop_reason":"end_turn"}}
`,
	} {
		io.WriteString(file, chunk)
		file.Close() // the next write opens it again
		bytes, records := file.Committed()
		fmt.Printf("%d bytes read: %d records in %d bytes are final\n", file.Written(), records, bytes)
	}
	// Output:
	// 156 bytes read: 0 records in 0 bytes are final
	// 326 bytes read: 2 records in 233 bytes are final
	// 489 bytes read: 4 records in 489 bytes are final
}
