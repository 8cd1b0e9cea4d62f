package site

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// joined bundles one entry so that what is loaded at once is in two files, the
// entry's own and one more. By itself esbuild makes a chunk for each set of late
// imports that share some code: of 12 chunks each needs a request, and together
// they are 5 % larger than one. So all late code is made to share all that is
// there anyway, which the first run tells.
func (b *Builder) joined(e []entry, plugins ...api.Plugin) (*bundle, error) {
	return b.joinedBy(b.bundle, e, plugins...)
}

// bundler is a way of bundling.
type bundler func(entries []entry, plugins ...api.Plugin) (*bundle, error)

// joinedBy does the same in another way of bundling; of several entries all late
// code belongs to the first.
func (b *Builder) joinedBy(run bundler, e []entry, plugins ...api.Plugin) (*bundle, error) {
	made, err := run(e, plugins...)
	if err != nil || b.opt.Dev {
		return made, err
	}
	main := e[0]
	var once strings.Builder
	for _, name := range made.meta.eager(made.entry[main.name]) {
		if name == made.entry[main.name] {
			continue // no late code shares anything with that
		}
		for _, input := range sortedKeys(made.meta.Outputs[name].Inputs) {
			if strings.HasPrefix(input, "web/src/") {
				fmt.Fprintf(&once, "import %q;\n", "./"+input)
			}
		}
	}
	return run(e, append(plugins, b.joinPlugin(once.String()))...)
}

// joinPlugin has every late import of a file also import what once imports.
func (b *Builder) joinPlugin(once string) api.Plugin {
	const name = "late-import"
	return api.Plugin{
		Name: "join",
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				if args.Kind != api.ResolveJSDynamicImport || args.PluginData == name {
					return api.OnResolveResult{}, nil
				}
				found := build.Resolve(args.Path, api.ResolveOptions{
					Importer: args.Importer, ResolveDir: args.ResolveDir, Kind: args.Kind, PluginData: name,
				})
				if len(found.Errors) > 0 {
					return api.OnResolveResult{Errors: found.Errors}, nil
				}
				// The path goes into the hash of what it becomes: not where the checkout lies.
				path, err := filepath.Rel(b.opt.Root, found.Path)
				return api.OnResolveResult{Path: path, Namespace: name}, err
			})
			build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: name}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				code := fmt.Sprintf("%sexport * from %q;\n", once, "./"+filepath.ToSlash(args.Path))
				return api.OnLoadResult{Contents: &code, ResolveDir: b.opt.Root, Loader: api.LoaderJS}, nil
			})
		},
	}
}
