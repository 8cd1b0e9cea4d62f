package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/build/internal/buildtest"
	"unspool/build/site"
	"unspool/parser/testutil"
)

var at = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// smallRelease returns a release of smallRelease parts: a program that prints its linker flags, a site
// and a package of few files.
func smallRelease(t *testing.T) parts {
	t.Helper()
	root := filepath.Join(t.TempDir(), "checkout")
	buildtest.WriteFiles(t, root, map[string]string{
		"go.mod":  "module unspool\n\ngo 1.26\n",
		"LICENSE": "MIT",
		"parser/cmd/unspool/main.go": "package main\n\nimport \"os\"\n\nvar version, commit string\n\n" +
			"func main() {\n\tprintln(version, commit, len(viewer) > 0)\n" +
			"\tif len(os.Args) > 1 {\n\t\tos.Stdout.WriteString(os.Args[1] + \" of \" + version)\n\t}\n}\n",
		"parser/cmd/unspool/none.go":   "//go:build !viewer\n\npackage main\n\nconst viewer = \"\"\n",
		"parser/cmd/unspool/viewer.go": "//go:build viewer\n\npackage main\n\nimport _ \"embed\"\n\n//go:embed viewer.zip\nvar viewer string\n",
	})
	return parts{
		root:    root,
		version: site.Version{Name: "1.2.0", Tag: "v1.2.0", Commit: "0123456789abcdef0123456789abcdef01234567", Time: at},
		site: map[string][]byte{
			"index.html": []byte("index"), "unspool.html": []byte("one"), "licenses.txt": []byte("licenses"),
			"assets/b.js": []byte("b"), "assets/a.js": []byte("a"),
		},
		npm: map[string][]byte{
			"package.json": []byte(`{"name": "unspool", "version": "1.2.0", "files": ["lib"]}`),
			"lib/index.js": []byte("export {};\n"),
		},
		targets: []target{{runtime.GOOS, runtime.GOARCH}, {"windows", "arm64"}},
	}
}

