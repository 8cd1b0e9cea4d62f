package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"unspool/parser/testutil"
)

// elsewhere opens the page that may read from other hosts, with the address of a session.
func elsewhere(t *testing.T, src string, hosts ...*Host) *Page {
	t.Helper()
	p := newPage(t)
	for _, host := range hosts {
		p.MayAsk(host.URL)
	}
	fragment := ""
	if src != "" {
		fragment = "#v=1&src=" + url.QueryEscape(src)
	}
	enter(p, siteURL(t)+"view.html"+fragment)
	return p
}

// questioned waits for the question and returns its text.
func questioned(p *Page) string {
	p.r.Helper()
	p.WaitFor(`$deep("main:not([hidden]) .asking [data-first]") === document.activeElement`, 0)
	return Eval[string](p, `$text($deep(".asking"))`)
}

// noteOn waits for the message about what is wrong.
func noteOn(p *Page) string {
	p.r.Helper()
	p.WaitFor(`$deep("main:not([hidden]) .failure") && $text($role("alert")).length > 10`, 0)
	return Eval[string](p, `$text($role("alert"))`)
}

const readIt = `.asking .primary`

// vault is a host with the sample, which any page may read, and which must receive nothing of the
// user's.
func vault(t *testing.T) *Host {
	t.Helper()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	return newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Referer", "Authorization"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s: %s %q is sent", r.URL.Path, name, got)
			}
		}
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Path != "/s.jsonl" {
			http.NotFound(w, r)
			return
		}
		if _, err := w.Write(data); err != nil {
			t.Error(err)
		}
	}))
}

// Another host is not requested before the user has agreed to it by name.
func TestOtherHost(t *testing.T) {
	t.Parallel()
	setsCookies(t)
	host := vault(t)
	name := hostName(host)
	p := elsewhere(t, host.URL+"s.jsonl", host)
	p.Do(`document.cookie = "secret=1"`) // for all ports of this machine
	text := questioned(p)
	wants(t, text, "Read a session from "+name+"?", host.URL+"s.jsonl", "IP address", "No cookies")
	if focused := Eval[string](p, `$text(document.activeElement)`); focused != "Don't read" {
		t.Errorf("the focus is on %q", focused)
	}
	declined := func(how string) {
		t.Helper()
		p.WaitFor(`$text().includes("Choose files") && location.hash === ""`, 0)
		if n := host.Asked(""); n != 0 {
			t.Fatalf("%d requests before consent (%s)", n, how)
		}
	}
	p.Press("Enter")
	declined("Enter")

	p.Click(".from-address input")
	p.Type(host.URL + "s.jsonl")
	p.Press("Enter")
	questioned(p)
	p.Press("Escape")
	declined("Escape")

	p.Do(`location.hash = ` + strconv.Quote("#v=1&src="+url.QueryEscape(host.URL+"s.jsonl")))
	questioned(p)
	p.Do(`history.back()`)
	declined("back")

	p.Click(".from-address input")
	p.Type(host.URL + "s.jsonl")
	p.Press("Enter")
	questioned(p)
	p.Press("Tab", "Enter")
	ready(p)
	wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
	if n := host.Asked(""); n != 1 {
		t.Errorf("%d requests", n)
	}

	// It applies only once.
	p.Do(`location.reload()`)
	p.WaitFor(`$deep(".asking")`, 0)
	questioned(p)
	if n := host.Asked(""); n != 1 {
		t.Errorf("%d requests after a reload", n)
	}
}

