package engines

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"unspool/build/site"
	"unspool/parser/testutil/machine"
	"unspool/web/browser"
)

// shared is what all tests use: the built site, and the browsers, each of which runs one test at
// a time.
var shared struct {
	site    *browser.Site
	engines []*engine
}

// An engine is a browser that runs one test at a time: its window has the focus.
type engine struct {
	Driver
	busy sync.Mutex
}

func TestMain(m *testing.M) {
	browser.RunTests(m, func(ctx context.Context, after func(func() error)) error {
		built, err := browser.BuildSite(ctx, site.Options{Root: "../../..", Fast: true})
		if err != nil {
			return err
		}
		after(built.Close)
		shared.site = built
		machine.Measure()
		for _, start := range []func(context.Context) (Driver, error){StartFirefox, StartWebKit} {
			driver, err := start(ctx)
			if err != nil {
				return err
			}
			after(driver.Close)
			shared.engines = append(shared.engines, &engine{Driver: driver})
		}
		return nil
	})
}

// inEach runs a test in each browser, with a page and the address of the built site.
func inEach(t *testing.T, test func(t *testing.T, p *Page, site string)) {
	t.Helper()
	for _, e := range shared.engines {
		inOne(t, e, test)
	}
}

func inOne(t *testing.T, e *engine, test func(t *testing.T, p *Page, site string)) {
	t.Run(e.Name(), func(t *testing.T) {
		t.Parallel()
		e.busy.Lock()
		t.Cleanup(e.busy.Unlock)
		site := browser.ServeTest(t, shared.site.Handler)
		test(t, NewPage(t, e), site)
	})
}

const sampleFolder = "../../../testdata/sample"

// sampleFile returns the path of the main transcript of the sample.
func sampleFile(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob(sampleFolder + "/*/*.jsonl")
	if err != nil || len(found) == 0 {
		t.Fatalf("no sample: %v", err)
	}
	return found[0]
}
