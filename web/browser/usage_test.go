package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testutil"
)

// openUsage reads files and opens the usage view from the header's cost.
func openUsage(t *testing.T, paths ...string) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(paths...)
	p.WaitFor(`$role("feed") && $role("button", /^(About this session:|Details$)/)`, 0)
	p.ClickRole("button", "/^(About this session:|Details$)/")
	p.WaitFor(`$deep("unspool-usage >>> .figures")`, 0)
	return p
}

// figures returns the first figures of the view by their names.
func figures(p *Page) map[string]string {
	p.r.Helper()
	return Eval[map[string]string](p, `Object.fromEntries($$deep("unspool-usage >>> .figures > div").map((one) => [$text($deep("dt", one)), $text($deep("dd", one)).replaceAll(/\s+/g, " ")]))`)
}

// cells returns the lines of a part of a table, once they are loaded.
func cells(p *Page, name, part string) [][]string {
	p.r.Helper()
	table := fmt.Sprintf(`$role("table", "%s")`, name)
	p.WaitFor(fmt.Sprintf(`%s?.querySelector("tbody tr")`, table), 0)
	return Eval[[][]string](p, fmt.Sprintf(`[...%s.querySelectorAll("%s tr")].map((row) => [...row.cells].map((cell) => $text(cell).replaceAll(/\s+/g, " ")))`, table, part))
}

const turns = "Prompts and events (including agents)"

// The cost in the header opens its breakdown, beside the cost recorded by Claude Code, and what
// changed in the session; a change links to its record.
func TestUsage(t *testing.T) {
	t.Parallel()
	p := openUsage(t, sampleDir)
	wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "Claude Code recorded $5.54 for the whole session, including resumed runs: $0.01 less than counted here.",
		"Subscriptions are billed differently", "Web searches", "clock-change", "acceptEdits")
	if diff := cmp.Diff(map[string]string{"Cost": "$5.55 API list price", "Output": "33k including 13k thinking", "Input": "6.2M cached + uncached", "Cache hits": "94 % of input",
		"Responses": "76 93 tool calls", "Duration": "1 h 23 m 16 m 6 s active", "Tokens per minute": "2.0k output, active time"}, figures(p)); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if head := Eval[string](p, `$text($role("button", /^(About this session:|Details$)/))`); head != "$5.55" {
		t.Errorf("the header shows %s", head)
	}
	for _, c := range []struct {
		name        string
		lines       int
		first, foot []string
	}{
		{"Models", 3, []string{"opus 4.8", "200k", "54", "248", "179k", "4.5M", "25k", "$4.61"}, []string{"All", "", "76", "366", "346k", "5.8M", "33k", "$5.55"}},
		{turns, 18, []string{"3 Good. Plan it properly before you write code. Ask me if something is a product decision. Half-hour changes must work too.", "5:09 PM", "4 m 55 s", "32", "17", "89", "35k", "1.8M", "8.1k", "$1.43"},
			[]string{"All", "", "16 m 6 s", "", "76", "366", "346k", "5.8M", "33k", "$5.55"}},
		{"Agents", 3, []string{"Main conversation", "–", "5:02 PM", "1 h 23 m", "76", "63", "293", "318k", "5.7M", "29k", "$5.45"}, []string{"All", "", "", "", "93", "76", "366", "346k", "5.8M", "33k", "$5.55"}},
		{"Tools", 18, []string{"Bash", "28", "1", "4 %", "1", "2.5 s", "12 s", "1 m 29 s"}, []string{"All", "93", "1", "1 %", "1", "", "", ""}},
	} {
		lines, foot := cells(p, c.name, "tbody"), cells(p, c.name, "tfoot")
		if diff := cmp.Diff(c.first, lines[0]); diff != "" || len(lines) != c.lines {
			t.Errorf("%s: %d lines, the first (-want +got):\n%s", c.name, len(lines), diff)
		}
		if diff := cmp.Diff([][]string{c.foot}, foot); diff != "" {
			t.Errorf("%s, at the end (-want +got):\n%s", c.name, diff)
		}
	}
	p.ClickRole("button", "clock-change")
	p.WaitFor(`!$role("region", "Usage") && $deep("unspool-list").scrollTop > 500`, 0)
}