// A link to a record goes to it, and links to other records have the same form.
func TestOtherHostRecord(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	host := vault(t)
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	ids := regexp.MustCompile(`"uuid":"([0-9a-f-]+)"`).FindAllSubmatch(data, -1)
	record := string(ids[len(ids)*2/3][1])
	q := elsewhere(t, host.URL+"s.jsonl", host)
	q.Do(`const changed = new Promise((done) => addEventListener("hashchange", () => setTimeout(done), { once: true }));
		location.hash += "&at=` + record + `"; await changed; await document.querySelector("unspool-app").updateComplete`) // it asks anew
	questioned(q)
	q.Click(readIt)
	ready(q)
	q.WaitFor(`$deep("unspool-list").scrollTop > 1000`, 0)
	link := Eval[string](q, `$deep("unspool-session").linkTo("1234", "s1")`)
	want := siteURL(t) + "view.html#v=1&src=" + url.QueryEscape(host.URL+"s.jsonl") + "&session=s1&at=1234"
	if link != want {
		t.Errorf("link %s, want %s", link, want)
	}
}

// The page reports an address that is not allowed in a link, and does not ask about it.
func TestOtherHostRefused(t *testing.T) {
	t.Parallel()
	p := elsewhere(t, "")
	p.WaitFor(`$deep(".from-address input")`, 0)
	for src, want := range map[string]string{
		"http://example.com/s.jsonl":            "begin with https://",
		"https://ada:secret@example.com/s":      "a user name or password",
		"https://" + strings.Repeat("a/", 5000): "not the address",
	} {
		p.Do(`location.hash = ` + strconv.Quote("#v=1&src="+url.QueryEscape(src)))
		wants(t, questioned(p), "This address can't be opened", want)
		if Eval[bool](p, `!!$deep(".asking .primary")`) {
			t.Errorf("the page offers to request %s", src)
		}
		p.Press("Enter")
		p.WaitFor(`$text().includes("Choose files")`, 0)
	}
	for _, page := range []string{"view.html", "index.html"} {
		for _, src := range []string{"ftp://example.com/s.jsonl", "javascript:alert(1)", "data:text/plain,x", "blob:null/1"} {
			q := newPage(t)
			enter(q, siteURL(t)+page+"#v=1&src="+url.QueryEscape(src))
			wants(t, noteOn(q), "could not be opened", src, "not the address of a file")
		}
	}
}

// A name that only looks like another is shown as what it is, the address of a page about a file is
// replaced by that of the file, and invisible characters of an address are made visible.
func TestOtherHostNames(t *testing.T) {
	t.Parallel()
	p := elsewhere(t, "https://аррӏе.com/s.jsonl")
	wants(t, questioned(p), "xn--80ak6aa92e.com?", "letters from other scripts", "аррӏе.com")
	p = elsewhere(t, "https://github.com/ada/tides/blob/main/\u202elnosj.jsonl")
	wants(t, questioned(p), "raw.githubusercontent.com?", "a page on github.com")
	if label := Eval[string](p, `$deep(".asking .address .mark").dataset.label`); label != "RLO" {
		t.Errorf("the mark reads %q", label)
	}
}

// leading is a host that redirects to an address.
func leading(t *testing.T, to string) *Host {
	t.Helper()
	return newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		http.Redirect(w, r, to, http.StatusFound)
	}))
}

// hostName returns a host as the question names it.
func hostName(host *Host) string {
	return strings.TrimSuffix(strings.TrimPrefix(host.URL, "http://"), "/")
}

// The target of a host's redirect is not requested before the user agreed to redirects; the host
// that responds is named, and read only after the user has agreed to it, too.
func TestOtherHostRedirects(t *testing.T) {
	t.Parallel()
	second := vault(t)
	first := leading(t, second.URL+"s.jsonl")
	p := elsewhere(t, first.URL+"here.jsonl", first, second)
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("redirects your browser")`, 0)
	wants(t, questioned(p), hostName(first)+" redirects your browser", first.URL+"here.jsonl", "only after following it")
	if n := second.Asked(""); n != 0 {
		t.Fatalf("%d requests before consent to redirects", n)
	}
	p.Press("Enter")
	p.WaitFor(`$text().includes("Choose files") && location.hash === ""`, 0)

	p.Do(`location.hash = ` + strconv.Quote("#v=1&src="+url.QueryEscape(first.URL+"here.jsonl")))
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("redirects your browser")`, 0)
	questioned(p)
	p.Click(readIt)
	p.WaitFor(fmt.Sprintf(`$text().includes("Read a session from %s?")`, hostName(second)), 0)
	wants(t, questioned(p), hostName(first)+" redirected your browser", "already requested", second.URL+"s.jsonl")
	p.Click(readIt)
	ready(p)
	if link := Eval[string](p, `$deep("unspool-session").linkTo("", "")`); !strings.Contains(link, url.QueryEscape(first.URL+"here.jsonl")) {
		t.Errorf("the link %s does not point to the requested address", link)
	}
}

