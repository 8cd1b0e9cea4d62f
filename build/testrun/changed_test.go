package testrun

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAffected(t *testing.T) {
	tests := []string{"a_test.go"}
	packages := []goPackage{
		{ImportPath: "unspool/build", TestGoFiles: tests, Imports: []string{"unspool/build/site"}},
		{ImportPath: "unspool/parser", TestGoFiles: tests, Imports: []string{"unspool/parser/jsonl"}},
		{ImportPath: "unspool/parser/jsonl", TestGoFiles: tests},
		{ImportPath: "unspool/parser/testutil/testgen"},
		{
			ImportPath: "unspool/parser/view", XTestGoFiles: tests,
			Imports: []string{"unspool/parser"}, XTestImports: []string{"unspool/parser/testutil/testgen"},
		},
		{ImportPath: "unspool/build/docs", TestGoFiles: tests},
		{ImportPath: "unspool/build/site", TestGoFiles: tests},
		{ImportPath: "unspool/build/source", TestGoFiles: tests},
		{ImportPath: "unspool/web/src", TestGoFiles: tests},
		{ImportPath: "unspool/web/browser", TestGoFiles: tests, Imports: []string{"unspool/build/site", "unspool/parser"}},
		{ImportPath: "unspool/web/npm", TestGoFiles: tests, Imports: []string{"unspool/parser"}},
		{ImportPath: "unspool/wasm", TestGoFiles: tests, Imports: []string{"unspool/parser/view"}, js: true},
	}
	all := "build parser parser/jsonl parser/view build/docs build/site build/source web/src wasm"
	for _, c := range []struct{ files, want string }{
		{"", ""},
		{"README.md", ""},
		{"web/index.html", ""},
		{"Makefile", "build"},
		{"web/browser/page.go web/npm/README.md", ""},
		{"parser/jsonl/scan.go", "parser parser/jsonl build/docs"},
		{"parser/doc.go", "parser parser/view build/docs"},
		{"parser/testutil/testgen/made.go", "parser/view build/docs"}, // imported by its tests
		{"parser/jsonl/testdata/fuzz/FuzzScan/1", "parser parser/jsonl build/docs"},
		{"parser/view/row.go", "parser/view build/docs wasm"},
		{"testdata/cases/agents.txt", "parser parser/view wasm"},
		{"web/docs/links.md", "build/docs"},
		{"web/src/panes/usage/usage-pane.ts", "build/docs web/src"},
		{"web/src/parser/model.ts", "parser/view build/docs web/src"},
		{"web/tools/describe.js", "build/docs build/site build/source"},
		{"go.mod", all},
	} {
		var names []string
		for _, p := range affected(strings.Fields(c.files), packages) {
			names = append(names, p.folder())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.files, got, c.want)
		}
	}
}

// TestPackages checks that the packages that are listed by name exist.
func TestPackages(t *testing.T) {
	packages, err := listPackages(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	tested, js := make(map[string]bool), false
	for _, p := range packages {
		tested[p.folder()] = p.hasTests()
		js = js || p.js && p.folder() == "wasm"
		if !slices.ContainsFunc(GoFolders(), func(folder string) bool { return below(p.folder(), folder) }) {
			t.Errorf("%s is not in a folder that is formatted", p.folder())
		}
	}
	if !js {
		t.Error("the package wasm is missing")
	}
	if !tested["web/npm"] || !tested["web/browser"] {
		t.Error("packages that need a browser are missing")
	}
	for folder, readers := range remoteReaders() {
		if _, err := os.Stat(filepath.Join("../..", folder)); err != nil {
			t.Error(err)
		}
		for _, reader := range readers {
			if !tested[reader] {
				t.Errorf("%s is read by %s, which has no tests", folder, reader)
			}
		}
	}
}

func TestChangedFiles(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(name, text string) {
		t.Helper()
		write(name, text)
		git("add", name)
		git("commit", "--quiet", "--message", "Write "+name)
	}
	want := func(since string, files ...string) {
		t.Helper()
		gotSince, got, err := changedFiles(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if !slices.Equal(got, files) || since != "" && gotSince != since {
			t.Errorf("since %s: %q, want since %s: %q", gotSince, got, since, files)
		}
	}
	if _, _, err := changedFiles(t.Context(), root); err == nil {
		t.Error("no error without a repository")
	}
	git("init", "--quiet", "--initial-branch", "main")
	commit(".gitignore", "ignored\n")
	want("the only commit")
	commit("old", strings.Repeat("the same\n", 20))
	want("the commit before the last", "old")
	write("näw file", "")
	write("ignored", "")
	want("the last commit", "näw file")

	git("switch", "--quiet", "--create", "topic")
	git("mv", "old", "renamed")
	git("commit", "--quiet", "--message", "Rename")
	want("", "näw file", "old", "renamed")
	git("switch", "--quiet", "main")
	commit("elsewhere", "")
	git("switch", "--quiet", "topic")
	want("", "näw file", "old", "renamed")
	git("branch", "pushed")
	git("branch", "--quiet", "--set-upstream-to", "pushed") // as after git push -u
	want("", "näw file", "old", "renamed")
}
