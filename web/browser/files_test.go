package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// showView opens a view of the session on the screen by its tab.
func showView(p *Page, name string) {
	p.r.Helper()
	if name == "Records" {
		fromMenu(p, name)
		return
	}
	p.ClickRole("button", name)
}

// fromMenu runs an entry of the menu at the end of the view bar.
func fromMenu(p *Page, name string) {
	p.r.Helper()
	p.ClickRole("button", "More")
	p.ClickRole("menuitem", name)
}

const (
	fileOptions = `$$role("option", undefined, $role("listbox", /^Files/))`
	fileLines   = `$$deep("unspool-file-list >>> .line").map((line) => line.role === "option" ? [...line.querySelectorAll(".state, .name, .count, .lines")].map($text).filter((s) => s !== "").join(" ") : $text(line))`
)

func openFiles(t *testing.T, name string) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(testutil.Extract(t, name))
	p.WaitFor(`$$role("article").length > 0`, 0)
	showView(p, "Files")
	p.WaitFor(`!!$deep("unspool-files")?.shadowRoot?.querySelector("unspool-file-list, .state:not([role])")`, 0)
	return p
}

func chooseFile(p *Page, name string) {
	p.r.Helper()
	p.WaitFor(fileOptions+`.some((o) => o.title === "`+name+`")`, 0)
	p.Do(fileOptions + `.find((o) => o.title === "` + name + `").click()`)
	p.WaitFor(byRole("heading", name)+` !== null`, 0)
}

// If space is short the figures are dropped first, the names last.
func TestFilesNames(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(testutil.Extract(t, "file-changes"))
	ready(p)
	p.WaitFor(`$role("tree", "Prompts") !== null`, 0)
	p.ClickRole("button", "Inspector")
	showView(p, "Files")
	names := `$$deep("unspool-file-list >>> .name")`
	cut := names + `.filter((name) => name.scrollWidth > name.clientWidth).map($text).join()`
	p.WaitFor(names+`.length === 6 && $role("complementary", "Inspector") !== null`, 0)
	for _, chosen := range []string{"none", "one"} {
		if chosen == "one" {
			p.Do(fileOptions + `[0].click()`)
			p.WaitFor(`!!$deep("unspool-one-file >>> h3")`, 0)
		}
		if width := Eval[int](p, `Math.min(...`+names+`.map((name) => name.clientWidth))`); width < 150 {
			t.Errorf("sorted by %s, names have %d px", chosen, width)
		}
		if short := Eval[string](p, cut); short != "" {
			t.Errorf("sorted by %s, these are truncated: %s", chosen, short)
		}
	}
}

// The number of failed calls links to them, and back.
func TestFilesFailedCalls(t *testing.T) {
	t.Parallel()
	p := openFiles(t, "file-changes")
	p.ClickRole("button", "2 calls failed")
	p.WaitFor(`$role("region", /^Files/) === null && !!$role("region", "Filters") && `+filterChips+` === "Only prompts, errors" && $focused("article") !== null`, 0)
	p.Do(`history.back()`)
	p.WaitFor(`$role("region", /^Files/) !== null && !location.hash.includes("show=")`, 0)
}

