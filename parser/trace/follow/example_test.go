package follow_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"unspool/parser/price"
	"unspool/parser/trace"
	"unspool/parser/trace/follow"
)

// Send what is new in a folder, and record that in a file. An [unspool/parser/trace/otlphttp.Sender] sends it to an OTLP receiver.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for range 2 {
		state, err := follow.OpenState(context.Background(), filepath.Join(dir, "state.json"))
		if err != nil {
			fmt.Println(err)
			return
		}
		f := follow.New(follow.Options{
			Roots: []follow.Root{{Name: "sample", FS: os.DirFS("../../../testdata/sample")}}, State: state,
			Send:  func(context.Context, *trace.Trace) error { return nil }, // (&otlphttp.Sender{Endpoint: …}).Deliver
			Trace: trace.Options{Prices: price.Default()},
		})
		err = f.Once(context.Background())
		fmt.Println(f.Report().Turns, "turns,", f.Report().Spans, "spans;", err, state.Close())
	}
	// Output:
	// 10 turns, 107 spans; <nil> <nil>
	// 0 turns, 0 spans; <nil> <nil>
}
