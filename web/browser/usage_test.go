package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"unspool/parser/testfiles"
)

// openUsage reads files and opens the usage view from the header's cost.
func openUsage(t *testing.T, paths ...string) *Page {
	t.Helper()
	p := open(t, "")
	p.Read(paths...)
	p.WaitFor(`$deep("unspool-list") && $deep(".strip .sum")`, 0)
	p.Click(".strip .sum")
	p.WaitFor(`$deep("unspool-usage >>> .figures")`, 0)
	return p
}

// figures are the head's figures by their names.
func figures(p *Page) map[string]string {
	p.r.Helper()
	return Eval[map[string]string](p, `Object.fromEntries($$deep("unspool-usage >>> .figures > div").map((one) => [$text($deep("dt", one)), $text($deep("dd", one)).replaceAll(/\s+/g, " ")]))`)
}

// rows are the lines of a table, without what stands below them, each with " | " between its cells.
func rows(p *Page, name, part string) []string {
	p.r.Helper()
	return Eval[[]string](p, fmt.Sprintf(`(async () => {
		const table = $deep("table[aria-label='%s']");
		await table.getRootNode().host.updateComplete;
		return [...table.querySelectorAll("%s tr")].map((row) => [...row.cells].map((cell) => $text(cell).replaceAll(/\s+/g, " ")).join(" | "));
	})()`, name, part))
}

// The cost in the header opens what it is made of, beside what Claude Code
// recorded, and what changed in the session; a change leads to its place.
func TestUsage(t *testing.T) {
	p := openUsage(t, sampleDir)
	wants(t, Eval[string](p, `$text($deep("unspool-usage"))`), "API-equivalent", "Claude Code itself recorded $5.54", "of it thinking",
		"opus 4.8", "Web searches", "clock-change", "acceptEdits", "Share of cost")
	fmt.Println(figures(p))
	for _, name := range []string{"Models", "Turns, with their agents", "Agents", "Tools"} {
		fmt.Println(name, strings.Join(rows(p, name, "thead"), "\n"))
		fmt.Println(strings.Join(rows(p, name, "tbody"), "\n"))
		fmt.Println(strings.Join(rows(p, name, "tfoot"), "\n"))
	}
	p.Do(`$$deep("unspool-usage >>> .leads").find((b) => $text(b) === "clock-change").click()`)
	p.WaitFor(`!$deep("unspool-usage") && $deep("unspool-list").scrollTop > 500`, 0)
	_, _, _, _ = os.Args, filepath.Join, cmp.Diff("", ""), testfiles.Corpus
}
