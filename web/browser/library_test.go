package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

const (
	entries   = `$$role("listitem").map((item) => $role("button", undefined, item))`
	titles    = `$$deep(".chooser .entry .heading").map((e) => $text(e))`
	focusedOn = `(() => { let e = document.activeElement; while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e ? $text(e.querySelector(".heading") ?? e) : "" })()`
)

// manySessions writes sessions, each with its own project and a number of turns on a day of its
// own.
func manySessions(t *testing.T, count int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range count {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", i)
		day := fmt.Sprintf("2025-%02d-%02dT10:", 1+i/28%12, 1+i%28)
		var text strings.Builder
		for turn := range 1 + i%7 {
			before := `null`
			if turn > 0 {
				before = fmt.Sprintf(`"%s-a%d"`, id, turn-1)
			}
			fmt.Fprintf(&text, `{"type":"user","uuid":"%[1]s-u%[2]d","parentUuid":%[3]s,"sessionId":"%[1]s","cwd":"/home/ada/project-%[4]d","gitBranch":"branch-%[5]d","version":"2.1.45","timestamp":"%[6]s%02[2]d:00.000Z","message":{"role":"user","content":"Task %[7]d of many"}}
{"type":"assistant","uuid":"%[1]s-a%[2]d","parentUuid":"%[1]s-u%[2]d","sessionId":"%[1]s","cwd":"/home/ada/project-%[4]d","version":"2.1.45","timestamp":"%[6]s%02[2]d:30.000Z","message":{"id":"%[1]s-m%[2]d","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":%[8]d}}}
`, id, turn, before, i%10, i%3, day, i, 100+i)
		}
		path := filepath.Join(dir, "all", fmt.Sprintf("project-%d", i%10), id+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "all")
}

func typeInto(p *Page, words string) {
	p.r.Helper()
	for _, r := range words {
		p.Press(string(r))
	}
}

// However late the code of the list arrives, the list has the focus when it is shown: otherwise
// keys would have no effect.
func TestLibraryCodeLoadsLate(t *testing.T) {
	t.Parallel()
	wait := make(chan struct{})
	p := altered(t, func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.URL.Path, "/pane-manager-") {
			<-wait
		}
		return false
	})
	p.DropFiles(manySessions(t, 3))
	p.WaitFor(`$deep("unspool-session").exportSource?.sessions.length === 3`, 0)
	close(wait)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length === 3`, 0)
	if on := Eval[string](p, focusedOn); !strings.HasPrefix(on, "Task") {
		t.Errorf("%q has the focus", on)
	}
}

// Of a thousand sessions only the visible ones are in the page; keys, sums, sort orders and filters
// cover all of them, and the list is restored as it was left.
func TestLibrary(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	if told := p.Read(manySessions(t, 1000)); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$text($deep(".chooser .note")).includes("1,000 sessions")`, 0)
	if n := Eval[int](p, `$$role("listitem").length`); n == 0 || n > 60 {
		t.Errorf("%d entries are in the page", n)
	}
	p.Press("ArrowDown")
	p.Press("End")
	p.WaitFor(`/^Task \d+ of many$/.test(`+focusedOn+`)`, 0)
	edge := `(() => { const l = $deep(".chooser"); const e = [...l.querySelectorAll(".entry")].at(-1).getBoundingClientRect(); return e.bottom <= l.getBoundingClientRect().bottom + 1 && e.height > 30 })()`
	p.WaitFor(edge, 0)

	// Text goes into the filter wherever it is typed.
	typeInto(p, "task 99")
	p.WaitFor(`$role("searchbox", "Filter sessions").value === "task 99" && $text($deep(".chooser .note")).startsWith("19 sessions")`, 0)
	wants(t, Eval[string](p, `$text($deep(".chooser .note"))`), "19 sessions", "$")
	p.Press("Escape")
	p.WaitFor(`$text($deep(".chooser .note")).includes("1,000 sessions")`, 0)

	sorted := func(order string) []string {
		t.Helper()
		p.Do(`const s = $role("combobox", "Sort"); s.value = ` + fmt.Sprintf("%q", order) + `; s.dispatchEvent(new Event("change", {bubbles: true})); await $deep("unspool-library").updateComplete`)
		return Eval[[]string](p, titles+`.slice(0, 3)`)
	}
	p.ClickRole("button", "Group by project") // all projects together
	p.WaitFor(`$role("button", "Group by project").ariaPressed === "false" && !$deep(".chooser h3")`, 0)
	for order, want := range map[string][]string{
		"title":  {"Task 0 of many", "Task 1 of many", "Task 2 of many"},
		"cost":   {"Task 993 of many", "Task 986 of many", "Task 979 of many"},
		"oldest": {"Task 0 of many", "Task 336 of many", "Task 672 of many"},
	} {
		got := sorted(order)
		if order == "oldest" { // three on one day, in any order
			if !strings.HasPrefix(got[0], "Task ") {
				t.Errorf("oldest: %q", got)
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", order, diff)
		}
	}

	// To a session and back, and on to the next.
	sorted("cost")
	p.Do(`$deep(".chooser").scrollTop = 9000`)
	p.WaitFor(entries+`.some((e) => e.getBoundingClientRect().top > 300) && Math.abs($deep(".chooser").scrollTop - 9000) < 2`, 0)
	p.Do(`globalThis.chosen = $$deep(".chooser .entry").find((e) => e.getBoundingClientRect().top > 300); globalThis.name = $text(chosen.querySelector(".heading")); chosen.click()`)
	p.WaitFor(`$role("article") && $text().includes(name)`, 0)
	focusConversation(p)
	p.Press("Shift+J")
	p.WaitFor(`document.title !== name + " · Unspool" && $role("article") && $role("region", "Timeline")`, 0)
	p.Press("Shift+K")
	p.WaitFor(`document.title === name + " · Unspool"`, 0)
	p.Press("u")
	p.WaitFor(`$deep(".chooser") && Math.abs($deep(".chooser").scrollTop - 9000) < 2 && `+focusedOn+` === name`, 0)
	passes(t, p, "the library")
}

