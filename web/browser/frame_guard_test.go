package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"unspool/build/site"
)

// Only the parent page is listened to, and after its first message only its origin.
func TestFrameListensToParentOnly(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	f.WaitFor(`of("progress").length > 0`, 0)
	inside := f.Frame("embed.html")
	said := Eval[int](f.Page, `heard.a.length`)
	for _, from := range []struct{ source, origin string }{
		{"own", strings.TrimSuffix(f.blog.URL, "/")},
		{"none", ""},
		{"parent", "https://evil.example"},
		{"parent", "null"},
	} {
		inside.Run("frame.forge", from.source, from.origin)
	}
	// A frame beside it has a reference to it.
	f.Run("frame.sendFromBeside")
	if got := Eval[string](f.Page, `JSON.stringify(heard.a.slice(`+strconv.Itoa(said)+`).map((one) => one.type + one.id))`); strings.Contains(got, "evil") {
		t.Errorf("replied %s", got)
	}
	if got := Eval[string](inside, `document.title + $$role("article").length`); !strings.HasPrefix(got, "Tide times") || strings.HasSuffix(got, "e0") {
		t.Errorf("the frame shows %s", got)
	}
}

// Invalid messages are ignored, invalid requests are rejected, and so are requests above the limit.
func TestFrameHostileMessages(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	before := Eval[int](f.Page, `heard.a.length`)
	f.Run("frame.sendNonsense")
	inside := f.Frame("embed.html")
	got := Eval[string](f.Page, `JSON.stringify(heard.a.slice(`+strconv.Itoa(before)+`).map((one) => one.type).filter((type) => !["pong", "ready", "height"].includes(type)))`)
	if got != "[]" {
		t.Errorf("replied %s", got)
	}
	if rows := Eval[int](inside, `$$role("article").length`); rows < 4 {
		t.Errorf("%d rows remain", rows)
	}
	// With a valid name the reply names the invalid member.
	for message, want := range map[string]string{
		`{ type: "load" }`:                                        "message bytes",
		`{ type: "load", bytes: 3 }`:                              "message bytes",
		`{ type: "load", url: "a", file: new Blob() }`:            "message url",
		`{ type: "load", files: [{ path: "a", bytes: "text" }] }`: "message files",
		`{ type: "set", theme: 1 }`:                               "message theme",
		`{ type: "goTo", uuid: 7 }`:                               "message uuid",
		`{ type: "search" }`:                                      "message text",
	} {
		if got := Eval[string](f.Page, `ask(`+message+`).then((one) => one.code + " " + one.detail)`); got != want {
			t.Errorf("%s is rejected with %q, want %q", message, got, want)
		}
	}
	// The page has passed these bytes, so it is told whether a record is among them.
	f.Do(`await ask({ type: "load", bytes: await (await fetch(` + strconv.Quote(sampleAddress(t)) + `)).arrayBuffer() })`)
	f.Do(`heard.a.length = 0; for (let i = 0; i < 3000; i++) say({ type: "goTo", id: i, uuid: "00000000-0000-4000-8000-000000000000" })`)
	f.WaitFor(`heard.a.filter(({ type }) => type !== "height").length >= 3000`, 0)
	counts := Eval[map[string]int](f.Page, `Object.fromEntries(Object.entries(Object.groupBy(heard.a, (one) => one.code ?? one.type)).map(([code, all]) => [code, all.length]))`)
	if counts["reply"] < 100 || counts["busy"] == 0 || counts["reply"]+counts["busy"] != 3000 {
		t.Errorf("replies to 3000 requests at once: %v", counts)
	}
}

// A page that cannot read a session itself receives none of its content.
func TestFrameRevealsNoContent(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json", "embed.html#v=1&src=nothing.jsonl")
	f.Allow("404")
	f.ready("a")
	f.WaitFor(`of("error", "b").length > 0`, 0)
	told := Eval[string](f.Page, `JSON.stringify(heard)`)
	for _, secret := range []string{"Tide", "harbour", "turns", "nothing", "sessions"} {
		if strings.Contains(told, secret) {
			t.Errorf("the page is reported %q: %s", secret, told)
		}
	}
	if got := Eval[string](f.Page, `ask({ type: "search", text: "harbour" }).then(JSON.stringify)`); !strings.Contains(got, `"code":"private"`) {
		t.Errorf("search: %s", got)
	}
	// Prices are applied to what was read before, which does not make that readable for the page.
	f.Do(`await ask({ type: "load", file: new File(["model\tinput\n"], "prices.tsv") })`)
	if got := Eval[string](f.Page, `ask({ type: "search", text: "harbour" }).then(JSON.stringify)`); strings.Contains(got, "harbour") {
		t.Errorf("search after prices: %s", got)
	}
	// A page of the viewer's own host could read it without the frame.
	own := withArticle(t, "<script>"+script("frame.listen")+`</script><iframe src="embed.html#v=1&src=sample/files.json"></iframe>`)
	p := openOn(t, own, "article")
	p.WaitFor(`JSON.stringify(heard).includes("Tide times across the clock change")`, 0)
}

