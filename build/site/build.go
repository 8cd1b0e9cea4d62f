package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/sync/errgroup"

	"unspool/build/docs"
)

const (
	assetsDir   = "assets"
	sampleDir   = "sample"
	elementName = "unspool.js"
	headersName = "_headers"
	indexName   = "index.html"
	// licensesName is the file with the licenses of everything that is bundled.
	licensesName = "licenses.txt"
)

// Options are the options of a build.
type Options struct {
	Root      string // the checkout
	Dev       bool   // readable code, source maps and a page that reloads itself
	Readable  bool   // readable code: functions have their names in profiles; implied by Dev
	NotCached bool   // browsers do not cache the page for visits without a network; implied by Dev
	Site      string // where the site will be served, if known: pictures of links need a complete address
	Fast      bool   // the Brotli file is larger than necessary, for builds that nobody downloads; implied by Dev

	Progress func(step string) // called at the beginning of each step; nil for no reports
}

// A Builder builds the site.
type Builder struct {
	opt       Options
	version   Version
	highlight docs.Highlighter
	tools     string // the checkout whose npm packages analyze code
}

// NewBuilder returns a builder for the checkout at opt.Root.
func NewBuilder(opt Options) (*Builder, error) {
	root, err := filepath.Abs(opt.Root)
	if err != nil {
		return nil, fmt.Errorf("find the checkout: %w", err)
	}
	opt.Root = root
	if opt.Site, err = siteURL(opt.Site); err != nil {
		return nil, err
	}
	opt.NotCached = opt.NotCached || opt.Dev
	opt.Fast = opt.Fast || opt.Dev
	opt.Readable = opt.Readable || opt.Dev
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	return &Builder{opt: opt, version: ReadVersion(root), highlight: docs.Highlight(root), tools: root}, nil
}

// workerScripts are the scripts that run in workers of the page.
var workerScripts = []entry{
	{"web/src/parser/worker/parser-worker.ts", "parser-worker"},
	{"web/src/content/worker/render-worker.ts", "render-worker"},
}

// bundleWorkers bundles each worker separately: together they would share a chunk, of which
// the parser's worker uses nothing.
func (b *Builder) bundleWorkers(ctx context.Context) (*bundle, error) {
	all := &bundle{files: map[string][]byte{}, entry: map[string]string{}, meta: metafile{
		Inputs: map[string]struct{}{}, Outputs: map[string]output{},
	}}
	for _, script := range workerScripts {
		made, err := b.bundle([]entry{script}, wasmExecPlugin(ctx, b.opt.Root))
		if err != nil {
			return nil, fmt.Errorf("bundle the workers: %w", err)
		}
		all.add(made)
	}
	return all, nil
}

// An Output is a built site or package. It is held in memory: a failed build changes
// nothing, and two builds are easily compared.
type Output struct {
	Files map[string][]byte // by slash-separated path below the output folder
	Sizes []Size            // of the files that a visit of the site loads, or of the package
}

// Build builds the site: first the workers and the wasm, whose names the page needs, then
// the pages, then the remaining files.
func (b *Builder) Build(ctx context.Context) (*Output, error) {
	workers, err := b.bundleWorkers(ctx)
	if err != nil {
		return nil, err
	}
	wasm, exporter, err := b.buildParsers(ctx)
	if err != nil {
		return nil, err
	}
	// This takes longer than all the other steps, which run meanwhile.
	brotli := sync.OnceValues(func() (map[string][]byte, error) { return b.compressParsers(wasm, exporter) })
	go brotli()
	out := &Output{Files: map[string][]byte{wasm.name: wasm.gzip, exporter.name: exporter.gzip}}
	maps.Copy(out.Files, workers.files)
	pages := pageBuilder{Builder: b, out: out, bundled: []metafile{workers.meta}, sheets: b.sheetsPlugin(ctx)}
	pages.assets = assetsPlugin(assetsDir, map[string]string{
		"parserWorker": workers.entry["parser-worker"],
		"renderWorker": workers.entry["render-worker"],
		"wasm":         wasm.name,
		"wasmBrotli":   wasm.brotliName,
		exportWasm:     exporter.name,
	}, siteAssets)
	if err := pages.addApp(workers, wasm, exporter); err != nil {
		return nil, err
	}
	if err := pages.addSecondary(); err != nil {
		return nil, err
	}
	if err := pages.addElement(); err != nil {
		return nil, err
	}
	for _, add := range []func(map[string][]byte) error{b.addMissing, b.addPictures, b.addSample} {
		if err := add(out.Files); err != nil {
			return nil, err
		}
	}
	documentation, err := b.addDocs(ctx, out.Files)
	if err != nil {
		return nil, err
	}
	if err := pages.addOneFile(ctx, wasm, documentation); err != nil {
		return nil, err
	}
	compressed, err := brotli()
	if err != nil {
		return nil, err
	}
	maps.Copy(out.Files, compressed)
	if err := addServers(out.Files); err != nil {
		return nil, err
	}
	if err := checkLinks(out.Files); err != nil {
		return nil, err
	}
	if out.Files[headersName], err = headersFile(sortedKeys(out.Files)); err != nil {
		return nil, err
	}
	return out, nil
}

// buildParsers compiles the parser, and the larger one that also exports.
func (b *Builder) buildParsers(ctx context.Context) (wasm, exporter *wasmFile, err error) {
	b.opt.Progress("compiling the parser …")
	if wasm, err = b.buildParser(ctx); err != nil {
		return nil, nil, err
	}
	exporter, err = b.buildParser(ctx, exportTag)
	return wasm, exporter, err
}

