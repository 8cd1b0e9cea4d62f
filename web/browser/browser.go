// Package browser drives a real Chromium over the built site, for the tests in this folder
// and for the commands shot and bench.
//
// A Page records everything that must not happen: console errors and warnings, uncaught
// exceptions (of workers too), violations of the content security policy, other browser
// warnings, dialogs, crashes, and every request to a host other than the site. If anything
// was recorded when the test ends, the test fails.
//
// Requests to other hosts are caught twice: as events of the page and its workers, and at a
// local socket that Chromium uses for every other host. The socket sees what events do not
// show, such as a mere connection.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil/machine"
)

// Options are options for starting Chromium.
type Options struct {
	// Flags are additional command-line switches by name, without dashes.
	Flags map[string]any
}

// A Browser is a running Chromium with an empty profile of its own.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
	sink   *Sink
}

// disabledFeatures are features of Chromium that tests do not need. The pages of the address bar are
// separate pages, which would load in each run.
const disabledFeatures = "Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup," +
	"OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,AutofillServerCommunication"

// ownHosts returns the hosts that Chromium itself connects to; no switch stops all of them. The
// list has only whole names, so that for example a font of the same company still counts.
func ownHosts() []string {
	return []string{"accounts.google.com", "clients2.google.com", "update.googleapis.com"}
}

// Start starts Chromium and waits until it responds.
func Start(ctx context.Context, opt Options) (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	sink, err := NewSink(ownHosts()...)
	if err != nil {
		return nil, err
	}
	flags := map[string]any{
		"headless":                               "new",
		"no-sandbox":                             true,
		"disable-gpu":                            true,
		"disable-quic":                           true,
		"no-first-run":                           true,
		"no-default-browser-check":               true,
		"disable-background-networking":          true,
		"disable-component-update":               true,
		"disable-default-apps":                   true,
		"disable-extensions":                     true,
		"disable-sync":                           true,
		"disable-breakpad":                       true,
		"disable-dev-shm-usage":                  true,
		"disable-field-trial-config":             true,
		"disable-features":                       disabledFeatures,
		"disable-background-timer-throttling":    true,
		"disable-backgrounding-occluded-windows": true,
		"disable-renderer-backgrounding":         true,
		"metrics-recording-only":                 true,
		"mute-audio":                             true,
		"password-store":                         "basic",
		"force-color-profile":                    "srgb",
		"window-size":                            "1280,800",
		"host-resolver-rules":                    "MAP * " + sink.Addr() + ", EXCLUDE 127.0.0.1, EXCLUDE localhost",
	}
	for name, value := range opt.Flags {
		flags[name] = value
	}
	allocator := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path)}
	for name, value := range flags {
		allocator = append(allocator, chromedp.Flag(name, value))
	}
	actx, stop := chromedp.NewExecAllocator(ctx, allocator...)
	bctx, cancel := chromedp.NewContext(actx, chromedp.WithErrorf(func(string, ...any) {}))
	b := &Browser{ctx: bctx, cancel: func() { cancel(); stop(); _ = sink.Close() }, sink: sink}
	if err := chromedp.Do(bctx); err != nil {
		b.cancel()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return b, nil
}

// Version returns the name and version of the browser.
func (b *Browser) Version() (string, error) {
	v, err := chromedp.Call(b.ctx, protocol.GetVersion, cdp.Empty{})
	return v.Product, err
}

// Close stops Chromium and removes its profile.
func (b *Browser) Close() error {
	ctx, cancel := context.WithTimeout(b.ctx, machine.Scaled(10*time.Second))
	defer cancel()
	err := chromedp.Cancel(ctx)
	b.cancel()
	if err != nil {
		return fmt.Errorf("close chromium: %w", err)
	}
	return nil
}

// Executable names the variable with the path of another Chromium.
const Executable = "UNSPOOL_CHROMIUM"

// find returns the path of the Chromium to run. A missing Chromium is an error and not a
// reason to skip: a test that did not run has not passed.
func find() (string, error) {
	if path := os.Getenv(Executable); path != "" {
		path, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("find the browser of %s: %w", Executable, err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium found: install it (Debian: apt-get install chromium) or set " + Executable)
}
