package docs

import (
	"context"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"testing"

	"unspool/build/source"
)

// root is the checkout. The tests of this package compare its documentation with its code.
const root = "../.."

// src is the folder of the code of the page and the element.
const src = "web/src"

// sourceFiles returns the files below a folder of the checkout that have an extension,
// without the tests.
func sourceFiles(folder, ext string) (files []string, err error) {
	err = fs.WalkDir(os.DirFS(root), folder, func(name string, _ fs.DirEntry, err error) error {
		base := strings.TrimSuffix(name, ext)
		if base != name && !strings.HasSuffix(base, "_test") && !strings.HasSuffix(base, ".test") {
			files = append(files, name)
		}
		return err
	})
	return files, err
}

// describeOnce describes the code of the page, by path.
var describeOnce = sync.OnceValues(func() (map[string]*source.File, error) {
	files, err := sourceFiles(src, ".ts")
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string)
	for _, name := range files {
		data, err := fs.ReadFile(os.DirFS(root), name)
		if err != nil {
			return nil, err
		}
		texts[name] = string(data)
	}
	return source.Describe(context.Background(), root, texts)
})

// described returns the code of the page and the element, by path.
func described(t *testing.T) map[string]*source.File {
	t.Helper()
	files, err := describeOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A goConstant is a constant of Go code that has an expression of its own.
type goConstant struct {
	file, name string
	value      constant.Value // unknown if it depends on another package
}

// constantsOnce returns the constants of the parser and its interface to JavaScript.
var constantsOnce = sync.OnceValues(func() (list []goConstant, err error) {
	packages := make(map[string][]*ast.File) // by folder
	set := token.NewFileSet()
	for _, folder := range []string{"parser", "wasm"} {
		files, err := sourceFiles(folder, ".go")
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			data, err := fs.ReadFile(os.DirFS(root), name)
			if err != nil {
				return nil, err
			}
			file, err := parser.ParseFile(set, name, data, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			packages[path.Dir(name)] = append(packages[path.Dir(name)], file)
		}
	}
	for folder, files := range packages {
		info := types.Info{Defs: make(map[*ast.Ident]types.Object)}
		// Without the imported packages, only what depends on them has errors.
		config := types.Config{Error: func(error) {}, DisableUnusedImportCheck: true}
		_, _ = config.Check(folder, set, files, &info)
		for _, file := range files {
			for _, name := range initialized(file) {
				if c, ok := info.Defs[name].(*types.Const); ok {
					list = append(list, goConstant{set.File(name.Pos()).Name(), name.Name, c.Val()})
				}
			}
		}
	}
	return list, nil
})

// initialized returns the names of the constants of a file that have expressions of their own.
func initialized(file *ast.File) (names []*ast.Ident) {
	ast.Inspect(file, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			return true
		}
		for _, spec := range decl.Specs {
			values := spec.(*ast.ValueSpec)
			names = append(names, values.Names[:len(values.Values)]...)
		}
		return true
	})
	return names
}

// goConstants returns these constants, or fails the test.
func goConstants(t *testing.T) []goConstant {
	t.Helper()
	list, err := constantsOnce()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A number is a named number: a constant of Go, or a variable, parameter or property of
// TypeScript.
type number struct {
	file, name string
	value      int64 // 0 if unknown
}

// numbersOf returns the numbers of the parser and the page.
func numbersOf(t *testing.T) (list []number) {
	t.Helper()
	for _, c := range goConstants(t) {
		if kind := c.value.Kind(); kind != constant.String && kind != constant.Bool {
			value, _ := constant.Int64Val(constant.ToInt(c.value))
			list = append(list, number{c.file, c.name, value})
		}
	}
	for file, facts := range described(t) {
		for _, n := range facts.Numbers {
			list = append(list, number{file, n.Name, int64(n.Value)})
		}
	}
	return list
}
