package document_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"unspool/parser"
	"unspool/parser/document"
	"unspool/parser/export"
	"unspool/parser/testutil"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/view"
	"unspool/parser/view/filter"
)

var update = flag.Bool("update", false, "write golden files instead of comparing")

// formats are the functions of the package by the ends of the names of their files.
var formats = map[string]func(*parser.Store, *parser.Session, func(int) io.ReaderAt, io.Writer, document.Options) (document.Report, error){
	"md": document.Markdown, "html": document.HTML,
}

var levels = []document.Level{document.Dialogue, document.Tools, document.All}

// written returns a session in one format.
func written(t testing.TB, files []testutil.File, store *parser.Store, session int, format string, o document.Options) (string, document.Report) {
	t.Helper()
	var out bytes.Buffer
	report, err := formats[format](store, store.Session(session), func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) }, &out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), report
}

func TestGolden(t *testing.T) {
	for _, name := range []string{
		"compaction", "agents", "agents ag1", "markdown", "damage", "images", "tool-outcomes", "rewind", "queue-pasted",
	} {
		name, agent, _ := strings.Cut(name, " ")
		files := testutil.Cases(t)[name]
		store, _ := viewtest.Load(files, 1<<20)
		for format := range formats {
			for _, level := range levels {
				got, _ := written(t, files, store, 0, format, document.Options{Level: level, Agent: agent})
				if format == "html" { // the style is in a file of its own
					_, got, _ = strings.Cut(got, "<body>")
				}
				file := filepath.Join("testdata", strings.TrimSuffix(name+"-"+agent, "-")+"-"+level.String()+"."+format)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
						t.Fatal(err)
					}
					continue
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("%s: %s", file, diff)
				}
			}
		}
	}
}

// letters returns the letters and digits of a text: what escapes and formatting leave as it is.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// turnsOf returns the numbers of the turns and the texts of prompts and replies that the rows of the
// viewer have, without abandoned branches and the work of agents. agent is the id of the agent whose
// conversation is meant, or "" for the main one.
func turnsOf(t testing.TB, v *view.Viewer, session int, level document.Level, agent string) (turns []int, texts []string) {
	t.Helper()
	if err := v.Narrow(session, "", "", "", ""); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < v.Rows(session, 0, 1).Total; i++ { // a list of nothing but closed rows is empty
		if row := viewtest.RowsAt(v, session, i, 1)[0]; row.Kind == "copied" {
			v.Expand(session, row.Key, true)
		}
	}
	hide := map[document.Level]string{document.Dialogue: "tools thinking background agents", document.Tools: "thinking background"}[level]
	if err := v.Narrow(session, "", "", "", hide+" branches"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := v.Filter(session, "", "", agent, ""); err != nil {
		t.Fatal(err)
	}
	if agent != "" {
		viewtest.OpenAll(v, session)
	}
	for i := 0; i < v.Rows(session, 0, 1).Total; i++ {
		row := viewtest.RowsAt(v, session, i, 1)[0]
		if row.Agent != agent {
			continue
		}
		if row.Turn > 0 && !slices.Contains(turns, row.Turn) && row.Kind != "background-fold" && row.Kind != "end" && row.Kind != "copied" {
			turns = append(turns, row.Turn)
		}
		if row.Kind != "prompt" && row.Kind != "text" {
			continue
		}
		whole := row.Text
		if row.Cut {
			for k, part := range v.Body(session, row.Key).Parts {
				if part.Chip == 0 && (part.Kind == "markdown" || part.Kind == "text") {
					piece, _ := v.Text(session, row.Key, k, "text", 0)
					whole = piece.Text
					break
				}
			}
		}
		texts = append(texts, whole)
	}
	return turns, texts
}

// A markdownDocument is what a reader of Markdown finds in a document.
type markdownDocument struct {
	turns   int // headings of the second level
	dangers []string
}

// readMarkdown reads a document with a reader that allows raw HTML.
func readMarkdown(t testing.TB, data string) (d markdownDocument) {
	t.Helper()
	source := []byte(data)
	m := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote))
	root := m.Parser().Parse(text.NewReader(source))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 2 {
			d.turns++
		}
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 && n.PreviousSibling() != nil {
			d.dangers = append(d.dangers, "a second title")
		}
	}
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image, *ast.LinkReferenceDefinition:
			d.dangers = append(d.dangers, n.Kind().String())
		case *ast.Link:
			d.dangers = append(d.dangers, badLink(string(n.Destination))...)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				d.dangers = append(d.dangers, badLink(string(n.URL(source)))...)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// badLink returns an address that must not be a link.
func badLink(to string) []string {
	lower := strings.ToLower(to)
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if strings.HasPrefix(lower, scheme) {
			return nil
		}
	}
	return []string{"link to " + to}
}

// attributes are those that a page may have.
var attributes = []string{
	"lang", "charset", "http-equiv", "content", "name", "class", "href", "id", "dir", "aria-label", "aria-labelledby", "tabindex", "rel",
	"src", "alt", "type", "disabled", "checked", "role", "align", "start",
}

