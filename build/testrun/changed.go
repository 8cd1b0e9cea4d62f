package testrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// module is what the import path of each package of the project begins with.
const module = "unspool/"

// A goPackage is a package of the project, in the form of go list.
type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles          []string

	js bool // runs only as WebAssembly
}

// folder returns the path of the package below the root, with slashes.
func (p goPackage) folder() string {
	return strings.TrimPrefix(p.ImportPath, module)
}

// needsBrowser reports whether the tests of the package belong to a part that needs a
// browser.
func (p goPackage) needsBrowser() bool {
	return below(p.folder(), "web/browser") || below(p.folder(), "web/npm")
}

// hasTests reports whether the package has tests.
func (p goPackage) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// imports reports whether the package or one of its tests imports a named package.
func (p goPackage) imports(names map[string]bool) bool {
	isListed := func(name string) bool { return names[name] }
	return slices.ContainsFunc(p.Imports, isListed) || slices.ContainsFunc(p.TestImports, isListed) ||
		slices.ContainsFunc(p.XTestImports, isListed)
}

// below reports whether a path is a folder or inside it.
func below(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

// listPackages returns all packages of the project, including those that are WebAssembly
// only.
func listPackages(ctx context.Context, root string) ([]goPackage, error) {
	packages, err := goList(ctx, root, nil, "./...")
	if err != nil {
		return nil, err
	}
	// The list above omits ./wasm, which has no file for another GOOS.
	wasm, err := goList(ctx, root, jsWasm(), "./wasm/...")
	if err != nil {
		return nil, err
	}
	for _, p := range wasm {
		p.js = true
		packages = append(packages, p)
	}
	return packages, nil
}

// goList returns the packages that match a pattern. Those that do not compile are listed
// too: their tests report the error.
func goList(ctx context.Context, root string, env []string, pattern string) ([]goPackage, error) {
	const fields = "-json=ImportPath,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles"
	list, err := output(ctx, root, command{env: env, args: []string{"go", "list", "-e", fields, pattern}})
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for decoder := json.NewDecoder(strings.NewReader(list)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list prints: %w", err)
		}
		packages = append(packages, p)
	}
}

// remoteReaders lists folders and files that are read by tests of other packages.
func remoteReaders() map[string][]string {
	return map[string][]string{
		".github":          {"build"},
		"Makefile":         {"build"},
		"netlify.toml":     {"build"},
		"web/package.json": {"build"},
		"testdata": {
			"parser", "parser/cmd/unspool", "parser/folder", "parser/view", "parser/view/changes", "parser/view/find",
			"parser/view/inspect", "parser/view/timeline", "parser/view/usage", "wasm",
		},
		"web/docs": {"build/docs", "parser/cmd/unspool"},
		// The documentation lists the limits of the code, and what it reads.
		"parser": {"build/docs"},
		"wasm":   {"build/docs"},
		// The documentation describes the TypeScript, which one package tests.
		"web/src":        {"build/docs"},
		"web/tools":      {"build/docs", "build/site", "build/source"},
		"web/src/parser": {"parser/view"},
	}
}

// affected returns the packages whose tests can check a change of files: those that contain
// or read the files, and those that directly import a package that contains one. Tests that
// need a browser are left out.
func affected(files []string, packages []goPackage) []goPackage {
	folders := make(map[string]bool)
	for _, p := range packages {
		folders[p.folder()] = true
	}
	changed, reading := make(map[string]bool), make(map[string]bool) // by import path
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" {
			for _, p := range packages {
				changed[p.ImportPath] = true
			}
		}
		// A file of test data belongs to the package around it.
		folder := path.Dir(file)
		for folder != "." && !folders[folder] {
			folder = path.Dir(folder)
		}
		if folder != "." {
			changed[path.Join(module, folder)] = true
		}
		for read, readers := range remoteReaders() {
			if below(file, read) {
				for _, reader := range readers {
					reading[path.Join(module, reader)] = true
				}
			}
		}
	}
	var chosen []goPackage
	for _, p := range packages {
		if !p.needsBrowser() && p.hasTests() && (changed[p.ImportPath] || reading[p.ImportPath] || p.imports(changed)) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// changedTests returns the unit tests of the changed packages.
func changedTests(ctx context.Context, root string) ([]goTest, string, error) {
	since, files, err := changedFiles(ctx, root)
	if err != nil {
		return nil, "", err
	}
	packages, err := listPackages(ctx, root)
	if err != nil {
		return nil, "", err
	}
	var native, js, names []string
	for _, p := range affected(files, packages) {
		names = append(names, p.folder())
		if p.js {
			js = append(js, p.ImportPath)
		} else {
			native = append(native, p.ImportPath)
		}
	}
	note := fmt.Sprintf("%d files changed since %s; ", len(files), since)
	if len(names) == 0 {
		return nil, note + "no package is affected", nil
	}
	note += "affected: " + strings.Join(names, ", ")
	var tests []goTest
	if len(native) > 0 {
		tests = append(tests, goTest{packages: native, timeout: 5 * time.Minute})
	}
	if len(js) > 0 {
		t, err := inNode(ctx, root, js)
		if err != nil {
			return nil, note, err
		}
		tests = append(tests, t)
	}
	return tests, note, nil
}

// changedFiles returns the files that differ from the commit where the branch left main,
// here or upstream, and uncommitted files. If there is no such commit, or it is the last
// one, it returns the files that differ from the last commit, or, if there are none, the
// files changed by that commit.
func changedFiles(ctx context.Context, root string) (since string, files []string, err error) {
	git := func(args ...string) (string, error) {
		return output(ctx, root, command{args: append([]string{"git"}, args...)})
	}
	untracked, err := git("ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return "", nil, fmt.Errorf("find out what changed: %w", err)
	}
	changedSince := func(commit string) ([]string, error) {
		// Renaming a file changes the package that it left too.
		tracked, err := git("diff", "-z", "--name-only", "--no-renames", "--relative", commit)
		if err != nil {
			return nil, fmt.Errorf("find out what changed: %w", err)
		}
		return strings.FieldsFunc(tracked+untracked, func(r rune) bool { return r == 0 }), nil
	}
	head, err := git("rev-parse", "--verify", "--quiet", "HEAD")
	if err != nil {
		return "", nil, fmt.Errorf("find the last commit: %w", err)
	}
	for _, branch := range []string{"origin/HEAD", "main", "@{upstream}"} {
		if base, err := git("merge-base", "HEAD", branch); err == nil && base != head {
			base = strings.TrimSpace(base)
			files, err = changedSince(base)
			return base[:min(len(base), 12)], files, err
		}
	}
	if files, err = changedSince("HEAD"); err != nil || len(files) > 0 {
		return "the last commit", files, err
	}
	if _, err := git("rev-parse", "--verify", "--quiet", "HEAD~1"); err != nil {
		return "the only commit", nil, nil
	}
	files, err = changedSince("HEAD~1")
	return "the commit before the last", files, err
}
