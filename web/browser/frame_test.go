package browser

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// framing is a blog on another site than the viewer's, with frames of it. Its page records each
// frame's messages in heard, by the frame's ID.
type framing struct {
	*Page
	blog, viewer *Host
}

// talk is the script of the parent page in these tests.
var talk = "<script>" + script("frame.talk") + "</script>"

// frames opens the blog with a frame for each address below the viewer's host; attributes are added
// to the frames.
func frames(t *testing.T, attributes string, addresses ...string) *framing {
	t.Helper()
	viewer := siteHost(t)
	var body strings.Builder
	for i, address := range addresses {
		fmt.Fprintf(&body, "<iframe id=%q title=Session width=700 height=500 src=%q onload=\"this.dataset.loaded = 1\" %s></iframe>\n", string(rune('a'+i)), viewer.URL+address, attributes)
	}
	blog := newHost(t, docs(map[string]Doc{"/": article(talk, body.String())}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1)
	return &framing{openOn(t, blog, "", viewer), blog, viewer}
}

// ready waits until a frame has reported that it has read something.
func (f *framing) ready(id string) {
	f.WaitFor(fmt.Sprintf(`of("ready", %q).length > 0`, id), 0)
}

// A frame announces itself, replies, reads what its address names, and reports that it has.
func TestFrameHandshake(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.ready("a")
	wants(t, Eval[string](f.Page, `JSON.stringify(heard.a)`), `"type":"hello","versions":[1]`, `"type":"pong"`, `"id":"first"`, `"share":1`)
	if origin := Eval[string](f.Page, `[...new Set(heard.a.map((one) => one.origin))].join()`); origin+"/" != f.viewer.URL {
		t.Errorf("messages came from %s", origin)
	}
	inside := f.Frame("embed.html")
	inside.WaitFor(`$$role("article").length > 3`, 0)
	wants(t, Eval[string](inside, `$text()`), "Our harbour master in Skarrow")
}

// It also does so in a sandbox, where it has no origin, no storage, and no worker of its own.
func TestFrameSandboxed(t *testing.T) {
	t.Parallel()
	for _, sandbox := range []string{"allow-scripts", "allow-scripts allow-popups"} {
		t.Run(sandbox, func(t *testing.T) {
			f := frames(t, fmt.Sprintf("sandbox=%q", sandbox), "embed.html#v=1&src=sample/files.json&theme=dark")
			f.ready("a")
			if origin := Eval[string](f.Page, `heard.a[0].origin`); origin != "null" {
				t.Errorf("messages came from %s: the frame is not sandboxed", origin)
			}
			inside := f.Frame("embed.html")
			inside.WaitFor(`$$role("article").length > 3`, 0)
			wants(t, Eval[string](inside, `$text()`), "Our harbour master in Skarrow")
			if Eval[bool](inside, SaysNeedsOrigin) {
				t.Error("the frame says that it needs an origin")
			}
			if !Eval[bool](inside, `(() => { try { return localStorage === null } catch { return true } })()`) {
				t.Error("there is storage: the frame is not sandboxed")
			}
			if n := f.InWorkers("blob:", "0"); n == 0 {
				t.Error("the parser does not run in a worker")
			}
		})
	}
}

// sampleAddress is the main file of the sample, below a host's root.
func sampleAddress(t *testing.T) string {
	t.Helper()
	name, err := filepath.Rel(siteSampleDir, siteSample(t))
	if err != nil {
		t.Fatal(err)
	}
	return "sample/" + filepath.ToSlash(name)
}

// The parent page passes files in every supported form, and receives only information that it has
// already.
func TestFrameLoadsFiles(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1")
	f.WaitFor(`of("pong").length > 0`, 0)
	f.Do(`globalThis.bytes = await (await fetch(` + strconv.Quote(sampleAddress(t)) + `)).arrayBuffer()`)
	const about = `"title":"Tide times across the clock change"`
	for _, c := range []struct{ name, message, want string }{
		{"bytes", `{ bytes: bytes.slice(0), title: "Mine" }`, about},
		{"view", `{ bytes: new Uint8Array(bytes), name: "talk.jsonl" }`, about},
		{"blob", `{ file: new Blob([bytes]) }`, about},
		{"file", `{ file: new File([bytes], "talk.jsonl") }`, about},
		{"files", `{ files: [{ path: "p/a.jsonl", bytes: bytes.slice(0) }, { path: "p/b.jsonl", bytes: new Blob([bytes]) }] }`, about},
		{"none", `{ files: [{ path: "p/notes.jsonl", bytes: new Blob(["What is this?"]) }] }`, `"code":"no-sessions"`},
		{"junk", `{ bytes: new TextEncoder().encode("What is this?") }`, `"code":"not-a-transcript","detail":"text"`},
		{"empty", `{ bytes: new ArrayBuffer(0) }`, `"code":"empty"`},
	} {
		got := Eval[string](f.Page, fmt.Sprintf(`ask({ type: "load", ...%s }).then(JSON.stringify)`, c.message))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: replied %s", c.name, got)
		}
	}
	inside := f.Frame("embed.html")
	f.Do(`const all = bytes.slice(0); await ask({ type: "load", bytes: all, title: "Mine \u202e" }, "a", [all]); if (all.byteLength > 0) throw "not transferred"`)
	if got := Eval[string](inside, `document.title`); got != "Mine" {
		t.Errorf("the frame's title is %q", got)
	}
	wants(t, Eval[string](f.Page, `ask({ type: "search", text: "one hour off" }).then(JSON.stringify)`), `"type":"reply"`, `"hits":[{"uuid":"`, `"turn":1,`, "one hour off from 25 October", `"more":false`)
	wants(t, Eval[string](f.Page, `JSON.stringify(of("ready").at(-1))`), `"count":1`, `"turns":10`, `"start":`)
}

