package testrun

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// always is every mode, and full those of complete runs.
const (
	always = Check | Test | All
	full   = Test | All
)

// A part is a group of checks and tests that the report lists separately.
type part struct {
	name   string
	in     Mode // the modes that it belongs to
	needs  []need
	checks []check
	// tests returns the go test runs, and a remark about them for the report.
	tests func(ctx context.Context, root string) ([]goTest, string, error)
	alone bool // nothing else may run at the same time
}

// A check is a command that passes or fails as a whole.
type check struct {
	name    string
	in      Mode // the modes that it belongs to, if not all those of its part
	command command
	silent  bool // any output is a failure too
}

// A goTest is one run of go test.
type goTest struct {
	packages []string
	js       bool // as WebAssembly in Node
	exec     string
	tags     string        // build tags
	again    bool          // does not use cached results of Go, which does not know all inputs
	parallel int           // number of tests at a time, if not as many as cores
	one      bool          // one package at a time
	timeout  time.Duration // per package
}

// table returns all parts, cheapest first.
func table() []part { return append(staticParts(), testParts()...) }

// staticParts returns the parts that run no tests. The tools for web/ cache results for unchanged
// files in node_modules/.cache.
func staticParts() []part {
	return []part{
		{
			name: "format", in: always, needs: []need{npmPackages},
			checks: []check{
				{name: "gofmt", command: command{args: append([]string{"gofmt", "-l"}, GoFolders()...)}, silent: true},
				{name: "prettier", command: inWeb("prettier", "--check", "--cache", "--log-level", "warn", ".")},
			},
		},
		{
			name: "types", in: always, needs: []need{npmPackages},
			checks: []check{{
				name:    "tsc",
				command: inWeb("tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/tsc"),
			}},
		},
		{
			name: "vet", in: always,
			checks: []check{
				{name: "go vet", command: command{args: []string{"go", "vet", "./..."}}},
				// Constants of 64 bits must fit where int has 32.
				{name: "go vet for 32 bits", command: command{env: []string{"GOARCH=386"}, args: []string{"go", "vet", "./parser/..."}}},
				// The package is analyzed only with its own GOOS.
				{name: "go vet for wasm", command: command{env: jsWasm(), args: []string{"go", "vet", "./wasm/..."}}},
				{name: "go vet for exports", command: command{env: jsWasm(), args: []string{"go", "vet", "-tags=export", "./wasm"}}},
			},
		},
		{
			name: "lint", in: always, needs: []need{node, npmPackages},
			checks: []check{
				{name: "staticcheck", command: command{args: []string{"go", "tool", "staticcheck", "./..."}}},
				// The tool itself must be built for this machine.
				{name: "staticcheck for wasm", command: command{args: []string{
					"sh", "-c", `tool=$(go tool -n staticcheck) && GOOS=js GOARCH=wasm "$tool" ./wasm/...`,
				}}},
				// shellcheck and pyflakes, if installed, would make the result depend on
				// the machine.
				{name: "actionlint", command: command{args: []string{"go", "tool", "actionlint", "-shellcheck=", "-pyflakes="}}},
				// With a cache, an unchanged file is not checked again, although rules
				// about types and imports depend on other files: quick, but not definitive.
				{name: "eslint", in: Check, command: inWeb("eslint", "--max-warnings", "0",
					"--cache", "--cache-location", "node_modules/.cache/eslint/", ".")},
				{name: "eslint", in: full, command: command{dir: "web", args: []string{"npm", "run", "--silent", "lint:code"}}},
				{name: "rules for eslint", command: command{dir: "web/tools", args: []string{"node", "--test"}}},
			},
		},
	}
}

