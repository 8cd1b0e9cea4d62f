package browser

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"unspool/parser/testutil"
	"unspool/parser/testutil/hostile"
)

// attacks is the corpus of testdata/hostile.
func attacks(t *testing.T) *hostile.Corpus {
	t.Helper()
	c, err := hostile.Read(os.DirFS(filepath.Join(testutil.Dir(t), "hostile")))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// writeHostile writes files into a folder.
func writeHostile(t *testing.T, dir string, files []hostile.File) {
	t.Helper()
	if err := hostile.Write(dir, files); err != nil {
		t.Fatal(err)
	}
}

// harmless fails the test if a payload ran, or if an element was not created by the page.
func harmless(t *testing.T, p *Page, prototype string) {
	t.Helper()
	for _, problem := range Eval[Judged](p, StateOfHostile).Problems(prototype) {
		t.Error(problem)
	}
}

// during runs something in the page that takes long.
func during(t *testing.T, p *Page, js string) {
	t.Helper()
	p.Do(InBackground(js))
	p.WaitFor(`goingOn !== "yes"`, 3*time.Minute)
	if failed := Eval[string](p, `goingOn`); failed != "" {
		t.Fatalf("%s: %s", js, failed)
	}
}

// openHostile opens the page for hostile sessions, and returns the members of all objects before
// one was read.
func openHostile(t *testing.T) (p *Page, prototype string) {
	t.Helper()
	p = open(t, "")
	p.Size(1400, 900)
	p.Do(hostileHelpers)
	return p, Eval[string](p, OwnPrototype)
}

// seenIn records which marks were seen.
func seenIn(p *Page, seen map[string]bool) {
	p.r.Helper()
	for _, mark := range Eval[[]string](p, `[...$hostile.marks]`) {
		seen[mark] = true
	}
}

// A copyRange selects the copies of all fields of a hostile session. Of each three copies the first
// has one payload in a field, the others have six.
type copyRange struct{ from, to int }

// allHostileCopies returns the copies of each session that the page shows in an exhaustive run, of
// which it sees leastInSessions combinations.
func allHostileCopies() []copyRange { return []copyRange{{0, 3}, {3, 6}, {6, 9}, {9, 12}} }

const leastInSessions = 20_000

// hostileCopies returns the copies of each session to open, a tenth of all combinations, or all in
// an exhaustive run, and the minimum number to be seen.
func hostileCopies(t *testing.T) (sessions []copyRange, least int) {
	t.Helper()
	if testutil.Exhaustive() {
		return allHostileCopies(), leastInSessions
	}
	stacked := []copyRange{{1, 2}, {2, 3}, {4, 5}, {5, 6}, {7, 8}, {8, 9}, {10, 11}, {11, 12}}
	return testutil.Sample(t, stacked, len(stacked)), 2_000
}

// No payload in any field runs, in rows that are all rendered and opened to their raw records, and
// in everything around them.
func TestHostileSessions(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	p, prototype := openHostile(t)
	address := Eval[string](p, `location.href`)
	seen, marks := map[string]bool{}, map[string]string{}
	sessions, least := hostileCopies(t)
	for n, shown := range sessions {
		maps.Copy(marks, c.Marks(shown.from, shown.to))
		dir := filepath.Join(t.TempDir(), "project")
		writeHostile(t, dir, c.Session("s1", shown.from, shown.to))
		if told := p.Read(dir); told != "ready" {
			t.Fatal(told)
		}
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind]")`, 0)
		during(t, p, `() => $hostile.openAll(true)`)
		p.Do(`$hostile.sight()`)
		began := time.Now()
		during(t, p, `$hostile.views`)
		viewed := time.Now()
		every := 3 // records
		if testutil.Exhaustive() && n == 0 {
			every = 1
		}
		during(t, p, fmt.Sprintf(`() => $hostile.around(%d, %d)`, every, n))
		t.Logf("session %d: its views took %v, everything around it %v", n, viewed.Sub(began).Round(time.Millisecond), time.Since(viewed).Round(time.Millisecond))
		if n == len(sessions)-1 {
			onPaper(t, p, 15*(shown.to-shown.from))
		}
		seenIn(p, seen)
	}
	harmless(t, p, prototype)
	if now := Eval[string](p, `location.origin + location.pathname`); !strings.HasPrefix(address, now) {
		t.Errorf("the page navigated from %s to %s", address, now)
	}
	maps.DeleteFunc(seen, func(mark string, _ bool) bool { return marks[mark] == "" })
	fields := map[string]bool{}
	for mark := range seen {
		fields[marks[mark]] = true
	}
	t.Logf("%d payloads, %d fields: of %d combinations %d were seen, in %d fields", len(c.Payloads), len(c.Fields), len(marks), len(seen), len(fields))
	if want := len(c.Fields) * 3 / 5; len(fields) < want {
		t.Errorf("payloads were seen in %d fields, want %d", len(fields), want)
	}
	for _, field := range c.Fields { // fields.txt gives the reasons for the others
		if testutil.Exhaustive() && !fields[field] && c.Unseen[field] == "" {
			t.Errorf("%s was not seen", field)
		}
	}
	if len(seen) < least {
		t.Errorf("%d combinations were seen, want %d", len(seen), least)
	}
}

