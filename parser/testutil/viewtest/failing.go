package viewtest

import (
	"bytes"
	"errors"
	"io"

	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
)

// ErrGone is the error of the read that fails; see [Failing].
var ErrGone = errors.New("the disk is gone")

// A FailingFile is a file of which one read fails.
type FailingFile struct {
	io.ReaderAt
	Reads int // so far
	fails int
}

// ReadAt implements [io.ReaderAt].
func (f *FailingFile) ReadAt(p []byte, at int64) (int, error) {
	if f.Reads++; f.Reads == f.fails {
		return 0, ErrGone
	}
	return f.ReaderAt.ReadAt(p, at)
}

// Failing returns a viewer of the file s.jsonl, and the file, of which the read with a number fails, from 1;
// with 0, none does.
func Failing(data []byte, fails int) (*view.Viewer, *FailingFile) {
	store, _ := Load([]testutil.File{{Name: "s.jsonl", Data: data}}, max(1, len(data)))
	file := &FailingFile{ReaderAt: bytes.NewReader(data), fails: fails}
	return view.New(store, price.Default(), func(int) io.ReaderAt { return file }), file
}
