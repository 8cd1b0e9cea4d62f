package folder_test

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/folder"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// A seekable is an open file.
type seekable struct{ *bytes.Reader }

func (seekable) Close() error { return nil }

// related groups files.
func related(files []testutil.File) (groups []folder.Group, shared []int) {
	sources := make([]folder.Source, len(files))
	for i, f := range files {
		sources[i] = folder.Source{Path: f.Name, Size: int64(len(f.Data))}
	}
	return folder.Related(sources, func(i int) (io.ReadCloser, error) { return seekable{bytes.NewReader(files[i].Data)}, nil })
}

// summaries returns the summaries of all sessions by the paths of their main files.
func summaries(files []testutil.File) map[string]protocol.Summary {
	store, _ := viewtest.Load(files, 1<<20)
	found := map[string]protocol.Summary{}
	for s := range store.Sessions() {
		sum := view.Summarize(s, price.Default())
		sum.Links, sum.Facts = nil, protocol.Facts{} // they have numbers of a store
		found[sum.File] = sum
	}
	return found
}

// TestRelated checks that the sessions of files that are read in groups are those of the files that are read
// together, and that each file is in one group.
func TestRelated(t *testing.T) {
	for name, files := range testutil.FileSets(t) {
		byName := map[string]bool{}
		for _, f := range files {
			byName[f.Name] = true
		}
		if len(byName) < len(files) { // transcripts of several folders, with the same name
			for i := range files {
				files[i].Name = path.Join(path.Dir(files[i].Path), path.Base(files[i].Name))
			}
		}
		groups, shared := related(files)
		var all []int
		got := map[string]protocol.Summary{}
		for _, g := range groups {
			all = append(all, g.Files...)
			var own []testutil.File
			for _, i := range append(slices.Clone(g.Files), shared...) {
				own = append(own, files[i])
			}
			for file, sum := range summaries(own) {
				got[file] = sum
			}
		}
		all = append(all, shared...)
		slices.Sort(all)
		for i := range files {
			if len(all) != len(files) || all[i] != i {
				t.Fatalf("%s: %d of %d files are in groups", name, len(all), len(files))
			}
		}
		if diff := cmp.Diff(summaries(files), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestRelatedGroups checks which files are in the same group, and the order of the groups.
func TestRelatedGroups(t *testing.T) {
	record := func(session, uuid, cwd, more string) []byte {
		return []byte(`{"type":"user","sessionId":"` + session + `","uuid":"` + uuid + `","cwd":"` + cwd + `","timestamp":"2026-05-01T10:00:0` +
			uuid[:1] + `Z"` + more + `,"message":{"role":"user","content":"x"}}` + "\n")
	}
	files := []testutil.File{
		{Name: "history.jsonl", Data: []byte("{}\n")},
		{Name: "projects/-b/one.jsonl", Data: record("one", "1", "/b", "")},
		{Name: "projects/-b/one/subagents/agent-x.jsonl", Data: record("one", "2", "/b", `,"isSidechain":true`)},
		{Name: "projects/-b/one/subagents/agent-x.meta.json", Data: []byte(`{}`)},
		{Name: "projects/-b/one/tool-results/t.txt", Data: []byte("out")},
		{Name: "projects/-b/two.jsonl", Data: record("two", "3", "/b", "")},
		{Name: "projects/-b/agent-old.jsonl", Data: record("two", "4", "/b", `,"isSidechain":true`)},
		{Name: "projects/-a/fork.jsonl", Data: record("fork", "5", "/a", `,"forkedFrom":{"sessionId":"three","messageUuid":"6"}`)},
		{Name: "projects/-c/three.jsonl", Data: record("three", "6", "/c", "")},
		{Name: "cowork/local_1.json", Data: []byte(`{"cliSessionId":"two","title":"T"}`)},
	}
	groups, shared := related(files)
	var got [][]string
	for _, g := range groups {
		var names []string
		for _, i := range g.Files {
			names = append(names, path.Base(files[i].Name))
		}
		got = append(got, names)
	}
	want := [][]string{
		{"fork.jsonl", "three.jsonl"},
		{"one.jsonl", "agent-x.jsonl", "agent-x.meta.json", "t.txt"},
		{"two.jsonl", "agent-old.jsonl", "local_1.json"},
	}
	if diff := cmp.Diff(want, got); diff != "" || !slices.Equal(shared, []int{0}) {
		t.Errorf("shared %v: %s", shared, diff)
	}
}

// TestRelatedLong checks that only the ends of a long file are read.
func TestRelatedLong(t *testing.T) {
	line := []byte(`{"type":"user","sessionId":"s","uuid":"1","message":{"role":"user","content":"` + strings.Repeat("x", 1000) + `"}}` + "\n")
	data := bytes.Repeat(line, 2000)
	read := 0
	groups, _ := folder.Related([]folder.Source{{Path: "s.jsonl", Size: int64(len(data))}, {Path: "gone.jsonl", Size: 10}}, func(i int) (io.ReadCloser, error) {
		if i == 1 {
			return nil, io.ErrClosedPipe
		}
		return &countingFile{seekable{bytes.NewReader(data)}, &read}, nil
	})
	if len(groups) != 2 || read == 0 || read > 300_000 {
		t.Errorf("%d groups, %d of %d bytes read", len(groups), read, len(data))
	}
}

// A countingFile counts the bytes that are read.
type countingFile struct {
	seekable
	read *int
}

func (f *countingFile) Read(b []byte) (int, error) {
	n, err := f.seekable.Read(b)
	*f.read += n
	return n, err
}
