package browser

import (
	"testing"
)

// Two lines put a session into a page of another origin than the viewer's files.
func TestEmbedTwoLines(t *testing.T) {
	cdn := siteHost(t)
	blog := newHost(t, docs(map[string]Doc{
		"/": article(unspoolScript(cdn), `<p>Before</p><unspool-session src="sample/files.json"></unspool-session><p>After</p>`),
	}))
	p := openOn(t, blog, "/", cdn)
	p.WaitFor(`$told.includes("ready") && $$deep("unspool-row[data-kind]").length > 3`, 0)
	wants(t, Eval[string](p, `$text()`), "Before", "Our harbour master in Skarrow", "After")
	if n := cdn.Asked(".wasm"); n != 1 {
		t.Errorf("the parser is fetched %d times", n)
	}
}
