package parser_test

import (
	"go/build"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers lists all packages, the upper ones first. A package may import those of lower layers only.
var layers = [][]string{
	{"wasm", "parser/cmd/unspool"},
	{"parser/cmd/unspool/cli"},
	{"parser/trace/follow", "parser/share", "parser/serve"},
	{"parser/folder", "parser/document", "parser/tables"},
	{"parser/view"},
	{"parser/view/story"},
	{
		"parser/view/changes", "parser/view/find", "parser/view/inspect",
		"parser/view/outline", "parser/view/timeline", "parser/view/usage",
	},
	{"parser/view/rows/body"},
	{"parser/view/rows"},
	{"parser/view/records"},
	{"parser/view/tool"},
	{"parser/view/content"},
	{"parser/view/source", "parser/view/cost", "parser/view/tokens"},
	{"parser/view/internal/memo"},
	{"parser/export"},
	{"parser/view/filter"},
	{"parser/view/protocol"},
	{"parser/trace/otlphttp"},
	{"parser/trace", "parser/redact"},
	{"parser/schema"},
	{"parser"},
	{"parser/session"},
	{"parser/transcript"},
	{"parser/internal/tags", "parser/internal/sniff", "parser/sidecar", "parser/price", "parser/search"},
	{"parser/record"},
	{"parser/jsonl"},
	{"parser/archive", "parser/filediff", "parser/internal/table", "parser/internal/toolname", "parser/internal/shell"},
}

// TestImports checks that each package has a place in the layers and imports only packages below
// it.
func TestImports(t *testing.T) {
	layerOf := map[string]int{}
	for i, layer := range layers {
		for _, name := range layer {
			layerOf[name] = i
		}
	}
	const root, module = "..", "unspool/"
	found := map[string]bool{}
	check := func(name string) {
		p, err := importsOf(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(p) == 0 {
			return
		}
		found[name] = true
		layer, known := layerOf[name]
		if !known {
			t.Errorf("%s is in no layer", name)
		}
		if name == "parser/view/protocol" && len(p) > 1 { // all import "unsafe" here
			t.Errorf("%s imports %q; it holds data only", name, p)
		}
		for _, imported := range p {
			other, isOurs := strings.CutPrefix(imported, module)
			if !isOurs {
				continue
			}
			if below, ok := layerOf[other]; !ok || below <= layer {
				t.Errorf("%s imports %s, which is not below it", name, other)
			}
		}
	}
	for _, top := range []string{"parser", "wasm"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d os.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			name = strings.TrimPrefix(filepath.ToSlash(name), root+"/")
			if path.Base(name) == "testdata" || strings.HasPrefix(name, "parser/testutil") {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(root, name, "go.mod")); err == nil { // a module of its own
				return filepath.SkipDir
			}
			check(name)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range layerOf {
		if !found[name] {
			t.Errorf("there is no package %s", name)
		}
	}
}

// importsOf returns the imports of the Go files of a folder, without its tests, for the command as
// well as for WebAssembly, or nil if there are none.
func importsOf(dir string) ([]string, error) {
	list := []string(nil)
	for _, target := range [][2]string{{"linux", "amd64"}, {"js", "wasm"}} {
		c := build.Default
		c.GOOS, c.GOARCH = target[0], target[1]
		p, err := c.ImportDir(dir, 0)
		if _, none := err.(*build.NoGoError); none {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, p.Imports...)
		list = append(list, "unsafe") // a package without imports is one, too
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
