package publish

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	// inGo matches the path of the module in a string of Go code: an import, a pattern of
	// packages, or the prefix of paths. The npm package of the same name is imported in
	// JavaScript, which no string of Go code begins with.
	inGo = regexp.MustCompile(`(^|=)unspool(/(?:(?:parser|build|wasm|web)\b|$)|@|=)`)
	// inImport matches the path of a package in a list of imports.
	inImport = regexp.MustCompile(`(?m)^(\t")unspool(/)`)
	// inMod matches the path of the module in a directive of go.mod.
	inMod = regexp.MustCompile(`(?m)^((?:module|replace|require|\t)\s*)unspool(\s|/)`)
	// inDocs matches the path of a package in the documentation. unspool/parser alone is
	// also what JavaScript imports, so it counts only on the page about Go.
	inDocs = regexp.MustCompile(`(\b)unspool(/parser/[a-z])`)
	// onGoPage matches the path of the module or of a package on the page about Go.
	onGoPage = regexp.MustCompile("([-=\" `])unspool([/@=])")
)

// skipped are folders without files of the project.
var skipped = []string{".git", "node_modules", "dist", "dist-npm", "dist-release"}

// Rename gives the module of the checkout at root, and the modules inside of it, the path
// of the repository. It returns the changed files.
func (a Addresses) Rename(root string) (changed []string, err error) {
	module, err := a.Module()
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains(skipped, d.Name()) && path != root {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		below, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rename := renamer(filepath.ToSlash(below))
		if rename == nil {
			return nil
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text, err := rename(old, module)
		if err != nil {
			return fmt.Errorf("%s: %w", below, err)
		}
		if bytes.Equal(text, old) {
			return nil
		}
		changed = append(changed, filepath.ToSlash(below))
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(path, text, info.Mode().Perm())
	})
	return changed, err
}

// renamer returns the function that changes a file, or nil if nothing in it is a path of the
// module.
func renamer(name string) func(text []byte, module string) ([]byte, error) {
	switch {
	case strings.HasPrefix(name, "build/publish/"):
		return replacing(inImport) // its other strings are examples
	case name == "go.mod" || strings.HasSuffix(name, "/go.mod"):
		return replacing(inMod)
	case strings.HasSuffix(name, ".go"):
		return renameInGo
	case name == "web/docs/parser-go.md":
		return replacing(onGoPage)
	case strings.HasSuffix(name, ".md"):
		return replacing(inDocs)
	}
	return nil
}

// replacing returns a function that replaces the path between the two groups of an
// expression.
func replacing(expression *regexp.Regexp) func(text []byte, module string) ([]byte, error) {
	return func(text []byte, module string) ([]byte, error) {
		return expression.ReplaceAll(text, []byte("${1}"+module+"${2}")), nil
	}
}

// renameInGo replaces the path in the strings of Go code, and sorts the imports again.
func renameInGo(text []byte, module string) ([]byte, error) {
	var s scanner.Scanner
	var problems []error
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, func(at token.Position, message string) {
		problems = append(problems, fmt.Errorf("line %d: %s", at.Line, message))
	}, 0)
	var out bytes.Buffer
	end := 0
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		if kind != token.STRING || !strings.HasPrefix(literal, `"`) {
			continue
		}
		value, err := strconv.Unquote(literal)
		if err != nil {
			return nil, err
		}
		renamed := inGo.ReplaceAllString(value, "${1}"+module+"${2}")
		if renamed == value {
			continue
		}
		offset := file.Offset(at)
		out.Write(text[end:offset])
		out.WriteString(strconv.Quote(renamed))
		end = offset + len(literal)
	}
	out.Write(text[end:])
	if err := errors.Join(problems...); err != nil || end == 0 {
		return text, err
	}
	return format.Source(out.Bytes())
}
