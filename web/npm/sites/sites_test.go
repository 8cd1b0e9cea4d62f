package sites

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
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
			output := filepath.Join(dir, r.output)
			checkInstalled(t, r.name, output)
			open(t, browser.ServeTest(t, packed.Handler(output)), r.allow...)
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
			server := start(t, dir, s.start) // before the page, which is closed first
			p := shared.chromium.Page(t)
			p.Allow("ws:") // for notifications of changes
			p.Allow("favicon.ico")
			p.Open(server)
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
	return startUntil(t, dir, args, address)
}

// startUntil starts a server in Node, and returns the first text that it prints which matches a pattern.
func startUntil(t *testing.T, dir string, args []string, pattern *regexp.Regexp) string {
	t.Helper()
	// The test's own context ends before the page is closed.
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, "node", args...)
	server.Dir = dir
	server.Stderr = t.Output()
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	var rest sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		rest.Wait()       // the pipe must be read to its end before the next call, which closes it
		_ = server.Wait() // it was killed
	})
	var printed strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := color.ReplaceAllString(lines.Text(), "")
		printed.WriteString(line + "\n")
		if found := pattern.FindString(line); found != "" {
			rest.Go(func() { _, _ = io.Copy(io.Discard, out) }) // a server with a full pipe would stop
			return found
		}
	}
	t.Fatalf("it did not print %s, on a machine %.1f times as slow as usual:\n%s", pattern, machine.Slowness(), &printed)
	return ""
}
