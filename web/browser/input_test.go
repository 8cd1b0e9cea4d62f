package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"unspool/parser/testutil"
)

func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file that is not a transcript is identified; the page says what to drop instead, and accepts
// that.
func TestNotATranscript(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	empty := filepath.Join(t.TempDir(), "empty-folder")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"picture", write(t, "photo.png", append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 500)...)), "PNG"},
		{"page", write(t, "page.html", []byte("<!doctype html>\n<html><body>hello</body></html>")), "HTML"},
		{"json", write(t, "package.json", []byte("{\n  \"name\": \"x\",\n  \"version\": \"1\"\n}\n")), "JSON"},
		{"empty", write(t, "empty.jsonl", nil), "empty"},
		{"codex", write(t, "rollout-1.jsonl", []byte(`{"timestamp":"2026-01-01T10:00:00Z","type":"session_meta","payload":{"id":"s"}}`)), "a Codex log"},
		{"archive", write(t, "project.zip", []byte("PK\x03\x04\x14\x00")), "its end is missing or damaged"},
		{"text", write(t, "notes.txt", []byte("just some notes\nof mine\n")), "plain text"},
		{"folder", empty, "folder"},
		{"prices", write(t, "prices.tsv", []byte(myPrices)), "“prices.tsv” seems to be a price table."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, "")
			p.WaitFor(`$text().includes("Choose files")`, 0)
			p.DropFiles(c.path)
			p.WaitFor(`$role("alert") && $text($role("alert")).length > 10`, 0)
			text := Eval[string](p, `$text()`)
			wants(t, text, c.want, ".jsonl")
			p.DropFiles(sampleFile(t))
			ready(p)
		})
	}
}

// A file that is not a transcript does not replace an open session: a notice says what the file is.
func TestNotATranscriptKeepsSession(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := open(t, "")
	p.DropFiles(sampleFile(t))
	ready(p)
	empty := filepath.Join(t.TempDir(), "empty-folder")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{write(t, "photo.png", append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 500)...)), "“photo.png” seems to be a PNG image."},
		{write(t, "package.json", []byte("{\n  \"name\": \"x\",\n  \"version\": \"1\"\n}\n")), "“package.json” seems to be JSON, but not a session."},
		{write(t, "rollout-1.jsonl", []byte(`{"timestamp":"2026-01-01T10:00:00Z","type":"session_meta","payload":{"id":"s"}}`)), "This is a Codex log."},
		{empty, "No sessions found."},
	} {
		p.DropFiles(c.path)
		p.WaitFor(`$$role("status").some((e) => $text(e).includes(`+strconv.Quote(c.want)+`))`, 0)
		wants(t, Eval[string](p, `$text()`), "Our harbour master in Skarrow")
	}
	pasteText(p, "just some notes")
	p.WaitFor(`$$role("status").some((e) => $text(e).includes("“Pasted text” seems to be plain text."))`, 0)
	if n := Eval[int](p, `$$role("alert").length`); n > 0 {
		t.Errorf("%d alerts", n)
	}
	p.DropFiles(write(t, "other.jsonl", []byte(`{"type":"user","uuid":"u1","sessionId":"s9","message":{"role":"user","content":"another session"}}`+"\n")))
	p.WaitFor(`$text().includes("another session") && !$text().includes("Our harbour master in Skarrow")`, 0)
}

// pasteText pastes a text into the page.
func pasteText(p *Page, text string) {
	p.r.Helper()
	p.Do(`const data = new DataTransfer();
		data.setData("text/plain", ` + strconv.Quote(text) + `);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));`)
}

// Pasting a text that is not a transcript says what it is.
func TestPasteOfNotes(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	pasteText(p, "just some notes")
	p.WaitFor(`$role("alert") && $text($role("alert")).includes("“Pasted text” seems to be plain text.")`, 0)
}

// An export of claude.ai is one file with many sessions, which are shown as a list.
func TestExport(t *testing.T) {
	t.Parallel()
	chat := func(id, name string) string {
		return `{"uuid":"` + id + `","name":"` + name + `","chat_messages":[{"uuid":"m` + id + `","sender":"human","text":"hello ` + id + `"}]}`
	}
	p := open(t, "")
	p.DropFiles(write(t, "conversations.json", []byte("["+chat("1", "Harbour fees")+","+chat("2", "Tide tables")+"]")))
	p.WaitFor(`$text().includes("Harbour fees") && $text().includes("Tide tables")`, 0)
}

// A damaged line affects only itself, is reported with its position, and its bytes can be viewed.
func TestDamagedLine(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	lines[30] = append(bytes.Clone(lines[30][:len(lines[30])/2]), '\n')
	lines[50] = []byte("this is no JSON at all\n")
	p := open(t, "")
	p.DropFiles(write(t, "damaged.jsonl", bytes.Join(lines, nil)))
	ready(p)
	wants(t, Eval[string](p, `$text()`), "2 problems in the file")
	p.ClickRole("button", "/problems/")
	p.WaitFor(`$text().includes("this is no JSON at all")`, 0)
	wants(t, Eval[string](p, `$text()`), "damaged.jsonl, line 51, byte ")
	p.Do(`$$role("button", /^Show bytes/, $deep("unspool-records"))[1].click()`)
	p.WaitFor(`$deep("unspool-records >>> pre") && $text($deep("unspool-records >>> pre")) === "this is no JSON at all"`, 0)
}

