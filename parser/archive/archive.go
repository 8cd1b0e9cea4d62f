// Package archive presents the files of a zip, tar or gzip archive as a file system, so that
// packages that read folders read archives, too:
//
//	fsys, err := archive.Open(file, size, "sessions.zip", archive.Options{Keep: folder.IsSessionFile})
//	if err != nil { … }
//	defer fsys.Close()
//	d, err := folder.Read(fsys)
//
// In: the bytes of an archive. Out: an [fs.FS] whose files can be read at any offset, and what was left
// out of it. Invariants: no name leads out of the file system or names two files; links are not
// followed; entries, sizes and the ratio of compression are limited; of a damaged archive, everything
// before the damage can be read.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Limits of an archive.
const (
	MaxFiles   = 50_000  // that Keep accepts
	MaxEntries = 500_000 // of any kind
	MaxBytes   = 8 << 30 // unpacked
	MaxRatio   = 250     // of unpacked to packed bytes
	minBytes   = 64 << 20
	maxName    = 1000 // bytes
	maxDepth   = 24   // folders
)

// The reasons why files are left out or incomplete.
var (
	ErrEncrypted = errors.New("encrypted")
	ErrName      = errors.New("unsafe name")
	ErrLink      = errors.New("link or device")
	ErrDuplicate = errors.New("second file of the same name")
	ErrTooMany   = errors.New("too many files")
	ErrTooLarge  = errors.New("too large when unpacked")
	ErrDamaged   = errors.New("damaged archive")
	// ErrFormat is returned by Open if the bytes are no archive.
	ErrFormat = errors.New("not a zip, tar or gzip archive")
)

// Options determine what is read of an archive.
type Options struct {
	// Keep reports whether a file is needed. The other ones are not unpacked. If it is nil, all files are.
	Keep func(name string) bool
	// MaxBytes limits the unpacked bytes; 0 stands for [MaxBytes].
	MaxBytes int64
}

// An Omission is a reason why files were left out, or end early.
type Omission struct {
	Err   error
	First string // name of the first file; "" if all of the archive is concerned
	Count int    // files
}

// String returns a phrase such as "3 files left out: encrypted (the first is p/a.jsonl)".
func (o Omission) String() string {
	if o.First == "" {
		return o.Err.Error()
	}
	if o.Count == 1 {
		return fmt.Sprintf("%q: %v", o.First, o.Err)
	}
	return fmt.Sprintf("%d files: %v (the first is %q)", o.Count, o.Err, o.First)
}

// IsArchiveName reports whether a file is named like an archive.
func IsArchiveName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".zip", ".tar", ".gz", ".tgz":
		return true
	}
	return false
}

// NotReadInFolder says what happens to an archive in a folder that is read.
const NotReadInFolder = "archive in a folder, not read; give it as an argument"

// HeadSize is how many bytes identify an archive: the magic number of a tar is at 257.
const HeadSize = 512

// IsArchive reports whether a file is an archive by its first [HeadSize] bytes.
func IsArchive(head []byte) bool {
	return isZip(head) || isGzip(head) || isTar(head)
}

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte("\x1f\x8b\x08")) }

func isTar(head []byte) bool { return len(head) >= 262 && string(head[257:262]) == "ustar" }

// Open reads the list of files of an archive. Its name is used in errors, and for the content of a gzip
// file that is no tar. A zip is unpacked when its files are opened, anything else at once. The reader is used
// until the file system is closed. If only a part of the archive can be read, that part is returned:
// see [FS.Omissions].
func Open(r io.ReaderAt, size int64, name string, o Options) (*FS, error) {
	head := make([]byte, HeadSize)
	n, err := r.ReadAt(head, 0)
	if head = head[:n]; n == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("archive: %s: %w", name, err)
	}
	most := o.MaxBytes
	if most == 0 {
		most = MaxBytes
	}
	f := &FS{
		path:  name,
		keep:  o.Keep,
		files: map[string]*entry{},
		dirs:  map[string][]string{".": nil},
		spool: spool{left: min(most, max(minBytes, MaxRatio*size))},
	}
	if f.keep == nil {
		f.keep = func(string) bool { return true }
	}
	whole := io.NewSectionReader(r, 0, size)
	switch {
	case isZip(head):
		err = f.readZip(r, size)
	case isGzip(head):
		err = f.readGzip(whole, path.Base(strings.ReplaceAll(name, `\`, "/")))
	case isTar(head):
		err = f.readTar(whole)
	default:
		err = ErrFormat
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("archive: %s: %w", name, err), f.Close())
	}
	return f, nil
}

// cleanName returns the name of an entry as a path of a file system. Windows programs write
// backslashes between folders.
func cleanName(name string) (string, error) {
	name = strings.ReplaceAll(strings.ToValidUTF8(name, "\uFFFD"), `\`, "/")
	if name == "" || len(name) > maxName || name[0] == '/' || strings.IndexFunc(name, isControl) >= 0 {
		return "", ErrName
	}
	if len(name) > 1 && name[1] == ':' { // a drive
		return "", ErrName
	}
	parts := strings.Split(name, "/")
	if len(parts) > maxDepth {
		return "", ErrName
	}
	for _, part := range parts {
		if part == ".." {
			return "", ErrName
		}
	}
	return path.Clean(name), nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// isMetadata reports whether macOS wrote a file beside another one, with the same extension.
func isMetadata(name string) bool {
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), "._")
}
