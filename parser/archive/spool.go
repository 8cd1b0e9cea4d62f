package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// A spool is a temporary file with the content of files one after the other, since compressed content
// can only be read from its beginning.
type spool struct {
	mu   sync.Mutex
	file *os.File
	end  int64
	left int64 // bytes that may still be added
}

// add appends the content of a file. What makes it end early becomes its error; add only fails if the
// spool does.
func (s *spool) add(e *entry, unpack func(io.Writer) error) error {
	if s.file == nil {
		file, err := os.CreateTemp("", "unspool-*")
		if err != nil {
			return err
		}
		s.file = file
		// Where open files can be removed, nothing is left behind by a process that is killed; elsewhere
		// close removes it.
		_ = os.Remove(file.Name())
	}
	e.offset = s.end
	w := &spoolWriter{spool: s}
	err := unpack(w)
	e.size = s.end - e.offset
	if w.err != nil {
		return w.err
	}
	e.err = err
	return nil
}

func (s *spool) section(e *entry) *io.SectionReader {
	if s.file == nil { // only if it could not be created before
		return io.NewSectionReader(noBytes{}, 0, 0)
	}
	return io.NewSectionReader(s.file, e.offset, e.size)
}

func (s *spool) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if removed := os.Remove(s.file.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	s.file = nil
	return err
}

// noBytes is an empty [io.ReaderAt].
type noBytes struct{}

func (noBytes) ReadAt([]byte, int64) (int, error) { return 0, io.EOF }

// A spoolWriter appends to a spool within its limit.
type spoolWriter struct {
	spool *spool
	err   error // of the temporary file
}

// Write implements [io.Writer].
func (w *spoolWriter) Write(b []byte) (int, error) {
	s := w.spool
	fits := b[:min(int64(len(b)), s.left)]
	n, err := s.file.WriteAt(fits, s.end)
	s.end += int64(n)
	s.left -= int64(n)
	if err != nil {
		w.err = fmt.Errorf("temporary file: %w", err)
		return n, w.err
	}
	if n < len(b) {
		return n, ErrTooLarge
	}
	return n, nil
}
