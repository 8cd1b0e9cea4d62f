// Package npm holds no Go code: it is what goes into the npm package beside what
// the build makes. Its tests pack the package, install it as others do, and use it.
package npm

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unspool/build/site"
	"unspool/parser/testutil/machine"
	"unspool/web/browser"
)

const (
	root     = "../.."
	examples = "../examples"
)

// maxPacked is the maximum number of bytes that an installation downloads. More than half of it is the
// parser that exports, which pages and programs load only for that.
const maxPacked = 5_200_000

// shared is set by TestMain before any test runs and not changed after.
var shared struct {
	made     *site.Output
	tarball  string // the packed package
	project  string // a folder with nothing but the package installed
	chromium *browser.Browser
}

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "unspool-npm-")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b, err := site.NewBuilder(site.Options{Root: root})
	if err != nil {
		return 1, err
	}
	if shared.made, err = b.BuildPackage(context.Background()); err != nil {
		return 1, fmt.Errorf("build the package: %w", err)
	}
	built := filepath.Join(dir, "built")
	if err := shared.made.Write(built); err != nil {
		return 1, err
	}
	name, err := command(dir, "npm", "pack", built, "--silent")
	if err != nil {
		return 1, err
	}
	shared.tarball = filepath.Join(dir, strings.TrimSpace(name))
	shared.project = filepath.Join(dir, "project")
	if err := install(shared.project); err != nil {
		return 1, err
	}
	if shared.chromium, err = browser.Start(context.Background(), browser.Options{}); err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, shared.chromium.Close()) }()
	return m.Run(), nil
}

// install makes a project in a new folder, and installs the package in it. It needs no other
// package, and so no network.
func install(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module","private":true}`), 0o644); err != nil {
		return err
	}
	_, err := command(dir, "npm", "install", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", shared.tarball)
	return err
}

// command runs a program in a folder and returns its output. The error contains what the program
// printed as errors.
func command(dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), machine.Scaled(3*time.Minute))
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("stopped after %s on a machine %.1f times as slow as usual", machine.Scaled(3*time.Minute), machine.Slowness())
		}
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out.Bytes(), complaint.Bytes())
	}
	return out.String(), nil
}

// script runs a script of testdata in the project.
func script(t *testing.T, name string, args ...string) string {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shared.project, name), code, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := command(shared.project, "node", append([]string{name}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func abs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// sample returns the main file of the sample session.
func sample(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob(root + "/testdata/sample/*/*.jsonl")
	if err != nil || len(found) != 1 {
		t.Fatalf("the sample is %q, %v", found, err)
	}
	return abs(t, found[0])
}
