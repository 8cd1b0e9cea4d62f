package view

import (
	"bytes"
	"io"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/testgen"
)

// counted counts what is read of a file.
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

// long is a session that is read ahead in several steps.
func long() ([]byte, *parser.Store, *parser.File) {
	data, _ := testgen.Session(40 << 20)
	store := parser.NewStore()
	f := store.Open("s.jsonl", int64(len(data)))
	f.Write(data)
	f.Close()
	return data, store, f
}

// Who looks through a file reads it once, in few pieces; who looks at a record here and
// there does not read what lies between.
func TestOnward(t *testing.T) {
	data, _, f := long()
	look := func(every int32) *counted {
		c := &counted{ReaderAt: bytes.NewReader(data)}
		s := newSource(nil, func(int) io.ReaderAt { return c })
		for i := int32(0); i < f.Records.Len(); i += every {
			r := f.Records.At(i)
			if got := s.recordSequential(f, i); !bytes.Equal(got, data[r.Offset:][:r.Length]) {
				t.Fatalf("record %d is %.50q", i, got)
			}
		}
		return c
	}
	// 1, 2, 4 and 8 MB, with what goes over the end of each read twice.
	if all := look(1); all.reads > 12 || all.bytes > len(data)*11/10 {
		t.Errorf("all of %d bytes: %d bytes in %d pieces", len(data), all.bytes, all.reads)
	}
	every := f.Records.Len() / 4
	if few := look(every); few.bytes > 5*firstAhead {
		t.Errorf("every %dth record: %d bytes in %d pieces", every, few.bytes, few.reads)
	}
}

// What a search read ahead is given back when it has come to its end, or nobody goes on with it.
func TestLetGo(t *testing.T) {
	data, store, f := long()
	store.Finish()
	v := New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) })
	matches := func(from int) int {
		found, err := v.Matches(0, MatchQuery{Text: "nowhere to be found"}, from)
		if err != nil {
			t.Fatal(err)
		}
		return found.Next
	}
	search := func(from int) int {
		found, err := v.Search(0, "nowhere to be found", from)
		if err != nil {
			t.Fatal(err)
		}
		return found.Next
	}
	cached := func() int { return cap(v.source.ahead.bytes) }
	for name, look := range map[string]func(from int) int{"matches": matches, "search": search} {
		next := 0
		for range 15 { // of 2 MB each
			next = look(next)
		}
		if cached() != mostAhead {
			t.Fatalf("%s: midway %d bytes are held", name, cached())
		}
		for next >= 0 {
			next = look(next)
		}
		if cached() > firstAhead {
			t.Errorf("%s: at the end %d bytes are held", name, cached())
		}
		for range 15 {
			next = look(max(0, next))
		}
		for i := range maxPages { // what is shown meanwhile
			if _, err := v.source.read(f, int64(i*2*pageSize), 10); err != nil {
				t.Fatal(err)
			}
		}
		if cached() != mostAhead {
			t.Errorf("%s: while it goes on %d bytes are held", name, cached())
		}
		if _, err := v.source.read(f, int64(2*maxPages*pageSize), 10); err != nil {
			t.Fatal(err)
		}
		if cached() > firstAhead {
			t.Errorf("%s: left alone it holds %d bytes", name, cached())
		}
	}
}
