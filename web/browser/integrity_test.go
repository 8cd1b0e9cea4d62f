package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/build/site"
)

// scriptHashes returns the hashes of the built site's scripts as a release lists them, by path.
func scriptHashes(t *testing.T) map[string]string {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range siteFiles(t) {
		data, err := os.ReadFile(filepath.Join(shared.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	return site.Integrity(files)
}

// withIntegrity returns a page whose browser accepts only scripts of the viewer with these hashes.
func withIntegrity(t *testing.T, viewer *Host, hashes map[string]string) Doc {
	t.Helper()
	addresses := map[string]string{}
	for name, hash := range hashes {
		addresses[viewer.URL+name] = hash
	}
	list, err := json.Marshal(map[string]any{"integrity": addresses})
	if err != nil {
		t.Fatal(err)
	}
	return article(fmt.Sprintf(`<script type="importmap">%s</script>
<script type="module" src="%sunspool.js" integrity="%s" crossorigin></script>`, list, viewer.URL, hashes["unspool.js"]),
		`<unspool-session src="/sample/files.json"></unspool-session>`)
}

// TestIntegrity checks that a page can restrict the element's code to that of one release: the script that it includes,
// and the modules that this loads, at once and later.
func TestIntegrity(t *testing.T) {
	t.Parallel()
	viewer := siteHost(t)
	hashes := scriptHashes(t)
	const wrong = "sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	good := openOn(t, newHost(t, docs(map[string]Doc{"/": withIntegrity(t, viewer, hashes)})), "", viewer)
	good.WaitFor(`$$deep("unspool-row").length > 5 && $deep("unspool-row strong, unspool-row p code")`, 0)
	loaded := Eval[[]string](good, `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => name.endsWith(".js"))`)
	var late string
	for _, address := range loaded {
		name := strings.TrimPrefix(address, viewer.URL)
		if hashes[name] == "" {
			t.Errorf("%s is loaded, and has no hash", address)
		}
		if strings.HasPrefix(name, "assets/conversation-code-") {
			late = name
		}
	}
	if late == "" {
		t.Fatalf("no module that is loaded late among %q", loaded)
	}
	for what, name := range map[string]string{"the script": "unspool.js", "a module that is loaded late": late} {
		t.Run(what, func(t *testing.T) {
			changed := map[string]string{}
			for path, hash := range hashes {
				changed[path] = hash
			}
			changed[name] = wrong
			host := newHost(t, docs(map[string]Doc{"/": withIntegrity(t, viewer, changed)}))
			p := newPage(t)
			p.MayAsk(viewer.URL)
			p.Allow("integrity")
			p.Allow("Failed to fetch dynamically imported module")
			p.Before(`addEventListener("error", ({ target }) => { globalThis.refused = target.src; }, true)`)
			p.Open(host.URL)
			if name == "unspool.js" {
				p.WaitFor(`globalThis.refused?.endsWith("/unspool.js") === true`, 0)
			} else {
				p.WaitFor(`customElements.get("unspool-session") !== undefined`, 0)
				p.WaitFor(fmt.Sprintf(`import(%q).then(() => false, () => true)`, viewer.URL+name), 0)
			}
			if n := Eval[int](p, `$$deep("unspool-row").length`); n > 0 {
				t.Errorf("%d rows are shown", n)
			}
		})
	}
}
