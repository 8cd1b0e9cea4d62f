package follow

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"unspool/parser"
	"unspool/parser/folder"
)

// An entry is a file that can belong to a session.
type entry struct {
	root *Root
	name string // in the file system of the root
	mark
}

// full returns the name of the file with that of its root.
func (e *entry) full() string { return filepath.Join(e.root.Name, filepath.FromSlash(e.name)) }

// A group is a set of files that are read together, because they are of one session, or of sessions that
// continue or copy each other.
type group struct {
	root    *Root
	entries []*entry // in the order of their names
}

// key identifies the group, as long as no file is added before its first one.
func (g *group) key() string { return g.entries[0].full() }

// signature returns a text that changes with any file of the group.
func (g *group) signature() string {
	h := sha256.New()
	for _, e := range g.entries {
		fmt.Fprintf(h, "%q %d %d\n", e.name, e.Size, e.Modified.UnixNano())
	}
	return string(h.Sum(nil))
}

// wants reports whether a session of the group is to be sent.
func (g *group) wants(s *parser.Session) bool {
	only := g.root.Only
	if only == "" || s.Main.File.Path == only {
		return true
	}
	for _, r := range s.Relations() { // both sides list a relation
		if r.Kind == parser.ContinuedIn && r.Session != nil && g.wants(r.Session) {
			return true
		}
	}
	return false
}

// A scanner finds files and groups them.
type scanner struct {
	keys map[*Root]map[string]relationKeys // by the name
}

// relationKeys are the keys that a file has in common with related ones.
type relationKeys struct {
	mark
	keys []string
}

func newScanner() scanner { return scanner{map[*Root]map[string]relationKeys{}} }

// groups returns the groups of a root in which a file is not settled. The error is of single files.
func (x *scanner) groups(root *Root, isSettled func(*entry) bool) ([]*group, error) {
	entries, failed := scan(root)
	x.prune(root, entries)
	mains := findMains(entries)
	byFolder := map[string][]*entry{} // of main files
	for _, e := range entries {
		dir := mains.folderOf(e.name)
		byFolder[dir] = append(byFolder[dir], e)
	}
	var found []*group
	for _, dir := range sortedKeys(byFolder, func(a, b []*entry) int { return 0 }) {
		files := byFolder[dir]
		if !slices.ContainsFunc(files, func(e *entry) bool { return !isSettled(e) }) {
			continue
		}
		for _, g := range x.divide(root, files, &mains) {
			if g.hasMain() && slices.ContainsFunc(g.entries, func(e *entry) bool { return !isSettled(e) }) {
				found = append(found, g)
			}
		}
	}
	return found, failed
}

// prune forgets the keys of files that are gone.
func (x *scanner) prune(root *Root, entries []*entry) {
	present := make(map[string]relationKeys, len(entries))
	for _, e := range entries {
		if keys, ok := x.keys[root][e.name]; ok {
			present[e.name] = keys
		}
	}
	x.keys[root] = present
}

// hasMain reports whether the group has a main file, and the one that the root names.
func (g *group) hasMain() bool {
	return slices.ContainsFunc(g.entries, func(e *entry) bool {
		return parser.RoleOf(e.name) == parser.RoleMain && (g.root.Only == "" || e.name == g.root.Only)
	})
}

// scan lists the files of a root that can belong to a session.
func scan(root *Root) ([]*entry, error) {
	var entries []*entry
	var failed error
	err := fs.WalkDir(root.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == "." {
				return err
			}
			failed = cmp.Or(failed, err)
			return nil
		}
		if d.IsDir() && root.Only != "" && name != "." {
			own := strings.TrimSuffix(root.Only, path.Ext(root.Only))
			if name != own && !strings.HasPrefix(name, own+"/") {
				return fs.SkipDir
			}
		}
		if !d.Type().IsRegular() || !folder.IsSessionFile(name) && name != root.Only {
			return nil
		}
		info, err := d.Info()
		if err == nil {
			entries = append(entries, &entry{root, name, mark{info.Size(), info.ModTime()}})
		}
		return nil // it was removed meanwhile
	})
	if err = cmp.Or(err, failed); err != nil {
		return entries, fmt.Errorf("%s: %w", root.Name, err)
	}
	return entries, nil
}

