package sites

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unspool/web/npm/packed"
)

// A tool is what a recipe is for.
type tool struct {
	recipe, name string
	pack         string // the npm package whose version it has, or
	version      string // its version, if it is no npm package
}

// tools returns the tools of all recipes, except those that Debian has (see debianTools).
func tools() []tool {
	_, hugoVersion, _ := strings.Cut(hugo, "@v")
	return []tool{
		{recipe: "vitepress", name: "VitePress", pack: "vitepress"},
		{recipe: "astro", name: "Astro", pack: "astro"},
		{recipe: "starlight", name: "Starlight", pack: "@astrojs/starlight"},
		{recipe: "starlight", name: "Astro", pack: "astro"},
		{recipe: "docusaurus", name: "Docusaurus", pack: "@docusaurus/core"},
		{recipe: "next", name: "Next.js", pack: "next"},
		{recipe: "eleventy", name: "Eleventy", pack: "@11ty/eleventy"},
		{recipe: "hugo", name: "Hugo", version: hugoVersion},
		{recipe: "wordpress", name: "WordPress", version: wordpress},
		{recipe: "ghost", name: "Ghost", version: ghost},
	}
}

// debianTools are the tools that are tested in the version which is installed, by recipe. The document names the versions
// of Debian 12.
var debianTools = map[string][]string{"jekyll": {"Jekyll"}, "mkdocs": {"MkDocs", "Material"}}

// TestVersions checks that the document names the versions that are tested.
func TestVersions(t *testing.T) {
	var want []string
	for _, one := range tools() {
		if one.pack != "" {
			one.version = lockedVersion(t, one.recipe, one.pack)
		}
		want = append(want, one.recipe+": "+one.name+" "+one.version)
	}
	var got []string
	covered := map[string]bool{"pages": true} // it needs no tool
	for recipe, named := range namedVersions(t) {
		covered[recipe] = true
		var names []string
		for _, n := range named {
			names = append(names, strings.Fields(n)[0])
			if debianTools[recipe] == nil {
				got = append(got, recipe+": "+n)
			}
		}
		if debianTools[recipe] != nil && !slices.Equal(names, debianTools[recipe]) {
			t.Errorf("the recipe for %s names the versions of %q, want those of %q", recipe, names, debianTools[recipe])
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("recipes.md names\n%s\nbut tested are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	folders, err := os.ReadDir(recipes)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !covered[folder.Name()] {
			t.Errorf("the recipe in %s names no version", folder.Name())
		}
	}
}

var (
	fromRecipe  = regexp.MustCompile(` from=web/examples/sites/(\w+)/`)
	toolVersion = regexp.MustCompile(`([A-Z][\w.]*) (\d+(?:\.\d+)+)`)
)

// namedVersions returns which versions the document names as tested, by recipe: "Hugo 0.152.2".
func namedVersions(t *testing.T) map[string][]string {
	t.Helper()
	versions := map[string][]string{}
	for _, section := range strings.Split(read(t, root, "web/docs/recipes.md"), "\n## ") {
		recipe := fromRecipe.FindStringSubmatch(section)
		_, sentence, found := strings.Cut(section, "Tested with ")
		if !found {
			continue
		}
		if recipe == nil {
			t.Fatalf("this section includes no file of a recipe:\n%s", section)
		}
		sentence, _, _ = strings.Cut(sentence, "\n\n")
		versions[recipe[1]] = toolVersion.FindAllString(sentence, -1)
	}
	return versions
}

// lockedVersion returns the version of an npm package that a recipe requires, and no other.
func lockedVersion(t *testing.T, recipe, pack string) string {
	t.Helper()
	var required struct{ Dependencies, DevDependencies map[string]string }
	var locked struct {
		Packages map[string]struct{ Version string }
	}
	dir := filepath.Join(recipes, recipe)
	for name, into := range map[string]any{"package.json": &required, "package-lock.json": &locked} {
		if err := json.Unmarshal([]byte(read(t, dir, name)), into); err != nil {
			t.Fatalf("%s of %s: %v", name, recipe, err)
		}
	}
	version := locked.Packages["node_modules/"+pack].Version
	if r := required.Dependencies[pack] + required.DevDependencies[pack]; r != version {
		t.Errorf("the recipe for %s requires %s %q, but locks %q", recipe, pack, r, version)
	}
	return version
}

// checkInstalled compares the installed version of a tool with the one that the document names, if it is a package of
// Debian 12. Elsewhere it logs which version was tested.
func checkInstalled(t *testing.T, recipe, output string) {
	t.Helper()
	var installed string
	switch recipe {
	case "jekyll":
		text, err := packed.Run(t.Context(), ".", "jekyll", "--version")
		if err != nil {
			t.Fatal(err)
		}
		installed = strings.ReplaceAll(strings.TrimSpace(text), "jekyll", "Jekyll")
	case "mkdocs":
		// <meta name="generator" content="mkdocs-1.4.2, mkdocs-material-8.2.5">
		generators := regexp.MustCompile(`mkdocs-([\d.]+), mkdocs-material-([\d.]+)`)
		found := generators.FindStringSubmatch(read(t, output, "index.html"))
		if found == nil {
			t.Fatal("the page does not name what generated it")
		}
		installed = fmt.Sprintf("MkDocs %s, Material %s", found[1], found[2])
	default:
		return
	}
	named := strings.Join(namedVersions(t)[recipe], ", ")
	switch {
	case installed == named:
	case fromDebian12(t, recipe):
		t.Errorf("the recipe names %s, but tested is %s", named, installed)
	default:
		t.Logf("the recipe names %s, which Debian 12 has; tested is %s", named, installed)
	}
}

// fromDebian12 reports whether a program is of a package of Debian 12.
func fromDebian12(t *testing.T, name string) bool {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	release, err := os.ReadFile("/etc/os-release")
	return err == nil && path == filepath.Join("/usr/bin", name) &&
		strings.Contains(string(release), "\nID=debian\n") && strings.Contains(string(release), "\nVERSION_ID=\"12\"\n")
}
