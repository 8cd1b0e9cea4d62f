package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// typesDir is the folder of the package's declarations, with the folders of web/src in it.
const typesDir = "types"

// addDeclarations adds to files the TypeScript declarations of the libraries, and of
// everything they name. A package must not require other packages only for type checking,
// so a declaration that needs one fails the build. The tests check whether the types are
// right.
func (b *Builder) addDeclarations(ctx context.Context, files map[string][]byte) error {
	args := []string{"tools/declare.js", filepath.Join(b.opt.Root, "web")}
	for _, l := range libraries {
		for _, e := range l.entries {
			args = append(args, strings.TrimSuffix(strings.TrimPrefix(e.source, "web/src/"), ".ts"))
		}
	}
	output, err := b.nodeTool(ctx, args...)
	if err != nil {
		return err
	}
	var declared map[string]string // by module
	if err := json.Unmarshal(output, &declared); err != nil {
		return err
	}
	for module, text := range declared {
		files[typesDir+"/"+module+".d.ts"] = []byte(text)
	}
	return nil
}

// nodeTool runs a script of web in Node and returns its output. The error contains what the
// script printed as errors.
func (b *Builder) nodeTool(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = filepath.Join(b.tools, "web")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	return output, nil
}
