package follow

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"unspool/parser"
	"unspool/parser/folder"
)

// A unit is the index of a group of files, as far as they were read.
type unit struct {
	group *group
	store *parser.Store
	files map[string]*openFile
	marks map[string]mark // up to which each file was read
	used  time.Time
}

// An openFile is a file of a unit.
type openFile struct {
	file    *parser.File
	changed time.Time // when it changed last, as far as known
	head    []byte    // its first bytes
	tail    []byte    // its last bytes
}

// maxUnits is how many units are kept in memory: those that were used last.
const maxUnits = 4

// A unitCache holds units by the keys of their groups.
type unitCache struct {
	units map[string]*unit
}

// open returns the unit of a group, with all that its files have.
func (x *unitCache) open(g *group, now time.Time) (*unit, error) {
	key := g.key()
	u := x.units[key]
	if u != nil && !u.isPartOf(g) {
		u = nil // a file is gone, so its records are no longer known
	}
	if u == nil {
		u = &unit{store: parser.NewStore(), files: map[string]*openFile{}, marks: map[string]mark{}}
		x.keep(key, u)
	}
	u.group, u.used = g, now
	return u, u.read(now)
}

// keep keeps a unit in place of the one that was used longest ago.
func (x *unitCache) keep(key string, u *unit) {
	if x.units == nil {
		x.units = map[string]*unit{}
	}
	if x.units[key] == nil && len(x.units) >= maxUnits {
		oldest := sortedKeys(x.units, func(a, b *unit) int { return a.used.Compare(b.used) })[0]
		delete(x.units, oldest)
	}
	x.units[key] = u
}

func (x *unitCache) drop(key string) { delete(x.units, key) }

// isPartOf reports whether all files of the unit are in the group.
func (u *unit) isPartOf(g *group) bool {
	n := 0
	for _, e := range g.entries {
		if u.files[e.name] != nil {
			n++
		}
	}
	return n == len(u.files)
}

// read reads what the files of the group have more than was read before.
func (u *unit) read(now time.Time) error {
	for _, e := range u.group.entries {
		if m, ok := u.marks[e.name]; ok && m.equal(e.mark) {
			continue
		}
		f := u.files[e.name]
		if f == nil {
			f = &openFile{file: u.store.Open(e.name, e.Size)}
			u.files[e.name] = f
		}
		f.changed = e.Modified
		if f.changed.After(now) { // the clock of another machine
			f.changed = now
		}
		if folder.UsesContent(f.file) {
			if err := f.read(e); err != nil {
				return fmt.Errorf("%s: %w", e.full(), err)
			}
		}
		u.marks[e.name] = e.mark
	}
	u.store.Finish()
	return nil
}

// sampleSize is how many bytes at each end are compared to notice that a file was replaced.
const sampleSize = 512

// read reads a file from where it was read before, or from the start if it was replaced.
func (f *openFile) read(e *entry) error {
	in := folder.FileReader(e.root.FS, e.name)
	if same, err := f.isSame(in, e.Size); err != nil {
		return err
	} else if !same {
		f.file.Restart()
	}
	from := f.file.Resume(e.Size)
	defer f.file.Close()
	if from == 0 {
		f.head, f.tail = nil, nil
	}
	section := io.NewSectionReader(in, from, e.Size-from)
	_, err := io.CopyBuffer(struct{ io.Writer }{f}, struct{ io.Reader }{section}, make([]byte, 256<<10))
	return err
}

// Write implements [io.Writer]. It passes the bytes on to the index.
func (f *openFile) Write(b []byte) (int, error) {
	if n := sampleSize - len(f.head); n > 0 {
		f.head = append(f.head, b[:min(n, len(b))]...)
	}
	last := b[max(0, len(b)-sampleSize):]
	f.tail = append(f.tail, last...)
	f.tail = slices.Clone(f.tail[max(0, len(f.tail)-sampleSize):])
	return f.file.Write(b)
}

// isSame reports whether the file still has the bytes that were read, as far as the samples show.
func (f *openFile) isSame(in io.ReaderAt, size int64) (bool, error) {
	if size < f.file.Written() {
		return false, nil
	}
	for _, sample := range []struct {
		offset int64
		bytes  []byte
	}{{0, f.head}, {f.file.Written() - int64(len(f.tail)), f.tail}} {
		if len(sample.bytes) == 0 {
			continue
		}
		now := make([]byte, len(sample.bytes))
		if _, err := in.ReadAt(now, sample.offset); err != nil && err != io.EOF {
			return false, err
		}
		if !bytes.Equal(now, sample.bytes) {
			return false, nil
		}
	}
	return true, nil
}

// changed returns when a file changed last.
func (u *unit) changed(f *parser.File) time.Time { return u.files[f.Path].changed }

// readerAt returns a reader of a file, by its number in the store.
func (u *unit) readerAt(file int) io.ReaderAt {
	return folder.FileReader(u.group.root.FS, u.store.File(file).Path)
}
