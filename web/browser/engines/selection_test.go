package engines

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unspool/web/browser"
)

// A selected row is copied with its code, and without the labels of the buttons above it. WebKit knows only the property
// with its prefix, in style sheets as in scripts.
func TestCopyWithoutLabels(t *testing.T) {
	t.Parallel()
	const code = "local := time.FixedZone(zone, offset)"
	session := strings.Replace(browser.TidesTurns("first", 1, 1), "answer 1 of first", "Use this:\\n\\n```go\\n"+code+"\\n```", 1)
	file := filepath.Join(t.TempDir(), "first.jsonl")
	if err := os.WriteFile(file, []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	inEach(t, func(t *testing.T, p *Page, site string) {
		p.Open(site)
		p.WaitFor(`$text().includes("Choose files")`)
		p.Read(file)
		const row = `$$deep("unspool-row").find((row) => $deep(".frame.code pre code", row))`
		p.WaitFor(row)
		p.Do(`const row = ` + row + `; getSelection().setBaseAndExtent(row, 0, row, row.childNodes.length)`)
		p.Do(`globalThis.copied = [];
			addEventListener("copy", ({ clipboardData }) => copied.push(clipboardData.getData("text/plain")))`)
		p.Press("Control+c")
		p.WaitFor(`copied.length > 0`)
		labels := Eval[[]string](p, `$$role("button", undefined, `+row+`).map((button) => $text(button)).filter(Boolean)`)
		if !slices.Contains(labels, "Copy") {
			t.Fatalf("the buttons of the row are %q", labels)
		}
		for name, text := range map[string]string{
			"selected": Eval[string](p, `getSelection().toString()`), "copied": Eval[string](p, `copied[0]`),
		} {
			if !strings.Contains(text, code) {
				t.Errorf("the %s text lacks the code: %q", name, text)
			}
			for _, label := range labels {
				if strings.Contains(text, label) {
					t.Errorf("the %s text contains the label %q: %q", name, label, text)
				}
			}
		}
	})
}
