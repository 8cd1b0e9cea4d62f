package changes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// netLines returns the changed files of a session, with all net changes counted.
func netLines(v *view.Viewer, session int) []protocol.TouchedFile {
	for must(v.ChangedFiles(session, 0)).Counted < 1 {
	}
	return allTouched(v, session)
}

// TestNetLinesAgreeWithDiff checks that the lines of a net change are those of its diff, and that
// they are missing where the diff has gaps.
func TestNetLinesAgreeWithDiff(t *testing.T) {
	known, gaps := 0, 0
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<30)
		for i := 0; store.Session(i) != nil; i++ {
			for _, f := range netLines(v, i) {
				change := net(v, i, f.Path)
				if diff := cmp.Diff(wantNet(&f, &change), f.Net); diff != "" && !hasNote(&change, "cut") {
					t.Errorf("%s: %s: %s", name, f.Name, diff)
				}
				if f.Net != nil {
					known++
				} else if f.Edits+f.Writes > 0 {
					gaps++
				}
			}
		}
	}
	if known == 0 || gaps == 0 {
		t.Errorf("%d net changes, %d with gaps", known, gaps)
	}
}

func wantNet(f *protocol.TouchedFile, change *protocol.NetChange) *protocol.LineCount {
	if f.Edits+f.Writes == f.Left || len(change.Parts) > 1 || hasNote(change, "unplaced", "large", "before") {
		return nil
	}
	want := &protocol.LineCount{}
	for _, part := range change.Parts {
		for _, hunk := range part.Hunks {
			for _, line := range hunk.Lines {
				want.Added += strings.Count(line[:min(1, len(line))], "+")
				want.Removed += strings.Count(line[:min(1, len(line))], "-")
			}
		}
	}
	return want
}

func hasNote(change *protocol.NetChange, names ...string) bool {
	for _, note := range change.Notes {
		for _, name := range names {
			if note.Name == name {
				return true
			}
		}
	}
	return false
}

// TestNetLines checks that a line that was changed twice counts once, and that the sum of a session
// has the net lines where they are known.
func TestNetLines(t *testing.T) {
	_, v := viewtest.Load(testutil.Cases(t)["file-changes"], 1<<30)
	got := map[string]*protocol.LineCount{}
	for _, f := range netLines(v, 0) {
		got[f.Name] = f.Net
	}
	want := map[string]*protocol.LineCount{
		"notes/plan.md": {Added: 3},
		"src/lamp.go":   {Added: 2},
		"src/main.c":    {Added: 1, Removed: 1},
		"lost.txt":      nil, "refused.sh": nil, "/etc/hosts": nil,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	sum := must(v.Story(0)).Changes
	if sum.Read != 1 || sum.Files != 4 || sum.Added != 3+2+1+1 || sum.Removed != 0+0+1+1 {
		t.Errorf("the sum is %+v", sum)
	}
}
