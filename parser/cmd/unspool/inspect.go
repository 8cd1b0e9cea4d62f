package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view"
)

// inspect reads what stands below each path on its own, so that a session's
// figures depend on nothing but that path.
func inspect(paths []string, prices *price.Table, out, progress io.Writer) int {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	printed := 0
	for _, path := range paths {
		store, err := read(path, progress)
		if err != nil {
			fmt.Fprintln(progress, "unspool:", err)
			continue
		}
		found := 0
		for s := range store.Sessions() {
			found++
			if err := encoder.Encode(view.Summarize(s, prices)); err != nil {
				fmt.Fprintln(progress, "unspool:", err)
				return 1
			}
		}
		if found == 0 {
			fmt.Fprintf(progress, "unspool: %s: no Claude Code transcript in it%s\n", path, seems(store))
		}
		printed += found
	}
	if printed == 0 {
		return 1
	}
	return 0
}

// belongs tells the files of a folder that can belong to a session, by name.
func belongs(name string) bool {
	return filepath.Ext(name) == ".jsonl" || parser.RoleOf(filepath.ToSlash(name)) != parser.RoleMain
}

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
		if parser.RoleOf(as) == parser.RoleOther { // what is named is meant, wherever it lies
			as = filepath.Base(path)
		}
		if err := add(store, path, as, progress); err != nil {
			return nil, err
		}
		store.Finish()
		return store, nil
	}
	err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			fmt.Fprintln(progress, "unspool:", err)
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			// What it leads to inside the folder is read where it stands, what
			// lies outside was not asked for.
			if target, err := os.Stat(name); err == nil && (target.IsDir() || belongs(name)) {
				fmt.Fprintf(progress, "unspool: %s: a symbolic link, not followed\n", name)
			}
			return nil
		}
		if !entry.Type().IsRegular() || !belongs(name) {
			return nil
		}
		if err := add(store, name, filepath.ToSlash(name), progress); err != nil {
			fmt.Fprintln(progress, "unspool:", err)
		}
		return nil
	})
	store.Finish()
	return store, err
}

// seems says what a single file is, when it is no transcript.
func seems(store *parser.Store) string {
	if len(store.Files) != 1 {
		return ""
	}
	switch kind := store.Files[0].Seems(); kind {
	case "":
		return ""
	case "history":
		return "; it seems to be Claude Code's list of typed prompts: the sessions lie in the folder projects beside it"
	default:
		return "; it seems to be " + kind
	}
}

func add(store *parser.Store, name, as string, progress io.Writer) error {
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
	if file.Role == parser.RoleSpilled || file.Role == parser.RoleOther {
		return nil // it counts that they are there
	}
	reader := io.Reader(in)
	if bar := newBar(progress, name, size); bar != nil {
		reader = io.TeeReader(in, bar)
		defer bar.clear()
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{file}, struct{ io.Reader }{reader}, make([]byte, 1<<20))
	return err
}

// A bar tells on a terminal how far a long file is read.
type bar struct {
	out         io.Writer
	name        string
	size, at    int64
	told, every int64
}

// newBar gives nil where nobody would see it: no terminal, or a short file.
func newBar(out io.Writer, name string, size int64) *bar {
	const long = 32 << 20
	file, ok := out.(*os.File)
	if !ok || size < long {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &bar{out: out, name: filepath.Base(name), size: size, every: max(size/100, 1<<20)}
}

func (b *bar) Write(p []byte) (int, error) {
	b.at += int64(len(p))
	if b.at-b.told >= b.every {
		b.told = b.at
		fmt.Fprintf(b.out, "\r%s %d %%\x1b[K", b.name, b.at*100/b.size)
	}
	return len(p), nil
}

func (b *bar) clear() { fmt.Fprint(b.out, "\r\x1b[K") }
