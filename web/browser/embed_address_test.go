package browser

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// An invalid address is reported in the element's own box and with an event, and the rest of the
// page is unaffected; another address is read after that.
func TestEmbedBadAddress(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	cdn, fine := siteHost(t), vault(t)
	host := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/secret.jsonl" {
			w.Header().Set("Access-Control-Allow-Origin", "*")
		}
		switch r.URL.Path {
		case "/login.jsonl":
			fmt.Fprint(w, "<!doctype html><title>Log in</title>")
		case "/own.jsonl":
			http.Error(w, "no", http.StatusForbidden)
		case "/huge.jsonl":
			w.Header().Set("Content-Length", "100000000000")
			w.Write(data[:100])
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		case "/notes.jsonl":
			fmt.Fprintln(w, "just some notes")
		case "/empty.jsonl":
		case "/moved.jsonl":
			http.Redirect(w, r, fine.URL+"s.jsonl", http.StatusFound)
		case "/damaged.jsonl.gz":
			w.Write(packed(append([]byte("no JSON\n"), data[:50_000]...)))
		default:
			http.NotFound(w, r)
		}
	}))
	blog := newHost(t, docs(map[string]Doc{"/": article(unspoolScript(cdn), `<p>Before</p><unspool-session preload></unspool-session><p>After</p>`)}))
	p := openOn(t, blog, "/", cdn, host, fine)
	p.Allow(host.URL)
	p.Allow("issue: CorsIssue")
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	for _, c := range []struct{ src, told, says string }{
		{host.URL + "gone.jsonl", "missing", "404"},
		{host.URL + "own.jsonl", "refused", "403"},
		{host.URL + "secret.jsonl", "blocked", "Access-Control-Allow-Origin"},
		{host.URL + "login.jsonl", "not-a-transcript", "an HTML page"},
		{host.URL + "notes.jsonl", "not-a-transcript", "plain text"},
		{host.URL + "empty.jsonl", "empty", "is empty"},
		{host.URL + "huge.jsonl", "too-large", "larger than 1.1 GB"},
		{"https://github.com/o/r/blob/main/s.jsonl", "address", "https://raw.githubusercontent.com/o/r/main/s.jsonl"},
		{"ftp://example.com/s.jsonl", "address", "ftp://example.com/s.jsonl"},
		{"http://[", "address", "not the address"},
		{host.URL + "moved.jsonl http://[", "address", "not the address"},
		{host.URL + "moved.jsonl", "ready", "Our harbour master in Skarrow"},
		{host.URL + "damaged.jsonl.gz", "ready", "problem in the file"},
	} {
		before := Eval[int](p, `$told.length`)
		p.Do(fmt.Sprintf(`$deep("unspool-session").src = %q`, c.src))
		p.WaitFor(fmt.Sprintf(`$told.length > %d`, before), 0)
		if got := Eval[string](p, `$told.at(-1)`); got != c.told {
			t.Errorf("%s: reported %s, want %s", c.src, got, c.told)
		}
		text := strings.ReplaceAll(Eval[string](p, `$text()`), "\u00a0", " ")
		if !strings.Contains(text, "\nBefore\n") || !strings.HasSuffix(text, "\nAfter") {
			t.Errorf("%s: the page shows %s", c.src, text)
		}
		wants(t, text, c.says)
	}
}
