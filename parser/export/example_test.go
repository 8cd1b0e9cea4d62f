package export_test

import (
	"fmt"
	"io"
	"os"

	"unspool/parser/export"
	"unspool/parser/folder"
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
	fmt.Println(report.Records, "records without", report.Calls, "calls,", report.Thinking, "blocks of thinking and", report.Agents, "agents;", err)
	// Output:
	// 78 records without 47 calls, 13 blocks of thinking and 1 agents; <nil>
}
