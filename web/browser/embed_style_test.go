package browser

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// loud is a page style with all inherited properties, and one that applies to every element.
const loud = `<style>
	body { font: italic 300 22px/2 serif; font-variant: small-caps; font-stretch: 75%; letter-spacing: .06em; word-spacing: 20px; text-indent: 40px;
		text-align: center; text-transform: uppercase; text-shadow: 2px 2px red; -webkit-text-fill-color: red; white-space: nowrap; text-wrap: balance;
		word-break: break-all; hyphens: auto; color: red; cursor: crosshair; line-break: anywhere; tab-size: 2; list-style: square; quotes: "a" "b" }
	.all * { color: rgb(255, 0, 0); font-size: 30px; line-height: 4; text-transform: uppercase; letter-spacing: 4px }
</style>`

// inherited returns the values of such properties in a row of the viewer.
var inherited = script("embed_style.inherited")

// Whatever the page's text styles are, the viewer's text looks the same, and the content between
// the tags looks like the page.
func TestEmbedPageStyle(t *testing.T) {
	t.Parallel()
	const viewer = `<unspool-session preload src="short.jsonl"></unspool-session>`
	plain := openBlog(t, viewer, 1)
	plain.WaitFor(`$deep("unspool-row[data-kind=text] .prose p")`, 0)
	want := Eval[string](plain, inherited)
	for _, body := range []string{loud + viewer, loud + `<figure class="all">` + viewer + `</figure>`} {
		p := openBlog(t, body, 1)
		p.WaitFor(`$deep("unspool-row[data-kind=text] .prose p")`, 0)
		if got := Eval[string](p, inherited); got != want {
			t.Errorf("in %.400s\nthe viewer has %s\nwant %s", body, got, want)
		}
	}
	const look = `(() => { const { fontStyle, fontSize, textTransform, letterSpacing, fontFamily } = getComputedStyle(document.querySelector(%q)); return [fontStyle, fontSize, textTransform, letterSpacing, fontFamily].join() })()`
	page, files := blog(t, loud, `<p id="own">Own</p><unspool-session preload src="missing.jsonl"><p id="within">Within</p></unspool-session>`)
	p := openOn(t, page, "/", files)
	p.Allow("404")
	p.WaitFor(`$role("alert")`, 0)
	if own, within := Eval[string](p, fmt.Sprintf(look, "#own")), Eval[string](p, fmt.Sprintf(look, "#within")); own != within {
		t.Errorf("the content between the tags has %s, and the page %s", within, own)
	}
	if said := Eval[string](p, `getComputedStyle($deep("[role=alert] h2")).textTransform + getComputedStyle($deep("[role=alert] h2")).fontStyle`); said != "nonenormal" {
		t.Errorf("the font of the failure is %s", said)
	}
}

