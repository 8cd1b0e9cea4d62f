package browser

import (
	_ "embed" // hostile.js
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"unspool/parser/hostile"
	"unspool/parser/testfiles"
)

//go:embed hostile.js
var hostileHelpers string

// attacks is the corpus of testdata/hostile.
func attacks(t *testing.T) *hostile.Corpus {
	t.Helper()
	c, err := hostile.Read(os.DirFS(filepath.Join(testfiles.Dir(t), "hostile")))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lay writes files into a folder.
func lay(t *testing.T, dir string, files []hostile.File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Judged is what became of a page that showed hostile sessions.
type judged struct {
	Ran, Polluted, Prototype, Globals string
	Wrong                             []string
}

// harmless fails the test if anything acted, or if an element is none of the page's own.
func harmless(t *testing.T, p *Page, prototype string) {
	t.Helper()
	got := Eval[judged](p, `$hostile.state()`)
	if got.Ran != "" {
		t.Errorf("a payload ran: %s", got.Ran)
	}
	if got.Polluted != "" || got.Prototype != prototype {
		t.Errorf("prototypes are changed: %q, %s", got.Polluted, got.Prototype)
	}
	if got.Globals != "" {
		t.Errorf("names of the page lead to %s", got.Globals)
	}
	for _, wrong := range got.Wrong {
		t.Errorf("%s", wrong)
	}
}

// during runs something that takes long in the page.
func during(t *testing.T, p *Page, js string) {
	t.Helper()
	p.Do(`globalThis.goingOn = "yes"; (` + js + `)().then(() => (globalThis.goingOn = ""), (e) => (globalThis.goingOn = "failed: " + (e.stack ?? e)))`)
	p.WaitFor(`goingOn !== "yes"`, 3*time.Minute)
	if failed := Eval[string](p, `goingOn`); failed != "" {
		t.Fatalf("%s: %s", js, failed)
	}
}

const ownPrototype = `Object.getOwnPropertyNames(Object.prototype).sort().join()`

// seenIn notes which marks were seen.
func seenIn(p *Page, seen map[string]bool) {
	p.r.Helper()
	for _, mark := range Eval[[]string](p, `[...$hostile.marks]`) {
		seen[mark] = true
	}
}

const (
	copiesPerSession = 3
	hostileSessions  = 1
)

// Whatever stands in whatever field, nothing of it acts, in rows that are all drawn
// and opened, and in all that stands around them.
func TestHostileSessions(t *testing.T) {
	c := attacks(t)
	p := open(t, "")
	p.Size(1400, 900)
	p.Do(hostileHelpers)
	prototype := Eval[string](p, ownPrototype)
	seen := map[string]bool{}
	marks := map[string]string{}
	begin := time.Now()
	for n := range hostileSessions {
		from, to := n*copiesPerSession, (n+1)*copiesPerSession
		maps.Copy(marks, c.Marks(from, to))
		dir := filepath.Join(t.TempDir(), "project")
		lay(t, dir, c.Session("s1", from, to))
		if told := p.Read(dir); told != "ready" {
			t.Fatal(told)
		}
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind]")`, 0)
		during(t, p, fmt.Sprintf(`() => $hostile.openAll(%t)`, n == 0))
		p.Do(`$hostile.sight()`)
		if n == 0 {
			seenIn(p, seen)
			var missing []string
			for mark, field := range marks {
				if !seen[mark] && !strings.HasPrefix(field, "session ") {
					missing = append(missing, mark+" "+field)
				}
			}
			slices.Sort(missing)
			t.Logf("missing %d: %.9000s", len(missing), strings.Join(missing, "; "))
		}
		if n < 2 {
			during(t, p, `$hostile.views`)
			during(t, p, `$hostile.around`)
		}
		seenIn(p, seen)
		t.Logf("session %d: %d of %d seen after %s", n, len(seen), len(marks), time.Since(begin))
	}
	harmless(t, p, prototype)
}
