package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
)

const (
	axeScript  = "../node_modules/axe-core/axe.min.js"
	axeTimeout = time.Minute // for one check, which measures every element
)

// An axeFinding is one rule that elements of a view break.
type axeFinding struct {
	ID, Help string
	Nodes    []struct {
		Target  []any
		HTML    string
		Summary string
	}
}

// findings checks the page with axe-core. It runs in an isolated JavaScript world: the page's
// policy allows no foreign script, and stays in effect. One finding is excepted: the first heading
// of a conversation can have any level, since the heading of its turn may be in a row above that is
// not rendered.
func findings(p *Page) []axeFinding {
	p.r.Helper()
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		p.r.Fatalf("axe-core: %v", err)
	}
	tree, err := call(p, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		p.r.Fatalf("frames: %v", err)
	}
	world, err := call(p, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "axe"})
	if err != nil {
		p.r.Fatalf("a world for axe-core: %v", err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, machine.Scaled(axeTimeout))
	defer cancel()
	res, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		ContextID: world.ExecutionContextID, AwaitPromise: new(true), ReturnByValue: new(true),
		Expression: string(axe) + ";\n" + script("axe.violations"),
	})
	if err == nil && res.ExceptionDetails != nil {
		err = fmt.Errorf("%s", exceptionText(res.ExceptionDetails))
	}
	var list []axeFinding
	if err == nil {
		err = json.Unmarshal(res.Result.Value, &list)
	}
	if err != nil {
		p.r.Fatalf("axe-core: %v", err)
	}
	return list
}

// passes fails the test for each rule that the page breaks, in both themes.
func passes(t *testing.T, p *Page, view string) {
	t.Helper()
	for _, dark := range []bool{false, true} {
		p.Dark(dark)
		broken(t, findings(p), fmt.Sprintf("%s, dark %v", view, dark))
	}
}

func broken(t *testing.T, list []axeFinding, view string) {
	t.Helper()
	for _, f := range list {
		var where []string
		for i, n := range f.Nodes {
			if i == 4 {
				where = append(where, fmt.Sprintf("and %d more", len(f.Nodes)-i))
				break
			}
			where = append(where, fmt.Sprintf("%v %s\n    %s", n.Target, n.HTML, strings.ReplaceAll(n.Summary, "\n", "\n    ")))
		}
		t.Errorf("%s: %s: %s\n  %s", view, f.ID, f.Help, strings.Join(where, "\n  "))
	}
}

// A test that cannot fail proves nothing.
func TestAxeFinds(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	p.Open(serveText(t, map[string]string{"/": `<main><h1>t</h1><button></button></main>`}))
	found := findings(p)
	if len(found) != 1 || found[0].ID != "button-name" {
		t.Errorf("axe-core finds %+v in a button without a name", found)
	}
}

// TestAxe checks every view with axe-core in both themes: WCAG 2.2 A and AA, and best practices. No
// finding is excepted.
func TestAxe(t *testing.T) {
	t.Parallel()
	t.Run("landing", func(t *testing.T) {
		t.Parallel()
		p := open(t, "")
		p.WaitFor(`$text().includes("Choose files")`, 0)
		passes(t, p, "landing")
		p.Read(write(t, "notes.txt", []byte("just some notes\n")))
		p.WaitFor(`$role("alert")`, 0)
		passes(t, p, "a file that is none")
		p.Size(360, 800)
		passes(t, p, "narrow")
	})
	t.Run("chooser", func(t *testing.T) {
		t.Parallel()
		p := open(t, "")
		p.Read("../../testdata")
		p.WaitFor(`globalThis.unspoolReady && $$role("listitem").length >= 4`, 0)
		passes(t, p, "chooser")
		p.Size(360, 800)
		passes(t, p, "narrow")
	})
	t.Run("conversation", func(t *testing.T) {
		t.Parallel()
		p := open(t, "")
		p.Read(sampleDir)
		ready(p)
		passes(t, p, "top")
		p.Size(1400, 4000) // few checks
		p.Press("e")
		p.WaitFor(`$$deep("unspool-row .body").length > 3`, 0)
		settled(p)
		every, first := 1, 0 // and the style guide, which has everything
		if !testutil.Exhaustive() {
			every = 4
			first = testutil.Sample(t, []int{0, 1, 2, 3}, every)[0]
		}
		for at := 0; ; at++ {
			if at%every == first {
				// The guide shows everything in both themes; one after the other here.
				p.Dark(at/every%2 == 1)
				broken(t, findings(p), fmt.Sprintf("everything open, screen %d", at))
			}
			if !Call[bool](p, "session.scrollOn") {
				break
			}
			settled(p)
		}
		p.Press("c", "Home")
		settled(p)
		p.Size(360, 800)
		settled(p)
		passes(t, p, "narrow")
	})
	t.Run("panels", func(t *testing.T) {
		t.Parallel()
		p := open(t, "")
		data, err := os.ReadFile(sampleFile(t))
		if err != nil {
			t.Fatal(err)
		}
		p.Read(write(t, "s.jsonl", append(data, "this is no JSON at all\n{}\n"...)))
		ready(p)
		p.WaitFor(`$focused("article")`, 0)
		for _, panel := range []struct{ name, open string }{
			{"keys", `document.activeElement.shadowRoot.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, composed: true }))`},
			{"go to", `document.activeElement.shadowRoot.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true, composed: true }))`},
		} {
			p.Do(panel.open)
			p.WaitFor(`$deep("dialog[open] .panel")`, 0)
			passes(t, p, panel.name)
			p.Press("Escape")
			p.WaitFor(`!$role("dialog")`, 0)
		}
	})
	t.Run("guide", func(t *testing.T) {
		t.Parallel()
		p := openGuide(t, 1400)
		broken(t, findings(p), "guide") // shows both themes
	})
	t.Run("failures", func(t *testing.T) {
		t.Parallel()
		p := open(t, "")
		p.Read(sampleFile(t))
		ready(p)
		p.Allow("ERR_FILE_NOT_FOUND blob:") // of the worker
		p.InWorkers("parser-worker", "close()")
		p.Do(`$deep('unspool-row[data-kind="series"] .row-button').click()`) // to load rows
		p.WaitFor(`$text().includes("Try again")`, 2*Timeout)
		passes(t, p, "a parser that ended")
	})
}

// settled waits until nothing visible is still loading.
func settled(p *Page) {
	p.r.Helper()
	p.Run("session.settle")
}
