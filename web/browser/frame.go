package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// SaysNeedsOrigin is whether a sandboxed frame says that it needs an origin to show a session.
const SaysNeedsOrigin = `$text().includes("In a sandboxed frame it needs allow-same-origin")`

// Frame waits for the frame whose address contains a text, and returns it. The frame must
// be of another site than the page around it, or have no origin: the browser isolates such
// a frame from its page.
func (p *Page) Frame(address string) *Page {
	p.r.Helper()
	var f *Page
	p.wait("a frame with "+address, Timeout, func() (err error) {
		f, err = findFrame(p, address)
		return err
	})
	return f
}

// findFrame returns the frame whose address contains a text, if it exists and responds.
func findFrame(p *Page, address string) (*Page, error) {
	page := cdp.FrameID(chromedp.FromContext(p.ctx).Target.TargetID) // of its main frame, too
	targets, err := chromedp.Targets(p.ctx)
	if err != nil {
		return nil, fmt.Errorf("find frames: %w", err)
	}
	for _, info := range targets {
		if info.Type != "iframe" || info.ParentFrameID != page || !strings.Contains(info.URL, address) {
			continue
		}
		ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(info.TargetID))
		context.AfterFunc(p.ctx, cancel)
		f := &Page{r: p.r, ctx: ctx, log: p.log, used: true}
		if err := chromedp.Do(ctx); err != nil {
			continue // it disappeared, and another may follow
		}
		if _, err := call(f, runtime.Evaluate, runtime.EvaluateParams{Expression: Helpers()}); err == nil {
			return f, nil
		}
	}
	return nil, errors.New("there is none that answers")
}
