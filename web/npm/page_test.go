package npm

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"unspool/web/browser"
)

// TestPageWithAssets checks a bundler that leaves the addresses of the assets as they are: the
// page sets their address for the element, the client and the parser alike.
func TestPageWithAssets(t *testing.T) {
	code, err := os.ReadFile("testdata/page.js")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	result := api.Build(api.BuildOptions{
		Stdin:    &api.StdinOptions{Contents: string(code), ResolveDir: shared.project},
		Bundle:   true,
		Format:   api.FormatESModule,
		Platform: api.PlatformBrowser,
		Target:   api.ES2022,
		Outfile:  filepath.Join(dir, "page.js"),
		Write:    true,
	})
	if len(result.Errors) > 0 || len(result.Warnings) > 0 {
		t.Fatalf("esbuild: %v %v", result.Errors, result.Warnings)
	}
	if err := os.CopyFS(filepath.Join(dir, "unspool"), os.DirFS(filepath.Join(shared.project, "node_modules/unspool/assets"))); err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"session.jsonl": session,
		"index.html":    []byte(`<!doctype html><meta charset="utf-8"><title>t</title><body><script type="module" src="page.js"></script>`),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, dir)
	p.WaitFor(`globalThis.outcome !== undefined`, 2*browser.Timeout)
	type outcome struct {
		Turns []int  `json:"turns"`
		Rows  int    `json:"rows"`
		Path  string `json:"path"`
		Empty string `json:"empty"`
	}
	got := browser.Eval[outcome](p, `globalThis.outcome`)
	if len(got.Turns) != 3 || got.Turns[0] == 0 || got.Rows < 3 || len(slices.Compact(got.Turns)) != 1 || got.Path != "options" || got.Empty != "empty" {
		t.Errorf("%+v", got)
	}
}
