package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// profile is a network as Chromium's developer tools know it by name.
type profile struct {
	name    string
	latency float64 // ms from a request to the first byte of its answer
	down    float64 // bytes a second, of all requests together
}

// profiles are the two mobile networks that the developer tools offer, with
// their figures. The goals are for the first, the one that people mean by 4G
// (9 Mbit/s less a tenth, 60 ms × 2.75). Through the other, which is Lighthouse's
// (1.6 Mbit/s less a tenth), the parser alone takes 5 s.
func profiles() []profile {
	return []profile{{"4G", 165, 9e6 / 8 * 0.9}, {"slow4G", 562.5, 1.6e6 / 8 * 0.9}}
}

const (
	landingGoal = 1000 // ms until the entrance is painted, through 4G
	readyGoal   = 2000 // ms until the parser runs there, so that a file that is dropped is read at once
)

// visitProbe notes when the parser of the page answers, by the hook that
// every page has for parsers of its own.
const visitProbe = `(() => {
	const define = customElements.define;
	customElements.define = function (name, element, ...rest) {
		if (name !== "unspool-session") return define.call(this, name, element, ...rest);
		define.call(this, name, class extends element {
			constructor() {
				super();
				const make = this.parserFactory;
				this.parserFactory = (...given) => {
					const parser = make(...given);
					parser.api.sessions().then(() => (globalThis.visitReady ??= performance.now()));
					return parser;
				};
			}
		}, ...rest);
	};
})()`

// BenchmarkFirstVisit opens the page with nothing kept from before, through the
// networks above and from a server that compresses as hosts do. It tells when the
// entrance was there to be seen, when the parser had come through the network, and
// when it answered: what lies between the last two is the machine's.
func BenchmarkFirstVisit(b *testing.B) {
	handler := compressed(shared.handler)
	browser, err := Start(context.Background(), Options{Flags: map[string]any{"ignore-certificate-errors": true}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := browser.Close(); err != nil {
			b.Error(err)
		}
	})
	for _, version := range []string{"h1", "h2"} {
		server := httptest.NewUnstartedServer(handler)
		server.EnableHTTP2 = version == "h2"
		server.Config.ErrorLog = log.New(io.Discard, "", 0) // connections that a closed tab leaves
		server.StartTLS()
		b.Cleanup(server.Close)
		for _, network := range profiles() {
			b.Run(network.name+"/"+version, func(b *testing.B) {
				var all []seen
				for b.Loop() {
					for range benchRounds {
						all = append(all, firstVisit(b, browser, server.URL+"/", network))
					}
				}
				// best and middle of one of the figures
				figure := func(of func(seen) float64) (float64, float64) {
					var values []float64
					for _, one := range all {
						values = append(values, of(one))
					}
					slices.Sort(values)
					return values[0], values[len(values)/2]
				}
				bestPainted, painted := figure(func(s seen) float64 { return s.Painted })
				bestLoaded, loaded := figure(func(s seen) float64 { return s.Loaded })
				bestReady, ready := figure(func(s seen) float64 { return s.Ready })
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(painted, "landing-ms")
				b.ReportMetric(loaded, "loaded-ms")
				b.ReportMetric(ready, "ready-ms")
				b.Logf(`%s over %s, medians (and best) of %d
  landing page painted  %5.0f (%.0f) ms  %s
  parser loaded         %5.0f (%.0f) ms
  ready to parse        %5.0f (%.0f) ms  %s`, network.name, version, len(all),
					painted, bestPainted, reached(network, painted, landingGoal), loaded, bestLoaded,
					ready, bestReady, reached(network, ready, readyGoal))
			})
		}
	}
}

func reached(p profile, ms, goal float64) string {
	switch {
	case p.name != profiles()[0].name:
		return "no goal"
	case ms <= goal:
		return "reached: at most " + strconv.Itoa(int(goal)) + " ms"
	}
	return "MISSED: at most " + strconv.Itoa(int(goal)) + " ms"
}

// seen is what happened when, in ms from the start of the navigation.
type seen struct{ Painted, Loaded, Ready float64 }

func firstVisit(b *testing.B, browser *Browser, url string, through profile) seen {
	b.Helper()
	tab := &tab{TB: b}
	p := browser.Page(tab)
	defer tab.end()
	p.Allow("certificate") // which only the service worker minds
	if _, err := call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
		b.Fatal(err)
	}
	if _, err := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: visitProbe}); err != nil {
		b.Fatal(err)
	}
	if _, err := call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: through.latency, DownloadThroughput: through.down, UploadThroughput: -1}},
	}); err != nil {
		b.Fatal(err)
	}
	p.Open(url)
	p.WaitFor(`globalThis.visitReady`, 0)
	return Eval[seen](p, `new Promise((resolve) => new PerformanceObserver((list) => {
		// The largest that was painted is the landing page's heading or its text.
		const parser = performance.getEntriesByType("resource").find((e) => e.name.endsWith(".wasm.gz"));
		resolve({ painted: list.getEntries().at(-1).startTime, loaded: parser.responseEnd, ready: visitReady });
	}).observe({ type: "largest-contentful-paint", buffered: true }))`)
}

// compressed serves what next does, compressed as far as it is text.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		body := answer.Body.Bytes()
		header := w.Header()
		for name, values := range answer.Header() {
			header[name] = values
		}
		if kind := header.Get("Content-Type"); strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") {
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			_, err := z.Write(body)
			if err == nil {
				err = z.Close()
			}
			if err == nil {
				body = packed.Bytes()
				header.Set("Content-Encoding", "gzip")
				header.Set("Content-Length", strconv.Itoa(len(body)))
			}
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(body) // a page that is gone needs no answer
	})
}
