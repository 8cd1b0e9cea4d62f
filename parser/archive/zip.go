package archive

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"
)

// isEncrypted is the flag of an encrypted file, hasDescriptor that of one whose sizes follow its content.
const (
	isEncrypted   = 1 << 0
	hasDescriptor = 1 << 3
)

// readZip lists the files of a zip. Without its directory, which is at its end, they are found by
// their headers.
func (f *FS) readZip(r io.ReaderAt, size int64) error {
	list, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		f.omit(fmt.Errorf("%w: its list of files is missing or damaged", ErrDamaged), "")
		return f.scanZip(r, size)
	}
	for _, file := range list.File {
		if f.isFull() {
			break
		}
		mode := file.Mode()
		if mode.IsDir() {
			continue
		}
		if !mode.IsRegular() {
			f.omitSession(ErrLink, file.Name)
			continue
		}
		if file.Flags&isEncrypted != 0 {
			f.omitSession(ErrEncrypted, file.Name)
			continue
		}
		if e := f.add(file.Name, int64(min(file.UncompressedSize64, MaxBytes)), file.Modified); e != nil {
			e.unpack = func(w io.Writer) error { return unpackZip(file, w) }
		}
	}
	return nil
}

// omitSession counts a file of a session that is not read.
func (f *FS) omitSession(err error, name string) {
	if clean, unsafe := cleanName(name); unsafe != nil || f.keep(clean) && !isMetadata(clean) {
		f.omit(err, name)
	}
}

func unpackZip(file *zip.File, w io.Writer) error {
	in, err := file.Open()
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	_, err = io.Copy(w, in)
	return damaged(err)
}

// damaged returns an error of a decompressor with what it means.
func damaged(err error) error {
	if err == nil || errors.Is(err, ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// localHeader is the size of a file's header in a zip without its name.
const localHeader = 30

// scanZip reads the files of a zip one after the other up to the first that cannot be read.
func (f *FS) scanZip(r io.ReaderAt, size int64) error {
	in := bufio.NewReaderSize(io.NewSectionReader(r, 0, size), 1<<16)
	for !f.isFull() && nextHeader(in) {
		if err := f.scanFile(in); err != nil {
			return err
		}
	}
	return nil
}

// nextHeader skips what follows the content of a file, and reports whether another one follows.
func nextHeader(in *bufio.Reader) bool {
	for range 64 {
		b, err := in.Peek(4)
		if err != nil {
			return false
		}
		if string(b) == "PK\x03\x04" {
			return true
		}
		if _, err := in.Discard(1); err != nil {
			return false
		}
	}
	return false
}

// scanFile reads a file at its header. A file that ends early is kept as far as it goes. The error is that
// of the temporary file: where the archive is damaged, no further header is found.
func (f *FS) scanFile(in *bufio.Reader) error {
	header := make([]byte, localHeader)
	if _, err := io.ReadFull(in, header); err != nil {
		return nil
	}
	flags, method := binary.LittleEndian.Uint16(header[6:]), binary.LittleEndian.Uint16(header[8:])
	sum, packed := binary.LittleEndian.Uint32(header[14:]), int64(binary.LittleEndian.Uint32(header[18:]))
	nameSize := int(binary.LittleEndian.Uint16(header[26:]))
	names := make([]byte, nameSize+int(binary.LittleEndian.Uint16(header[28:])))
	if _, err := io.ReadFull(in, names); err != nil {
		return nil
	}
	name, extra := string(names[:nameSize]), names[nameSize:]
	if packed == 1<<32-1 {
		packed = longSize(extra)
	}
	hasSize := flags&hasDescriptor == 0
	limited := &io.LimitedReader{R: in, N: packed}
	content := io.Reader(limited)
	if !hasSize {
		content = in // a decompressor reads no byte more of a bufio.Reader than it needs
	}
	defer func() { _, _ = io.Copy(io.Discard, limited) }()
	switch {
	case flags&isEncrypted != 0:
		f.omitSession(ErrEncrypted, name)
		return nil
	case strings.HasSuffix(name, "/"):
		return nil
	case method == zip.Deflate:
		content = flate.NewReader(content)
	case method != zip.Store || !hasSize:
		f.omitSession(zip.ErrAlgorithm, name)
		return nil
	}
	if !hasSize {
		limited.N = 0
	}
	return f.unpackScanned(name, content, sum, hasSize)
}

// unpackScanned unpacks a file that was found by its header. Where its size is unknown, it is unpacked even
// if it is not kept.
func (f *FS) unpackScanned(name string, content io.Reader, sum uint32, hasSum bool) error {
	e := f.add(name, 0, time.Time{})
	if e == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(content, f.spool.left))
		return nil
	}
	err := f.spool.add(e, func(w io.Writer) error {
		hash := crc32.NewIEEE()
		_, err := io.Copy(io.MultiWriter(w, hash), content)
		if err == nil && hasSum && hash.Sum32() != sum {
			err = zip.ErrChecksum
		}
		return damaged(err)
	})
	if e.err != nil {
		f.omit(e.err, e.name)
	}
	return err
}

// longSize returns the packed size in the extra data of a header whose size takes more than 32 bits.
func longSize(extra []byte) int64 {
	const tag = 1
	for len(extra) >= 4 {
		size := int(binary.LittleEndian.Uint16(extra[2:]))
		if field := extra[4:]; binary.LittleEndian.Uint16(extra) == tag && size >= 16 && len(field) >= 16 {
			return int64(min(binary.LittleEndian.Uint64(field[8:]), 1<<62))
		}
		extra = extra[min(len(extra), 4+size):]
	}
	return 0
}
