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

// TestMemoryIsBounded checks that no file takes more memory than MemoryLimit, and that one
// diagnostic describes what is not indexed.
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
			debug.SetMemoryLimit(int64(before) + transcript.MemoryLimit(1, int64(size)))
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
			if taken, limit := int64(peak-before), transcript.MemoryLimit(1, int64(written)); taken > limit {
				t.Errorf("%d MB of memory for %d MB, at most %d MB", taken>>20, written>>20, limit>>20)
			}
			if f.Written() != int64(written) {
				t.Errorf("%d bytes of %d", f.Written(), written)
			}
			if estimate := f.IndexSize() + 2<<20; live > estimate {
				t.Errorf("the index takes %d MB, estimated %d MB", live>>20, estimate>>20)
			}
			if got := codes(f)[string(transcript.CodeFlood)]; got > 1 || (got == 1) != (f.Omitted.Records+f.Omitted.Damaged > 0) {
				t.Errorf("%d diagnostics for %+v", got, f.Omitted)
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

// TestIndexLimit checks that the size of the chunks does not change which records are omitted,
// that the ledger accounts for every byte and record, and that one diagnostic describes what is
// missing.
func TestIndexLimit(t *testing.T) {
	var data []byte
	for range 400_000 {
		data = append(data, "{}\n{}x\n{\"type\":\"user\"}\n"...)
	}
	f := parsertest.Read("s.jsonl", data, 1<<20)
	parsertest.CheckFile(t, "too many records", f, data)
	o := f.Omitted
	if o.Line == 0 || f.Count() != 1_200_000 || f.Damaged != 400_000 || f.Types()["user"] != 400_000 {
		t.Errorf("%+v, %d records, %d damaged, %d of users", o, f.Count(), f.Damaged, f.Types()["user"])
	}
	if indexed := int(f.Records.Len()); o.Records+o.Damaged+indexed != 1_600_000 {
		t.Errorf("%d and %d omitted and %d indexed of 1,600,000", o.Records, o.Damaged, indexed)
	}
	last := f.Records.At(f.Records.Len() - 1)
	if int(last.Line) > o.Line || last.Offset+int64(last.Length) > o.Offset {
		t.Errorf("the last record in the index is on line %d at %d; %+v", last.Line, last.Offset, o)
	}
	list := slices.DeleteFunc(f.Diagnostics(), func(d transcript.Diagnostic) bool { return d.Code != transcript.CodeFlood })
	want := transcript.Diagnostic{
		Code: transcript.CodeFlood, Severity: transcript.Warning, File: f,
		Line: o.Line, Offset: o.Offset, Length: int64(len(data)) - o.Offset,
		Count: o.Records,
	}
	if len(list) != 1 || list[0] != want || f.DiagnosticCounts()[transcript.CodeFlood] != 1 {
		t.Errorf("%+v, want %+v", list, want)
	}
	if again := parsertest.Read("s.jsonl", data, 77_777); again.Omitted != o {
		t.Errorf("other chunks: %+v, want %+v", again.Omitted, o)
	}
}

// TestFullFileGrows checks that a full file is accounted for while it grows, also if it ends
// inside a line for a while.
func TestFullFileGrows(t *testing.T) {
	data := []byte(strings.Repeat("{}\n", 400_000))
	full := int64(len(data))
	store := session.NewStore()
	f := store.Open("s.jsonl", full)
	for _, more := range []string{"", "broken", " line\n{}", "\n{\"type\":\"us", "er\"}\n"} {
		data = append(data, more...)
		f.Write(data[f.Resume(int64(len(data))):])
		f.Close()
		parsertest.CheckFile(t, fmt.Sprintf("after %q", more), f, data)
	}
	if f.Omitted.Line == 0 || f.Count() != 400_002 || f.Damaged != 1 || f.Omitted.Damaged != 1 {
		t.Errorf("%+v, %d records, %d damaged", f.Omitted, f.Count(), f.Damaged)
	}
}

// TestFullFilesLeaveRoom checks that full files leave room for others, and that all of them
// together stay below the limits.
func TestFullFilesLeaveRoom(t *testing.T) {
	flood := []byte(strings.Repeat("{}\n", 1_000_000))
	normal, _ := testgen.Session(200_000)
	const files = 4
	read := int64(files * (len(flood) + len(normal)))
	limit := transcript.MemoryLimit(2*files, read)
	runtime.GC()
	before := heap()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(before) + limit))
	store := session.NewStore()
	peak := before
	write := func(name string, data []byte) *transcript.File {
		f := store.Open(name, int64(len(data)))
		for chunk := range slices.Chunk(data, 1<<20) {
			f.Write(chunk)
			peak = max(peak, heap())
		}
		return f
	}
	for i := range files {
		if f := write(fmt.Sprintf("flood%d.jsonl", i), flood); f.Omitted.Line == 0 {
			t.Errorf("file %d is not full", i)
		}
		if f := write(fmt.Sprintf("s%d.jsonl", i), normal); f.Omitted.Line > 0 {
			t.Errorf("after %d full files: %+v", i+1, f.Omitted)
		}
	}
	store.Finish()
	peak = max(peak, heap())
	var used int64
	for _, f := range store.Files {
		used += f.IndexSize()
	}
	if most := 33<<20 + read/12; used > most {
		t.Errorf("the indexes take %d MB, at most %d MB", used>>20, most>>20)
	}
	if taken := int64(peak - before); taken > limit {
		t.Errorf("%d MB of memory, at most %d MB", taken>>20, limit>>20)
	}
}

