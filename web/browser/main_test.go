package browser

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"unspool/build/site"
	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
)

// world is shared by all tests of the folder: the built site, its real headers, and one browser.
// Each test has tabs of its own, and an origin of its own, so that concurrent tests share no
// storage.
type world struct {
	browser *Browser
	dir     string       // contains the built site
	sizes   []site.Size  // of the files that a visit loads
	handler http.Handler // serves it with its headers
	origins sync.Map     // addresses of the site by the name of the test
	private sync.Map     // names of tests whose tabs share no cookies
}

// shared is set by TestMain before any test runs and not changed after.
var shared world

func TestMain(m *testing.M) {
	RunTests(m, func(ctx context.Context, after func(func() error)) error {
		built, err := BuildSite(ctx, site.Options{Root: "../..", Fast: true})
		if err != nil {
			return err
		}
		after(built.Close)
		shared.dir, shared.sizes, shared.handler = built.Dir, built.Sizes, built.Handler
		machine.Measure()
		var options Options
		// Most tests are too short for the optimizing compiler of WebAssembly to pay off: without it
		// they take a sixth less time.
		if !testutil.Exhaustive() {
			options.Flags = map[string]any{"js-flags": "--liftoff-only"}
		}
		if shared.browser, err = Start(ctx, options); err != nil {
			return err
		}
		after(shared.browser.Close)
		return nil
	})
}

// letHappen waits for forbidden actions, since no event shows that they will never happen. It is
// the only fixed wait of the tests.
func letHappen(limit time.Duration) { time.Sleep(machine.Scaled(limit)) }

// open opens the built site; fragment is "" or starts with "#".
func open(t *testing.T, fragment string) *Page {
	t.Helper()
	p := newPage(t)
	enter(p, siteURL(t)+fragment)
	return p
}

// siteURL returns the address at which the built site is served until the test ends. It
// ends with a slash.
func siteURL(t *testing.T) string {
	t.Helper()
	if url, found := shared.origins.Load(t.Name()); found {
		return url.(string)
	}
	url := ServeTest(t, shared.handler)
	shared.origins.Store(t.Name(), url)
	t.Cleanup(func() { shared.origins.Delete(t.Name()) })
	return url
}

// newPage opens an empty tab. The test's server of the site stops after it is closed.
func newPage(t *testing.T) *Page {
	t.Helper()
	siteURL(t)
	if _, private := shared.private.Load(t.Name()); private {
		return shared.browser.PrivatePage(t)
	}
	return shared.browser.Page(t)
}

// serve opens a page of a handler of its own, at a path below it.
func serve(t *testing.T, handler http.Handler, below string) *Page {
	t.Helper()
	url := ServeTest(t, handler) // stops after the page is closed
	p := newPage(t)
	enter(p, url+below)
	return p
}

// keeping opens an address in a browser that may store the site for visits without a network.
func keeping(t *testing.T, url string) *Page {
	t.Helper()
	p := newPage(t)
	p.keep = true
	enter(p, url)
	return p
}

// enter opens an address and records when a session has been read there.
func enter(p *Page, url string) {
	p.Open(url)
	p.Do(`addEventListener("unspool-ready", () => (globalThis.unspoolReady = true))`)
}

// setsCookies keeps the cookies of a test in its tabs: cookies of a host apply to all its ports,
// and so to the sites of all tests.
func setsCookies(t *testing.T) {
	shared.private.Store(t.Name(), true)
	t.Cleanup(func() { shared.private.Delete(t.Name()) })
}

// focusConversation puts the focus on the row that Tab would reach.
func focusConversation(p *Page) {
	p.r.Helper()
	p.Do(`$deep("unspool-list").focus()`)
}
