package transcript_test

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/testutil/testgen"
	"unspool/parser/transcript"
)

// hostile generates the lines of files that cost as much as possible for each byte: nearly empty
// records, and records that fill one of the tables of the index. n is the number of the line.
var hostile = map[string]func(n int) string{
	"empty records":     func(int) string { return "{}" },
	"objects in a line": func(int) string { return strings.Repeat("{}", 1<<16) },
	"damage":            func(int) string { return "x" },
	"damage in a line":  func(int) string { return strings.Repeat("{x", 1<<16) },
	"uuids":             func(n int) string { return fmt.Sprintf(`{"uuid":"%x"}`, n) },
	"one uuid":          func(int) string { return `{"uuid":"u","type":"user","message":{"role":"user","content":"a"}}` },
	"long uuids": func(n int) string {
		return fmt.Sprintf(`{"uuid":"%x%s"}`, n, strings.Repeat("u", 240+n%8*4000))
	},
	"missing parents": func(n int) string { return fmt.Sprintf(`{"parentUuid":"%x%s"}`, n, strings.Repeat("p", n%240)) },
	"a chain":         func(n int) string { return fmt.Sprintf(`{"type":"system","uuid":"%x","parentUuid":"%x"}`, n, n-1) },
	"a chain backwards": func(n int) string {
		return fmt.Sprintf(`{"type":"user","uuid":"%x","parentUuid":"%x","message":{"content":"%d"}}`, n, n+1, n)
	},
	"cycles":   func(n int) string { return fmt.Sprintf(`{"type":"assistant","uuid":"%x","parentUuid":"%x"}`, n, n^1) },
	"types":    func(n int) string { return fmt.Sprintf(`{"type":"%x%s"}`, n, strings.Repeat("t", n%190)) },
	"sessions": func(n int) string { return fmt.Sprintf(`{"type":"user","sessionId":"%x"}`, n) },
	"turns":    func(int) string { return `{"type":"user","message":{"content":"a"}}` },
	"texts":    func(int) string { return `{"type":"user","message":{"content":[` + list(`"a"`, 12_000) + `]}}` },
	"messages": func(n int) string {
		return fmt.Sprintf(`{"type":"assistant","message":{"id":"%x","content":["a"]}}`, n)
	},
	"one message": func(int) string { return `{"type":"assistant","message":{"id":"m","content":[{}]}}` },
	"calls": func(n int) string {
		return fmt.Sprintf(`{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"%x"}]}}`, n)
	},
	"one call": func(n int) string {
		return `{"type":"assistant","message":{"id":"m","content":[` + list(`{"type":"tool_use","id":"t"}`, 1000) + `]}}`
	},
	"orphans": func(n int) string {
		return fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"%x"}]}}`, n)
	},
	"results before calls": func(n int) string {
		const half = 100_000
		if n%(2*half) < half {
			return fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"%x"}]}}`, n)
		}
		return fmt.Sprintf(`{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"%x"}]}}`, n-half)
	},
	"many results of a record before their calls": func(n int) string {
		var ids strings.Builder
		for i := range 9000 {
			if n%2 == 0 {
				fmt.Fprintf(&ids, `{"type":"tool_result","tool_use_id":"%x-%x"},`, n/2, i)
			} else {
				fmt.Fprintf(&ids, `{"type":"tool_use","id":"%x-%x"},`, n/2, i)
			}
		}
		kind := [2]string{"user", "assistant"}[n%2]
		return `{"type":"` + kind + `","message":{"content":[` + strings.TrimSuffix(ids.String(), ",") + `]}}`
	},
	"queued": func(n int) string {
		return fmt.Sprintf(`{"type":"queue-operation","operation":"enqueue","content":"%d"}`, n)
	},
	"queued and sent": func(n int) string {
		if n%2 == 0 {
			return fmt.Sprintf(`{"type":"queue-operation","operation":"enqueue","content":"%d"}`, n)
		}
		return `{"type":"user","message":{"content":"b"}}`
	},
	"sidechains": func(n int) string {
		return fmt.Sprintf(`{"type":"user","uuid":"%x","isSidechain":true,"message":{"content":"a"}}`, n)
	},
	"callers": func(n int) string { return fmt.Sprintf(`{"type":"user","parent_tool_use_id":"%x"}`, n) },
	"chats": func(n int) string {
		return fmt.Sprintf(`{"uuid":"%x","chat_messages":[{"sender":"human","text":"a"}]}`, n)
	},
	"pieces": func(n int) string {
		kind := [2]string{`"content_block_start","content_block":{"type":"text","text":"a"}`, `"content_block_delta","delta":{"text":"a"}`}[n%2]
		return `{"type":"stream_event","event":{"type":` + kind + `}}`
	},
	"progress": func(n int) string {
		return fmt.Sprintf(`{"type":"progress","toolUseID":"t","data":{"type":"agent_progress","agentId":"%x","message":{"message":{"id":"%x","usage":{"input_tokens":1}}}}}`, n, n)
	},
	"compactions": func(n int) string {
		return fmt.Sprintf(`{"type":"system","subtype":"compact_boundary","uuid":"%x","logicalParentUuid":"%x"}`, n, n-1)
	},
	"replies below hooks": func(n int) string { // a long chain, and replies that are all children of its end
		kind, parent := "system", n-1
		if n == 0 {
			kind = "user"
		} else if n > 10_000 {
			kind, parent = "assistant", 10_000
		}
		return fmt.Sprintf(`{"type":"%s","uuid":"%x","parentUuid":"%x","message":{"id":"%x","content":"a"}}`, kind, n, parent, n)
	},
	"summaries":       func(n int) string { return fmt.Sprintf(`{"type":"summary","summary":"s","leafUuid":"%x"}`, n) },
	"a long line":     longLine(31 << 20),
	"a line too long": longLine(40 << 20),
	"deep":            func(int) string { return strings.Repeat(`{"a":[`, 10_000) },
}

