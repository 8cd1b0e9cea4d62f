package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"unspool/parser"
	"unspool/parser/folder"
)

// read opens a file, or all files of a folder that can belong to a session.
func read(path string, progress io.Writer) (*parser.Store, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	// WalkDir does not follow a link at its root.
	if real, err := filepath.EvalSymlinks(path); err == nil && info.IsDir() {
		path = real
	}
	store := parser.NewStore()
	if !info.IsDir() {
		as := filepath.ToSlash(path)
		switch parser.RoleOf(as) {
		case parser.RoleOther, parser.RoleSpilled: // a file named by the user is always read, wherever it is
			as = filepath.Base(path)
		}
		if err := add(store, path, as, new(int64), progress); err != nil {
			return nil, err
		}
		store.Files[0].Path = filepath.ToSlash(path) // reports name the file by the path that was given
		store.Finish()
		return store, nil
	}
	opened := int64(0)
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			fmt.Fprintln(progress, "unspool:", err)
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
		if !entry.Type().IsRegular() || !folder.IsSessionFile(filepath.ToSlash(name)) {
			return nil
		}
		if err := add(store, name, filepath.ToSlash(name), &opened, progress); err != nil {
			fmt.Fprintln(progress, "unspool:", err)
		}
		return nil
	})
	store.Finish()
	return store, err
}

// add reads a file into the store; opened counts the bytes of all its files.
func add(store *parser.Store, name, as string, opened *int64, progress io.Writer) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	size := int64(-1)
	if info, err := in.Stat(); err == nil {
		size = info.Size()
	}
	file := store.Open(as, size)
	defer file.Close()
	*opened += max(size, 0)
	debug.SetMemoryLimit(parser.MemoryLimit(*opened)) // otherwise garbage may double the memory of the index
	if !folder.UsesContent(file) {
		return nil
	}
	reader := io.Reader(in)
	if bar := newBar(progress, name, size); bar != nil {
		reader = io.TeeReader(in, bar)
		defer bar.clear()
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{file}, struct{ io.Reader }{reader}, make([]byte, 1<<20))
	return err
}
