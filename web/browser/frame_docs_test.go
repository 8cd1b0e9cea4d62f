package browser

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// blockOf returns a named block of code of the docs, with the viewer's address in place of the
// example's.
func blockOf(t *testing.T, name, viewer string) string {
	t.Helper()
	text, err := os.ReadFile("../docs/embedding-iframe.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```html name=" + name + "\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatalf("the docs have no block %s", name)
	}
	code := string(m[1])
	if !strings.Contains(code, "https://unspool.example") {
		t.Fatalf("the block %s does not name the viewer", name)
	}
	return strings.ReplaceAll(code, "https://unspool.example", strings.TrimSuffix(viewer, "/"))
}

// The code in the docs sets the frame's height to that of its content, at any width, up to its
// limit.
func TestFrameHeightByDocs(t *testing.T) {
	t.Parallel()
	viewer := siteHost(t)
	code := blockOf(t, "height", viewer.URL)
	short := strings.ReplaceAll(code, "src=sample/files.json", "")
	blog := newHost(t, docs(map[string]Doc{"/": article("", code), "/short": article("", short)}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1)
	p := openOn(t, blog, "", viewer)
	const height = `document.querySelector("iframe").offsetHeight`
	p.WaitFor(height+` === 800`, 0) // a long one has the height that the page allows

	data, err := os.ReadFile(sampleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	q := openOn(t, blog, "short", viewer)
	q.Run("frame.loadInExample", firstLines(string(data), 6))
	inside := q.Frame("embed.html")
	const fits = `(() => { const list = $deep("unspool-list"); return list !== null && list.querySelector("unspool-row[data-kind]") !== null && Math.abs(list.querySelector(".feed").getBoundingClientRect().height - list.clientHeight) < 1 })()`
	inside.WaitFor(fits, 0)
	// The first rows fit before the others are in the page.
	q.Do(`for (let before = -1; before !== ` + height + `; ) { before = ` + height + `; await new Promise((done) => setTimeout(done, 700)) }`)
	inside.WaitFor(fits, 0)
	wide := Eval[int](q, height)
	if wide >= 800 || wide < 120 {
		t.Errorf("the frame is %d px high", wide)
	}
	q.Do(`document.querySelector("iframe").style.width = "300px"`)
	q.WaitFor(height+` > `+strconv.Itoa(wide), 0)
	inside.WaitFor(fits, 0)
	q.Do(`document.querySelector("iframe").style.width = "100%"`)
	q.WaitFor(height+` === `+strconv.Itoa(wide), 0) // it shrinks again, too
}

// firstLines returns the first n lines of text.
func firstLines(text string, n int) string {
	return strings.Join(strings.SplitAfterN(text, "\n", n+1)[:n], "")
}

// The code in the docs passes bytes and goes to a record.
func TestFrameBytesByDocs(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(siteSample(t))
	if err != nil {
		t.Fatal(err)
	}
	viewer := siteHost(t)
	code := blockOf(t, "bytes", viewer.URL)
	uuid := recordOf(t, "It is the clock change, twice")
	code = regexp.MustCompile(`uuid: "[^"]+"`).ReplaceAllString(code, "uuid: "+strconv.Quote(uuid))
	blog := newHost(t, docs(map[string]Doc{
		"/":              article(`<script>const said = []; console.log = (...words) => said.push(words.join(" "))</script>`, code),
		"/session.jsonl": {Text: string(data)},
	}))
	blog.URL = strings.Replace(blog.URL, "127.0.0.1", "localhost", 1)
	p := openOn(t, blog, "", viewer)
	p.WaitFor(`said.includes("there true") && said.some((one) => one.startsWith("Selected `+uuid+` in turn "))`, 0)
	if got := Eval[string](p, `document.title`); got != "Tide times across the clock change" {
		t.Errorf("the page's title is %q", got)
	}
}
