package view_test

import (
	"bytes"
	"io"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// checkGrowth checks that files that grow after they were read have the same view as files read at
// once, wherever they were cut.
func checkGrowth(t *testing.T, files []testutil.File, whole string) {
	t.Helper()
	checkListWhileReading(t, files)
	for _, part := range []float64{0.1, 0.3, 0.5, 0.77, 0.9} {
		var out strings.Builder
		v := grow(t, files, part)
		for _, info := range v.Sessions() {
			describeSession(t, &out, v, info)
		}
		if diff := cmp.Diff(withoutOrder(whole), withoutOrder(out.String())); diff != "" {
			t.Fatalf("grown from %.0f %% (-whole +grown):\n%s", part*100, diff)
		}
	}
}

// withoutOrder removes the positions of sessions from a description: those that begin late come
// after the others.
func withoutOrder(text string) []string {
	sessions := strings.Split("\n"+strings.TrimSuffix(sessionPlace.ReplaceAllString(text, " = "), "\n"), "\nsession ")
	sort.Strings(sessions)
	return sessions
}

var sessionPlace = regexp.MustCompile(` = \d+ `)

// grow loads a part of each file, reads the view, and then loads the rest.
func grow(t *testing.T, files []testutil.File, part float64) *view.Viewer {
	store := parser.NewStore()
	v := view.New(store, price.Default(), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) })
	cut := func(f testutil.File) int { return int(part * float64(len(f.Data))) }
	for _, f := range files {
		store.Open(f.Name, int64(len(f.Data))).Write(f.Data[:cut(f)])
	}
	store.Finish()
	readView(v)
	list := sessionList{}
	list.check(t, v)
	for i, f := range files {
		from := store.Files[i].Resume(int64(len(f.Data)))
		store.Files[i].Write(f.Data[from:])
		if stepwise := len(files) <= 10; stepwise { // the sessions of the other files did not change
			store.Files[i].Close()
			readView(v)
			list.check(t, v)
		}
	}
	store.Finish()
	list.check(t, v)
	return v
}

// checkListWhileReading checks the list of sessions after each file, and once all have been read.
func checkListWhileReading(t *testing.T, files []testutil.File) {
	t.Helper()
	store := parser.NewStore()
	v := view.New(store, price.Default(), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) })
	list := sessionList{}
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		file.Write(f.Data)
		file.Close()
		list.check(t, v)
	}
	store.Finish()
	list.check(t, v)
}

// A sessionList is the list of sessions as far as its changes are known, by index.
type sessionList map[uint32]protocol.SessionInfo

// check checks that the list with its changes is the whole list.
func (l sessionList) check(t *testing.T, v *view.Viewer) {
	t.Helper()
	changes := v.SessionChanges()
	for _, info := range changes.Changed {
		l[uint32(info.Index)] = info
	}
	var got []protocol.SessionInfo
	for _, index := range changes.Order {
		got = append(got, l[index])
	}
	if diff := cmp.Diff(v.Sessions(), got); diff != "" {
		t.Fatalf("list of sessions (-whole +changes):\n%s", diff)
	}
}

// readView reads all that is derived from the sessions so far, so that the viewer keeps it.
func readView(v *view.Viewer) {
	for _, info := range v.Sessions() {
		for at := 0; at < v.Rows(info.Index, at, maxRows).Total; at += maxRows {
			for _, r := range rowsAt(v, info.Index, at, maxRows) {
				v.Body(info.Index, r.Key)
			}
		}
	}
}
