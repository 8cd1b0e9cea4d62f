package engines

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"unspool/web/browser"
)

// obedient makes the worker wait for the address /busy, and do nothing else meanwhile, when it is told to.
const obedient = `;self.addEventListener("message", ({ data }) => {
	if (data !== "wait") return;
	const request = new XMLHttpRequest();
	request.open("GET", "/busy", false);
	request.send();
});`

// A parser that the browser ended is reported as such, and one that is busy is not.
func TestParserEnds(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, p *Page, _ string) {
		free := make(chan struct{})
		p.Open(browser.ServeTest(t, withObedientParser(free)) + sampleAt)
		p.WaitFor(rows)
		p.WaitFor(`$deep("unspool-session").exportSource && $deep("unspool-row[data-kind]")?.row`)
		// A message of the page leads to its worker.
		p.Do(`globalThis.pings = 0; globalThis.answers = [];
			const { postMessage } = Worker.prototype;
			Worker.prototype.postMessage = function (...message) {
				const name = message[0]?.path?.[0];
				if (name === "query") globalThis.parser = this;
				if (name === "ping") pings++;
				return postMessage.apply(this, message);
			};
			const { api } = $deep("unspool-session").exportSource;
			const { key } = $deep("unspool-row[data-kind]").row;
			globalThis.ask = () => api.query("body", { session: 0, key }).then(() => answers.push("body"), (error) => answers.push(error.detail));
			await ask()`)
		p.Do(`parser.postMessage("wait"); void ask()`)
		p.WaitFor(`pings >= 3`)
		if Eval[bool](p, `answers.length > 1`) {
			t.Errorf("the busy parser replied %s", Eval[string](p, `answers.join()`))
		}
		close(free)
		p.WaitFor(`answers.join() === "body,body"`)
		p.Do(`parser.terminate(); void ask()`)
		p.WaitFor(`answers.join() === "body,body,the browser ended it" && $text($role("alert")).includes("The browser ended it")`)
	})
}

// withObedientParser returns the site, whose parser can be told to wait until free is closed.
func withObedientParser(free <-chan struct{}) http.Handler {
	return withParser(obedient, map[string]http.HandlerFunc{"/busy": func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-free:
		case <-r.Context().Done():
		}
	}})
}

// withParser returns the site with JavaScript at the end of the script of the parser, and other handlers by their paths.
func withParser(added string, others map[string]http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if other, found := others[r.URL.Path]; found {
			other(w, r)
			return
		}
		if !strings.Contains(r.URL.Path, "parser-worker") {
			shared.site.Handler.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		recorded := httptest.NewRecorder()
		shared.site.Handler.ServeHTTP(recorded, r)
		recorded.Header().Del("Content-Length")
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(append(recorded.Body.Bytes(), added...))
	})
}

// countedStreams makes the worker report each stream of a file that it opens and cancels.
const countedStreams = `;(() => {
	const report = (what) => {
		const request = new XMLHttpRequest();
		request.open("GET", "/" + what, false);
		request.send();
	};
	const { stream } = Blob.prototype;
	const files = new WeakSet();
	Blob.prototype.stream = function () {
		const opened = stream.call(this);
		files.add(opened);
		report("opened");
		return opened;
	};
	const { getReader, cancel } = ReadableStream.prototype;
	ReadableStream.prototype.getReader = function (...options) {
		const reader = getReader.apply(this, options);
		if (files.has(this)) files.add(reader);
		return reader;
	};
	const counted = (method) => function (...reason) {
		if (files.has(this)) report("canceled");
		return method.apply(this, reason);
	};
	ReadableStream.prototype.cancel = counted(cancel);
	const readers = globalThis.ReadableStreamBYOBReader?.prototype;
	if (readers) readers.cancel = counted(readers.cancel);
})();`

// No stream of a large file stays open: in WebKit, which reads files as streams only as a whole, it would fill the
// memory.
func TestStreamsAreCanceled(t *testing.T) {
	t.Parallel()
	path, _ := largeFile(t)
	inEach(t, func(t *testing.T, p *Page, _ string) {
		var opened, canceled atomic.Int32
		count := func(n *atomic.Int32) http.HandlerFunc {
			return func(http.ResponseWriter, *http.Request) { n.Add(1) }
		}
		p.Open(browser.ServeTest(t, withParser(countedStreams, map[string]http.HandlerFunc{
			"/opened": count(&opened), "/canceled": count(&canceled),
		})))
		p.WaitFor(`$text().includes("Choose files")`)
		p.Choose("input[type=file]:not([webkitdirectory])", path)
		p.WaitLong(`$reports.length > 0`, 5*time.Minute)
		if code := Eval[string](p, `$reports.at(-1)`); code != "ready" {
			t.Fatalf("the page reported %s", code)
		}
		if opened.Load() == 0 || canceled.Load() != opened.Load() {
			t.Errorf("%d of %d streams were canceled", canceled.Load(), opened.Load())
		}
	})
}
