package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"testing"

	"unspool/build/site"
)

// world is what all tests of the folder share: the built site, served with its
// real headers, and one browser. Each test has a tab of its own.
type world struct {
	browser *Browser
	dir     string       // holds the built site
	sizes   []site.Size  // of what a visit of it loads
	handler http.Handler // serves it with its headers
	server  *Server
}

// shared is set by TestMain before any test runs and not changed after.
var shared world

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	built, err := BuildSite(context.Background(), "../..")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, built.Close()) }()
	shared.dir, shared.sizes, shared.handler = built.Dir, built.Sizes, built.Handler
	if shared.server, err = Serve(shared.handler); err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, shared.server.Close()) }()
	if shared.browser, err = Start(context.Background(), Options{}); err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, shared.browser.Close()) }()
	return m.Run(), nil
}

// open opens the built site; fragment is "" or starts with "#".
func open(t *testing.T, fragment string) *Page {
	t.Helper()
	p := shared.browser.Page(t)
	enter(p, shared.server.URL+fragment)
	return p
}

// serve opens what a handler of its own serves, at a path below it.
func serve(t *testing.T, handler http.Handler, below string) *Page {
	t.Helper()
	url := listen(t, handler) // stops after the page is closed
	p := shared.browser.Page(t)
	enter(p, url+below)
	return p
}

// listen serves with a handler until the test ends, and returns the address.
func listen(t *testing.T, handler http.Handler) string {
	t.Helper()
	server, err := Serve(handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URL
}

// keeping opens an address in a browser that may keep the site for visits without a
// network.
func keeping(t *testing.T, url string) *Page {
	t.Helper()
	p := shared.browser.Page(t)
	p.keep = true
	enter(p, url)
	return p
}

// enter opens an address and notes when a session has been read there.
func enter(p *Page, url string) {
	p.Open(url)
	p.Do(`addEventListener("unspool-ready", () => (globalThis.unspoolReady = true))`)
}
