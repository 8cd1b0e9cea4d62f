package npm

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	parserarchive "unspool/parser/archive"
	"unspool/parser/serve"
)

// archivedFiles are the files of archives of this test, by their names.
var archivedFiles = map[string]string{
	"p/a.jsonl": "session a", "p/a/subagents/agent-1.jsonl": strings.Repeat("agent ", 50_000), "p/a/tool-results/out.txt": "output",
	".claude/projects/p/b.jsonl": "session b", ".claude/projects/p/b/tool-results/b.txt": "output b", ".old/c.jsonl": "session c",
	".claude/settings.json": "SECRET", ".claude/projects/.git/config.json": "SECRET", "p/.credentials.json": "SECRET", "p/notes.md": "SECRET",
}

// writeArchive writes an archive of files in the form of its name.
func writeArchive(t *testing.T, path string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	names := slices.Sorted(maps.Keys(files))
	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case strings.HasSuffix(path, ".zip"):
		w := zip.NewWriter(&b)
		for _, name := range names {
			out, err := w.Create(name)
			fail(err)
			_, err = io.WriteString(out, files[name])
			fail(err)
		}
		fail(w.Close())
	case strings.HasSuffix(path, ".tar.gz"):
		zipped := gzip.NewWriter(&b)
		w := tar.NewWriter(zipped)
		for _, name := range names {
			fail(w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(files[name]))}))
			_, err := io.WriteString(w, files[name])
			fail(err)
		}
		fail(w.Close())
		fail(zipped.Close())
	default:
		zipped := gzip.NewWriter(&b)
		_, err := io.WriteString(zipped, files[names[0]])
		fail(err)
		fail(zipped.Close())
	}
	fail(os.WriteFile(path, b.Bytes(), 0o600))
}

// manifest asks for the list of files.
func (s *served) manifest() (m serve.Manifest) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(s.ask("GET", s.token()+"local/served.json", nil).body), &m); err != nil {
		s.t.Fatal(err)
	}
	return m
}

// TestServeArchive compares the files of archives with those of unspool serve, and checks that they stay as they were at the
// start when the archive is replaced.
func TestServeArchive(t *testing.T) {
	for _, name := range []string{"s.zip", "s.tar.gz", "one.jsonl.gz"} {
		path := filepath.Join(t.TempDir(), name)
		files := archivedFiles
		if name == "one.jsonl.gz" {
			files = map[string]string{"one.jsonl": "one session"}
		}
		writeArchive(t, path, files)
		folder, err := serve.OpenFolder([]string{path})
		if err != nil {
			t.Fatal(err)
		}
		want := folder.Manifest()
		if err := folder.Close(); err != nil {
			t.Fatal(err)
		}
		s := serveFiles(t, nil, path)
		got := s.manifest()
		// Times in an archive are not read here.
		options := []cmp.Option{cmpopts.IgnoreUnexported(want), cmpopts.IgnoreFields(serve.File{}, "Modified")}
		if diff := cmp.Diff(want, got, options...); diff != "" || len(got.Files) == 0 {
			t.Errorf("%s: (-command +package)\n%s", name, diff)
		}
		writeArchive(t, path, map[string]string{"p/a.jsonl": strings.Repeat("other ", 1000)})
		if diff := cmp.Diff(got, s.manifest(), cmpopts.IgnoreUnexported(want)); diff != "" {
			t.Errorf("%s, replaced: %s", name, diff)
		}
		for _, f := range got.Files {
			text := files[strings.TrimPrefix(f.Path, name+"/")]
			if got := s.ask("GET", s.token()+"local/files/"+f.Path, nil); got.status != 200 || got.body != text {
				t.Errorf("%s: status %d, %d bytes instead of %d", f.Path, got.status, len(got.body), len(text))
			}
			part := s.ask("GET", s.token()+"local/files/"+f.Path, map[string]string{"Range": "bytes=3-5"})
			if part.status != 206 || part.body != text[3:6] {
				t.Errorf("%s: status %d, part %q", f.Path, part.status, part.body)
			}
			if age := time.Since(time.UnixMilli(f.Modified)); age < -time.Minute || age > time.Hour {
				t.Errorf("%s was modified %v ago", f.Path, age)
			}
		}
		for _, below := range []string{"p/.credentials.json", ".claude/settings.json", "p/notes.md", "p", "p/none.jsonl"} {
			if got := s.ask("GET", s.token()+"local/files/"+name+"/"+below, nil); got.status != 404 {
				t.Errorf("%s/%s: status %d", name, below, got.status)
			}
		}
	}
}

// TestServeSkippedArchives checks that archives in folders are named like by unspool serve, and what is missing of an archive.
func TestServeSkippedArchives(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "deep", "old.TAR.gz")
	if err := os.Mkdir(filepath.Dir(inside), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{inside, filepath.Join(dir, ".hidden.zip"), filepath.Join(dir, "a.jsonl")} {
		if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	incomplete := filepath.Join(t.TempDir(), "s.zip")
	writeArchive(t, incomplete, map[string]string{"a.jsonl": "x", "../up.jsonl": "y"})
	s := serveFiles(t, nil, dir, incomplete)
	want := fmt.Sprintf("unspool: serving %s, %s until Ctrl C\nunspool: %s: %s\n"+
		"unspool: Not all of s.zip could be read: 1 file has an unsafe name.\n",
		dir, incomplete, inside, parserarchive.NotReadInFolder)
	_ = s.manifest()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if s.errs.String() != want {
		t.Errorf("printed %q, want %q", s.errs, want)
	}
}

// TestServeNoArchive checks what the command says of what it cannot open.
func TestServeNoArchive(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"words.zip": {nil, "is not a .jsonl, .json or .txt file, and not an archive"},
		"empty.zip": {map[string]string{"readme.md": "x"}, "no files of sessions in this archive"},
		"up.zip":    {map[string]string{"../a.jsonl": "x"}, "1 file has an unsafe name"},
	} {
		path := filepath.Join(dir, name)
		if writeArchive(t, path, c.files); c.files == nil {
			if err := os.WriteFile(path, []byte("words"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(filepath.Join(shared.project, "node_modules/.bin/unspool"), "--no-browser", "--addr", "127.0.0.1:0", path)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "unspool: "+path) || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v, %s, want %s", name, err, out, c.want)
		}
	}
}
