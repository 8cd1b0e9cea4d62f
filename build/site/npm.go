package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"

	"unspool/build/publish"
)

const (
	libDir             = "lib" // the package's code
	manifestName       = "custom-elements.json"
	packagedWasm       = assetsDir + "/parser.wasm.gz"
	packagedExportWasm = assetsDir + "/parser-export.wasm.gz"
)

// A library is a part of the package whose entries share code. Each is bundled separately:
// a program that uses only the parser does not include the texts of the element.
type library struct {
	entries  []entry
	readable bool // with the original names
	program  bool // no bundler reads it
}

var libraries = []library{
	{entries: []entry{
		{"web/src/targets/npm/index.ts", "index"},
		{"web/src/targets/npm/define.ts", "define"},
		{"web/src/targets/npm/client.ts", "client"},
	}},
	{entries: []entry{
		{"web/src/targets/npm/parser.ts", "parser"},
		{"web/src/targets/npm/parser-node.ts", "parser-node"},
	}, readable: true}, // programs print stack traces
}

// classic is the element as a script that is no module.
var classic = entry{"web/src/targets/npm/define.ts", "classic"}

// BuildPackage builds the npm package. Its code is bundled with everything that it needs,
// so it has no dependencies:
//
//	package.json, README.md   from web/npm
//	lib/                      what can be imported, and the chunks that is made of
//	lib/classic.js            the element as one script, for pages without modules
//	assets/                   the two workers' scripts and the wasm
//	viewer/                   the viewer that the command serves
//	types/                    declarations, made from the same sources
//	custom-elements.json      a description of the element for editors and catalogs
//	LICENSE, licenses.txt
//
// The code names the assets by new URL("…", import.meta.url), where bundlers find them and
// copy each to a place and name of their choice. So each is a single file, the grammars of
// the highlighter included, and none has a hash.
func (b *Builder) BuildPackage(ctx context.Context) (*Output, error) {
	out := &Output{Files: map[string][]byte{}}
	var bundled []metafile
	include := func(made *bundle, err error) error {
		if err == nil {
			maps.Copy(out.Files, made.files)
			bundled = append(bundled, made.meta)
		}
		return err
	}
	wasmExec := wasmExecPlugin(ctx, b.opt.Root)
	for _, w := range workerScripts {
		if err := include(b.single(w, wasmExec)); err != nil {
			return nil, fmt.Errorf("bundle %s: %w", w.source, err)
		}
	}
	wasm, exporter, err := b.buildParsers(ctx)
	if err != nil {
		return nil, err
	}
	out.Files[packagedWasm], out.Files[packagedExportWasm] = wasm.gzip, exporter.gzip
	assets := assetsPlugin(libDir, packagedAssets(), packageAssets)
	for _, l := range libraries {
		if err := include(b.bundleLibrary(l, assets, wasmExec)); err != nil {
			return nil, fmt.Errorf("bundle %s: %w", l.entries[0].source, err)
		}
	}
	if err := include(b.bundleLibrary(command, archivesPlugin(out.Files))); err != nil {
		return nil, fmt.Errorf("bundle %s: %w", command.entries[0].source, err)
	}
	if err := include(b.bundleClassic(assets, wasmExec)); err != nil {
		return nil, fmt.Errorf("bundle %s: %w", classic.source, err)
	}
	viewer, err := b.addViewer(ctx, out.Files, wasm, exporter)
	if err != nil {
		return nil, fmt.Errorf("build the viewer: %w", err)
	}
	bundled = append(bundled, viewer...)
	if err := b.addDeclarations(ctx, out.Files); err != nil {
		return nil, fmt.Errorf("declare the types: %w", err)
	}
	if out.Files[manifestName], err = b.manifest(ctx); err != nil {
		return nil, fmt.Errorf("describe the element: %w", err)
	}
	if err := b.addDescription(out.Files); err != nil {
		return nil, fmt.Errorf("describe the package: %w", err)
	}
	if out.Files[licensesName], err = b.licenses(ctx, bundled...); err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(out.Files) {
		size, err := sizeOf(name, "", out.Files[name])
		if err != nil {
			return nil, err
		}
		out.Sizes = append(out.Sizes, size)
	}
	return out, nil
}

