package browser

import (
	"bytes"
	_ "embed" // damaged.js
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/machine"
	"unspool/parser/testutil/testgen/damaged"
	"unspool/parser/view"
)

//go:embed damaged.js
var dropAndTell string

// A damagedFile is what the page shows of a damaged file.
type damagedFile struct {
	Code     string  // "ready", or the code of the failure
	Text     string  // the message, or the number of problems
	Problems int     // as returned by the parser
	Rows     int     // the number of rendered rows
	Took     float64 // ms until the result
}

// archived matches the names of archives.
var archived = regexp.MustCompile(`\.(zip|tar|gz)$`)

// seemings are the page's names for detected kinds of files.
var seemings = map[string]string{
	"empty": "empty", "png": "PNG", "jpeg": "JPEG", "gif": "GIF", "webp": "WebP", "pdf": "PDF", "zip": "zip archive", "gzip": "gzip archive", "html": "HTML", "xml": "XML", "json": "JSON",
	"text": "plain text", "sqlite": "SQLite", "binary": "binary", "codex": "Codex", "aider": "Aider", "history": "list of your prompts", "settings": "settings",
}

// Many kinds of broken files are opened in the page one after the other: each is identified, or
// read with a note about its damage, and then the next one opens. The parser's own tests read all
// kinds; this is a sample with a tenth of similar ones.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do("globalThis.dropAndTell = " + dropAndTell)
	began, all := time.Now(), 0
	var slowest float64
	var kinds []damaged.Kind
	for i, kind := range damaged.Kinds() {
		if archived.MatchString(kind.FileName()) { // they are opened: see TestArchives
			continue
		}
		if testutil.Exhaustive() || !kind.Alike || i%10 == 0 {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) < 200 {
		t.Errorf("only %d kinds", len(kinds))
	}
	for _, kind := range testutil.Sample(t, kinds, 8) {
		got := Eval[damagedFile](p, fmt.Sprintf("dropAndTell({name: %q, data: %q})", kind.FileName(), base64.StdEncoding.EncodeToString(kind.Make(0))))
		all, slowest = all+1, max(slowest, got.Took)
		if want := problems(&kind); kind.Type == "" {
			if got.Code != "ready" || got.Rows == 0 || got.Problems != want || want > 0 && !strings.HasPrefix(got.Text, fmt.Sprintf("%d problem", want)) {
				t.Errorf("%s: %+v, want rows and %d problems", kind.Name, got, want)
			}
			continue
		}
		want := "not-a-transcript"
		if kind.Type == "empty" {
			want = "empty"
		}
		if got.Code != want || !strings.Contains(got.Text, seemings[kind.Type]) {
			t.Errorf("%s: %+v, want %s with a description as %s", kind.Name, got, want, kind.Type)
		}
	}
	t.Logf("%d files in %v, one in %.0f ms at most", all, time.Since(began).Round(time.Second), slowest)
	p.DropFiles(sampleFile(t))
	ready(p)
}