// Files are listed by folder with their counts, and can be filtered and sorted.
func TestFilesList(t *testing.T) {
	t.Parallel()
	p := openFiles(t, "file-changes")
	p.WaitFor(fileOptions+`.length === 6`, 0)
	wantLines(t, p, "In the session's folder", "M lost.txt 1 +1 −1", "! refused.sh", "notes", "A plan.md 4 +3", "src", "M lamp.go 1 2 +2", "M main.c 1 +1 −1", "/etc", "hosts 1")
	wants(t, Eval[string](p, `$text($deep("unspool-files"))`), "4 changed (1 new), +7 −2 lines", "1 only read", "2 calls failed", "6 files")
	p.WaitFor(`$text($deep("unspool-one-file")).includes("plan.md")`, 0) // the largest change
	if facts := Eval[string](p, fileOptions+`.find((o) => o.title.endsWith("plan.md")).querySelector(".unseen").textContent`); facts != "in notes, new, edited 3\u00a0times, written once" {
		t.Errorf("the facts of a file are %q", facts)
	}
	p.ClickRole("searchbox", "Filter by name")
	p.Type("GO src")
	wantLines(t, p, "src", "M lamp.go 1 2 +2")
	p.Type("x")
	p.WaitFor(`$text($deep("unspool-files")).includes("No matching files")`, 0)
	pick := func(label, option string) {
		p.Do(`{ const select = $role("combobox", "` + label + `");
			select.selectedIndex = [...select.options].findIndex((o) => o.text === "` + option + `");
			select.dispatchEvent(new Event("change")); }`)
	}
	p.Do(`{ const input = $role("searchbox", "Filter by name"); input.value = ""; input.dispatchEvent(new Event("input")); }`)
	pick("Order", "Most changed")
	pick("Show", "Changed")
	wantLines(t, p, "A notes/plan.md 4 +3", "M lost.txt 1 +1 −1", "M src/lamp.go 1 2 +2", "M src/main.c 1 +1 −1")
	pick("Show", "With errors")
	wantLines(t, p, "M src/lamp.go 1 2 +2", "! refused.sh")
}

func wantLines(t *testing.T, p *Page, lines ...string) {
	t.Helper()
	p.WaitFor(fileLines+`.join("|") === `+quoted(strings.Join(lines, "|")), 0)
}

func quoted(s string) string { return "`" + s + "`" }

// The changes of one file are shown as a whole, and call by call, with notes about what is unknown.
// A call links to its row, and back.
func TestFilesOneFile(t *testing.T) {
	t.Parallel()
	p := openFiles(t, "file-changes")
	chooseFile(p, "src/lamp.go")
	detail := `$text($deep("unspool-one-file"))`
	p.WaitFor(detail+`.includes("came from outside") && $$deep("unspool-one-file >>> .net .frame").length === 1 && $$deep("unspool-one-file >>> .touches .frame").length >= 2`, 0)
	wants(t, Eval[string](p, detail), "Read once · edited twice · net +2 −0 lines · 1 call failed", "Net change", "// Lamps.", "blink(red)",
		"Excluded: 1 call that failed or was declined.", "History")
	if order := Eval[string](p, `$$deep("unspool-one-file >>> .row-button").map((d) => $text(d.querySelector(".content")).replaceAll("\n", " ")).join("|")`); order != "Read prompt 1|Edited prompt 1|Edited prompt 1|Edited prompt 2" {
		t.Errorf("the order of calls is %s", order)
	}
	passes(t, p, "a file")
	p.Do(`$$deep("unspool-one-file >>> .row-button").find((d) => $text(d).includes("Read")).click()`)
	p.WaitFor(`$text($deep("unspool-one-file >>> .touches li")).includes("package lamp")`, 0)
	chooseFile(p, "notes/plan.md")
	p.WaitFor(detail+`.includes("undone by a rewind") && `+detail+`.includes("Blink in blue.") && `+detail+`.includes("New file")`, 0)
	wants(t, Eval[string](p, detail), "Created", "New file", "in an earlier attempt")
	chooseFile(p, "lost.txt")
	p.WaitFor(detail+`.includes("The diff can't be reconstructed")`, 0)
	wants(t, Eval[string](p, detail), "neither a patch nor the content is recorded")
	chooseFile(p, "src/main.c")
	p.WaitFor(detail+`.includes("spaces or tabs") && `+detail+`.includes("young();")`, 0)
	// To the row, which is in a closed series.
	p.ClickRole("button", "/^Show in the conversation/")
	p.WaitFor(`!$role("region", /^Files/) && $focused("article") !== null`, 0)
	wants(t, Eval[string](p, `$text($focused("article"))`), "main.c")
	p.Press("k")
	p.WaitFor(`$text($focused("article")).includes("lamp.go")`, 0)
	p.Press("f")
	p.WaitFor(`$role("heading", "src/lamp.go")`, 0)
}