// A host that redirects within itself is asked about once, and then read.
func TestOtherHostRedirectsWithin(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	var host *Host
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	host = newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Path != "/s.jsonl" {
			http.Redirect(w, r, "/s.jsonl", http.StatusFound)
		} else if _, err := w.Write(data); err != nil {
			t.Error(err)
		}
	}))
	p := elsewhere(t, host.URL+"here.jsonl", host)
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("redirects your browser")`, 0)
	questioned(p)
	p.Click(readIt)
	ready(p)
}

// The user cannot agree to a forbidden address as the target of a redirect either, and is told that
// it was requested.
func TestOtherHostRedirectRefused(t *testing.T) {
	t.Parallel()
	second := vault(t)
	first := leading(t, second.URL+"s.jsonl?"+strings.Repeat("a", 9000))
	p := elsewhere(t, first.URL+"here.jsonl", first, second)
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("redirects your browser")`, 0)
	questioned(p)
	p.Click(readIt)
	p.WaitFor(`$text().includes("was not read")`, 0)
	wants(t, questioned(p), hostName(first)+" redirected your browser", "already requested, but none of its response was read", "not the address of a file")
	if Eval[bool](p, `!!$deep(".asking .primary")`) {
		t.Error("the page offers consent")
	}
}

// The agreement for one session does not apply to the next one, even if that is on the page's own
// host and redirects to the same target.
func TestOtherHostConsentEnds(t *testing.T) {
	t.Parallel()
	host := vault(t)
	home := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away.jsonl" {
			http.Redirect(w, r, host.URL+"s.jsonl", http.StatusFound)
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	p := newPage(t)
	p.MayAsk(home.URL)
	p.MayAsk(host.URL)
	follow := func() {
		t.Helper()
		p.WaitFor(`$text().includes("redirects your browser")`, 0)
		wants(t, questioned(p), hostName(home))
		p.Click(readIt)
		p.WaitFor(`$text().includes("already requested")`, 0)
		questioned(p)
		p.Click(readIt)
		ready(p)
	}
	enter(p, home.URL+"view.html#v=1&src="+url.QueryEscape(host.URL+"s.jsonl"))
	questioned(p)
	p.Click(readIt)
	ready(p)
	p.Do(`location.hash = "#v=1&src=away.jsonl"`)
	follow()
	asked := host.Asked("")
	p.ClickRole("button", "Open another session")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do(`location.hash = "#v=1&src=away.jsonl"`)
	p.WaitFor(`$text().includes("redirects your browser")`, 0)
	if n := host.Asked(""); n != asked {
		t.Errorf("%d requests without new consent", n-asked)
	}
}