// Such a page is told the height of a whole session, but not the heights of parts that it chooses.
func TestFrameReportsNoHeightsOfParts(t *testing.T) {
	t.Parallel()
	for name, narrow := range map[string]string{
		"message":  `await ask({ type: "set", turns: "2", show: "prompts" })`,
		"fragment": `frame().src += "&turns=2&show=prompts"`,
	} {
		t.Run(name, func(t *testing.T) {
			f := frames(t, "", "embed.html#v=1&src=sample/files.json")
			f.ready("a")
			f.WaitFor(`of("height").length > 0`, 0)
			inside := f.Frame("embed.html")
			const rows = `$$role("article").length`
			inside.WaitFor(rows+` > 3`, 0)
			f.Do(narrow)
			inside.WaitFor(rows+` === 1`, 0)
			// After a ping it repeats its last report.
			f.Do(`heard.a.length = 0; await ask({ type: "ping" }); await ask({ type: "set", turns: "", show: "" })`)
			inside.WaitFor(rows+` > 3`, 0)
			if got := Eval[string](f.Page, `ask({ type: "ping" }).then(() => ask({ type: "set" })).then(() => JSON.stringify(heard.a))`); strings.Contains(got, "height") {
				t.Errorf("the page receives %s", got)
			}
		})
	}
}

// withArticle is a host of the viewer's files with an article of its own.
func withArticle(t *testing.T, body string) *Host {
	t.Helper()
	pages, files := docs(map[string]Doc{"/article": article("", body)}), site.Handler(os.DirFS(shared.dir))
	return newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/article" {
			w.Header().Set("Content-Type", "text/html")
			pages.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
}

// The address may refer to the viewer's host, or to others with https; anything else is refused.
func TestFrameAddresses(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1")
	f.WaitFor(`of("pong").length > 0`, 0)
	for _, url := range []string{"http://other.invalid/a.jsonl", "javascript:alert(1)", "data:text/plain,x", "blob:https://a/b", "file:///etc/passwd", "https://user:secret@other.invalid/", "//[", "sample/files.json http://other.invalid/", "ftp://other.invalid/"} {
		if got := Eval[string](f.Page, `ask({ type: "load", url: `+strconv.Quote(url)+` }).then((one) => one.type + one.code)`); got != "erroraddress" {
			t.Errorf("%s: %s", url, got)
		}
	}
	wants(t, Eval[string](f.Frame("embed.html"), `$text()`), "The address could not be opened")
	if got := Eval[string](f.Page, `ask({ type: "load", url: "sample/files.json" }).then((one) => one.type)`); got != "ready" {
		t.Errorf("the sample: %s", got)
	}
}

// Opened on its own, the page was not chosen by anyone: it reads only from its own host.
func TestFrameWithoutParent(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	p.Open(siteURL(t) + "embed.html#v=1&src=https://other.invalid/a%2520b.jsonl&at=x")
	p.WaitFor(`$text().includes("This session is on other.invalid")`, 0)
	if got := Eval[string](p, `$deep("a").href`); got != siteURL(t)+"view.html#v=1&src=https://other.invalid/a%2520b.jsonl&at=x" {
		t.Errorf("it links to %s", got)
	}
	p.Open(siteURL(t) + "embed.html#v=1&src=https://other.invalid/a%20https://other.invalid/b")
	p.WaitFor(`$text().includes("one address at a time") && $deep("a") === null`, 0)
	p.Open(siteURL(t) + "embed.html")
	p.WaitFor(`$text().includes("No session here")`, 0)
	p.Open(siteURL(t) + "embed.html#v=1&src=sample/files.json")
	p.WaitFor(`$$role("article").length > 3`, 0)
	// The window that opened it is not listened to either.
	q := openOn(t, withArticle(t, ""), "article")
	if got := Call[string](q, "frame.askWindow"); got != "nothing" {
		t.Errorf("the window receives %s", got)
	}
}

