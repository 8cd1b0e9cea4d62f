package browser

import (
	"context"
	_ "embed" // helpers.js
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil/machine"
)

//go:embed helpers.js
var helpersSource string

// Helpers returns the script that runs in every document. Scripts in the page multiply
// their waiting limits by $slowness.
func Helpers() string {
	return fmt.Sprintf("Object.defineProperty(globalThis, \"$slowness\", { value: %.2f });\n%s", machine.Slowness(), helpersSource)
}

// A Reporter is the part of testing.TB that pages use, so that a command can drive a page
// as well.
type Reporter interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Cleanup(func())
	Failed() bool
	Name() string
}

// Timeout is how long a page may take for one action before the test fails, on the
// reference machine of Slowness. All limits are multiplied by that factor.
const Timeout = 20 * time.Second

// pause is the interval between two checks of whether a page is ready.
const pause = 20 * time.Millisecond

// ScreenshotDir names the variable with the folder where a failing test saves a screenshot
// of its page.
const ScreenshotDir = "UNSPOOL_SCREENSHOTS"

// noServiceWorkers makes pages run as in a browser without service workers. Those outlive a
// page, and would affect the next test and the measurements of a benchmark.
const noServiceWorkers = `delete Navigator.prototype.serviceWorker`

// savesData makes pages run as for users who save data, whom the landing page shows a picture
// instead of a session in a second viewer.
const savesData = `Object.defineProperty(NetworkInformation.prototype, "saveData", { get: () => true })`

// noBrotli makes all browsers load the parser as gzip, including those that support Brotli,
// so that tests know the name of its file.
const noBrotli = `DecompressionStream = class extends DecompressionStream {
	constructor(format) {
		if (format === "brotli") throw new TypeError("tests go without Brotli");
		super(format);
	}
}`

// A Page is a tab. Its methods fail the test if they cannot do what they document.
//
// All tabs except those of PrivatePage share the profile of the browser, since Chromium
// behaves differently in a private one (it ignores preconnect, for example). Instead the
// first Open of a page clears the data stored by earlier tests.
type Page struct {
	r    Reporter
	ctx  context.Context
	log  *journal
	used bool
	keep bool // the browser may cache the site for visits without a network
	data bool // the landing page may show a session
}

// Page opens an empty tab, which is closed and checked for problems when the test ends.
func (b *Browser) Page(r Reporter) *Page {
	r.Helper()
	return b.page(r)
}

// PrivatePage opens a tab that shares no cookies and no storage with others.
func (b *Browser) PrivatePage(r Reporter) *Page {
	r.Helper()
	return b.page(r, chromedp.WithNewBrowserContext())
}

func (b *Browser) page(r Reporter, options ...chromedp.ContextOption) *Page {
	r.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, options...)
	p := &Page{r: r, ctx: ctx, log: newJournal(b.sink)}
	// Last in, first out: the test's own cleanups run before this one.
	r.Cleanup(func() {
		r.Helper()
		p.close()
		cancel()
	})
	if err := p.prepare(); err != nil {
		r.Fatalf("open a tab: %v", err)
	}
	return p
}

func (p *Page) prepare() error {
	if err := chromedp.Do(p.ctx); err != nil {
		return err
	}
	if err := chromedp.Listen(p.ctx, p.log.listener(p.ctx, "page")); err != nil {
		return err
	}
	if _, err := chromedp.Call(p.ctx, audits.Enable, cdp.Empty{}); err != nil {
		return err
	}
	if _, err := chromedp.Call(p.ctx, runtime.AddBinding, runtime.AddBindingParams{Name: reportBinding}); err != nil {
		return err
	}
	for _, source := range []string{noBrotli, Helpers()} {
		if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
			return err
		}
	}
	_, err := chromedp.Call(p.ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

// close fails the test if the page did something forbidden.
func (p *Page) close() {
	p.r.Helper()
	// A turn of the event loop, so that pending events arrive. A page that hangs or has
	// crashed does not respond, and a problem has already been recorded.
	ctx, cancel := context.WithTimeout(p.ctx, machine.Scaled(2*time.Second))
	defer cancel()
	_, _ = chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "new Promise((done) => setTimeout(done, 20))", AwaitPromise: new(true),
	})
	problems := p.Problems()
	if dir := os.Getenv(ScreenshotDir); dir != "" && (p.r.Failed() || len(problems) > 0) {
		name := strings.NewReplacer("/", "_", " ", "_").Replace(p.r.Name()) + ".png"
		if err := p.screenshot(filepath.Join(dir, name)); err != nil {
			p.r.Logf("%v", err)
		}
	}
	for _, problem := range problems {
		p.r.Errorf("%s", problem)
	}
}

