package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"unspool/parser"
	"unspool/parser/cmd/unspool/cli"
	"unspool/parser/folder"
)

// standardName is the name of a file that is read from standard input.
const standardName = "stdin.jsonl"

// read opens a file, or all files of a folder or an archive that can belong to a session.
func (s *sources) read(path string, progress io.Writer) (*parser.Store, error) {
	found, err := s.find(path, progress)
	if err != nil && !found.folder {
		return nil, err
	}
	store, opened := parser.NewStore(), int64(0)
	for _, in := range found.inputs {
		if err := s.add(store, in, &opened, progress); errors.Is(err, cli.ErrInterrupted) || err != nil && !found.folder {
			return nil, err
		} else if err != nil {
			fmt.Fprintln(progress, "unspool:", err)
		}
	}
	store.Finish()
	return store, err
}

// An input is a file that can belong to a session.
type input struct {
	name string // to open it
	as   string // its path in a store
}

// An inputs value holds the files at a path.
type inputs struct {
	inputs   []input
	failures []failure // files and folders that cannot be listed
	folder   bool      // the path is that of a folder or an archive
}

// A failure is a file or folder that cannot be read.
type failure struct {
	path string
	err  error
}

// find returns the file with a path, or all files of a folder or an archive that can belong to a session.
// It prints which ones are left out.
func (s *sources) find(path string, progress io.Writer) (found inputs, err error) {
	if path == cli.Standard {
		found.inputs = []input{{path, standardName}}
		return found, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return found, err
	}
	if !info.IsDir() {
		if names, err := s.unpack(path, progress); err != nil || names != nil {
			for _, name := range names {
				found.inputs = append(found.inputs, input{name, filepath.ToSlash(name)})
			}
			found.folder = names != nil
			return found, err
		}
		as := filepath.ToSlash(path)
		switch parser.RoleOf(as) {
		case parser.RoleOther, parser.RoleSpilled: // a file named by the user is always read, wherever it is
			as = filepath.Base(path)
		}
		found.inputs = []input{{path, as}}
		return found, nil
	}
	// WalkDir does not follow a link at its root.
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	found.folder = true
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			fmt.Fprintln(progress, "unspool:", err)
			found.failures = append(found.failures, failure{name, err})
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			// A target inside the folder is read in its own place; a target outside was not
			// requested.
			if target, err := os.Stat(name); err == nil && (target.IsDir() || folder.IsSessionFile(filepath.ToSlash(name))) {
				fmt.Fprintf(progress, "unspool: %s: symbolic link not followed\n", name)
			}
			return nil
		}
		switch {
		case !entry.Type().IsRegular():
		case folder.IsSessionFile(filepath.ToSlash(name)):
			found.inputs = append(found.inputs, input{name, filepath.ToSlash(name)})
		default:
			reportArchive(name, progress)
		}
		return nil
	})
	return found, err
}

// add reads a file into the store; opened counts the bytes of all its files.
func (s *sources) add(store *parser.Store, from input, opened *int64, progress io.Writer) error {
	if err := s.stop.err(); err != nil {
		return err
	}
	in, err := s.open(from.name)
	if err != nil {
		return err
	}
	defer in.Close()
	size := int64(-1)
	if info, err := in.Stat(); err == nil {
		size = info.Size()
	}
	file := store.Open(from.as, size)
	defer file.Close()
	file.Path = filepath.ToSlash(from.name) // reports name the file by the path that was given
	*opened += max(size, 0)
	debug.SetMemoryLimit(parser.MemoryLimit(len(store.Files), *opened)) // otherwise garbage may double the memory of the index
	if !folder.UsesContent(file) {
		return nil
	}
	reader := io.Reader(in)
	if bar := newBar(progress, from.name, size); bar != nil {
		reader = io.TeeReader(in, bar)
		defer bar.clear()
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{file}, struct{ io.Reader }{reader}, make([]byte, 1<<20))
	return err
}
