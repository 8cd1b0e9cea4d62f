package export_test

import (
	"path"
	"testing"

	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
)

// TestNameOfStandardInput checks that a session that is read from standard input becomes a transcript by its name.
func TestNameOfStandardInput(t *testing.T) {
	files := []testutil.File{{Name: "-", Data: viewtest.Dialogue[0].Data}}
	for _, c := range []struct{ id, want string }{{"", "stdin.jsonl"}, {newID, newID + ".jsonl"}} {
		out, _ := written(t, files, first(files), export.TranscriptOptions{ID: c.id})
		if got := path.Base(out[0].Name); got != c.want {
			t.Errorf("the file is %s, want %s", got, c.want)
		}
	}
}
