package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unspool/parser"
	"unspool/parser/archive"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/folder"
)

// A sources value opens the files of one run of a command by the paths that its reports name. The path of
// a file in an archive begins with that of the archive.
type sources struct {
	env      *cli.Environment
	archives []openArchive
	stop     *interruption // while there are files that are not complete, or nil
}

// An openArchive is an archive that stays open until the command ends.
type openArchive struct {
	path string
	file *os.File
	fsys *archive.FS
}

// unpack opens an archive, and returns the paths of the files in it that can belong to a session. It returns nil
// if the path is not that of an archive.
func (s *sources) unpack(path string, progress io.Writer) ([]string, error) {
	for _, a := range s.archives {
		if a.path == path {
			return a.names()
		}
	}
	file, err := openIfArchive(path)
	if file == nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	fsys, err := archive.Open(file, info.Size(), path, archive.Options{Keep: folder.IsSessionFile})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	for _, o := range fsys.Omissions() {
		fmt.Fprintf(progress, "unspool: %s: %v\n", path, o)
	}
	a := openArchive{path, file, fsys}
	s.archives = append(s.archives, a)
	return a.names()
}

// openIfArchive opens a file if it is an archive. It returns nil otherwise.
func openIfArchive(path string) (*os.File, error) {
	// Looking at a pipe would consume its bytes.
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, archive.HeadSize)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) || !archive.IsArchive(head[:n]) {
		return nil, file.Close() // reading the file reports why that fails
	}
	return file, nil
}

// reportArchives names the archives in a folder, which are not read.
func reportArchives(dir string, progress io.Writer) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && !folder.IsSessionFile(filepath.ToSlash(name)) {
			reportArchive(name, progress)
		}
		return nil // what cannot be read is reported by what reads the sessions
	})
}

// reportArchive names a file in a folder if it is an archive by its name: its sessions may be those of the folder, and all of a
// tar has to be unpacked to list it.
func reportArchive(name string, progress io.Writer) {
	if archive.IsArchiveName(filepath.Base(name)) {
		fmt.Fprintf(progress, "unspool: %s: %s\n", name, archive.NotReadInFolder)
	}
}

// names returns the paths of all files. The list is not nil.
func (a openArchive) names() ([]string, error) {
	list := []string{}
	err := fs.WalkDir(a.fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			list = append(list, filepath.Join(a.path, filepath.FromSlash(name)))
		}
		return err
	})
	return list, err
}

// open opens a file, or a file in an archive that is open.
func (s *sources) open(path string) (fs.File, error) {
	for _, a := range s.archives {
		if below, ok := strings.CutPrefix(path, filepath.Clean(a.path)+string(filepath.Separator)); ok {
			return a.fsys.Open(filepath.ToSlash(below))
		}
	}
	file, err := s.env.Open(path)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// A damagedFile is a file that ends where an archive is damaged, which is reported when the archive is opened.
type damagedFile struct{ fs.File }

// Read implements [io.Reader].
func (f damagedFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	if errors.Is(err, archive.ErrDamaged) {
		err = io.EOF
	}
	return n, err
}

func (s *sources) stat(path string) (fs.FileInfo, error) {
	file, err := s.open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}

func (s *sources) close() {
	for _, a := range s.archives {
		_ = errors.Join(a.fsys.Close(), a.file.Close()) // only its temporary file could be left
	}
}

// reader returns a reader of a file of a store, which opens it for each read.
func (in *inspection) reader(store *parser.Store, file int) io.ReaderAt {
	return fileReader{in.sources, filepath.FromSlash(store.File(file).Path)}
}

// A fileReader is a file that is opened for each read.
type fileReader struct {
	sources *sources
	path    string
}

// ReadAt implements [io.ReaderAt].
func (r fileReader) ReadAt(b []byte, offset int64) (int, error) {
	file, err := r.sources.open(r.path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in, ok := file.(io.ReaderAt)
	if !ok {
		return 0, fmt.Errorf("%s: %w", r.path, errors.ErrUnsupported)
	}
	return in.ReadAt(b, offset)
}
