package export_test

import (
	"fmt"
	"io"
	"os"

	"unspool/parser/export"
	"unspool/parser/folder"
	"unspool/parser/view/filter"
)

// discard creates files that nobody keeps.
func discard(string) (io.WriteCloser, error) { return nopWriter{}, nil }

// A nopWriter writes nowhere.
type nopWriter struct{}

func (nopWriter) Write(b []byte) (int, error) { return len(b), nil }
func (nopWriter) Close() error                { return nil }

// Write the sample session without tool calls and thinking.
func ExampleTranscript() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err)
	}
	session := d.Store.Session(0)
	report, err := export.Transcript(session, d.ReaderAt, discard, export.TranscriptOptions{
		Thinking: true,
		Tools:    export.ToolSelection{All: true},
	})
	left := report.LeftOut
	fmt.Println(report.Records, "records without", left.Calls, "calls,", left.Thinking, "blocks of thinking and", left.Agents, "agents;", err)
	// Output:
	// 77 records without 47 calls, 12 blocks of thinking and 1 agents; <nil>
}

// Write the messages of the first prompt, and those of an agent.
func ExampleMessages() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err)
	}
	session := d.Store.Session(0)
	for _, selection := range []export.Selection{
		{Prompts: filter.Range{First: 1, Last: 1}},
		{Agent: session.Agents[0].ID},
	} {
		report, err := export.Messages(session, d.ReaderAt, io.Discard, export.MessagesOptions{Selection: selection})
		fmt.Println(report.Messages, "messages without", report.LeftOut.Turns, "turns;", err)
	}
	// Output:
	// 6 messages without 10 turns; <nil>
	// 12 messages without 0 turns; <nil>
}
