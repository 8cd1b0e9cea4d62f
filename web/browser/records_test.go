package browser

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// openDamaged opens a session with a damaged line, a truncated one at its end, and its own bytes
// around them.
func openDamaged(t *testing.T) (p *Page, size int) {
	t.Helper()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	lines[50] = append([]byte("this is no JSON at all\n"), lines[50]...)
	data = append(bytes.Join(lines, nil), `{"type":"us`...)
	p = open(t, "")
	p.Read(write(t, "damaged.jsonl", data))
	ready(p)
	return p, len(data)
}

// The number of problems links to the view that shows how every byte was used: the entries add up
// to the size of the file, and to 100 %.
func TestRecords(t *testing.T) {
	t.Parallel()
	p, size := openDamaged(t)
	p.ClickRole("button", "/problems? in the file$/")
	p.WaitFor(`!!$deep("unspool-records >>> table")`, 0)
	got := Eval[struct{ Parts, Sum, Tenths int }](p, script("records.sums"))
	if got.Parts != size || got.Sum != size || got.Tenths != 1000 {
		t.Errorf("the parts have %d bytes and %d tenths of a percent, the sum is %d, the file has %d", got.Parts, got.Tenths, got.Sum, size)
	}
	wants(t, Eval[string](p, `$text($deep("unspool-records"))`), "Damaged lines", "Unfinished last line", "damaged.jsonl, line 51, byte ",
		"Not a JSON object: this is no JSON at all", "The file ends inside this record; it may still be being written",
		"Hidden: whitespace", "Total (matches the file size)", "Record types", "Shareable bug report")
	passes(t, p, "records")
	p.Size(360, 800)
	p.WaitFor(`document.documentElement.scrollWidth <= innerWidth && $deep(".view").scrollWidth <= $deep(".view").clientWidth`, 0)
	passes(t, p, "records, narrow")
}

// A finding links to its exact bytes, and to its row.
func TestRecordsFindings(t *testing.T) {
	t.Parallel()
	p, _ := openDamaged(t)
	showView(p, "Records")
	p.WaitFor(`$role("button", /^Show bytes/)`, 0)
	damaged := `$$deep("unspool-records >>> .kind").find((kind) => $text(kind).startsWith("Damaged lines"))`
	p.Do(damaged + `.querySelector(".raw button").click()`)
	p.WaitFor(`$text(`+damaged+`).includes("this is no JSON at all") && !!`+damaged+`.querySelector(".plaintext")`, 0)
	if raw := Eval[string](p, damaged+`.querySelector(".plaintext").textContent`); raw != "this is no JSON at all" {
		t.Errorf("the bytes are %q", raw)
	}
	p.Do(damaged + `.querySelector(".buttons > .quiet").click()`)
	p.WaitFor(`!$role("heading", "Coverage") && $deep('unspool-row:focus')?.dataset.kind === "damaged"`, 0)
}

// Damaged bytes are not records, and blank lines are not lines: the figures name what they count. A
// finding adds to its heading, and its button shows its result.
func TestRecordsFigureNames(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(testutil.Extract(t, "damage"))
	ready(p)
	showView(p, "Records")
	p.WaitFor(`$role("button", /^Show bytes/)`, 0)
	text := Eval[string](p, `$text($deep("unspool-records"))`)
	wants(t, strings.ReplaceAll(text, "\u00a0", " "), "1 file: 4 records and 5 damaged sections on 7 lines, not counting blank ones.")
	if n := strings.Count(text, "Several records on one line"); n != 1 {
		t.Errorf("a finding echoes its heading: %d times", n)
	}
	if types := Eval[string](p, `$text($deep("unspool-records >>> .types"))`); strings.Contains(types, "damaged") {
		t.Errorf("damage is listed as a type of record: %q", types)
	}
	if bar := Eval[string](p, `getComputedStyle($deep(".view")).scrollbarWidth`); bar != "thin" {
		t.Errorf("the scrollbar is %s, others are thin", bar)
	}
	p.ClickRole("button", "/^Show bytes/")
	p.WaitFor(`$role("button", "Hide bytes")`, 0)
}

// The report of shapes is visible before it can be copied, and contains no text of the session.
func TestRecordsReport(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	showView(p, "Records")
	p.ClickRole("button", "Create report")
	p.WaitFor(`$role("button", "Copy report")`, 0)
	report := Eval[string](p, `$deep("unspool-records >>> .shape .plaintext").textContent`)
	if !strings.HasPrefix(report, "unspool shape report 1\n") || !strings.Contains(report, "message.content[tool_use].input(Bash)") {
		t.Errorf("the report is %.200s", report)
	}
	for _, secret := range []string{"Skarrow", "mei", "tidepool", "tide"} {
		if strings.Contains(report, secret) {
			t.Errorf("the report contains %q", secret)
		}
	}
	p.Do(`Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.copied = text; } } })`)
	p.ClickRole("button", "Copy report")
	p.WaitFor(`globalThis.copied?.startsWith("unspool shape report") && $text($deep("unspool-records >>> .shape [role=status]")) === "Copied."`, 0)
	passes(t, p, "the report")

	// If the page may not use the clipboard API, the report is copied all the same.
	p.Do(`Object.defineProperty(navigator, "clipboard", { value: undefined });
		document.addEventListener("copy", () => { globalThis.taken = true; }, { once: true })`)
	p.WaitFor(`$text($deep("unspool-records >>> .shape [role=status]")) === ""`, 0)
	p.ClickRole("button", "Copy report")
	p.WaitFor(`$text($deep("unspool-records >>> .shape [role=status]")) === "Copied." && globalThis.taken`, 0)
}

// Creating the report keeps the focus on its button, which then copies it.
func TestRecordsReportByKeyboard(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.Read(sampleDir)
	ready(p)
	stubClipboard(p)
	showView(p, "Records")
	p.FocusRole("button", "Create report")
	p.Press("Enter")
	p.WaitFor(`$focused("button", "Copy report")`, 0)
	p.Press("Enter")
	p.WaitFor(`globalThis.copied?.startsWith("unspool shape report")`, 0)
}

// A finding whose row is filtered out links to the nearest remaining one.
func TestRecordsFindingsFiltered(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p, _ := openDamaged(t)
	p.ClickRole("button", "Filter")
	p.WaitFor(`!!$role("region", "Filters") && !!`+filterBar+`.querySelector(".presets")`, 0)
	pick(p, "Skim")
	p.WaitFor(filterChips+` === "Only prompts"`, 0)
	showView(p, "Records")
	p.WaitFor(`!!$deep("unspool-records >>> .kind .buttons > .quiet")`, 0)
	p.Do(`$$deep("unspool-records >>> .kind").find((kind) => $text(kind).startsWith("Damaged lines")).querySelector(".buttons > .quiet").click()`)
	p.WaitFor(`!$role("heading", "Coverage") && $focused("article")?.dataset.kind === "prompt" && $text().includes("nearest")`, 0)
}
