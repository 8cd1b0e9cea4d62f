package otlphttp

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"unspool/parser/price"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
)

// TestEncoded checks for all sessions that what is sent is what [trace.WriteOTLP] writes, and that it writes what the
// library of the collector would.
func TestEncoded(t *testing.T) {
	compared := 0
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
		for s := range store.Sessions() {
			turns := trace.Turns(s, open, trace.Options{Prices: price.Default(), Content: true, LeftOut: true})
			var written bytes.Buffer
			if _, err := trace.WriteOTLP(&written, turns); err != nil {
				t.Fatal(err)
			}
			lines := json.NewDecoder(&written)
			for one, err := range turns {
				if err != nil {
					t.Fatal(err)
				}
				var encoder ptrace.JSONMarshaler
				text, err := encoder.MarshalTraces(encoded(one))
				if err != nil {
					t.Fatal(err)
				}
				var want, got any
				if err := json.Unmarshal(text, &want); err != nil {
					t.Fatal(err)
				}
				if err := lines.Decode(&got); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s, %s (-encoded +written):\n%s", name, s.ID, diff)
				}
				compared++
			}
		}
	}
	if compared == 0 {
		t.Error("no session has a trace")
	}
}