// testParts returns the parts that run tests, and the size budgets.
func testParts() []part {
	return []part{
		{
			name: "changed", in: Check, needs: []need{node, npmPackages, git},
			tests: changedTests,
		},
		{
			name: "size", in: full, needs: []need{npmPackages},
			checks: []check{{name: "budgets", command: command{args: []string{"go", "run", "./build", "report", "-check"}}}},
		},
		{
			name: "go", in: full, needs: []need{node, npmPackages, git},
			tests: nativeTests,
		},
		{
			// The parser must behave the same in WebAssembly: another back end, one thread.
			name: "wasm", in: full, needs: []need{node},
			tests: wasmTests,
		},
		{
			// Modules of their own, with dependencies that users of the parser do not need: the OTLP
			// receiver of the OpenTelemetry Collector, the SDK of Anthropic, DuckDB, and
			// the rules of gitleaks, with the secrets that scanners test themselves with.
			name: "modules", in: All,
			checks: []check{
				{name: "collector", command: command{dir: "parser/trace/collector", args: []string{"go", "test", "./..."}}},
				{name: "messages", command: command{dir: "parser/export/anthropic", args: []string{"go", "test", "./..."}}},
				{name: "duckdb", command: command{dir: "parser/tables/duckdb", args: []string{"go", "test", "./..."}}},
				{name: "rules", command: command{dir: "parser/redact/generate", args: []string{"go", "test", "./..."}}},
			},
		},
		{
			// The packed npm package in other projects: Node, TypeScript, Vite.
			name: "npm", in: full, needs: []need{node, npmPackages, examplePackages, chromium}, alone: true,
			tests: only(goTest{packages: []string{"./web/npm"}, again: true, timeout: 20 * time.Minute}),
		},
		{
			// The recipes for other sites. Most install the tool that they are for, which only the
			// run of all cases does.
			name: "sites", in: full, needs: []need{node, npmPackages, chromium}, alone: true,
			tests: only(goTest{packages: []string{"./web/npm/sites"}, again: true, timeout: 40 * time.Minute}),
		},
		{
			// The built site in real browsers, served with its real headers; one package
			// at a time, each of which has its browsers. Tests that wait for a browser leave
			// room for others: more of them run at a time than there are cores.
			name: "browser", in: full, alone: true,
			needs: []need{npmPackages, chromium, firefox, webkit, xvfb, nginx, caddy},
			tests: only(goTest{
				packages: []string{"./web/browser/..."}, again: true, one: true, parallel: 4, timeout: time.Hour,
			}),
		},
	}
}

// GoFolders returns the folders that hold Go code of the project.
func GoFolders() []string {
	return []string{"build", "parser", "wasm", "web/browser", "web/npm", "web/src"}
}

// inWeb returns a command of an npm package, run in web.
func inWeb(name string, args ...string) command {
	return command{dir: "web", args: append([]string{filepath.Join("node_modules", ".bin", name)}, args...)}
}

// jsWasm returns the environment for compiling Go code to WebAssembly for Node and
// browsers.
func jsWasm() []string { return []string{"GOOS=js", "GOARCH=wasm"} }

// only returns tests that are the same in every run.
func only(t goTest) func(context.Context, string) ([]goTest, string, error) {
	return func(context.Context, string) ([]goTest, string, error) { return []goTest{t}, "", nil }
}

// nativeTests returns the tests of all packages except those in parts of their own.
func nativeTests(ctx context.Context, root string) ([]goTest, string, error) {
	packages, err := listPackages(ctx, root)
	if err != nil {
		return nil, "", err
	}
	t := goTest{timeout: 20 * time.Minute}
	for _, p := range packages {
		if !p.js && !p.needsBrowser() {
			t.packages = append(t.packages, p.ImportPath)
		}
	}
	return []goTest{t}, "", nil
}

// wasmTests returns the tests of the packages that WebAssembly is built from.
func wasmTests(ctx context.Context, root string) ([]goTest, string, error) {
	const ofProject = "{{if and .Module .Module.Main}}{{.ImportPath}}{{end}}"
	list, err := output(ctx, root, command{env: jsWasm(), args: []string{"go", "list", "-deps", "-f", ofProject, "./wasm/..."}})
	if err != nil {
		return nil, "", err
	}
	t, err := inNode(ctx, root, strings.Fields(list))
	exporting := t
	exporting.tags, exporting.packages = "export", []string{"./wasm"}
	return []goTest{t, exporting}, "", err
}

