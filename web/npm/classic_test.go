package npm

import (
	"os"
	"path/filepath"
	"testing"

	"unspool/web/browser"
)

// TestClassicScript checks the script that is no module, which finds its assets beside its own folder
// in whatever way the page loads it.
func TestClassicScript(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "unspool"), os.DirFS(filepath.Join(shared.project, "node_modules/unspool"))); err != nil {
		t.Fatal(err)
	}
	session, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "session.jsonl"), session, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"blocking": `<script src="unspool/lib/classic.js"></script>`,
		"deferred": `<script defer src="unspool/lib/classic.js"></script>`,
		"twice":    `<script src="unspool/lib/classic.js"></script><script type="module" src="unspool/lib/define.js"></script>`,
	} {
		t.Run(name, func(t *testing.T) {
			page := `<!doctype html><meta charset="utf-8"><title>t</title>` + script +
				`<unspool-session src="session.jsonl" prompts="1-3"></unspool-session>`
			if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			p := open(t, dir)
			p.WaitFor(`$deep("unspool-row strong, unspool-row p code") && $$deep("unspool-row").length > 5`, 2*browser.Timeout)
			if code := browser.Eval[[]string](p, `performance.getEntriesByType("resource").map((e) => new URL(e.name).pathname)
				.filter((name) => name.startsWith("/unspool/lib/") && !name.endsWith("/define.js") && !name.endsWith("/classic.js"))`); name != "twice" && len(code) > 0 {
				t.Errorf("it also loads %q", code)
			}
		})
	}
}