// longLine generates its line only once, so that a measurement can exclude its memory.
func longLine(size int) func(int) string {
	line := sync.OnceValue(func() string {
		return `{"type":"user","message":{"content":"` + strings.Repeat("long ", size/5) + `"}}`
	})
	return func(int) string { return line() }
}

// list returns the elements of a JSON array.
func list(element string, n int) string {
	return strings.TrimSuffix(strings.Repeat(element+",", n), ",")
}

// No file takes more memory than MemoryLimit, and gaps stand for the records that are not indexed.
func TestMemoryIsBounded(t *testing.T) {
	size := 16 << 20
	if runtime.GOOS == "js" {
		size = 2 << 20
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, name := range testutil.Sample(t, slices.Sorted(maps.Keys(hostile)), 2) {
		next := hostile[name]
		t.Run(name, func(t *testing.T) {
			line, chunk := next(0), make([]byte, 0, 1<<20)
			debug.SetMemoryLimit(math.MaxInt64)
			runtime.GC()
			before := heap() // with the test's own memory
			debug.SetMemoryLimit(int64(before) + transcript.MemoryLimit(int64(size)))
			store := session.NewStore()
			f := store.Open("hostile.jsonl", int64(size))
			peak := before
			written := 0
			for n := 0; written < size; n++ {
				if n > 0 {
					line = next(n)
				}
				for remainder := line; len(remainder) > 0; {
					part := remainder[:min(len(remainder), cap(chunk)-len(chunk))]
					chunk = append(chunk, part...)
					remainder = remainder[len(part):]
					if len(chunk) == cap(chunk) {
						f.Write(chunk)
						chunk, peak = chunk[:0], max(peak, heap())
					}
				}
				if chunk = append(chunk, '\n'); len(chunk) == cap(chunk) {
					f.Write(chunk)
					chunk = chunk[:0]
				}
				written += len(line) + 1
			}
			f.Write(chunk)
			store.Finish()
			peak = max(peak, heap())
			runtime.GC()
			live := int64(heap()) - int64(before)
			if taken, limit := int64(peak-before), transcript.MemoryLimit(int64(written)); taken > limit {
				t.Errorf("%d MB of memory for %d MB, at most %d MB", taken>>20, written>>20, limit>>20)
			}
			if f.Written() != int64(written) {
				t.Errorf("%d bytes of %d", f.Written(), written)
			}
			if estimate := f.IndexSize() + 4<<20; live > estimate {
				t.Errorf("the index takes %d MB, estimated %d MB", live>>20, estimate>>20)
			}
			if len(f.Gaps) > 100 || f.Omitted > 0 && len(f.Gaps) == 0 {
				t.Errorf("%d records are omitted in %d gaps", f.Omitted, len(f.Gaps))
			}
			runtime.KeepAlive(store)
			runtime.KeepAlive(line)
		})
	}
}

// heap returns the size of the heap, including dead objects and unused parts of spans.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() + s[1].Value.Uint64()
}