// A cost too small to be an amount, of which a part has no price, fits its place.
func TestUsageSmallAndUnpriced(t *testing.T) {
	t.Parallel()
	reply := func(uuid, parent, model string) m {
		line := claudeSays(uuid, parent, "Well.")
		line["message"].(m)["model"], line["message"].(m)["usage"] = model, m{"input_tokens": 10, "output_tokens": 50}
		return line
	}
	p := openUsage(t, transcript(t, userSays("u1", "", "go"), reply("a1", "u1", "claude-sonnet-4-5"), reply("a2", "a1", "my-local-model")))
	if cost := figures(p)["Cost"]; !strings.Contains(cost, "No known price") {
		t.Errorf("the cost is %q", cost)
	}
	says(t, p, `$$deep(".figures dd *").filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display === "block").map((e) => e.textContent).join()`, "")
}

// A table is sorted by the buttons in its header, numbers in descending order, and by a second
// press in reverse. A line links to its turn.
func TestUsageSorted(t *testing.T) {
	t.Parallel()
	p := openUsage(t, sampleDir)
	cells(p, turns, "tbody")
	first := func() string { return cells(p, turns, "tbody")[0][0] }
	sort := func(column, want string) {
		t.Helper()
		p.Do(fmt.Sprintf(`[...$role("table", "%s").querySelectorAll("thead button")].find((b) => $text(b).startsWith("%s")).click()`, turns, column))
		p.WaitFor(fmt.Sprintf(`$text($role("table", "%s").querySelector("tbody th")).replaceAll(/\s+/g, " ").startsWith(%q)`, turns, want), 0)
	}
	sorted := func() []string {
		return Eval[[]string](p, fmt.Sprintf(`[...$role("table", "%s").querySelectorAll("[aria-sort]")].map((head) => $text(head) + " " + head.ariaSort)`, turns))
	}
	if diff := cmp.Diff([]string{"Cost descending"}, sorted()); diff != "" {
		t.Error(diff)
	}
	sort("Prompt", "1 ")
	if diff := cmp.Diff([]string{"Prompt ascending"}, sorted()); diff != "" {
		t.Error(diff)
	}
	sort("Prompt", "16 ")
	sort("Cache write", "7 ")
	sort("Cache write", "13 ")
	if diff := cmp.Diff([]string{"Cache write ascending"}, sorted()); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(first(), "13 Back again") {
		t.Errorf("the first is %q", first())
	}
	p.Do(fmt.Sprintf(`$role("table", "%s").querySelector("tbody .lead").click()`, turns))
	p.WaitFor(`!$role("region", "Usage") && $$role("article").some((row) => $text(row).includes("Back again: the laptop fell asleep"))`, 0)
}

// saved presses the button that saves a table, and returns the file's name and lines.
func saved(p *Page, name string) []string {
	p.r.Helper()
	p.Run("saves.record")
	p.ClickRole("button", "Save “"+name+"” as CSV")
	p.WaitFor(`globalThis.savedAs`, 0)
	bytes := Eval[string](p, `saved.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)].map((b) => String.fromCharCode(b)).join(""))`)
	if !strings.HasPrefix(bytes, "\u00ef\u00bb\u00bf") {
		p.r.Errorf("%s has no mark of UTF-8", name)
	}
	return append([]string{Eval[string](p, "savedAs")}, strings.Split(Eval[string](p, "saved.text()"), "\r\n")...)
}

