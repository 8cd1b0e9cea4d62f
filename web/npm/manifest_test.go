package npm

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/web/browser"
)

// An element is what the custom elements manifest declares.
type element struct {
	TagName    string
	Attributes []struct{ Name, Default string }
	Members    []struct{ Kind, Name, Attribute, Default string }
	Events     []struct{ Name string }
	CSSParts   []struct{ Name string } `json:"cssParts"`
}

func declaredElement(t *testing.T) element {
	t.Helper()
	var m struct {
		Modules []struct {
			Path         string
			Declarations []element
			Exports      []struct{ Declaration struct{ Module string } }
		}
	}
	if err := json.Unmarshal(shared.made.Files["custom-elements.json"], &m); err != nil {
		t.Fatal(err)
	}
	var all []element
	for _, module := range m.Modules {
		all = append(all, module.Declarations...)
		names := []string{module.Path}
		for _, e := range module.Exports {
			names = append(names, e.Declaration.Module)
		}
		for _, name := range names {
			if shared.made.Files[name] == nil {
				t.Errorf("the manifest names %s, which is not there", name)
			}
		}
	}
	if len(all) != 1 {
		t.Fatalf("the manifest declares %d elements", len(all))
	}
	return all[0]
}

// TestManifest checks that the custom elements manifest describes the element as it is in a browser.
func TestManifest(t *testing.T) {
	declared := declaredElement(t)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "unspool"), os.DirFS(filepath.Join(shared.project, "node_modules/unspool"))); err != nil {
		t.Fatal(err)
	}
	page := `<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="unspool/lib/define.js"></script>`
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir)
	p.WaitFor(`customElements.get("unspool-session") !== undefined`, browser.Timeout)

	var attributes []string
	for _, a := range declared.Attributes {
		attributes = append(attributes, a.Name)
	}
	slices.Sort(attributes)
	observed := browser.Eval[[]string](p, `[...new Set(customElements.get("unspool-session").observedAttributes)].toSorted()`)
	if diff := cmp.Diff(observed, attributes); diff != "" {
		t.Errorf("attributes (-element +manifest):\n%s", diff)
	}
	for _, m := range declared.Members {
		name, err := json.Marshal(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		of := `document.createElement("unspool-session")[` + string(name) + `]`
		switch {
		case m.Kind == "method":
			if got := browser.Eval[string](p, `typeof `+of); got != "function" {
				t.Errorf("%s is a %s, the manifest says that it is a method", m.Name, got)
			}
		case m.Default == "":
			if got := browser.Eval[string](p, `typeof `+of); got != "undefined" {
				t.Errorf("%s is a %s at first, the manifest has no value", m.Name, got)
			}
		default:
			if got, want := browser.Eval[string](p, `JSON.stringify(`+of+`)`), browser.Eval[string](p, `JSON.stringify(`+m.Default+`)`); got != want {
				t.Errorf("%s is %s at first, the manifest says %s", m.Name, got, want)
			}
		}
	}
	if len(declared.Members) <= len(declared.Attributes) || len(declared.Events) == 0 || len(declared.CSSParts) == 0 {
		t.Errorf("%d members, %d events and %d parts", len(declared.Members), len(declared.Events), len(declared.CSSParts))
	}
}

// TestManifestSchema checks that the manifest has the form that other programs expect.
func TestManifestSchema(t *testing.T) {
	dir := t.TempDir()
	schema, err := os.ReadFile(tool(t, "custom-elements-manifest/schema.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	// A parameter may have more members than its type names: a field of an element is also one of a class.
	code := fmt.Sprintf("import type { Package } from \"./schema.js\";\ndeclare function check<T extends Package>(manifest: T): void;\ncheck(%s);\n",
		shared.made.Files["custom-elements.json"])
	for name, data := range map[string][]byte{"schema.d.ts": schema, "manifest.ts": []byte(code)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := command(dir, abs(t, "../node_modules/.bin/tsc"), "manifest.ts", "--ignoreConfig", "--noEmit", "--strict", "--module", "esnext",
		"--target", "es2022", "--moduleResolution", "bundler"); err != nil {
		t.Error(err)
	}
}