// readHTML returns the number of turns of a page, all of its text, and what it must not have.
func readHTML(t testing.TB, data string) (turns int, words string, dangers []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	ids := map[string]bool{}
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			if n.Parent.Data != "style" && n.Parent.Data != "title" {
				all.WriteString(n.Data)
			}
		case html.CommentNode:
			dangers = append(dangers, "comment "+n.Data)
		case html.ElementNode:
			if n.Data == "h2" {
				turns++
			}
			dangers = append(dangers, elementDangers(n, ids)...)
		}
		for child := range n.ChildNodes() {
			visit(child)
		}
	}
	visit(root)
	return turns, all.String(), dangers
}

// elementDangers returns what an element must not be or have.
func elementDangers(n *html.Node, ids map[string]bool) (dangers []string) {
	switch n.Data {
	case "script", "iframe", "object", "embed", "form", "base", "link", "svg", "math", "template", "video", "audio", "button":
		dangers = append(dangers, "element "+n.Data)
	}
	for _, a := range n.Attr {
		if !slices.Contains(attributes, a.Key) {
			dangers = append(dangers, "attribute "+a.Key+" of "+n.Data)
		}
		switch {
		case a.Key == "id" && ids[a.Val]:
			dangers = append(dangers, "a second element "+a.Val)
		case a.Key == "id":
			ids[a.Val] = true
		case a.Key == "href" && !strings.HasPrefix(a.Val, "#"):
			dangers = append(dangers, badLink(a.Val)...)
		case a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/"):
			dangers = append(dangers, "source "+a.Val)
		}
	}
	return dangers
}

// hosts are what Markdown has after a link.
var hosts = regexp.MustCompile(`(\]\([^\n]*?\)) \((?:mailto:)?[^()\s]*\)`)

// marks are the names of hidden characters.
var marks = regexp.MustCompile("⟦[^⟧]*⟧")

// checkStructure checks that a session has a heading for each turn in both formats, and nothing that is
// dangerous. It returns the words of the page, and the Markdown.
func checkStructure(t *testing.T, name string, files []testutil.File, store *parser.Store, session int, o document.Options, wantTurns []int,
) (words, markdown string) {
	t.Helper()
	page, report := written(t, files, store, session, "html", o)
	turns, words, dangers := readHTML(t, page)
	if turns != len(wantTurns) || report.Turns != turns || len(dangers) > 0 {
		t.Errorf("%s, %s: %d turns in HTML, %d reported, want %v; dangers %q", name, o.Level, turns, report.Turns, wantTurns, dangers)
	}
	markdown, report = written(t, files, store, session, "md", o)
	found := readMarkdown(t, markdown)
	if found.turns != len(wantTurns) || report.Turns != found.turns || len(found.dangers) > 0 {
		t.Errorf("%s, %s: %d turns in Markdown, %d reported, want %v; dangers %q", name, o.Level, found.turns, report.Turns, wantTurns, found.dangers)
	}
	return words, markdown
}

// checkFuzzed checks the structure of a session at each level.
func checkFuzzed(t *testing.T, files []testutil.File, store *parser.Store, v *view.Viewer) {
	t.Helper()
	for _, level := range levels {
		wantTurns, _ := turnsOf(t, v, 0, level, "")
		checkStructure(t, "fuzzed", files, store, 0, document.Options{Level: level}, wantTurns)
	}
}

// checkDocument checks a session, or an agent of it, in both formats and at each level: the headings are those of the
// turns, all prompts and replies are there, and nothing is dangerous.
func checkDocument(t *testing.T, name string, files []testutil.File, store *parser.Store, v *view.Viewer, session int, agent string) {
	t.Helper()
	for _, level := range levels {
		wantTurns, texts := turnsOf(t, v, session, level, agent)
		words, markdown := checkStructure(t, name, files, store, session, document.Options{Level: level, Agent: agent}, wantTurns)
		markdown = hosts.ReplaceAllString(markdown, "$1")
		words, markdown = letters(marks.ReplaceAllString(words, "")), letters(marks.ReplaceAllString(markdown, ""))
		for _, one := range texts {
			want := letters(marks.ReplaceAllString(hosts.ReplaceAllString(strings.ToValidUTF8(one, "\ufffd"), "$1"), ""))
			if !strings.Contains(markdown, want) {
				t.Errorf("%s, %s: Markdown lacks %.200q", name, level, one)
			}
			if isPlain(one) && !strings.Contains(words, want) {
				t.Errorf("%s, %s: HTML lacks %.200q", name, level, one)
			}
		}
	}
}

// isPlain reports whether a text has nothing that HTML has in another place or form: links, references
// of characters, languages of fences, images.
func isPlain(text string) bool {
	return !strings.ContainsAny(text, "&]<\\") && !strings.Contains(text, "```") && !strings.Contains(text, "~~~") && !hasNumber(text)
}

// hasNumber reports whether a line begins like an item of a numbered list, whose number is no text.
func hasNumber(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t>*-+")
		if end := strings.IndexAny(line, ".)"); end > 0 {
			if _, err := strconv.Atoi(line[:end]); err == nil {
				return true
			}
		}
	}
	return false
}

