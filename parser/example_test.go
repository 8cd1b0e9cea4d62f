package parser_test

import (
	"fmt"
	"io"
	"strings"

	"unspool/parser"
)

const short = `{"type":"user","uuid":"u1","message":{"role":"user","content":"list the files"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","uuid":"u2","parentUuid":"a1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 2","is_error":true}]}}
`

// List the tool calls that failed.
func Example() {
	store := parser.NewStore()
	file := store.Open("project/session.jsonl", int64(len(short)))
	io.Copy(file, strings.NewReader(short))
	file.Close()
	store.Finish()

	for session := range store.Sessions() {
		fmt.Printf("%s: %d turn\n", session.Title(), len(session.Main.Turns))
		for _, f := range session.Files {
			for _, call := range f.Calls {
				if call.Result >= 0 && f.Blocks[call.ResultBlk].Error {
					fmt.Printf("%s failed on line %d\n", f.Name(call.Name), f.Records[call.Result].Line)
				}
			}
		}
	}
	// Output:
	// list the files: 1 turn
	// Bash failed on line 3
}
