package npm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unspool/build/source"
)

// manifest is the part of package.json that other tools use.
type manifest struct {
	Version         string                     `json:"version"`
	Exports         map[string]json.RawMessage `json:"exports"`
	SideEffects     []string                   `json:"sideEffects"`
	Scripts         map[string]string          `json:"scripts"`
	Dependencies    map[string]string          `json:"dependencies"`
	DevDependencies map[string]string          `json:"devDependencies"`
	JSDelivr        string                     `json:"jsdelivr"`
	Unpkg           string                     `json:"unpkg"`
	Bin             map[string]string          `json:"bin"`
}

// TestFiles checks that the built files are the packed ones, and that those that package.json
// names exist.
func TestFiles(t *testing.T) {
	installed := filepath.Join(shared.project, "node_modules", "unspool")
	for name := range shared.made.Files {
		if _, err := os.Stat(filepath.Join(installed, filepath.FromSlash(name))); err != nil {
			t.Errorf("built and not packed: %v", err)
		}
	}
	var m manifest
	if err := json.Unmarshal(shared.made.Files["package.json"], &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Scripts)+len(m.Dependencies)+len(m.DevDependencies) > 0 {
		t.Error("the package has scripts or dependencies")
	}
	named := append([]string{m.JSDelivr, m.Unpkg}, m.SideEffects...)
	named = slices.AppendSeq(named, maps.Values(m.Bin))
	for key, value := range m.Exports {
		var one string
		var several map[string]string
		switch {
		case strings.Contains(key, "*"):
		case json.Unmarshal(value, &one) == nil:
			named = append(named, one)
		case json.Unmarshal(value, &several) == nil:
			for _, name := range several {
				named = append(named, name)
			}
		default:
			t.Errorf("export %s: %s", key, value)
		}
	}
	for _, name := range named {
		if shared.made.Files[path.Clean(name)] == nil {
			t.Errorf("package.json names %s, which is not there", name)
		}
	}
	if readme := string(shared.made.Files["README.md"]); !strings.Contains(readme, "unspool@"+m.Version+"/") {
		t.Errorf("the README does not name version %q", m.Version)
	}
	info, err := os.Stat(shared.made.Tarball)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("packed: %d bytes", info.Size())
	if info.Size() > maxPacked {
		t.Errorf("packed %d bytes, the most is %d", info.Size(), maxPacked)
	}
}

// TestAssetsStandAlone checks that no asset needs a file beside itself, since bundlers copy each
// one as it is.
func TestAssetsStandAlone(t *testing.T) {
	code := modules(t)
	for _, name := range []string{"assets/parser-worker.js", "assets/render-worker.js"} {
		if file := code[name]; file == nil {
			t.Errorf("the package has no %s", name)
		} else if len(file.Imports) > 0 || file.ImportMeta {
			t.Errorf("%s needs other files: import.meta %t, imports %v", name, file.ImportMeta, file.Imports)
		}
	}
	named, computed := 0, 0
	delete(code, "lib/classic.js") // no bundler reads it
	for name, file := range code {
		for _, address := range file.Addresses {
			named++
			if shared.made.Files[path.Join(path.Dir(name), address)] == nil {
				t.Errorf("%s names %s, which is not there", name, address)
			}
		}
		for _, one := range file.Imports {
			if one.Path != "" {
				continue
			}
			computed++
			for _, want := range []string{"/* @vite-ignore */", "/* webpackIgnore: true */"} {
				if !slices.Contains(one.Comments, want) {
					t.Errorf("%s: bundlers would resolve the import of a worker's script: no %s", name, want)
				}
			}
		}
	}
	if computed == 0 {
		t.Error("no code imports a worker's script")
	}
	if named < 4 { // three by the element, the wasm by the parser too
		t.Errorf("the code names only %d assets", named)
	}
}

// modules returns a description of the package's JavaScript that bundlers and pages may load, by file.
func modules(t *testing.T) map[string]*source.File {
	t.Helper()
	code := make(map[string]string)
	for name, data := range shared.made.Files {
		// The viewer and the command are no modules for others: they run from where they are installed.
		if path.Ext(name) == ".js" && !strings.HasPrefix(name, "viewer/") && name != "lib/unspool.js" {
			code[name] = string(data)
		}
	}
	files, err := source.Describe(t.Context(), root, code)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSizes checks that the sizes in the README are those of the package, to 5 %.
func TestSizes(t *testing.T) {
	readme := strings.Join(strings.Fields(string(shared.made.Files["README.md"])), " ")
	for pattern, names := range map[string][]string{
		`(\d+) kB of code initially as packaged`: eager(modules(t), "lib/define.js"),
		`(\d+) kB for the parser`:                {"assets/parser.wasm.gz"},
		`(\d+) kB for its worker`:                {"assets/parser-worker.js"},
		`a worker of (\d+) kB`:                   {"assets/render-worker.js"},
		`loads all code at once: (\d+) kB`:       {"lib/classic.js"},
	} {
		found := regexp.MustCompile(pattern).FindStringSubmatch(readme)
		if found == nil {
			t.Errorf("the README has no match for %q", pattern)
			continue
		}
		documented, err := strconv.Atoi(found[1])
		if err != nil {
			t.Fatal(err)
		}
		var size int
		for _, name := range names {
			size += compressed(t, name)
		}
		if off := documented*1000 - size; size == 0 || off*off > size/20*size/20 {
			t.Errorf("%s: %d bytes", found[0], size)
		}
	}
}

// eager returns a module of the package and all that it imports statically.
func eager(code map[string]*source.File, name string) []string {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, one := range code[names[i]].Imports {
			next := path.Join(path.Dir(names[i]), one.Path)
			if !one.Dynamic && strings.HasPrefix(one.Path, "./") && !slices.Contains(names, next) {
				names = append(names, next)
			}
		}
	}
	return names
}

// compressed returns the compressed size of a file.
func compressed(t *testing.T, name string) int {
	t.Helper()
	data := shared.made.Files[name]
	if path.Ext(name) == ".gz" {
		return len(data)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
