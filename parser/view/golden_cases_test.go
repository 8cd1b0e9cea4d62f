package view_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"unspool/parser/testutil"
)

const testdata = "../../testdata"

var update = flag.Bool("update", false, "write golden files instead of comparing")

// kindsWithoutBody are the kinds of rows that open to other rows, or do not open.
var kindsWithoutBody = map[string]bool{"series": true, "background-fold": true, "attempts": true, "branch": true, "broken": true, "copied": true, "link": true, "phase": true, "internal": true, "end": true}

// TestCases runs the case files of testdata/cases: a comment, the files of a session, and "want":
// a description of its view, line by line. `-update` writes want; review the difference before
// committing.
func TestCases(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(testdata, "cases", "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var files []testutil.File
			var inputs []txtar.File
			want := -1
			for i, f := range archive.Files {
				if f.Name == "want" {
					want = i
					continue
				}
				inputs = append(inputs, f)
				files = append(files, testutil.File{Name: f.Name, Data: f.Data})
			}
			got := describe(t, files)
			if *update {
				archive.Files = append(inputs, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want < 0 {
				t.Fatal("the case has no want")
			}
			if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestVersions does the same for the sessions of testdata by producer version, whose want.txt is
// in the same folder.
func TestVersions(t *testing.T) {
	for _, version := range []string{"1.0.58", "2.0.37", "2.1.63", "2.1.219", "sample"} {
		t.Run(version, func(t *testing.T) {
			dir := filepath.Join(testdata, version)
			got := describe(t, testutil.Tree(t, dir))
			golden := filepath.Join(testdata, "want", version+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
