package browser

import (
	"net/http"
	"testing"
)

// While a file is loading the box says so, whether or not it has content of the page.
func TestEmbedFetching(t *testing.T) {
	t.Parallel()
	give := make(chan struct{})
	files := siteHost(t)
	inner := docs(map[string]Doc{"/": article(unspoolScript(files), `<div dir="rtl">
		<unspool-session src="slow.jsonl"></unspool-session><unspool-session src="slow.jsonl" height="10rem"><p id="mine">The words of it</p></unspool-session></div>`)})
	page := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/slow.jsonl" {
			inner.ServeHTTP(w, r)
			return
		}
		data := longSession(2)
		w.Write(data[:1000])
		http.NewResponseController(w).Flush()
		<-give
		w.Write(data[1000:])
	}))
	p := openOn(t, page, "/", files)
	p.WaitFor(`$$deep("progress").length === 2 && $$deep("[role=group][aria-busy=true]").length === 2`, 0)
	if label := Eval[string](p, `$deep("progress").ariaLabel`); label == "" {
		t.Error("the progress has no name")
	}
	wants(t, Eval[string](p, `$text()`), "1.0", "kB", "The words of it")
	// Content of the page keeps the page's text direction.
	if got := Eval[string](p, `[document.getElementById("mine"), $deep("progress")].map((one) => getComputedStyle(one).direction).join()`); got != "rtl,ltr" {
		t.Errorf("their direction is %s", got)
	}
	passes(t, p, "an article that waits")
	close(give)
	tellsOf(p, 2)
	p.WaitFor(`$$deep("[role=group][aria-busy=false]").length === 2`, 0)
}