// Only this page can be framed by others.
func TestFrameHeaders(t *testing.T) {
	t.Parallel()
	for name, ancestors := range map[string]string{"embed.html": "*", "": "'none'", "index.html": "'none'", "styleguide.html": "'none'"} {
		answer, err := http.Get(siteURL(t) + name)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy+";", "frame-ancestors "+ancestors+";") {
			t.Errorf("/%s: %s", name, policy)
		}
		if got := answer.Header.Values("X-Frame-Options"); len(got) > 0 {
			t.Errorf("/%s: X-Frame-Options %v", name, got)
		}
	}
	f := frames(t, "", "embed.html#v=1", "index.html")
	f.Allow("frame-ancestors")
	f.WaitFor(`of("pong", "a").length > 0 && frame("b").dataset.loaded`, 0)
	if asked, got := f.viewer.Asked("index.html"), f.viewer.Asked("assets/app"); asked == 0 || got > 0 {
		t.Errorf("for the app in a frame, %d requests for the page and %d for its code", asked, got)
	}
}

// secureHost serves handler by https, at a name of this machine.
func secureHost(t *testing.T, name string, handler http.Handler) string {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "127.0.0.1", name, 1) + "/"
}

// A page receives the content of a session on its own host, but not that of a session on another
// host.
func TestFrameRevealsWhatPageCanRead(t *testing.T) {
	t.Parallel()
	b, err := Start(context.Background(), Options{Flags: map[string]any{"ignore-certificate-errors": true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	viewer := secureHost(t, "127.0.0.1", site.Handler(os.DirFS(shared.dir)))
	other := secureHost(t, "127.0.0.1", docs(nil))
	files := docs(nil)
	blog := secureHost(t, "localhost", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			files.ServeHTTP(w, r)
			return
		}
		var frames string
		for id, host := range map[string]string{"a": "https://" + r.Host + "/", "b": other} {
			frames += fmt.Sprintf(`<iframe id=%q src="%sembed.html#v=1&src=%ssample/files.json"></iframe>`, id, viewer, host)
		}
		docs(map[string]Doc{"/": article(talk, frames)}).ServeHTTP(w, r)
	}))
	p := b.Page(t)
	p.MayAsk(viewer)
	p.MayAsk(other)
	p.Open(blog)
	p.WaitFor(`of("ready", "a").length > 0 && of("ready", "b").length > 0`, 0)
	wants(t, Eval[string](p, `JSON.stringify(heard.a)`), "Tide times across the clock change")
	if told := Eval[string](p, `JSON.stringify(heard.b)`); strings.Contains(told, "Tide") || strings.Contains(told, "turns") {
		t.Errorf("the page receives %s", told)
	}
}

// If the viewer's host does not allow a frame without an origin to load its code, the frame names
// possible causes.
func TestFrameWithBlockedCode(t *testing.T) {
	t.Parallel()
	viewer := newHost(t, http.FileServer(http.Dir(shared.dir))) // sends no headers
	blog := newHost(t, docs(map[string]Doc{"/": article("", `<iframe sandbox="allow-scripts" src="`+viewer.URL+`embed.html#v=1"></iframe>`)}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1)
	p := openOn(t, blog, "", viewer)
	p.Allow("CORS policy")
	p.Allow("net::ERR_FAILED")
	inside := p.Frame("embed.html")
	inside.WaitFor(`document.getAnimations().length > 0`, 0)
	const said = `document.querySelector(".late").checkVisibility({ visibilityProperty: true })`
	if Eval[bool](inside, said) {
		t.Error("it reports this at once")
	}
	inside.Do(`document.getAnimations().forEach((one) => one.finish())`)
	if !Eval[bool](inside, said) {
		t.Error("it reports nothing after a while")
	}
	wants(t, Eval[string](inside, `$text()`), "The viewer failed to load")
}

// The page accepts no dropped files, and handles no keys before the user is in the viewer.
func TestFrameHandlesNothingElse(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	inside := f.Frame("embed.html")
	got := Call[string](inside, "frame.preventedEvents")
	if got != "" || Eval[bool](inside, `$role("dialog") !== null`) {
		t.Errorf("the page handles %s itself", got)
	}
}

// A page that requires cross-origin isolation (COEP) can contain the frame without credentials.
func TestFrameUnderEmbedderPolicy(t *testing.T) {
	t.Parallel()
	viewer := siteHost(t)
	page := article(talk, `<iframe id="a" credentialless src="`+viewer.URL+`embed.html#v=1&src=sample/files.json"></iframe>`)
	page.Header = map[string]string{"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin"}
	blog := newHost(t, docs(map[string]Doc{"/": page}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1)
	p := openOn(t, blog, "", viewer)
	if !Eval[bool](p, `crossOriginIsolated`) {
		t.Error("the page has no such policy")
	}
	p.WaitFor(`of("ready").length > 0`, 0)
}
