package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// myPrices is a table with which all costs are named, whatever models it has.
const myPrices = "glm-9\t-\t-\t3\t-\t-\t-\t4\t-\n"

// namesPrices fails the test unless there are costs in the elements that match a selector, and the table of prices
// is named beside each, except for costs that Claude Code recorded. It waits for the first.
func namesPrices(t *testing.T, p *Page, place, selector string, recorded ...string) {
	t.Helper()
	p.WaitFor(fmt.Sprintf(`%s.named.length > 0`, script("prices.costs", selector)), 0)
	got := Call[struct{ Named, Unnamed []string }](p, "prices.costs", selector)
	if !slices.Equal(got.Unnamed, recorded) {
		t.Errorf("%s: the table is not named in %q, want %q", place, got.Unnamed, recorded)
	}
	t.Logf("%s: %d costs, such as %q", place, len(got.Named), got.Named[0])
}

// A table of prices that was dropped is named beside every cost of the page and of its exports, also in a
// page that is saved.
func TestPricesAreNamed(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 900)
	p.Read(sampleDir)
	p.WaitFor(outlineThere, 0)
	p.Read(write(t, "prices.tsv", []byte(myPrices)))
	p.WaitFor(outlineThere, 0)
	namesPrices(t, p, "the header", ".facts")
	namesPrices(t, p, "the overview", "unspool-story")
	namesPrices(t, p, "the outline", "unspool-outline")
	namesPrices(t, p, "a reply", "unspool-row .who .facts")
	namesPrices(t, p, "an agent", "unspool-row .agent .content .facts")

	p.Click(`unspool-row[data-kind="prompt"] .about-row`)
	namesPrices(t, p, "the details of a row", ".about-card")
	p.Press("Escape")
	p.Do(`$deep('unspool-row[data-kind="prompt"]').focus()`)
	p.Press("i")
	namesPrices(t, p, "the inspector", "unspool-inspector")
	p.Press("i")

	showView(p, "Usage")
	p.WaitFor(`$deep("unspool-usage >>> .figures") && $$role("table").length >= 5`, 0)
	namesPrices(t, p, "the usage", "unspool-usage", "Claude Code recorded $5.54 for the whole session, including resumed runs: "+
		"$0.01\u00a0(prices.tsv) less than counted here.")
	for _, format := range [][2]string{{"Document", "Save HTML"}, {"Markdown", "Save Markdown"}, {"Page", "Save HTML"}} {
		opened(p)
		chooseFormat(p, format[0], format[1])
		file := saves(t, p, "dialog .primary")
		p.WaitFor(`!$role("dialog")`, 0)
		if format[0] == "Page" {
			page, _ := fromDisk(t, file)
			page.Size(1400, 900)
			page.WaitFor(outlineThere, 0)
			namesPrices(t, page, "the header of a saved page", ".facts")
			namesPrices(t, page, "the outline of a saved page", "unspool-outline")
		} else if text := strings.ReplaceAll(string(content(t, file)), `\`, ""); !strings.Contains(text, "(prices.tsv)") {
			t.Errorf("an exported %s does not name the table", format[0])
		}
	}

	for _, name := range []string{"Models", turns, "Agents"} {
		columns := strings.Split(saved(p, name)[1], ",")
		if !slices.Contains(columns, `"Cost (USD) (prices.tsv)"`) {
			t.Errorf("the saved table %s has the columns %s", name, columns)
		}
	}
}

// The table is named beside the costs of the list of sessions.
func TestPricesAreNamedInLibrary(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Read(manySessions(t, 30))
	p.WaitFor(`$$deep(".chooser .entry").length > 9`, 0)
	p.Read(write(t, "prices.tsv", []byte(myPrices)))
	p.WaitFor(`$$deep(".chooser .entry").length > 9`, 0)
	namesPrices(t, p, "the sessions", ".chooser .entry")
	namesPrices(t, p, "the days", ".heat-map")
	namesPrices(t, p, "the list", ".chooser")
}

// The table is named in an embedded viewer, where a dialog has the costs.
func TestPricesAreNamedInEmbed(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session src="sample/files.json"></unspool-session>`, 1)
	p.Do(`await $deep("unspool-session").load(new File([` + quoted(myPrices) + `], "prices.tsv"))`)
	namesPrices(t, p, "the toolbar", ".toolbar")
	p.ClickRole("button", "/^About this session/")
	namesPrices(t, p, "the dialog", "dialog", "$3.50")
}
