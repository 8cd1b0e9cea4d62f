package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// pageSize is the number of bytes read from a file at once: rows next to each other on the
// screen are mostly next to each other in the file.
const pageSize = 128 << 10

// maxPages limits the cached bytes of files to 2 MB, plus those read ahead.
const maxPages = 16

// These are the sizes of sequential reads: small at first, so that the first matches appear
// at once, then doubling while the scan continues. A browser reads 1 GB in 3.1 s by 2 MB, in
// 2.4 s by 4 MB and in 1.4 s by 16 MB.
const (
	firstAhead = 1 << 20
	maxAhead   = 8 << 20
)

// A Reader reads parts of the files of a store through a few cached pages, and a long one for
// reading ahead. It is not safe for concurrent use.
//
// A part that cannot be read is treated as empty, and the answer continues without it. The code that
// opens the files knows of each failed read, and reports it. In a browser that is the worker: it
// rejects the query during which a read failed, except that it sets [protocol.Page.Missed] of rows,
// and accepts replies that only depend on the index. Code that caches what was read uses
// [Reader.Check].
type Reader struct {
	store *parser.Store
	open  func(file int) io.ReaderAt
	pages [maxPages]page
	next  int // index of the page that is replaced next
	ahead page
	since int // pages read since the read-ahead page was last used
	reads int
	err   error // of the first read that failed since the last call of Check
}

// NewReader returns a reader of the files of a store. open returns a reader of a file by its
// number in the store; it is called again for every read.
func NewReader(store *parser.Store, open func(file int) io.ReaderAt) *Reader {
	return &Reader{store: store, open: open}
}

// Store returns the store whose files are read.
func (r *Reader) Store() *parser.Store { return r.store }

// Reads returns the number of file reads so far.
func (r *Reader) Reads() int { return r.reads }

// Check calls do, and returns the error of the first read that failed meanwhile.
func (r *Reader) Check(do func()) error {
	r.err = nil
	do()
	return r.err
}

// DropReadAhead frees the read-ahead page of a long scan; a page as small as that of a short
// scan is kept.
func (r *Reader) DropReadAhead() {
	if cap(r.ahead.bytes) > firstAhead {
		r.ahead = page{}
	}
}

type page struct {
	file  int
	times int // File.Restarts when it was read
	from  int64
	bytes []byte
}

// bytesAt returns length bytes of a file from offset, or nil if the page does not contain
// them.
func (p *page) bytesAt(f *parser.File, offset int64, length int) []byte {
	at := offset - p.from
	if p.bytes == nil || p.file != f.Number || p.times != f.Restarts || at < 0 || at+int64(length) > int64(len(p.bytes)) {
		return nil
	}
	return p.bytes[at:][:length]
}

// fill fills a page with size bytes of a file from offset, or as many as there are.
func (r *Reader) fill(p *page, f *parser.File, offset int64, size int) error {
	if cap(p.bytes) < size {
		p.bytes = make([]byte, size)
	}
	r.reads++
	n, err := r.open(f.Number).ReadAt(p.bytes[:size], offset)
	p.file, p.times, p.from, p.bytes = f.Number, f.Restarts, offset, p.bytes[:n]
	return err
}

// Read returns length bytes of a file from offset. The slice is only valid until the next
// call. If there are fewer bytes, it returns an error.
func (r *Reader) Read(f *parser.File, offset int64, length int) ([]byte, error) {
	b, err := r.read(f, offset, length)
	if err != nil {
		err = r.failed(f, offset, err)
	}
	return b, err
}

// failed notes the error of a read for [Reader.Check], and returns it with its place.
func (r *Reader) failed(f *parser.File, offset int64, err error) error {
	err = fmt.Errorf("read %s at byte %d: %w", f.Path, offset, err)
	if r.err == nil {
		r.err = err
	}
	return err
}

