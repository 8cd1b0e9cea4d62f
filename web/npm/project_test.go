// Package npm holds no Go code: it is what goes into the npm package beside what
// the build makes. Its tests pack the package, install it as others do, and use it.
package npm

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"unspool/web/browser"
	"unspool/web/npm/packed"
)

const (
	root     = "../.."
	examples = "../examples"
)

// maxPacked is the maximum number of bytes that an installation downloads. More than half of it is the
// parser that exports, which pages and programs load only for that, and 0.95 MB the viewer that the command
// serves, half of which is the page in one file, for sharing; 0.3 MB are the classic script.
const maxPacked = 6_750_000

// shared is set by TestMain before any test runs and not changed after.
var shared struct {
	made     *packed.Package
	project  string // a folder with nothing but the package installed
	chromium *browser.Browser
}

func TestMain(m *testing.M) {
	browser.RunTests(m, func(ctx context.Context, after func(func() error)) error {
		dir, err := os.MkdirTemp("", "unspool-npm-")
		if err != nil {
			return err
		}
		after(func() error { return os.RemoveAll(dir) })
		if shared.made, err = packed.Build(ctx, root, dir); err != nil {
			return err
		}
		shared.project = filepath.Join(dir, "project")
		if err := install(shared.project); err != nil {
			return err
		}
		if shared.chromium, err = browser.Start(ctx, browser.Options{}); err != nil {
			return err
		}
		after(shared.chromium.Close)
		return nil
	})
}

// install makes a project in a new folder, and installs the package in it.
func install(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module","private":true}`), 0o644); err != nil {
		return err
	}
	return shared.made.Install(context.Background(), dir)
}

// command runs a program in a folder and returns its output. The error contains what the program
// printed as errors.
func command(dir, name string, args ...string) (string, error) {
	return packed.Run(context.Background(), dir, name, args...)
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
	path, err := packed.Sample(root)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
