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
)

// elsewhere opens the page that may read from other hosts, with the address of a session.
func elsewhere(t *testing.T, src string, hosts ...*Host) *Page {
	t.Helper()
	p := shared.browser.Page(t)
	for _, host := range hosts {
		p.MayAsk(host.URL)
	}
	fragment := ""
	if src != "" {
		fragment = "#v=1&src=" + url.QueryEscape(src)
	}
	enter(p, shared.server.URL+"view.html"+fragment)
	return p
}

// questioned waits for the question and gives its words.
func questioned(p *Page) string {
	p.r.Helper()
	p.WaitFor(`$deep("main:not([hidden]) .asking [data-first]") === document.activeElement`, 0)
	return Eval[string](p, `$text($deep(".asking"))`)
}

// noteOn waits for what the entrance says is wrong.
func noteOn(p *Page) string {
	p.r.Helper()
	p.WaitFor(`$deep("main:not([hidden]) .failure") && $text($deep(".failure")).length > 10`, 0)
	return Eval[string](p, `$text($deep(".failure"))`)
}

const readIt = `.asking .primary`

// vault is a host with the sample, which lets any page read it and must be sent nothing of the reader's.
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

// Nothing is asked of another host before the reader has agreed to it, by its name.
func TestOtherHost(t *testing.T) {
	host := vault(t)
	name := strings.TrimSuffix(strings.TrimPrefix(host.URL, "http://"), "/")
	p := elsewhere(t, host.URL+"s.jsonl", host)
	p.Do(`document.cookie = "secret=1"`) // for all ports of this machine
	text := questioned(p)
	wants(t, text, "Read a session from "+name+"?", host.URL+"s.jsonl", "IP address", "No cookies")
	if focused := Eval[string](p, `$text(document.activeElement)`); focused != "Do not read" {
		t.Errorf("the focus is on %q", focused)
	}
	declined := func(how string) {
		t.Helper()
		p.WaitFor(`$text().includes("Choose files") && location.hash === ""`, 0)
		if n := host.Asked(""); n != 0 {
			t.Fatalf("%d requests before anything was agreed to (%s)", n, how)
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

	// It holds for this once only.
	p.Do(`location.reload()`)
	p.WaitFor(`$deep(".asking")`, 0)
	questioned(p)
	if n := host.Asked(""); n != 1 {
		t.Errorf("%d requests after a reload", n)
	}
}

// A link to a record leads to it, and links to others are of the same kind.
func TestOtherHostRecord(t *testing.T) {
	host := vault(t)
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	ids := regexp.MustCompile(`"uuid":"([0-9a-f-]+)"`).FindAllSubmatch(data, -1)
	record := string(ids[len(ids)*2/3][1])
	q := elsewhere(t, host.URL+"s.jsonl", host)
	q.Do(`location.hash += "&at=` + record + `"`)
	questioned(q)
	q.Click(readIt)
	ready(q)
	q.WaitFor(`$deep("unspool-list").scrollTop > 1000`, 0)
	link := Eval[string](q, `$deep("unspool-session").linkTo("1234")`)
	want := shared.server.URL + "view.html#v=1&src=" + url.QueryEscape(host.URL+"s.jsonl") + "&at=1234"
	if link != want {
		t.Errorf("link %s, want %s", link, want)
	}
}

// What a link must not name is said, and not asked.
func TestOtherHostRefused(t *testing.T) {
	p := elsewhere(t, "")
	p.WaitFor(`$deep(".from-address input")`, 0)
	for src, want := range map[string]string{
		"http://example.com/s.jsonl":            "begin with https://",
		"ftp://example.com/s.jsonl":             "begin with https://",
		"https://ada:secret@example.com/s":      "a name or a password",
		"javascript:alert(1)":                   "begin with https://",
		"data:text/plain,x":                     "begin with https://",
		"https://" + strings.Repeat("a/", 5000): "no address",
	} {
		p.Do(`location.hash = ` + strconv.Quote("#v=1&src="+url.QueryEscape(src)))
		wants(t, questioned(p), "This address is not opened", want)
		if Eval[bool](p, `!!$deep(".asking .primary")`) {
			t.Errorf("%s can be agreed to", src)
		}
		p.Press("Enter")
		p.WaitFor(`$text().includes("Choose files")`, 0)
	}
}

// A name that only looks like another is told as what it is, a page about a file
// leads to the file, and what cannot be seen in an address is made visible.
func TestOtherHostNames(t *testing.T) {
	p := elsewhere(t, "https://аррӏе.com/s.jsonl")
	wants(t, questioned(p), "xn--80ak6aa92e.com?", "letters of other scripts", "аррӏе.com")
	p = elsewhere(t, "https://github.com/ada/tides/blob/main/\u202elnosj.jsonl")
	wants(t, questioned(p), "raw.githubusercontent.com?", "a page on github.com")
	if label := Eval[string](p, `$deep(".asking .address .mark").dataset.label`); label != "RLO" {
		t.Errorf("the mark says %q", label)
	}
}

// A host that sends the browser on is named, and so is the one it is sent to;
// what that answers is read only when the reader has agreed to it as well.
func TestOtherHostMoved(t *testing.T) {
	second := vault(t)
	first := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		http.Redirect(w, r, second.URL+"s.jsonl", http.StatusFound)
	}))
	p := elsewhere(t, first.URL+"here.jsonl", first, second)
	questioned(p)
	p.Click(readIt)
	host := strings.TrimSuffix(strings.TrimPrefix(second.URL, "http://"), "/")
	p.WaitFor(fmt.Sprintf(`$text().includes("Read a session from %s?")`, host), 0)
	wants(t, questioned(p), "leads on to this host", second.URL+"s.jsonl")
	p.Click(readIt)
	ready(p)
	if link := Eval[string](p, `$deep("unspool-session").linkTo("")`); !strings.Contains(link, url.QueryEscape(first.URL+"here.jsonl")) {
		t.Errorf("the link %s is not to what was asked for", link)
	}
}

