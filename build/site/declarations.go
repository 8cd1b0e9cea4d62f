package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// typesDir is the folder of the package's declarations, with the folders of web/src in it.
const typesDir = "types"

var (
	// imported matches the import of one module of types by another.
	imported = regexp.MustCompile(`\bfrom "([^"]+)"`)
	// code matches the parts of a module that are not only types.
	code = regexp.MustCompile(`(?m)^(export )?(abstract |async |declare )*(class|const|enum|function|let|namespace|var) `)
	// remarked matches a field with a trailing comment.
	remarked = regexp.MustCompile(`(?m)^( +)(readonly .*;) // (.+)$`)
)

// addDeclarations adds to files the TypeScript declarations of the libraries, and of
// everything they name. A package must not require other packages only for type checking,
// so a declaration that needs one fails the build.
func (b *Builder) addDeclarations(ctx context.Context, files map[string][]byte) error {
	dir, err := os.MkdirTemp("", "unspool-types-")
	if err != nil {
		return err
	}
	err = b.declare(ctx, dir)
	if err == nil {
		err = b.collect(dir, files)
	}
	return errors.Join(err, os.RemoveAll(dir))
}

// declare generates the TypeScript declarations of all of web/src in dir. The tests check
// whether the types are right.
func (b *Builder) declare(ctx context.Context, dir string) error {
	web := filepath.Join(b.opt.Root, "web")
	cmd := exec.CommandContext(ctx, filepath.Join(web, "node_modules", ".bin", "tsc"),
		"--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--noCheck", "--rootDir", "src", "--outDir", dir)
	cmd.Dir = web
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("tsc: %w\n%s", err, bytes.TrimSpace(said))
	}
	return nil
}

// collect adds the libraries' declarations in dir, and those that they name.
func (b *Builder) collect(dir string, files map[string][]byte) error {
	var left []string // modules to process, below web/src
	for _, l := range libraries {
		for _, e := range l.entries {
			left = append(left, strings.TrimSuffix(strings.TrimPrefix(e.source, "web/src/"), ".ts"))
		}
	}
	for len(left) > 0 {
		module := left[0]
		left = left[1:]
		name := typesDir + "/" + module + ".d.ts"
		if files[name] != nil {
			continue
		}
		text, err := b.declaration(dir, module)
		if err != nil {
			return err
		}
		for _, found := range imported.FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(found[1], ".") {
				return fmt.Errorf("the types of %s need %s", module, found[1])
			}
			left = append(left, path.Join(path.Dir(module), found[1]))
		}
		// With its extension a name is resolved in the same way by all module resolvers.
		files[name] = []byte(imported.ReplaceAllString(text, `from "$1.js"`))
	}
	return nil
}

// declaration returns the declarations of a module. If it contains only types, they are its
// source, with trailing comments of fields moved before the fields, where editors show
// them.
func (b *Builder) declaration(dir, module string) (string, error) {
	source, err := os.ReadFile(filepath.Join(b.opt.Root, "web", "src", filepath.FromSlash(module)+".ts"))
	if err != nil {
		return "", err
	}
	if !code.Match(source) {
		return remarked.ReplaceAllString(string(source), "$1/** $3 */\n$1$2"), nil
	}
	made, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(module)+".d.ts"))
	return string(made), err
}
