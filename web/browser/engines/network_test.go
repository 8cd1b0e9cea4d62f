package engines

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"unspool/web/browser"
)

// The parser is downloaded once, even if the page's code wants it while it is being preloaded.
func TestParserDownloadedOnce(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, _ string) {
		var mu sync.Mutex
		asked := map[string]int{}
		site := browser.ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/sw.js" { // it loads the site again, for visits without a network
				http.NotFound(w, r)
				return
			}
			mu.Lock()
			asked[r.URL.Path]++
			mu.Unlock()
			if strings.Contains(r.URL.Path, ".wasm") {
				time.Sleep(2 * time.Second) // as on a slow connection
			}
			shared.site.Handler.ServeHTTP(w, r)
		}))
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.Read(sampleFile(t))
		p.WaitFor(rows)
		mu.Lock()
		defer mu.Unlock()
		for path, times := range asked {
			if strings.Contains(path, ".wasm") && times != 1 {
				t.Errorf("%s was requested %d times", path, times)
			}
		}
	})
}

// The policy that the docs recommend for a viewer of another host suffices.
func TestPolicyOfDocs(t *testing.T) {
	t.Parallel()
	docs, err := os.ReadFile("../../docs/csp.md")
	if err != nil {
		t.Fatal(err)
	}
	recipe := regexp.MustCompile("(?s)```csp name=cdn\n(.*?)```").FindSubmatch(docs)
	if recipe == nil {
		t.Fatal("the docs have no recipe cdn")
	}
	inEach(t, func(t *testing.T, p *Page, site string) {
		policy := strings.ReplaceAll(string(recipe[1]), "https://cdn.example", strings.TrimSuffix(site, "/"))
		policy = strings.ReplaceAll(strings.ReplaceAll(policy, "\n", " "), "img-src", "img-src data:") // the icon
		p.Open(articleWith(t, policy, fmt.Sprintf(`<script type="module" src="%sunspool.js"></script>
			<unspool-session src="%ssample/files.json"></unspool-session>`, site, site)))
		p.WaitFor(rows)
		// Parsing and highlighting run in workers, and nothing was refused.
		p.WaitFor(`$deep("unspool-row .prose :is(strong, code)")`)
		if problems := Eval[[]string](p, `$problems`); len(problems) > 0 {
			t.Errorf("the page reported %q", problems)
		}
	})
}
