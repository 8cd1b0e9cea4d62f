package site

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// viewerDir is the folder of the package with the viewer that its command serves.
const viewerDir = "viewer"

// wasmMarker stands for the parser in the page in one file (web/src/targets/npm/serve/viewer.ts).
const wasmMarker = "%WASM%"

// command is the command of the package. It is bundled like a library, but has no declarations.
var command = library{entries: []entry{{"web/src/targets/npm/serve/main.ts", "unspool"}}, readable: true, program: true}

// archivesPlugin replaces the code that unpacks archives by the file of the element that has it already.
func archivesPlugin(files map[string][]byte) api.Plugin {
	const source = "/session/sources/archives/archives"
	return api.Plugin{Name: "archives", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: source + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			for _, name := range sortedKeys(files) {
				if strings.HasPrefix(name, libDir+"/archives-") {
					return api.OnResolveResult{Path: "./" + path.Base(name), External: true}, nil
				}
			}
			return api.OnResolveResult{}, errors.New("the element has no code for archives in a file of its own")
		})
	}}
}

// addViewer adds the viewer to the files of the package, which has its workers and parsers already, and returns
// what was bundled. Nothing is there twice: the command sends from their places what other parts of the package
// need as well, and inserts the parser into the page in one file. Pictures that advertise, and the documentation,
// are left out.
func (b *Builder) addViewer(ctx context.Context, files map[string][]byte, wasm, exporter *wasmFile) ([]metafile, error) {
	viewer := *b
	viewer.opt.NotCached = true
	parser, larger := *wasm, *exporter
	parser.name, larger.name = packagedWasm, packagedExportWasm
	workers := &bundle{files: map[string][]byte{}, entry: map[string]string{}}
	for _, w := range workerScripts {
		name := assetsDir + "/" + w.name + ".js"
		workers.entry[w.name], workers.files[name] = name, files[name]
	}
	out := &Output{Files: map[string][]byte{parser.name: parser.gzip, larger.name: larger.gzip}}
	maps.Copy(out.Files, workers.files)
	pages := pageBuilder{Builder: &viewer, out: out, sheets: viewer.sheetsPlugin(ctx)}
	pages.assets = assetsPlugin(assetsDir, packagedAssets(), siteAssets)
	if err := pages.addApp(workers, &parser, &larger); err != nil {
		return nil, err
	}
	if err := pages.addOneFile(ctx, &parser, metafile{}); err != nil {
		return nil, err
	}
	for _, add := range []func(map[string][]byte) error{viewer.addPictures, viewer.addSample} {
		if err := add(out.Files); err != nil {
			return nil, err
		}
	}
	if err := takeParser(out.Files, parser.gzip); err != nil {
		return nil, err
	}
	var err error
	if out.Files[headersName], err = headersFile(sortedKeys(out.Files)); err != nil {
		return nil, err
	}
	for name, data := range out.Files {
		isShared := files[name] != nil || name == licensesName
		isUnused := name == view.file || name == workerName || name == socialName || path.Ext(name) == ".webp"
		if !isShared && !isUnused {
			files[viewerDir+"/"+name] = data
		}
	}
	return pages.bundled, nil
}

// packagedAssets returns the names of the workers and the parsers in the package.
func packagedAssets() map[string]string {
	return map[string]string{
		"parserWorker": assetsDir + "/parser-worker.js",
		"renderWorker": assetsDir + "/render-worker.js",
		"wasm":         packagedWasm,
		exportWasm:     packagedExportWasm,
	}
}

// takeParser puts the marker in the place of the parser in the page in one file.
func takeParser(files map[string][]byte, parser []byte) error {
	encoded := []byte(base64.StdEncoding.EncodeToString(parser))
	if n := bytes.Count(files[oneFileName], encoded); n != 1 {
		return fmt.Errorf("%s has the parser %d times", oneFileName, n)
	}
	files[oneFileName] = bytes.Replace(files[oneFileName], encoded, []byte(wasmMarker), 1)
	return nil
}