// Problems returns the recorded problems that are not allowed.
func (p *Page) Problems() []string { return p.log.problems() }

// InWorkers runs JavaScript in the workers whose address contains a text, and returns their
// number. A worker that ends because of it is not a problem.
func (p *Page) InWorkers(address, js string) int {
	p.r.Helper()
	found := 0
	for _, w := range workersOf(p) {
		if !strings.Contains(w.url, address) {
			continue
		}
		found++
		ctx, cancel := context.WithTimeout(w.ctx, machine.Scaled(time.Second))
		_, _ = chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: js})
		cancel()
	}
	return found
}

func workersOf(p *Page) []worker {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return slices.Clone(p.log.workers)
}

// Allow lets a test provoke problems: those that contain text are ignored.
func (p *Page) Allow(text string) { p.log.allow(text) }

// MayAsk lets the page make requests to the origin of url, too.
func (p *Page) MayAsk(url string) { p.log.mayAsk(url) }

// call runs a command of the protocol in the tab.
func call[P, R any](p *Page, cmd cdp.Command[P, R], params P) (R, error) {
	return callWithin(p, Timeout, cmd, params)
}

func callWithin[P, R any](p *Page, within time.Duration, cmd cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(p.ctx, machine.Scaled(within))
	defer cancel()
	return chromedp.Call(ctx, cmd, params)
}

// Open navigates to url and waits until the document is loaded. From then on, only requests
// to the origin of url are allowed.
func (p *Page) Open(url string) {
	p.r.Helper()
	p.log.setOrigin(url)
	if !p.used {
		p.used = true
		if !p.keep {
			p.Before(noServiceWorkers)
		}
		if !p.data {
			p.Before(savesData)
		}
		if _, err := call(p, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
			Origin: origin(url), StorageTypes: "all",
		}); err != nil {
			p.r.Fatalf("clear the storage: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(p.ctx, machine.Scaled(Timeout))
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		p.fail("open "+url, Timeout, err)
	}
}

// evaluate runs js in the page, waits for its promise, and returns the value as JSON, or
// nothing for undefined.
func (p *Page) evaluate(js string) (json.RawMessage, error) { return p.evaluateWithin(Timeout, js) }

func (p *Page) evaluateWithin(within time.Duration, js string) (json.RawMessage, error) {
	res, err := callWithin(p, within, runtime.Evaluate, runtime.EvaluateParams{
		Expression: js, AwaitPromise: new(true), ReturnByValue: new(true), UserGesture: new(true),
	})
	if err != nil {
		return nil, err
	}
	if res.ExceptionDetails != nil {
		return nil, errors.New(exceptionText(res.ExceptionDetails))
	}
	if res.Result.UnserializableValue != "" {
		return nil, fmt.Errorf("no JSON for %s", res.Result.UnserializableValue)
	}
	return json.RawMessage(res.Result.Value), nil
}

// Eval runs a JavaScript expression in the page and returns its value; if it is a promise,
// its resolved value. The expression can use $deep(selector), $$deep(selector) and
// $text(element), which search shadow trees.
func Eval[T any](p *Page, js string) T {
	p.r.Helper()
	return EvalWithin[T](p, Timeout, js)
}

// EvalWithin is Eval for expressions that take longer than the usual timeout.
func EvalWithin[T any](p *Page, within time.Duration, js string) T {
	p.r.Helper()
	var value T
	raw, err := p.evaluateWithin(within, js)
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &value)
	}
	if err != nil {
		p.fail(fmt.Sprintf("evaluate %.1000s", js), within, err)
	}
	return value
}

// Do runs JavaScript in the page for its effect.
func (p *Page) Do(js string) {
	p.r.Helper()
	if _, err := p.evaluate("(async () => {" + js + "\n})()"); err != nil {
		p.fail("evaluate "+js, Timeout, err)
	}
}

// WaitFor waits until a JavaScript expression, or the value of its promise, is true. A
// timeout of 0 means the usual one.
func (p *Page) WaitFor(js string, timeout time.Duration) {
	p.r.Helper()
	if timeout == 0 {
		timeout = Timeout
	}
	p.wait(js, timeout, func() error {
		raw, err := p.evaluate("(async () => !!await (" + js + "\n))()")
		if err == nil && string(raw) != "true" {
			err = errors.New("it is false")
		}
		return err
	})
}

// WaitUntil waits for an event outside of the page; hasHappened reports whether it has happened.
func (p *Page) WaitUntil(event string, hasHappened func() bool) {
	p.r.Helper()
	p.wait(event, Timeout, func() error {
		if !hasHappened() {
			return errors.New("it has not happened")
		}
		return nil
	})
}

