// Package sites holds no Go code: its tests build the recipes of web/examples/sites with the tools that they are for,
// and open what is built in a browser.
package sites

import (
	"archive/zip"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"unspool/build/site"
	"unspool/web/browser"
	"unspool/web/npm/packed"
)

const (
	root    = "../../.."
	recipes = "../../examples/sites"
)

// shared is set by TestMain before any test runs, except for what is built when a test needs it.
var shared struct {
	chromium *browser.Browser
	session  []byte                            // the sample
	pack     func() (*packed.Package, error)   // the npm package
	viewer   func() (map[string][]byte, error) // the files of a built site that pages include
}

func TestMain(m *testing.M) {
	browser.RunTests(m, func(ctx context.Context, after func(func() error)) error {
		dir, err := os.MkdirTemp("", "unspool-sites-")
		if err != nil {
			return err
		}
		after(func() error { return os.RemoveAll(dir) })
		shared.pack = sync.OnceValues(func() (*packed.Package, error) { return packed.Build(ctx, root, dir) })
		shared.viewer = sync.OnceValues(func() (map[string][]byte, error) { return viewerFiles(ctx) })
		sample, err := packed.Sample(root)
		if err != nil {
			return err
		}
		if shared.session, err = os.ReadFile(sample); err != nil {
			return err
		}
		if shared.chromium, err = browser.Start(ctx, browser.Options{}); err != nil {
			return err
		}
		after(shared.chromium.Close)
		return nil
	})
}

// viewerFiles returns the files that a site needs to show sessions: unspool.js, embed.html and the folder assets.
func viewerFiles(ctx context.Context) (map[string][]byte, error) {
	b, err := site.NewBuilder(site.Options{Root: root, Fast: true})
	if err != nil {
		return nil, err
	}
	made, err := b.Build(ctx)
	if err != nil {
		return nil, fmt.Errorf("build the site: %w", err)
	}
	files := maps.Clone(made.Files)
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return name != "unspool.js" && name != "embed.html" && !strings.HasPrefix(name, "assets/")
	})
	return files, nil
}

// write writes files below a folder.
func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the text of a file of a folder.
func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// unzip unpacks an archive into a folder.
func unzip(t *testing.T, archive, dir string) {
	t.Helper()
	files, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
}

// install copies a recipe into a project of its own, and installs what its lock file names if it has a package.json.
func install(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := packed.CopyProject(filepath.Join(recipes, name), dir); err != nil {
		t.Fatal(err)
	}
	if hasPackage(dir) {
		// What was downloaded once is taken from npm's cache.
		execute(t, dir, "npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	}
	return dir
}

// hasPackage reports whether a folder has a package.json.
func hasPackage(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "package.json"))
	return err == nil
}

// project copies a recipe like install, with the npm package if it has a package.json.
func project(t *testing.T, name string) string {
	t.Helper()
	dir := install(t, name)
	if !hasPackage(dir) {
		return dir
	}
	pack, err := shared.pack()
	if err != nil {
		t.Fatal(err)
	}
	if err := pack.Install(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// execute runs a program in a folder. No tool reports its use to its maker.
func execute(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	if _, err := packed.Run(t.Context(), dir, name, args...); err != nil {
		t.Fatal(err)
	}
}

// shown is true when rows of the session are on the page and their text is formatted: the parser and both workers run.
const shown = `$$deep("unspool-row").length > 5 && $deep("unspool-row strong, unspool-row p code") !== null`

// open opens a page and checks that it shows the session. Errors of the console or of a policy fail the test when the page
// is closed.
func open(t *testing.T, url string, allow ...string) *browser.Page {
	t.Helper()
	p := shared.chromium.Page(t)
	for _, text := range allow {
		p.Allow(text)
	}
	p.Open(url)
	p.WaitFor(shown, 3*browser.Timeout)
	return p
}

// serveViewer serves the viewer and the session from a host that lets other sites use them, and returns its address.
func serveViewer(t *testing.T) string {
	t.Helper()
	files, err := shared.viewer()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, files)
	write(t, dir, map[string][]byte{"session.jsonl": shared.session})
	static := packed.Handler(dir)
	return browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		static.ServeHTTP(w, r)
	}))
}

// readBlock returns what authors paste into an editor, with the viewer and the session at an address.
func readBlock(t *testing.T, name, viewer string) string {
	t.Helper()
	block := strings.ReplaceAll(read(t, recipes, name), "https://unspool.example/", viewer)
	if strings.Count(block, viewer) < 2 {
		t.Fatalf("%s does not name the viewer and the session: %s", name, block)
	}
	return block
}