// Why a session of another host does not open, and what can be done.
func TestOtherHostFailures(t *testing.T) {
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
		"gone.jsonl":   {"no file at this address", "404", "Only public files"},
		"login.jsonl":  {"not a Claude Code session", "an HTML page", "of the file itself"},
		"secret.jsonl": {"could not be fetched", "Access-Control-Allow-Origin", "Hugging Face"},
		"busy.jsonl":   {"does not give out", "503", "Try again"},
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

// In a frame of another page, where a click can be stolen, nothing can be agreed to.
func TestOtherHostFramed(t *testing.T) {
	host := vault(t)
	framed := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			docs(map[string]Doc{"/": article("", `<iframe src="view.html#v=1&amp;src=`+url.QueryEscape(host.URL+"s.jsonl")+`" width="800" height="700"></iframe>`)}).ServeHTTP(w, r)
			return
		}
		// As on a host that sends no headers.
		shared.handler.ServeHTTP(&amended{ResponseWriter: w, header: map[string]string{"Content-Security-Policy": ""}}, r)
	}))
	p := openOn(t, framed, "/")
	p.WaitFor(`$deep("iframe").contentDocument?.querySelector(".asking")`, 0)
	wants(t, Eval[string](p, `$deep("iframe").contentDocument.querySelector(".asking").textContent`), "Open in a tab of its own")
	if Eval[bool](p, `!!$deep("iframe").contentDocument.querySelector(".asking button.primary")`) {
		t.Error("it can be agreed to in a frame")
	}
}

// The page that people visit connects to no other host, whatever it is told, and
// shows the way to the one that can.
func TestAppStaysAtHome(t *testing.T) {
	host := vault(t)
	name := strings.TrimSuffix(strings.TrimPrefix(host.URL, "http://"), "/")
	p := open(t, "#v=1&src="+url.QueryEscape(host.URL+"s.jsonl"))
	wants(t, questioned(p), "This session is on "+name, "never connects")
	p = open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", ` + strconv.Quote("  "+host.URL+"s.jsonl\n") + `);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`)
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