// If the output of many responses was not recorded completely, everything that includes it is
// marked, in files by a number; completely recorded output is not.
func TestUsageLowerBound(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	reply := func(n int, model, stop string) string {
		return fmt.Sprintf(`{"type":"user","uuid":"u%d","timestamp":"2026-05-01T10:%02d:00.000Z","message":{"role":"user","content":"go %[1]d"}}
{"type":"assistant","uuid":"a%[1]d","timestamp":"2026-05-01T10:%02[2]d:30.000Z","requestId":"r%[1]d","message":{"id":"m%[1]d","role":"assistant","model":"%[3]s","content":[{"type":"text","text":"ok"}],"stop_reason":%[4]s,"usage":{"input_tokens":1000000,"output_tokens":20000}}}
`, n, n, model, stop)
	}
	p := openUsage(t, write(t, "s.jsonl", []byte(reply(1, "claude-opus-4-5", `"end_turn"`)+reply(2, "claude-haiku-4-5", "null"))))
	got := figures(p)
	if diff := cmp.Diff([]string{"≥ $6.60 API list price", "≥ 40k incomplete", "2.0M cached + uncached", "≥ 40k output, active time"}, []string{got["Cost"], got["Output"], got["Input"], got["Tokens per minute"]}); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "In 1 of 2 responses the recorded output is incomplete", "the real value is higher", "lower bound: output is incomplete")
	if diff := cmp.Diff([]string{"Output", "≥ 40,000", "≥ $0.60", "≥ 9 %"}, cells(p, "Tokens", "tbody")[3]); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("≤ 91 %", cells(p, "Tokens", "tbody")[0][3]); diff != "" {
		t.Errorf("the share of the input (-want +got):\n%s", diff)
	}
	for name, want := range map[string][][]string{
		"Models": {{"20k", "$5.50"}, {"≥ 20k", "≥ $1.10"}, {"≥ 40k", "≥ $6.60"}},
		turns:    {{"20k", "$5.50"}, {"≥ 20k", "≥ $1.10"}, {"≥ 40k", "≥ $6.60"}},
	} {
		var got [][]string
		for _, line := range append(cells(p, name, "tbody"), cells(p, name, "tfoot")...) {
			got = append(got, line[len(line)-2:])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	lines := saved(p, "Models")
	if !slices.Contains(lines, `"claude-opus-4-5",,1,1000000,0,0,20000,0,5.5,0`) || !slices.Contains(lines, `"claude-haiku-4-5",,1,1000000,0,0,20000,1,1.1,0`) {
		t.Errorf("saved %q", lines)
	}

	// The plots: all kinds of tokens before the output, which is incomplete.
	p.WaitFor(`$$deep("unspool-plot >>> canvas").length === 2 && $role("application", "Tokens per minute")`, 0)
	for i, want := range [][]string{
		{"Response 2 · prompt 2", "≥ 20k out"},
		{"≥ 1.0M tokens per minute"},
	} {
		p.Do(fmt.Sprintf(`$$role("application")[%d].focus()`, i))
		p.Press("End")
		wants(t, Eval[string](p, fmt.Sprintf(`$$deep("unspool-plot")[%d].updateComplete.then(() => $text($$deep("unspool-plot")[%[1]d].shadowRoot.querySelector(".readout")))`, i)), want...)
	}
	p.Do(`$$role("application")[0].focus()`)
	p.Press("Home")
	if said := Eval[string](p, `$$deep("unspool-plot")[0].updateComplete.then(() => $text($$deep("unspool-plot")[0].shadowRoot.querySelector(".readout")))`); !strings.HasSuffix(said, " 20k out") || strings.Contains(said, "≥") {
		t.Errorf("for a completely recorded response it shows %q", said)
	}
	passes(t, p, "output recorded too low")
}

// The header distinguishes a session's span from the time that its turns took, and names both.
func TestUsageTimeInTurns(t *testing.T) {
	t.Parallel()
	p := openUsage(t, sampleDir)
	const fact = `$$deep(".facts li").find((one) => $text(one).includes("active"))`
	wants(t, Eval[string](p, `$text(`+fact+`)`), "1 h 23 m, 16 m active")
	wants(t, Eval[string](p, fact+`.title.replaceAll("\u00a0", " ")`), "1 h 23 m from the first record to the last", "16 m 6 s active: from each prompt to the end of its turn")
}

// A time is the same wherever it is shown: no part of it is rounded up.
func TestUsageTimesAgree(t *testing.T) {
	t.Parallel()
	said := func(kind, at, id, message string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":%q,"timestamp":"2026-03-01T%s.000Z","sessionId":"s","message":%s}`+"\n", kind, id, at, message)
	}
	reply := `{"id":"m%s","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":9}}`
	ask := `{"role":"user","content":"Do it"}`
	path := filepath.Join(t.TempDir(), "s.jsonl")
	text := said("user", "10:00:00", "u1", ask) + said("assistant", "11:30:40", "a1", fmt.Sprintf(reply, "1")) + said("user", "15:00:00", "u2", ask) + said("assistant", "15:00:10", "a2", fmt.Sprintf(reply, "2"))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := openUsage(t, path)
	wants(t, Eval[string](p, `$text($$deep(".facts li").find((one) => $text(one).includes("active"))).replaceAll("\u00a0", " ")`), "1 h 30 m active")
	wants(t, figures(p)["Duration"], "1 h 30 m active")
}

// manyTurns writes a session of so many turns. The first prompt is a formula of spreadsheets.
func manyTurns(t *testing.T, turns int) string {
	t.Helper()
	var text strings.Builder
	for i := range turns {
		prompt := fmt.Sprintf("prompt %d", i+1)
		if i == 0 {
			prompt = `=HYPERLINK(\"https://evil.example\")`
		}
		fmt.Fprintf(&text, `{"type":"user","uuid":"u%d","timestamp":"2026-05-01T10:%02d:00.000Z","message":{"role":"user","content":"%s"}}
{"type":"assistant","uuid":"a%d","timestamp":"2026-05-01T10:%02d:30.000Z","requestId":"r%d","message":{"id":"m%d","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":%d}}}
`, i, i%60, prompt, i, i%60, i, i, i)
	}
	return write(t, "s.jsonl", []byte(text.String()))
}

// Saved tables contain all lines, exact numbers, and no text that a spreadsheet runs.
func TestUsageSaved(t *testing.T) {
	t.Parallel()
	p := openUsage(t, manyTurns(t, 230))
	if n := len(cells(p, turns, "tbody")); n != 50 {
		t.Errorf("%d of 230 lines are shown at once", n)
	}
	p.Do(`$role("button", "Next", $role("navigation", /Prompts and events/)).click()`)
	p.WaitFor(`$text($role("status", undefined, $role("navigation", /Prompts and events/))) === "51–100 of 230"`, 0)
	p.Do(fmt.Sprintf(`[...$role("table", "%s").querySelectorAll("thead button")].find((b) => $text(b) === "Prompt").click()`, turns))
	p.WaitFor(`$text($role("status", undefined, $role("navigation", /Prompts and events/))) === "1–50 of 230"`, 0)
	got := saved(p, turns)
	if got[0] != "turns.csv" || len(got) != 233 || got[232] != "" {
		t.Fatalf("%d lines: %q", len(got), got[:3])
	}
	if diff := cmp.Diff([]string{
		`"Number","Prompt","Time","Duration (ms)","Calls","Responses","Uncached","Cache write","Cache read","Output","Responses with incomplete output","Cost (USD)","Responses without a price"`,
		`1,"'=HYPERLINK(""https://evil.example"")","2026-05-01T10:00:00.000Z",30000,0,1,1000,0,0,0,0,0.005,0`,
		`2,"prompt 2","2026-05-01T10:01:00.000Z",30000,0,1,1000,0,0,1,0,0.005025,0`,
	}, got[1:4]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := saved(p, "Models"); !slices.Contains(got, `"claude-opus-4-5",200000,230,230000,0,0,26335,0,1.808375,0`) {
		t.Errorf("models: %q", got)
	}
}

// For agents without records the table and its file contain the facts of their calls, and nothing
// if those are unknown.
func TestUsageOfAgentsWithoutRecords(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString(`{"type":"user","uuid":"u","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"go"}}` + "\n")
	for i, result := range []string{`{"agentId":"x0","totalDurationMs":59000,"totalToolUseCount":16}`, `{"agentId":"x1","isAsync":true}`} {
		fmt.Fprintf(&text, `{"type":"assistant","uuid":"a%d","timestamp":"2026-05-01T10:0%[1]d:10.000Z","requestId":"r%[1]d","message":{"id":"m%[1]d","role":"assistant","model":"claude-opus-4-5","content":[{"type":"tool_use","id":"t%[1]d","name":"Task","input":{"description":"task %[1]d","prompt":"p","subagent_type":"Explore"}}],"stop_reason":"tool_use","usage":{"input_tokens":1000,"output_tokens":10}}}
{"type":"user","uuid":"r%[1]d","timestamp":"2026-05-01T10:0%[1]d:50.000Z","toolUseResult":%[2]s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"done"}]}}
`, i, result)
	}
	p := openUsage(t, write(t, "s.jsonl", []byte(text.String())))
	got := saved(p, "Agents")
	want := []string{
		`"Agent","Task","Prompt","Time","Duration (ms)","Calls","Calls in transcripts not loaded","Responses","Uncached","Cache write","Cache read","Output","Responses with incomplete output","Cost (USD)","Responses without a price"`,
		`"Main conversation","",,"2026-05-01T10:00:00.000Z",110000,2,0,2,2000,0,0,20,0,0.0105,0`,
		`"Explore","task 0",1,"2026-05-01T10:00:10.000Z",59000,16,16,,,,,,,,`,
		`"Explore","task 1",1,"2026-05-01T10:01:10.000Z",,,,,,,,,,,`,
		"",
	}
	if diff := cmp.Diff(want, got[1:]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	told := Eval[[]string](p, `[...$role("table", "Agents").querySelectorAll("tbody span[title]")].filter((e) => e.title.includes("not loaded")).map($text)`)
	if diff := cmp.Diff([]string{"16"}, told); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A plot is navigated with the arrow keys, which describe each point in words; Enter lists what filled
// the context there.
func TestUsagePlots(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openUsage(t, sampleDir)
	p.WaitFor(`$$deep("unspool-plot >>> canvas").length === 2`, 0)
	said := func(plot int) string {
		return Eval[string](p, fmt.Sprintf(`$$deep("unspool-plot")[%d].updateComplete.then(() => $text($deep(".readout", $$deep("unspool-plot")[%d].shadowRoot)))`, plot, plot))
	}
	p.Do(`$$role("application")[0].focus()`)
	for _, c := range []struct{ key, want string }{
		{"ArrowRight", "Response 1 · prompt 1 · 5:02 PM · 52k tokens (26 % of the window) · 392 out"},
		{"ArrowRight", "Response 2 · prompt 1"},
		{"ArrowLeft", "Response 1 · prompt 1"},
		{"ArrowLeft", "Response 1 · prompt 1"},
		{"PageDown", "Response 4 · prompt 2"},
		{"End", "Response 63 · prompt 16"},
		{"ArrowRight", "Response 63 · prompt 16"},
		{"Home", "Response 1 · prompt 1"},
		{"End", "Response 63 · prompt 16"},
	} {
		p.Press(c.key)
		if got := said(0); !strings.HasPrefix(got, c.want) {
			t.Errorf("after %s it reads %q, want %q", c.key, got, c.want)
		}
	}
	p.Do(`$$role("application")[1].focus()`)
	p.Press("ArrowRight")
	if got := said(1); !strings.HasPrefix(got, "5:02 PM") || !strings.Contains(got, "tokens per minute") {
		t.Errorf("the other plot reads %q", got)
	}
	p.Do(`$$deep("unspool-usage >>> .choice button")[1].click()`)
	p.WaitFor(`$role("application", "Tokens per minute")`, 0)

	// The plots name their X axis and their marks.
	wants(t, Eval[string](p, `$$deep("unspool-plot").map((one) => $text(one.shadowRoot.querySelector(".across"))).join()`), "X axis: responses in order", "Each bar is 1 minute")
	wants(t, Eval[string](p, `$text($deep("unspool-usage >>> .course h3"))`), "1 compaction", "window 200k")

	// The data of a plot is also in its table.
	p.Do(`$deep("unspool-usage >>> details").open = true`)
	if lines := cells(p, "Context by response", "tbody"); len(lines) < 20 || lines[0][0] != "1" || lines[0][5] == "" {
		t.Errorf("the table of the plot begins with %q", lines)
	}

	p.Do(`$$role("application")[0].focus()`)
	p.Press("Enter")
	p.WaitFor(`$text($deep("unspool-context-contents")).includes("Response 63 ·")`, 0)
	p.ClickRole("button", "Go to response")
	p.WaitFor(`!$role("region", "Usage") && $text($role("feed")).includes("Low water is at 21:46")`, 0)
}

// What filled the context is listed for the largest context at first. The slider chooses another
// response, and a part leads to its row.
func TestUsageContents(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openUsage(t, sampleDir)
	const table = `$role("table", "Parts of the context, the largest first")`
	p.WaitFor(table, 0)
	lines := cells(p, "Parts of the context, the largest first", "tbody")
	if len(lines) < 8 || len(lines[0]) != 5 {
		t.Fatalf("the parts are %q", lines)
	}
	names := make([]string, len(lines))
	for i, line := range lines {
		names[i] = line[0]
	}
	wants(t, strings.Join(names, "\n"), "System prompt, tools", "Files read", "Commands", "Replies")

	const slider = `$role("slider", "Response")`
	p.Do(slider + `.focus()`)
	p.Press("Home")
	p.WaitFor(`$text($deep("unspool-context-contents")).includes("Response 1 ·")`, 0)
	if said := Eval[string](p, slider+`.getAttribute("aria-valuetext")`); !strings.HasPrefix(said, "Response 1, prompt 1") {
		t.Errorf("the slider reads %q", said)
	}
	p.WaitFor(table+`.querySelectorAll("tbody tr").length < `+fmt.Sprint(len(lines)), 0)
	p.Press("End")
	p.WaitFor(`$text($deep("unspool-context-contents")).includes("Response 63 ·")`, 0)
	p.WaitFor(table+`.querySelectorAll("tbody button").length > 8`, 0)
	p.Do(table + `.querySelector("tbody button").click()`)
	p.WaitFor(`!$role("region", "Usage") && $role("feed")`, 0)
}

// Rows of calls say how much they added to the context.
func TestRowTokens(t *testing.T) {
	t.Parallel()
	p := openSampleWithPanes(t)
	p.WaitFor(`/^\d+(\.\d)?k?\stokens$/.test($text($deep(".tool .tokens")))`, 0)
	wants(t, Eval[string](p, `$deep(".tool .tokens").title`), "to the context", "estimated")
}

// A plot is drawn in the colors of the current theme.
func TestUsageTheme(t *testing.T) {
	t.Parallel()
	p := openUsage(t, sampleDir)
	p.Dark(false)
	p.WaitFor(`$deep("unspool-plot >>> canvas")`, 0)
	p.Do(`globalThis.light = $deep("unspool-plot >>> canvas").toDataURL()`)
	p.Dark(true)
	p.WaitFor(`$deep("unspool-plot >>> canvas").toDataURL() !== light`, 0)
	p.Dark(false)
	p.WaitFor(`$deep("unspool-plot >>> canvas").toDataURL() === light`, 0)
	p.Size(500, 800)
	p.WaitFor(`$deep("unspool-plot >>> canvas").getBoundingClientRect().width < 500`, 0)
}

// The pane names what is not recorded, and invents nothing for it.
func TestUsageMissing(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	const reply = `{"type":"user","uuid":"u","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"a","parentUuid":"u","message":{"id":"m","role":"assistant","model":"%s","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"%s}}
{"type":"user","uuid":"u2","parentUuid":"a","message":{"role":"user","content":"more"}}
{"type":"user","uuid":"u3","parentUuid":"u2","message":{"role":"user","content":"and more"}}
`
	t.Run("usage", func(t *testing.T) {
		p := openUsage(t, write(t, "s.jsonl", fmt.Appendf(nil, reply, "claude-opus-4-5", "")))
		if got := figures(p); got["Cost"] != "Not recorded" || got["Cache hits"] != "Not recorded" || got["Duration"] != "Not recorded" {
			t.Errorf("%q", got)
		}
		wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "No usage is recorded")
		if n := Eval[int](p, `$$deep("unspool-plot, [aria-label='Models']").length`); n != 0 {
			t.Errorf("%d plots and tables of nothing", n)
		}
		wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "No timestamps are recorded")
		if diff := cmp.Diff([][]string{{"1 go", "0"}, {"2 more", "0"}, {"3 and more", "0"}}, cells(p, turns, "tbody")); diff != "" {
			t.Errorf("turns (-want +got):\n%s", diff)
		}
		passes(t, p, "no usage")
	})
	t.Run("price, window and times", func(t *testing.T) {
		p := openUsage(t, write(t, "s.jsonl", fmt.Appendf(nil, reply, "glm-9", `,"usage":{"input_tokens":1000000,"output_tokens":5}`)))
		if got := figures(p); got["Cost"] != "No known price" || got["Input"] != "1.0M cached + uncached" || got["Tokens per minute"] != "Not recorded" {
			t.Errorf("%q", got)
		}
		wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "No price for glm-9: 1 response with 1.0M tokens", "The responses have no timestamps.")
		if diff := cmp.Diff([]string{"glm-9", "–", "1", "1.0M", "0", "0", "5", "no price"}, cells(p, "Models", "tbody")[0]); diff != "" {
			t.Errorf("models (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"3 and more", "0", "0", "–", "–", "–", "–", "–"}, cells(p, turns, "tbody")[2]); diff != "" {
			t.Errorf("a turn without a reply (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Uncached input", "1,000,000"}, cells(p, "Tokens", "tbody")[0]); diff != "" {
			t.Errorf("kinds (-want +got):\n%s", diff)
		}
		wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "No timestamps are recorded", "window size unknown")
		p.WaitFor(`$$deep("unspool-plot").length === 1`, 0)
		passes(t, p, "no price")
	})
	t.Run("times that run backwards", func(t *testing.T) {
		var text strings.Builder
		for i, line := range strings.Split(strings.TrimSpace(fmt.Sprintf(reply, "glm-9", `,"usage":{"input_tokens":10,"output_tokens":5}`)), "\n") {
			fmt.Fprintf(&text, `{"timestamp":"2026-05-01T10:%02d:00.000Z",%s`+"\n", 50-i, line[1:])
		}
		p := openUsage(t, write(t, "s.jsonl", []byte(text.String())))
		if got := figures(p); got["Duration"] != "3 m" || got["Tokens per minute"] != "Not recorded" {
			t.Errorf("%q", got)
		}
		wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "Turn durations are unknown")
	})
	t.Run("a claude.ai export", func(t *testing.T) {
		p := openUsage(t, testutil.Extract(t, "claude-ai-conversation"))
		p.WaitFor(`$text($deep("unspool-usage")).includes("No usage is recorded")`, 0)
	})
}

