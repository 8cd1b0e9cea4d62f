package archive

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// An FS holds the files of an archive. Its methods can be called concurrently.
type FS struct {
	path      string // of the archive, for errors
	keep      func(name string) bool
	files     map[string]*entry
	dirs      map[string][]string // names in each folder
	omissions []Omission
	entries   int
	spool     spool
}

// An entry is a file of an archive. It implements [fs.FileInfo] and [fs.DirEntry].
type entry struct {
	name     string
	size     int64
	modified time.Time
	// unpack writes the content. It is nil if the spool has it.
	unpack func(w io.Writer) error
	offset int64 // in the spool
	err    error // why the content ends early
}

func (e *entry) Name() string               { return path.Base(e.name) }
func (e *entry) Size() int64                { return e.size }
func (e *entry) Mode() fs.FileMode          { return 0o444 }
func (e *entry) Type() fs.FileMode          { return 0 }
func (e *entry) ModTime() time.Time         { return e.modified }
func (e *entry) IsDir() bool                { return false }
func (e *entry) Sys() any                   { return nil }
func (e *entry) Info() (fs.FileInfo, error) { return e, nil }

// A dir is a folder of an archive.
type dir string

func (d dir) Name() string               { return path.Base(string(d)) }
func (d dir) Size() int64                { return 0 }
func (d dir) Mode() fs.FileMode          { return fs.ModeDir | 0o555 }
func (d dir) Type() fs.FileMode          { return fs.ModeDir }
func (d dir) ModTime() time.Time         { return time.Time{} }
func (d dir) IsDir() bool                { return true }
func (d dir) Sys() any                   { return nil }
func (d dir) Info() (fs.FileInfo, error) { return d, nil }

// Omissions returns why files are missing or incomplete. Damage of a file in a zip is known once that
// file was opened.
func (f *FS) Omissions() []Omission {
	f.spool.mu.Lock()
	defer f.spool.mu.Unlock()
	return slices.Clone(f.omissions)
}

// Close removes the unpacked files.
func (f *FS) Close() error { return f.spool.close() }

// Open implements [fs.FS]. Files implement [io.ReaderAt] and [io.Seeker].
func (f *FS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if names, ok := f.dirs[name]; ok {
		return &openDir{f: f, dir: dir(name), names: names}, nil
	}
	e := f.files[name]
	if e == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	r, err := f.content(e)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{r, e, path.Join(f.path, name)}, nil
}

// ReadDir implements [fs.ReadDirFS].
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	names, ok := f.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	list := make([]fs.DirEntry, len(names))
	for i, base := range slices.Sorted(slices.Values(names)) {
		whole := path.Join(name, base)
		if e := f.files[whole]; e != nil {
			list[i] = e
		} else {
			list[i] = dir(whole)
		}
	}
	return list, nil
}

// content returns the content of a file, which is unpacked the first time.
func (f *FS) content(e *entry) (*io.SectionReader, error) {
	f.spool.mu.Lock()
	defer f.spool.mu.Unlock()
	if unpack := e.unpack; unpack != nil {
		e.unpack = nil
		if err := f.spool.add(e, unpack); err != nil {
			return nil, err
		}
		if e.err != nil {
			f.omit(e.err, e.name)
		}
	}
	return f.spool.section(e), nil
}

// add adds the file with a name of the archive. It returns nil if the file is not read.
func (f *FS) add(name string, size int64, modified time.Time) *entry {
	clean, err := cleanName(name)
	if err != nil {
		f.omit(err, name)
		return nil
	}
	if isMetadata(clean) || !f.keep(clean) {
		return nil
	}
	if len(f.files) >= MaxFiles {
		f.omit(ErrTooMany, clean)
		return nil
	}
	if !f.link(clean) {
		f.omit(ErrDuplicate, clean)
		return nil
	}
	e := &entry{name: clean, size: size, modified: modified}
	f.files[clean] = e
	return e
}

// link adds a file to its folders. It reports whether neither its name nor that of a folder was taken.
func (f *FS) link(name string) bool {
	if _, isDir := f.dirs[name]; isDir || f.files[name] != nil {
		return false
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if f.files[dir] != nil {
			return false
		}
	}
	for {
		dir := path.Dir(name)
		_, known := f.dirs[dir]
		f.dirs[dir] = append(f.dirs[dir], path.Base(name))
		if known {
			return true
		}
		name = dir
	}
}

// omit counts a file that is left out or incomplete.
func (f *FS) omit(err error, name string) {
	if len(name) > maxName {
		name = name[:maxName]
	}
	for i := range f.omissions {
		if o := &f.omissions[i]; o.First != "" && name != "" && o.Err.Error() == err.Error() {
			o.Count++
			return
		}
	}
	f.omissions = append(f.omissions, Omission{err, name, 1})
}

// isFull counts an entry, and reports whether there are too many.
func (f *FS) isFull() bool {
	f.entries++
	if f.entries > MaxEntries {
		f.omit(ErrTooMany, "")
		return true
	}
	return false
}

// An openFile is an open file, which ends with the error that ended its unpacking.
type openFile struct {
	*io.SectionReader
	entry *entry
	path  string
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f *openFile) Close() error               { return nil }

// Read implements [io.Reader].
func (f *openFile) Read(b []byte) (int, error) {
	n, err := f.SectionReader.Read(b)
	if errors.Is(err, io.EOF) && f.entry.err != nil {
		err = &fs.PathError{Op: "read", Path: f.path, Err: f.entry.err}
	}
	return n, err
}

// WriteTo is hidden, since the one of [io.SectionReader] would not return the error.
func (f *openFile) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{f})
}

// An openDir is an open folder.
type openDir struct {
	dir
	f     *FS
	names []string
	next  int
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.dir, nil }
func (d *openDir) Close() error               { return nil }

// Read implements [fs.File].
func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: string(d.dir), Err: errors.New("is a folder")}
}

// ReadDir implements [fs.ReadDirFile].
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	all, err := d.f.ReadDir(string(d.dir))
	if err != nil {
		return nil, err
	}
	remaining := all[min(d.next, len(all)):]
	if n > 0 && len(remaining) == 0 {
		return nil, io.EOF
	}
	if n > 0 && n < len(remaining) {
		remaining = remaining[:n]
	}
	d.next += len(remaining)
	return remaining, nil
}
