package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// An entry is an entry point of esbuild, and the name of its output.
type entry struct{ source, name string }

// A bundle is the output of one run of esbuild.
type bundle struct {
	files map[string][]byte // by path below the site
	entry map[string]string // path below the site by the entry's name
	meta  metafile
}

// add adds the output of another run.
func (b *bundle) add(other *bundle) {
	maps.Copy(b.files, other.files)
	maps.Copy(b.entry, other.entry)
	maps.Copy(b.meta.Inputs, other.meta.Inputs)
	maps.Copy(b.meta.Outputs, other.meta.Outputs)
}

// A metafile is the part of esbuild's metafile that the build needs.
type metafile struct {
	Inputs  map[string]struct{} `json:"inputs"`
	Outputs map[string]output   `json:"outputs"`
}

type output struct {
	EntryPoint string              `json:"entryPoint"`
	Inputs     map[string]struct{} `json:"inputs"`
	Imports    []struct {
		Path     string `json:"path"`
		Kind     string `json:"kind"`
		External bool   `json:"external"`
	} `json:"imports"`
}

// options returns the only configuration of the bundler. Every output is in the assets
// folder, chunks too, so that an address relative to import.meta.url means the same from
// wherever esbuild puts the code.
func (b *Builder) options(entries []entry, plugins ...api.Plugin) api.BuildOptions {
	o := api.BuildOptions{
		AbsWorkingDir:     b.opt.Root,
		Outdir:            assetsDir,
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "[name]-[hash]",
		AssetNames:        "[name]-[hash]",
		Bundle:            true,
		Splitting:         true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Platform:          api.PlatformBrowser,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // licenses.txt contains them in full
		Metafile:          true,
		LogLevel:          api.LogLevelSilent,
		Plugins:           plugins,
		Loader:            map[string]api.Loader{".webp": api.LoaderFile},
	}
	if b.opt.Readable {
		o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = false, false, false
	}
	if b.opt.Dev {
		o.Sourcemap = api.SourceMapLinked
	}
	for _, e := range entries {
		o.EntryPointsAdvanced = append(o.EntryPointsAdvanced, api.EntryPoint{
			InputPath:  "./" + e.source,
			OutputPath: e.name,
		})
	}
	return o
}

func (b *Builder) bundle(entries []entry, plugins ...api.Plugin) (*bundle, error) {
	return b.run(entries, b.options(entries, plugins...))
}

// run runs esbuild on the entries.
func (b *Builder) run(entries []entry, options api.BuildOptions) (*bundle, error) {
	result := api.Build(options)
	if problems := append(result.Errors, result.Warnings...); len(problems) > 0 {
		// A warning fails the build as well: nobody reads one that does not.
		text := api.FormatMessages(problems, api.FormatMessagesOptions{})
		return nil, errors.New(strings.TrimSpace(strings.Join(text, "")))
	}
	made := &bundle{files: map[string][]byte{}, entry: map[string]string{}}
	if err := json.Unmarshal([]byte(result.Metafile), &made.meta); err != nil {
		return nil, fmt.Errorf("read metafile: %w", err)
	}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(b.opt.Root, f.Path)
		if err != nil {
			return nil, fmt.Errorf("output outside of the checkout: %w", err)
		}
		made.files[filepath.ToSlash(name)] = f.Contents
	}
	for name, out := range made.meta.Outputs {
		for _, e := range entries {
			if out.EntryPoint == e.source {
				made.entry[e.name] = name
			}
		}
	}
	for _, e := range entries {
		if made.entry[e.name] == "" {
			return nil, fmt.Errorf("%s: no output", e.source)
		}
	}
	return made, nil
}

// eager returns the output at name and all outputs that it imports statically: what a
// browser loads before the first line of the entry runs.
func (m metafile) eager(name string) []string {
	return m.reach(name, func(kind string) bool { return kind == "import-statement" })
}

// late returns the output of a module that is imported late, and all outputs that it
// imports statically.
func (m metafile) late(source string) ([]string, error) {
	for name, out := range m.Outputs {
		if out.EntryPoint == source {
			return m.eager(name), nil
		}
	}
	return nil, fmt.Errorf("%s is no chunk of its own", source)
}

// all returns the output at name and all code and styles that it can load.
func (m metafile) all(name string) []string {
	return m.reach(name, func(kind string) bool { return kind != "file-loader" })
}

// reach returns the output at name and those reachable by imports of the kinds that follow
// accepts.
func (m metafile) reach(name string, follow func(kind string) bool) []string {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, i := range m.Outputs[name].Imports {
			if !i.External && follow(i.Kind) {
				visit(i.Path)
			}
		}
	}
	visit(name)
	return sortedKeys(seen)
}

// relative returns the address of the file at name from a file of the folder dir. Both are
// paths below the site; the folder is a top-level one.
func relative(dir, name string) string {
	if path.Dir(name) == dir {
		return "./" + path.Base(name)
	}
	return "../" + name
}