// Reasons why a session of another host does not open, and what to do.
func TestOtherHostFailures(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	var mu sync.Mutex
	busy := true
	host := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path != "/secret.jsonl" {
			w.Header().Set("Access-Control-Allow-Origin", "*")
		}
		switch {
		case r.URL.Path == "/login.jsonl":
			fmt.Fprint(w, "<!doctype html><title>Log in</title>")
		case r.URL.Path == "/busy.jsonl" && busy:
			busy = false
			http.Error(w, "later", http.StatusServiceUnavailable)
		case r.URL.Path == "/gone.jsonl":
			http.NotFound(w, r)
		default:
			fmt.Fprintln(w, `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"Hello from afar"}}`)
		}
	}))
	for path, want := range map[string][]string{
		"gone.jsonl":   {"No file at this address", "404", "Only public files"},
		"login.jsonl":  {"not a Claude Code session", "an HTML page", "of the raw file"},
		"secret.jsonl": {"could not be fetched", "Access-Control-Allow-Origin", "Hugging Face"},
		"busy.jsonl":   {"reported an error", "503", "Try again"},
	} {
		t.Run(path, func(t *testing.T) {
			p := elsewhere(t, host.URL+path, host)
			p.Allow(host.URL)
			p.Allow("issue: CorsIssue")
			questioned(p)
			p.Click(readIt)
			wants(t, noteOn(p), append(want, path)[:len(want)]...)
			if path == "busy.jsonl" {
				p.Click(".failure button")
				p.WaitFor(`$text().includes("Hello from afar")`, 0)
			}
		})
	}
}

// In a frame of another page, where clicks can be hijacked, the user cannot agree.
func TestOtherHostFramed(t *testing.T) {
	t.Parallel()
	host := vault(t)
	framed := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			docs(map[string]Doc{"/": article("", `<iframe src="view.html#v=1&amp;src=`+url.QueryEscape(host.URL+"s.jsonl")+`" width="800" height="700"></iframe>`)}).ServeHTTP(w, r)
			return
		}
		// The same on a host that sends no headers.
		shared.handler.ServeHTTP(&amended{ResponseWriter: w, header: map[string]string{"Content-Security-Policy": ""}}, r)
	}))
	p := openOn(t, framed, "/")
	p.WaitFor(`$deep("iframe").contentDocument?.querySelector(".asking")`, 0)
	wants(t, Eval[string](p, `$deep("iframe").contentDocument.querySelector(".asking").textContent`), "Open in a new tab")
	if Eval[bool](p, `!!$deep("iframe").contentDocument.querySelector(".asking button.primary")`) {
		t.Error("a frame offers consent")
	}
}

// The public page connects to no other host, whatever its address is, and links to the page that
// can.
func TestAppConnectsToOwnHostOnly(t *testing.T) {
	t.Parallel()
	host := vault(t)
	name := hostName(host)
	p := open(t, "#v=1&src="+url.QueryEscape(host.URL+"s.jsonl"))
	wants(t, questioned(p), "This session is on "+name, "never connects")
	p = open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	pasteText(p, "  "+host.URL+"s.jsonl\n")
	wants(t, questioned(p), "This session is on "+name)
	p.Allow("connect-src blocked " + host.URL)
	p.Allow("Content Security Policy")
	p.Allow("issue: ContentSecurityPolicyIssue")
	p.Allow("violates the document's")
	if code := Eval[string](p, `fetch(`+strconv.Quote(host.URL)+`).then(() => "read", (error) => error.name)`); code != "TypeError" {
		t.Errorf("a request to another host: %s", code)
	}
	if n := host.Asked(""); n != 0 {
		t.Errorf("%d requests", n)
	}
	p.MayAsk(host.URL)
	p.Press("Enter")
	p.WaitFor(`location.pathname.endsWith("view.html")`, 0)
	wants(t, questioned(p), "Read a session from "+name+"?")
}

func TestOtherHostAxe(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := elsewhere(t, "https://github.com/ada/tides/blob/main/s.jsonl")
	questioned(p)
	passes(t, p, "question")
	p.Size(360, 800)
	passes(t, p, "question, narrow")
	p.Press("Enter")
	p.WaitFor(`$deep(".from-address input")`, 0)
	passes(t, p, "field")
	q := open(t, "#v=1&src="+url.QueryEscape("https://example.com/s.jsonl"))
	questioned(q)
	passes(t, q, "the way to the other page")
}
