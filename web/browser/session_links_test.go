package browser

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// sessionLink returns the fragment of a link that contains a transcript. It uses none of the page's
// code.
func sessionLink(t *testing.T, transcript []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(transcript); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return "#v=1&src=inline%3A1." + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// linkedTurns returns the beginning of the sample, which fits into a link, and the fragment.
func linkedTurns(t *testing.T) (transcript []byte, fragment string) {
	t.Helper()
	data, err := os.ReadFile(siteSample(t))
	if err != nil {
		t.Fatal(err)
	}
	for lines := bytes.SplitAfter(data, []byte("\n")); ; lines = lines[:len(lines)-1] {
		transcript = bytes.Join(lines, nil)
		if fragment = sessionLink(t, transcript); len(fragment) < 32_000 {
			return transcript, fragment
		}
	}
}

// hasLink waits until the address still contains the session of a fragment.
func hasLink(p *Page, fragment string) {
	p.r.Helper()
	p.WaitFor(`location.hash.startsWith(`+strconv.Quote(fragment)+`)`, 0)
}

const (
	fromLink = `$text($deep(".facts")).includes("Shared link")`
	landed   = `$text().includes("Choose files")`
)

// A link opens the session in it, and leads to it again after a reload, at the position of the user.
// The server receives requests for the page's own files only, and nothing of the session.
func TestSessionLink(t *testing.T) {
	t.Parallel()
	_, fragment := linkedTurns(t)
	host := siteHost(t)
	p := newPage(t)
	enter(p, host.URL+fragment)
	ready(p)
	wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
	p.WaitFor(fromLink+` && document.title.endsWith("· Unspool") && $focused("article")`, 0)
	hasLink(p, fragment)

	p.Press("End")
	holds(p, `at !== undefined`)
	hasLink(p, fragment+"&session=")
	at := Eval[string](p, hashNow+`.at`)
	p.Do(`globalThis.isBefore = true; location.reload()`)
	p.WaitFor(`globalThis.isBefore !== true && $focused("article")?.row.key.startsWith(`+strconv.Quote(strings.Split(at, "#")[0])+`)`, 0)
	hasLink(p, fragment)
	if link := Eval[string](p, `$deep("unspool-session").linkTo("r1", "s1")`); link != host.URL+fragment+"&session=s1&at=r1" {
		t.Errorf("the link to a record is %.60s … %s", link, link[max(0, len(link)-40):])
	}
	files := map[string]bool{"/": true}
	for _, name := range siteFiles(t) {
		files["/"+name] = true
	}
	host.mu.Lock()
	defer host.mu.Unlock()
	for _, path := range host.asked {
		if !files[path] {
			t.Errorf("the page requests %.100s", path)
		}
	}
}

// A link that is entered in an open tab replaces the landing page or the open session; Back leads to
// what was shown before, and a dropped file ends the link.
func TestSessionLinkEntered(t *testing.T) {
	t.Parallel()
	_, fragment := linkedTurns(t)
	other := sessionLink(t, breakingLines())
	p := open(t, "")
	p.WaitFor(landed, 0)
	p.Do(`location.hash = ` + strconv.Quote(fragment))
	ready(p)
	p.WaitFor(fromLink, 0)
	p.Do(`location.hash = ` + strconv.Quote(other))
	p.WaitFor(`$text().includes("<script>pwned") && !$text().includes("Skarrow")`, 0)
	hasLink(p, other)
	p.Do(`history.back()`)
	p.WaitFor(`$text().includes("Our harbour master in Skarrow")`, 0)
	hasLink(p, fragment)
	p.Do(`history.go(-1)`)
	p.WaitFor(landed+` && location.hash === ""`, 0)
	if Eval[bool](p, `"pwned" in globalThis`) {
		t.Error("a script of the session was executed")
	}

	// Pasting it into the page is the same, wherever the link leads.
	pasteText(p, " https://other.invalid/unspool/"+fragment+"&at=x\n")
	p.WaitFor(fromLink, 0)
	hasLink(p, fragment)
	p.Read(sampleFile(t))
	p.WaitFor(`!`+fromLink+` && !location.hash.includes("inline")`, 0)
}

// Back leads to the previous session, even if the viewer is done with the current one after the
// address has changed and before the page has noticed it.
func TestSessionLinkBackAtOnce(t *testing.T) {
	t.Parallel()
	_, fragment := linkedTurns(t)
	p := open(t, fragment)
	ready(p)
	p.WaitFor(fromLink, 0)
	p.Do(`location.hash = ` + strconv.Quote(sessionLink(t, breakingLines())))
	p.WaitFor(`$text().includes("<script>pwned") && globalThis.unspoolReady`, 0)
	holds(p, `session === "s"`) // the viewer has written the address
	p.Do(`const viewer = $deep("unspool-session");
		addEventListener("popstate", () => viewer.emit("unspool-ready", { sessions: viewer.sessions }), { once: true });
		history.back()`)
	p.WaitFor(`$text().includes("Our harbour master in Skarrow")`, 0)
	hasLink(p, fragment)
}

// breakingLines is a session whose texts try to escape from the page.
func breakingLines() []byte {
	const bad = `</script><script>pwned = 1</script><img src=x onerror=\"pwned = 1\"> [x](javascript:pwned=1)`
	return []byte(`{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"` + bad + `"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"` + bad + `"}]}}
`)
}

// A link that cannot be opened says why, without the link itself, on every screen; the next one opens.
func TestSessionLinkRefused(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	_, fragment := linkedTurns(t)
	p := open(t, "")
	p.Size(390, 844)
	for _, c := range []struct{ name, fragment, want string }{
		{"cut", fragment[:len(fragment)/2], "damaged or incomplete"},
		{"changed", fragment[:2000] + "AAAA" + fragment[2004:], "damaged or incomplete"},
		{"encoded", strings.ReplaceAll(fragment, ".", ".%00%3Cb%3E"), "damaged or incomplete"},
		{"nothing", "#v=1&src=inline%3A", "damaged or incomplete"},
		{"version", strings.Replace(fragment, "%3A1.", "%3A2.", 1), "newer version of Unspool"},
		{"bomb", sessionLink(t, make([]byte, 20<<20)), "more than 8 MB"},
		{"long", "#v=1&src=inline%3A1." + strings.Repeat("A", 1<<20), "longer than in any link"},
		{"empty", sessionLink(t, nil), "This file is empty"},
		{"other", sessionLink(t, []byte("<!doctype html><title>x</title>")), "an HTML page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.Do(`location.hash = ` + strconv.Quote(c.fragment))
			p.WaitFor(`$role("alert") && $text($role("alert")).includes(`+strconv.Quote(c.want)+`)`, 0)
			if text := Eval[string](p, `$text($role("alert"))`); len(text) > 300 || strings.Contains(text, "inline") {
				t.Errorf("the page says %q", text)
			}
			if Call[bool](p, "session_links.overflow") {
				t.Error("the message is wider than the screen")
			}
			hasLink(p, c.fragment[:min(len(c.fragment), 100)])
			p.Do(`history.back()`)
			p.WaitFor(`location.hash === "" && `+landed+` && !$role("alert")`, 0)
		})
	}
	// From the message, the keyboard leads to what can be done.
	p.Do(`location.hash = ` + strconv.Quote(fragment[:1000]))
	p.WaitFor(`$role("alert")`, 0)
	passes(t, p, "a damaged link")
	for range 20 {
		if p.Press("Tab"); Eval[bool](p, `document.activeElement?.matches("input[type=file]") === true`) {
			break
		}
	}
	if !Eval[bool](p, `document.activeElement.matches("input[type=file]")`) {
		t.Error("Tab does not reach the button for files")
	}
	p.Do(`location.hash = ` + strconv.Quote(fragment))
	ready(p)
	p.WaitFor(fromLink, 0)
	if wide := Eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d px wide", wide)
	}
}

