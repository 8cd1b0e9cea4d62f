package folder_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"unspool/parser"
	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// List the commands that failed, with the first line of their output.
func Example() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err) // of single files; the others are there
	}
	for session := range d.Store.Sessions() {
		fmt.Println(session.Title())
		for call := range session.ToolCalls() {
			if call.Name() != "Bash" || !call.Failed() {
				continue
			}
			input, err := d.Input(call)
			if err != nil {
				continue
			}
			var args struct{ Command string }
			json.Unmarshal(input, &args)
			output, _ := d.Result(call)
			output, _, _ = strings.Cut(output, "\n")
			fmt.Printf("line %d: %s: %.60s\n", call.Line(), args.Command, output)
		}
	}
	// Output:
	// Tide times across the clock change
	// line 58: make test: Exit code 1
	// line 151: git push --force-with-lease origin clock-change:main: The user doesn't want to proceed with this tool use. The too
}

// Read one file.
func ExampleReadFile() {
	d, err := folder.ReadFile(os.DirFS("../../testdata/1.0.58/-tmp-garden"), "3f0d9a52-8c14-4e7b-a6d0-51b7c2e98f64.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	for session := range d.Store.Sessions() {
		fmt.Printf("%.40s… by %s\n", session.Title(), session.Version())
	}
	// Output:
	// Which beds in plan.json are planted with… by 1.0.58
}

// List the prompts of a session.
func ExampleFolder_Text() {
	d, err := folder.Read(os.DirFS("../../testdata/1.0.58"))
	if err != nil {
		fmt.Println(err)
	}
	main := d.Store.Session(0).Main
	for _, item := range main.Items {
		if class := main.File.Records.At(item.Record).Class; item.Kind == parser.ItemPrompt && class == parser.ClassPrompt {
			words, _ := d.Text(main, item)
			fmt.Println(words)
		}
	}
	// Output:
	// Which beds in plan.json are planted with tomatoes two years in a row? That is bad for the soil.
}

// Print the conversation with the role of each text, as a reader sees it.
func ExampleFolder_ReaderAt() {
	d, err := folder.Read(os.DirFS("../../testdata/2.0.37"))
	if err != nil {
		fmt.Println(err)
	}
	v := view.New(d.Store, price.Default(), d.ReaderAt)
	for _, row := range v.Rows(0, 0, 4).Rows {
		var words string
		if text, ok := protocol.TextOf(row); ok {
			words, _, _ = strings.Cut(text.Text, "\n")
		}
		switch row := row.(type) {
		case *protocol.BackgroundRow:
			continue // internal records of Claude Code
		case *protocol.ToolRow:
			words = row.Tool.Name + " " + row.Tool.Target
		}
		fmt.Printf("%d %s: %s\n", row.Base().Turn, row.Kind(), words)
	}
	// Output:
	// 1 prompt: Is our last frost date still right? Check the temperature log of the last ten springs.
	// 1 thinking: Ten CSV files: hand the reading to a sub-agent and keep the context small.
	// 1 text: I'll have the ten logs read separately.
	// 1 tool: Task Last frost per year
}
