package browser

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/page"

	"unspool/parser/testutil"
)

// pdf prints the page.
func pdf(p *Page) []byte {
	p.r.Helper()
	res, err := call(p, page.PrintToPDF, page.PrintToPDFParams{})
	if err != nil {
		p.r.Fatalf("print: %v", err)
	}
	if !bytes.HasPrefix(res.Data, []byte("%PDF")) {
		p.r.Fatalf("print: no PDF: %.40q", res.Data)
	}
	return res.Data
}

// pages prints to PDF, and counts its pages.
func pages(p *Page) int {
	p.r.Helper()
	return len(regexp.MustCompile(`/Type /Page\b`).FindAll(pdf(p), -1))
}

// Printing includes the whole conversation as it is opened on the screen, not only the visible
// part, and nothing of the viewer around it.
func TestPrint(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := long(t, 300)
	p.Do(`$deep("unspool-row:has(.row-button)").querySelector(".row-button").click()`)
	p.WaitFor(`$deep("unspool-row .frame")`, 0)
	// The browser's own command prints what is loaded; the key waits for all of it.
	p.Do(`globalThis.print = () => (globalThis.printed = true)`)
	p.Press("Control+p")
	p.WaitFor(`globalThis.printed && $$role("article").length === 900`, 2*Timeout)
	p.Media(map[string]string{"": "print"})
	text := Eval[string](p, `$text()`)
	wants(t, text, "Question 0", "Answer 150 with words.", "count 150", "Answer 299 with words.", "count 299", "three")
	for name, not := range map[string]string{
		"a row that is not there": `$$deep("unspool-row[data-kind=waiting]").length`,
		"unformatted words":       `$$deep("unspool-row .prose.plain").length`,
		"a button":                `$$deep("header button").filter((b) => b.checkVisibility() && !b.matches(".sum")).length`,
		"a row over another":      `$$role("article").filter((r, at, all) => at > 0 && r.getBoundingClientRect().top < all[at - 1].getBoundingClientRect().bottom - 1).length`,
		"a part that scrolls":     `$$deep("unspool-list, unspool-row *").filter((e) => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)).length`,
		"a page without an end":   `document.documentElement.scrollHeight < 10000 ? 1 : 0`,
	} {
		if n := Eval[int](p, not); n > 0 {
			t.Errorf("on paper there is %s: %d", name, n)
		}
	}
	if n := pages(p); n < 15 {
		t.Errorf("900 rows print on %d pages", n)
	}
	p.Media(nil)
	p.Do(`dispatchEvent(new Event("afterprint"))`)
	p.WaitFor(`$$role("article").length < 100`, 0)
}

// A conversation with more rows than can be loaded says on paper where it ends.
func TestPrintTruncated(t *testing.T) {
	t.Parallel()
	testutil.OneRunIn(t, 4)
	p := long(t, 1100)
	p.Do(`globalThis.print = () => (globalThis.printed = true)`)
	p.Press("Control+p")
	p.WaitFor(`globalThis.printed && $$role("article").length === 3000`, 2*Timeout)
	p.Media(map[string]string{"": "print"})
	wants(t, Eval[string](p, `$text()`), "Question 999", fmt.Sprintf("Truncated: 3,000 of %s lines printed.", "3,300"))
}

// Links show their targets on paper.
func TestPrintLinks(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	p.Size(1400, 2000)
	p.Read(caseFile(t, "writing-systems"))
	p.WaitFor(`globalThis.unspoolReady && $deep('unspool-row a[href^="https://tides.example"]')`, 0)
	p.Media(map[string]string{"": "print"})
	if got := Eval[string](p, `getComputedStyle($deep('unspool-row a[href^="https://tides.example"]'), "::after").content`); got == "none" || got == "" {
		t.Errorf("the link is followed by %q", got)
	}
	p.Size(640, 900) // about one sheet of paper
	if wide := Eval[[]string](p, `$$deep("unspool-session *").filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1 && e.getBoundingClientRect().width > 1).map((e) => e.localName + "." + e.className).slice(0, 9)`); len(wide) > 0 {
		t.Errorf("cut off at the side of the paper: %q", wide)
	}
	if n := pages(p); n < 2 {
		t.Errorf("there are %d pages", n)
	}
}
