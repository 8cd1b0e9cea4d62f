package release

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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

// program returns the file name of the command.
func (t target) program() string {
	if t.os == "windows" {
		return "unspool.exe"
	}
	return "unspool"
}

// compile compiles the command of the checkout at root. The output depends only on the
// source, the version and the toolchain: -trimpath omits the location of the checkout, and
// -buildvcs=false omits what the toolchain would record about it, which depends on how it
// was cloned.
func compile(ctx context.Context, root string, t target, version site.Version) (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "unspool-command-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, t.program())
	env := []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOFLAGS="}
	flags := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s", version.Name, version.Source())
	_, err = run(ctx, root, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+flags, "-o", out, "./parser/cmd/unspool")
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", t.os, t.arch, err)
	}
	return os.ReadFile(out)
}
