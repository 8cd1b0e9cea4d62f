// Package folder reads the sessions of a folder and their contents:
//
//	d, err := folder.Read(os.DirFS("/home/mei/.claude/projects"))
//	if err != nil { … }
//	for session := range d.Store.Sessions() { … }
//
// The [parser.Store] keeps an index without contents. [Folder.Text] rereads the contents
// of an item, [Folder.Input] and [Folder.Result] those of a tool call. A
// [unspool/parser/view.Viewer] over [Folder.ReaderAt] returns what a screen shows.
package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"unspool/parser"
	"unspool/parser/record"
)

// A Folder is a file system and the sessions in it.
type Folder struct {
	Store *parser.Store
	fsys  fs.FS
}

// IsSessionFile reports whether a file with that name, with "/" between folders, can belong to a
// session. JSON documents are recognized by their names only, since a folder may be full of
// others.
func IsSessionFile(name string) bool {
	return path.Ext(name) == ".jsonl" || path.Base(name) == "conversations.json" || parser.RoleOf(name) != parser.RoleMain
}

// UsesContent reports whether the contents of a file are used by its session; other files only
// count as present.
func UsesContent(f *parser.File) bool {
	return f.Role != parser.RoleSpilled && f.Role != parser.RoleOther
}

// Read reads every file of a file system that can belong to a session. Files that cannot be
// read are left out and reported in the error; the folder is returned all the same.
func Read(fsys fs.FS) (*Folder, error) {
	d := &Folder{parser.NewStore(), fsys}
	var failures []error
	note := func(err error) error {
		if err != nil {
			failures = append(failures, fmt.Errorf("folder: %w", err))
		}
		return nil
	}
	fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !IsSessionFile(name) {
			return note(err)
		}
		return note(d.add(name))
	})
	d.Store.Finish()
	return d, errors.Join(failures...)
}

// ReadFile reads one file of a file system, whatever its folder is called. Files beside it are not
// read, so a session is without agents that have files of their own.
func ReadFile(fsys fs.FS, name string) (*Folder, error) {
	dir, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	d := &Folder{parser.NewStore(), dir}
	if err := d.add(path.Base(name)); err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	d.Store.Finish()
	return d, nil
}

func (d *Folder) add(name string) error {
	in, err := d.fsys.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	size := int64(-1)
	if info, err := in.Stat(); err == nil {
		size = info.Size()
	}
	file := d.Store.Open(name, size)
	defer file.Close()
	if !UsesContent(file) {
		return nil
	}
	_, err = io.Copy(file, in)
	return err
}

// ReaderAt returns a reader of the bytes of a file, by its number in the store, for use by
// a viewer. If there is no such file, each read fails with [fs.ErrNotExist].
func (d *Folder) ReaderAt(file int) io.ReaderAt {
	f := d.Store.File(file)
	if f == nil {
		return missingFile(file)
	}
	return FileReader(d.fsys, f.Path)
}

// FileReader returns a reader of a file of any file system. The file is opened for each read.
func FileReader(fsys fs.FS, name string) io.ReaderAt { return readerAt{fsys, name} }

// A missingFile is the number of a file that does not exist.
type missingFile int

// ReadAt implements [io.ReaderAt].
func (n missingFile) ReadAt([]byte, int64) (int, error) {
	return 0, fmt.Errorf("folder: file %d: %w", int(n), fs.ErrNotExist)
}

// Text reads the text of an item: of a text or thinking block, of a prompt as it was sent
// to the model, or of a note. The text is empty if the item has none.
func (d *Folder) Text(c *parser.Conversation, item parser.Item) (string, error) {
	f := c.File
	if item.Block >= 0 {
		raw, err := d.read(f, item.Record, f.Blocks.At(item.Block).Text)
		return string(record.AppendWords(nil, raw, 0, -1)), err
	}
	line, err := d.read(f, item.Record, parser.Span{To: f.Records.At(item.Record).Length})
	var p record.Parser
	r := p.Parse(line)
	if r == nil {
		return "", err
	}
	return string(r.AppendText(nil, line)), err
}

// Input reads the arguments of a tool call: mostly a JSON object.
func (d *Folder) Input(call parser.CallRef) ([]byte, error) {
	c := call.Call()
	return d.read(call.File, c.Use, c.Input)
}

// Result reads the text of a tool's result, which is empty if there is no result.
func (d *Folder) Result(call parser.CallRef) (string, error) {
	if !call.Answered() {
		return "", nil
	}
	c := call.Call()
	raw, err := d.read(call.File, c.Result, call.File.Blocks.At(c.ResultBlk).Text)
	return string(record.AppendWords(nil, raw, 0, -1)), err
}

// read reads a range of a record.
func (d *Folder) read(f *parser.File, index int32, at parser.Span) ([]byte, error) {
	if index < 0 || at.Len() <= 0 {
		return nil, nil
	}
	b := make([]byte, at.Len())
	n, err := d.ReaderAt(f.Number).ReadAt(b, f.Records.At(index).Offset+int64(at.From))
	if n == len(b) {
		err = nil
	}
	return b[:n], err
}

// A readerAt opens its file for each read. A viewer reads in large pieces, and a folder of
// a thousand files must not keep them open.
type readerAt struct {
	fsys fs.FS
	name string
}

// ReadAt implements [io.ReaderAt].
func (r readerAt) ReadAt(b []byte, offset int64) (int, error) {
	in, err := r.fsys.Open(r.name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	switch in := in.(type) {
	case io.ReaderAt:
		return in.ReadAt(b, offset)
	case io.Seeker:
		_, err = in.Seek(offset, io.SeekStart)
	default: // for example in a zip file
		_, err = io.CopyN(io.Discard, in, offset)
	}
	if err != nil {
		return 0, err
	}
	return io.ReadFull(in, b)
}
