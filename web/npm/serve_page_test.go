package npm

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"unspool/parser/serve"
)

// TestServeLikeCommand compares the list of files with that of unspool serve. Only a link by an absolute path to a
// file of the same root would differ: the command follows none.
func TestServeLikeCommand(t *testing.T) {
	dir := archive(t)
	for _, paths := range [][]string{{dir}, {dir, dir}, {filepath.Join(dir, "-p", "a.jsonl")}} {
		folder, err := serve.OpenFolder(paths)
		if err != nil {
			t.Fatal(err)
		}
		want := folder.Manifest()
		if err := folder.Close(); err != nil {
			t.Fatal(err)
		}
		s := serveFiles(t, nil, paths...)
		var got serve.Manifest
		if err := json.Unmarshal([]byte(s.ask("GET", s.token()+"local/served.json", nil).body), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(want)); diff != "" || len(got.Files) == 0 {
			t.Errorf("%q: (-command +package)\n%s", paths, diff)
		}
	}
}

// TestServePage checks that the page shows a session from the package's command, follows it, and says when the
// command has ended.
func TestServePage(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "tides.jsonl")
	writeTurn := func(n int) {
		t.Helper()
		before := "null"
		if n > 1 {
			before = fmt.Sprintf(`"u%d"`, n-1)
		}
		out, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(out, `{"type":"user","uuid":"u%[1]d","parentUuid":%[2]s,"sessionId":"tides","version":"2.1.45",`+
			`"timestamp":"2026-05-01T10:%02[1]d:00.000Z","message":{"role":"user","content":"question %[1]d"}}`+"\n", n, before)
		if err = errors.Join(err, out.Close()); err != nil {
			t.Fatal(err)
		}
	}
	writeTurn(1)
	s := serveFiles(t, nil, dir)
	p := shared.chromium.Page(t)
	p.Allow("ERR_CONNECTION_REFUSED") // after the command has ended
	p.Allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
	p.Open(s.base + "#v=1&src=local/served.json")
	p.WaitFor(`$text().includes("question 1")`, 0)
	p.WaitFor(`$role("button", "Live")`, 0)
	writeTurn(2)
	p.WaitFor(`$text().includes("question 2")`, 0)
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.WaitFor(`$role("button", "Disconnected")`, 0)
	p.WaitFor(`$text().includes("npx unspool has stopped")`, 0)
}