// packageVersion matches the version in package.json.
var packageVersion = regexp.MustCompile(`(\n  "version": )"([^"]*)"`)

// packageLicense is the line of package.json that the public addresses follow.
const packageLicense = "  \"license\": \"MIT\",\n"

// addDescription adds to files what is copied from the checkout. The version is that of the
// checkout's tag; without a tag, that of web/npm/package.json.
func (b *Builder) addDescription(files map[string][]byte) error {
	for name, source := range map[string]string{
		"package.json":       "web/npm/package.json",
		"README.md":          "web/npm/README.md",
		"LICENSE":            "LICENSE",
		entryTypes("define"): "web/npm/define.d.ts",
		entryTypes("react"):  "web/npm/react.d.ts",
	} {
		data, err := os.ReadFile(filepath.Join(b.opt.Root, filepath.FromSlash(source)))
		if err != nil {
			return err
		}
		files[name] = data
	}
	addresses, err := publish.Read(b.opt.Root)
	if err != nil {
		return err
	}
	fields, err := addresses.PackageFields()
	if err != nil {
		return err
	}
	files["package.json"] = bytes.Replace(files["package.json"], []byte(packageLicense), []byte(packageLicense+fields), 1)
	if b.version.Tag != "" {
		files["package.json"] = packageVersion.ReplaceAll(files["package.json"], []byte(`${1}"`+b.version.Name+`"`))
	}
	found := packageVersion.FindSubmatch(files["package.json"])
	if found == nil {
		return errors.New("web/npm/package.json has no version")
	}
	files["README.md"] = bytes.ReplaceAll(files["README.md"], []byte("%VERSION%"), found[2])
	return nil
}

// entryTypes returns the path of the declarations of what programs import.
func entryTypes(name string) string { return typesDir + "/targets/npm/" + name + ".d.ts" }

// single bundles a script with everything that it imports, late or not, into one file.
func (b *Builder) single(e entry, plugins ...api.Plugin) (*bundle, error) {
	o := b.options([]entry{e}, plugins...)
	o.EntryNames = "[name]"
	o.Splitting = false
	return b.run([]entry{e}, o)
}

// bundleLibrary bundles the modules that programs import. Names of chunks contain a hash,
// so that those of several libraries can be in the same folder.
func (b *Builder) bundleLibrary(l library, plugins ...api.Plugin) (*bundle, error) {
	o := b.options(l.entries, plugins...)
	o.Outdir = libDir
	o.EntryNames = "[name]"
	o.External = []string{"node:*"}
	if !l.program {
		o.Inject = []string{"web/src/targets/npm/no-document.ts"}
		o.MinifyWhitespace = false // otherwise the comments that tell bundlers what to leave alone are removed
	}
	if l.readable {
		o.MinifyIdentifiers, o.MinifySyntax = false, false
	}
	return b.run(l.entries, o)
}

// bundleClassic bundles the element with everything that it imports, late or not, into a
// script for pages that cannot load modules. It finds the assets by its own address.
func (b *Builder) bundleClassic(plugins ...api.Plugin) (*bundle, error) {
	o := b.options([]entry{classic}, plugins...)
	o.Outdir = libDir
	o.EntryNames = "[name]"
	o.Splitting = false
	o.Format = api.FormatIIFE
	o.Inject = []string{"web/src/targets/npm/script-url.ts"}
	o.Define = map[string]string{"import.meta.url": "scriptURL"}
	return b.run([]entry{classic}, o)
}

// manifest returns the custom elements manifest of the package.
func (b *Builder) manifest(ctx context.Context) ([]byte, error) {
	return b.nodeTool(ctx, "tools/elements.js", filepath.Join(b.opt.Root, "web"))
}