// The page in one file opens a link from a disk and without a network.
func TestSessionLinkFromDisk(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	_, fragment := linkedTurns(t)
	file := filepath.Join(shared.dir, "unspool.html")
	p, requests := fromDisk(t, file+fragment)
	ready(p)
	p.WaitFor(fromLink+` && $text().includes("Our harbour master in Skarrow")`, 0)
	p.ClickRole("button", "Open another session")
	p.WaitFor(landed, 0)
	pasteText(p, siteURL(t)+fragment)
	p.WaitFor(`$text().includes("Our harbour master in Skarrow")`, 0)
	if diff := cmp.Diff([]string{"file://" + file}, requests()); diff != "" {
		t.Errorf("it requested (-want +got):\n%s", diff)
	}
}

// A frame opens such an address, and tells a page on another host no more than of other sessions.
// Opened on its own, the page does not ask, since nothing is requested.
func TestSessionLinkFramed(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	_, fragment := linkedTurns(t)
	f := frames(t, `sandbox="allow-scripts"`, "embed.html"+fragment, "embed.html"+fragment[:500])
	f.ready("a")
	inside := f.Frame("embed.html" + fragment)
	inside.WaitFor(`$text().includes("Our harbour master in Skarrow")`, 0)
	if told := Eval[string](f.Page, `JSON.stringify(of("ready"))`); !strings.Contains(told, `"count":1`) || strings.Contains(told, "title") {
		t.Errorf("the frame reports %s", told)
	}
	f.WaitFor(`of("error", "b").length > 0`, 0)
	if told := Eval[string](f.Page, `JSON.stringify(of("error", "b"))`); !strings.Contains(told, `"code":"address"`) {
		t.Errorf("the frame reports %s", told)
	}
	p := open(t, "embed.html"+fragment)
	p.WaitFor(`$text().includes("Our harbour master in Skarrow")`, 0)
	if link := Eval[string](p, `$deep("unspool-session").linkTo("r1", "s1")`); link != siteURL(t)+"view.html"+fragment+"&session=s1&at=r1" {
		t.Errorf("the link to a record is %.60s … %s", link, link[max(0, len(link)-40):])
	}
}

