package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

type values map[string]any

// callOf writes a session of one tool call with its result, and other files by path. It returns the
// folder.
func callOf(t *testing.T, name string, input, result values, said string, failed bool, beside map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	var lines []byte
	parent := ""
	for i, line := range []values{
		{"type": "user", "message": values{"role": "user", "content": "go"}},
		{"type": "assistant", "message": values{"id": "m", "role": "assistant", "model": "claude-opus-4-7",
			"content": []any{values{"type": "tool_use", "id": "t", "name": name, "input": input}}}},
		{"type": "user", "toolUseResult": result, "message": values{"role": "user",
			"content": []any{values{"type": "tool_result", "tool_use_id": "t", "content": said, "is_error": failed}}}},
	} {
		line["uuid"], line["parentUuid"], line["sessionId"], line["cwd"] = "u"+string(rune('0'+i)), parent, "s1", "/w"
		parent = line["uuid"].(string)
		if line["toolUseResult"] == nil || result == nil {
			delete(line, "toolUseResult")
		}
		data, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, data...), '\n')
	}
	files := map[string]string{"s1.jsonl": string(lines)}
	for name, text := range beside {
		files[name] = text
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// opens drops a session of one call, opens the call, and waits for its frame. What is copied and
// saved is kept for [copied] and [saved].
func opens(p *Page, dir string) {
	p.Read(dir)
	p.WaitFor(`globalThis.unspoolReady && $$deep("unspool-row[data-kind=tool]").length === 1`, 0)
	p.Run("saves.record")
	p.Do(`globalThis.unspoolReady = false;
		Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.copied = text; } } });
		$deep("unspool-row[data-kind=tool] button[aria-expanded=false]").click()`)
	p.WaitFor(`$deep(".frame .line")`, 0)
}

// press clicks a button of the open frame.
func press(p *Page, name string) {
	p.r.Helper()
	p.ClickRole("button", name)
}

func copied(p *Page, name string) string {
	p.Do(`globalThis.copied = undefined`)
	press(p, name)
	p.WaitFor(`globalThis.copied !== undefined`, 0)
	return Eval[string](p, `globalThis.copied`)
}

// frameText returns the text of the open frame, without its layout.
func frameText(p *Page) string {
	return Eval[string](p, `$deep(".frame").textContent.replace(/\s+/g, " ")`)
}

func quote(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

func says(t *testing.T, p *Page, js, want string) {
	t.Helper()
	if got := Eval[string](p, js); got != want {
		t.Errorf("%s gives %q, want %q", js, got, want)
	}
}

func edit(file any, hunks ...values) values {
	return values{"filePath": "/w/lib/a.ts", "originalFile": file, "structuredPatch": hunks}
}

// lines returns the visible lines of a change: "12|13|+|text", of one side.
const diffLines = `((half) => $$deep(".diff .line" + half).filter((e) => e.checkVisibility()).map((e) =>
	[e.dataset.before, e.querySelector(".sign").dataset.after, e.querySelector(".sign").dataset.sign, e.querySelector(".text").textContent.trimEnd()].join("|")).join("\n"))`

// A change shows its text, folds unchanged lines, is shown side by side if there is space, opens
// the whole file, and can be copied.
func TestDiff(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	for i := range 40 {
		file.WriteString("\tconst line" + string(rune('a'+i%26)) + " = 1;\n")
	}
	before := "function f() {\n" + file.String() + "}\n"
	after := strings.Replace(before, "\tconst linec = 1;\n", "\tconst linec = load(2);\n\tadd();\n", 1)
	hunk := values{"oldStart": 3, "oldLines": 3, "newStart": 3, "newLines": 4,
		"lines": []string{"   const lineb = 1;", "-  const linec = 1;", "+  const linec = load(2);", "+  add();", "   const lined = 1;"}}
	p := open(t, "")
	p.Size(1400, 900)
	opens(p, callOf(t, "Edit", values{"file_path": "/w/lib/a.ts"}, edit(before, hunk), "ok", false, nil))

	wants(t, frameText(p), "lib/a.ts", "+2", "−1", "Show 35 unchanged lines")
	says(t, p, diffLines+`(":is(.added, .removed)")`, "4||−|\tconst linec = 1;\n|4|+|\tconst linec = load(2);\n|5|+|\tadd();")
	// Highlighting splits the changed text into its tokens, so the parts are joined without spaces.
	p.WaitFor(`$deep(".diff .hljs-keyword")`, 0)
	says(t, p, `$$deep(".changed").map((e) => e.textContent).join("")`, "1load(2)")

	press(p, "Show 35 unchanged lines")
	p.WaitFor(`$$deep(".diff .line.same.old").length === 41`, 0)
	if got := Eval[string](p, diffLines+`(".same.old")`); !strings.HasSuffix(got, "\n42|43||}") {
		t.Errorf("the end of the file is %q", got)
	}

	says(t, p, diffLines+`(".new.same")`, "")
	press(p, "Split")
	p.WaitFor(diffLines+`(".new").split("\n").length === 43`, 0)
	if got := Eval[string](p, `(() => { const [b, a] = ["removed", "added"].map((c) => $deep(".diff .line." + c).getBoundingClientRect()); return Math.abs(a.top - b.top) < 2 && a.left >= b.right - 2 ? "beside" : "below"; })()`); got != "beside" {
		t.Errorf("the sides are %s each other", got)
	}
	p.Size(500, 900)
	p.WaitFor(`$$deep(".diff .line.added").every((e) => e.getBoundingClientRect().top > $deep(".diff .line.removed").getBoundingClientRect().top)`, 0)
	p.Size(1400, 900)

	press(p, "Before")
	p.WaitFor(`$$deep(".diff .line[data-n]").length === 42 && !$deep(".diff .added")`, 0)
	press(p, "After")
	p.WaitFor(`$text($deep(".diff .lines")).includes("load(2)")`, 0)
	press(p, "Unified")
	p.WaitFor(`$deep(".diff .added") && !$deep(".diff .split")`, 0)

	press(p, "Copy") // opens a menu
	if got := copied(p, "Copy before"); got != before {
		t.Errorf("the copy before is %q", got)
	}
	press(p, "Copy") // opens a menu
	if got := copied(p, "Copy after"); got != after {
		t.Errorf("the copy after is %q", got)
	}
	press(p, "Copy") // opens a menu
	if got := copied(p, "Copy patch"); !strings.HasPrefix(got, "--- a/lib/a.ts\n+++ b/lib/a.ts\n@@ -3,3 +3,4 @@\n   const lineb = 1;\n-") {
		t.Errorf("the copy of the patch is %q", got)
	}

	// The choice is remembered for the next change.
	press(p, "Split")
	opens(p, callOf(t, "Edit", values{"file_path": "/w/lib/a.ts", "old_string": "a\nb", "new_string": "a\nc"}, values{"filePath": "/w/lib/a.ts"}, "ok", false, nil))
	p.WaitFor(`$deep(".diff .split") && $deep('[aria-pressed=true][data-name=split]')`, 0)
}

// The list of a change's texts opens above its button if there is no room below.
func TestCopyMenuInWindow(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	opens(p, callOf(t, "Edit", values{"file_path": "/w/lib/a.ts", "old_string": "a\nb", "new_string": "a\nc"}, values{"filePath": "/w/lib/a.ts"}, "ok", false, nil))
	settled(p)
	const button = `$role("button", "Copy", $deep(".diff"))`
	p.Size(1400, int(Eval[float64](p, button+`.getBoundingClientRect().bottom`))+30)
	p.Click(".diff .opens")
	const menu = `$deep(".diff .menu:popover-open")`
	p.WaitFor(menu+` !== null`, 0)
	const above = `(([menu, button]) => menu.top >= 0 && menu.bottom <= button.top)([` + menu + `, ` + button + `].map((e) => e.getBoundingClientRect()))`
	if !Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => `+above+`)`) {
		t.Errorf("the menu is at %s", Eval[string](p, `JSON.stringify([`+menu+`.getBoundingClientRect(), `+button+`.getBoundingClientRect(), innerHeight])`))
	}
	const focused = `$text(` + menu + `.querySelector(":focus"))`
	p.WaitFor(focused+` === "Copy before"`, 0)
	p.Press("ArrowUp")
	p.WaitFor(focused+` === "Copy patch"`, 0)
}

// A patch that does not match the recorded file, and a malformed one, are shown as they are, with a
// note.
func TestMalformedDiffs(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	lines := []string{" a", "-b", "+c", "\\ No newline at end of file"}
	for name, c := range map[string]struct {
		result values
		want   []string
	}{
		"misfit": {edit("x\ny\n", values{"oldStart": 7, "newStart": 7, "lines": lines}), []string{"does not match the file", "6 unchanged lines", "No newline at the end"}},
		"counts": {edit(nil, values{"oldStart": 1, "oldLines": 9, "newStart": 1, "newLines": 2, "lines": lines}), []string{"has wrong line counts"}},
		"kinds":  {edit(nil, values{"oldStart": "x", "newStart": nil, "lines": []any{"+c", "odd", 7, nil}}), []string{"has wrong line counts", "odd"}},
		"new":    {edit(nil, values{"oldStart": 1, "oldLines": 0, "newStart": 1, "newLines": 1, "lines": []string{"+c"}}), []string{"New file"}},
		"empty":  {edit("b\n", values{"oldStart": 1, "newStart": 0, "lines": []string{"-b"}}), []string{"Emptied"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "")
			opens(p, callOf(t, "Edit", values{"file_path": "/w/a.ts"}, c.result, "ok", false, nil))
			wants(t, Eval[string](p, `$text($deep(".diff"))`), c.want...)
		})
	}
}

// A terminal shows colors and styles, the final state of overwritten lines, the output of the two
// streams, and the exit status.
func TestTerminal(t *testing.T) {
	t.Parallel()
	esc := "\x1b["
	stdout := esc + "1;31mred" + esc + "0m " + esc + "38;5;208mamber" + esc + "0m " + esc + "38;2;9;120;200mblue" + esc + "0m " + esc + "9mgone" + esc + "0m " +
		"\x1b]8;;https://example.com/x\x1b\\link\x1b]8;;\x1b\\\n10%\r50%\r100% done\n" + strings.Repeat("middle\n", 100) + "the end\n"
	p := open(t, "")
	opens(p, callOf(t, "Bash", values{"command": "make all && echo \"$HOME\""}, values{"stdout": stdout, "stderr": "oh no\n", "interrupted": false}, "x", false, nil))
	text := Eval[string](p, `$text($deep(".terminal"))`)
	wants(t, text, `make all && echo "$HOME"`, "100% done", "the end", "Show 55 more lines", "Errors (stderr)", "oh no", "exit 0")
	if strings.Contains(text, "50%") {
		t.Error("an overwritten line is shown")
	}
	says(t, p, `["bold", "strike", "front"].map((c) => $deep(".screen ." + c).textContent).join()`, "red,gone,red")
	says(t, p, `$deep(".overwritten").getAttribute("aria-label")`, "Overwritten 2 times; showing the final state")
	says(t, p, `$deep(".screen a").href + " " + $deep(".screen a").rel.includes("noopener")`, "https://example.com/x true")
	says(t, p, `$deep(".prompt .sign").dataset.sign`, "$")
	p.WaitFor(`$deep(".command .hljs-string")`, 0)
	press(p, "Show 55 more lines")
	p.WaitFor(`$$deep(".screen .line").filter((e) => e.textContent.includes("middle")).length === 100`, 0)
	if got := copied(p, "Copy output"); !strings.HasPrefix(got, "red amber blue gone link\n100% done\nmiddle\n") || !strings.HasSuffix(got, "the end\noh no\n") {
		t.Errorf("the copy of the output is %q", got)
	}
	says(t, p, `(globalThis.copied = "", $$deep(".terminal .action")[0].click(), globalThis.copied)`, `make all && echo "$HOME"`)

	opens(p, callOf(t, "Bash", values{"command": "make"}, nil, "Exit code 2\nno rule", true, nil))
	p.WaitFor(`$deep(".exit.failed") && $text($deep(".terminal")).includes("exit 2")`, 0)
	opens(p, callOf(t, "Bash", values{"command": "serve"}, values{"stdout": "up\n", "stderr": "", "interrupted": true}, "x", false, nil))
	p.WaitFor(`/interrupted/i.test($text($deep(".terminal .notes")))`, 0)
}

// Truncated text is loaded completely on demand, from a record and from a file of its own, in steps
// that do not block the page, and can be saved.
func TestLoadAll(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	long := strings.Repeat("0123456789 and some words\n", 40_000) + "the very end\n" // 1 MB
	preview := "<persisted-output>\nOutput too large (1MB). Full output saved to: /x/s1/tool-results/t.txt\n\nPreview (first 2KB):\n0123\n</persisted-output>"
	for name, dir := range map[string]string{
		"output":  callOf(t, "Bash", values{"command": "cat log"}, values{"stdout": long, "stderr": "", "interrupted": false}, "x", false, nil),
		"spilled": callOf(t, "Bash", values{"command": "cat log"}, nil, preview, false, map[string]string{"s1/tool-results/t.txt": long}),
		"code":    callOf(t, "Read", values{"file_path": "/w/cat.txt"}, values{"type": "text", "file": values{"filePath": "/w/cat.txt", "content": long, "startLine": 1}}, "x", false, nil),
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "")
			opens(p, dir)
			p.WaitFor(`$text($deep(".part")).includes("Truncated. Full size: 1.0 MB.")`, 0)
			press(p, "Load all (1.0 MB)")
			p.WaitFor(`!$deep(".rest [role=status]")`, 0)
			if name != "code" { // the beginning of code matters most
				p.WaitFor(`$text($deep(".frame")).includes("the very end")`, 0)
			}
			shown := Eval[int](p, `$$deep(".frame .lines .line").length`)
			press(p, Eval[string](p, `$deep(".frame .more").textContent.replace(/\s/g, " ")`))
			if more := Eval[int](p, `$$deep(".frame .lines .line").length`) - shown; more != 2000 {
				t.Errorf("%d lines were added with one press", more)
			}
			press(p, "Save as file")
			p.WaitFor(`globalThis.saved !== undefined`, 0)
			if size := Eval[int](p, `saved.text().then((text) => text.length)`); size != len(long) {
				t.Errorf("%d bytes were saved, want %d", size, len(long))
			}
			says(t, p, `saved.type + " " + savedAs`, "text/plain;charset=utf-8 cat.txt")
		})
	}
}

// All of a long raw record can be loaded, too.
func TestRawWhole(t *testing.T) {
	t.Parallel()
	dir := callOf(t, "Bash", values{"command": "cat"}, values{"stdout": strings.Repeat("word ", 45_000) + strings.Repeat("!", 200), "stderr": ""}, "x", false, nil)
	p := open(t, "")
	opens(p, dir)
	press(p, "line 3") // beside that of the call
	p.WaitFor(`$text($deep(".raw[data-open]")).includes("Load all")`, 0)
	press(p, "/Load all/")
	p.WaitFor(`$deep(".raw .frame")`, 0)
	p.Do(`for (let more; (more = $deep(".raw .more-characters")) !== null; ) more.click()`)
	p.WaitFor(`$deep(".raw .frame .lines").textContent.endsWith("!!!\"},\"type\":\"user\",\"uuid\":\"u2\"}\n")`, 0)
}

// Code is folded after its beginning, and its lines can be wrapped for all later code.
func TestCode(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	text := strings.Repeat("const a = 1; // "+strings.Repeat("wide ", 30)+"\n", 300)
	read := func(name string) string {
		return callOf(t, "Read", values{"file_path": name}, values{"type": "text", "file": values{"filePath": name, "content": text, "startLine": 11}}, "x", false, nil)
	}
	p := open(t, "")
	opens(p, read("/w/src/a.ts"))
	wants(t, frameText(p), "src/a.ts", "TypeScript", "Show 180 more lines")
	says(t, p, `$deep(".code .line").dataset.n`, "11")
	says(t, p, `$deep(".code .lines").tabIndex + " " + $deep(".code .lines").getAttribute("aria-label")`, "0 src/a.ts")
	p.WaitFor(`$$deep(".code .hljs-keyword").length === 120`, 0)
	press(p, "Show 180 more lines")
	p.WaitFor(`$$deep(".code .hljs-keyword").length === 300`, 0)
	if got := copied(p, "Copy"); got != text {
		t.Errorf("%d bytes were copied", len(got))
	}
	press(p, "Wrap")
	p.WaitFor(`$deep(".code .wrapped") && $deep(".code .lines").scrollWidth <= $deep(".code .lines").clientWidth`, 0)
	opens(p, read("/w/src/b.ts"))
	p.WaitFor(`$deep(".code .wrapped") && $deep(".code [aria-pressed=true]")`, 0)
}
