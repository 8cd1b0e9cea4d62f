package engines

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/busy":
			select {
			case <-free:
			case <-r.Context().Done():
			}
		case strings.Contains(r.URL.Path, "parser-worker"):
			r.Header.Del("Accept-Encoding")
			recorded := httptest.NewRecorder()
			shared.site.Handler.ServeHTTP(recorded, r)
			recorded.Header().Del("Content-Length")
			for name, values := range recorded.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(append(recorded.Body.Bytes(), obedient...))
		default:
			shared.site.Handler.ServeHTTP(w, r)
		}
	})
}