func (p parts) mustAssemble(t *testing.T) map[string][]byte {
	t.Helper()
	made, err := p.assemble(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return made.Files
}

func TestRelease(t *testing.T) {
	testutil.OneRunIn(t, 4) // it builds the command for another system
	p := smallRelease(t)
	files := p.mustAssemble(t)
	here := "unspool-1.2.0-" + runtime.GOOS + "-" + runtime.GOARCH
	want := []string{"SHA256SUMS", "unspool-1.2.0-integrity.json", "unspool-1.2.0-site.zip", "unspool-1.2.0-windows-arm64.zip", "unspool-1.2.0.tgz", "unspool.html", here + ".tar.gz"}
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(maps.Keys(files))); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	const stamp = "2026-01-02 03:04:05"
	for name, want := range map[string][]string{
		"unspool-1.2.0-site.zip": {
			"-rw-r--r-- " + stamp + " unspool-1.2.0-site/assets/a.js", "-rw-r--r-- " + stamp + " unspool-1.2.0-site/assets/b.js",
			"-rw-r--r-- " + stamp + " unspool-1.2.0-site/index.html", "-rw-r--r-- " + stamp + " unspool-1.2.0-site/licenses.txt",
			"-rw-r--r-- " + stamp + " unspool-1.2.0-site/unspool.html",
		},
		"unspool-1.2.0-windows-arm64.zip": {
			"-rw-r--r-- " + stamp + " unspool-1.2.0-windows-arm64/LICENSE", "-rw-r--r-- " + stamp + " unspool-1.2.0-windows-arm64/licenses.txt",
			"-rw-r--r-- " + stamp + " unspool-1.2.0-windows-arm64/unspool.1",
			"-rwxr-xr-x " + stamp + " unspool-1.2.0-windows-arm64/unspool.exe",
		},
		here + ".tar.gz": {
			"-rw-r--r-- " + stamp + " " + here + "/LICENSE",
			"-rw-r--r-- " + stamp + " " + here + "/licenses.txt",
			"-rwxr-xr-x " + stamp + " " + here + "/unspool",
			"-rw-r--r-- " + stamp + " " + here + "/unspool.1",
		},
	} {
		if diff := cmp.Diff(want, entries(t, name, files[name])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	var inside []string
	for _, e := range entries(t, "x.tar.gz", files["unspool-1.2.0.tgz"]) {
		inside = append(inside, e[strings.LastIndex(e, " ")+1:])
	}
	if diff := cmp.Diff([]string{"package/lib/index.js", "package/package.json"}, inside); diff != "" {
		t.Errorf("the npm package (-want +got):\n%s", diff)
	}
	if string(files["unspool.html"]) != "one" {
		t.Errorf("unspool.html is %q", files["unspool.html"])
	}

	// Users verify the downloaded files with this program, and can run the command.
	dir := t.TempDir()
	if err := (&site.Output{Files: files}).Write(dir); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, want string }{
		{"sha256sum --check --quiet SHA256SUMS && wc -l < SHA256SUMS", "6"},
		{"tar -xzf " + here + ".tar.gz && ./" + here + "/unspool 2>&1", "1.2.0 0123456789ab true"},
		{"cat " + here + "/unspool.1", "man of 1.2.0"},
	} {
		cmd := exec.Command("sh", "-c", c.command)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.command, got, err, c.want)
		}
	}

	// What openssl says about the file is what browsers compare.
	hash, err := exec.Command("sh", "-c", "printf a | openssl dgst -sha384 -binary | base64 -w 0").Output()
	if err != nil {
		t.Fatal(err)
	}
	var hashes struct{ Site, NPM map[string]string }
	if err := json.Unmarshal(files["unspool-1.2.0-integrity.json"], &hashes); err != nil {
		t.Fatal(err)
	}
	if len(hashes.Site) != 2 || len(hashes.NPM) != 1 || hashes.Site["assets/a.js"] != "sha384-"+string(hash) {
		t.Errorf("hashes %+v, want %s", hashes, hash)
	}

	// A release of the same commit in another place and at another time is the same.
	moved := smallRelease(t)
	if again := moved.mustAssemble(t); !maps.EqualFunc(files, again, bytes.Equal) {
		for name, data := range files {
			if !bytes.Equal(data, again[name]) {
				t.Errorf("%s differs", name)
			}
		}
	}

	// The next release replaces this one, and nothing else.
	next := &site.Output{Files: map[string][]byte{"SHA256SUMS": []byte("none")}}
	if err := next.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "unspool-1.2.0-site.zip")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old release is still there: %v", err)
	}
	precious := t.TempDir()
	if err := os.WriteFile(filepath.Join(precious, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := next.Write(precious); err == nil {
		t.Error("wrote into a folder that is no release")
	}
}

// entries lists an archive: the mode, time and name of each file.
func entries(t *testing.T, name string, data []byte) (list []string) {
	t.Helper()
	line := func(mode fmt.Stringer, at time.Time, name string) {
		list = append(list, fmt.Sprintf("%s %s %s", mode, at.UTC().Format(time.DateTime), name))
	}
	if strings.HasSuffix(name, ".zip") {
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.File {
			line(f.Mode(), f.Modified, f.Name)
		}
		return list
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(unzipped)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		line(h.FileInfo().Mode(), h.ModTime, h.Name)
	}
}

// TestWithoutRepository checks that a release can be made outside of a repository, with a time
// that zip files can hold.
func TestWithoutRepository(t *testing.T) {
	p := smallRelease(t)
	p.version = site.ReadVersion(p.root)
	files := map[string][]byte{}
	if err := p.addSite(files); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries(t, "a.zip", files["unspool-dev-site.zip"]) {
		if !strings.HasPrefix(entry, "-rw-r--r-- 1980-01-01 00:00:00 unspool-dev-site/") {
			t.Error(entry)
		}
	}
}

// TestReleaseErrors checks the errors of a release that cannot be made.
func TestReleaseErrors(t *testing.T) {
	p := smallRelease(t)
	if _, err := Build(t.Context(), p.root, "v1.2.0"); err == nil || !strings.Contains(err.Error(), "the checkout is not v1.2.0: it is dev") {
		t.Errorf("another tag: %v", err)
	}
	files := map[string][]byte{}
	p.targets = []target{{"linux", "pdp11"}}
	if err := p.addCommand(t.Context(), files); err == nil || !strings.Contains(err.Error(), "linux/pdp11: go build: exit status") {
		t.Errorf("an unknown system: %v", err)
	}
	delete(p.site, "unspool.html")
	if _, err := p.assemble(t.Context()); err == nil || err.Error() != "pack the site: it has no unspool.html" {
		t.Errorf("no page of one file: %v", err)
	}
	p.npm["package.json"] = []byte("{")
	if err := p.addPackage(t.Context(), files); err == nil || !strings.Contains(err.Error(), "npm pack: exit status 1") {
		t.Errorf("a broken package: %v", err)
	}
}
