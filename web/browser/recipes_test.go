package browser

import (
	"net/http"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// Under each policy that the documentation recommends, word for word, a page shows a session; the
// hosts in it are replaced by those of the test.
func TestDocsRecipes(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	book := documentation(t)
	recipe := func(names ...string) string {
		var parts []string
		for _, name := range names {
			block, found := book.Block(name)
			if !found || block.Lang != "csp" {
				t.Fatalf("there is no recipe %s", name)
			}
			parts = append(parts, strings.Join(strings.Fields(block.Text), " "))
		}
		return strings.Join(parts, "; ")
	}
	icon := func(p *Page) { // the page's icon does not belong to the viewer, and a recipe need not allow it
		p.Allow("img-src blocked data")
		p.Allow("Loading the image 'data:,'")
	}
	shown := func(t *testing.T, p *Page) {
		icon(p)
		p.WaitFor(`$told.length > 0`, 0)
		wants(t, Eval[string](p, `$told.join()`), "ready")
		wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
	}
	for _, names := range [][]string{{"same-origin"}, {"same-origin", "trusted-types"}} {
		t.Run(strings.Join(names, " and "), func(t *testing.T) {
			page := article(`<script type="module" src="../unspool.js"></script>`, `<unspool-session preload src="../sample/files.json"></unspool-session>`)
			host := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/blog/" {
					docs(map[string]Doc{"/blog/": page.under(recipe(names...))}).ServeHTTP(w, r)
				} else {
					shared.handler.ServeHTTP(w, r)
				}
			}))
			shown(t, openOn(t, host, "/blog/"))
		})
	}
	for _, names := range [][]string{{"cdn"}, {"cdn", "trusted-types"}} {
		t.Run(strings.Join(names, " and "), func(t *testing.T) {
			cdn := siteHost(t)
			policy := strings.ReplaceAll(recipe(names...), "https://cdn.example", strings.TrimSuffix(cdn.URL, "/"))
			blog := newHost(t, docs(map[string]Doc{"/": embedded(cdn).under(policy)}))
			shown(t, openOn(t, blog, "/", cdn))
		})
	}
	t.Run("iframe", func(t *testing.T) {
		viewer := siteHost(t)
		policy := strings.ReplaceAll(recipe("iframe"), "https://unspool.example", strings.TrimSuffix(viewer.URL, "/"))
		page := article("", `<iframe title="A session" src="`+viewer.URL+`embed.html#v=1&src=sample/files.json"></iframe>`)
		p := openOn(t, newHost(t, docs(map[string]Doc{"/": page.under(policy)})), "/", viewer)
		icon(p)
		p.Do(`addEventListener("message", ({ data }) => (globalThis.said ??= []).push(data.type));
			document.querySelector("iframe").contentWindow.postMessage({ unspool: 1, type: "ping" }, "*")`)
		p.WaitFor(`globalThis.said?.includes("ready")`, 0)
	})
}