// The worst of them at 10 MB: those that take the parser longest, and those that are one line. Each
// results in rows or a message, and the page does not hang.
func TestBigDamagedFiles(t *testing.T) {
	t.Parallel()
	const size, hangs = 10 << 20, 5_000 // bytes, and ms
	worst := map[string]bool{"byte 7b alone": true, "many empty objects on a line": true, "a megabyte of open objects": true, "a megabyte of brackets": true, "a megabyte of NULs": true,
		"a megabyte of noise": true, "a megabyte of backslashes": true, "no line ends": true, "each line is cut": true, "wrapped at 80 columns": true, "UTF-16 LE with its mark": true, "one id for all records": true}
	p := open(t, "")
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do(`globalThis.stood = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) stood = Math.max(stood, duration); }).observe({ type: "longtask" })`)
	took := func(name string, data []byte) (told string, ms float64) {
		t.Helper()
		path := write(t, name, data)
		before := Eval[int](p, `stood = 0, globalThis.began = performance.now(), addEventListener("unspool-ready", () => (globalThis.ended = performance.now()), { once: true }), addEventListener("unspool-error", () => (globalThis.ended = performance.now()), { once: true }), $told.length`)
		closeSession(p)
		p.DropFiles(path)
		p.WaitFor(fmt.Sprintf("$told.length > %d", before), 4*Timeout)
		return Eval[string](p, "$told.at(-1)"), Eval[float64](p, "ended - began")
	}
	kinds := slices.DeleteFunc(damaged.Kinds(), func(kind damaged.Kind) bool { return !worst[kind.Name] })
	if len(kinds) != len(worst) {
		t.Errorf("there are %d kinds of %d", len(kinds), len(worst))
	}
	for _, kind := range testutil.Sample(t, kinds, 4) {
		for _, glued := range []bool{false, true} {
			data := kind.Large(size)
			if glued {
				data = bytes.ReplaceAll(data, []byte("\n"), nil)
			}
			told, ms := took(kind.FileName(), data)
			stood := Eval[float64](p, `new Promise((done) => setTimeout(() => done(stood), 100))`)
			t.Logf("%s, glued %t: %s after %.0f ms; the page was blocked for %.0f ms", kind.Name, glued, told, ms, stood)
			if stood > hangs*machine.Slowness() {
				t.Errorf("%s, glued %t: the page hung for %.0f ms", kind.Name, glued, stood)
			}
			if told == "ready" {
				p.WaitFor(`$role("article")`, 0)
			} else {
				p.WaitFor(`$role("alert")`, 0)
			}
		}
	}
	p.DropFiles(sampleFile(t))
	ready(p)
}

// closeSession releases the session on the screen. It would stay if a file without one is dropped, with
// a notice.
func closeSession(p *Page) { p.Do(`$deep("unspool-session")?.dispose()`) }

// problems returns the number of problems according to the native parser.
func problems(kind *damaged.Kind) int {
	data := kind.Make(0)
	store := parser.NewStore()
	f := store.Open(kind.FileName(), int64(len(data)))
	f.Write(data)
	f.Close()
	store.Finish()
	sessions := view.New(store, price.Default(), func(int) io.ReaderAt { return bytes.NewReader(data) }).Sessions()
	if len(sessions) == 0 {
		return 0
	}
	return sessions[0].Damaged
}

// A record that is read although it is not valid is marked in the conversation where it stands, as are NUL
// bytes between records and a last record that is cut; each is also among the problems of the file.
func TestFlawedRecords(t *testing.T) {
	t.Parallel()
	prompt := func(words string) string {
		return `{"type":"user","message":{"role":"user","content":"` + words + `"}}` + "\n"
	}
	// Files of all sizes are checked: this one begins with a large record without a row.
	text := `{"type":"file-history-snapshot","padding":"` + strings.Repeat("a", 9<<20) + `"}` + "\n" +
		prompt("Ask the pilot") + prompt(`Call the tug\x`) + prompt("Write to the port") + prompt("Lower the caf\xe9 awning") +
		strings.Repeat("\x00", 512) + "\n" + prompt("Light the lamp") + `{"type":"user","message":{"role":"us`
	p := open(t, "")
	p.DropFiles(write(t, "flawed.jsonl", []byte(text)))
	ready(p)
	p.WaitFor(`$text().includes("Light the lamp") && $text().includes("The file ends inside a record")`, 0)
	shown := Eval[string](p, `$$deep("unspool-row").map((row) => $text(row)).join("\n")`)
	from := 0
	for _, next := range []string{"Ask the pilot", "Call the tug", "Invalid JSON in the record above", "Write to the port",
		"Lower the caf", "Invalid UTF-8 in the record above", "512", "NUL bytes in place of records", "Light the lamp",
		"The file ends inside a record, which may still be being written"} {
		at := strings.Index(shown[from:], next)
		if at < 0 {
			t.Fatalf("%q is not shown where it stands:\n%s", next, shown)
		}
		from += at + len(next)
	}
	wants(t, Eval[string](p, `$text()`), "3 problems in the file")
	p.ClickRole("button", "/problems/")
	for _, want := range []string{"Records with invalid JSON", "Invalid JSON at byte ", "Records with invalid UTF-8",
		"Invalid UTF-8 at byte", "NUL bytes", "Unfinished last line"} {
		p.WaitFor(fmt.Sprintf("$text().includes(%q)", want), 0)
	}
}
