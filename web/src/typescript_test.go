// Package src holds no Go code. This test runs the TypeScript tests, which need no page.
package src

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

func TestTypeScript(t *testing.T) {
	if _, err := os.Stat("../node_modules"); err != nil {
		t.Fatal("web/node_modules is missing: run npm ci in web/")
	}
	var tests []string
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".test.ts") {
			tests = append(tests, "./"+name)
		}
		return err
	})
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests found: %v", err)
	}
	// One program that imports them all takes half the time of "node --test", which starts a process for each.
	var program strings.Builder
	for _, name := range tests {
		fmt.Fprintf(&program, "import %q;\n", name)
	}
	out := runNode(t, program.String(), "--test-reporter=tap")
	if !bytes.Contains(out, []byte("\n# fail 0\n")) || bytes.Contains(out, []byte("\n# pass 0\n")) {
		t.Fatalf("no tests ran:\n%s", out)
	}
}

// runNode bundles a program that imports from this folder, and returns what it prints in Node.
func runNode(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	return runNodeAt(t, filepath.Join(t.TempDir(), "program.mjs"), program, args...)
}

// runNodeAt is like runNode for a bundle in a given file.
func runNodeAt(t *testing.T, outfile, program string, args ...string) []byte {
	t.Helper()
	result := api.Build(api.BuildOptions{
		Stdin:     &api.StdinOptions{Contents: program, ResolveDir: "."},
		Bundle:    true,
		Platform:  api.PlatformNode,
		Format:    api.FormatESModule,
		Outfile:   outfile,
		Write:     true,
		Sourcemap: api.SourceMapInline,
		LogLevel:  api.LogLevelWarning,
		Plugins:   []api.Plugin{noAssets()},
	})
	if len(result.Errors) > 0 {
		t.Fatalf("bundling failed: %s", result.Errors[0].Text)
	}
	args = append([]string{"--enable-source-maps"}, append(args, outfile)...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return out
}

// noAssets replaces the addresses of built files, which tests do not have.
func noAssets() api.Plugin {
	return api.Plugin{Name: "assets", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^unspool:assets$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: "none"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: "none"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			code := `export const names = {}, parserWorkerURL = "", renderWorkerURL = "", wasmURL = "p.wasm.gz", wasmBrotliURL = "p.wasm.br",
				exportWasmURL = "", exportWasmName = "";
				export { missingHelp } from "./targets/npm/dev-server";` // as in the package
			return api.OnLoadResult{Contents: &code, ResolveDir: ".", Loader: api.LoaderJS}, nil
		})
	}}
}
