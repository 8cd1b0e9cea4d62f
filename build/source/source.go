// Package source describes TypeScript and JavaScript to Go programs. The code is parsed by
// the TypeScript compiler, in Node; web/tools/describe.js finds the facts.
package source

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const script = "tools/describe.js"

// A File contains the facts of a source file.
type File struct {
	Numbers    []Number             // in the order of the file
	Interfaces map[string]Interface // by name
	Unions     map[string][]string  // types that are unions of strings, by name
	Lists      map[string][]string  // variables that are initialized with an array of strings, by name
	Texts      []string             // string literals, and the parts of templates between substitutions
	Sheets     []string             // style sheets: templates without substitutions that have the tag css
	Imports    []Import
	Addresses  []string // strings in new URL("…", import.meta.url)
	ImportMeta bool     // whether import.meta is used
	IsModule   bool     // whether anything but a dynamic import makes it a module
}

// A Number is a variable, parameter or property that is initialized with a number.
type Number struct {
	Name  string // "limits.size" of a property of an object that is the value of a variable
	Value float64
}

// An Interface holds the names of the members that an interface declares.
type Interface struct {
	Properties, Methods []string
}

// An Import is an import of a module, or an export from one.
type Import struct {
	Path     string // "" if it is computed
	Dynamic  bool
	Comments []string // before the path
}

// Describe describes source files, which are given and returned by path. Node runs in the
// checkout at root, whose npm packages must be installed.
func Describe(ctx context.Context, root string, files map[string]string) (map[string]*File, error) {
	input, err := json.Marshal(files)
	if err != nil {
		return nil, err
	}
	web := filepath.Join(root, "web")
	for _, name := range []string{script, "node_modules/typescript/package.json"} {
		// Go reruns a test if a file that it opened has changed.
		if _, err := os.Stat(filepath.Join(web, name)); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, "node", script)
	cmd.Dir = web
	cmd.Stdin = bytes.NewReader(input)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("describe source files: %w\n%s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	var described map[string]*File
	if err := json.Unmarshal(output, &described); err != nil {
		return nil, fmt.Errorf("describe source files: %w", err)
	}
	return described, nil
}