// At an end of a table the button that was pressed keeps the focus, and the keys work.
func TestUsagePaging(t *testing.T) {
	t.Parallel()
	p := openUsage(t, manyTurns(t, 60))
	const pages = `$role("navigation", "Pages of “Prompts and events (including agents)”")`
	p.WaitFor(pages, 0)
	p.Do(pages + `.querySelector("button:last-child").focus()`)
	p.Press("Enter")
	p.WaitFor(`$text(`+pages+`.querySelector("[role=status]")).startsWith("51") && `+pages+`.querySelector("button:last-child").ariaDisabled === "true"`, 0)
	p.Press("Enter")
	p.Press("?")
	p.WaitFor(`$role("dialog", "Keyboard shortcuts")`, 0)
	if at := Eval[string](p, `$text(`+pages+`.querySelector("[role=status]"))`); !strings.HasPrefix(at, "51") {
		t.Errorf("after the end it shows %s", at)
	}
}

// The page does not wait forever for a reply of the parser.
func TestUsageFails(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Do(`const { api } = $deep("unspool-session").exportSource; const { query } = api; api.query = (name, request) => name.startsWith("usage") ? Promise.reject({ code: "crashed", detail: "no", path: "" }) : query.call(api, name, request)`)
	showView(p, "Usage")
	p.WaitFor(`$text($deep("unspool-usage")).includes("could not be calculated")`, 0)
}

