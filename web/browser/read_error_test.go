package browser

import (
	"fmt"
	"testing"

	"unspool/parser/testutil"
	"unspool/parser/testutil/testgen"
)

// openUnreadable opens the site with a parser that can read only this number of bytes of a file, as
// with a file that changed on disk.
func openUnreadable(t *testing.T, after int) *Page {
	t.Helper()
	url := withScript(t, "parser-worker", script("file_readers.failing", after)+";\n")
	p := newPage(t)
	before(p, watched)
	enter(p, url)
	return p
}

// If the rest of a file cannot be read, the part that was read stays, the page says so, and reads
// it on request.
func TestReadErrorWhileReading(t *testing.T) {
	t.Parallel()
	data, facts := testgen.Session(9_000_000)
	path := write(t, "large.jsonl", data)
	const turns = `$deep("unspool-session").summary().then((s) => s.turns)`
	p := openUnreadable(t, 3_000_000)
	if told := p.Read(path); told != "ready" {
		t.Fatalf("reported %q", told)
	}
	p.WaitFor(tryAgain, 0)
	wants(t, Eval[string](p, alert), "“large.jsonl” could not be read", "The requested file could not be read", "Everything read so far is still here")
	if n := Eval[int](p, turns); n == 0 || n >= facts.Turns {
		t.Errorf("%d turns are read of %d", n, facts.Turns)
	}
	// The parser is not dead: what was read can be opened.
	p.WaitFor(`$role("navigation", "Views and panes")`, 0)
	p.Do(`$$deep("unspool-row .row-button")[1].click()`)
	p.WaitFor(`$deep("unspool-row .body")`, 0)
	p.Do(`$told.length = 0; ` + tryAgain + `.click()`) // a new parser reads the same number of bytes
	p.WaitFor(`$told.length > 0`, patience)
	p.WaitFor(tryAgain, 0)
	if n := Eval[int](p, turns); n == 0 || n >= facts.Turns {
		t.Errorf("%d turns are read of %d", n, facts.Turns)
	}
	// A file that is small enough opens.
	if told := p.Read(sampleFile(t)); told != "ready" {
		t.Errorf("reported %q", told)
	}
	p.WaitFor(`!$role("alert")`, 0)
}

// A file that was cut short by a read error is read further when it is followed, and is then no
// longer reported.
func TestReadErrorThenFollowing(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Do(`const missed = [{ code: "unreadable", detail: "it changed", path: "s1.jsonl" }];
		disk.isShort = true;
		disk.answer({
			load: (ask, ...given) => ask(...given).then((loaded) => ({ ...loaded, missed })),
			files: async (ask, of) => (await ask(of)).map((file) => ({ ...file, size: file.size - (disk.isShort ? 1 : 0) })),
		});
		$deep("unspool-session").dispose();`)
	dropLive(p, "3")
	wants(t, Eval[string](p, alert), "“s1.jsonl” could not be read", "it changed")
	p.Do(`disk.isShort = false; await disk.append("s1.jsonl", disk.turns(4, 4))`)
	p.WaitFor(`$text().includes("answer 4") && !$role("alert")`, 0)
}

// Files that are written while they are being read are opened again through their handles, also when
// nothing of them was read.
func TestFilesWrittenWhileReading(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Do(`addEventListener("unspool-ready", ({ detail }) => {
		globalThis.read = (turns) => detail.sessions.filter(({ typedPrompts, state }) => state === "read" && typedPrompts === turns).length;
	})`)
	for _, c := range []struct {
		name         string
		files, grown int
	}{
		{"one", 1, 1}, {"one parser", 30, 10}, {"a pool", 102, 40}, {"all", 102, 102},
	} {
		p.Do(fmt.Sprintf(`$told.length = 0; disk.hold(); $deep("unspool-session").dispose();
			for (let i = 0; i < %[2]d; i++) await disk.write("%[1]s/p" + (i %% 3) + "/s" + i + ".jsonl", disk.turns(1, 2, "s" + i));
			await disk.drop(["%[1]s"])`, c.name, c.files))
		p.WaitFor(`disk.loads === 1`, 0)
		p.Do(fmt.Sprintf(`for (let i = 0; i < %d; i++) await disk.append("%s/p" + (i %% 3) + "/s" + i + ".jsonl", disk.turns(3, 3, "s" + i));
			disk.open()`, c.grown, c.name))
		p.WaitFor(`$told.join() === "ready"`, 0)
		if got, want := Eval[[2]int](p, `[read(2), read(3)]`), [2]int{c.files - c.grown, c.grown}; got != want {
			t.Errorf("%s: %d sessions with 2 and 3 prompts, want %d", c.name, got, want)
		}
		p.WaitFor(`!$role("alert")`, 0)
	}
}

