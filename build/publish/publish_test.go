package publish

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/build/internal/buildtest"
	"unspool/parser/testutil"
)

var example = Addresses{Repository: "https://github.com/example/unspool", Site: "https://example.org/unspool/"}

func TestRead(t *testing.T) {
	for text, want := range map[string]Addresses{
		`{"repository": "https://github.com/example/unspool.git", "site": "https://example.org/unspool/"}`: example,
		`{"repository": "https://github.com/example/unspool/"}`:                                            {Repository: example.Repository},
		`{"repository": "", "site": ""}`:                                                                   {},
	} {
		root := t.TempDir()
		buildtest.WriteFiles(t, root, map[string]string{File: text})
		got, err := Read(root)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", `{"repository": "github.com/example/unspool"}`, `{"site": "http://example.org/"}`, `{"site": "https://example.org/?a"}`} {
		root := t.TempDir()
		buildtest.WriteFiles(t, root, map[string]string{File: text})
		if _, err := Read(root); err == nil || !strings.Contains(err.Error(), File) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if _, err := Read("../.."); err != nil {
		t.Errorf("this checkout: %v", err)
	}
}

func TestPackageFields(t *testing.T) {
	for _, c := range []struct {
		addresses Addresses
		want      map[string]any
	}{
		{Addresses{}, map[string]any{}},
		{example, map[string]any{
			"homepage":   "https://example.org/unspool/",
			"repository": map[string]any{"type": "git", "url": "git+https://github.com/example/unspool.git"},
			"bugs":       map[string]any{"url": "https://github.com/example/unspool/issues"},
		}},
		{Addresses{Repository: example.Repository}, map[string]any{
			"homepage":   "https://github.com/example/unspool",
			"repository": map[string]any{"type": "git", "url": "git+https://github.com/example/unspool.git"},
			"bugs":       map[string]any{"url": "https://github.com/example/unspool/issues"},
		}},
	} {
		fields, err := c.addresses.PackageFields()
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal([]byte("{"+strings.TrimSuffix(fields, ",\n")+"}"), &got); err != nil {
			t.Fatalf("%s: %v", fields, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.addresses, diff)
		}
	}
}

func TestRenamers(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.go", "package a\n\nimport \"unspool/parser/view\"\n", "package a\n\nimport \"github.com/example/unspool/parser/view\"\n"},
		{"a.go", "package a\n\nvar a = \"unspool/\" + b\n", "package a\n\nvar a = \"github.com/example/unspool/\" + b\n"},
		{"a.go", "package a\n\nvar a = \"-gcflags=unspool/parser/view/...=-l\"\n", "package a\n\nvar a = \"-gcflags=github.com/example/unspool/parser/view/...=-l\"\n"},
		{"a.go", "package a // unspool/parser\n\nvar a, b = \"unspool\", \"/unspool/parser\"\n", ""},
		{"a.go", "package a\n\nvar a = `import \"unspool/parser\"`\n", ""},
		{"b/go.mod", "module unspool/b\n\nreplace unspool => ..\n\nrequire (\n\tunspool v0.0.0\n)\n",
			"module github.com/example/unspool/b\n\nreplace github.com/example/unspool => ..\n\nrequire (\n\tgithub.com/example/unspool v0.0.0\n)\n"},
		{"README.md", "`unspool/parser/folder` and `unspool/parser` of npm", "`github.com/example/unspool/parser/folder` and `unspool/parser` of npm"},
		{"web/docs/parser-go.md", "`unspool/parser` -replace=unspool=../unspool", "`github.com/example/unspool/parser` -replace=github.com/example/unspool=../unspool"},
		{"web/src/a.ts", "import \"unspool/parser\";", ""},
	} {
		root := t.TempDir()
		buildtest.WriteFiles(t, root, map[string]string{c.name: c.text})
		changed, err := example.Rename(root)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, c.name))
		if err != nil {
			t.Fatal(err)
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if string(got) != want || len(changed) > 0 != (c.want != "") {
			t.Errorf("%s: %q became %q, want %q; changed %q", c.name, c.text, got, want, changed)
		}
	}
	if _, err := (Addresses{}).Rename(t.TempDir()); !errors.Is(err, ErrNone) {
		t.Errorf("without a repository: %v", err)
	}
}

// TestRename checks that in a renamed copy of this checkout each package finds all others, and the
// command builds.
func TestRename(t *testing.T) {
	list, err := exec.CommandContext(t.Context(), "git", "-C", "../..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("the files of the checkout are unknown: %v", err)
	}
	root := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if strings.HasPrefix(name, "web/pictures/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			continue // deleted, or the folder of installed packages
		}
		buildtest.WriteFiles(t, root, map[string]string{name: string(data)})
	}
	changed, err := example.Rename(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files changed", len(changed))
	run := func(dir string, env []string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = filepath.Join(root, dir)
		cmd.Env = append(os.Environ(), append(env, "GOFLAGS=-mod=mod", "GOPROXY=off")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: go %s: %v\n%s", dir, strings.Join(args, " "), err, out)
		}
	}
	run(".", nil, "list", "-deps", "-test", "./...")
	run(".", []string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "./wasm")
	if testutil.Exhaustive() {
		run(".", nil, "vet", "./...")
		run(".", nil, "test", "./parser", "./build/testrun")
		run(".", nil, "build", "-o", filepath.Join(t.TempDir(), "unspool"), "./parser/cmd/unspool")
	}
}
