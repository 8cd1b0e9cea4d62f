package session_test

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

// openWithLists is like [parsertest.Open], but lists the sessions after each file, which must not
// change the result.
func openWithLists(files []testutil.File) *session.Store {
	return openWithQueries(files, math.MaxInt, func(store *session.Store) {
		for range store.Sessions() {
		}
	})
}

// TestOriginals checks that a record in several main files is shown by exactly one of them, the
// original, which belongs to a listed session. Ranges of copies are in order and do not overlap.
func TestOriginals(t *testing.T) {
	copies := 0
	for name, files := range testutil.FileSets(t) {
		st := openWithLists(files)
		listed := map[*transcript.File]bool{}
		for s := range st.Sessions() {
			listed[s.Main.File] = true
		}
		shownBy := map[string]*transcript.File{}
		for _, f := range st.Files {
			end := int32(0)
			for _, c := range st.Copies.In(f) {
				if c.From < end || c.To <= c.From || c.To > f.Records.Len() || c.Session == "" || c.File == f {
					t.Errorf("%s: %s: range %+v after %d", name, f.Path, c, end)
				}
				end = c.To
				if c.File != nil {
					copies++
					if _, found := c.File.Lookup(c.Last); !found {
						t.Errorf("%s: %s does not contain %s, the last copy in %s", name, c.File.Path, c.Last, f.Path)
					}
				}
			}
			for i := range f.Records.Len() {
				uuid, original := f.UUID(i), st.Copies.Original(f, i)
				if uuid == "" || f.Role != transcript.RoleMain || f.Records.At(i).Class == transcript.ClassDuplicate {
					continue
				}
				at, _ := original.Lookup(uuid)
				if !listed[original] || st.Copies.IsCopied(original, max(0, at)) {
					t.Errorf("%s: %s has the original of %s in %s, which does not show it", name, original.Path, uuid, f.Path)
				}
				if original != f {
					continue
				}
				if other := shownBy[uuid]; other != nil {
					t.Errorf("%s: %s is shown by %s and %s", name, uuid, f.Path, other.Path)
				}
				shownBy[uuid] = f
			}
		}
	}
	if copies < 10 {
		t.Errorf("only %d ranges of copies", copies)
	}
}

// TestCopiesInAnyOrder checks that the order of the files does not determine which one is the
// original.
func TestCopiesInAnyOrder(t *testing.T) {
	describe := func(files []testutil.File) []string {
		var lines []string
		for s := range openWithLists(files).Sessions() {
			lines = append(lines, fmt.Sprint(s.Main.File.Path, " ", s.ID, " ", s.Title()))
			for _, c := range s.Copies.In(s.Main.File) {
				lines = append(lines, fmt.Sprint(s.Main.File.Path, " ", c.From, c.To, c.Session, c.File != nil))
			}
			for _, r := range s.Relations() {
				lines = append(lines, fmt.Sprint(s.Main.File.Path, " ", r.Kind, r.ID, r.Session != nil, r.At))
			}
			for _, f := range s.Sidecars {
				lines = append(lines, fmt.Sprint(s.Main.File.Path, " sidecar ", f.Path))
			}
		}
		sort.Strings(lines)
		return lines
	}
	for name, files := range testutil.FileSets(t) {
		if name == "transcripts" { // several files have the same name
			continue
		}
		want := describe(files)
		slices.Reverse(files)
		if diff := cmp.Diff(want, describe(files)); diff != "" {
			t.Errorf("%s (-in order +reversed):\n%s", name, diff)
		}
	}
}

// TestCopiesAfterFinish checks that copies are only determined when all files have been read.
func TestCopiesAfterFinish(t *testing.T) {
	first := `{"type":"user","uuid":"u1","sessionId":"a","message":{"role":"user","content":"x"}}` + "\n"
	store := session.NewStore()
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		f := store.Open(name, -1)
		f.Write([]byte(first))
		f.Write([]byte(strings.ReplaceAll(first, "u1", "own-"+name)))
	}
	for range store.Sessions() {
	}
	if c := store.Copies.In(store.Files[1]); c != nil {
		t.Errorf("before Finish: %+v", c)
	}
	store.Finish()
	if c := store.Copies.In(store.Files[1]); len(c) != 1 || c[0].To != 1 || c[0].File != store.Files[0] {
		t.Errorf("after Finish: %+v", c)
	}
	if l := store.Ledger(store.Files[1]); l.Merged != int64(len(first)-1) { // without the line end
		t.Errorf("the copy is not merged: %+v", l)
	}
}