// The number of files that could not be read is shown, and their sessions stay in the list.
func TestFilesDeletedWhileReading(t *testing.T) {
	t.Parallel()
	p := openLive(t)
	p.Do(`disk.hold(); $deep("unspool-session").dispose(); for (let i = 0; i < 102; i++) await disk.write("all/p" + (i % 3) + "/s" + i + ".jsonl", disk.turns(1, 2, "s" + i).replaceAll("question", i < 5 ? "missing" : "question"));
		await disk.drop(["all"])`)
	p.WaitFor(`disk.loads === 1`, 0)
	p.Do(`for (let i = 0; i < 5; i++) await disk.remove("all/p" + (i % 3) + "/s" + i + ".jsonl"); await disk.goOn()`)
	p.WaitFor(`$told.join() === "ready"`, 0)
	wants(t, Eval[string](p, alert), "Not everything could be read. 5 files could not be read: “s", " and 2 more. Browser error: ")
	p.Do(`const field = $role("searchbox", "Filter sessions"); field.value = "missing"; field.dispatchEvent(new Event("input"))`)
	p.WaitFor(`$$role("listitem").length === 5 && $$role("listitem").every((one) => $text(one).includes("not loaded"))`, 0)
	p.WaitFor(`$$role("listitem").every((one) => $role("button", undefined, one).title === "The file of this session could not be read.")`, 0)
	p.Do(`$role("button", undefined, $role("listitem")).click()`)
	p.WaitFor(`$text().includes("The file of this session could not be read.") && $$role("listitem").length === 5`, 0)
}

// If nothing could be read, the page names the files, and opens them again on request if it has handles.
func TestAllFilesDeletedWhileReading(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := openLive(t)
	for _, c := range []struct {
		name    string
		files   int
		handles bool
		says    []string
	}{
		{"one.jsonl", 1, true, []string{"“one.jsonl” could not be read"}},
		{"all", 5, true, []string{"5 files could not be read: “s", ".jsonl” and 2 more"}},
		{"plain.jsonl", 1, false, []string{"“plain.jsonl” could not be read"}},
	} {
		p.Do(fmt.Sprintf(`$told.length = 0; $deep("unspool-session").dispose(); disk.hold();
			globalThis.paths = %[2]d === 1 ? ["%[1]s"] : Array.from({ length: %[2]d }, (_, i) => "%[1]s/s" + i + ".jsonl");
			globalThis.writeAll = async () => { for (const [i, path] of paths.entries()) await disk.write(path, disk.turns(1, 2, "s" + i)); };
			await writeAll(); await disk.drop(["%[1]s"], %[3]t)`, c.name, c.files, c.handles))
		p.WaitFor(`disk.loads === 1`, 0)
		p.Do(`for (const path of paths) await disk.remove(path); disk.open()`)
		p.WaitFor(`$told.join() === "unreadable" && $role("alert")`, 0)
		wants(t, Eval[string](p, alert+`.replaceAll("\u00a0", " ")`), c.says...)
		if !c.handles {
			if Eval[bool](p, `!!`+tryAgain) {
				t.Errorf("%s cannot be opened again without a handle, but the page offers it", c.name)
			}
			continue
		}
		p.WaitFor(tryAgain, 0)
		p.Do(tryAgain + `.click()`) // they are still missing
		p.WaitFor(`$told.join() === "unreadable,unreadable" && `+tryAgain, 0)
		p.Do(`await writeAll(); ` + tryAgain + `.click()`)
		p.WaitFor(fmt.Sprintf(`$told.at(-1) === "ready" && !$role("alert") && $deep("unspool-session").sessions.length === %d`, c.files), 0)
	}
}

// If the parser died and the file has changed since, the content of the screen stays until the file
// is available: it is requested by its handle, or from the user.
func TestTryAgainWithAChangedFile(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	for _, handles := range []bool{true, false} {
		t.Run(fmt.Sprintf("handles %t", handles), func(t *testing.T) {
			p := watchedPage(t)
			p.Do("await " + liveFiles)
			p.Do(fmt.Sprintf(`await disk.write("s1.jsonl", disk.turns(1, 40)); await disk.drop(["s1.jsonl"], %t)`, handles))
			p.WaitFor(`$told.length === 1 && `+liveButton, 0)
			p.Allow("ERR_FILE_NOT_FOUND blob:") // the image of the worker
			p.Do(`$held.kill("parser-worker"); await disk.append("s1.jsonl", disk.turns(41, 42));
				globalThis.asked = 0; HTMLInputElement.prototype.click = function () { asked++; this.dispatchEvent(new Event("cancel")); };
				$deep("unspool-session").exportSource.api.query("body", { session: 0, key: "s1-u1" }).catch(() => undefined)`)
			p.WaitFor(tryAgain, patience)
			p.Do(tryAgain + `.click()`)
			if handles {
				p.WaitFor(`$told.at(-1) === "ready" && !$role("alert")`, patience)
				p.Press("End")
				p.WaitFor(`$text().includes("42 prompts")`, 0)
				return
			}
			p.WaitFor(`asked === 1`, 0)
			wants(t, Eval[string](p, `$text()`), "answer 1", "Try again")
		})
	}
}