// wait calls try until it returns no error. After the timeout, the machine is measured
// again: if it has become slower since, wait continues for the additional time.
func (p *Page) wait(what string, timeout time.Duration, try func() error) {
	p.r.Helper()
	limit := machine.Scaled(timeout)
	for start := time.Now(); ; time.Sleep(pause) {
		err := try()
		if err == nil {
			return
		}
		if time.Since(start) <= limit {
			continue
		}
		machine.Measure()
		if longer := machine.Scaled(timeout); longer > limit {
			limit = longer
			continue
		}
		p.timedOut(what, timeout, err)
	}
}

// fail ends the test for an error of a call with a time limit.
func (p *Page) fail(what string, within time.Duration, err error) {
	p.r.Helper()
	if errors.Is(err, context.DeadlineExceeded) {
		p.timedOut(what, within, err)
	}
	p.r.Fatalf("%s: %v", what, err)
}

// timedOut ends the test with all information about why a limit was exceeded.
func (p *Page) timedOut(what string, timeout time.Duration, err error) {
	p.r.Helper()
	p.r.Fatalf("waited %s (%s on a machine %.1f times as slow as usual) for %s: %v\nproblems: %q\nthe page reads:\n%s",
		machine.Scaled(timeout).Round(time.Second), timeout, machine.Slowness(), what, err, p.Problems(), excerptOf(p))
}

// excerptOf returns the text that a page shows, for a message.
func excerptOf(p *Page) string {
	raw, err := p.evaluateWithin(5*time.Second, "$text().slice(0, 2000)")
	var text string
	if err == nil {
		err = json.Unmarshal(raw, &text)
	}
	if err != nil {
		return err.Error()
	}
	return text
}

// ShowsSample lets the landing page show its sample session in a viewer. Call it before Open.
func (p *Page) ShowsSample() { p.data = true }

// Screenshot writes the visible part of the page to a PNG file or, by its name, a WebP file.
func (p *Page) Screenshot(path string) {
	p.r.Helper()
	if err := p.screenshot(path); err != nil {
		p.r.Fatalf("%v", err)
	}
}

// ScreenshotOf is like Screenshot for an element of the document, enlarged by scale.
func (p *Page) ScreenshotOf(selector string, scale float64, path string) {
	p.r.Helper()
	const position = `(({ x, y, width, height }) => [x + scrollX, y + scrollY, width, height])`
	box := Eval[[4]float64](p, fmt.Sprintf(position+`(document.querySelector(%q).getBoundingClientRect())`, selector))
	err := capture(p, path, page.CaptureScreenshotParams{
		Clip: &page.Viewport{X: box[0], Y: box[1], Width: box[2], Height: box[3], Scale: scale},
	})
	if err != nil {
		p.r.Fatalf("%v", err)
	}
}

func (p *Page) screenshot(path string) error {
	return capture(p, path, page.CaptureScreenshotParams{})
}

func capture(p *Page, path string, params page.CaptureScreenshotParams) error {
	if filepath.Ext(path) == ".webp" {
		params.Format, params.Quality = page.CaptureScreenshotFormatWebp, new(int64(82))
	}
	shot, err := call(p, page.CaptureScreenshot, params)
	if err != nil {
		return fmt.Errorf("take a screenshot: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("take a screenshot: %w", err)
	}
	if err := os.WriteFile(path, shot.Data, 0o644); err != nil {
		return fmt.Errorf("take a screenshot: %w", err)
	}
	return nil
}

// Size sets the size of the viewport in CSS pixels.
func (p *Page) Size(width, height int) {
	p.r.Helper()
	if _, err := call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: 1,
	}); err != nil {
		p.r.Fatalf("set the size: %v", err)
	}
}

// Media sets media features by name, for example "prefers-color-scheme" to "dark" or
// "prefers-reduced-motion" to "reduce". The empty name sets the media type ("print").
// Features that are not named are reset to those of the browser.
func (p *Page) Media(features map[string]string) {
	p.r.Helper()
	params := emulation.SetEmulatedMediaParams{Media: features[""]}
	for name, value := range features {
		if name != "" {
			params.Features = append(params.Features, &emulation.MediaFeature{Name: name, Value: value})
		}
	}
	if _, err := call(p, emulation.SetEmulatedMedia, params); err != nil {
		p.r.Fatalf("set media features: %v", err)
	}
}

// Dark makes the page prefer dark or light colors.
func (p *Page) Dark(on bool) {
	p.r.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	p.Media(map[string]string{"prefers-color-scheme": scheme})
}
