package folder

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"unspool/parser"
)

// endBytes is how much of each end of a file is read to find its relations.
const endBytes = 64 << 10

// A Source is a file that can belong to a session, before it is read.
type Source struct {
	Path string // with "/" between folders
	Size int64
}

// A Group holds files that are to be read into the same store: those of a session, and of the sessions that it
// was copied from, continues, or shares records with.
type Group struct {
	Files   []int // indexes of the sources, in their order
	Bytes   int64
	Project string // of the first session
	Start   int64  // of the first session, in ms since 1970, 0 if unknown
}

// Related groups the files of an archive, so that it can be read one group after the other: no session of a
// group depends on a file of another one. open opens a source; only the ends of transcripts are read. shared
// are files that concern all sessions, such as a history of prompts. Files that cannot be opened are left to
// the caller, who is going to read them.
//
// The groups are in the order of their projects, times and files.
func Related(sources []Source, open func(source int) (io.ReadCloser, error)) (groups []Group, shared []int) {
	g := &grouper{sources: sources, parents: make([]int, len(sources)), first: map[string]int{}, previews: map[int]parser.Preview{}}
	var others []int
	for i, s := range sources {
		g.parents[i] = i
		switch role := parser.RoleOf(s.Path); role {
		case parser.RoleHistory:
			shared = append(shared, i)
		case parser.RoleMain, parser.RoleAgent:
			g.preview(i, role, open)
		case parser.RoleCowork:
			g.readCowork(i, open)
		default:
			others = append(others, i)
		}
	}
	for i, s := range sources {
		if parser.RoleOf(s.Path) != parser.RoleHistory {
			g.joinFolders(i, s.Path)
		}
	}
	for _, i := range others {
		if base, ok := strings.CutSuffix(sources[i].Path, ".meta.json"); ok {
			g.join(i, "file:"+base)
		}
	}
	return g.groups(shared), shared
}

// A grouper joins sources by keys that they have in common.
type grouper struct {
	sources  []Source
	parents  []int          // union-find forest
	first    map[string]int // source with each key
	previews map[int]parser.Preview
}

// join joins a source with those that have the same key.
func (g *grouper) join(source int, key string) {
	other, known := g.first[key]
	if !known {
		g.first[key] = source
		return
	}
	if a, b := g.root(source), g.root(other); a != b {
		g.parents[max(a, b)] = min(a, b)
	}
}

func (g *grouper) root(source int) int {
	for g.parents[source] != source {
		g.parents[source] = g.parents[g.parents[source]]
		source = g.parents[source]
	}
	return source
}

// preview joins a transcript with those that it can be related to.
func (g *grouper) preview(i int, role parser.Role, open func(int) (io.ReadCloser, error)) {
	name := g.sources[i].Path
	g.join(i, "file:"+strings.TrimSuffix(name, ".jsonl"))
	if role == parser.RoleMain {
		g.join(i, strings.TrimSuffix(path.Base(name), path.Ext(name)))
	}
	head, tail, err := ends(i, g.sources[i].Size, open)
	if err != nil {
		return
	}
	p := parser.PreviewOf(name, g.sources[i].Size, head, tail)
	for _, key := range p.RelationKeys {
		g.join(i, key)
	}
	p.RelationKeys = nil
	if p.Session {
		g.previews[i] = p
	}
}

// readCowork joins a file of Cowork with the session that it names.
func (g *grouper) readCowork(i int, open func(int) (io.ReadCloser, error)) {
	in, err := open(i)
	if err != nil {
		return
	}
	defer in.Close()
	store := parser.NewStore()
	f := store.Open(g.sources[i].Path, g.sources[i].Size)
	if _, err := io.Copy(f, in); err != nil {
		return
	}
	store.Finish()
	if f.Sidecar.Cowork.Session != "" {
		g.join(i, f.Sidecar.Cowork.Session)
	}
}

// joinFolders joins a file with the sessions that folders above it are named after.
func (g *grouper) joinFolders(i int, name string) {
	for _, dir := range strings.Split(path.Dir(name), "/") {
		if _, known := g.first[dir]; known {
			g.join(i, dir)
		}
	}
}

// groups returns the groups, without the shared files.
func (g *grouper) groups(shared []int) []Group {
	var list []Group
	at := map[int]int{}
	for i, s := range g.sources {
		if slices.Contains(shared, i) {
			continue
		}
		root := g.root(i)
		if _, known := at[root]; !known {
			at[root] = len(list)
			list = append(list, Group{})
		}
		one := &list[at[root]]
		one.Files, one.Bytes = append(one.Files, i), one.Bytes+max(s.Size, 0)
		if p, ok := g.previews[i]; ok && (one.Start == 0 && one.Project == "" || p.Start > 0 && p.Start < one.Start) {
			one.Project, one.Start = p.Project, p.Start
		}
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Project, b.Project), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Files[0], b.Files[0]))
	})
	return list
}

// ends reads the two ends of a file, or all of it as its head if it is short.
func ends(source int, size int64, open func(int) (io.ReadCloser, error)) (head, tail []byte, err error) {
	in, err := open(source)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	if size >= 0 && size <= 2*endBytes {
		head, err = io.ReadAll(io.LimitReader(in, 2*endBytes))
		return head, nil, err
	}
	if head, err = io.ReadAll(io.LimitReader(in, endBytes)); err != nil {
		return nil, nil, err
	}
	seeker, ok := in.(io.Seeker)
	if !ok {
		return nil, nil, fmt.Errorf("folder: file %d cannot be read from its end", source)
	}
	if _, err = seeker.Seek(-endBytes, io.SeekEnd); err != nil {
		return nil, nil, err
	}
	tail, err = io.ReadAll(io.LimitReader(in, endBytes))
	return head, tail, err
}
