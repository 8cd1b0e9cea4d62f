package browser

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// altered serves the site with one change.
func altered(t *testing.T, change func(w http.ResponseWriter, r *http.Request) bool) *Page {
	t.Helper()
	p := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !change(w, r) {
			shared.handler.ServeHTTP(w, r)
		}
	}), "")
	return p
}

// If the parser cannot start, the page names the cause.
func TestNoParser(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, want string }{
		{"wasm missing", ".wasm.gz", "404"},
		{"worker missing", "parser-worker", "worker"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, c.file) {
					return false
				}
				http.NotFound(w, r)
				return true
			})
			p.Allow("404")
			p.Allow(c.file)
			p.DropFiles(sampleFile(t))
			p.WaitFor(`$role("alert") && $text($role("alert")).length > 10`, 0)
			if text := Eval[string](p, `$text($role("alert"))`); !strings.Contains(text, c.want) {
				t.Errorf("the page shows %q", text)
			}
		})
	}
}

// The page reports that its own code cannot load: it needs none of that for it.
func TestNoScript(t *testing.T) {
	t.Parallel()
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, ".js") {
			return false
		}
		http.NotFound(w, r)
		return true
	})
	p.Allow("404")
	p.WaitFor(`document.querySelector(".late").checkVisibility({ visibilityProperty: true })`, 0)
	wants(t, Eval[string](p, `$text()`), "failed to load", "open unspool.html instead")
}

// The page reports an invalid wasm file and does not wait.
func TestBrokenWasm(t *testing.T) {
	t.Parallel()
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, ".wasm.gz") {
			return false
		}
		_, err := w.Write([]byte("this is no wasm"))
		return err == nil
	})
	p.DropFiles(sampleFile(t))
	p.WaitFor(`$role("alert") && $text($role("alert")).length > 10`, 0)
}

// A large file is read to its end even if its stream stops responding midway, as happens in
// Chromium.
func TestStalledStream(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	data, facts := testgen.Session(9_000_000)
	path := write(t, "large.jsonl", data)
	for _, after := range []int{0, 3, 1000} {
		t.Run(strconv.Itoa(after), func(t *testing.T) {
			p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "parser-worker") {
					return false
				}
				code, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(r.URL.Path)))
				if err != nil {
					t.Error(err)
				}
				w.Header().Set("Content-Type", "text/javascript")
				fmt.Fprintln(w, script("file_readers.stalling", after)+";")
				w.Write(code)
				return true
			})
			p.DropFiles(path)
			ready(p)
			if lines := Eval[int](p, `(async () => (await $deep("unspool-session").summary()).lines)()`); lines != facts.Lines {
				t.Errorf("%d lines of %d", lines, facts.Lines)
			}
		})
	}
}

// The page shows why a parser stopped, with Go's own message.
func TestCrashedParser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "main.go")
	if err := os.WriteFile(program, []byte("package main\n\nfunc main() { panic(\"the harbour is closed\") }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wasm := filepath.Join(dir, "main.wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", wasm, program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, ".wasm.gz") {
			return false
		}
		http.ServeFile(w, r, wasm)
		return true
	})
	if told := p.Read(sampleFile(t)); told != "crashed" {
		t.Errorf("reported %q", told)
	}
	wants(t, Eval[string](p, `$text()`), "panic: the harbour is closed")
}

// Servers that decompress the wasm in transit make no difference.
func TestDecompressedWasm(t *testing.T) {
	t.Parallel()
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.URL.Path, ".wasm.gz") {
			w.Header().Set("Content-Encoding", "gzip")
		}
		return false
	})
	p.DropFiles(sampleFile(t))
	ready(p)
}
