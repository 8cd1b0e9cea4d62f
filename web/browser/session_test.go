package browser

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"unspool/parser/testutil"
)

const (
	// sampleDir has a session with most of what sessions contain: many turns and tools, nested agents, another attempt.
	sampleDir = "../../testdata/2.1.219"
	// siteSampleDir has the sample of the site, which tells the same story in less.
	siteSampleDir = "../../testdata/sample"
)

// sampleFile is the main file of that session, without its agents' files.
func sampleFile(t *testing.T) string {
	t.Helper()
	return mainFile(t, sampleDir)
}

// siteSample is the main file of the sample that the site has.
func siteSample(t *testing.T) string {
	t.Helper()
	return mainFile(t, siteSampleDir)
}

func mainFile(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s has %d main files: %v", dir, len(files), err)
	}
	return files[0]
}

// ready waits until a session is read and its rows are in the page.
func ready(p *Page) {
	p.WaitFor(`globalThis.unspoolReady && $$role("article").length > 3`, 0)
	p.Do(`globalThis.unspoolReady = false`)
}

// read scrolls through the whole conversation and returns its text.
func read(t *testing.T, p *Page) string {
	t.Helper()
	return Call[string](p, "session.read")
}

func wants(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not contain %q: %.1000s", want, text)
		}
	}
}

func TestDropFile(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	wants(t, read(t, p),
		"Our harbour master in Skarrow", "It is the clock change, twice", "· thought",
		"Find where times get a zone", "让我自己理一下思路", "Compacted automatically", "2 attempts from here",
		"Typed while Claude was working", "/review internal/tide", "Interrupted by you", "No result recorded", "PR")
}

func TestDropFolder(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	// With the agents' files the agent can be opened, and the nested one inside it.
	p.WaitFor(`$$deep("unspool-row .agent").length > 0`, 0)
	before := Eval[int](p, `Number($role("article").getAttribute("aria-setsize"))`)
	p.Click("unspool-row .agent button.row-button")
	p.WaitFor(`$$deep('unspool-row[data-depth="1"]').length > 3`, 0)
	p.WaitFor(`$deep('unspool-row[data-depth="1"] .agent .row-button') || ($deep("unspool-list").scrollTop += 200, false)`, 0)
	p.Click(`unspool-row[data-depth="1"] .agent .row-button`)
	p.WaitFor(`$$deep('unspool-row[data-depth="2"]').length > 0`, 0)
	if after := Eval[int](p, `Number($role("article").getAttribute("aria-setsize"))`); after < before+20 {
		t.Errorf("%d rows with two agents open, %d before", after, before)
	}
}

func TestChooseFileAndSample(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.SetFiles(`input[type=file]:not([webkitdirectory])`, sampleFile(t))
	ready(p)
	q := open(t, "")
	q.WaitFor(`$text().includes("Explore a sample session")`, 0)
	q.ClickRole("button", "Explore a sample session")
	ready(q)
	wants(t, Eval[string](q, `$text()`), "Tide times across the clock change", "9 prompts · 1 event")
}

// Paste of a transcript's lines works like a file.
func TestPaste(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	pasteText(p, strings.Join(strings.SplitAfter(string(data), "\n")[:40], ""))
	ready(p)
	wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
}

// openFirstCall opens the first tool call of the sample, which is in a series.
func openFirstCall(p *Page) {
	p.Click(`unspool-row[data-kind="series"] .row-button`)
	p.WaitFor(`$deep("unspool-row[data-inside] .row-button")`, 0)
	p.Click("unspool-row[data-inside] .row-button")
}

// A tool call opens to its details, with the pointer and the keyboard.
func TestToolCallOpens(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	openFirstCall(p)
	p.WaitFor(`$text($deep("unspool-row .body") ?? document.createElement("i")).includes("package tide")`, 0)
	wants(t, Eval[string](p, `$text($deep("unspool-row .body"))`), "Raw record")
	// A failing command shows its terminal in colors.
	focusConversation(p)
	p.Press("]") // not the hook that failed without an effect
	p.WaitFor(`$text($focused("article") ?? document.createElement("i")).includes("exit 1")`, 0)
	p.Press("Enter")
	p.WaitFor(`$text($deep("unspool-row:focus .body") ?? document.createElement("i")).includes("FAIL")`, 0)
	if colors := Eval[int](p, `new Set($$deep("unspool-row:focus .body span").map((s) => getComputedStyle(s).color)).size`); colors < 2 {
		t.Errorf("the terminal has %d colors", colors)
	}
	p.Press("Enter")
	p.WaitFor(`!$deep("unspool-row:focus .body")`, 0)
}