// A page that hides the viewer hides it completely, and one that lets pointers through does so,
// too.
func TestEmbedHiddenByPage(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<div style="visibility: hidden; pointer-events: none"><unspool-session preload src="short.jsonl"></unspool-session></div>`, 1)
	p.WaitFor(`$deep("unspool-row")`, 0)
	if got := Eval[string](p, `(({ visibility, pointerEvents }) => visibility + " " + pointerEvents)(getComputedStyle($deep("unspool-row")))`); got != "hidden none" {
		t.Errorf("a row is %s", got)
	}
}

// All text scales with one size, and so do line heights.
func TestEmbedSize(t *testing.T) {
	t.Parallel()
	const viewer = `<unspool-session preload src="sample/files.json" turns="6" expand="tools" height="auto"></unspool-session>`
	const sizes = `Object.fromEntries([".toolbar", ".heading", ".figure", ".asked .words", ".who", ".row-button", ".row-button .content", ".row-button .end", ".prose", ".frame", ".bar", ".action", ".background .row-button"]
		.map((name) => [name, [$deep(name)].map((one) => getComputedStyle(one)).map(({ fontSize, lineHeight }) => [parseFloat(fontSize), parseFloat(lineHeight) || 0])[0]]))`
	read := func(style string) map[string][2]float64 {
		p := openBlog(t, style+viewer, 1)
		p.WaitFor(`$deep("unspool-row .frame .action") && $deep("unspool-row .prose")`, 0)
		return Eval[map[string][2]float64](p, sizes)
	}
	usual, double := read(""), read(`<style>unspool-session { --unspool-size: 30px }</style>`)
	for name, size := range usual {
		for i, what := range []string{"type", "lines"} {
			if math.Abs(double[name][i]-2*size[i]) > 1.01 { // code is half a pixel smaller than lines of work
				t.Errorf("%s: %s of %g px is %g px at the double size", name, what, size[i], double[name][i])
			}
		}
	}
}

// Where the available width depends on the content, the viewer has a preferred width, which shrinks
// if there is less space, and yields to the page's own.
func TestEmbedWidth(t *testing.T) {
	t.Parallel()
	const viewer = `<unspool-session preload src="short.jsonl" height="100px"></unspool-session>`
	p := openBlog(t, `<style>main { width: 1000px } aside { width: 300px } .said unspool-session { width: 200px } .far unspool-session { margin: 0 40px }</style>
		<div style="display: flex"><p>Beside</p>`+viewer+`</div><div style="width: fit-content">`+viewer+`</div><table><tr><td>`+viewer+`</td></tr></table>
		<div style="display: flex; flex-direction: column; align-items: center">`+viewer+`</div>
		<aside><div style="width: fit-content">`+viewer+`</div></aside><aside style="display: flex">`+viewer+`</aside>
		<aside class="far">`+viewer+`</aside><div class="said">`+viewer+`</div><div>`+viewer+`</div>`, 9)
	widths := Eval[[]float64](p, `$$deep("unspool-session").map((one) => one.offsetWidth)`)
	for i, bounds := range [][2]float64{{700, 800}, {700, 800}, {700, 800}, {700, 800}, {300, 300}, {300, 300}, {220, 220}, {200, 200}, {1000, 1000}} {
		if widths[i] < bounds[0] || widths[i] > bounds[1] {
			t.Errorf("viewer %d is %g px wide, not %g to %g", i, widths[i], bounds[0], bounds[1])
		}
	}
}

// The content of a part of a session is as close to the top and bottom edges of the box as to its
// sides.
func TestEmbedEdgeDistances(t *testing.T) {
	t.Parallel()
	p := openBlog(t, `<unspool-session preload src="short.jsonl" turns="1" height="auto" toolbar="none"></unspool-session>`, 1)
	p.WaitFor(`$deep("unspool-row[data-kind=text] .prose") && $deep("unspool-list").scrollHeight === $deep("unspool-list").clientHeight`, 0)
	edges := script("embed_style.edges")
	p.WaitFor(edges+`.every((gap) => gap >= 8 && gap <= 24)`, 0)
}

// Until its script is loaded, the element reserves the space that it takes later.
func TestEmbedReservesSpace(t *testing.T) {
	t.Parallel()
	const body = `<style>unspool-session:not(:defined) { display: block; height: 32rem }</style><unspool-session src="short.jsonl"><p>Words</p></unspool-session><p id="after">After</p>`
	files := siteHost(t)
	page := newHost(t, docs(map[string]Doc{"/": article("", body), "/with": article(unspoolScript(files), body), "/short.jsonl": {Text: string(longSession(2))}}))
	const top = `document.querySelector("#after").getBoundingClientRect().top`
	before := Eval[float64](openOn(t, page, "/", files), top)
	p := openOn(t, page, "/with", files)
	tellsOf(p, 1)
	if after := Eval[float64](p, top); after != before {
		t.Errorf("the following content is at %g px, and was at %g px", after, before)
	}
}

// A link for which the page returns no address, or throws, is plain text.
func TestEmbedLinkWithoutAddress(t *testing.T) {
	t.Parallel()
	page, files := blog(t, "", `<unspool-session></unspool-session>`)
	p := openOn(t, page, "/", files)
	p.WaitFor(`customElements.get("unspool-session")`, 0)
	p.Do(theViewer + `.linkFor = (url) => { if (url.endsWith("/away")) return undefined; if (url.endsWith("/bad")) throw new Error("no"); return url; };
		await ` + theViewer + `.load(` + strconv.Quote(strings.Join([]string{
		`{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","timestamp":"2026-05-03T10:00:00.000Z","message":{"role":"user","content":"Links"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"u","sessionId":"s","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"[one](https://example.com/) [two](https://example.com/away) [three](https://example.com/bad)"}],"stop_reason":"end_turn"}}`,
	}, "\n")) + `)`)
	p.WaitFor(`$$deep("a[rel~=ugc]").length === 3`, 0)
	const links = `$$deep("a[rel~=ugc]").map((one) => [one.getAttribute("href") ?? "nowhere", getComputedStyle(one).textDecorationLine, getComputedStyle(one).color === getComputedStyle(one.parentElement).color ? "as words" : "as a link"].join(" ")).join(", ")`
	if got, want := Eval[string](p, links), "https://example.com/ underline as a link, nowhere none as words, nowhere none as words"; got != want {
		t.Errorf("the links are %s, want %s", got, want)
	}
}
