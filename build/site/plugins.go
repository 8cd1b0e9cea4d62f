package site

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// virtual returns a plugin that resolves an import of name to generated JavaScript.
// The JavaScript can import files of the checkout.
func virtual(name string, load func() (string, error)) api.Plugin {
	filter := "^" + name + "$"
	return api.Plugin{
		Name: name,
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: filter}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: name, Namespace: "unspool"}, nil
			})
			build.OnLoad(api.OnLoadOptions{Filter: filter, Namespace: "unspool"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				code, err := load()
				if err != nil {
					return api.OnLoadResult{}, err
				}
				return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS, ResolveDir: build.InitialOptions.AbsWorkingDir}, nil
			})
		},
	}
}

// assetsPlugin provides unspool:assets to code in the folder dir: the addresses of files
// that are already built, and their names, by kind. The code begins with head, which
// defines missingHelp and the function found, by which all addresses go.
func assetsPlugin(dir string, built map[string]string, head string) api.Plugin {
	return virtual("unspool:assets", func() (string, error) {
		var code, names strings.Builder
		code.WriteString(head)
		if built["wasmBrotli"] == "" { // as in the npm package
			code.WriteString(`export const wasmBrotliURL = "";` + "\n")
			names.WriteString(`wasmBrotli: "", `)
		}
		for _, what := range sortedKeys(built) {
			// Marked as pure, so that a bundle keeps only the addresses it uses.
			fmt.Fprintf(&code, "export const %sURL = /* @__PURE__ */ (() => found(new URL(%q, import.meta.url).href))();\n",
				what, relative(dir, built[what]))
			if what == exportWasm { // by itself, since the page loads it late
				fmt.Fprintf(&code, "export const %sName = %q;\n", what, path.Base(built[what]))
				continue
			}
			fmt.Fprintf(&names, "%s: %q, ", what, path.Base(built[what]))
		}
		fmt.Fprintf(&code, "export const names = { %s};\n", names.String())
		return code.String(), nil
	})
}

// The heads of unspool:assets: files of the site are where the build has put them, and the
// package knows of a server that looks for them elsewhere.
const (
	siteAssets    = "const found = (url) => url;\nexport const missingHelp = \"\";\n"
	packageAssets = `import { found, missingHelp } from "./web/src/targets/npm/dev-server";
export { missingHelp };
`
)

// cachePlugin provides unspool:kept: whether browsers cache the page for visits without a
// network.
func (b *Builder) cachePlugin(p page) api.Plugin {
	return virtual("unspool:kept", func() (string, error) {
		return fmt.Sprintf("export const keeps = %t;\n", p.cached && !b.opt.NotCached), nil
	})
}

// wasmExecPlugin provides unspool:wasm-exec from the running toolchain. The toolchain's
// file sets and reads properties of the global object. It is wrapped in a function of that
// object, so it uses the object and the fs that are passed to it.
func wasmExecPlugin(ctx context.Context, root string) api.Plugin {
	return virtual("unspool:wasm-exec", func() (string, error) {
		goroot, err := goCommand(ctx, root, nil, "env", "GOROOT")
		if err != nil {
			return "", err
		}
		base := strings.TrimSpace(string(goroot))
		var firstErr error
		for _, dir := range []string{"lib", "misc"} { // misc: before Go 1.24, and some distributions
			code, err := os.ReadFile(filepath.Join(base, dir, "wasm", "wasm_exec.js"))
			if err == nil {
				return "export function loadGo(globalThis, fs) {\n" + string(code) + "\nreturn globalThis.Go;\n}\n", nil
			}
			if firstErr == nil {
				firstErr = err
			}
		}
		return "", fmt.Errorf("find wasm_exec.js of the Go toolchain: %w", firstErr)
	})
}
