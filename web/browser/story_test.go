package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// storySession is a session in which a test turns from red to green.
const storySession = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"5f0c2f0e-0000-4000-8000-000000000001","cwd":"/w","timestamp":"2026-01-01T10:00:00.000Z","message":{"role":"user","content":"Fix the failing login test in login.go. It is urgent."}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:05.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./..."}}],"usage":{"input_tokens":1000,"cache_read_input_tokens":900000,"output_tokens":500}}}
{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:10.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Exit code 1\n--- FAIL: TestLogin\nFAIL","is_error":true}]}}
{"type":"assistant","uuid":"a2","parentUuid":"r1","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:15.000Z","message":{"id":"m2","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/w/login.go","content":"package w\n\nfunc Login() {}\n"}}],"usage":{"input_tokens":10,"output_tokens":50}}}
{"type":"user","uuid":"r2","parentUuid":"a2","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:16.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"File created successfully at: /w/login.go"}]}}
{"type":"assistant","uuid":"a3","parentUuid":"r2","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:20.000Z","message":{"id":"m3","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"go test ./..."}}],"usage":{"input_tokens":10,"output_tokens":50}}}
{"type":"user","uuid":"r3","parentUuid":"a3","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:25.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"ok  \tw\t0.1s"}]}}
{"type":"assistant","uuid":"a4","parentUuid":"r3","sessionId":"5f0c2f0e-0000-4000-8000-000000000001","timestamp":"2026-01-01T10:00:30.000Z","message":{"id":"m4","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"## Done\n\nThe login test passes now, and nothing else changed. More."}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":50}}}
`

func openStory(t *testing.T, session string) *Page {
	t.Helper()
	path := filepath.Join(t.TempDir(), "5f0c2f0e-0000-4000-8000-000000000001.jsonl")
	if err := os.WriteFile(path, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.Read(path)
	p.WaitFor(`$role("region", "Overview")?.getAttribute("aria-busy") === null`, 0)
	return p
}

const overview = `$text($role("region", "Overview"))`

// The overview says what was asked, how the session ended, and what happened; each fact leads
// somewhere.
func TestStory(t *testing.T) {
	t.Parallel()
	p := openStory(t, storySession)
	wants(t, Eval[string](p, overview), "Fix the failing login test in login.go.", "The login test passes now, and nothing else changed.",
		"1 prompt", "Tests failed", "then passed", "1 file", "+3", "rereading the cache", "login.go")
	p.ClickRole("button", "Tests failed")
	p.WaitFor(`$focused("article")?.textContent.includes("go test") && location.hash.includes("at=a1")`, 0)
	p.Do(`$$role("button", /^1.error \(1 in test runs\)/)[0].click()`)
	p.WaitFor(`$focused("article")?.textContent.includes("FAIL") && location.hash.includes("at=a1")`, 0)
	p.ClickRole("button", "then passed")
	p.WaitFor(`$focused("article")?.textContent.includes("go test") && location.hash.includes("at=a3")`, 0)
	p.ClickRole("button", "The login test passes now, and nothing else changed.")
	p.WaitFor(`$focused("article")?.textContent.includes("nothing else changed")`, 0)
	p.Do(`$$role("button", /^login\.go/)[0].click()`)
	p.WaitFor(`location.hash.includes("view=files") && location.hash.includes("login.go")`, 0)
}

// The overview can be hidden, which lasts, and shown again with a key.
func TestStoryHidden(t *testing.T) {
	t.Parallel()
	p := openStory(t, storySession)
	p.ClickRole("button", "Hide the overview")
	p.WaitFor(`$role("region", "Overview") === null`, 0)
	p.Do(`$deep("unspool-row").focus()`)
	p.Press("v")
	p.WaitFor(`$role("region", "Overview") !== null`, 0)
	p.Press("v")
	p.WaitFor(`$role("region", "Overview") === null && localStorage.getItem("unspool-panes")?.includes("story") === false`, 0)
}

// The picture of the overview is a PNG with text and a timeline. Where the browser does not copy
// pictures, it is saved.
func TestStoryImage(t *testing.T) {
	t.Parallel()
	p := openStory(t, storySession)
	p.Do(`Object.defineProperty(navigator, "clipboard", { configurable: true, value: { write: async ([item]) => { globalThis.saved = await item.getType("image/png"); } } })`)
	p.ClickRole("button", "Copy as image")
	p.WaitFor(`globalThis.saved`, 0)
	says(t, p, `createImageBitmap(saved).then(({ width, height }) => saved.type + " " + width + " " + height)`, "image/png 1200 630")
	if n := Eval[int](p, `saved.size`); n < 20_000 {
		t.Errorf("%d bytes: the picture is nearly empty", n)
	}
	p.Do(`Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined })`)
	p.Run("saves.record")
	p.ClickRole("button", "Copy as image")
	p.WaitFor(`globalThis.saved`, 0)
	if name := Eval[string](p, `savedAs`); !strings.HasSuffix(name, ".png") {
		t.Errorf("saved as %q", name)
	}
}

// A session without prompts and replies says so.
func TestStoryOfNothing(t *testing.T) {
	t.Parallel()
	first, _, _ := strings.Cut(storySession, "\n")
	p := openStory(t, first+"\n")
	wants(t, Eval[string](p, overview), "Unfinished", "No reply is recorded.", "1 prompt")
}

// The overview stays small in any window, and none of its facts is out of reach.
func TestStorySize(t *testing.T) {
	t.Parallel()
	p := openStory(t, strings.ReplaceAll(storySession, "It is urgent.", strings.Repeat("and the one beside it ", 30)))
	for _, width := range []int{390, 800, 1000, 1400} {
		p.Size(width, 900)
		p.WaitFor(fmt.Sprintf(`innerWidth === %d`, width), 0)
		if height := Eval[float64](p, `$deep("unspool-story").offsetHeight`); height < 60 || height > 124 {
			t.Errorf("%d px wide: it is %v px high", width, height)
		}
		if width > 720 {
			says(t, p, `$$deep(".fact").filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => $text(one)).join()`, "")
		}
	}
}

// Files beyond the end of their line are shown while they have the focus.
func TestStoryFilesByKeyboard(t *testing.T) {
	t.Parallel()
	var session strings.Builder
	for i := range 8 {
		name := fmt.Sprintf("a_rather_long_name_of_a_file_%d.go", i)
		fmt.Fprintf(&session, `{"type":"assistant","uuid":"a%d","sessionId":"s","cwd":"/w","timestamp":"2026-01-01T10:00:00Z","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"t%[1]d","name":"Write","input":{"file_path":"/w/%s","content":"a\n"}}]}}
{"type":"user","uuid":"r%[1]d","parentUuid":"a%[1]d","sessionId":"s","timestamp":"2026-01-01T10:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[1]d","content":"File created successfully at: /w/%[2]s"}]}}
`, i, name)
	}
	p := openStory(t, session.String())
	p.Size(1400, 900)
	const isIn = `(() => {
		const file = $deep(".files li:last-child button").getBoundingClientRect(), list = $deep(".files").getBoundingClientRect();
		return file.top >= list.top - 1 && file.bottom <= list.bottom + 1;
	})()`
	p.WaitFor(`$$deep(".files button").length === 8`, 0)
	if Eval[bool](p, isIn) {
		t.Fatal("all files have room")
	}
	p.Do(`$deep(".files li:last-child button").focus()`)
	p.WaitFor(isIn, 0)
	p.Do(`$focused("button").blur()`)
	p.WaitFor(`$deep(".files").scrollTop === 0`, 0)
}

// Hidden characters in a fact are visible.
func TestStoryHiddenCharacters(t *testing.T) {
	t.Parallel()
	p := openStory(t, strings.Replace(storySession, `"content":"Fix the failing`, `"content":"\u202eFix the failing`, 1))
	p.WaitFor(`$deep("unspool-story").renderRoot.querySelector("dd .control, dd [class*=mark]") !== null`, 0)
}
