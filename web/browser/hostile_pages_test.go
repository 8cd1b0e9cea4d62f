package browser

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// In an embedding page without any policy, only the viewer's own measures protect.
func TestHostileWithoutPolicy(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	cdn := siteHost(t)
	files := map[string]Doc{"/": article(unspoolScript(cdn), `<unspool-session preload src="s1.jsonl"></unspool-session>`)}
	for _, f := range c.Session("s1", 0, 2) {
		if f.Path == "s1.jsonl" {
			files["/s1.jsonl"] = Doc{Text: string(f.Data)}
		}
	}
	p := openOn(t, newHost(t, docs(files)), "/", cdn)
	p.Do(hostileHelpers)
	prototype := Eval[string](p, OwnPrototype)
	p.WaitFor(`$told.length > 0`, 2*Timeout)
	p.WaitFor(`$role("article")`, 0)
	suffers(t, p, prototype, true, 2_000)
}

// The same holds in the standalone page, opened from a disk.
func TestHostileStandalonePage(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	p, requests := fromDisk(t, filepath.Join(shared.dir, "unspool.html"))
	p.WaitFor(`$text().includes("Choose files")`, 0)
	p.Do(hostileHelpers)
	prototype := Eval[string](p, OwnPrototype)
	dir := filepath.Join(t.TempDir(), "project")
	writeHostile(t, dir, c.Session("s1", 3, 5))
	if told := p.Read(dir); told != "ready" {
		t.Fatal(told)
	}
	p.WaitFor(`$role("article")`, 0)
	suffers(t, p, prototype, true, 2_000)
	if asked := requests(); len(asked) != 1 {
		t.Errorf("it requested %q", asked)
	}
	// And in the page that it saves.
	p.Do(`$$deep(":popover-open").forEach((menu) => menu.hidePopover())`)
	opened(p)
	q, requests := fromDisk(t, saves(t, p, "dialog .primary"))
	q.WaitFor(`$told.includes("ready") && $role("article")`, 2*Timeout)
	q.Do(hostileHelpers)
	suffers(t, q, prototype, false, 1_000)
	if asked := requests(); len(asked) != 1 {
		t.Errorf("the saved page requested %q", asked)
	}
}

// The same holds in a frame of another page, which passes named files.
func TestHostileFrame(t *testing.T) {
	t.Parallel()
	c := attacks(t)
	viewer := siteHost(t)
	files := map[string]Doc{"/": article(talk, `<iframe id=a title=Session width=900 height=700 src="`+viewer.URL+`embed.html#v=1"></iframe>`)}
	for _, f := range c.Session("s1", 5, 7) {
		if f.Path == "s1.jsonl" {
			files["/s1.jsonl"] = Doc{Text: string(f.Data)}
		}
	}
	blog := newHost(t, docs(files))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1) // another site than the viewer's
	p := openOn(t, blog, "", viewer)
	p.WaitFor(`of("pong").length > 0`, 0)
	p.Do(`const bytes = await (await fetch("s1.jsonl")).arrayBuffer();
		await ask({ type: "load", files: [{ path: "s1.jsonl", bytes }], title: "\u202e</title><img src=x onerror=pwned=1>" })`)
	inside := p.Frame("embed.html")
	inside.WaitFor(`$role("article")`, 2*Timeout)
	inside.Do(hostileHelpers)
	prototype := Eval[string](inside, OwnPrototype)
	suffers(t, inside, prototype, true, 2_000)
	if title := Eval[string](inside, `document.title`); !strings.HasPrefix(title, "</title><img") {
		t.Errorf("the frame's name is %q", title)
	}
}

// suffers opens everything in a hostile session, with its raw records on request: a minimum number
// of combinations is seen, and does no harm.
func suffers(t *testing.T, p *Page, prototype string, raw bool, least int) {
	t.Helper()
	during(t, p, fmt.Sprintf(`() => $hostile.openAll(%t)`, raw))
	p.Do(`$hostile.sight()`)
	harmless(t, p, prototype)
	if seen := Eval[int](p, `$hostile.marks.size`); seen < least {
		t.Errorf("only %d combinations were seen, want %d", seen, least)
	}
}
