package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
)

// A hostileMode is a way to host the viewer, and how it gets a session.
type hostileMode struct {
	name   string
	copies copyRange // to be shown in an exhaustive run
	least  int       // combinations to be seen in it
	panes  bool      // whether the viewer has them
	// open opens one or more pages with the session, and calls suffer with each.
	open func(t *testing.T, session []hostile.File, suffer func(*Page))
}

// hostileModes returns all modes but the page with dropped files, which TestHostileSessions shows.
// Each shows other combinations: what differs between the modes is not the rows.
func hostileModes() []hostileMode {
	return []hostileMode{
		{"address on the same host", copyRange{12, 15}, 5_000, true, openOnOwnHost},
		{"address on another host", copyRange{15, 18}, 5_000, true, openOnOtherHost},
		{"link with the session", copyRange{18, 21}, 5_000, true, openInLinks},
		{"element without a policy", copyRange{21, 24}, 5_000, false, openEmbedded("")},
		{"element without workers", copyRange{24, 27}, 5_000, false, openEmbedded("worker-src 'none'")},
		{"frame with named files", copyRange{27, 30}, 5_000, false, openInFrame},
		{"frame in a sandbox", copyRange{30, 33}, 5_000, false, openInSandbox},
		{"standalone page", copyRange{33, 36}, 5_000, true, openStandalone},
		{"saved page", copyRange{36, 39}, 5_000, true, openSaved},
		{"unspool serve", copyRange{39, 42}, 5_000, true, openServed},
	}
}

// An exhaustive run sees 50,000 different combinations, each in one mode.
func TestHostileModesDiffer(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	modes, total := hostileModes(), leastInSessions
	modes = append(modes, hostileMode{name: "npx unspool", copies: copyRange{FirstCopyInNPM, EndOfCopiesInNPM}, least: LeastInNPM})
	for _, shown := range allHostileCopies() {
		modes = append(modes, hostileMode{name: "page with dropped files", copies: shown})
	}
	in := map[string]string{}
	for _, mode := range modes {
		for mark := range c.Marks(mode.copies.from, mode.copies.to) {
			if other, found := in[mark]; found {
				t.Fatalf("%s is in %s and in %s", mark, other, mode.name)
			}
			in[mark] = mode.name
		}
		total += mode.least
	}
	if total < 50_000 {
		t.Errorf("the modes show at least %d combinations", total)
	}
}

// No payload in any field runs, wherever the viewer is hosted.
func TestHostileModes(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	for _, mode := range testutil.Sample(t, hostileModes(), 4) {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			shown, least := mode.copies, mode.least
			if !testutil.Exhaustive() {
				shown, least = copyRange{shown.from, shown.from + 2}, 2_000
			}
			began := time.Now()
			prototype := Eval[string](newPage(t), OwnPrototype)
			seen, marks := map[string]bool{}, c.Marks(shown.from, shown.to)
			mode.open(t, c.Session("s1", shown.from, shown.to), func(p *Page) {
				t.Helper()
				suffers(t, p, prototype, mode.panes && testutil.Exhaustive())
				seenIn(p, seen)
			})
			maps.DeleteFunc(seen, func(mark string, _ bool) bool { return marks[mark] == "" })
			t.Logf("of %d combinations %d were seen, in %v", len(marks), len(seen), time.Since(began).Round(time.Millisecond))
			if len(seen) < least {
				t.Errorf("%d combinations were seen, want %d", len(seen), least)
			}
		})
	}
}

// suffers opens everything in a hostile session to its raw records, and the views and panes around
// it on request. The test fails if a payload does harm.
func suffers(t *testing.T, p *Page, prototype string, panes bool) {
	t.Helper()
	p.WaitFor(`$role("article")`, 2*Timeout)
	if !Eval[bool](p, `"$hostile" in globalThis`) {
		p.Do(hostileHelpers)
	}
	during(t, p, `() => $hostile.openAll(true)`)
	p.Do(`$hostile.sight()`)
	if panes {
		during(t, p, `$hostile.views`)
		during(t, p, `() => $hostile.around(12, 0)`)
	}
	harmless(t, p, prototype)
}

// The page requests the session from its own host, with the files beside it.
func openOnOwnHost(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	files := listed(t, session)
	sessions := docs(files)
	own := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, found := files[r.URL.Path]; found {
			sessions.ServeHTTP(w, r)
			return
		}
		shared.handler.ServeHTTP(w, r)
	}))
	p := newPage(t)
	enter(p, own.URL+"#v=1&src=files.json")
	suffer(p)
}

// After consent, the page requests the session from another host.
func openOnOtherHost(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	host := newHost(t, docs(listed(t, session)))
	p := elsewhere(t, host.URL+"files.json", host)
	questioned(p)
	p.Click(readIt)
	suffer(p)
}

// listed returns the files of a session as those of a host, with a listing.
func listed(t *testing.T, session []hostile.File) map[string]Doc {
	t.Helper()
	files, paths := map[string]Doc{}, make([]string, 0, len(session))
	for _, f := range session {
		files["/"+f.Path] = Doc{Text: string(f.Data)}
		paths = append(paths, f.Path)
	}
	text, err := json.Marshal(map[string]any{"files": paths})
	if err != nil {
		t.Fatal(err)
	}
	files["/files.json"] = Doc{Text: string(text)}
	return files
}

// alone returns the main file of a session as the document of a host.
func alone(session []hostile.File) map[string]Doc {
	return map[string]Doc{"/s1.jsonl": {Text: string(session[len(session)-1].Data)}}
}

