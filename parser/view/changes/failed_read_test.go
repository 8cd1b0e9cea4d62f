package changes_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
)

var errGone = errors.New("the disk is gone")

// A failingFile fails the read with a number, from 1.
type failingFile struct {
	io.ReaderAt
	reads, fails int
}

func (f *failingFile) ReadAt(p []byte, at int64) (int, error) {
	if f.reads++; f.reads == f.fails {
		return 0, errGone
	}
	return f.ReaderAt.ReadAt(p, at)
}

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
	open := func(file io.ReaderAt) *view.Viewer {
		store := parser.NewStore()
		f := store.Open("s.jsonl", int64(len(data)))
		f.Write(data)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		store.Finish()
		return view.New(store, price.Default(), func(int) io.ReaderAt { return file })
	}
	path := ""
	for _, f := range allTouched(open(bytes.NewReader(data)), 0) {
		if f.Edits > 1 {
			path = f.Path
		}
	}
	requests := map[string]func(v *view.Viewer) (any, error){
		"changed files": func(v *view.Viewer) (any, error) {
			return all(func(from int) (any, *int, error) {
				answer, err := v.ChangedFiles(0, from)
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
		whole := &failingFile{ReaderAt: bytes.NewReader(data)}
		want, err := request(open(whole))
		if err != nil {
			t.Fatal(err)
		}
		for _, fails := range []int{1, 2, whole.reads / 2, whole.reads} {
			v := open(&failingFile{ReaderAt: bytes.NewReader(data), fails: fails})
			_, err := request(v)
			if !errors.Is(err, errGone) || !strings.Contains(err.Error(), "read s.jsonl at byte ") {
				t.Errorf("%s, read %d of %d: error %v", name, fails, whole.reads, err)
			}
			got, err := request(v)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s, again after read %d of %d: error %v (-want +got):\n%s", name, fails, whole.reads, err, diff)
			}
		}
	}
}