// The list is one Tab stop; the arrow keys move over folders, and Enter opens a file. On a narrow
// page the list and a file are shown one at a time.
func TestFilesByKeyboard(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openFiles(t, "file-changes")
	p.WaitFor(fileOptions+`.length === 6`, 0)
	passes(t, p, "files")
	p.Size(360, 800)
	p.WaitFor(`!$deep("unspool-files >>> .detail")`, 0)
	p.WaitFor(`!$role("tree", "Prompts")`, 0) // where it would cover the view
	passes(t, p, "files, narrow")
	p.FocusRole("listbox", "/^Files/")
	active := `$deep('unspool-file-list >>> [data-active]')?.title`
	p.Press("ArrowDown")
	p.WaitFor(active+` === "lost.txt"`, 0)
	p.Press("ArrowDown", "ArrowDown")
	p.WaitFor(active+` === "notes/plan.md"`, 0)
	p.Press("End")
	p.WaitFor(active+` === "/etc/hosts"`, 0)
	p.Press("Home")
	p.WaitFor(active+` === "lost.txt"`, 0)
	p.Press("Control+k") // not the "k" that moves up
	p.WaitFor(`$role("dialog", /^Search commands/)`, 0)
	p.Press("Escape")
	p.WaitFor(`!$role("dialog", /^Search commands/)`, 0)
	p.Press("Enter")
	p.WaitFor(`!$deep("unspool-file-list") && $role("heading", "lost.txt")`, 0)
	p.WaitFor(`$text($deep("unspool-one-file")).includes("The diff can't be reconstructed")`, 0)
	passes(t, p, "a file, narrow")
	p.WaitFor(`document.documentElement.scrollWidth <= innerWidth`, 0)
	p.ClickRole("button", "All files")
	p.WaitFor(`$focused("listbox", /^Files/)`, 0)
}

// The patch of the session is a file that git applies.
func TestFilesPatch(t *testing.T) {
	t.Parallel()
	p := openFiles(t, "file-changes")
	p.Run("saves.record")
	p.WaitFor(`!!$role("button", "Save as patch")`, 0)
	p.ClickRole("button", "Save as patch")
	p.WaitFor(`globalThis.savedAs !== undefined && $role("button", "Save as patch") !== null`, 0)
	if name := Eval[string](p, `savedAs`); name != "Make-the-lamp-blink.patch" {
		t.Errorf("its name is %q", name)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"src/lamp.go": "package lamp\n\nfunc On() {\n\tlit = true\n}\n",
		"src/main.c":  strings.Repeat("\n", 39) + "{\n  old();\n}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := exec.Command("git", "apply")
	git.Dir, git.Stdin = dir, strings.NewReader(Eval[string](p, `saved.text()`))
	git.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s", err, out)
	}
	for name, want := range map[string]string{
		"src/lamp.go":   "// Lamps.\npackage lamp\n\nfunc On() {\n\tlit = true\n\tblink(red)\n}\n",
		"src/main.c":    strings.Repeat("\n", 39) + "{\n  young();\n}\n",
		"notes/plan.md": "# Plan\n\nBlink in blue.\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// The page shows why something could not be saved or loaded.
func TestFilesRefused(t *testing.T) {
	t.Parallel()
	p := openFiles(t, "file-changes")
	const notice = `$text($deep("[role=status].notice-box"))`
	p.WaitFor(`!!$role("button", "Save as patch")`, 0)
	p.Do(`URL.createObjectURL = () => { throw new DOMException("no \u202eroom for it", "QuotaExceededError"); }; $role("button", "Save as patch").click()`)
	p.WaitFor(notice+`.includes("Something went wrong: no room for it")`, 0)
	p.Do(`{ const { api } = $deep("unspool-session").exportSource; const { query } = api;
		api.query = (name, request) => name === "patch" ? Promise.resolve({ parts: [], summary: null, read: 1, next: null })
			: name === "fileOf" ? Promise.reject({ code: "crashed", detail: "no \u202eanswer", path: "" }) : query.call(api, name, request); }`)
	p.WaitFor(`$role("button", "Save as patch") !== null`, 0)
	p.ClickRole("button", "Save as patch")
	p.WaitFor(notice+`.includes("Something went wrong: the files changed in the meantime")`, 0)
	showView(p, "Conversation")
	p.Do(`$deep('unspool-row[tabindex="0"]').focus()`)
	p.Press("f")
	p.WaitFor(notice+`.includes("Something went wrong: no answer")`, 0)
}

// Coming back from a row, the list of files is as it was left.
func TestFilesStateIsRestored(t *testing.T) {
	t.Parallel()
	var said thread
	for i := range 60 {
		id := fmt.Sprint("call", i)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": id, "name": "Read", "input": m{"file_path": fmt.Sprintf("/w/%02d.go", i)}}}), "a"+id)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": id, "content": "1\tpackage a"}}), "r"+id)
	}
	p := open(t, "")
	p.Size(1400, 600)
	p.Read(transcript(t, said...))
	showView(p, "Files")
	const list = `$deep("unspool-file-list >>> .scroller")`
	p.WaitFor(fileOptions+`.length > 10`, 0)
	p.Do(`{ const select = $role("combobox", "Order"); select.selectedIndex = 2; select.dispatchEvent(new Event("change")); }`)
	p.WaitFor(list+`.scrollHeight > 1500`, 0)
	p.Do(list + `.scrollTop = 700`)
	p.WaitFor(fileOptions+`.some((o) => o.title.endsWith("30.go"))`, 0)
	p.Do(fileOptions + `.find((o) => o.title.endsWith("30.go")).click()`)
	p.ClickRole("button", "/^Show in the conversation/")
	p.WaitFor(`!$role("region", /^Files/) && $focused("article") !== null`, 0)
	p.Do(`history.back()`)
	p.WaitFor(list+`?.scrollTop === 700 && $role("combobox", "Order").selectedIndex === 2`, 0)
}

