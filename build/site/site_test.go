package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"unspool/build/docs"
	"unspool/build/internal/buildtest"
	"unspool/build/source"
)

// checkout writes a tiny checkout with every kind of source to a fresh folder: the tests of the
// build must not depend on the contents of the page.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{
		"go.mod": "module tiny\n\ngo 1.26\n",
		"wasm/main.go": `//go:build js && wasm

package main

import (
	_ "embed"
	"fmt"
)

//go:embed word.txt
var word string

func main() { println(fmt.Sprintf("%s", word)) }
`,
		"wasm/word.txt":                       "tiny",
		"web/styleguide.html":                 "<head>%STYLE%%PRELOAD%%SCRIPT%</head>",
		"web/src/targets/styleguide/page.css": "body { color: blue }\n",
		"web/src/targets/styleguide/main.ts":  `import { shared } from "../../shared"; import { keeps } from "unspool:kept"; if (keeps) console.log("asks to be kept"); void import("../../late").then((m) => console.log(shared, m.late));`,
		"web/404.html":                        "Not found",
		"web/index.html": "<!doctype html>\n<html><head>\n<meta charset=\"utf-8\"><title>t</title>\n%STYLE%\n%PRELOAD%\n%SCRIPT%\n" +
			"</head><body></body></html>\n",
		"web/src/targets/app/page.css":   "body { color: red }\n",
		"web/src/targets/app/preload.ts": `import { wasmURL } from "unspool:assets"; console.log(wasmURL);`,
		"web/src/targets/app/main.ts": `import { parserWorkerURL, renderWorkerURL } from "unspool:assets";
import { shared } from "../../shared";
import { keeps } from "unspool:kept";
console.log(shared, parserWorkerURL, renderWorkerURL);
if (keeps) console.log("asks to be kept");
void import("../../late").then((m) => console.log(m.late));
void import("../../viewer/conversation-code").then((m) => console.log(m.conversation));
void import("../../viewer/layout/pane-manager").then((m) => console.log(m.panes));
`,
		"web/src/viewer/conversation-code.ts":     `import { shared } from "../shared"; import { row } from "./row"; export const conversation = [shared, row];`,
		"web/src/viewer/row.ts":                   `export const row = { row: "row" };`,
		"web/src/viewer/layout/pane-manager.ts":   `import { shared } from "../../shared"; import { row } from "../row"; export const panes = [shared, row];`,
		"web/src/targets/embed/unspool.ts":        `import { shared } from "../../shared"; import { wasmURL } from "unspool:assets"; export const element = shared + wasmURL; void import("../../late");`,
		"web/embed.html":                          "<head>%STYLE%%PRELOAD%%SCRIPT%</head>",
		"web/src/targets/iframe/page.css":         "body { color: green }\n",
		"web/src/targets/iframe/main.ts":          `import { shared } from "../../shared"; console.log("frame", shared); void import("../../late");`,
		"web/src/targets/remote/main.ts":          `import { shared } from "../../shared"; console.log(shared); void import("./ask").then((m) => console.log(m.ask));`,
		"web/src/targets/remote/ask.ts":           `import { shared } from "../../shared"; export const ask = shared;`,
		"web/src/late.ts":                         `import { shared } from "./shared"; import { word } from "./words"; export const late = word + shared;`,
		"web/src/words.ts":                        `export const word: string = "late ";`,
		"web/src/shared.ts":                       `import { wasmURL } from "unspool:assets"; import { lib } from "lib"; export const shared = wasmURL + lib;`,
		"web/src/targets/standalone/boot.ts":      `document.body.dataset.boot = "boot";`,
		"web/src/targets/standalone/addresses.ts": `export const wasmURL = "wasm"; export const parserWorkerURL = "p"; export const renderWorkerURL = "r";`,
		"web/src/targets/standalone/main.ts":      `import "../../shared"; void import("../../late").then((m) => console.log(m.late));`,
		"web/src/service-worker/service-worker.ts": `import { linked, needed, optional, used, version } from "unspool:files";
console.log(version, { needed, optional, used, linked });
`,
		"web/docs.html":                 "<head></head>{{.Body}}{{range .Styles}}<link href=\"{{.}}\">{{end}}",
		"web/docs/index.md":             "---\ntitle: Docs\ndescription: All of it.\ngroup: Start\norder: 1\n---\n\n## One\n\n[One](#one), [page](../index.html)\n",
		"web/src/targets/docs/page.css": "@import \"../../tokens.ts\";\na { color: var(--ink) }\n",
		"web/src/targets/docs/main.ts":  "console.log(1);",
		"web/src/tokens.ts":             "import { css } from \"lit\"; export const tokens = css`:root{--ink:blue}`;",
		"web/src/parser/worker/parser-worker.ts": `import { loadGo } from "unspool:wasm-exec";
console.log(typeof loadGo({}));
`,
		"web/src/content/worker/render-worker.ts": `void import("./language").then((m) => console.log(m.language));
void import("highlight.js/es/languages/go").then((m) => console.log(m.default));`,
		"web/src/content/worker/language.ts":               `export const language: string = "go";`,
		"web/node_modules/highlight.js/es/languages/go.js": `export default "grammar";`,
		"web/node_modules/lib/package.json":                `{"name":"lib","main":"lib.js"}`,
		"web/node_modules/lib/lib.js":                      `export const lib = "lib";`,
		"web/node_modules/lib/LICENSE.md":                  "Do as you like with lib.\n",
		"web/icon.svg":                                     "<svg/>",
		"web/manifest.json":                                `{"icons": []}`,
		"web/pictures/icon-192.png":                        "png",
		"web/pictures/icon-512.png":                        "png",
		"web/pictures/icon-maskable.png":                   "png",
		"web/pictures/social.png":                          "png",
		"testdata/sample/-home-u/s.jsonl":                  "{}\n",
		"testdata/sample/-home-u/s/out.txt":                "output\n",
		"testdata/sample/-home-u/.hidden.txt":              "no\n",
		"testdata/sample/README.md":                        "no\n",
	}
	buildtest.WriteFiles(t, root, files)
	return root
}

