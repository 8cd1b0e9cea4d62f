package view

import (
	"io"

	"unspool/parser"
)

// pageSize is what is read from a file at once: rows that stand beside each
// other on the screen mostly stand beside each other in the file.
const pageSize = 128 << 10

// keptPages bounds the bytes of files in memory: 2 MB.
const keptPages = 16

// A source reads stretches of files through a few kept pages.
type source struct {
	open  func(file int) io.ReaderAt
	pages [keptPages]page
	next  int
	reads int // of files, so far
}

type page struct {
	file  int
	times int // File.Restarts when it was read
	from  int64
	bytes []byte
}

// read gives length bytes of a file from offset. The slice is only valid until
// the next call. Fewer bytes come with an error.
func (s *source) read(f *parser.File, offset int64, length int) ([]byte, error) {
	if length > pageSize {
		s.reads++
		b := make([]byte, length)
		n, err := s.open(f.Number).ReadAt(b, offset)
		if n == length {
			err = nil
		}
		return b[:n], err
	}
	end := offset + int64(length)
	for i := range s.pages {
		if p := &s.pages[i]; p.bytes != nil && p.file == f.Number && p.times == f.Restarts && p.from <= offset && end <= p.from+int64(len(p.bytes)) {
			return p.bytes[offset-p.from : end-p.from], nil
		}
	}
	// Where what is read goes over the end of a page one begins with it: what stands behind it is wanted next.
	from := offset / pageSize * pageSize
	if end > from+pageSize {
		from = offset
	}
	at := int(offset - from)
	p := &s.pages[s.next]
	s.next = (s.next + 1) % keptPages
	if p.bytes == nil {
		p.bytes = make([]byte, pageSize)
	}
	s.reads++
	// While a file is being loaded its last page is short, and read again later.
	n, err := s.open(f.Number).ReadAt(p.bytes[:pageSize], from)
	p.file, p.times, p.from, p.bytes = f.Number, f.Restarts, from, p.bytes[:n]
	if at+length <= n {
		return p.bytes[at : at+length], nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, err
}

// record reads a record's bytes; nil if they cannot be read now.
func (s *source) record(f *parser.File, index int32) []byte {
	r := &f.Records[index]
	b, err := s.read(f, r.Offset, int(r.Length))
	if err != nil {
		return nil
	}
	return b
}

// span reads a stretch of a record, nil if it cannot be read now.
func (s *source) span(f *parser.File, index int32, at parser.Span) []byte {
	if at.Len() <= 0 {
		return nil
	}
	b, err := s.read(f, f.Records[index].Offset+int64(at.From), at.Len())
	if err != nil {
		return nil
	}
	return b
}

// head gives the first bytes of a stretch of a record, at most so many; nil if
// they cannot be read now.
func (s *source) head(f *parser.File, index int32, at parser.Span, size int) []byte {
	return s.span(f, index, parser.Span{From: at.From, To: min(at.To, at.From+int32(size))})
}
