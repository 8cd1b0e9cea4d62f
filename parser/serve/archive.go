package serve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"unspool/parser/archive"
)

// A servedFile is an open file.
type servedFile interface {
	io.ReadSeeker
	io.Closer
}

// An unpackedArchive has the files of an archive as they were when it was opened: the archive itself may be replaced while
// pages read, and nobody could tell which of its bytes are new.
type unpackedArchive struct {
	*archive.FS
	modified time.Time // of the archive, for files without a time
}

// openArchive unpacks an archive.
func openArchive(name string) (_ *root, err error) {
	// To open a named pipe would wait for its other end.
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("not a file, a folder or an archive"), err)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	before, err := file.Stat()
	if err != nil {
		return nil, err
	}
	fsys, err := archive.Open(file, before.Size(), name, archive.Options{Keep: isServedInArchive})
	if errors.Is(err, archive.ErrFormat) {
		return nil, errors.New("not a .jsonl, .json or .txt file, and not an archive")
	}
	if err != nil {
		return nil, err
	}
	if err := unpackAll(fsys, file, before); err != nil {
		return nil, errors.Join(err, fsys.Close())
	}
	return &root{archive: &unpackedArchive{fsys, before.ModTime()}, name: filepath.Base(name)}, nil
}

// unpackAll unpacks all files of an archive. It returns an error if there is none, or if the archive changed meanwhile.
func unpackAll(fsys *archive.FS, file *os.File, before fs.FileInfo) error {
	files := 0
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		in, err := fsys.Open(name)
		if err != nil {
			return err
		}
		return in.Close()
	})
	after, statErr := file.Stat()
	switch {
	case err != nil || statErr != nil:
		return errors.Join(err, statErr)
	case after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()):
		return errors.New("the archive changed while it was unpacked; try again")
	case files == 0:
		return errors.Join(errors.New("no files of sessions in this archive"), omitted(fsys))
	}
	return nil
}

// omitted returns why files are missing, or nil.
func omitted(fsys *archive.FS) error {
	var list []error
	for _, o := range fsys.Omissions() {
		list = append(list, errors.New(o.String()))
	}
	return errors.Join(list...)
}

// isServedInArchive reports whether a file of an archive is served, by its name. Unlike in a folder, transcripts may be in a
// hidden folder, and so may folders of projects, as in an archive of ~/.claude.
func isServedInArchive(name string) bool {
	if !IsServedName(path.Base(name)) || path.Ext(name) == ".jsonl" {
		return IsServedName(path.Base(name))
	}
	if _, below, ok := strings.Cut("/"+name, "/projects/"); ok {
		name = below
	}
	return !strings.Contains("/"+name, "/.")
}

func (a *unpackedArchive) has(name string) bool {
	info, err := fs.Stat(a.FS, name)
	return err == nil && info.Mode().IsRegular()
}

func (a *unpackedArchive) open(name string) (servedFile, fs.FileInfo, error) {
	in, err := a.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	file, ok := in.(servedFile)
	if !ok {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, errors.ErrUnsupported), in.Close())
	}
	return file, a.dated(info), nil
}

// dated returns the info of a file, with the time of the archive if it has none.
func (a *unpackedArchive) dated(info fs.FileInfo) fs.FileInfo {
	if info.ModTime().Year() > 1980 { // a zip without times has those of the beginning of DOS
		return info
	}
	return datedInfo{info, a.modified}
}

// A datedInfo is the info of a file with another time.
type datedInfo struct {
	fs.FileInfo
	modified time.Time
}

// ModTime implements [fs.FileInfo].
func (i datedInfo) ModTime() time.Time { return i.modified }

// fsys returns the files of a root.
func (r *root) fsys() fs.FS {
	if r.archive != nil {
		return r.archive.FS
	}
	return r.FS()
}

func (r *root) close() error {
	if r.archive != nil {
		return r.archive.Close()
	}
	return r.Close()
}

// report prints what is not served: archives in folders, and files of archives.
func (f *Folder) report(out io.Writer) {
	for _, name := range f.Manifest().archives {
		fmt.Fprintf(out, "unspool: %s: %s\n", name, archive.NotReadInFolder)
	}
	for _, r := range f.roots {
		if r.archive == nil {
			continue
		}
		for _, o := range r.archive.Omissions() {
			fmt.Fprintf(out, "unspool: %s: %v\n", r.name, o)
		}
	}
}
