package sites

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
	"unspool/web/browser"
	"unspool/web/npm/packed"
)

// hugo is the version of Hugo that the recipe is tested with. The go command builds it.
const hugo = "github.com/gohugoio/hugo@v0.152.2"

// A recipe is how one tool builds a site.
type recipe struct {
	name    string
	build   []string // the command
	session string   // the folder for files that are served as they are
	viewer  string   // the folder for the viewer's files, if not from the npm package
	pack    string   // the folder for the npm package, if it is copied by hand
	output  string   // the folder of the built site
	allow   []string // problems of the tool's own page
}

// TestSites builds each recipe and opens the built site.
func TestSites(t *testing.T) {
	for _, r := range []recipe{
		{name: "eleventy", build: []string{"npx", "eleventy"}, session: "public", output: "_site"},
		{name: "vitepress", build: []string{"npx", "vitepress", "build", "docs"}, session: "docs/public", output: "docs/.vitepress/dist"},
		{name: "astro", build: []string{"npx", "astro", "build"}, session: "public", output: "dist"},
		{
			name: "starlight", build: []string{"npx", "astro", "build"}, session: "public", output: "dist",
			allow: []string{"FormEmptyIdAndNameAttributesForInputError", "/favicon.svg"},
		},
		{name: "docusaurus", build: []string{"npx", "docusaurus", "build"}, session: "static", output: "build"},
		{name: "hugo", build: []string{"env", "CGO_ENABLED=0", "go", "run", hugo}, session: "static", viewer: "static/unspool", output: "public"},
		{name: "jekyll", build: []string{"jekyll", "build"}, session: ".", viewer: "unspool", output: "_site"},
		{name: "mkdocs", build: []string{"mkdocs", "build"}, session: "docs", pack: "docs/unspool", output: "site"},
		{name: "pages", session: ".", viewer: "unspool", output: "."},
	} {
		t.Run(r.name, func(t *testing.T) {
			if r.build != nil {
				needsTools(t)
			}
			dir := project(t, r.name)
			r.addFiles(t, dir)
			if r.build != nil {
				execute(t, dir, r.build[0], r.build[1:]...)
			}
			open(t, browser.ServeTest(t, packed.Handler(filepath.Join(dir, r.output))), r.allow...)
		})
	}
}

// needsTools skips a test that installs a tool, except where all cases are tried.
func needsTools(t *testing.T) {
	t.Helper()
	if !testutil.Exhaustive() {
		t.Skip("installs a tool: make test-all")
	}
	for _, name := range []string{"ASTRO_TELEMETRY_DISABLED", "NEXT_TELEMETRY_DISABLED", "DOCUSAURUS_NO_UPDATE_CHECK"} {
		t.Setenv(name, "1")
	}
}

// addFiles adds what the site's author copies into the project.
func (r recipe) addFiles(t *testing.T, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, r.session), map[string][]byte{"session.jsonl": shared.session})
	if r.viewer != "" {
		files, err := shared.viewer()
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, r.viewer), files)
	}
	if r.pack != "" {
		pack, err := shared.pack()
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, r.pack), pack.Files)
	}
}

// TestServers checks the servers of tools: while an author writes, and where pages are rendered for each visit.
func TestServers(t *testing.T) {
	for _, s := range []struct {
		name, session string
		build, start  []string
	}{
		{"vitepress", "docs/public", nil, []string{"node_modules/vitepress/bin/vitepress.js", "dev", "docs", "--host", "127.0.0.1", "--port", "0"}},
		{"astro", "public", nil, []string{"node_modules/astro/astro.js", "dev", "--host", "127.0.0.1", "--port", "0"}},
		{"next", "public", []string{"npx", "next", "build"}, []string{"node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "0"}},
	} {
		t.Run(s.name, func(t *testing.T) {
			needsTools(t)
			dir := project(t, s.name)
			recipe{session: s.session}.addFiles(t, dir)
			if s.build != nil {
				execute(t, dir, s.build[0], s.build[1:]...)
			}
			p := shared.chromium.Page(t)
			p.Allow("ws:") // for notifications of changes
			p.Allow("favicon.ico")
			p.Open(start(t, dir, s.start))
			p.WaitFor(shown, 5*browser.Timeout)
		})
	}
}

var (
	color   = regexp.MustCompile(`\x1b\[[\d;]*m`)
	address = regexp.MustCompile(`http://(?:127\.0\.0\.1|localhost):\d+/?`)
)

// start starts a server in Node and returns the address that it prints.
func start(t *testing.T, dir string, args []string) string {
	t.Helper()
	// The test's own context ends before the page is closed.
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, "node", args...)
	server.Dir = dir
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = server.Wait() // it was killed
	})
	var printed strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := color.ReplaceAllString(lines.Text(), "")
		printed.WriteString(line + "\n")
		if found := address.FindString(line); found != "" {
			return found
		}
	}
	t.Fatalf("it gave no address, on a machine %.1f times as slow as usual:\n%s", machine.Slowness(), &printed)
	return ""
}

// TestBlocks checks what authors paste into the editors of WordPress and Ghost. Neither runs here: the page has the markup
// that they put around a block of HTML, which both leave as it is.
func TestBlocks(t *testing.T) {
	files, err := shared.viewer()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, files)
	write(t, dir, map[string][]byte{"session.jsonl": shared.session})
	static := packed.Handler(dir)
	viewer := browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		static.ServeHTTP(w, r)
	}))
	for name, page := range map[string]string{
		"wordpress/frame.html":  `<div class="entry-content wp-block-post-content is-layout-constrained">%</div>`,
		"wordpress/script.html": `<div class="entry-content wp-block-post-content is-layout-constrained">%</div>`,
		"ghost/card.html":       `<section class="gh-content gh-canvas"><!--kg-card-begin: html-->%<!--kg-card-end: html--></section>`,
	} {
		t.Run(name, func(t *testing.T) {
			block, err := os.ReadFile(filepath.Join(recipes, name))
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(string(block), "https://unspool.example/", viewer)
			if strings.Count(text, viewer) < 2 {
				t.Fatalf("it does not name the viewer and the session: %s", block)
			}
			text = `<!doctype html><meta charset="utf-8"><title>t</title><body>` + strings.Replace(page, "%", text, 1)
			blog := browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				if _, err := w.Write([]byte(text)); err != nil {
					t.Error(err)
				}
			}))
			p := shared.chromium.Page(t)
			p.MayAsk(viewer)
			p.Open(strings.Replace(blog, "127.0.0.1", "localhost", 1))
			if strings.Contains(text, "<iframe") {
				p = p.Frame("embed.html")
			}
			p.WaitFor(shown, 3*browser.Timeout)
		})
	}
}
