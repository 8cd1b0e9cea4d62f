package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
	"unspool/parser/view"
	"unspool/parser/view/protocol"
)

// workers keeps the workers that the page starts from now on.
const workers = `globalThis.workers = []; globalThis.Worker = class extends Worker {
	constructor(...given) { super(...given); if (String(given[0]).includes("parser")) workers.push(this) }
	terminate() { this.ended = true; super.terminate() }
}; 0`

// gated lets workers read large pieces of files only when a channel allows it, by
// "step", or "all" from then on. Small files are read at once.
var gated = script("pool.gateReads") + ";\n"

// openGated opens the site with workers that wait for the gate.
func openGated(t *testing.T) *Page {
	t.Helper()
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "parser-worker") {
			return false
		}
		script, err := os.ReadFile(filepath.Join(shared.dir, filepath.FromSlash(r.URL.Path)))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, gated)
		w.Write(script)
		return true
	})
	p.Do(`globalThis.gate = new BroadcastChannel("gate"); Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 })`)
	return p
}

// projects writes the projects of a user: in each one large session, written last, and some small
// ones.
func projects(t *testing.T, count, large int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "projects")
	for i := range count {
		for n := range 4 {
			size := 20_000 + 100*i + n
			if n == 3 {
				size = large + i
			}
			data, _ := testgen.Session(size)
			data = bytes.ReplaceAll(data, []byte("/home/dev/work/orchard"), fmt.Appendf(nil, "/home/dev/work/place-%d", i))
			data = bytes.ReplaceAll(data, []byte(`"2026-02-`), fmt.Appendf(nil, `"2026-%02d-`, 3+n))
			at := bytes.Index(data, []byte(`"sessionId":"`)) + len(`"sessionId":"`)
			path := filepath.Join(dir, fmt.Sprintf("-home-dev-work-place-%d", i), string(data[at:at+36])+".jsonl")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// alike replaces links by their targets, since sessions have their own indexes in each parser.
func alike(links []protocol.Link, infos []protocol.SessionInfo) []protocol.Link {
	list := make([]protocol.Link, 0, len(links))
	for _, to := range links {
		other := " "
		for _, info := range infos {
			if to.Index != nil && info.Index == *to.Index {
				other = fmt.Sprint(info.ID, " ", info.File)
			}
		}
		list = append(list, protocol.Link{Kind: to.Kind, ID: to.ID + " " + other + " " + to.Title, At: to.At})
	}
	return list
}

// text returns the text that is compared.
func text(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// Several parsers return the same for a folder as one that reads all of it: each session, in their
// order, and each summary. The folder contains sessions of all kinds in testdata, and those in
// UNSPOOL_CORPUS.
func TestPoolEqualsOneParser(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := projects(t, 12, 1_500_000)
	for i, from := range []string{testutil.Dir(t), os.Getenv(testutil.Corpus)} {
		if from != "" {
			if err := os.CopyFS(filepath.Join(dir, fmt.Sprint("more-", i)), os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := open(t, "")
	p.Do(`Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 })`)
	p.Do(workers)
	p.DropFiles(dir)
	p.WaitFor(`$told.length === 1`, 4*Timeout)
	if n := Eval[int](p, `workers.filter((worker) => !worker.ended).length`); n != 1 && n != 2 { // and the one that was there before
		t.Errorf("%d more parsers read it", n)
	}

	type told struct {
		Infos     []protocol.SessionInfo
		Summaries []protocol.Summary
	}
	var got told
	if err := json.Unmarshal([]byte(EvalWithin[string](p, 2*time.Minute, script("pool.summaries"))), &got); err != nil {
		t.Fatal(err)
	}
	paths := EvalWithin[[]string](p, time.Minute, `$deep("unspool-session").exportSource.api.files(-1).then((files) => files.map(({ path }) => path))`)

	store := parser.NewStore()
	for _, path := range paths { // in the order of their numbers
		data, err := os.ReadFile(filepath.Join(filepath.Dir(dir), filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		file := store.Open(path, int64(len(data)))
		file.Write(data)
		file.Close()
	}
	store.Finish()
	infos := view.New(store, price.Default(), nil).Sessions()
	if len(got.Infos) != len(infos) || len(infos) < 60 {
		t.Fatalf("%d sessions, want %d, and at least 60", len(got.Infos), len(infos))
	}
	for i, info := range infos {
		sum := view.Summarize(store.Session(info.Index), price.Default())
		info.Links, sum.Links = alike(info.Links, infos), alike(sum.Links, infos)
		info.Index, got.Infos[i].Index = 0, 0
		if want, got := text(info), text(got.Infos[i]); want != got {
			t.Errorf("session %s (-one +several):\n%s", info.ID, cmp.Diff(want, got))
		}
		if want, got := text(sum), text(got.Summaries[i]); want != got {
			t.Errorf("the summary of %s (-one +several):\n%s", info.ID, cmp.Diff(want, got))
		}
	}
}

const (
	libraryNote = `$text($deep(".chooser .note")).replaceAll("\u00a0", " ")`
	wholeList   = `$$deep(".chooser .entry time").map((e) => $text(e)).join("|")`
)

// All sessions of a folder are listed when only the ends of its files have been read, and one that
// is opened is read while all others wait. The order of the list does not change as figures arrive,
// which are missing before.
// It is not parallel: beside other tests, parsers finish in another order.
func TestPoolListsAndOpensFirst(t *testing.T) {
	dir := projects(t, 2, 30_000_000) // they arrive in so many pieces that the user is back before the last one
	p := openGated(t)
	p.DropFiles(dir)
	p.WaitFor(`$$role("listitem").length === 8`, 0)
	wants(t, Eval[string](p, libraryNote), "8 sessions · counting 0 of 8…")
	if text := Eval[string](p, libraryNote+` + $text($deep(".chooser .library-items"))`); strings.Contains(text, "$") || regexp.MustCompile(`\d\s+turn`).MatchString(text) || strings.Count(text, "counting…") != 8 {
		t.Errorf("unknown facts are shown:\n%s", text)
	}
	listed := Eval[string](p, wholeList)
	passes(t, p, "a list that is not counted yet")

	// The oldest of the project would be read last.
	p.Do(`[...$$deep(".chooser section")[0].querySelectorAll(".entry")].at(-1).click()`)
	p.WaitFor(`$deep("unspool-list")`, 0)
	p.Do(`globalThis.stepping = setInterval(() => gate.postMessage("step"), 50)`)
	p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]")`, 0)
	p.Do(`clearInterval(stepping)`)
	if Eval[bool](p, `$told.length > 0`) {
		t.Error("everything is read before the opened session is shown")
	}
	p.Press("u")
	const some = `/counting [1-6] of 8…/.test(` + libraryNote + `)`
	p.Do(`globalThis.stepping = setInterval(() => ` + some + ` ? clearInterval(stepping) : gate.postMessage("step"), 200)`)
	p.WaitFor(`$$role("listitem").length === 8 && `+some, 0)
	if now := Eval[string](p, wholeList); now != listed {
		t.Errorf("the list was\n%s\nand is now\n%s", listed, now)
	}
	p.Do(`const s = $role("combobox", "Sort"); s.value = "cost"; s.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.ClickRole("button", "Group by project")
	p.WaitFor(`!$deep(".chooser h3")`, 0)
	if prices := Eval[[]string](p, `$$deep(".chooser .entry .price").map((e) => $text(e) && "priced")`); !slices.IsSortedFunc(prices, func(a, b string) int { return strings.Compare(b, a) }) || prices[0] == "" {
		t.Errorf("by cost, sessions without one are not last: %q", prices)
	}
	p.Do(`gate.postMessage("all")`)
	p.WaitFor(`$told.join() === "ready" && !`+libraryNote+`.includes("counting")`, 4*Timeout)
	p.Do(`const s = $role("combobox", "Sort"); s.value = "newest"; s.dispatchEvent(new Event("change", {bubbles: true})); $role("button", "Group by project").click()`)
	p.WaitFor(wholeList+` === `+fmt.Sprintf("%q", listed), 0)
}

// If the code for several parsers cannot be loaded, one reads all files of a folder.
func TestPoolCodeFailsToLoad(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	var refused atomic.Int32
	p := altered(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/pool-") {
			return false
		}
		refused.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	p.Allow("503")
	p.Do(`Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 })`)
	p.Do(`await $deep("unspool-session").prepare()`)
	p.Do(workers)
	p.DropFiles(projects(t, 2, 9_000_000)) // otherwise for two parsers
	p.WaitFor(`$told.length > 0`, 4*Timeout)
	if told := Eval[string](p, `$told.join() + ", " + workers.length + " more parsers"`); told != "ready, 0 more parsers" {
		t.Fatalf("reported %s", told)
	}
	if refused.Load() == 0 {
		t.Error("the code was not requested")
	}
	p.WaitFor(`$$role("listitem").length === 8`, 0)
	wants(t, Eval[string](p, libraryNote), "8 sessions")
	p.Do(entries + `[0].click()`)
	p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]")`, 0)
}

// If a parser dies, only the sessions that it reads are lost, and they are named; a click reads
// them again. No parser stays when the folder is closed.
func TestPoolWorkerDies(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	dir := projects(t, 2, 9_000_000)
	p := openGated(t)
	p.Do(workers)
	p.DropFiles(dir)
	p.WaitFor(`$$role("listitem").length === 8 && workers.length === 1`, 0)
	p.Do(`workers[0].dispatchEvent(new ErrorEvent("error", { message: "killed" }))`)
	p.WaitFor(entries+`.filter((e) => $text(e).includes("not loaded")).length === 4`, 0)
	name := Eval[string](p, `$text($$deep(".chooser section").find((s) => $text(s).includes("not loaded")).querySelector("h3 .name"))`)
	p.WaitFor(`$role("alert")`, 0) // its code is loaded late
	wants(t, Eval[string](p, `$text($role("alert"))`), "The parser for "+filepath.Base(name)+" stopped", "killed")
	if told := Eval[string](p, `$told.join()`); told != "crashed" {
		t.Errorf("reported %q", told)
	}
	p.Do(`setInterval(() => gate.postMessage("all"), 50)`) // for later ones, too
	p.WaitFor(`$told.join() === "crashed,ready" && `+libraryNote+`.includes("4 not loaded")`, 4*Timeout)
	passes(t, p, "a list with sessions that are lost")
	const reason = "The parser of this session stopped. Open the session to read it again."
	if n := Eval[int](p, entries+`.filter((e) => $text(e).includes("not loaded") && e.title === "`+reason+`").length`); n != 4 {
		t.Errorf("%d sessions say why they are not loaded", n)
	}
	if !Eval[bool](p, `!!$role("alert")`) {
		t.Error("the reason is gone after all others are read")
	}

	p.Do(entries + `.find((e) => $text(e).includes("not loaded")).click()`)
	p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]") && !$role("alert") && workers.length === 2`, 0)
	p.Press("u")
	p.WaitFor(`$$role("listitem").length === 8 && !`+libraryNote+`.includes("counting")`, 4*Timeout)

	p.Do(`$deep("unspool-session").dispose()`)
	p.WaitFor(`workers.length === 2 && workers.every((worker) => worker.ended)`, 0)
}

// shownState returns the visible state of a session that one of several parsers read.
var shownState = script("pool.shownState")

type shown struct {
	Ended                  bool
	State                  string
	Alerts, Begun, Crashes int
}

// openOfPool drops two projects for two parsers, reads everything, and opens the first session of
// the parser workers[0].
func openOfPool(t *testing.T) *Page {
	t.Helper()
	p := openGated(t)
	p.Do(workers)
	p.Do(`setInterval(() => gate.postMessage("all"), 50)`) // for later ones, too
	p.DropFiles(projects(t, 2, 9_000_000))
	p.WaitFor(`$told.join() === "ready" && $$role("listitem").length === 8 && workers.length === 1`, 4*Timeout)
	// It got the project with fewer bytes.
	p.Do(`$$deep(".chooser section").find((s) => $text(s).includes("place-0")).querySelector(".entry").click()`)
	p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]") && $role("navigation", "Views and panes")`, 0)
	return p
}

// If the parser of the session on the screen dies, its text stays, with an alert, until the user
// opens it again, or another session of its project and then it.
func TestPoolParserOfShownSessionDies(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openOfPool(t)
	prompt := unformatted(`$deep("unspool-list unspool-row[data-kind=prompt]")`)
	words := Eval[string](p, prompt)
	kill := func(nth int) {
		t.Helper()
		p.Do(fmt.Sprintf(`workers[%d].dispatchEvent(new ErrorEvent("error", { message: "killed" }))`, nth))
		p.WaitFor(shownState+`.ended && $role("alert") && `+shownState+`.state === "lost"`, 0)
		letHappen(1500 * time.Millisecond) // it is not read again for any request
		want := shown{Ended: true, State: "lost", Alerts: 1, Begun: nth + 1, Crashes: nth + 1}
		if got := Eval[shown](p, shownState); got != want {
			t.Fatalf("after parser %d died: %+v, want %+v", nth, got, want)
		}
	}
	reads := func() {
		t.Helper()
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]") && !$role("alert") && `+shownState+`.state === "read"`, 4*Timeout)
		focusConversation(p)
		p.Press("End")
		p.WaitFor(`(() => { const { conversation } = $deep("unspool-list").context; return !conversation.ended && !!conversation.row(conversation.total - 1) })()`, 0)
	}
	list := func() {
		t.Helper()
		p.Press("u")
		p.WaitFor(`$$role("listitem").length === 8`, 0)
	}
	entry := func(nth int) {
		t.Helper()
		p.Do(fmt.Sprintf(`$$deep(".chooser section").find((s) => $text(s).includes("place-0")).querySelectorAll(".entry")[%d].click()`, nth))
		p.WaitFor(`$role("feed")`, 0)
	}
	kill(0)
	if now := Eval[string](p, prompt); now != words || now == "" {
		t.Errorf("the text was\n%s\nand is now\n%s", words, now)
	}
	list()
	entry(0)
	reads()

	kill(1)
	list()
	entry(1)
	reads()
	list()
	entry(0)
	reads()
	if n := Eval[int](p, `workers.length`); n != 3 {
		t.Errorf("%d parsers were started, want 3", n)
	}
}

// If each new parser dies, too, one is started each time that the user opens one of its sessions.
// It is not parallel: beside other tests, parsers finish in another order.
func TestPoolParserDiesEachTime(t *testing.T) {
	testutil.OneRunIn(t, 4)
	p := openOfPool(t)
	for i := range 3 {
		if i > 0 {
			p.Press("u")
			p.WaitFor(`$$role("listitem").length === 8`, 0)
			p.Do(`$$deep(".chooser section").find((s) => $text(s).includes("place-0")).querySelector(".entry").click()`)
			p.WaitFor(fmt.Sprintf(`$role("feed") && workers.length > %d`, i), 0)
		}
		p.Do(`workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "killed" }))`)
		p.WaitFor(`$role("alert") && `+shownState+`.ended`, 0)
		letHappen(2 * time.Second) // during which several could start and stop
		want := shown{Ended: true, State: "lost", Alerts: 1, Begun: i + 1, Crashes: i + 1}
		if got := Eval[shown](p, shownState); got != want {
			t.Fatalf("opened %d times: %+v, want %+v", i+1, got, want)
		}
	}
}

// With so many sessions that several parsers read them, a growing one is followed like a single
// one, and a new one is listed.
func TestPoolLive(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`for (let i = 0; i < 102; i++) await disk.write("all/p" + (i % 3) + "/s" + i + ".jsonl", disk.turns(1, 2, "s" + i)); await disk.drop(["all"])`)
	p.WaitFor(`$told.length === 1 && $$role("listitem").length > 0`, 0)
	wants(t, Eval[string](p, libraryNote), "102 sessions")
	p.Do(`$role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`$role("article") && $role("button", "Live")`, 0)
	p.Do(`const { id } = $deep("unspool-session").exportSource.shown; await disk.append("all/p" + (id.slice(1) % 3) + "/" + id + ".jsonl", disk.turns(3, 4, id))`)
	p.Press("End")
	p.WaitFor(inSight("answer 4"), 0)
	p.Press("u")
	p.WaitFor(entries+`.some((e) => $text(e).includes("4 prompts"))`, 0)
	p.Do(`await disk.write("all/p1/s200.jsonl", disk.turns(1, 7, "s200"))`)
	p.WaitFor(libraryNote+`.startsWith("103 sessions") && $$deep(".chooser .entry").some((e) => $text(e).includes("7 prompts"))`, 2*Timeout)
	raw := EvalWithin[string](p, 2*time.Minute, script("pool.countLines"))
	if raw != "14 lines" {
		t.Errorf("the new file has %s", raw)
	}
}

// While a session whose parser died is on the screen, the others are followed. Growth of the lost
// ones is recorded once each time, and read by the next parser.
func TestPoolLiveWithLostParser(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	p.Do(`Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 })`)
	p.Do(workers)
	// The new parser gets the project with fewer bytes, that of s0 and s2.
	p.Run("pool.dropProjects", 9_000_000, 9_500_000, 1, 1)
	p.WaitFor(`$told.join() === "ready" && $$role("listitem").length === 4 && $role("button", "Live") && workers.length === 1`, 2*Timeout)
	turns := func(id string, want int) {
		t.Helper()
		p.WaitFor(fmt.Sprintf(`$deep("unspool-session").sessions.find(({ id }) => id === %q).turns === %d`, id, want), 0)
	}
	entry := func(id string) {
		t.Helper()
		p.Do(fmt.Sprintf(entries+`.find((e) => $text(e).includes("question of %s")).click()`, id))
		p.WaitFor(`$deep("unspool-list unspool-row[data-kind=prompt]")`, 0)
	}
	entry("s2")
	p.Do(`workers[0].dispatchEvent(new ErrorEvent("error", { message: "killed" }))`)
	p.WaitFor(`$role("alert") && `+shownState+`.ended && `+shownState+`.state === "lost"`, 0)
	p.Do(`await disk.append("all/p1/s3.jsonl", disk.turns(3, 4, "s3"))`)
	turns("s3", 4)

	p.Run("pool.recordFollowed")
	p.Do(`await disk.append("all/p0/s0.jsonl", disk.turns(3, 3, "s0"))`)
	p.WaitFor(`handed.includes("all/p0/s0.jsonl")`, 0)
	for n := 5; n < 8; n++ { // polls all of them
		p.Do(fmt.Sprintf(`await disk.append("all/p1/s3.jsonl", disk.turns(%d, %d, "s3"))`, n, n))
		turns("s3", n)
	}
	says(t, p, `handed.filter((path) => path === "all/p0/s0.jsonl").length + " time, " + workers.length + " parser"`, "1 time, 1 parser")
	p.Press("u")
	p.WaitFor(`$$role("listitem").length === 4`, 0)
	entry("s0")
	turns("s0", 3)
}