// The list shows which files of a folder look like sessions but are not, however many parsers read
// it.
func TestLibrarySkippedFiles(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const counted = `$text($deep(".chooser .skipped-files summary")) === "3 files skipped"`
	for _, c := range []struct {
		name string
		dir  func() string
		told string // true once it is shown
	}{
		{"few", func() string { return manySessions(t, 3) }, counted},
		{"several parsers", func() string { return projects(t, 3, 6_000_000) }, counted + ` && workers.length > 0` /* besides the first */},
		{"one", func() string { return manySessions(t, 1) }, counted},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := c.dir()
			for name, text := range map[string]string{
				"broken.jsonl": "some words\nand others\n", "project-0/<b>.jsonl": "", "project-0/notes.txt": "notes",
				strings.Repeat("n", 200) + ".jsonl": "{}", "history.jsonl": `{"display":"a prompt","timestamp":1}`, "project-0/x/subagents/agent-a.jsonl": "no agent",
			} {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			p := open(t, "")
			p.Do(`Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 })`)
			p.Do(workers)
			p.DropFiles(dir)
			p.WaitFor(`(globalThis.said = $deep(".chooser .skipped-files p")?.textContent ?? "").startsWith("No session in ")`, 0)
			p.WaitFor(c.told, 0)
			base := filepath.Base(dir)
			want := base + "/broken.jsonl " + base + "/" + strings.Repeat("n", 200) + ".jsonl " + base + "/project-0/<b>.jsonl"
			if said := Eval[string](p, `said.replace(/\.$/, "").split(/[ ,]+/).slice(3).sort().join(" ")`); said != want {
				t.Errorf("the listed files are %s, want %s", said, want)
			}
			if wide := Eval[int](p, `$deep(".chooser").scrollWidth - $deep(".chooser").clientWidth`); wide > 0 {
				t.Errorf("the list is %d px too wide", wide)
			}
			p.Read(manySessions(t, 3))
			p.WaitFor(`$text($deep(".chooser .note")).includes("3 sessions") && !$text($deep(".chooser .note")).includes("without") && !$deep(".chooser .skipped-files")`, 0)
		})
	}
}

// Sessions that continue or copy others are folded under the one where they began, and still
// counted.
func TestLibraryChains(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "compaction-in-new-file"))
	p.WaitFor(`$$role("listitem").length === 1`, 0)
	wants(t, Eval[string](p, `$text($deep(".chooser"))`), "3 sessions", "Continued or copied in 2 sessions")
	if scrolls := Eval[bool](p, `(() => { const l = $deep(".chooser"); const fold = $deep(".chooser .unfold"); return l.scrollWidth > l.clientWidth || fold.offsetWidth > l.clientWidth / 2 })()`); scrolls {
		t.Error("the fold is wider than its text")
	}
	p.Click(".chooser .unfold")
	p.WaitFor(`$$role("listitem").length === 3 && $$deep(".chooser [data-under]").length === 2`, 0)
	p.Click(".chooser .unfold")
	p.WaitFor(`$$role("listitem").length === 1`, 0)
}