// mainFiles are the main files of a root, without their extensions.
type mainFiles struct {
	paths  map[string]bool
	byName map[string]string // the path of one with each name
}

func findMains(entries []*entry) mainFiles {
	m := mainFiles{map[string]bool{}, map[string]string{}}
	for _, e := range entries {
		if parser.RoleOf(e.name) != parser.RoleMain {
			continue
		}
		main := strings.TrimSuffix(e.name, ".jsonl")
		m.paths[main] = true
		if m.byName[path.Base(main)] == "" {
			m.byName[path.Base(main)] = main
		}
	}
	return m
}

// ownerOf returns the main file in whose folder a file is. The folder can be in another project: that of a
// worktree.
func (m *mainFiles) ownerOf(name string) (string, bool) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if m.paths[dir] {
			return dir, true
		}
	}
	before, _, found := strings.Cut(name, "/subagents/")
	main := m.byName[path.Base(before)]
	return main, found && main != ""
}

// folderOf returns the folder of the main file that a file belongs to, as far as its name shows.
func (m *mainFiles) folderOf(name string) string {
	if main, ok := m.ownerOf(name); ok {
		return path.Dir(main)
	}
	before, _, found := strings.Cut(name, "/subagents/")
	if found {
		return before
	}
	return path.Dir(name)
}

// divide groups the files of a folder by what they have in common.
func (x *scanner) divide(root *Root, files []*entry, mains *mainFiles) []*group {
	first := map[string]int{} // the first file with a key
	parents := make([]int, len(files))
	var find func(i int) int
	find = func(i int) int {
		if parents[i] != i {
			parents[i] = find(parents[i])
		}
		return parents[i]
	}
	for i, e := range files {
		parents[i] = i
		keys := x.keysOf(e)
		if main, ok := mains.ownerOf(e.name); ok {
			keys = []string{"/" + main}
		} else { // of the file itself, for the meta file of an agent, and those in its folder
			base := strings.TrimSuffix(strings.TrimSuffix(e.name, ".jsonl"), ".meta.json")
			keys = append(slices.Clone(keys), "/"+base)
		}
		for _, key := range keys {
			if j, ok := first[key]; !ok {
				first[key] = i
			} else if a, b := find(i), find(j); a != b {
				parents[max(a, b)] = min(a, b)
			}
		}
	}
	byRoot := map[int]*group{}
	var groups []*group
	for i, e := range files {
		at := find(i)
		if byRoot[at] == nil {
			byRoot[at] = &group{root: root}
			groups = append(groups, byRoot[at])
		}
		byRoot[at].entries = append(byRoot[at].entries, e)
	}
	return groups
}

// headSize is how much of each end of a file is read for its keys.
const headSize = 64 << 10

// keysOf returns the keys that a file has in common with related ones.
func (x *scanner) keysOf(e *entry) []string {
	switch parser.RoleOf(e.name) {
	case parser.RoleMain, parser.RoleAgent:
	default:
		return nil
	}
	known, ok := x.keys[e.root][e.name]
	if ok && known.mark.equal(e.mark) {
		return known.keys
	}
	in := folder.FileReader(e.root.FS, e.name)
	head := make([]byte, min(e.Size, headSize))
	n, err := in.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil // it is reported when it is read
	}
	var tail []byte
	if e.Size > headSize {
		tail = make([]byte, min(e.Size-headSize, headSize))
		if m, err := in.ReadAt(tail, e.Size-int64(len(tail))); err != nil && err != io.EOF {
			tail = tail[:m]
		}
	}
	keys := parser.PreviewOf(e.name, e.Size, head[:n], tail).RelationKeys
	x.keys[e.root][e.name] = relationKeys{e.mark, keys}
	return keys
}
