package trace_test

import (
	"fmt"
	"io"
	"os"

	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/trace"
)

// Write the sample session for the file receiver of an OpenTelemetry Collector.
func ExampleWriteOTLP() {
	d, err := folder.Read(os.DirFS("../../testdata/sample"))
	if err != nil {
		fmt.Println(err)
	}
	turns := trace.Turns(d.Store.Session(0), d.ReaderAt, trace.Options{Prices: price.Default()})
	report, err := trace.WriteOTLP(io.Discard, turns)
	fmt.Println(report.Turns, "turns,", report.Spans, "spans;", err)
	// Output:
	// 10 turns, 107 spans; <nil>
}
