package changes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil/testgen"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// all returns all pages of an answer.
func all[T any](page func(from int) (answer T, next *int, err error)) (list []T, err error) {
	for from := new(0); from != nil; {
		var answer T
		if answer, from, err = page(*from); err != nil {
			return nil, err
		}
		list = append(list, answer)
	}
	return list, nil
}

// TestFailedRead checks that a failed read is an error of the request that needed it, and that the
// next request is answered completely.
func TestFailedRead(t *testing.T) {
	data, _ := testgen.Session(3 << 20)
	whole, _ := viewtest.Failing(data, 0)
	path := ""
	for _, f := range allTouched(whole, 0) {
		if f.Edits > 1 {
			path = f.Path
		}
	}
	requests := map[string]func(v *view.Viewer) (any, error){
		"changed files": func(v *view.Viewer) (any, error) {
			return all(func(from int) (any, *int, error) {
				answer, err := v.ChangedFiles(0, from)
				for err == nil && answer.Next == nil && answer.Counted < 1 {
					answer, err = v.ChangedFiles(0, from)
				}
				return answer.Files, answer.Next, err
			})
		},
		"operations": func(v *view.Viewer) (any, error) {
			return all(func(from int) (any, *int, error) {
				answer, err := v.FileOps(0, path, from)
				return answer.List, answer.Next, err
			})
		},
		"net change": func(v *view.Viewer) (any, error) {
			return all(func(from int) (any, *int, error) {
				answer, err := v.NetDiff(0, path, from)
				return answer, answer.Next, err
			})
		},
		"patch": func(v *view.Viewer) (any, error) {
			return all(func(from int) (any, *int, error) {
				answer, err := v.Patch(0, from)
				return answer, answer.Next, err
			})
		},
	}
	for name, request := range requests {
		whole, file := viewtest.Failing(data, 0)
		want, err := request(whole)
		if err != nil {
			t.Fatal(err)
		}
		for _, fails := range []int{1, 2, file.Reads / 2, file.Reads} {
			v, _ := viewtest.Failing(data, fails)
			_, err := request(v)
			if !errors.Is(err, viewtest.ErrGone) || !strings.Contains(err.Error(), "read s.jsonl at byte ") {
				t.Errorf("%s, read %d of %d: error %v", name, fails, file.Reads, err)
			}
			got, err := request(v)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s, again after read %d of %d: error %v (-want +got):\n%s", name, fails, file.Reads, err, diff)
			}
		}
	}
}

// TestReadsAhead checks that the calls of a large file are read in few pieces.
func TestReadsAhead(t *testing.T) {
	data, _ := testgen.Session(40 << 20)
	v, file := viewtest.Failing(data, 0)
	var sum protocol.ChangeSum
	for sum.Read < 1 {
		story, err := v.Story(0)
		if err != nil {
			t.Fatal(err)
		}
		sum = story.Changes
	}
	// In the order of their names, and without reading ahead, it is 1,300.
	if file.Reads > 400 || sum.Files == 0 {
		t.Errorf("%d reads of a file of %d bytes for the changes of %d files", file.Reads, len(data), sum.Files)
	}
}