// write adds a whole file to a store.
func write(store *session.Store, name, data string) *transcript.File {
	f := store.Open(name, int64(len(data)))
	f.Write([]byte(data))
	f.Close()
	return f
}

// TestLastRecordCounts checks that the last record of a file counts for the limit of the index: in a folder
// of files of one large record, each index would fit.
func TestLastRecordCounts(t *testing.T) {
	store := session.NewStore()
	data := hostile["texts"](0) + "\n"
	const files = 200
	var used int64
	for i := range files {
		used += write(store, fmt.Sprintf("s%d.jsonl", i), data).IndexSize()
	}
	if first, last := store.Files[0].Omitted, store.Files[files-1].Omitted; first.Records != 0 || last.Records != 1 {
		t.Errorf("omitted of the first file: %+v, of the last: %+v", first, last)
	}
	if most := int64(34<<20 + files*len(data)/12); used > most {
		t.Errorf("the indexes take %d MB, at most %d MB", used>>20, most>>20)
	}
	// What the last of them took beyond the limit is not at the expense of a short session.
	checkShortSession(t, store, files)
}

// TestFindingsCount checks that the findings in a file count for the limit of the index, and that those
// beyond it are only counted.
func TestFindingsCount(t *testing.T) {
	store := session.NewStore()
	const lines = 200
	f := write(store, "s.jsonl", strings.Repeat("x\n", lines))
	if listed := codes(f)[string(transcript.CodeDamaged)]; listed != 100 || f.IndexSize() < 100*200 {
		t.Errorf("%d findings are listed, and the index takes %d bytes", listed, f.IndexSize())
	}
	for range 6 {
		write(store, "flood.jsonl", strings.Repeat("{}\n", 400_000))
	}
	for range 20 {
		f = write(store, "s.jsonl", strings.Repeat("x\n", lines))
	}
	listed := codes(f)[string(transcript.CodeDamaged)]
	// Five, or as many as fit before the index is full.
	if more := f.Diagnostics()[listed]; listed < 5 || listed > 10 || more.Code != transcript.CodeMore || listed+more.Count != lines {
		t.Errorf("%d findings are listed, then comes %+v", listed, more)
	}
	if f.Damaged != lines {
		t.Errorf("%d damaged lines are counted", f.Damaged)
	}
}

// TestShortSessionsFit checks that the sessions of short files are complete, however many there are and
// whatever the files before them took.
func TestShortSessionsFit(t *testing.T) {
	store := session.NewStore()
	const floods, sessions = 6, 500 // the floods leave a 4,096th of the base
	for i := range floods {
		if f := write(store, fmt.Sprintf("flood%d.jsonl", i), strings.Repeat("{}\n", 400_000)); f.Omitted.Line == 0 {
			t.Fatalf("file %d is not full", i)
		}
	}
	for i := range sessions {
		checkShortSession(t, store, i)
	}
	store.Finish()
	if listed := len(slices.Collect(store.Sessions())); listed != sessions {
		t.Errorf("%d sessions, wrote %d", listed, sessions)
	}
}

// checkShortSession checks that a session of two records is indexed.
func checkShortSession(t *testing.T, store *session.Store, i int) {
	t.Helper()
	f := write(store, fmt.Sprintf("p/%08d-0000-4000-8000-000000000000.jsonl", i), fmt.Sprintf(
		`{"type":"user","uuid":"u%[1]d","sessionId":"%[1]d","cwd":"/w","message":{"role":"user","content":"Fix it."}}`+"\n"+
			`{"type":"assistant","uuid":"a%[1]d","parentUuid":"u%[1]d","sessionId":"%[1]d","message":{"id":"m%[1]d",`+
			`"role":"assistant","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":1,"output_tokens":2}}}`+"\n", i))
	if f.Omitted.Line > 0 || f.Records.Len() != 2 {
		t.Fatalf("%d records of session %d: %+v", f.Records.Len(), i, f.Omitted)
	}
}

// TestRealisticSessionFits checks that the limit of the index does not affect real sessions: 2 GB
// of short records would fit.
func TestRealisticSessionFits(t *testing.T) {
	data, facts := testgen.Session(20_000_000)
	f := parsertest.Read("s.jsonl", data, 1<<20)
	perRecord := float64(f.IndexSize()) / float64(facts.Lines)
	perByte := float64(f.IndexSize()) / float64(len(data))
	if perByte > 0.125 || f.Omitted.Line > 0 {
		t.Errorf("%.0f bytes of index per record, %.3f per byte; %+v", perRecord, perByte, f.Omitted)
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

// TestCloseReleasesBuffers checks that a closed file does not keep the buffers that its last bytes
// were written from.
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

// TestCloseReleasesHeads checks that closed transcripts do not keep their first bytes, which tell other
// files apart.
func TestCloseReleasesHeads(t *testing.T) {
	const files, head = 2000, 1 << 10
	shared := transcript.NewShared()
	data := []byte(`{"type":"user","uuid":"u","more":"` + strings.Repeat("m", head) + `","message":{"role":"user","content":"hello"}}` + "\n")
	var all []*transcript.File
	for i := range files {
		f := transcript.Open(i, "s.jsonl", int64(len(data)), shared)
		f.Write(data)
		all = append(all, f)
	}
	live := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := live()
	for _, f := range all {
		f.Close()
	}
	if released := (before - live()) / files; released < head*3/4 {
		t.Errorf("%d bytes of each file are released", released)
	}
	for _, f := range all {
		f.Write(data)
		f.Close()
		if !f.Known() || f.DetectType() != "" || f.Records.Len() != 2 {
			t.Fatalf("after it grew: %q, %d records", f.DetectType(), f.Records.Len())
		}
	}
}
