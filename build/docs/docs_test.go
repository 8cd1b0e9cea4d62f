package docs

import (
	"context"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const front = "---\ntitle: T\ndescription: D.\ngroup: G\norder: 1\n---\n"

// layout prints everything that a template gets.
const layout = `{{.Title}}|{{.Description}}|{{range .Headings}}{{.Level}} {{.ID}} {{.Title}};{{end}}|` +
	`{{range .Groups}}{{.Title}}:{{range .Pages}} {{.Name}}{{end}};{{end}}|{{with .Previous}}{{.File}}{{end}}|{{with .Next}}{{.File}}{{end}}|` +
	`{{.Styles}}{{.Scripts}}{{if .Live}}{{.Element}}{{end}}|{{.Body}}`

// book reads pages by name, and other files by path.
func book(t *testing.T, files map[string]string) *Book {
	t.Helper()
	b, err := Read(checkout(files))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func checkout(files map[string]string) fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range files {
		if !strings.Contains(name, "/") {
			name = Dir + "/" + name
		}
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func write(t *testing.T, b *Book) map[string]string {
	t.Helper()
	made, err := b.Write(t.Context(), Frame{Template: layout, Element: "unspool.js", Styles: []string{"s.css"}, Scripts: []string{"s.js"}, Highlight: plain})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for name, data := range made {
		files[name] = string(data)
	}
	return files
}

// plain renders code without colors.
func plain(_ context.Context, blocks []*Block) (rendered []string, err error) {
	for _, block := range blocks {
		rendered = append(rendered, html.EscapeString(block.Text))
	}
	return rendered, nil
}

// body returns the text of a page as HTML.
func body(t *testing.T, text string) string {
	t.Helper()
	page := write(t, book(t, map[string]string{"a.md": front + text}))["a.html"]
	return page[strings.LastIndex(page, "|")+1:]
}

func TestWrite(t *testing.T) {
	got := write(t, book(t, map[string]string{
		"b.md":     "---\ntitle: B: more\ndescription: About b.\ngroup: Second\norder: 20\n---\n\n## One `x` & two {#one}\n\n### Deep\n\n### Deep\n",
		"a.md":     "---\ntitle: A\ndescription: About a.\ngroup: First\norder: 10\n---\n\n```html live\n<p>x</p>\n```\n\n```css live\np {}\n```\n\n```js live\na();\n```\n\n```js live\nb();\n```\n",
		"c.md":     "---\ntitle: C\ndescription: About c.\ngroup: Second\norder: 30\n---\n",
		"other.go": "not a page",
	}))
	for name, want := range map[string]string{
		"a.html": `A|About a.||First: a;Second: b c;||b.html|[s.css a.css][s.js a.js]unspool.js|<div class="live">`,
		"b.html": `B: more|About b.|2 one One x &amp; two;3 deep Deep;3 deep-1 Deep;|First: a;Second: b c;|a.html|c.html|[s.css][s.js]|<h2 id="one"><a href="#one">One <code>x</code> &amp; two</a></h2>`,
		"c.html": `C|About c.||First: a;Second: b c;|b.html||[s.css][s.js]|`,
		"a.css":  "p {}\n",
		"a.js":   "a();\nb();\n",
	} {
		if !strings.HasPrefix(got[name], want) {
			t.Errorf("%s:\n%s\nwant it to begin with\n%s", name, got[name], want)
		}
	}
	if len(got) != 5 {
		t.Errorf("%d files, want 5", len(got))
	}
}

func TestBody(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"link to a page":     {"[a](b.md) [c](b.md#d) [e](../x/README.md) [f](https://x.org/y.md)", `<p><a href="b.html">a</a> <a href="b.html#d">c</a> <a href="../x/README.md">e</a> <a href="https://x.org/y.md">f</a></p>`},
		"note":               {"> [!NOTE]\n> One\n> two.\n>\n> Three.", "<div role=\"note\" class=\"note note\"><p class=\"note-title\">Note</p>\n<p>One\ntwo.</p>\n<p>Three.</p>\n</div>"},
		"warning":            {"> [!WARNING]\n> One.", "<div role=\"note\" class=\"note warning\"><p class=\"note-title\">Careful</p>\n<p>One.</p>\n</div>"},
		"quotation":          {"> One.", "<blockquote>\n<p>One.</p>\n</blockquote>"},
		"code":               {"```js\na < b\n```", `<div class="code"><pre><code>a &lt; b</code></pre></div>`},
		"code with a name":   {"```js file=\"a<b\nx\n```", `<div class="code"><p class="file">&#34;a&lt;b</p><pre><code>x</code></pre></div>`},
		"live code":          {"```html live\n<p>x</p>\n```", `<div class="live"><div class="code"><pre><code>&lt;p&gt;x&lt;/p&gt;</code></pre></div><div class="result"><p>x</p></div></div>`},
		"a row with an id":   {"## Of it\n\n| a | b |\n|:--|--:|\n| `src` | x |\n| b | y |\n| `--unspool-ink: red` | z |", "id=\"of-it-unspool-ink\""},
		"a row without":      {"## Of it\n\n| a |\n|---|\n| b |", "<tr>\n<td>b</td>\n</tr>"},
		"no inline style":    {"| a | b |\n|:--|--:|\n| x | y |", "<tr>\n<td>x</td>\n<td>y</td>\n</tr>"},
		"HTML is the author": {"<kbd>j</kbd>", "<p><kbd>j</kbd></p>"},
	} {
		if got := body(t, c.text); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nwant in it\n%s", name, got, c.want)
		}
	}
}

func TestBlocks(t *testing.T) {
	b := book(t, map[string]string{
		"a.md": front + "```csp name=cdn\ndefault-src 'none'\n```\n\n```go from=x/y.go#f\n```\n\n```jsx file=App.jsx from=x/App.jsx\n```\n",
		"x/y.go": `package y

func g() { a() }

func f() {
	// Why.
	if true {
		b()
	}

	// Output:
	// 1
}
`,
		"x/App.jsx": "<App />\n",
	})
	want := []*Block{
		{Lang: "csp", Name: "cdn", Text: "default-src 'none'\n"},
		{Lang: "go", Text: "// Why.\nif true {\n\tb()\n}\n\n// Output:\n// 1\n"},
		{Lang: "jsx", File: "App.jsx", Text: "<App />\n"},
	}
	if diff := cmp.Diff(want, b.Pages[0].Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if got, found := b.Block("cdn"); !found || got != b.Pages[0].Blocks[0] {
		t.Errorf("the block named cdn is %v", got)
	}
	if got, found := b.Block(""); found && got.Name != "" {
		t.Errorf("the block without a name is %v", got)
	}
}

// TestReadErrors checks that errors name the file and the line.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"# Title":                             "does not begin with its title",
		"---\ntitle: T\n---\n":                "lacks title, description, group or order",
		"---\ntitle: T\norder: one\n---\n":    `order "one" is no number`,
		"---\ntitel: T\n---\n":                `nobody knows what "titel: T" is for`,
		front + "\n# Title\n":                 "line 8: a heading of level 1",
		front + "\n#### Four\n":               "line 8: a heading of level 4",
		front + "\n    code\n":                "line 8: a block of code without a fence",
		front + "\n```js lively\na\n```\n":    `line 8: nobody knows what "lively" does for js`,
		front + "\n```sh live\na\n```\n":      `nobody knows what "live" does for sh`,
		front + "\n```go from=a.go\na\n```\n": "line 8: a block has a text of its own, and that of a.go",
		front + "\n```go from=a.go\n```\n":    "line 8: open a.go: file does not exist",
		front + "\n```go from=x/b.go#f\n```":  "x/b.go has no function f",
	} {
		_, err := Read(checkout(map[string]string{"p.md": text, "x/b.go": "package b\n"}))
		if err == nil || !strings.Contains(err.Error(), Dir+"/p.md: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if _, err := Read(fstest.MapFS{}); err == nil {
		t.Error("no documentation, and no error")
	}
}

// TestHighlight checks that code is rendered by the viewer's highlighter, whatever it contains.
func TestHighlight(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	rendered, err := Highlight(root)(t.Context(), []*Block{
		{Lang: "js", Text: "const a = \"<b>\";\n"},
		{Lang: "html", Text: "<script>let a</script>"},
		{Text: "<plain>\n"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"<span class=\"hljs-keyword\">const</span> a = <span class=\"hljs-string\">&quot;&lt;b&gt;&quot;</span>;\n",
		`<span class="hljs-keyword">let</span>`,
		"&lt;plain&gt;\n",
	}
	for i := range want {
		if !strings.Contains(rendered[i], want[i]) {
			t.Errorf("%s, want in it %s", rendered[i], want[i])
		}
	}
	if _, err := Highlight(root)(t.Context(), []*Block{{Lang: "nosuch"}}); err == nil || !strings.Contains(err.Error(), "nosuch") {
		t.Errorf("an unknown language: %v", err)
	}
}

// hosts are the hosts that the documentation may link to. Nothing is fetched: a test must not
// depend on them.
var hosts = []string{"code.claude.com", "developer.mozilla.org", "docs.github.com", "docs.netlify.com", "gist.githubusercontent.com", "github.com", "huggingface.co", "nodejs.org", "go.dev", "semver.org"}

// inline matches what the site's content security policy forbids.
var inline = regexp.MustCompile(`<style|<script>|<[a-z][^<>]*\s(?:style|on[a-z]+)=[^<>]*>`)

// TestPages checks the wording and the links of this checkout's documentation.
func TestPages(t *testing.T) {
	b, err := Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range write(t, b) {
		for part := range strings.SplitSeq(page, `href="`) {
			address, _, _ := strings.Cut(part, `"`)
			if scheme, rest, found := strings.Cut(address, ":"); found && !strings.Contains(scheme, " ") && !strings.ContainsAny(scheme, "<>|") {
				host, _, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
				if scheme != "https" || !slices.Contains(hosts, host) {
					t.Errorf("%s links to %s", name, address)
				}
			}
		}
		if found := inline.FindString(page); found != "" && strings.HasSuffix(name, ".html") {
			t.Errorf("%s has %s: its policy forbids inline code and styles", name, found)
		}
	}
}