// The size of the chunks does not change which records are omitted, and the ledger accounts for
// every byte and record.
func TestGaps(t *testing.T) {
	var data []byte
	for range 400_000 {
		data = append(data, "{}\n{}x\n{\"type\":\"user\"}\n"...)
	}
	f := parsertest.Read("s.jsonl", data, 1<<20)
	parsertest.CheckFile(t, "gaps", f, data)
	if len(f.Gaps) == 0 || f.Count() != 1_200_000 || f.Damaged != 400_000 || f.Types()["user"] != 400_000 {
		t.Errorf("%d gaps, %d records, %d damaged, %d of users", len(f.Gaps), f.Count(), f.Damaged, f.Types()["user"])
	}
	left := 0
	for i, gap := range f.Gaps {
		entry := f.Records.At(gap.Record)
		if entry.Class != transcript.ClassGap || f.GapOf(gap.Record) != gap || gap.To < entry.Line || gap.Count == 0 {
			t.Errorf("gap %d: %+v, its entry is %+v", i, gap, entry)
		}
		left += gap.Count
	}
	if indexed := int(f.Records.Len()) - len(f.Gaps); left+indexed != 1_600_000 {
		t.Errorf("%d omitted and %d indexed of 1,600,000", left, indexed)
	}
	if got := codes(f)[string(transcript.CodeFlood)]; got != 1 {
		t.Errorf("%d diagnostics report omitted records", got)
	}
	if again := parsertest.Read("s.jsonl", data, 77_777); !slices.Equal(again.Gaps, f.Gaps) || again.OmittedBytes != f.OmittedBytes {
		t.Errorf("other chunks: %v, want %v", again.Gaps, f.Gaps)
	}
}

// The limit of the index does not affect real sessions: 2 GB of short records would fit.
func TestRealisticSessionFits(t *testing.T) {
	data, facts := testgen.Session(20_000_000)
	f := parsertest.Read("s.jsonl", data, 1<<20)
	perRecord := float64(f.IndexSize()) / float64(facts.Lines)
	perByte := float64(f.IndexSize()) / float64(len(data))
	if perByte > 0.125 || f.Omitted > 0 {
		t.Errorf("%.0f bytes of index per record, %.3f per byte; %d omitted", perRecord, perByte, f.Omitted)
	}
}

// codes returns how many diagnostics a file has of each code.
func codes(f *transcript.File) map[string]int {
	n := map[string]int{}
	for _, d := range f.Diagnostics() {
		n[string(d.Code)]++
	}
	return n
}

// A closed file must not keep the buffers that its last bytes were written from.
func TestCloseReleasesBuffers(t *testing.T) {
	const files, size = 64, 1 << 20
	shared := transcript.NewShared()
	var closed []*transcript.File
	runtime.GC()
	before := heap()
	for i := range files {
		buffer := make([]byte, size)
		n := copy(buffer, `{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}`+"\n")
		f := transcript.Open(i, "s.jsonl", int64(n), shared)
		f.Write(buffer[:n])
		f.Close()
		closed = append(closed, f)
	}
	runtime.GC()
	if taken := int64(heap()) - int64(before); taken > files*size/4 {
		t.Errorf("%d closed files take %d kB", files, taken>>10)
	}
	runtime.KeepAlive(closed)
}
