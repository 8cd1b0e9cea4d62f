package npm

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"unspool/parser/testutil/machine"
	"unspool/web/browser"
	"unspool/web/npm/packed"
)

const shownLength = `/^\d+ turns, \d+ tool calls$/m.test($text()) && $$deep("unspool-row").length > 5`

// TestExamples checks that the examples build without any configuration for Unspool, and that the
// results show the sample.
func TestExamples(t *testing.T) {
	for _, name := range []string{"plain", "react", "vue"} {
		t.Run(name, func(t *testing.T) {
			dir := example(t, name)
			if name == "react" {
				if _, err := command(dir, "node", tool(t, "typescript/bin/tsc")); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := command(dir, "node", tool(t, "vite/bin/vite.js"), "build"); err != nil {
				t.Fatal(err)
			}
			p := open(t, filepath.Join(dir, "dist"))
			p.WaitFor(shownLength, 0)
			// The render worker is there as well: text is formatted, code is colored.
			p.WaitFor(`$deep("unspool-row strong, unspool-row p code")`, 0)
		})
	}
}

// TestDevelopment checks Vite's development server, which bundles packages in advance and puts the
// code in another place than its assets.
func TestDevelopment(t *testing.T) {
	dir := example(t, "plain")
	// The test's own context ends before the page is closed.
	ctx, cancel := context.WithTimeout(context.Background(), machine.Scaled(3*time.Minute))
	vite := exec.CommandContext(ctx, "node", tool(t, "vite/bin/vite.js"), "--host", "127.0.0.1", "--port", "0", "--no-open")
	vite.Dir = dir
	out, err := vite.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := vite.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = vite.Wait() // it was killed
	})
	address := ""
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		plain := regexp.MustCompile(`\x1b\[\d*m`).ReplaceAllString(lines.Text(), "")
		address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(plain)
	}
	if address == "" {
		t.Fatalf("Vite gave no address, on a machine %.1f times as slow as usual", machine.Slowness())
	}
	p := shared.chromium.Page(t)
	p.Allow("ws:") // for notifications of changes
	p.Allow("favicon.ico")
	p.Open(address)
	p.WaitFor(shownLength, 2*browser.Timeout)
	p.WaitFor(`$deep("unspool-row strong, unspool-row p code")`, 0)
}

// tool returns the file of a package that the examples are built with.
func tool(t *testing.T, name string) string {
	t.Helper()
	path := abs(t, filepath.Join(examples, "node_modules", name))
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run make deps, which installs the packages of web/examples", err)
	}
	return path
}

// example copies an example into a project of its own, with the package installed and the sample
// as its session. Its dependencies are found in the folder above.
func example(t *testing.T, name string) string {
	t.Helper()
	above := t.TempDir()
	if err := os.Symlink(abs(t, examples+"/node_modules"), filepath.Join(above, "node_modules")); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(above, name)
	if err := install(dir); err != nil {
		t.Fatal(err)
	}
	if err := packed.CopyProject(filepath.Join(examples, name), dir); err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "public"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "public", "session.jsonl"), session, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// open opens the page in a folder.
func open(t *testing.T, dir string) *browser.Page {
	t.Helper()
	url := browser.ServeTest(t, packed.Handler(dir))
	p := shared.chromium.Page(t)
	p.Open(url)
	return p
}
