package document_test

import (
	"fmt"
	"os"
	"strings"

	"unspool/parser/document"
	"unspool/parser/folder"
	"unspool/parser/view/filter"
)

// Write one prompt of the sample session with its reply.
func ExampleMarkdown() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err)
		return
	}
	var out strings.Builder
	report, err := document.Markdown(d.Store, d.Store.Session(0), d.ReaderAt, &out, document.Options{
		Level:   document.Tools,
		Prompts: filter.Range{First: 4, Last: 4},
	})
	_, turn, _ := strings.Cut(out.String(), "## ")
	fmt.Println("##", strings.Join(strings.SplitN(turn, "\n", 10)[:9], "\n"))
	fmt.Println(report.Turns, "of", report.Turns+report.LeftOut["turns outside of the chosen prompts"], "turns;", err)
	// Output:
	// ## Prompt 4
	//
	// *Slash command · 2026-08-08 17:17 UTC*
	//
	// /review internal/tide
	//
	// ### Claude
	//
	// Reading the diff and its callers.
	// 1 of 10 turns; <nil>
}
