package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"unspool/web/browser"
)

// A network is a network of Chromium's developer tools, by its name there.
type network struct {
	name    string
	latency float64 // ms from a request to the first byte of its response
	down    float64 // bytes per second, of all requests together
	goals   bool
}

// networks returns the two mobile networks that the developer tools offer, with their
// parameters. The goals apply to the first, the one that people call 4G (9 Mbit/s less a
// tenth, 60 ms × 2.75). Through the other, which is Lighthouse's (1.6 Mbit/s less a tenth),
// the parser alone takes 5 s.
func networks() []network {
	return []network{{"4G", 165, 9e6 / 8 * 0.9, true}, {"slow 4G", 562.5, 1.6e6 / 8 * 0.9, false}}
}

const landingGoal = 1000 // ms until the landing page is painted

// A packing is an encoding in which the parser is downloaded.
type packing struct {
	name, file string
	readyGoal  float64 // ms until the parser runs, so that a dropped file is read at once
	before     string  // script that runs before the page's own
}

// packings are the two that the page chooses from. If the browser cannot decompress Brotli
// itself, the server declares the encoding, and the network stack decompresses the file.
var packings = []packing{
	{name: "gzip", file: ".wasm.gz", readyGoal: 3000, before: `DecompressionStream = ((real) => function (format) {
		if (format === "brotli") throw new TypeError(format);
		return new real(format);
	})(DecompressionStream)`},
	{name: "Brotli", file: brotliFile, readyGoal: 2500, before: `DecompressionStream = ((real) => function (format) {
		return new real(format === "brotli" ? "gzip" : format);
	})(DecompressionStream)`},
}

const brotliFile = ".wasm.br"

// visitProbe records when the parser of the page responds, by the hook that every page has
// for parsers of its own.
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

// firstVisits opens the page with an empty cache, through the networks above and from a
// server that compresses like hosts do. It measures when the landing page was painted, when
// the parser was downloaded, and when it responded: the time between the last two depends
// on the machine.
func (s *stage) firstVisits() (figures []Figure, err error) {
	b, err := browser.Start(context.Background(), browser.Options{Flags: map[string]any{"ignore-certificate-errors": true}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for _, version := range []string{"HTTP/1.1", "HTTP/2"} {
		server := httptest.NewUnstartedServer(compressed(s.built.Handler))
		server.EnableHTTP2 = version == "HTTP/2"
		server.Config.ErrorLog = log.New(io.Discard, "", 0) // connections that a closed tab leaves
		server.StartTLS()
		defer server.Close()
		for _, through := range s.plan.networks {
			for _, packed := range packings {
				got := samples{}
				for range s.plan.rounds {
					if err := firstVisit(got, b, server.URL+"/", through, packed); err != nil {
						return figures, err
					}
				}
				name := fmt.Sprintf("first visit, %s, %s, %s: ", through.name, version, packed.name)
				painted, ready := figure(name+"entrance painted", "ms", got["painted"]), figure(name+"ready to parse", "ms", got["ready"])
				if through.goals {
					painted, ready = painted.atMost(landingGoal), ready.atMost(packed.readyGoal)
				}
				figures = append(figures, painted.detail(), figure(name+"parser loaded", "ms", got["loaded"]).detail(), ready.detail())
			}
		}
	}
	return figures, nil
}

func firstVisit(into samples, b *browser.Browser, url string, through network, packed packing) error {
	return browser.Attempt("visit", func(r browser.Reporter) {
		p := b.Page(r)
		p.Allow("certificate") // only the service worker rejects the certificate
		p.Before(packed.before)
		p.Before(visitProbe)
		p.Through(through.latency, through.down)
		p.Open(url)
		p.WaitFor(`globalThis.visitReady`, 0)
		// ms from the start of the navigation
		seen := browser.Eval[struct{ Painted, Loaded, Ready float64 }](p, `new Promise((resolve) => new PerformanceObserver((list) => {
			// The largest that was painted is the landing page's heading or its text.
			const parser = performance.getEntriesByType("resource").find((e) => e.name.endsWith("`+packed.file+`"));
			resolve({ painted: list.getEntries().at(-1).startTime, loaded: parser.responseEnd, ready: visitReady });
		}).observe({ type: "largest-contentful-paint", buffered: true }))`)
		into.add("painted", seen.Painted)
		into.add("loaded", seen.Loaded)
		into.add("ready", seen.Ready)
	})
}

// compressed serves the responses of next, with text compressed.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		body := answer.Body.Bytes()
		header := w.Header()
		for name, values := range answer.Header() {
			header[name] = values
		}
		if strings.HasSuffix(r.URL.Path, brotliFile) {
			header.Set("Content-Encoding", "br")
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
		_, _ = w.Write(body) // a page that has closed needs no response
	})
}
