package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// reportBinding is the function through which helpers.js reports.
const reportBinding = "__harnessReport"

// serviceWorker is the prefix of service worker names in the journal.
const serviceWorker = "service "

// A worker is a worker that a page has started.
type worker struct {
	url string
	ctx context.Context
}

// A journal records forbidden actions of a page and its workers.
type journal struct {
	sink *Sink

	mu      sync.Mutex
	entries []string
	allowed []string
	origin  string          // scheme and host that requests may go to
	others  map[string]bool // additional allowed origins
	workers []worker
	sinkAt  int // number of requests at the proxy that are already recorded
}

func newJournal(s *Sink) *journal {
	_, at := s.Since(0)
	return &journal{sink: s, sinkAt: at, others: map[string]bool{}}
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, fmt.Sprintf(format, args...))
}

func (j *journal) allow(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.allowed = append(j.allowed, text)
}

func (j *journal) setOrigin(address string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.origin = origin(address)
}

func (j *journal) mayAsk(address string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.others[origin(address)] = true
}

func (j *journal) problems() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	asked, at := j.sink.Since(j.sinkAt)
	j.sinkAt = at
	for _, a := range asked {
		j.entries = append(j.entries, "left the machine: "+a)
	}
	var left []string
next:
	for _, e := range j.entries {
		for _, a := range j.allowed {
			if strings.Contains(e, a) {
				continue next
			}
		}
		left = append(left, e)
	}
	return left
}

// listener returns a function that records the events of one target, and attaches to the
// workers that it starts. The function must not run commands itself: the browser's next
// message waits for it.
func (j *journal) listener(ctx context.Context, who string) func(ev any) {
	return func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventConsoleAPICalled:
			switch ev.Type {
			case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
				j.add("%s: console.%s: %s", who, ev.Type, consoleText(ev.Args))
			}
		case *runtime.EventExceptionThrown:
			j.add("%s: uncaught: %s", who, exceptionText(ev.ExceptionDetails))
		case *runtime.EventBindingCalled:
			if ev.Name == reportBinding {
				j.add("%s: security policy: %s", who, ev.Payload)
			}
		case *log.EventEntryAdded:
			if ev.Entry.Level == log.EntryLevelWarning || ev.Entry.Level == log.EntryLevelError {
				j.add("%s: browser %s: %s %s", who, ev.Entry.Level, ev.Entry.Text, ev.Entry.URL)
			}
		case *audits.EventIssueAdded:
			j.add("%s: issue: %s", who, issueText(ev.Issue))
		case *network.EventRequestWillBeSent:
			j.request(who, ev.Request.URL)
		case *network.EventWebSocketCreated:
			j.request(who, ev.URL)
		case *page.EventJavascriptDialogOpening:
			j.add("%s: dialog: %s", who, ev.Message)
			go func() {
				// If the page has closed meanwhile, so has the dialog.
				_, _ = chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
			}()
		case *inspector.EventTargetCrashed:
			// Browsers stop an idle service worker.
			if !strings.HasPrefix(who, serviceWorker) {
				j.add("%s: crashed", who)
			}
		case *target.EventAttachedToTarget:
			if kind := string(ev.TargetInfo.Type); strings.Contains(kind, "worker") || kind == "iframe" {
				go j.follow(ctx, ev.TargetInfo)
			}
		}
	}
}

// follow records the events of a worker or of a frame from another site, including those
// before it was attached: the browser repeats them. The target may have ended before, which
// is not a problem.
func (j *journal) follow(ctx context.Context, info *target.Info) {
	name := string(info.Type) + " " + info.URL[strings.LastIndex(info.URL, "/")+1:]
	if info.Type == "service_worker" {
		name = serviceWorker + name
	}
	wctx, cancel := chromedp.NewContext(ctx, chromedp.WithTargetID(info.TargetID))
	context.AfterFunc(ctx, cancel)
	if chromedp.Do(wctx) != nil {
		return
	}
	j.mu.Lock()
	j.workers = append(j.workers, worker{info.URL, wctx})
	j.mu.Unlock()
	if chromedp.Listen(wctx, j.listener(wctx, name)) != nil {
		return
	}
	// Attaching enabled these before anyone listened. Enabling them again repeats all
	// events.
	for _, again := range []cdp.Command[cdp.Empty, cdp.Empty]{log.Disable, log.Enable, runtime.Disable, runtime.Enable} {
		if _, err := chromedp.Call(wctx, again, cdp.Empty{}); err != nil {
			return
		}
	}
}

func (j *journal) request(who, address string) {
	o := origin(address)
	j.mu.Lock()
	fine := o == "" || o == j.origin || j.others[o]
	j.mu.Unlock()
	if !fine {
		j.add("%s: request to another origin: %s", who, address)
	}
}

// origin returns scheme and host of a network address, and nothing for addresses that never
// leave the browser, such as data: and blob:.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	switch u.Scheme {
	case "data", "blob", "about", "chrome", "chrome-error", "devtools":
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func consoleText(args []*runtime.RemoteObject) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, valueText(a))
	}
	return strings.Join(parts, " ")
}

func valueText(o *runtime.RemoteObject) string {
	var text string
	if o.Description != "" {
		return o.Description
	}
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	return string(o.Value)
}

func exceptionText(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil {
		text += " " + valueText(d.Exception)
	}
	if d.URL != "" {
		text += fmt.Sprintf(" (%s:%d:%d)", d.URL, d.LineNumber+1, d.ColumnNumber+1)
	}
	return text
}

func issueText(i *audits.InspectorIssue) string {
	if i.Details != nil {
		if d := i.Details.ContentSecurityPolicyIssueDetails; d != nil {
			return fmt.Sprintf("%s: %s blocked %s", i.Code, d.ViolatedDirective, d.BlockedURL)
		}
		if d := i.Details.GenericIssueDetails; d != nil {
			return fmt.Sprintf("%s: %s", i.Code, d.ErrorType)
		}
		if d := i.Details.DeprecationIssueDetails; d != nil {
			return fmt.Sprintf("%s: %s", i.Code, d.Type)
		}
	}
	return string(i.Code)
}
