package parser_test

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/session"
	"unspool/parser/testutil"
	"unspool/parser/transcript"
)

func store(files []testutil.File) *session.Store {
	store := session.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		file.Write(f.Data)
		file.Close()
		for range store.Sessions() { // asking in between must not disturb
		}
	}
	store.Finish()
	return store
}

// folders gives sets of files that stand beside each other: the cases, and all
// transcripts together.
func folders(t *testing.T) map[string][]testutil.File {
	t.Helper()
	sets := testutil.Cases(t)
	sets["all"] = testutil.Transcripts(t)
	return sets
}

// A record that several main files hold is shown in full in exactly one of them,
// which is a listed session's; stretches of copies follow each other.
func TestShownOnce(t *testing.T) {
	copies := 0
	for name, files := range folders(t) {
		st := store(files)
		listed := map[*transcript.File]bool{}
		for s := range st.Sessions() {
			listed[s.Main.File] = true
		}
		full := map[string]*transcript.File{}
		for _, f := range st.Files {
			end := int32(0)
			for _, c := range f.Copies {
				if c.From < end || c.To <= c.From || c.To > f.Records.Len() || c.Session == "" || c.File == f {
					t.Errorf("%s: %s: stretch %+v after %d", name, f.Path, c, end)
				}
				end = c.To
				if c.File != nil {
					copies++
					if c.File.Lookup(c.Last) < 0 {
						t.Errorf("%s: %s does not hold %s, the last of %s", name, c.File.Path, c.Last, f.Path)
					}
				}
			}
			for i := range f.Records.Len() {
				uuid, original := f.UUID(i), f.Original(i)
				if uuid == "" || f.Role != transcript.RoleMain || f.Records.At(i).Class == transcript.ClassDuplicate {
					continue
				}
				if !listed[original] || original.Original(max(0, original.Lookup(uuid))) != original {
					t.Errorf("%s: %s in %s is said to be shown by %s", name, uuid, f.Path, original.Path)
				}
				if original != f {
					continue
				}
				if other := full[uuid]; other != nil {
					t.Errorf("%s: %s is shown in full in %s and %s", name, uuid, f.Path, other.Path)
				}
				full[uuid] = f
			}
		}
	}
	if copies < 10 {
		t.Errorf("only %d stretches of copies were seen", copies)
	}
}

// Which file is the original does not depend on the order of the files.
func TestOrderOfCopies(t *testing.T) {
	tell := func(files []testutil.File) []string {
		var replyHash []string
		for s := range store(files).Sessions() {
			replyHash = append(replyHash, fmt.Sprint(s.Main.File.Path, " ", s.ID, " ", s.Title()))
			for _, c := range s.Main.File.Copies {
				replyHash = append(replyHash, fmt.Sprint(s.Main.File.Path, " ", c.From, c.To, c.Session, c.File != nil))
			}
			for _, r := range s.Relations() {
				replyHash = append(replyHash, fmt.Sprint(s.Main.File.Path, " ", r.Kind, r.ID, r.Session != nil, r.At))
			}
			for _, f := range s.Sidecars {
				replyHash = append(replyHash, fmt.Sprint(s.Main.File.Path, " beside ", f.Path))
			}
		}
		sort.Strings(replyHash)
		return replyHash
	}
	for name, files := range folders(t) {
		if name == "all" { // names repeat in there
			continue
		}
		forth := tell(files)
		slices.Reverse(files)
		if diff := cmp.Diff(forth, tell(files)); diff != "" {
			t.Errorf("%s (-forth +back):\n%s", name, diff)
		}
	}
}

// Copies are looked for when all is read, and again when a file went on.
func TestCopiesAtTheEnd(t *testing.T) {
	first := `{"type":"user","uuid":"u1","sessionId":"a","message":{"role":"user","content":"x"}}` + "\n"
	store := session.NewStore()
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		f := store.Open(name, -1)
		f.Write([]byte(first))
		f.Write([]byte(strings.ReplaceAll(first, "u1", "own-"+name)))
	}
	for range store.Sessions() {
	}
	if c := store.Files[1].Copies; c != nil {
		t.Errorf("while reading: %+v", c)
	}
	store.Finish()
	if c := store.Files[1].Copies; len(c) != 1 || c[0].To != 1 || c[0].File != store.Files[0] {
		t.Errorf("at the end: %+v", c)
	}
}

// A file is told by its place and name, also where it is none of a session.
func TestRoles(t *testing.T) {
	for name, want := range map[string]transcript.Role{
		"p/s.jsonl": transcript.RoleMain, "s.jsonl": transcript.RoleMain, "tasks/s.jsonl": transcript.RoleMain,
		"p/s/subagents/agent-a.jsonl": transcript.RoleAgent, "p/s/subagents/agent-a.meta.json": transcript.RoleMeta,
		"p/s/tool-results/t1.txt": transcript.RoleSpilled, "p/s/tool-results/t1.json": transcript.RoleSpilled,
		"history.jsonl": transcript.RoleHistory, "p/s/custom-title.json": transcript.RoleTitle,
		"p/sessions-index.json": transcript.RoleOther, "p/.session-aliases": transcript.RoleOther, "p/memory/MEMORY.md": transcript.RoleOther,
		"todos/s-agent-s.json": transcript.RoleOther, "tasks/s/1.json": transcript.RoleOther, "plans/calm-red-fox.md": transcript.RoleOther,
		"p/s/session-memory/summary.md": transcript.RoleOther, "p/s/subagents/workflows/wf_1/journal.jsonl": transcript.RoleJournal,
		"p/s/workflows/wf_1.json": transcript.RoleRun, "p/s/workflows/scripts/a.js": transcript.RoleOther,
	} {
		if got := session.NewStore().Open(name, 0).Role; got != want {
			t.Errorf("%s has role %d, want %d", name, got, want)
		}
	}
}