// TestDocuments checks all cases, and a sample of the corpus.
func TestDocuments(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, v := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			checkDocument(t, name+" "+s.ID, files, store, v, s.Place, "")
		}
	}
}

// TestPrompts checks that a range of prompts has these turns only, and counts the others.
func TestPrompts(t *testing.T) {
	files := testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
	store, _ := viewtest.Load(files, 1<<20)
	all, _ := written(t, files, store, 0, "md", document.Options{})
	for prompts, head := range map[filter.Range]string{{First: 2, Last: 3}: "of prompts 2–3", {First: 1, Last: 1}: "of prompt 1",
		{First: 8, Last: 60}: "of 2 prompts from number 8 on"} {
		part, report := written(t, files, store, 0, "md", document.Options{Prompts: prompts})
		if !strings.Contains(part, head) {
			t.Errorf("%v: the head does not contain %q", prompts, head)
		}
		if want := max(0, min(9, prompts.Last)-prompts.First+1); report.Prompts != want {
			t.Errorf("%v: %d prompts, want %d", prompts, report.Prompts, want)
		}
		if whole := strings.Count(all, "\n## "); strings.Count(part, "\n## ")+report.LeftOut["turns outside of the chosen prompts"] != whole {
			t.Errorf("%v: %+v, want %d turns", prompts, report, whole)
		}
		for number := 1; number <= 9; number++ {
			if got := strings.Contains(part, "\n## Prompt "+strconv.Itoa(number)+"\n"); got != prompts.Has(number) {
				t.Errorf("%v: has prompt %d: %v", prompts, number, got)
			}
		}
	}
}

// TestNoPrompts checks that prompts that are not there are an error, before anything is written.
func TestNoPrompts(t *testing.T) {
	files := testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
	store, _ := viewtest.Load(files, 1<<20)
	var out bytes.Buffer
	open := func(file int) io.ReaderAt { return bytes.NewReader(files[file].Data) }
	_, err := document.HTML(store, store.Session(0), open, &out, document.Options{Prompts: filter.Range{First: 50, Last: 60}})
	if !errors.Is(err, export.ErrNoPrompts) || !strings.Contains(err.Error(), "the session has 9 prompts") || out.Len() > 0 {
		t.Errorf("error %v, %d bytes", err, out.Len())
	}
}

// TestSize checks that a typical turn has at most 100 kB as a page, whatever its results.
func TestSize(t *testing.T) {
	var lines []string
	parent := "null"
	add := func(id, record string) {
		lines = append(lines, `{"uuid":"`+id+`","parentUuid":`+parent+`,"sessionId":"s",`+record+`}`)
		parent = `"` + id + `"`
	}
	add("p", `"type":"user","message":{"role":"user","content":"go"}`)
	for i := range 60 {
		n := strconv.Itoa(i)
		add("a"+n, `"type":"assistant","message":{"id":"m`+n+`","role":"assistant","content":[{"type":"tool_use","id":"t`+n+`","name":"Read","input":{"file_path":"/f`+n+`"}}]}`)
		add("r"+n, `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t`+n+`","content":"`+strings.Repeat("words ", 20_000)+`"}]}`)
	}
	files := viewtest.Session(lines...)
	store, _ := viewtest.Load(files, 1<<20)
	page, report := written(t, files, store, 0, "html", document.Options{Level: document.All})
	if len(page) > 120_000 || report.LeftOut["texts cut"] != 60 || !strings.Contains(page, "Cut here. The whole text has 120 kB.") {
		t.Errorf("%d bytes, %v", len(page), report.LeftOut)
	}
}

// An unreadable file fails from an offset on.
type unreadable struct {
	*bytes.Reader
	from int64
}

func (u unreadable) ReadAt(b []byte, offset int64) (int, error) {
	if offset+int64(len(b)) > u.from {
		return 0, io.ErrUnexpectedEOF
	}
	return u.Reader.ReadAt(b, offset)
}

// TestUnreadable checks that what cannot be read is counted, and that the rest is written.
func TestUnreadable(t *testing.T) {
	files := testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
	store, _ := viewtest.Load(files, 1<<20)
	var out bytes.Buffer
	report, err := document.Markdown(store, store.Session(0), func(i int) io.ReaderAt {
		return unreadable{bytes.NewReader(files[i].Data), int64(len(files[i].Data) / 2)}
	}, &out, document.Options{})
	if n := report.LeftOut["rows that could not be read in full"]; err != nil || n == 0 || !strings.Contains(out.String(), "\n- Left out: ") {
		t.Errorf("%v, %+v", err, report)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestOutputFails checks that an error of the output is returned.
func TestOutputFails(t *testing.T) {
	files := testutil.Tree(t, filepath.Join(testutil.Dir(t), "sample"))
	store, _ := viewtest.Load(files, 1<<20)
	open := func(i int) io.ReaderAt { return bytes.NewReader(files[i].Data) }
	for name, write := range formats {
		if _, err := write(store, store.Session(0), open, failing{}, document.Options{}); err == nil || !strings.Contains(err.Error(), "closed pipe") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
