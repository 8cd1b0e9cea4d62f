// Package render holds no Go code. This test runs the tests of the TypeScript around it: of all that needs no page.
package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"unspool/build/site"
)

func TestTypeScript(t *testing.T) {
	if _, err := os.Stat("../../node_modules"); err != nil {
		t.Fatal("web/node_modules is missing: run npm ci in web/")
	}
	var tests []string
	for _, pattern := range []string{"../*/*.test.ts", "../panes/*/*.test.ts"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no tests found: %v", err)
		}
		tests = append(tests, found...)
	}
	dir := t.TempDir()
	result := api.Build(api.BuildOptions{
		EntryPoints:  tests,
		Bundle:       true,
		Platform:     api.PlatformNode,
		Format:       api.FormatESModule,
		OutExtension: map[string]string{".js": ".mjs"},
		Splitting:    true,
		Outbase:      "..",
		Outdir:       dir,
		Write:        true,
		Sourcemap:    api.SourceMapInline,
		LogLevel:     api.LogLevelWarning,
		Alias:        site.StandIns("."),
		Plugins:      []api.Plugin{noAssets()},
	})
	if len(result.Errors) > 0 {
		t.Fatalf("bundling the tests failed: %s", result.Errors[0].Text)
	}
	args := []string{"--test", "--enable-source-maps"}
	for _, name := range tests {
		args = append(args, filepath.Join(dir, strings.TrimSuffix(strings.TrimPrefix(name, "../"), ".ts")+".mjs"))
	}
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
}

// noAssets stands for the addresses of built files, which no test has.
func noAssets() api.Plugin {
	return api.Plugin{Name: "assets", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^unspool:assets$"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: "none"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: "none"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			code := `export const names = {}, parserWorkerURL = "", renderWorkerURL = "", wasmURL = "";`
			return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, nil
		})
	}}
}
