package browser

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"unspool/parser/testutil"
)

// answers creates a session with these replies of Claude, one per turn.
func answers(t *testing.T, texts ...string) string {
	t.Helper()
	var said thread
	for i, text := range texts {
		said.add(userSays("", "", "go "+strconv.Itoa(i)), "u"+strconv.Itoa(i))
		said.add(claudeSays("", "", []m{{"type": "text", "text": text}}), "a"+strconv.Itoa(i))
		said[len(said)-1].(m)["message"].(m)["id"] = "m" + strconv.Itoa(i)
	}
	return transcript(t, said...)
}

// prose returns the expression for how a reply with this text is rendered: its elements in short,
// and the note about it.
func prose(words string) string {
	return fmt.Sprintf(`((row) => row && [...row.querySelectorAll(".prose strong, .prose .hljs-keyword")].map((e) => e.localName).join() + "|" + (row.querySelector(".aside")?.textContent ?? ""))($$role("article").find((row) => $text(row).includes(%q)))`, words)
}

// A worker that hangs on a text, crashes or stops silently affects at most the formatting of that
// text: it stays readable, and others are formatted by another worker.
func TestRendererFaults(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := newPage(t)
	before(p, watched)
	enter(p, withScript(t, "render-worker", script("renderer_fault.obey")+";\n"))
	const tooLong, notHere = "|Shown as plain text: formatting took too long.", "|Shown as plain text: formatting is not available here."
	const code = "\n\n```js\nconst a = 1; // %s\n```"
	p.Read(answers(t, "**good** one",
		"**bad** DURING-LOOP", "**good** two", "**bad** DURING-CLOSE", "**good** three",
		"**bad** BEFORE-THROW", "**good** four", "**good** five"+fmt.Sprintf(code, "fine"),
		"**good** six"+fmt.Sprintf(code, "CODE-LOOP"), "**good** seven"+fmt.Sprintf(code, "fine too"),
	))
	p.Size(1000, 2400)
	for _, c := range []struct{ words, want string }{
		{"good one", "strong|"}, {"DURING-LOOP", tooLong}, {"good two", "strong|"}, {"DURING-CLOSE", tooLong}, {"good three", "strong|"},
		{"BEFORE-THROW", notHere}, {"good four", "strong|"}, {"good five", "strong,span|"}, {"good six", "strong|"}, {"good seven", "strong,span|"},
	} {
		p.WaitFor(prose(c.words)+" === "+quote(c.want), 0)
	}
	// The hanging worker is released, and the text was never hidden.
	p.WaitFor(`[...$held.workers].filter((w) => w.address.includes("render-worker")).length === 1`, 0)
	if told := Eval[string](p, `$told.join()`); told != "ready" || Eval[bool](p, `$role("alert") !== null`) {
		t.Errorf("reported %q", told)
	}
}

// A worker that died before the request only costs a moment.
func TestRendererKilled(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := watchedPage(t)
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = fmt.Sprintf("**bold** answer %d", i)
	}
	p.Read(answers(t, texts...))
	p.WaitFor(prose("answer 0")+` === "strong|"`, 0)
	p.WaitFor(settledRows, 0)
	p.Do(`$held.kill("render-worker"); $deep("unspool-list").focus()`)
	p.Press("End")
	p.WaitFor(`$text().includes("bold answer 199") || $text().includes("**bold** answer 199")`, 0) // readable meanwhile
	p.WaitFor(prose("answer 199")+` === "strong|" && `+prose("answer 198")+` === "strong|"`, 0)
	if n := Eval[int](p, `[...$held.workers].filter((w) => w.address.includes("render-worker")).length`); n != 1 {
		t.Errorf("%d workers format", n)
	}
}

// If its script is missing or fails, text stays as it was written, line by line, with the reason.
func TestRendererMissing(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{"missing": "", "failing": "throw new Error('no ink');", "strange": "<!doctype html>"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.Contains(r.URL.Path, "render-worker") {
					shared.handler.ServeHTTP(w, r)
					return
				}
				if script == "" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/javascript")
				_, _ = w.Write([]byte(script))
			}), "")
			p.Allow("404")
			p.Allow("render-worker")
			p.Read(answers(t, "**good** one\nand its second line", "**good** two"))
			const why = `|Shown as plain text: formatting is not available here.`
			p.WaitFor(prose("**good** one\nand its second line")+" === "+quote(why), 0)
			p.WaitFor(prose("**good** two")+" === "+quote(why), 0)
		})
	}
}