// Agents whose session is not among the files do not count as sessions: they are marked, counted
// separately, and folded below the sessions of their project.
func TestLibraryAgentsWithoutSession(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := manySessions(t, 20)
	for i := range 3 {
		line := fmt.Sprintf(`{"type":"user","uuid":"x%[1]d","parentUuid":null,"isSidechain":true,"agentId":"1a2b%[1]d","sessionId":"gone-%[1]d","cwd":"/home/ada/project-3","timestamp":"2025-06-0%[1]dT10:00:00.000Z","message":{"role":"user","content":"Warmup"}}`+"\n", i+1)
		if err := os.WriteFile(filepath.Join(dir, "project-3", fmt.Sprintf("agent-1a2b%d.jsonl", i+1)), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Read(dir)
	p.WaitFor(`$text($deep(".chooser .note")).startsWith("20 sessions · 3 subagents without a parent session · ")`, 0)
	p.Do(`const s = $role("combobox", "Project"); s.value = [...s.options].find((o) => o.text.endsWith("project-3")).value; s.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.WaitFor(`$$role("listitem").length === 3 && $role("button", "3 subagents without a parent session") !== null`, 0)
	wants(t, Eval[string](p, `$text($deep(".chooser .sum"))`), "2 sessions · 3 agents · $")
	p.Do(`$deep("unspool-library").focus()`)
	p.Press("End") // the fold is a line like the others
	p.WaitFor(focusedOn+` === "3 subagents without a parent session"`, 0)
	p.Press("Enter")
	p.WaitFor(`$$deep(".chooser [data-under] .entry").length === 3`, 0)
	wants(t, Eval[string](p, `$text($deep(".chooser [data-under] .entry"))`), "Warmup", "Agent 1a2b3")
	if marks := Eval[int](p, `$$deep(".chooser .entry .icon-agent").length`); marks != 3 {
		t.Errorf("%d of 3 agents are marked as such", marks)
	}
	passes(t, p, "agents without their session")
	p.ClickRole("button", "Search commands and sessions")
	p.WaitFor(offered+`.length > 0`, 0)
	p.Type("warmup")
	p.WaitFor(`$$role("option", undefined, $role("listbox", "Results")).map((o) => $text(o.querySelector(".kind"))).join() === "Agent,Agent,Agent"`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)
	p.FocusRole("button", "3 subagents without a parent session")
	p.Size(360, 800)
	p.WaitFor(`(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)($deep(".chooser"))`, 0)
	if cut := Eval[bool](p, `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)($deep(".chooser h3 .name"))`); cut {
		t.Error("the name of a project is truncated beside its totals")
	}
	passes(t, p, "agents without their session, narrow")
	p.Press("Enter")
	p.WaitFor(`$$role("listitem").length === 3`, 0)
	typeInto(p, "warmup") // search results are not folded
	p.WaitFor(`$$deep(".chooser .entry").length === 3 && $text($deep(".chooser .note")).startsWith("3 subagents without a parent session")`, 0)
}

// The sums of the list are those of its sessions: for everything in testdata, or in the folder in
// UNSPOOL_CORPUS.
func TestLibrarySums(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("UNSPOOL_CORPUS")
	if dir == "" {
		dir = "../../testdata"
	}
	p := open(t, "")
	if told := p.Read(dir); told != "ready" {
		t.Fatal(told)
	}
	infos := sessionsBelow(t, dir)
	sessions, usd, tokens := 0, 0.0, 0.0
	for _, info := range infos {
		if !info.Silent {
			if !info.Lone {
				sessions++
			}
			usd += info.Totals.Cost.USD
			used := info.Totals.Usage
			tokens += used.Input + used.Output + used.CacheRead + used.CacheWrite5m + used.CacheWrite1h
		}
	}
	places := 0
	if tokens < 9_950_000 {
		places = 1
	}
	note := strings.ReplaceAll(Eval[string](p, `$text($deep(".chooser .note"))`), "\u00a0", " ")
	wants(t, note, fmt.Sprintf("%d sessions", sessions), fmt.Sprintf("$%.2f", usd), fmt.Sprintf("%.*fM tokens", places, tokens/1e6))
}

// sessionsBelow reads a folder as if it had been dropped.
func sessionsBelow(t *testing.T, dir string) []protocol.SessionInfo {
	t.Helper()
	store := parser.NewStore()
	for _, f := range testutil.Tree(t, dir) {
		if !strings.HasSuffix(f.Name, ".jsonl") && !strings.HasSuffix(f.Name, ".json") && !strings.HasSuffix(f.Name, ".txt") {
			continue
		}
		file := store.Open(filepath.Base(dir)+"/"+f.Name, int64(len(f.Data)))
		if _, err := file.Write(f.Data); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	store.Finish()
	return view.New(store, price.Default(), nil).Sessions()
}

// The details of a session use all the space up to its cost, also below its time.
func TestLibraryFacts(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(manySessions(t, 2))
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	if room := Eval[float64](p, `(() => { const e = $deep(".chooser .entry"); return e.querySelector(".facts").getBoundingClientRect().right - e.querySelector("time").getBoundingClientRect().left })()`); room <= 0 {
		t.Errorf("%.0f px are unused", -room)
	}
}

// The heat map shows the days with sessions. A day filters the list, and the arrow keys move between
// days.
func TestLibraryHeatMap(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(manySessions(t, 2))
	p.WaitFor(`$$role("listitem").length === 2`, 0)
	if Eval[bool](p, `$deep(".chooser .days") !== null`) {
		t.Error("two days have a heat map")
	}
	p.Read(manySessions(t, 31)) // on 28 days of January and 3 of February
	p.WaitFor(`$text($deep(".chooser .note")).startsWith("31 sessions") && $$deep(".chooser .days button").length === 31`, 0)
	p.WaitFor(`$role("button", /^Jan 5, 2025: 1 session, \$/) !== null`, 0)
	passes(t, p, "the heat map")
	p.Do(`$role("button", /^Feb 3, 2025/).focus()`)
	p.Press("ArrowLeft")
	p.WaitFor(`$focused("button")?.ariaLabel.startsWith("Jan 27, 2025")`, 0)
	p.Press("ArrowRight")
	p.Press("ArrowRight")
	p.WaitFor(`$focused("button")?.ariaLabel.startsWith("Feb 3, 2025")`, 0)
	p.Press("ArrowUp")
	p.WaitFor(`$focused("button")?.ariaLabel.startsWith("Feb 2, 2025") && $$deep(".days [tabindex='0']").length === 1`, 0)
	p.Press("Enter")
	p.WaitFor(`$$role("listitem").length === 1 && $text($role("listitem")).includes("Feb 2, 2025") && $focused("button").ariaPressed === "true"`, 0)
	p.ClickRole("button", "Only Feb 2, 2025 ×")
	p.WaitFor(`$text($deep(".chooser .note")).startsWith("31 sessions")`, 0)
}

// Each session has a small timeline, with marks of its prompts and of failures. In a narrow page it is
// a line of its own.
func TestLibrarySketch(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	dir := manySessions(t, 1)
	failing := `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"failing","timestamp":"2025-11-01T10:00:00Z","message":{"role":"user","content":"Make it"}}
{"type":"assistant","uuid":"2","parentUuid":"1","sessionId":"failing","timestamp":"2025-11-01T10:00:04Z","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","uuid":"3","parentUuid":"2","sessionId":"failing","timestamp":"2025-11-01T10:00:12Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 2"}]}}
`
	if err := os.WriteFile(filepath.Join(dir, "failing.jsonl"), []byte(failing), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Size(1400, 900)
	p.Read(dir)
	p.WaitFor(`$$deep(".sketch").length === 2`, 0)
	type marks struct{ Prompts, Failures, Tools int }
	for name, want := range map[string]marks{"Make it": {1, 1, 22}, "Task 0 of many": {1, 0, 0}} {
		got := Call[marks](p, "library.sketchColumns", name)
		if got != want {
			t.Errorf("columns of %q: %+v, want %+v", name, got, want)
		}
	}
	passes(t, p, "sketches")
	below := script("library.isSketchBelow")
	if Eval[bool](p, below) {
		t.Error("the sketch is below the text of a wide page")
	}
	p.Size(390, 844)
	p.WaitFor(below, 0)
}
