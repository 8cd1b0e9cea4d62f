package share

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"unspool/parser"
	"unspool/parser/redact"
)

// stepBytes is how much a step of a scan reads.
const stepBytes = 1 << 20

// errStopped ends the work when the caller wants no more of it.
var errStopped = errors.New("stopped")

// Size returns the number of bytes that a scan of a session reads.
func Size(s *parser.Session) int64 {
	size := int64(0)
	for _, f := range filesOf(s) {
		size += f.Size
	}
	return size
}

func filesOf(s *parser.Session) []*parser.File { return slices.Concat(s.Files, s.Sidecars) }

// Scan finds values in the files of a session and their names, and adds them to values. It yields how many bytes were
// read so far, about once per megabyte.
func Scan(s *Session, finder *redact.Finder, values *redact.Values) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		read := int64(0)
		step := func(n int) error {
			if read += int64(n); !yield(read, nil) {
				return errStopped
			}
			return nil
		}
		for _, f := range filesOf(s.Session) {
			in := stepReader{in: io.NewSectionReader(s.Open(f.Number), 0, f.Size), step: step}
			for found, err := range finder.Read(&in) {
				if errors.Is(err, errStopped) {
					return
				}
				if err != nil {
					yield(read, fmt.Errorf("%s: %w", f.Path, err))
					return
				}
				values.Add(found, f.Path)
			}
			for found := range finder.Name(f.Path) {
				values.Add(found, f.Path)
			}
		}
	}
}

// A stepReader calls step after each stepBytes, with the number of bytes since the last call.
type stepReader struct {
	in   io.Reader
	step func(n int) error
	n    int
}

// Read implements [io.Reader].
func (r *stepReader) Read(p []byte) (int, error) {
	if r.n >= stepBytes {
		n := r.n
		r.n = 0
		if err := r.step(n); err != nil {
			return 0, err
		}
	}
	n, err := r.in.Read(p)
	r.n += n
	if err == io.EOF && r.n > 0 {
		last := r.n
		r.n = 0
		if err := r.step(last); err != nil {
			return n, err
		}
	}
	return n, err
}
