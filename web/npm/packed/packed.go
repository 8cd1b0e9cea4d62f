// Package packed packs the npm package as it is published, and installs it in the projects of
// tests.
package packed

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"unspool/build/site"
	"unspool/parser/serve"
	"unspool/parser/testutil/machine"
)

// maxTime is how long a program may run on a usual machine.
const maxTime = 10 * time.Minute

// A Package is the built and packed package.
type Package struct {
	Files   map[string][]byte // by slash-separated path
	Tarball string            // the packed package
}

// Build builds the package of the checkout at root, and packs it in a folder, which must
// exist.
func Build(ctx context.Context, root, dir string) (*Package, error) {
	b, err := site.NewBuilder(site.Options{Root: root})
	if err != nil {
		return nil, err
	}
	made, err := b.BuildPackage(ctx)
	if err != nil {
		return nil, fmt.Errorf("build the package: %w", err)
	}
	built := filepath.Join(dir, "built")
	if err := made.Write(built); err != nil {
		return nil, err
	}
	name, err := Run(ctx, dir, "npm", "pack", built, "--silent")
	if err != nil {
		return nil, err
	}
	return &Package{Files: made.Files, Tarball: filepath.Join(dir, strings.TrimSpace(name))}, nil
}

// Install installs the package in the project in a folder, beside what is installed there. It
// needs no other package, and so no network.
func (p *Package) Install(ctx context.Context, dir string) error {
	_, err := Run(ctx, dir, "npm", "install", "--no-save", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", p.Tarball)
	return err
}

// Run runs a program in a folder and returns its output. The error contains what the program
// printed.
func Run(ctx context.Context, dir, name string, args ...string) (string, error) {
	limit := machine.Scaled(maxTime)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("stopped after %s on a machine %.1f times as slow as usual", limit, machine.Slowness())
		}
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out.Bytes(), complaint.Bytes())
	}
	return out.String(), nil
}

// Sample returns the main file of the sample session of the checkout at root.
func Sample(root string) (string, error) {
	found, err := filepath.Glob(filepath.Join(root, "testdata/sample/*/*.jsonl"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the sample is %q: %w", found, err)
	}
	return filepath.Abs(found[0])
}

// Handler serves a folder like a static host, with the same media types on every machine.
func Handler(dir string) http.Handler {
	server := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/favicon.ico") {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", serve.ContentType(r.URL.Path))
		server.ServeHTTP(w, r)
	})
}

// CopyProject copies the files of a project into a new folder, without what was installed or
// built there.
func CopyProject(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if below == "node_modules" || below == "dist" || below == "public" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, below), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, below), data, 0o644)
	})
}