// While the patch of one session is created, another one's can be saved.
func TestFilesPatchOfEachSession(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, id := range []string{"one", "two"} {
		var said thread
		said.add(userSays("", "", "prompt of "+id), "u-"+id)
		said.add(claudeSays("", "", []m{{"type": "tool_use", "id": "c-" + id, "name": "Write", "input": m{"file_path": "/w/" + id, "content": "x"}}}), "a-"+id)
		said.add(userSays("", "", []m{{"type": "tool_result", "tool_use_id": "c-" + id, "content": "ok"}}), "r-"+id)
		for _, record := range said {
			record.(m)["sessionId"] = id
			record.(m)["timestamp"] = map[string]string{"one": "2026-05-02T10:00:00.000Z", "two": "2026-05-01T10:00:00.000Z"}[id]
		}
		if err := os.Rename(transcript(t, said...), filepath.Join(dir, id+".jsonl")); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(dir)
	choose := func(id string) {
		t.Helper()
		entry := `$role("button", /prompt of ` + id + `/)`
		p.WaitFor(`!!`+entry, 0)
		p.Do(entry + `.click()`)
		showView(p, "Files")
		p.WaitFor(`$$role("option", undefined, $role("listbox", /^Files/)).map((o) => o.title).join() === "/w/`+id+`" && !!$role("button", "Save as patch")`, 0)
	}
	choose("two")
	p.ClickRole("button", "All sessions")
	choose("one")
	p.Do(`{ const { api } = $deep("unspool-session").exportSource; const { query } = api; api.query = (name, request) => name === "patch" ? new Promise(() => {}) : query.call(api, name, request); }`)
	const save = `$role("button", /^(Save as|Creating) patch/)`
	p.Do(save + `.focus(); ` + save + `.click()`)
	p.WaitFor(save+`.ariaDisabled === "true" && `+save+`.matches(":focus")`, 0)
	p.Press("Shift+J")
	p.WaitFor(`$$role("option", undefined, $role("listbox", /^Files/)).map((o) => o.title).join() === "/w/two" && $text(`+save+`) === "Save as patch"`, 0)
}

// The pane reports that a session touched no files.
func TestFilesWithoutFiles(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openFiles(t, "commands")
	p.WaitFor(`$text($deep("unspool-files")).includes("No files were read or changed")`, 0)
	passes(t, p, "no files")
}