// The last of several loads is shown, and the earlier ones are reported as replaced.
func TestFrameLoadsLast(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json")
	f.WaitFor(`of("pong").length > 0`, 0)
	got := Call[[]string](f.Page, "frame.loadThrice", sampleAddress(t))
	if diff := cmp.Diff([]string{"replaced", "replaced", "ready"}, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
}

// Pending requests about a session are replied to when another one replaces it, which receives
// later requests.
func TestFrameRepliesToPending(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1")
	f.WaitFor(`of("pong").length > 0`, 0)
	got := Call[string](f.Page, "frame.replacePending", sampleAddress(t), recordOf(t, "It is the clock change, twice"))
	if got != "replaced,ready,true" {
		t.Errorf("replies %s", got)
	}
}

// Only a single address can be opened in a window of its own, so with several, records have no
// links.
func TestFrameLinksToOneAddress(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json", "embed.html#v=1&src="+strings.Repeat(sampleAddress(t)+"%20", 2))
	f.ready("a")
	f.ready("b")
	if got := Eval[string](f.Frame("files.json"), `$deep("unspool-session").linkTo("x", "s")`); got != f.viewer.URL+"view.html#v=1&src="+url.QueryEscape(f.viewer.URL+"sample/files.json")+"&session=s&at=x" {
		t.Errorf("the link is %s", got)
	}
	if !Eval[bool](f.Frame("%20"), `$deep("unspool-session").linkTo === undefined`) {
		t.Error("there are links for several addresses")
	}
}

// recordOf is a JavaScript expression for the uuid of the nth prompt in the sample.
func recordOf(t *testing.T, text string) string {
	t.Helper()
	data, err := os.ReadFile(siteSample(t))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if m := regexp.MustCompile(`"uuid":"([^"]+)"`).FindStringSubmatch(line); m != nil && strings.Contains(line, text) {
			return m[1]
		}
	}
	t.Fatalf("the sample does not contain %q", text)
	return ""
}

// The parent page goes to a record, and is notified when the user moves. It keeps the focus.
func TestFrameGoesTo(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1")
	f.WaitFor(`of("pong").length > 0`, 0)
	f.Do(`await ask({ type: "load", bytes: await (await fetch(` + strconv.Quote(sampleAddress(t)) + `)).arrayBuffer() })`)
	uuid := recordOf(t, "It is the clock change, twice")
	inside := f.Frame("embed.html")
	address := Eval[string](inside, `location.href + history.length`)
	f.Do(`frame().focus(); frame().blur()`)
	if got := Eval[string](f.Page, `ask({ type: "goTo", uuid: `+strconv.Quote(uuid)+` }).then((one) => one.type + one.found)`); got != "replytrue" {
		t.Errorf("goTo: %s", got)
	}
	inside.WaitFor(`$$role("article").some((row) => $text(row).includes("It is the clock change, twice") && row.getBoundingClientRect().top < innerHeight)`, 0)
	f.Do(`frame().contentWindow.focus()`)
	f.WaitFor(`of("select").some((one) => one.uuid !== "" && one.turn > 0 && one.kind !== "")`, 0)
	f.Do(`frame().blur()`)
	if got := Eval[string](f.Page, `document.activeElement.localName`); got != "body" {
		t.Errorf("the focus is in %s", got)
	}
	if got := Eval[string](f.Page, `ask({ type: "goTo", uuid: "00000000-0000-4000-8000-000000000000" }).then((one) => one.type + one.found)`); got != "replyfalse" {
		t.Errorf("goTo nowhere: %s", got)
	}
	if got := Eval[string](inside, `location.href + history.length`); got != address {
		t.Errorf("the address and the history were %s, now %s", address, got)
	}
}

