package site

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// overlay holds small stand-ins for packages of the standard library, in
// folders of their import paths. The shipped parser wants very little of these
// packages, but the linker cannot tell: the real fmt and embed would add 106 kB
// to the wasm, compressed. Each package says what it leaves out.
//
// They are ordinary packages of this module too, so that they are formatted,
// vetted and compared with the real ones like all code.
//
//go:embed overlay
var overlay embed.FS

// writeOverlay writes the stand-ins and the cuts to dir and returns the file
// that tells the go command to compile them in place of the real code.
func writeOverlay(ctx context.Context, root, dir string) (string, error) {
	goroot, err := goCommand(ctx, root, nil, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	std := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	replace := map[string]string{} // by what is replaced; nothing means that it is gone
	err = fs.WalkDir(overlay, "overlay", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		pkg := strings.TrimPrefix(path.Dir(name), "overlay/")
		standard := filepath.Join(std, filepath.FromSlash(pkg))
		files, err := filepath.Glob(filepath.Join(standard, "*.go"))
		if err != nil {
			return err
		}
		for _, f := range files {
			if _, ours := replace[f]; !ours {
				replace[f] = ""
			}
		}
		copied := filepath.Join(dir, strings.ReplaceAll(pkg, "/", "-")+"-"+path.Base(name))
		replace[filepath.Join(standard, path.Base(name))] = copied
		code, err := overlay.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(copied, code, 0o644)
	})
	if err != nil {
		return "", fmt.Errorf("write the small packages: %w", err)
	}
	if err := writeCuts(std, dir, replace); err != nil {
		return "", err
	}
	return writeReplaced(dir, replace)
}

// writeReplaced writes the list of replaced files for the go command to dir and
// returns its name.
func writeReplaced(dir string, replace map[string]string) (string, error) {
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", fmt.Errorf("list the replaced files: %w", err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, list, 0o644); err != nil {
		return "", fmt.Errorf("list the replaced files: %w", err)
	}
	return file, nil
}