// The browser encodes what other programs decode, and notices each cut and change.
func TestSessionLinkCode(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	made := api.Build(api.BuildOptions{
		EntryPoints: []string{"../src/session/link/session-link.ts"}, Bundle: true, Format: api.FormatIIFE, GlobalName: "links", Write: false,
	})
	if len(made.Errors) > 0 {
		t.Fatal(made.Errors[0].Text)
	}
	p := open(t, "")
	p.Do(string(made.OutputFiles[0].Contents) + "\nglobalThis.links = links")
	transcript, _ := linkedTurns(t)
	got := Call[struct{ Src, Text string }](p, "session_links.roundTrip", string(transcript))
	if got.Text != string(transcript) {
		t.Errorf("the page decodes %.200s", got.Text)
	}
	if decoded := unlink(t, got.Src); decoded != string(transcript) {
		t.Errorf("the link contains %.200s", decoded)
	}
	if fragment := url.QueryEscape(got.Src); strings.Count(fragment, "%") != 1 {
		t.Errorf("%d characters are escaped", strings.Count(fragment, "%"))
	}
	short := string(transcript[:bytes.IndexByte(transcript, '\n')])
	src := Call[struct{ Src string }](p, "session_links.roundTrip", short).Src
	if cuts := Call[[]int](p, "session_links.unnoticedCuts", src); len(cuts) > 0 {
		t.Errorf("cut to %v characters of %d, the link is opened", cuts, len(src))
	}
	if changes := Call[[]int](p, "session_links.unnoticedChanges", src, short); len(changes) > 0 {
		t.Errorf("changed at %v of %d, the link shows another session", changes, len(src))
	}
}

// unlink returns the transcript in the source of a link.
func unlink(t *testing.T, src string) string {
	t.Helper()
	text, found := strings.CutPrefix(src, "inline:1.")
	if !found {
		t.Fatalf("the source is %.40s", src)
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}
