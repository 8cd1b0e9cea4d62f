package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// tarBlock is the size of the blocks of a tar. At least one of zeros ends it.
const tarBlock = 512

// readTar unpacks the files of a tar up to its end, or to its damage.
func (f *FS) readTar(r io.Reader) error {
	limited := &limitedReader{r: r, left: minBytes + 2*f.spool.left} // files that are not kept have a size, too
	in := tar.NewReader(limited)
	for {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			if limited.zeros < tarBlock {
				f.omit(fmt.Errorf("%w: its end is missing", ErrDamaged), "")
			}
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			f.omit(damaged(err), "")
			return nil
		}
		if f.isFull() {
			return nil
		}
		switch header.Typeflag {
		case tar.TypeDir:
			continue
		case tar.TypeReg:
		default:
			f.omitSession(ErrLink, header.Name)
			continue
		}
		e := f.add(header.Name, header.Size, header.ModTime)
		if e == nil {
			continue
		}
		err = f.spool.add(e, func(w io.Writer) error {
			_, err := io.Copy(w, in)
			return damaged(err)
		})
		if err != nil {
			return err
		}
		if e.err != nil {
			f.omit(e.err, e.name)
			return nil
		}
	}
}

// readGzip unpacks a tar.gz, or a single file.
func (f *FS) readGzip(r io.Reader, name string) error {
	unzip, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	in := bufio.NewReaderSize(unzip, 1<<16)
	head, headErr := in.Peek(HeadSize)
	if isTar(head) {
		return f.readTar(in)
	}
	e := f.add(singleName(name), 0, unzip.ModTime)
	if e == nil {
		if headErr != nil && !errors.Is(headErr, io.EOF) {
			f.omit(damaged(headErr), "")
		}
		return nil
	}
	err = f.spool.add(e, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return damaged(err)
	})
	if e.err != nil {
		f.omit(e.err, e.name)
	}
	return err
}

// singleName returns the name of the file in a gzip. What its name does not tell is a transcript.
func singleName(name string) string {
	if base, ok := strings.CutSuffix(strings.ToLower(name), ".gz"); ok && len(base) > 0 {
		name = name[:len(base)]
	}
	if !strings.Contains(name, ".") {
		name += ".jsonl"
	}
	return name
}

// A limitedReader fails with ErrTooLarge after a number of bytes, and counts the zeros at the end.
type limitedReader struct {
	r     io.Reader
	left  int64
	zeros int
}

// Read implements [io.Reader].
func (l *limitedReader) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := l.r.Read(b[:min(int64(len(b)), l.left)])
	l.left -= int64(n)
	zeros := n - len(bytes.TrimRight(b[:n], "\x00"))
	if zeros == n {
		zeros += l.zeros
	}
	l.zeros = zeros
	return n, err
}
