package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An outputFile is a new file, which gets its name once it is complete.
type outputFile struct {
	file *os.File
	name string
	made string // the first of the folders around it that were created, or ""
}

// createFile creates a new file with its folders.
func createFile(name string) (*outputFile, error) {
	if err := isFree(name); err != nil {
		return nil, err
	}
	dir, made := filepath.Dir(name), ""
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = at
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, ".unspool-*")
	if err != nil {
		return nil, err
	}
	return &outputFile{file, name, made}, nil
}

// Write implements [io.Writer]. Errors have the name that the file gets.
func (f *outputFile) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	if failed := new(fs.PathError); errors.As(err, &failed) {
		failed.Path = f.name
	}
	return n, err
}

// Close implements [io.Closer].
func (f *outputFile) Close() error { return f.file.Close() }

// finish gives the file its name, or removes it if there is an error, which it returns.
func (f *outputFile) finish(err error) error {
	if err != nil {
		return errors.Join(err, f.discard())
	}
	return f.keep()
}

// keep closes the file, and gives it its name.
func (f *outputFile) keep() error {
	err := f.Close()
	if err == nil || errors.Is(err, fs.ErrClosed) {
		err = isFree(f.name)
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	if err != nil {
		return errors.Join(err, f.discard())
	}
	return nil
}

// discard removes the file, with the folders that were created for it.
func (f *outputFile) discard() error {
	if err := f.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		return err
	}
	if err := os.Remove(f.file.Name()); err != nil {
		return err
	}
	for dir := filepath.Dir(f.name); f.made != "" && len(dir) >= len(f.made); dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil { // another file is in it
			break
		}
	}
	return nil
}

// isFree returns an error if there is a file of that name.
func isFree(name string) error {
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("%s exists and is not overwritten", name)
	}
	return nil
}
