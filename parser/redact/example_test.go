package redact_test

import (
	"fmt"
	"os"
	"strings"

	"unspool/parser/redact"
)

// Find what is private in a transcript, keep one value, and write the transcript without the others.
func Example() {
	const lines = `{"type":"user","cwd":"/home/meitan/garden","message":{"content":"Ask jo@tidal.io or help@tidal.io"}}
`
	finder, err := redact.NewFinder(redact.FinderOptions{Words: []string{"garden"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	values := new(redact.Values)
	for found, err := range finder.Read(strings.NewReader(lines)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		values.Add(found, "session.jsonl")
	}
	values.Delete(func(v *redact.Value) bool { return v.Value == "help@tidal.io" })
	replacer := redact.NewReplacer(values, redact.ReplacerOptions{})
	if err := replacer.Copy(os.Stdout, strings.NewReader(lines), "session.jsonl"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(replacer.Report.Replaced)
	// Output:
	// {"type":"user","cwd":"‹HOME_1›/‹WORD_1›","message":{"content":"Ask ‹EMAIL_1› or help@tidal.io"}}
	// map[email:1 home:1 word:1]
}

func ExampleFinder_Line() {
	finder, err := redact.NewFinder(redact.FinderOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	line := []byte(`{"cwd":"/home/meitan","text":"Mail \u006ao@tidal.io"}`)
	for found := range finder.Line(line, 0) {
		fmt.Println(found.Kind, found.Value, "at", found.Offset)
	}
	// Output:
	// home /home/meitan at 8
	// email jo@tidal.io at 35
}