// onPaper prints the session, and checks the output; a minimum number of links works there, too.
func onPaper(t *testing.T, p *Page, least int) {
	t.Helper()
	began := time.Now()
	p.Do(`globalThis.print = () => (globalThis.printed = true); $hostile.list().focus()`)
	p.Press("Control+p")
	p.WaitFor(`globalThis.printed`, 2*Timeout)
	p.Media(map[string]string{"": "print"})
	p.Do(`$hostile.sight()`)
	links := Eval[int](p, `$hostile.written()`)
	leads := 0
	for _, found := range regexp.MustCompile(`/URI \(([^)]*)`).FindAllSubmatch(pdf(p), -1) {
		if leads++; !regexp.MustCompile(`^(https?://|mailto:)`).Match(found[1]) {
			t.Errorf("on paper a link goes to %q", found[1])
		}
	}
	t.Logf("printed %d links, of which %d work, in %v", links, leads, time.Since(began).Round(time.Millisecond))
	if links < least || leads < least {
		t.Errorf("there are %d links on paper, of which %d work", links, leads)
	}
	p.Media(nil)
	p.Do(`dispatchEvent(new Event("afterprint"))`)
}

// Nor does a payload run in a list of sessions, in names of files and folders, or in titles of
// pages.
func TestHostileList(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	p, prototype := openHostile(t)
	const copies = 48 // a third of them with one payload in a field
	dir := filepath.Join(t.TempDir(), "projects")
	files := c.Facts(0, copies)
	writeHostile(t, dir, files)
	if told := p.Read(dir); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$deep("unspool-library >>> .entry")`, 0)
	during(t, p, "() => "+script("hostile_names.readList"))
	found := Eval[int](p, `foundMarks`)
	harmless(t, p, prototype)
	seen, marks := map[string]bool{}, c.Marks(0, copies)
	seenIn(p, seen)
	fields := map[string]bool{}
	for mark := range seen {
		fields[marks[mark]] = true
	}
	for _, field := range c.Fields {
		if c.Unseen[field] == "in a list of sessions" && !fields[field] {
			t.Errorf("%s was not seen", field)
		}
	}
	t.Logf("%d sessions, %d combinations were seen, %d of them in search results", len(files), len(seen), found)
	if found < 20 {
		t.Errorf("only %d combinations were found in all sessions", found)
	}
	if len(seen) < 500 {
		t.Errorf("only %d combinations were seen", len(seen))
	}
}

// The same payloads, written into a page as HTML, do run: the checks can detect them.
func TestHostilePayloadsRunInHTML(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	texts := make([]string, 0, len(c.Payloads))
	for at, payload := range c.Payloads {
		texts = append(texts, payload.Text(hostile.Mark(0, at)))
	}
	b, err := Start(t.Context(), Options{}) // its allowed requests are not counted elsewhere
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	told := &recorder{TB: t}
	p := b.Page(told)
	p.Open(serveText(t, map[string]string{"/": `<body>`}))
	p.Do(`globalThis.ran = new Set();
		Object.defineProperty(globalThis, "` + hostile.Ran + `", { set: (value) => ran.add(String(value)), configurable: false })`)
	during(t, p, "() => "+script("hostile_names.putInPage", texts))
	ran := Eval[int](p, `ran.size`)
	asked := map[string]bool{}
	hosts, _ := b.sink.Since(0)
	for _, host := range hosts {
		if strings.Contains(host, hostile.Host) {
			asked[strings.ToLower(host)] = true
		}
	}
	t.Logf("%d payloads ran, %d sent requests", ran, len(asked))
	if ran < 30 || len(asked) < 12 {
		t.Errorf("of %d payloads %d ran and %d sent a request", len(texts), ran, len(asked))
	}
	told.finish()
	if len(told.errors) == 0 {
		t.Error("a page that lets payloads run is considered harmless")
	}
}