// In a session of several days every time has its day, in any order of lines.
func TestUsageDays(t *testing.T) {
	t.Parallel()
	var said thread
	for i := range 4 {
		day := func(record m) m {
			record["timestamp"] = fmt.Sprintf("2026-05-%02dT12:00:%02d.000Z", 1+i/2, i)
			return record
		}
		said.add(day(userSays("", "", fmt.Sprint("prompt ", i))), fmt.Sprint("u", i))
		said.add(day(claudeSays("", "", []m{{"type": "text", "text": "ok"}})), fmt.Sprint("a", i))
	}
	p := openUsage(t, transcript(t, said...))
	lines := cells(p, turns, "tbody")
	if len(lines) != 4 {
		t.Errorf("there are %d turns", len(lines))
	}
	for _, line := range lines {
		if !strings.HasPrefix(line[1], "May ") {
			t.Errorf("%s was at %s", line[0], line[1])
		}
	}
}

// The view is checked by axe-core, wide and narrow, with the table of a plot open.
func TestUsageAxe(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openUsage(t, sampleDir)
	p.WaitFor(`$$deep("unspool-plot >>> canvas").length === 2 && $role("table", "Tools")`, 0)
	p.Do(`for (const one of $$deep("unspool-usage >>> details")) one.open = true`)
	passes(t, p, "usage")
	p.Size(360, 800)
	passes(t, p, "narrow")
	if wide := Eval[int](p, `$deep(".around > .view").scrollWidth - $deep(".around > .view").clientWidth`); wide > 0 {
		t.Errorf("it is %d pixels too wide", wide)
	}
}

