package site

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// joined bundles one entry so that what is loaded at once is in two files, the
// entry's own and one more, and what late code shares is in a third. By itself
// esbuild makes a chunk for each set of late imports that share some code: of 22
// chunks each needs a request, and together they are 4 % larger. So all late code
// is made to share what is there anyway, which the first run tells, and what any
// of it shares, which the second does.
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
	main := made.entry[e[0].name]
	once := imports(made.meta, made.meta.eager(main), main)
	if made, err = run(e, append(plugins, b.joinPlugin(once))...); err != nil {
		return nil, err
	}
	var shared []string
	for _, name := range made.meta.all(made.entry[e[0].name]) {
		if made.meta.Outputs[name].EntryPoint == "" {
			shared = append(shared, name)
		}
	}
	return run(e, append(plugins, b.joinPlugin(imports(made.meta, shared, made.entry[e[0].name])))...)
}

// imports is the code that imports all that outputs hold, but for one of them.
func imports(meta metafile, outputs []string, but string) string {
	inputs := map[string]bool{}
	for _, name := range outputs {
		if name == but {
			continue // no late code shares anything with that
		}
		for input := range meta.Outputs[name].Inputs {
			inputs[input] = true
		}
	}
	var code strings.Builder
	for _, input := range sortedKeys(inputs) { // not by output: their names change with all that they hold
		_, copied, isWords := strings.Cut(input, "late:web/src/words.ts?")
		switch {
		case strings.HasPrefix(input, panesCode), copied == "pane-words":
			// Only panes share it, and who opens none goes without.
		case strings.HasPrefix(input, "web/src/"):
			fmt.Fprintf(&code, "import %q;\n", "./"+input)
		case isWords:
			fmt.Fprintf(&code, "import %q;\n", "unspool:"+copied)
		}
	}
	return code.String()
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
