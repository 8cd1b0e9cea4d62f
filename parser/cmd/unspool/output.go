package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// An outputFile is a new file, which gets its name once it is complete.
type outputFile struct {
	file *os.File
	name string
	made string // the first of the folders around it that were created, or ""
	stop *interruption
}

// An outputError is a failure of the output. Errors around it name the input, which is not to blame.
type outputError struct{ err error }

// Error implements error.
func (e *outputError) Error() string { return e.err.Error() }

// Unwrap returns the error of the file.
func (e *outputError) Unwrap() error { return e.err }

// ofOutput returns the failure of the output in an error without the errors around it, or else the error.
func ofOutput(err error) error {
	if failed := new(outputError); errors.As(err, &failed) {
		return failed
	}
	return err
}

// failedOutput returns an outputError for an error of a file, which names it as the file will be called.
func failedOutput(err error, name string) error {
	if failed := new(fs.PathError); errors.As(err, &failed) {
		failed.Path = name
	}
	return &outputError{err}
}

// renamed returns an error, which names a file, or those in a folder, by another name.
func renamed(err error, from, to string) error {
	if failed := new(fs.PathError); errors.As(err, &failed) {
		below, ok := strings.CutPrefix(failed.Path, from)
		if ok && (below == "" || below[0] == filepath.Separator) {
			failed.Path = to + below
		}
	}
	return err
}

// createFile creates a new file with its folders. Once the user interrupts, writing to it fails.
func createFile(name string, stop *interruption) (*outputFile, error) {
	if err := isFree(name); err != nil {
		return nil, &outputError{err}
	}
	dir := filepath.Dir(name)
	made := firstMissing(dir, os.Stat)
	err := os.MkdirAll(dir, 0o755)
	var file *os.File
	if err == nil {
		file, err = os.CreateTemp(dir, ".unspool-*")
	}
	if err != nil {
		removeFolders(dir, made)
		return nil, failedOutput(err, name)
	}
	return &outputFile{file, name, made, stop}, nil
}

// firstMissing returns the first of a folder and those around it that does not exist, or "" if all do.
func firstMissing(dir string, stat func(name string) (fs.FileInfo, error)) string {
	missing := ""
	for {
		if _, err := stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return missing
		}
		missing = dir
		if dir = filepath.Dir(dir); dir == missing { // a drive that does not exist
			return missing
		}
	}
}

// removeFolders removes a folder and those around it up to made, the first that was created, as far as nothing is in them.
func removeFolders(dir, made string) {
	for ; made != "" && len(dir) >= len(made); dir = filepath.Dir(dir) {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) || dir == made {
			return
		}
	}
}

// Write implements [io.Writer]. Errors have the name that the file gets.
func (f *outputFile) Write(b []byte) (int, error) {
	if err := f.stop.err(); err != nil {
		return 0, err
	}
	n, err := f.file.Write(b)
	if err != nil {
		err = failedOutput(err, f.name)
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
	removeFolders(filepath.Dir(f.name), f.made)
	return nil
}

// isFree returns an error if there is a file of that name.
func isFree(name string) error {
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("%s exists and is not overwritten", name)
	}
	return nil
}