func TestDiffAndImage(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	find := func(script string) {
		p.WaitFor(script+` || ($deep("unspool-list").scrollTop += 400, false)`, 20*time.Second)
	}
	find(`$deep("unspool-row img") && $deep("unspool-row img").naturalWidth > 100`)
	if source := Eval[string](p, `$deep("unspool-row img").src`); !strings.HasPrefix(source, "blob:") {
		t.Errorf("the image comes from %s", source)
	}
	find(`$role("button", /^Edit /)`)
	p.ClickRole("button", "/^Edit /")
	p.WaitFor(`$$deep("unspool-row .body ins, unspool-row .body del, unspool-row .body [class*=add], unspool-row .body [class*=del]").length > 2`, 20*time.Second)
}

// Every key of the list has a visible effect.
func TestKeys(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	focusConversation(p)
	p.WaitFor(`$focused("article")`, 0)
	focused := func() string {
		t.Helper()
		return Eval[string](p, `$focused("article")?.getAttribute("aria-posinset") ?? ""`)
	}
	moves := func(key string) {
		t.Helper()
		before := focused()
		p.Press(key)
		p.WaitFor(`($focused("article")?.getAttribute("aria-posinset") ?? `+strconv.Quote(before)+`) !== `+strconv.Quote(before), 0)
	}
	for _, key := range []string{"j", "j", "k", "n", "n", "p", "]", "End", "[", "Home"} {
		moves(key)
	}
	if at := focused(); at != "1" {
		t.Errorf("Home goes to row %s", at)
	}
	shown := `$$deep('unspool-row[data-kind="background"]').some((r) => r.checkVisibility())`
	p.WaitFor(`!(`+shown+`)`, 0)
	p.Press("m")
	p.WaitFor(shown, 0)
	p.Press("m")
	p.WaitFor(`!(`+shown+`)`, 0)
	p.Press("?")
	p.WaitFor(`$text().includes("Next prompt")`, 0)
	p.Press("Escape")
	p.WaitFor(`!$text().includes("Next prompt")`, 0)
	p.Press("g")
	p.WaitFor(`$deep("dialog input, input[name]")`, 0)
	p.Type("7")
	p.Press("Enter")
	p.WaitFor(`$text($role("feed")).includes("让我自己理一下思路")`, 0)
}

// The same page is readable in light and dark, wide and narrow.
func TestSchemesAndWidths(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	color := func() string { return Eval[string](p, `getComputedStyle($deep("unspool-session")).backgroundColor`) }
	p.Dark(false)
	light := color()
	p.Dark(true)
	p.WaitFor(`getComputedStyle($deep("unspool-session")).backgroundColor !== `+strconv.Quote(light), 0)
	for _, width := range []int{360, 800, 1400, 3840} {
		p.Size(width, 800)
		p.WaitFor(`document.documentElement.scrollWidth <= innerWidth && $deep("unspool-list").scrollWidth <= $deep("unspool-list").clientWidth`, 0)
	}
}

// Visible rows stay in place, whatever opens above.
func TestScrollsWithoutBlanks(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	blank := Call[int](p, "session.countBlanks")
	if blank > 0 {
		t.Errorf("%d of 40 jumps ended without rows", blank)
	}
}

// A reply whose prompt is not in the file says so, instead of beginning in the middle.
func TestPromptNotRecorded(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(write(t, "s.jsonl", []byte(`{"type":"system","subtype":"init","session_id":"s","uuid":"i"}
{"type":"assistant","session_id":"s","uuid":"a","message":{"id":"m","role":"assistant","model":"m","content":[{"type":"text","text":"First"}]}}
{"type":"assistant","session_id":"s","uuid":"b","message":{"id":"n","role":"assistant","model":"m","content":[{"type":"text","text":"Second"}]}}
{"type":"assistant","session_id":"s","uuid":"c","message":{"id":"o","role":"assistant","model":"m","content":[{"type":"text","text":"Third"}]}}
`)))
	ready(p)
	wants(t, Eval[string](p, `$text()`), "Prompt not recorded", "First", "Third")
}
