// Package viewtest has what tests of a viewer have in common.
package viewtest

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
)

// Load writes files to a store in chunks of n bytes.
func Load(files []testutil.File, n int) (*parser.Store, *view.Viewer) {
	store := parser.NewStore()
	for _, f := range files {
		file := store.Open(f.Name, int64(len(f.Data)))
		for data := f.Data; len(data) > 0; {
			k := min(n, len(data))
			file.Write(data[:k])
			data = data[k:]
		}
		file.Close()
	}
	store.Finish()
	return store, view.New(store, price.Default(), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) })
}

// Growing returns a viewer of one file that is still to be written, by the
// function that it returns.
func Growing(files []testutil.File) (*parser.Store, *view.Viewer, func(p []byte)) {
	store := parser.NewStore()
	f := store.Open(files[0].Name, int64(len(files[0].Data)))
	v := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(files[0].Data) })
	return store, v, func(p []byte) { f.Write(p) }
}

// Sessions returns the cases, the transcripts one by one, the sample, and projects.
func Sessions(t *testing.T) map[string][]testutil.File {
	sessions := testutil.Cases(t)
	for _, f := range testutil.Transcripts(t) {
		sessions[f.Path] = []testutil.File{f}
	}
	sessions["sample"] = testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
	if files := testutil.Projects(t); files != nil {
		sessions["projects"] = files
	}
	return sessions
}

// RowIndex returns the index that a query for a row answered, or -1 if there is none.
func RowIndex(index int, ok bool) int {
	if !ok {
		return -1
	}
	return index
}

// OrUnknown returns a number, or -1 if it is not there.
func OrUnknown[T int | float64](n *T) T {
	if n == nil {
		return -1
	}
	return *n
}

// OneLine returns the beginning of a text, with single spaces between the words.
func OneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 72 {
		return string(r[:72]) + "…"
	}
	return s
}

// Session returns the file of a session with the given lines.
func Session(lines ...string) []testutil.File {
	return []testutil.File{{Name: "p/s.jsonl", Data: []byte(strings.Join(lines, "\n") + "\n")}}
}

// At returns the timestamp member of a record, so many seconds after the start.
func At(seconds int) string {
	return fmt.Sprintf(`"timestamp":%q,`, time.Unix(int64(1_800_000_000+seconds), 0).UTC().Format(time.RFC3339))
}

var (
	//go:embed dialogue.jsonl
	dialogue []byte
	//go:embed dialogue-agent.jsonl
	dialogueAgent []byte
)

// Dialogue is a session of three turns, the second of which asks an agent.
var Dialogue = []testutil.File{
	{Name: "p/s.jsonl", Data: dialogue},
	{Name: "p/s/subagents/agent-aa1.jsonl", Data: dialogueAgent},
}