// Links contain the session. Each has as many of its records as fit.
func openInLinks(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	lines := slices.Collect(bytes.Lines(session[len(session)-1].Data))
	if len(lines) == 0 {
		t.Fatal("the session has no records")
	}
	p := open(t, "")
	for len(lines) > 0 {
		count := len(lines)
		fragment := sessionLink(t, bytes.Join(lines, nil))
		for len(fragment) >= 32_000 && count > 0 {
			count--
			fragment = sessionLink(t, bytes.Join(lines[:count], nil))
		}
		if count == 0 {
			t.Fatalf("a record of %d bytes does not fit into a link", len(lines[0]))
		}
		lines = lines[count:]
		p.Do(fmt.Sprintf(`globalThis.toldBefore = $told.length; location.hash = %q`, fragment))
		p.WaitFor(`$told.length > toldBefore && `+fromLink, 2*Timeout)
		suffer(p)
	}
}

// In an embedding page without a policy, or with one that allows any script, only the viewer's own
// measures protect. Without workers, the parser and the formatter run in that page, too.
func openEmbedded(policy string) func(*testing.T, []hostile.File, func(*Page)) {
	return func(t *testing.T, session []hostile.File, suffer func(*Page)) {
		t.Helper()
		cdn, files := siteHost(t), alone(session)
		page := article(unspoolScript(cdn), `<unspool-session preload src="s1.jsonl"></unspool-session>`)
		if policy != "" {
			page = page.under(policy)
		}
		files["/"] = page
		p := openOn(t, newHost(t, docs(files)), "/", cdn)
		if policy != "" {
			p.Allow("worker-src blocked")
			p.Allow("Content Security Policy")
			p.Allow("issue: ContentSecurityPolicyIssue")
		}
		p.WaitFor(`$told.length > 0`, 2*Timeout)
		suffer(p)
		hasWorkers(t, p, policy == "")
	}
}

// hasWorkers checks whether a page has started workers: those that the browser ran, and not only what the page tried.
func hasWorkers(t *testing.T, p *Page, want bool) {
	t.Helper()
	var urls []string
	for _, w := range workersOf(p) {
		urls = append(urls, w.url)
	}
	if len(urls) > 0 != want {
		t.Errorf("workers ran: %q, want any: %t", urls, want)
	}
}

// Another page passes the session to its frame, with a title.
func openInFrame(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	host := newHost(t, docs(alone(session)))
	p := framed(t, host, `<iframe id=a title=Session width=900 height=700 src="VIEWERembed.html#v=1"></iframe>`)
	p.WaitFor(`of("pong").length > 0`, 0)
	p.Do(`const bytes = await (await fetch("` + host.URL + `s1.jsonl")).arrayBuffer();
		await ask({ type: "load", files: [{ path: "s1.jsonl", bytes }], title: "\u202e</title><img src=x onerror=pwned=1>" })`)
	inside := p.Frame("embed.html")
	suffer(inside)
	if title := Eval[string](inside, `document.title`); !strings.HasPrefix(title, "</title><img") {
		t.Errorf("the frame's name is %q", title)
	}
}

// A frame without an origin requests the session.
func openInSandbox(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	host := newHost(t, docs(alone(session)))
	p := framed(t, host, `<iframe id=a title=Session width=900 height=700 sandbox="allow-scripts" src="VIEWERembed.html#v=1&src=`+
		url.QueryEscape(host.URL+"s1.jsonl")+`"></iframe>`)
	p.WaitFor(`of("ready").length > 0`, 2*Timeout)
	suffer(p.Frame("embed.html"))
}

// framed opens a page with a frame. It is of another site than the viewer, whose address replaces
// VIEWER.
func framed(t *testing.T, sessions *Host, frame string) *Page {
	t.Helper()
	viewer := siteHost(t)
	page := newHost(t, docs(map[string]Doc{"/": article(talk, strings.ReplaceAll(frame, "VIEWER", viewer.URL))}))
	page.URL = strings.Replace(page.URL, "127.0.0.1", "localhost", 1)
	return openOn(t, page, "", viewer, sessions)
}

// openFromDisk reads the session into the standalone page, which is opened from a disk and requests
// nothing.
func openFromDisk(t *testing.T, session []hostile.File) *Page {
	t.Helper()
	p := requestsNothing(t, filepath.Join(shared.dir, "unspool.html"))
	p.WaitFor(`$text().includes("Choose files")`, 0)
	dir := filepath.Join(t.TempDir(), "project")
	writeHostile(t, dir, session)
	if told := p.Read(dir); told != "ready" {
		t.Fatalf("%s: %s", told, excerptOf(p))
	}
	return p
}

// requestsNothing opens a page from a disk. The test fails if it requests anything but itself.
func requestsNothing(t *testing.T, file string) *Page {
	t.Helper()
	p, requests := fromDisk(t, file)
	t.Cleanup(func() {
		if asked := requests(); len(asked) != 1 {
			t.Errorf("%s requested %q", file, asked)
		}
	})
	return p
}

func openStandalone(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	suffer(openFromDisk(t, session))
}

// The standalone page saves the session as a page.
func openSaved(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	p := openFromDisk(t, session)
	opened(p)
	q := requestsNothing(t, saves(t, p, "dialog .primary"))
	q.WaitFor(`$told.includes("ready")`, 2*Timeout)
	suffer(q)
}

// The command serves the viewer and the session, with the files beside it.
func openServed(t *testing.T, session []hostile.File, suffer func(*Page)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "projects")
	writeHostile(t, dir, session)
	suffer(serveFolder(t, dir).Page)
}