// names returns the matching files of the assets folder.
var names = regexp.MustCompile(`assets/[\w-]+-[A-Z0-9]{8}\.[\w.]+`)

// builderAt returns a builder for a checkout without the packages that color and analyze code.
func builderAt(t *testing.T, root string, dev bool) *Builder {
	t.Helper()
	b, err := NewBuilder(Options{Root: root, Dev: dev, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	b.tools = "../.."
	b.highlight = func(_ context.Context, blocks []*docs.Block) ([]string, error) {
		return make([]string, len(blocks)), nil
	}
	return b
}

func buildAt(t *testing.T, root string, dev bool) *Output {
	t.Helper()
	out, err := builderAt(t, root, dev).Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// describe returns a description of the scripts among files, by name.
func describe(t *testing.T, files map[string][]byte) map[string]*source.File {
	t.Helper()
	scripts := make(map[string]string)
	for name, data := range files {
		if path.Ext(name) == ".js" {
			scripts[name] = string(data)
		}
	}
	described, err := source.Describe(t.Context(), "../..", scripts)
	if err != nil {
		t.Fatal(err)
	}
	return described
}

func TestBuild(t *testing.T) {
	out := buildAt(t, checkout(t), false)

	hashed := regexp.MustCompile(`-[A-Z0-9]{8}\.`)
	var files []string
	for name := range out.Files {
		files = append(files, hashed.ReplaceAllString(name, "-HASH."))
	}
	slices.Sort(files)
	want := []string{
		"404.html", "_headers",
		"assets/app-HASH.js", "assets/ask-HASH.js", "assets/chunk-HASH.js", "assets/chunk-HASH.js", "assets/chunk-HASH.js",
		"assets/chunk-HASH.js", "assets/conversation-code-HASH.js",
		"assets/docs-HASH.js", "assets/docs-page-HASH.css", "assets/frame-HASH.js", "assets/frame-page-HASH.css", "assets/go-HASH.js",
		"assets/guide-HASH.js", "assets/guide-page-HASH.css", "assets/language-HASH.js", "assets/late-HASH.js", "assets/late-HASH.js", "assets/late-HASH.js",
		"assets/page-HASH.css", "assets/pane-manager-HASH.js", "assets/parser-HASH.wasm.br", "assets/parser-HASH.wasm.gz", "assets/parser-export-HASH.wasm.br", "assets/parser-export-HASH.wasm.gz", "assets/parser-worker-HASH.js", "assets/preload-HASH.js", "assets/render-worker-HASH.js",
		"assets/unspool-HASH.js", "assets/view-HASH.js", "docs/index.html", "embed.html", "icon-192.png", "icon-512.png", "icon-maskable.png",
		"icon.svg", "index.html", "licenses.txt", "manifest.json",
		"sample/-home-u/s.jsonl", "sample/-home-u/s/out.txt", "sample/files.json",
		"servers/Caddyfile.txt", "servers/nginx.conf.txt", "social.png", "styleguide.html", "sw.js", "unspool.html", "unspool.js", "view.html",
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	t.Run("addresses hold", func(t *testing.T) {
		// Whichever file esbuild puts a constant into must be in the folder of its target.
		found := 0
		for name, file := range describe(t, out.Files) {
			for _, address := range file.Addresses {
				found++
				if target := path.Join(path.Dir(name), address); out.Files[target] == nil {
					t.Errorf("%s names %s, which does not exist", name, target)
				}
			}
		}
		if found < 4 {
			t.Errorf("found %d addresses, want one of the wasm in two bundles and two of workers", found)
		}
	})

	t.Run("page", func(t *testing.T) {
		for _, name := range []string{"index.html", "embed.html", "styleguide.html", "view.html"} {
			for _, m := range regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(string(out.Files[name]), -1) {
				if out.Files[m[1]] == nil {
					t.Errorf("%s names %s, which does not exist", name, m[1])
				}
			}
		}
		page := string(out.Files["index.html"])
		for _, part := range []string{
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `,
			`<link rel="modulepreload" href="assets/chunk-`,
			`<link rel="stylesheet" href="assets/page-`,
			`<script type="module" src="assets/preload-`,
			`<script type="module" src="assets/app-`,
		} {
			if !strings.Contains(page, part) {
				t.Errorf("index.html lacks %s:\n%s", part, page)
			}
		}
		if strings.Contains(page, "frame-ancestors") {
			t.Error("frame-ancestors in a meta element draws a warning")
		}
		if strings.Contains(page, ReloadScript) {
			t.Error("the script of the development server is in the real site")
		}
	})

	t.Run("wasm", func(t *testing.T) {
		var raw [][]byte
		for _, name := range sortedKeys(out.Files) {
			var r io.Reader
			switch path.Ext(name) {
			case ".gz":
				unzip, err := gzip.NewReader(bytes.NewReader(out.Files[name]))
				if err != nil {
					t.Fatal(err)
				}
				r = unzip
			case ".br":
				r = brotli.NewReader(bytes.NewReader(out.Files[name]))
			default:
				continue
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			raw = append(raw, data)
		}
		// The last two are the parser that also exports.
		wasm := []byte("\x00asm")
		if len(raw) != 4 || !bytes.Equal(raw[0], raw[1]) || !bytes.Equal(raw[2], raw[3]) || !bytes.HasPrefix(raw[0], wasm) || !bytes.HasPrefix(raw[2], wasm) {
			t.Errorf("%d files hold a parser, want two, each in two files", len(raw))
		}
	})

	t.Run("wasm_exec", func(t *testing.T) {
		for name, data := range out.Files {
			if strings.HasPrefix(name, "assets/parser-worker-") && !bytes.Contains(data, []byte("gojs")) {
				t.Errorf("%s does not hold wasm_exec.js", name)
			}
		}
	})

	t.Run("sample", func(t *testing.T) {
		var got Listing
		if err := json.Unmarshal(out.Files["sample/files.json"], &got); err != nil {
			t.Fatal(err)
		}
		want := Listing{Name: "sample", Files: []string{"-home-u/s/out.txt", "-home-u/s.jsonl"}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("listing (-want +got):\n%s", diff)
		}
	})

	t.Run("service worker", func(t *testing.T) {
		var got []string
		for _, name := range names.FindAllString(string(out.Files["sw.js"]), -1) {
			if out.Files[name] == nil {
				t.Errorf("keeps %s, which does not exist", name)
			}
			got = append(got, hashed.ReplaceAllString(name, "-HASH."))
		}
		want := []string{
			"assets/app-HASH.js", "assets/chunk-HASH.js", "assets/chunk-HASH.js", "assets/conversation-code-HASH.js", "assets/language-HASH.js", "assets/late-HASH.js", "assets/page-HASH.css",
			"assets/pane-manager-HASH.js", "assets/parser-worker-HASH.js", "assets/preload-HASH.js", "assets/render-worker-HASH.js", "assets/parser-HASH.wasm.gz", "assets/parser-HASH.wasm.br",
			"assets/go-HASH.js", "assets/parser-export-HASH.wasm.gz", // when they are needed
			"assets/app-HASH.js", "assets/page-HASH.css", // named by the page
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("cached (-want +got):\n%s", diff)
		}
		var asking []string
		for name, data := range out.Files {
			if bytes.Contains(data, []byte("asks to be kept")) {
				asking = append(asking, hashed.ReplaceAllString(name, "-HASH."))
			}
		}
		if diff := cmp.Diff([]string{"assets/app-HASH.js"}, asking); diff != "" {
			t.Errorf("pages that register a service worker (-want +got):\n%s", diff)
		}
	})

	t.Run("licenses", func(t *testing.T) {
		for _, part := range []string{"\nlib\n===", "Do as you like with lib.", "\nGo\n=="} {
			if !bytes.Contains(out.Files["licenses.txt"], []byte(part)) {
				t.Errorf("licenses.txt lacks %q", part)
			}
		}
	})

	t.Run("sizes", func(t *testing.T) {
		var kinds []string
		for _, s := range out.Sizes {
			kinds = append(kinds, string(s.Kind)+" "+hashed.ReplaceAllString(s.Name, "-HASH."))
		}
		slices.Sort(kinds)
		want := []string{
			"app assets/app-HASH.js", "app assets/chunk-HASH.js", "app assets/page-HASH.css", "app assets/parser-worker-HASH.js",
			"app assets/preload-HASH.js",
			"element assets/chunk-HASH.js", "element assets/unspool-HASH.js",
			"export assets/parser-export-HASH.wasm.gz",
			"grammar assets/go-HASH.js",
			"lazy assets/chunk-HASH.js", "lazy assets/conversation-code-HASH.js", "lazy assets/language-HASH.js", "lazy assets/late-HASH.js", "lazy assets/render-worker-HASH.js",
			"panes assets/pane-manager-HASH.js",
			"wasm assets/parser-HASH.wasm.gz",
		}
		if diff := cmp.Diff(want, kinds); diff != "" {
			t.Errorf("kinds (-want +got):\n%s", diff)
		}
	})
}

// TestReproducible checks that two builds of the same sources, in different folders, are equal
// byte by byte.
func TestReproducible(t *testing.T) {
	a := buildAt(t, checkout(t), false)
	root := filepath.Join(t.TempDir(), "at", "another", "depth")
	if err := os.CopyFS(root, os.DirFS(checkout(t))); err != nil {
		t.Fatal(err)
	}
	b := buildAt(t, root, false)
	if !maps.EqualFunc(a.Files, b.Files, bytes.Equal) {
		for name, data := range a.Files {
			if !bytes.Equal(data, b.Files[name]) {
				t.Errorf("%s differs", name)
			}
		}
		t.Errorf("files:\n%v\n%v", sortedKeys(a.Files), sortedKeys(b.Files))
	}
}

func TestDev(t *testing.T) {
	out := buildAt(t, checkout(t), true)
	if !bytes.Contains(out.Files["index.html"], []byte(ReloadScript)) {
		t.Error("the page does not reload itself")
	}
	if cached := names.FindAllString(string(out.Files["sw.js"]), -1); len(cached) > 0 {
		t.Errorf("a page in development is cached: %q", cached)
	}
}

// TestSiteWithoutCache checks that a site that browsers must not cache has a service worker
// without files, and no page that registers it.
func TestSiteWithoutCache(t *testing.T) {
	b := builderAt(t, checkout(t), false)
	b.opt.NotCached = true
	out, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if cached := names.FindAllString(string(out.Files["sw.js"]), -1); len(cached) > 0 {
		t.Errorf("cached: %q", cached)
	}
	for name, data := range out.Files {
		if bytes.Contains(data, []byte("asks to be kept")) {
			t.Errorf("%s registers a service worker", name)
		}
	}
}

// TestBuildErrors checks that the error for a wrong source names the file.
func TestBuildErrors(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"syntax", "web/src/targets/app/main.ts", "let = ;", "web/src/targets/app/main.ts:1:"},
		{"import", "web/src/targets/app/main.ts", `import { otherURL } from "unspool:assets"; console.log(otherURL)`, `"otherURL"`},
		{"late import", "web/src/shared.ts", `export const shared = 1; void import("./nowhere");`, `Could not resolve "./nowhere"`},
		{"marker", "web/index.html", "<head>%STYLE%%PRELOAD%</head>", "%SCRIPT% 0 times"},
		{"docs", "web/docs/index.md", "Hello\n", "web/docs/index.md: does not begin with its title"},
		{"go", "wasm/main.go", "//go:build js && wasm\n\npackage main\n\nfunc main() { nothing() }\n", "undefined: nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := checkout(t)
			if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(c.file)), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := builderAt(t, root, false).Build(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want it to contain %q", err, c.want)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	first := &Output{Files: map[string][]byte{"_headers": []byte("h"), "index.html": []byte("1"), "assets/a-1.js": []byte("a"), "old/x": nil}}
	if err := first.Write(dir); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "assets", "a-1.js"))
	if err != nil {
		t.Fatal(err)
	}
	second := &Output{Files: map[string][]byte{"_headers": []byte("h"), "index.html": []byte("2"), "assets/a-1.js": []byte("a")}}
	if err := second.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "old")); !os.IsNotExist(err) {
		t.Errorf("a file of the old site is left: %v", err)
	}
	after, err := os.Stat(filepath.Join(dir, "assets", "a-1.js"))
	if err != nil {
		t.Fatal(err)
	}
	if !after.ModTime().Equal(before.ModTime()) {
		t.Error("a file that did not change was written again")
	}

	precious := t.TempDir()
	if err := os.WriteFile(filepath.Join(precious, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := second.Write(precious); err == nil {
		t.Error("wrote into a folder that is no site")
	}
}

func TestReport(t *testing.T) {
	var b strings.Builder
	over, err := Report(&b, []Size{
		{Name: "assets/app.js", Kind: App, Raw: 200_000, Gzip: 92_001},
		{Name: "assets/page.css", Kind: App, Raw: 9000, Gzip: 8000},
		{Name: "assets/a.js", Kind: Grammar, Raw: 9000, Gzip: 3000},
		{Name: "assets/b.js", Kind: Grammar, Raw: 9000, Gzip: 3000},
		{Name: "parser.wasm", Kind: Wasm, Raw: 4_000_000, Gzip: 1_850_000},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Kind{App}, over); diff != "" {
		t.Errorf("over budget (-want +got):\n%s\n%s", diff, b.String())
	}
	for _, want := range []string{
		"app         209000    100001  total of at most 100000: over by 1\n",
		"grammar      18000      6000  total\n",
		"wasm       4000000   1850000  total of at most 1850000\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
}
