package source

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/testutil/testgen"
)

// counted counts the reads of a file and their bytes.
type counted struct {
	io.ReaderAt
	reads, bytes int
}

func (c *counted) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, offset)
	c.reads++
	c.bytes += n
	return n, err
}

// open returns a reader of a store whose only file has the given content.
func open(data []byte) (*Reader, *parser.File, *counted) {
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	f.Write(data)
	f.Close()
	c := &counted{ReaderAt: bytes.NewReader(data)}
	return NewReader(store, func(int) io.ReaderAt { return c }), f, c
}

// TestScanRecord checks that a scan of all records reads the file once, in few pieces, and that a
// scan of distant records does not read what is between them.
func TestScanRecord(t *testing.T) {
	data, _ := testgen.Session(40 << 20)
	scan := func(every int32) *counted {
		r, f, c := open(data)
		for i := int32(0); i < f.Records.Len(); i += every {
			at := f.Records.At(i)
			if got := r.ScanRecord(f, i); !bytes.Equal(got, data[at.Offset:][:at.Length]) {
				t.Fatalf("record %d is %.50q", i, got)
			}
		}
		if r.Reads() != c.reads {
			t.Errorf("the reader counts %d reads, want %d", r.Reads(), c.reads)
		}
		return c
	}
	// 1, 2, 4 and 8 MB.
	if all := scan(1); all.reads > 12 || all.bytes > len(data) {
		t.Errorf("all of %d bytes: %d bytes in %d pieces", len(data), all.bytes, all.reads)
	}
	_, f, _ := open(data)
	if few := scan(f.Records.Len() / 4); few.bytes > 5*firstAhead {
		t.Errorf("four records: %d bytes in %d pieces", few.bytes, few.reads)
	}
}

// TestDropReadAhead checks that bytes that a scan read ahead are dropped when the scan ends or
// jumps.
func TestDropReadAhead(t *testing.T) {
	data, _ := testgen.Session(40 << 20)
	r, f, _ := open(data)
	scan := func() {
		for i := range f.Records.Len() {
			r.ScanRecord(f, i)
		}
		if got := cap(r.ahead.bytes); got != maxAhead {
			t.Fatalf("during a scan %d bytes are cached, want %d", got, maxAhead)
		}
	}
	read := func(page int) {
		if _, err := r.Read(f, int64(page*2*pageSize), 10); err != nil {
			t.Fatal(err)
		}
	}
	scan()
	r.DropReadAhead()
	if got := cap(r.ahead.bytes); got > firstAhead {
		t.Errorf("after the scan %d bytes are cached", got)
	}
	scan()
	for i := range maxPages {
		read(i)
	}
	if got := cap(r.ahead.bytes); got != maxAhead {
		t.Errorf("with other reads in between %d bytes are cached, want %d", got, maxAhead)
	}
	read(maxPages)
	if got := cap(r.ahead.bytes); got > firstAhead {
		t.Errorf("after many other reads %d bytes are cached", got)
	}
}

// TestLongDamage checks that damage that is longer than any record is not read.
func TestLongDamage(t *testing.T) {
	line := []byte(`{"type":"user","uuid":"u1","message":{"role":"user","content":"hi"}}` + "\n")
	data := slices.Concat(line, make([]byte, jsonl.MaxLine+1), []byte("\n"), line)
	r, f, c := open(data)
	longest := 0
	for i := range f.Records.Len() {
		if at := f.Records.At(i); int(at.Length) > longest {
			longest = int(at.Length)
			if b := r.Record(f, i); longest > jsonl.MaxLine && b != nil {
				t.Errorf("record %d has %d bytes", i, len(b))
			}
		}
	}
	if longest != jsonl.MaxLine+1 || c.bytes > 2*pageSize {
		t.Errorf("the longest of %d records has %d bytes; %d bytes were read", f.Records.Len(), longest, c.bytes)
	}
}

// TestPages checks that records that are read one by one come from cached pages.
func TestPages(t *testing.T) {
	data, _ := testgen.Session(1 << 20)
	r, f, c := open(data)
	for i := range f.Records.Len() {
		at := f.Records.At(i)
		if got := r.Record(f, i); !bytes.Equal(got, data[at.Offset:][:at.Length]) {
			t.Fatalf("record %d is %.50q", i, got)
		}
	}
	if most := 2*len(data)/pageSize + 1; c.reads > most {
		t.Errorf("%d reads, want at most %d", c.reads, most)
	}
	if b, err := r.Read(f, int64(len(data)-10), 20); err == nil {
		t.Errorf("a read past the end returns %q", b)
	}
}

func TestReadFile(t *testing.T) {
	text := strings.Repeat("é", 10)
	for limit, want := range map[int]string{100: text, 20: text, 19: text[:18], 2: "é", 1: ""} {
		r, f, _ := open([]byte(text))
		b, more, err := r.ReadFile(f, limit)
		if string(b) != want || more != (want != text) || err != nil {
			t.Errorf("limit %d: %q, %v, %v, want %q", limit, b, more, err, want)
		}
	}
}

func TestRecordText(t *testing.T) {
	const uuid = `"uuid":"00000000-0000-4000-8000-000000000001","sessionId":"s"`
	for line, want := range map[string]string{
		`{"type":"user",` + uuid + `,"message":{"role":"user","content":"one\ntwo"}}`:                                                                   "one\ntwo",
		`{"type":"user",` + uuid + `,"message":{"role":"user","content":[{"type":"text","text":"one"},{"type":"image"},{"type":"text","text":"two"}]}}`: "one\ntwo",
		`{"type":"system","subtype":"informational",` + uuid + `,"content":"words"}`:                                                                    "words",
		`{"type":"attachment",` + uuid + `,"attachment":{"type":"queued_command","content":"no","prompt":"typed"}}`:                                     "typed",
	} {
		r, f, _ := open([]byte(line + "\n"))
		if got, more := r.RecordText(f, 0, 100); got != want || more {
			t.Errorf("%s: %q, %v, want %q", line, got, more, want)
		}
		if got, more := r.RecordText(f, 0, 2); got != want[:2] || !more {
			t.Errorf("%s: %q, %v, want two bytes", line, got, more)
		}
	}
}
