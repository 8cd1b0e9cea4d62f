//go:build js && wasm

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestMemoryOfManyFiles checks that thousands of small sessions, which have more index than bytes, do not
// keep the garbage collector busy: once it ran 125 times while 500 sessions were read, and now 2 or 3 times.
func TestMemoryOfManyFiles(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	const sessions, step, most = 4000, 500, 10
	h := newHost(t)
	runtime.GC()
	h.inner.memory.update() // the stores of other tests are still alive
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for n := range sessions {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
		line := fmt.Appendf(nil, `{"type":"user","uuid":"u%[1]s","sessionId":"%[1]s","cwd":"/w","message":{"role":"user","content":"Fix it."}}`+
			"\n"+`{"type":"assistant","uuid":"a%[1]s","parentUuid":"u%[1]s","sessionId":"%[1]s","message":{"id":"m%[1]s",`+
			`"role":"assistant","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":1,"output_tokens":2}}}`+"\n", id)
		file := h.api.Call("open", "p/"+id+".jsonl", len(line))
		h.api.Call("write", file, bytesToJS(line))
		h.api.Call("close", file)
		if (n+1)%step != 0 {
			continue
		}
		before := m.NumGC
		if listed := h.api.Call("sessions").Get("order").Length(); listed != n+1 {
			t.Fatalf("%d sessions of %d are listed", listed, n+1)
		}
		runtime.ReadMemStats(&m)
		if runs := m.NumGC - before; runs > most {
			t.Errorf("%d collections for the %d sessions before the %dth, at most %d", runs, step, n+1, most)
		}
	}
}