// In an embedding page the cost opens a dialog: there is no space for a view.
func TestUsageInEmbed(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="sample/files.json" toolbar="full"></unspool-session>`, 1)
	p.ClickRole("button", "/^About this session/")
	p.WaitFor(`$role("dialog", "About this session")?.querySelector(".ledger")`, 0)
	wants(t, Eval[string](p, `$text($role("dialog"))`), "API list price", "Recorded by Claude Code", "$3.50", "opus 4.8", "clock-change", "acceptEdits")
	p.ClickRole("button", "clock-change")
	p.WaitFor(`!$role("dialog") && !$role("region", "Usage")`, 0)
}

// A command shows what filled the context at the current row.
func TestUsageContentsOfRow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleDir)
	ready(p)
	focusConversation(p)
	p.Press("Home")
	p.Press("n")
	p.Press("n")
	p.Press("Control+k")
	options := `$$role("option", undefined, $role("listbox", "Results")).map((o) => $text(o.querySelector(".name")))`
	p.WaitFor(options+`.length > 10`, 0)
	p.Type("filled the context")
	p.WaitFor(options+`.join() === "Show what filled the context here"`, 0)
	p.Press("Enter")
	p.WaitFor(`$focused("slider", "Response")?.getAttribute("aria-valuetext").includes("prompt 2")`, 0)
	p.WaitFor(`$role("table", "Parts of the context, the largest first")`, 0)
}
