package release

import (
	"debug/buildinfo"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"unspool/build/site"
	"unspool/parser/testutil"
)

// TestCommandLicenses checks that the licenses of the command have one text for each module in it, and those of
// the site first.
func TestCommandLicenses(t *testing.T) {
	root := filepath.Dir(testutil.Dir(t))
	const ofSite = "Unspool contains the following software.\n\n\ngithub.com/yuin/goldmark\n========================\n\nas in the site\n"
	here := target{runtime.GOOS, runtime.GOARCH}
	made, err := site.CommandLicenses(t.Context(), root, here.env(), []string{commandPackage}, []byte(ofSite))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), here.program())
	if _, err := run(t.Context(), root, here.env(), "go", "build", "-buildvcs=false", "-o", program, commandPackage); err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	text := string(made)
	for _, module := range info.Deps {
		heading := "\n\n" + module.Path + "\n" + strings.Repeat("=", len(module.Path)) + "\n\n"
		if n := strings.Count(text, heading); n != 1 {
			t.Errorf("%d licenses of %s", n, module.Path)
		}
	}
	if len(info.Deps) < 10 || !strings.HasPrefix(text, ofSite) || strings.Contains(text, "without a license file") {
		t.Errorf("%d modules:\n%s", len(info.Deps), text)
	}
}
