package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every cut has its place in the Go that compiles the site: after an update one
// may have none, and the parser would grow without a word.
func TestCutsFit(t *testing.T) {
	goroot, err := goCommand(t.Context(), ".", nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cuts {
		code, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "src", filepath.FromSlash(c.file)))
		if err != nil {
			t.Errorf("cut %s: %v", c.name, err)
			continue
		}
		if _, ok, err := c.apply(code); !ok || err != nil {
			t.Errorf("there is no %s in %s (%v)", c.name, c.file, err)
		}
	}
}

func TestCut(t *testing.T) {
	const code = "package p\n\nfunc f() bool {\n\treturn g(\n\t)\n}\n\nfunc (t *T) f() {}\n\nfunc g() bool { return true }\n\nvar v = true // or not\n"
	for _, c := range []struct{ name, body, want string }{
		{"f", "return false", strings.Replace(code, "\n\treturn g(\n\t)\n", " return false\n\n\n", 1)},
		{"T.f", "", strings.Replace(code, "{}", "{ }", 1)},
		{"v", "false", strings.Replace(code, "var v = true", "const v = false", 1)},
		{"T.g", "", ""},
		{"h", "", ""},
	} {
		got, ok, err := cut{"p.go", c.name, c.body}.apply([]byte(code))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %t, want %q", c.name, got, ok, c.want)
		}
	}
}

// A Go without the file of a cut compiles the parser as well.
func TestCutsOfAnotherGo(t *testing.T) {
	std, dir, replace := t.TempDir(), t.TempDir(), map[string]string{}
	if err := os.Mkdir(filepath.Join(std, "runtime"), 0o755); err != nil {
		t.Fatal(err)
	}
	proc := filepath.Join(std, "runtime/proc.go")
	if err := os.WriteFile(proc, []byte("package runtime\n\nfunc schedtrace() { println() }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeCuts(std, dir, replace); err != nil {
		t.Fatal(err)
	}
	if len(replace) != 1 || replace[proc] == "" {
		t.Fatalf("replaced %v, want %s only", replace, proc)
	}
	got, err := os.ReadFile(replace[proc])
	if err != nil {
		t.Fatal(err)
	}
	if want := "package runtime\n\nfunc schedtrace() { }\n"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}
