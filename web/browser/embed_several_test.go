package browser

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// The files at several addresses are one load: the limits apply to all of them together.
func TestEmbedSeveralAddressesShareLimits(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	files := siteHost(t)
	inner := docs(map[string]Doc{"/": article(unspoolScript(files), `<unspool-session preload></unspool-session>`)})
	page := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".jsonl") {
			inner.ServeHTTP(w, r)
			return
		}
		defer now.Add(-1)
		for n := now.Add(1); ; {
			old := most.Load()
			if n <= old || most.CompareAndSwap(old, n) {
				break
			}
		}
		w.Write(longSession(2))
	}))
	p := openOn(t, page, "/", files)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Run("embed_several.loadTwenty")
	tellsOf(p, 1)
	if got := Eval[string](p, `$told.join() + document.loads + " " + document.most`); got != "ready1 6" {
		t.Errorf("it is %s", got)
	}
	if n := most.Load(); n > 6 {
		t.Errorf("%d files are requested at once", n)
	}
}
