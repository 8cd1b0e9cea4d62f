package release

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"unspool/build/site"
)

// A target is a system that the command is compiled for, by its names in Go.
type target struct{ os, arch string }

var targets = []target{
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// env returns the environment of Go for the target.
func (t target) env() []string {
	return []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOFLAGS="}
}

// program returns the file name of the command.
func (t target) program() string {
	if t.os == "windows" {
		return "unspool.exe"
	}
	return "unspool"
}

// viewerFile is the file of the checkout with the viewer, which the command contains if it is
// compiled with the tag viewer. It is not part of the source.
const viewerFile = "parser/cmd/unspool/viewer.zip"

// viewerTag is the argument of Go for a command with the viewer in it.
const viewerTag = "-tags=viewer"

const commandPackage = "./parser/cmd/unspool"

// writeViewer writes the site to the file that the command embeds.
func writeViewer(root string, files map[string][]byte, at time.Time) error {
	var list []file
	for name, data := range files {
		list = append(list, file{name: name, data: data})
	}
	data, err := zipArchive(list, at)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(viewerFile)), data, 0o644)
}

// Command builds the command of the checkout at root with the viewer in it, for this machine.
func Command(ctx context.Context, root, out string, progress func(step string)) error {
	b, err := site.NewBuilder(site.Options{Root: root, Fast: true, Progress: progress})
	if err != nil {
		return err
	}
	pages, err := b.Build(ctx)
	if err != nil {
		return fmt.Errorf("build the site: %w", err)
	}
	p := parts{root: root, version: site.ReadVersion(root)}
	if err := writeViewer(root, pages.Files, p.time()); err != nil {
		return fmt.Errorf("pack the viewer: %w", err)
	}
	progress("compiling the command …")
	program, err := compile(ctx, root, target{runtime.GOOS, runtime.GOARCH}, p.version)
	if err != nil {
		return err
	}
	return os.WriteFile(out, program, 0o755)
}

// compile compiles the command of the checkout at root, with the viewer that writeViewer wrote.
// The output depends only on that, the source, the version and the toolchain: -trimpath omits the location of the checkout, and
// -buildvcs=false omits what the toolchain would record about it, which depends on how it
// was cloned.
func compile(ctx context.Context, root string, t target, version site.Version) (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "unspool-command-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, t.program())
	args := []string{"build", viewerTag, "-trimpath", "-buildvcs=false", linkerFlags(version), "-o", out, commandPackage}
	_, err = run(ctx, root, t.env(), "go", args...)
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", t.os, t.arch, err)
	}
	return os.ReadFile(out)
}

// linkerFlags returns the argument that sets the version in the command.
func linkerFlags(version site.Version) string {
	return fmt.Sprintf("-ldflags=-s -w -X main.version=%s -X main.commit=%s", version.Name, version.Source())
}

// manual returns the manual page of the command.
func manual(ctx context.Context, root string, version site.Version) ([]byte, error) {
	return run(ctx, root, []string{"GOFLAGS="}, "go", "run", linkerFlags(version), commandPackage, "man")
}