// The settings in the address can be changed: by a message, and by another fragment.
func TestFrameChanges(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json&theme=dark&title=Tides")
	f.ready("a")
	inside := f.Frame("embed.html")
	const ground = `getComputedStyle($deep("unspool-session")).backgroundColor + document.title`
	dark := Eval[string](inside, ground)
	if !strings.HasSuffix(dark, "Tides") {
		t.Errorf("the title is in %q", dark)
	}
	if got := Eval[string](f.Page, `ask({ type: "set", theme: "light", title: "" }).then((one) => one.type)`); got != "reply" {
		t.Errorf("set: %s", got)
	}
	inside.WaitFor(ground+` !== `+strconv.Quote(dark), 0)
	if got := Eval[string](inside, `document.title`); got != "Tide times across the clock change" {
		t.Errorf("the title is %q", got)
	}
	requests := -1
	for now := f.viewer.Asked(""); now != requests; now = f.viewer.Asked("") { // code that is loaded late
		requests = now
		letHappen(time.Second)
	}
	f.Do(`frame().src = frame().src.replace("theme=dark", "theme=light").replace("title=Tides", "title=Ebb")`)
	inside.WaitFor(`document.title === "Ebb"`, 0)
	if n := f.viewer.Asked(""); n != requests {
		t.Errorf("for another theme there were %d requests", n-requests)
	}
	f.Do(`heard.a.length = 0; frame().src = frame().src.replace("sample/files.json", ` + strconv.Quote(sampleAddress(t)) + `)`)
	f.ready("a")
	if n := Eval[int](f.Page, `of("hello").length`); n > 0 {
		t.Error("the frame was loaded again")
	}
	// Another page of the viewer in the frame, and back again: everything starts over.
	f.Do(`heard.a.length = 0; frame().src = "about:blank"`)
	f.Do(`frame().src = "` + f.viewer.URL + `embed.html#v=1&src=sample/files.json"`)
	f.ready("a")
	wants(t, Eval[string](f.Page, `JSON.stringify(heard.a)`), `"hello"`, `"pong"`)
}

// Two frames on one page are distinguished by the source of a message.
func TestTwoFrames(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=1&src=sample/files.json", "embed.html#v=1&theme=dark")
	f.ready("a")
	f.WaitFor(`of("pong", "b").length > 0`, 0)
	got := Call[string](f.Page, "frame.askBoth", recordOf(t, "It is the clock change, twice"))
	if got != "reply,not-a-transcript,0,0" {
		t.Errorf("replies %s", got)
	}
}

// An address of another version is reported as such, in the frame and to the page around.
func TestFrameVersions(t *testing.T) {
	t.Parallel()
	f := frames(t, "", "embed.html#v=2&src=sample/files.json", "embed.html#src=sample/files.json")
	f.WaitFor(`of("error", "a").length > 0 && of("error", "b").length > 0`, 0)
	wants(t, Eval[string](f.Page, `of("error", "a")[0].code + of("error", "b")[0].code`), "versionversion")
	wants(t, Eval[string](f.Frame("v=2"), `$text()`), "does not support that kind of address", "this one has v=2")
	wants(t, Eval[string](f.Frame("#src"), `$text()`), "this one has no v")
	if n := f.viewer.Asked("sample/"); n > 0 {
		t.Errorf("%d requests for the sample", n)
	}
	// A page that also supports a later version is told which versions there are.
	got := Eval[string](f.Page, `(frame().contentWindow.postMessage({ unspool: 7, type: "ping", id: "later" }, "*"),
		new Promise((done) => addEventListener("message", ({ data }) => data.id === "later" && done(JSON.stringify(data)))))`)
	if got != `{"unspool":1,"id":"later","type":"pong","versions":[1]}` {
		t.Errorf("pong: %s", got)
	}
}

// A frame far down the page is loaded when it comes near the viewport.
func TestFrameLazy(t *testing.T) {
	t.Parallel()
	f := frames(t, `loading=lazy style="margin-top: 20000px"`, "embed.html#v=1&src=sample/files.json")
	if n := f.viewer.Asked("embed.html"); n > 0 {
		t.Errorf("it is loaded %d times before it is near the viewport", n)
	}
	f.Do(`frame().scrollIntoView()`)
	f.ready("a")
}

// The page, and its notice in place of a session, are accessible.
func TestFrameAxe(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := newPage(t)
	p.Open(siteURL(t) + "embed.html#v=1&src=sample/files.json")
	p.WaitFor(`$$role("article").length > 3`, 0)
	passes(t, p, "session")
	p.Do(`location.hash = "#v=2"`)
	p.WaitFor(`$text().includes("does not support that kind of address")`, 0)
	passes(t, p, "notice")
}
