package browser

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	loopback "unspool/parser/serve"
)

// A service worker that a deployment left in the browser, at the address of the command or at the root of
// its host, does not keep the command from showing its own page and its own files. The one at its address is
// removed.
func TestServeAfterDeployment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		inRoot bool
	}{{"same address", false}, {"root", true}} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "projects")
			file := filepath.Join(dir, "-home-ada-tides", "first.jsonl")
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(TidesTurns("first", 1, 3)), 0o600); err != nil {
				t.Fatal(err)
			}
			server, err := loopback.New(loopback.Options{Viewer: shared.handler, Paths: []string{dir}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := server.Close(); err != nil {
					t.Error(err)
				}
			})
			var isServing atomic.Bool
			var deployment http.Handler
			base := ServeTest(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if isServing.Load() {
					server.ServeHTTP(w, r)
				} else {
					deployment.ServeHTTP(w, r)
				}
			}))
			served, err := url.Parse(server.URL(strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/")))
			if err != nil {
				t.Fatal(err)
			}
			at := served.Path
			if c.inRoot {
				at = "/"
			}
			deployment = http.StripPrefix(strings.TrimSuffix(at, "/"), shared.handler)
			p := keeping(t, strings.TrimSuffix(base, "/")+at)
			p.WaitFor(`navigator.serviceWorker.controller?.state === "activated"`, 0)

			isServing.Store(true)
			p.Open("about:blank")
			enter(p, served.String())
			p.WaitFor(`$text().includes("answer 3 of first")`, 0)
			p.WaitFor(liveState+` === "Live"`, 0)
			if err := os.WriteFile(file, []byte(TidesTurns("first", 1, 4)), 0o600); err != nil {
				t.Fatal(err)
			}
			p.WaitFor(`$text().includes("answer 4 of first")`, 0)
			if c.inRoot {
				return
			}
			p.WaitFor(`navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)`, 0)
			p.Open("about:blank") // a removed worker is used until no page of it is open
			enter(p, served.String())
			p.WaitFor(`$text().includes("answer 4 of first")`, 0)
			if Eval[bool](p, `navigator.serviceWorker.controller !== null`) {
				t.Error("the worker is still used")
			}
		})
	}
}
