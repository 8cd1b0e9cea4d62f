package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unspool/parser/archive"
)

// Limits of a manifest, which are those of the page for a folder that is dropped.
const (
	maxFiles   = 50_000
	maxEntries = 500_000
)

// errLimit ends a walk that exceeds the limits.
var errLimit = errors.New("too many files")

// A Manifest lists the files of a [Folder] in the order of their paths.
type Manifest struct {
	Name    string `json:"name"`              // shown to the user
	Files   []File `json:"files"`             // not nil
	Skipped int    `json:"skipped,omitempty"` // folders that could not be read, or that exceed the limits

	archives []string // paths of archives, which are not opened
}

// A File is a file that can be part of a session.
type File struct {
	Path     string `json:"path"` // the name of its root and the path below it, with "/" between folders
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // in ms since 1970
}

// A Folder provides read access to the session files below some roots. It opens files through os.Root, so
// neither a path nor a symbolic link leads out of a root.
type Folder struct {
	roots []*root
}

// A root is a folder, a single session file with the folder that contains its agents and long outputs, or an archive.
type root struct {
	*os.Root                  // nil for an archive
	archive  *unpackedArchive // or nil
	name     string           // begins the paths of its files
	file     string           // name of the single session file; "" for the whole folder or archive
}

// OpenFolder opens session files, folders and archives.
func OpenFolder(paths []string) (_ *Folder, err error) {
	f := &Folder{}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	for _, name := range paths {
		r, err := openRoot(name)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", name, err)
		}
		for base, n := r.name, 2; f.find(r.name) != nil; n++ {
			r.name = fmt.Sprintf("%s-%d", base, n)
		}
		f.roots = append(f.roots, r)
	}
	return f, nil
}

// find returns the root with a name, or nil if there is none.
func (f *Folder) find(name string) *root {
	for _, r := range f.roots {
		if r.name == name {
			return r
		}
	}
	return nil
}

func openRoot(name string) (*root, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, err
	}
	r := &root{}
	if !info.IsDir() {
		full, r.file = filepath.Split(full)
		full = filepath.Clean(full)
		if !IsServedName(r.file) {
			return openArchive(filepath.Join(full, r.file))
		}
	}
	r.name = strings.Trim(filepath.Base(full), `\/.`)
	if r.name == "" {
		r.name = "sessions"
	}
	if r.Root, err = os.OpenRoot(full); err != nil {
		return nil, err
	}
	return r, nil
}

// Close releases the roots.
func (f *Folder) Close() error {
	var failed error
	for _, r := range f.roots {
		failed = errors.Join(failed, r.close())
	}
	return failed
}

func (f *Folder) isEmpty() bool { return len(f.roots) == 0 }

// IsServedName reports whether a file can be part of a session, by its name. Hidden files never are: settings
// and credentials may be next to sessions.
func IsServedName(name string) bool {
	if name == "" || name[0] == '.' {
		return false
	}
	switch path.Ext(name) {
	case ".jsonl", ".json", ".txt":
		return true
	}
	return false
}

// folder returns the folder of the single session file.
func (r *root) folder() string { return strings.TrimSuffix(r.file, path.Ext(r.file)) }

// admits reports whether the file at name, relative to the root, is served if it is a regular file.
func (r *root) admits(name string) bool {
	if r.archive != nil {
		return r.archive.has(name)
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") || !IsServedName(path.Base(name)) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part[0] == '.' {
			return false
		}
	}
	return name == r.file || r.isBelow(name)
}

// isBelow reports whether the file at name is in the folder that is served, or in that of the single session file.
func (r *root) isBelow(name string) bool {
	return r.file == "" || strings.HasPrefix(name, r.folder()+"/")
}

// enters reports whether a walk enters the folder at name.
func (r *root) enters(name string) bool {
	if name == "." {
		return true
	}
	if r.archive != nil {
		return true
	}
	return path.Base(name)[0] != '.' && (r.file == "" || name == r.folder() || strings.HasPrefix(name, r.folder()+"/"))
}

// Manifest walks the roots.
func (f *Folder) Manifest() Manifest {
	m := Manifest{Name: "sessions", Files: []File{}}
	if len(f.roots) == 1 {
		m.Name = f.roots[0].name
	}
	entries := 0
	for _, r := range f.roots {
		err := fs.WalkDir(r.fsys(), ".", func(name string, d fs.DirEntry, err error) error {
			if entries++; entries > maxEntries || len(m.Files) >= maxFiles {
				return errLimit
			}
			if err != nil {
				m.Skipped++ // such as a folder that was removed or cannot be read
				return nil
			}
			if d.IsDir() {
				if !r.enters(name) {
					return fs.SkipDir
				}
				return nil
			}
			if info, ok := r.stat(name, d); ok {
				m.Files = append(m.Files, File{r.name + "/" + name, info.Size(), info.ModTime().UnixMilli()})
			} else if r.isBelow(name) && d.Name()[0] != '.' && archive.IsArchiveName(d.Name()) {
				m.archives = append(m.archives, filepath.Join(r.Name(), filepath.FromSlash(name)))
			}
			return nil
		})
		if err != nil {
			m.Skipped++
		}
	}
	slices.SortFunc(m.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return m
}

// stat returns the info of the file of an entry, if it is one that is served.
func (r *root) stat(name string, d fs.DirEntry) (fs.FileInfo, bool) {
	if !r.admits(name) {
		return nil, false
	}
	var info fs.FileInfo
	var err error
	if r.archive != nil {
		info, err = d.Info()
		return r.archive.dated(info), err == nil
	}
	if d.Type()&fs.ModeSymlink != 0 {
		info, err = r.Stat(filepath.FromSlash(name)) // fails if the link leads out of the root
	} else {
		info, err = d.Info() // fails if the file was removed meanwhile
	}
	return info, err == nil && info.Mode().IsRegular()
}

// open opens a file by its path in the manifest.
func (f *Folder) open(name string) (servedFile, fs.FileInfo, error) {
	first, below, _ := strings.Cut(name, "/")
	r := f.find(first)
	if r == nil || !r.admits(below) {
		return nil, nil, fs.ErrNotExist
	}
	if r.archive != nil {
		return r.archive.open(below)
	}
	below = filepath.FromSlash(below)
	// To open a named pipe would wait for its other end.
	if info, err := r.Stat(below); err != nil || !info.Mode().IsRegular() {
		return nil, nil, fs.ErrNotExist
	}
	in, err := r.Open(below)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, nil, errors.Join(err, in.Close())
	}
	return in, info, nil
}

// serveFile sends a file, or the requested range of it.
func (f *Folder) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	in, info, err := f.open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer in.Close() // read-only: nothing can be lost
	w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano()))
	http.ServeContent(w, r, "", time.Time{}, in)
}
