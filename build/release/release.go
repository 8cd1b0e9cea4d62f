// Package release builds the artifacts of a release:
//
//	unspool-VERSION-site.zip         the site
//	unspool.html                     the page in one file
//	unspool-VERSION.tgz              the npm package
//	unspool-VERSION-integrity.json   hashes of the scripts of both, for browsers to check
//	unspool-VERSION-OS-ARCH.tar.gz   the command with the site in it; for Windows a .zip
//	SHA256SUMS                       checksums of the others, for sha256sum -c
//
// Two releases built from the same commit by the same versions of Go, Node and npm are
// equal byte by byte, so everyone can check that a release matches its source.
package release

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"unspool/build/site"
)

// parts are the components of a release.
type parts struct {
	root    string // the checkout
	version site.Version
	site    map[string][]byte // files by slash-separated path; the package likewise
	npm     map[string][]byte
	targets []target
}

// Build builds the release of the checkout at root. It fails if tag is not empty and the
// checkout is not exactly the source with that tag.
func Build(ctx context.Context, root, tag string) (*site.Output, error) {
	version := site.ReadVersion(root)
	if tag != "" && version.Tag != tag {
		return nil, fmt.Errorf("the checkout is not %s: it is %s, commit %s", tag, version.Name, version.Source())
	}
	b, err := site.NewBuilder(site.Options{Root: root})
	if err != nil {
		return nil, err
	}
	pages, err := b.Build(ctx)
	if err != nil {
		return nil, fmt.Errorf("build the site: %w", err)
	}
	npm, err := b.BuildPackage(ctx)
	if err != nil {
		return nil, fmt.Errorf("build the npm package: %w", err)
	}
	return parts{root: root, version: version, site: pages.Files, npm: npm.Files, targets: targets}.assemble(ctx)
}

// assemble builds the files of the release.
func (p parts) assemble(ctx context.Context) (*site.Output, error) {
	files := map[string][]byte{}
	if err := p.addSite(files); err != nil {
		return nil, fmt.Errorf("pack the site: %w", err)
	}
	if err := p.addPackage(ctx, files); err != nil {
		return nil, fmt.Errorf("pack the npm package: %w", err)
	}
	if err := p.addCommand(ctx, files); err != nil {
		return nil, fmt.Errorf("pack the command: %w", err)
	}
	if err := p.addIntegrity(files); err != nil {
		return nil, fmt.Errorf("list the hashes: %w", err)
	}
	files[site.ChecksumsName] = checksums(files)
	return &site.Output{Files: files}, nil
}

func (p parts) name() string { return "unspool-" + p.version.Name }

// time returns the modification time of all files in archives. Servers detect changes by
// the time of a file. The time of the commit is equal in each build of it, and later in
// each release.
func (p parts) time() time.Time {
	if p.version.Time.IsZero() {
		return time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC) // the earliest time that a zip file can hold
	}
	return p.version.Time
}

// addSite adds the site, and its page in one file.
func (p parts) addSite(files map[string][]byte) error {
	const onePage = "unspool.html"
	data, found := p.site[onePage]
	if !found {
		return fmt.Errorf("it has no %s", onePage)
	}
	files[onePage] = data
	dir := p.name() + "-site"
	var pages []file
	for path, data := range p.site {
		pages = append(pages, file{name: dir + "/" + path, data: data})
	}
	var err error
	files[dir+".zip"], err = zipArchive(pages, p.time())
	return err
}

// addIntegrity adds the hashes of the scripts of the site and of the npm package.
func (p parts) addIntegrity(files map[string][]byte) error {
	list, err := json.MarshalIndent(struct {
		Site map[string]string `json:"site"`
		NPM  map[string]string `json:"npm"`
	}{site.Integrity(p.site), site.Integrity(p.npm)}, "", "  ")
	files[p.name()+"-integrity.json"] = append(list, '\n')
	return err
}

// addCommand adds an archive of the command for each target.
func (p parts) addCommand(ctx context.Context, files map[string][]byte) error {
	license, err := os.ReadFile(filepath.Join(p.root, "LICENSE"))
	if err != nil {
		return err
	}
	if err := writeViewer(p.root, p.site, p.time()); err != nil {
		return err
	}
	page, err := manual(ctx, p.root, p.version)
	if err != nil {
		return fmt.Errorf("manual page: %w", err)
	}
	for _, t := range p.targets {
		program, err := compile(ctx, p.root, t, p.version)
		if err != nil {
			return err
		}
		licenses, err := site.CommandLicenses(ctx, p.root, t.env(), []string{viewerTag, commandPackage}, p.site["licenses.txt"])
		if err != nil {
			return err
		}
		dir := p.name() + "-" + t.os + "-" + t.arch
		inside := []file{
			{name: dir + "/" + t.program(), data: program, executable: true},
			{name: dir + "/LICENSE", data: license},
			{name: dir + "/licenses.txt", data: licenses},
			{name: dir + "/unspool.1", data: page},
		}
		pack, ext := tarArchive, ".tar.gz"
		if t.os == "windows" {
			pack, ext = zipArchive, ".zip"
		}
		if files[dir+ext], err = pack(inside, p.time()); err != nil {
			return err
		}
	}
	return nil
}

// addPackage adds the npm package in the form in which npm packs it for its registry.
func (p parts) addPackage(ctx context.Context, files map[string][]byte) (err error) {
	dir, err := os.MkdirTemp("", "unspool-npm-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	source, packed := filepath.Join(dir, "package"), filepath.Join(dir, "packed")
	if err := (&site.Output{Files: p.npm}).Write(source); err != nil {
		return err
	}
	if err := os.Mkdir(packed, 0o755); err != nil {
		return err
	}
	if _, err := run(ctx, dir, nil, "npm", "pack", source, "--pack-destination", packed, "--ignore-scripts", "--silent"); err != nil {
		return err
	}
	made, err := os.ReadDir(packed)
	if err != nil {
		return err
	}
	if len(made) != 1 {
		return fmt.Errorf("npm pack made %d files", len(made))
	}
	files[made[0].Name()], err = os.ReadFile(filepath.Join(packed, made[0].Name()))
	return err
}

// checksums lists the files in the format of sha256sum.
func checksums(files map[string][]byte) []byte {
	var list bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return list.Bytes()
}

// run runs a program in dir and returns its output. Its error contains the program's error
// output.
func run(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, args[0], err, bytes.TrimSpace(complaint.Bytes()))
	}
	return out, nil
}