// inNode returns a run of tests as WebAssembly in Node. Its runtime has room for only a few
// kilobytes of environment, so tests get just the variables that they read.
func inNode(ctx context.Context, root string, packages []string) (goTest, error) {
	goroot, err := output(ctx, root, command{args: []string{"go", "env", "GOROOT"}})
	if err != nil {
		return goTest{}, err
	}
	script := `exec env -i PATH="$PATH" HOME="$HOME"`
	for _, name := range []string{"UNSPOOL_CORPUS", seedVariable, exhaustiveVariable} {
		script += ` ` + name + `="$` + name + `"`
	}
	wrapper := filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", "go_js_wasm_exec")
	return goTest{
		packages: packages,
		js:       true,
		exec:     `sh -c '` + script + ` "$0" "$@"' '` + wrapper + `'`,
		timeout:  20 * time.Minute,
	}, nil
}

// command returns the go test command for a mode. Vetting is a separate check.
func (t goTest) command(mode Mode) command {
	args := []string{"go", "test", "-json", "-vet=off"}
	timeout := t.timeout
	switch mode {
	case Check:
		args = append(args, "-short")
	case All:
		timeout *= 4 // the exhaustive runs take four times as long
	}
	args = append(args, "-timeout", timeout.String())
	if t.again {
		args = append(args, "-count=1")
	}
	if t.one {
		args = append(args, "-p", "1")
	}
	if t.parallel > 0 {
		args = append(args, "-parallel", strconv.Itoa(t.parallel))
	}
	c := command{}
	if t.js {
		c.env = jsWasm()
		args = append(args, "-exec", t.exec)
	}
	if t.tags != "" {
		args = append(args, "-tags="+t.tags)
	}
	c.args = append(args, t.packages...)
	return c
}

// A need is a requirement of a part.
type need struct {
	what, how string // what is missing, and how to get it
	programs  []string
	file      string // below the root
	variable  string // environment variable that may name another program
}

var (
	git = need{
		what: "Git", how: "install it from https://git-scm.com/ (Debian: apt-get install git)",
		programs: []string{"git"},
	}
	node        = need{what: "Node", how: "install it from https://nodejs.org/", programs: []string{"node"}}
	npmPackages = need{
		what: "the npm packages of web", how: "run make deps", file: "web/node_modules/.bin/tsc",
	}
	examplePackages = need{
		what: "the npm packages of web/examples", how: "run make deps", file: "web/examples/node_modules",
	}
	chromium = need{
		what:     "Chromium",
		how:      "run make deps, install it (Debian: apt-get install chromium) or set UNSPOOL_CHROMIUM to a browser that is there",
		programs: []string{"chromium", "chromium-browser", "google-chrome"}, variable: "UNSPOOL_CHROMIUM",
	}
	firefox = need{
		what:     "Firefox",
		how:      "run make deps, install it (Debian: apt-get install firefox-esr) or set UNSPOOL_FIREFOX to one that is there",
		programs: []string{"firefox-esr", "firefox"}, variable: "UNSPOOL_FIREFOX",
	}
	webkit = need{
		what: "WebKitWebDriver",
		how: "run make deps, install it (Debian: apt-get install webkit2gtk-driver) " +
			"or set UNSPOOL_WEBKITDRIVER to one that is there",
		programs: []string{"WebKitWebDriver"}, variable: "UNSPOOL_WEBKITDRIVER",
	}
	xvfb = need{
		what:     "Xvfb",
		how:      "run make deps, install it (Debian: apt-get install xvfb) or set UNSPOOL_XVFB to one that is there",
		programs: []string{"Xvfb"}, variable: "UNSPOOL_XVFB",
	}
	nginx = need{
		what: "nginx", how: "run make deps or install it (Debian: apt-get install nginx)",
		programs: []string{"nginx", "/usr/sbin/nginx"},
	}
	caddy = need{
		what: "Caddy", how: "run make deps or install it (Debian: apt-get install caddy)",
		programs: []string{"caddy", "/usr/sbin/caddy"},
	}
)

// met reports whether the requirement is available.
func (n need) met(root string) bool {
	if program := os.Getenv(n.variable); program != "" { // no variable has the name ""
		_, err := exec.LookPath(program)
		return err == nil
	}
	if n.file != "" {
		_, err := os.Stat(filepath.Join(root, n.file))
		return err == nil
	}
	for _, name := range n.programs {
		if _, err := exec.LookPath(name); err == nil {
			return true
		}
	}
	return false
}