// compressParsers returns parsers compressed with Brotli, by their names.
func (b *Builder) compressParsers(parsers ...*wasmFile) (map[string][]byte, error) {
	compressed := make([][]byte, len(parsers))
	var group errgroup.Group
	for i, p := range parsers {
		group.Go(func() (err error) {
			compressed[i], err = compressBrotli(p.raw, b.opt.Fast)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for i, p := range parsers {
		files[p.brotliName] = compressed[i]
	}
	return files, nil
}

// A pageBuilder bundles pages and adds them to the output.
type pageBuilder struct {
	*Builder
	out     *Output
	assets  api.Plugin // the names of the workers and the wasm
	sheets  api.Plugin // the style sheets in TypeScript files
	bundled []metafile // of all bundles so far
}

// addApp adds the pages of the app, and the service worker that keeps them for visits without a
// network.
func (p *pageBuilder) addApp(workers *bundle, wasm, exporter *wasmFile) error {
	p.opt.Progress("bundling the pages …")
	app, err := p.bundle([]entry{index.script, index.style, view.script}, p.assets, p.sheets, p.cachePlugin(index))
	if err != nil {
		return fmt.Errorf("bundle %s: %w", index.file, err)
	}
	early, err := p.bundle([]entry{preloader}, p.assets)
	if err != nil {
		return fmt.Errorf("bundle %s: %w", preloader.source, err)
	}
	app.add(early)
	if err := p.add(app, index, view); err != nil {
		return err
	}
	if p.out.Sizes, err = measure(p.out.Files, workers, app, wasm, exporter); err != nil {
		return err
	}
	return p.addWorker(p.out, app, wasm)
}

// addSecondary adds the pages that have bundles of their own.
func (p *pageBuilder) addSecondary() error {
	for _, page := range secondaryPages {
		made, err := p.bundle([]entry{page.script, page.style}, p.assets, p.sheets, p.cachePlugin(page))
		if err != nil {
			return fmt.Errorf("bundle %s: %w", page.file, err)
		}
		if err := p.add(made, page); err != nil {
			return err
		}
	}
	return nil
}

// addElement adds the element and the page of its frame.
func (p *pageBuilder) addElement() error {
	element, err := p.bundle([]entry{unspool, frame.script, frame.style}, p.assets, p.sheets)
	if err != nil {
		return fmt.Errorf("bundle the element: %w", err)
	}
	if err := p.add(element, frame); err != nil {
		return err
	}
	p.out.Files[elementName] = loader(element)
	sizes, err := measureElement(element)
	p.out.Sizes = append(p.out.Sizes, sizes...)
	return err
}

// addOneFile adds the page in one file, and the licenses of everything that was bundled.
func (p *pageBuilder) addOneFile(ctx context.Context, wasm *wasmFile, documentation metafile) error {
	p.opt.Progress("building the page in one file …")
	one, err := p.bundleOne(ctx)
	if err != nil {
		return fmt.Errorf("bundle the one file: %w", err)
	}
	p.bundled = append(p.bundled, documentation, one.meta)
	licenses, err := p.licenses(ctx, p.bundled...)
	if err != nil {
		return err
	}
	p.out.Files[licensesName] = licenses
	p.out.Files[oneFileName], err = p.oneFile(one, wasm, licenses)
	return err
}

// add adds the files of a bundle and the pages that use it.
func (p *pageBuilder) add(made *bundle, pages ...page) error {
	maps.Copy(p.out.Files, made.files)
	p.bundled = append(p.bundled, made.meta)
	for _, page := range pages {
		text, err := p.fill(page, made)
		if err != nil {
			return err
		}
		p.out.Files[page.file] = text
	}
	return nil
}

// Write makes dir contain the output and nothing else. Files that are already right are not
// written, so that a server or a sync tool sees only changes.
func (o *Output) Write(dir string) error {
	if err := o.prune(dir); err != nil {
		return err
	}
	// Pages last: a visitor who reads one during the write finds the files that it names.
	names := sortedKeys(o.Files)
	slices.SortStableFunc(names, func(a, b string) int {
		return rank(a) - rank(b)
	})
	for _, name := range names {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), o.Files[name]); err != nil {
			return fmt.Errorf("write the build: %w", err)
		}
	}
	return nil
}

func rank(name string) int {
	if filepath.Ext(name) == ".html" {
		return 1
	}
	return 0
}

// prune removes from dir what is not part of the build. It refuses a folder that does not
// look like an earlier build, so that a wrong -out does no damage.
func (o *Output) prune(dir string) error {
	old, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(old) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the old build: %w", err)
	}
	if !o.resembles(dir) {
		return fmt.Errorf("%s is not empty and was not made by this build: remove it first", dir)
	}
	var empty []string
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			empty = append(empty, p)
			return nil
		}
		name, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if _, keep := o.Files[filepath.ToSlash(name)]; keep {
			return nil
		}
		return os.Remove(p)
	})
	if err != nil {
		return fmt.Errorf("remove the old build: %w", err)
	}
	for _, d := range slices.Backward(empty) {
		if left, err := os.ReadDir(d); err == nil && len(left) == 0 && d != dir {
			if err := os.Remove(d); err != nil {
				return fmt.Errorf("remove the old build: %w", err)
			}
		}
	}
	return nil
}

// ChecksumsName is the file of a release that lists the checksums of the others.
const ChecksumsName = "SHA256SUMS"

// resembles reports whether dir holds an earlier build of the same kind, by a file that
// nothing else has.
func (o *Output) resembles(dir string) bool {
	for _, sign := range []string{headersName, packagedWasm, ChecksumsName} {
		if _, made := o.Files[sign]; made {
			_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(sign)))
			return err == nil
		}
	}
	return false
}

func writeFile(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
