package view

import (
	"bytes"
	"io"

	"unspool/parser"
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
	mostAhead  = 8 << 20
)

// A source reads parts of files through a few cached pages, and a long one for reading ahead.
type source struct {
	store *parser.Store
	open  func(file int) io.ReaderAt
	pages [maxPages]page
	next  int
	ahead page
	since int // pages read since the read-ahead page was last used
	reads int // number of file reads so far
}

// newSource returns a reader of the files of a store. open returns a reader of a file by its
// number in the store; it is called again for every read.
func newSource(store *parser.Store, open func(file int) io.ReaderAt) *source {
	return &source{store: store, open: open}
}

// dropReadAhead frees the read-ahead page of a long scan; a page as small as that of a short
// scan is kept.
func (s *source) dropReadAhead() {
	if cap(s.ahead.bytes) > firstAhead {
		s.ahead = page{}
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
func (s *source) fill(p *page, f *parser.File, offset int64, size int) error {
	if cap(p.bytes) < size {
		p.bytes = make([]byte, size)
	}
	s.reads++
	n, err := s.open(f.Number).ReadAt(p.bytes[:size], offset)
	p.file, p.times, p.from, p.bytes = f.Number, f.Restarts, offset, p.bytes[:n]
	return err
}

// read returns length bytes of a file from offset. The slice is only valid until the next
// call. If there are fewer bytes, it returns an error.
func (s *source) read(f *parser.File, offset int64, length int) ([]byte, error) {
	if b := s.ahead.bytesAt(f, offset, length); b != nil {
		return b, nil
	}
	if length > pageSize {
		s.reads++
		b := make([]byte, length)
		n, err := s.open(f.Number).ReadAt(b, offset)
		if n == length {
			err = nil
		}
		return b[:n], err
	}
	for i := range s.pages {
		if b := s.pages[i].bytesAt(f, offset, length); b != nil {
			return b, nil
		}
	}
	// A range that crosses the end of a page gets a page that begins with it: the bytes after
	// it are probably needed next.
	from := offset / pageSize * pageSize
	if offset+int64(length) > from+pageSize {
		from = offset
	}
	if s.since++; s.since > maxPages {
		s.dropReadAhead() // no scan has continued
	}
	p := &s.pages[s.next]
	s.next = (s.next + 1) % maxPages
	// While a file is being loaded, its last page is short and is read again later.
	err := s.fill(p, f, from, pageSize)
	if b := p.bytesAt(f, offset, length); b != nil {
		return b, nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// recordSequential is like record, for callers that read the next records afterwards.
func (s *source) recordSequential(f *parser.File, index int32) []byte {
	r := f.Records.At(index)
	s.since = 0
	if s.ahead.bytesAt(f, r.Offset, int(r.Length)) == nil {
		size := firstAhead
		if on := r.Offset - s.ahead.from; s.ahead.file == f.Number && on > 0 && on <= int64(2*len(s.ahead.bytes)) {
			size = min(max(firstAhead, 2*len(s.ahead.bytes)), mostAhead)
		}
		if size = int(min(int64(size), f.Written()-r.Offset)); int(r.Length) <= size {
			_ = s.fill(&s.ahead, f, r.Offset, size) // record detects a failed read
		}
	}
	return s.record(f, index)
}

// record returns the bytes of a record, or nil if they cannot be read now.
func (s *source) record(f *parser.File, index int32) []byte {
	r := f.Records.At(index)
	b, err := s.read(f, r.Offset, int(r.Length))
	if err != nil {
		return nil
	}
	return b
}

// span returns a part of a record, or nil if it cannot be read now.
func (s *source) span(f *parser.File, index int32, at parser.Span) []byte {
	if at.Len() <= 0 {
		return nil
	}
	b, err := s.read(f, f.Records.At(index).Offset+int64(at.From), at.Len())
	if err != nil {
		return nil
	}
	return b
}

// head returns the first bytes of a part of a record, at most size of them, or nil if they
// cannot be read now.
func (s *source) head(f *parser.File, index int32, at parser.Span, size int) []byte {
	return s.span(f, index, parser.Span{From: at.From, To: min(at.To, at.From+int32(size))})
}

// member returns an object member of the envelope of a record.
func (s *source) member(f *parser.File, record int32, key string) object {
	line := parseObject(s.record(f, record))
	return parseObject(bytes.Clone(line.raw(key)))
}

// payload returns the content of a record: the attachment, the data of progress, or else the
// record itself.
func (s *source) payload(f *parser.File, index int32) object {
	o := parseObject(s.record(f, index))
	if inner := o.object("attachment", "data"); len(inner.keys) > 0 {
		return inner
	}
	return o
}