func (r *Reader) read(f *parser.File, offset int64, length int) ([]byte, error) {
	if b := r.ahead.bytesAt(f, offset, length); b != nil {
		return b, nil
	}
	if length > pageSize {
		r.reads++
		b := make([]byte, length)
		n, err := r.open(f.Number).ReadAt(b, offset)
		if n == length {
			err = nil
		}
		return b[:n], err
	}
	for i := range r.pages {
		if b := r.pages[i].bytesAt(f, offset, length); b != nil {
			return b, nil
		}
	}
	// A range that crosses the end of a page gets a page that begins with it: the bytes after
	// it are probably needed next.
	from := offset / pageSize * pageSize
	if offset+int64(length) > from+pageSize {
		from = offset
	}
	if r.since++; r.since > maxPages {
		r.DropReadAhead() // no scan has continued
	}
	p := &r.pages[r.next]
	r.next = (r.next + 1) % maxPages
	// While a file is being loaded, its last page is short and is read again later.
	err := r.fill(p, f, from, pageSize)
	if b := p.bytesAt(f, offset, length); b != nil {
		return b, nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// ScanRecord is like Record, for callers that read the next records afterwards.
func (r *Reader) ScanRecord(f *parser.File, index int32) []byte {
	r.scan(f, index, firstAhead, maxAhead)
	return r.Record(f, index)
}

// Scan reads a record ahead for callers that read parts of it, and of some of the next records afterwards.
func (r *Reader) Scan(f *parser.File, index int32) { r.scan(f, index, pageSize, firstAhead) }

// scan reads a record and what follows it, unless that was done: first bytes, and twice as many each time
// as long as the scan continues, up to most.
func (r *Reader) scan(f *parser.File, index int32, first, most int) {
	at := f.Records.At(index)
	r.since = 0
	if r.ahead.bytesAt(f, at.Offset, int(at.Length)) == nil {
		size := first
		if on := at.Offset - r.ahead.from; r.ahead.file == f.Number && on > 0 && on <= int64(2*len(r.ahead.bytes)) {
			size = min(max(first, 2*len(r.ahead.bytes)), most)
		}
		if size = int(min(int64(size), f.Written()-at.Offset)); int(at.Length) <= size {
			r.readAhead(f, at.Offset, size)
		}
	}
}

// readAhead moves the page that is read ahead. The bytes that it already has are not read again: reads
// follow each other without gaps or overlaps, so that the host can begin the next one early.
func (r *Reader) readAhead(f *parser.File, offset int64, size int) {
	p := &r.ahead
	known := p.bytesAt(f, offset, int(min(max(0, p.from+int64(len(p.bytes))-offset), int64(size))))
	bytes := p.bytes
	if cap(bytes) < size {
		bytes = make([]byte, size)
	}
	bytes = bytes[:size]
	n := copy(bytes, known)
	r.reads++
	more, err := r.open(f.Number).ReadAt(bytes[n:], offset+int64(n))
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed(f, offset, err)
	}
	r.ahead = page{f.Number, f.Restarts, offset, bytes[:n+more]}
}

// Record returns the bytes of a record, or nil if they cannot be read now, or are damage that is longer
// than any record.
func (r *Reader) Record(f *parser.File, index int32) []byte {
	at := f.Records.At(index)
	if at.Length > jsonl.MaxLine {
		return nil
	}
	b, err := r.Read(f, at.Offset, int(at.Length))
	if err != nil {
		return nil
	}
	return b
}

// Span returns a part of a record, or nil if it cannot be read now.
func (r *Reader) Span(f *parser.File, index int32, at parser.Span) []byte {
	if at.Len() <= 0 {
		return nil
	}
	b, err := r.Read(f, f.Records.At(index).Offset+int64(at.From), at.Len())
	if err != nil {
		return nil
	}
	return b
}

// Head returns the first bytes of a part of a record, at most size of them, or nil if they
// cannot be read now.
func (r *Reader) Head(f *parser.File, index int32, at parser.Span, size int) []byte {
	return r.Span(f, index, parser.Span{From: at.From, To: min(at.To, at.From+int32(size))})
}

// LocationOf returns the location of a record.
func LocationOf(f *parser.File, index int32) protocol.RecordLocation {
	at := f.Records.At(index)
	return protocol.RecordLocation{UUID: f.UUID(index), File: f.Number, Path: f.Path,
		Line: int(at.Line), Offset: float64(at.Offset), Length: int(at.Length)}
}

// ReadFile returns at most limit bytes of a file that is not a transcript, and whether it has
// more.
func (r *Reader) ReadFile(f *parser.File, limit int) (b []byte, more bool, err error) {
	b = make([]byte, min(limit, int(f.Size))+1)
	n, err := r.open(f.Number).ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	if n > limit {
		return record.Prefix(b[:n], limit), true, nil
	}
	return b[:n], false, nil
}

// Member returns an object that is a member of a record.
func (r *Reader) Member(f *parser.File, record int32, key string) Object {
	line := Parse(r.Record(f, record))
	return Parse(bytes.Clone(line.Raw(key)))
}

// Payload returns the content of a record: the attachment, the data of progress, or else the
// record itself.
func (r *Reader) Payload(f *parser.File, index int32) Object {
	o := Parse(r.Record(f, index))
	if inner := o.Object("attachment", "data"); len(inner.Keys) > 0 {
		return inner
	}
	return o
}