// A dialog of very many problems counts those that it does not list.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(sampleFile(t))
	ready(p)
	p.Run("input.openFindings", 520)
	p.WaitFor(`$text($role("dialog")).includes("line 500,") && $text($role("dialog")).includes("and 20 more")`, 0)
}

// A session that ends in the middle of a record counts as still being written.
func TestUnfinishedFile(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, "")
	p.DropFiles(write(t, "live.jsonl", data[:200_000]))
	ready(p)
	wants(t, read(t, p), "Our harbour master in Skarrow")
}

// A second drop replaces the first one at once.
func TestSecondDrop(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.DropFiles(sampleFile(t))
	old, err := filepath.Glob("../../testdata/2.0.37/*/*-*-*-*-*.jsonl")
	if err != nil || len(old) != 1 {
		t.Fatalf("%v %v", old, err)
	}
	p.DropFiles(old[0])
	p.WaitFor(`$deep("unspool-session").summary().then((s) => s.file === `+strconv.Quote(filepath.Base(old[0]))+`, () => false)`, 0)
	letHappen(time.Second) // time for the first to return, if it can
	if got := Eval[string](p, `$deep("unspool-session").summary().then((s) => s.file)`); got != filepath.Base(old[0]) {
		t.Errorf("the page shows %s", got)
	}
}

// The page reports an invalid address, and a link made by another version of the page.
func TestBadAddress(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for hash, want := range map[string][]string{
		"v=1&src=nope.jsonl":             {"404", "nope.jsonl"},
		"v=1&src=http%3A%2F%2F%5B":       {"not the address", "http://["},
		"v=2&src=sample%2Ffiles.json":    {"version 2", "sample/files.json", "reload"},
		"v=9%E2%80%AE&at=0&src=s%2Fs.js": {"version 9"},
	} {
		p := open(t, "")
		p.Allow("404")
		p.Allow("nope.jsonl")
		p.Do(`location.hash = ` + strconv.Quote(hash))
		p.WaitFor(`$role("alert") && $text($role("alert")).length > 10`, 0)
		wants(t, Eval[string](p, `$text($role("alert"))`), want...)
	}
}

// Several sessions are shown as a list to choose from, which the user can return to.
func TestSeveralSessions(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.DropFiles("../../testdata")
	p.WaitFor(`$role("searchbox", "Filter sessions") && $$role("listitem").length >= 4`, 0)
	typeInto(p, "tide times")
	p.WaitFor(`$$role("listitem").length === 2`, 0) // the long one, and the sample of the site
	wants(t, Eval[string](p, `$text()`), "Tide times across the clock change")
	p.WaitFor(`$text().includes("$5.55")`, 0) // it is counted meanwhile
	choose(p, "Tide times")
	ready(p)
	wants(t, Eval[string](p, `$text() + document.title`), "Our harbour master", "Tide times across the clock change · Unspool")
	p.ClickRole("button", "All sessions")
	p.WaitFor(`$$role("listitem").length === 2 && $role("searchbox", "Filter sessions").value === "tide times"`, 0)
}

// The page shows the browser's reason why a file that was deleted cannot be read.
func TestUnreadableFile(t *testing.T) {
	t.Parallel()
	path := write(t, "gone.jsonl", []byte(`{"type":"user"}`+"\n"))
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Drag("dragEnter", path)
	p.Drag("dragOver", path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.Drag("drop", path)
	p.WaitFor(`$role("alert") && $text($role("alert")).length > 10`, 0)
	wants(t, Eval[string](p, `$text($role("alert"))`), "could not be read")
	p.DropFiles(sampleFile(t))
	ready(p)
}

// A drop is not lost if its target is rendered again at that moment, and the drop message never
// stays when nothing is dragged.
func TestDropOnRemovedElement(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do(`document.body.append(Object.assign(document.createElement("div"), {id: "going"}));
		Object.assign($deep("#going").style, {position: "fixed", inset: 0})`)
	p.Drag("dragEnter", sampleFile(t))
	p.WaitFor(`$text().includes("Drop to open")`, 0)
	p.mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: 300, Y: 300})
	p.WaitFor(`!$text().includes("Drop to open")`, 0)
	p.Drag("dragEnter", sampleFile(t))
	p.WaitFor(`$text().includes("Drop to open")`, 0)
	p.Drag("dragOver", sampleFile(t))
	p.Do(`addEventListener("dragover", () => $deep("#going").remove(), {once: true})`) // another event arrives right before the drop
	p.Drag("drop", sampleFile(t))
	ready(p)
}

// A file that changes on disk stays readable: the page has its own copy.
func TestFileChanges(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "live.jsonl", data)
	p := open(t, "")
	p.DropFiles(path)
	ready(p)
	if err := os.WriteFile(path, append(data, "{}\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	openFirstCall(p)
	p.WaitFor(`$text($deep("unspool-row .body") ?? document.createElement("i")).includes("package tide")`, 0)
}
