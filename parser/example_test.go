package parser_test

import (
	"fmt"
	"io"
	"strings"

	"unspool/parser"
	"unspool/parser/price"
)

// sampleFiles are the files of a session whose agent starts another agent.
var sampleFiles = []struct{ name, text string }{
	{"p/s1.jsonl", `{"type":"user","uuid":"u1","message":{"role":"user","content":"list the files"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-05-01T10:00:00.000Z","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"I look."}],"usage":{"input_tokens":8,"output_tokens":1}}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","timestamp":"2026-05-01T10:00:01.000Z","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}},{"type":"tool_use","id":"t2","name":"Agent","input":{"prompt":"look deeper"}}],"usage":{"input_tokens":8,"output_tokens":412}}}
{"type":"user","uuid":"u2","parentUuid":"a2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 2","is_error":true}]}}
`},
	{"p/s1/subagents/agent-a1.jsonl", `{"type":"user","uuid":"b1","isSidechain":true,"agentId":"a1","message":{"role":"user","content":"look deeper"}}
{"type":"assistant","uuid":"b2","parentUuid":"b1","isSidechain":true,"agentId":"a1","message":{"id":"m2","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"tool_use","id":"t3","name":"Agent","input":{"prompt":"and deeper"}}],"usage":{"input_tokens":3,"output_tokens":20}}}
`},
	{"p/s1/subagents/agent-a1.meta.json", `{"agentType":"Explore","toolUseId":"t2"}`},
	{"p/s1/subagents/agent-a2.jsonl", `{"type":"user","uuid":"c1","isSidechain":true,"agentId":"a2","message":{"role":"user","content":"and deeper"}}
`},
	{"p/s1/subagents/agent-a2.meta.json", `{"agentType":"general-purpose","toolUseId":"t3"}`},
}

// sampleSession reads these files and returns their session.
func sampleSession() *parser.Session {
	store := parser.NewStore()
	for _, f := range sampleFiles {
		file := store.Open(f.name, int64(len(f.text)))
		io.Copy(file, strings.NewReader(f.text))
		file.Close()
	}
	store.Finish()
	return store.Session(0)
}

// Read a file and print what it contains. Package folder does this for folders.
func Example() {
	store := parser.NewStore()
	file := store.Open(sampleFiles[0].name, int64(len(sampleFiles[0].text)))
	io.Copy(file, strings.NewReader(sampleFiles[0].text))
	file.Close()
	store.Finish()

	for session := range store.Sessions() {
		fmt.Printf("%s: %q, %d turn, %d records\n", session.ID, session.Title(), len(session.Main.Turns), file.Records.Len())
		for _, d := range session.Diagnostics() {
			fmt.Println(d.Severity, d.Text())
		}
	}
	// Output:
	// s1: "list the files", 1 turn, 4 records
}

// Sum up the tokens of a session and its agents. The two records of one API response count once, at
// the price of their day.
func ExampleSession_Cost() {
	bill := sampleSession().Cost(price.Default())
	fmt.Printf("%d tokens in, %d out, $%.4f\n", bill.Usage.Input, bill.Usage.Output, bill.USD)
	// Output:
	// 11 tokens in, 432 out, $0.0104
}

// Print what started each turn, and what the turn cost without its agents.
func ExampleSession_TurnResponses() {
	session := sampleSession()
	main := session.Main
	for i, turn := range main.Turns {
		bill := parser.UsageOf(price.Default(), session.TurnResponses(main, int32(i)))
		fmt.Printf("turn %d, a %s: %d tokens out, $%.4f\n", i+1, turn.Driver, bill.Usage.Output, bill.USD)
	}
	// Output:
	// turn 1, a prompt: 412 tokens out, $0.0103
}

// List the tool calls that failed.
func ExampleSession_ToolCalls() {
	for call := range sampleSession().ToolCalls() {
		switch {
		case call.Failed():
			fmt.Printf("%s on line %d of %s failed\n", call.Name(), call.Line(), call.File.Path)
		case !call.Answered():
			fmt.Printf("%s on line %d of %s has no result\n", call.Name(), call.Line(), call.File.Path)
		}
	}
	// Output:
	// Bash on line 3 of p/s1.jsonl failed
	// Agent on line 3 of p/s1.jsonl has no result
	// Agent on line 2 of p/s1/subagents/agent-a1.jsonl has no result
}

// Print the agents of a session as a tree: each below the one that started it.
func ExampleSession_AgentsIn() {
	session := sampleSession()
	var walk func(c *parser.Conversation, depth int)
	walk = func(c *parser.Conversation, depth int) {
		for _, agent := range session.AgentsIn(c) {
			fmt.Printf("%s%s %s\n", strings.Repeat("  ", depth), agent.Type, agent.ID)
			if agent.Conv != nil { // nil if its file was not read
				walk(agent.Conv, depth+1)
			}
		}
	}
	walk(session.Main, 0)
	// Output:
	// Explore a1
	//   general-purpose a2
}

// Iterate over the turns of a conversation.
func ExampleConversation_TurnItems() {
	c := sampleSession().Main
	for i, turn := range c.Turns {
		tools := 0
		for _, item := range c.TurnItems(i) {
			if item.Kind == parser.ItemTool {
				tools++
			}
		}
		fmt.Printf("turn %d: %d tool calls, %d without a result\n", i+1, tools, turn.Open)
	}
	// Output:
	// turn 1: 2 tool calls, 1 without a result
}

// Account for each byte of a session.
func ExampleSession_Ledger() {
	ledger := sampleSession().Ledger()
	fmt.Printf("%d bytes: %d shown, %d merged, %d damaged\n", ledger.Size, ledger.Shown, ledger.Merged, ledger.Damaged)
	for reason, n := range ledger.Hidden {
		if n > 0 {
			fmt.Printf("%d hidden: %s\n", n, parser.Reason(reason))
		}
	}
	// Output:
	// 1490 bytes: 1395 shown, 0 merged, 0 damaged
	// 7 hidden: blanks
	// 88 hidden: other-files
}
