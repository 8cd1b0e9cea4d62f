package browser

import (
	"encoding/json"
	"strings"
	"testing"
)

// transcript returns a file of records, each a JSON object.
func transcript(t *testing.T, records ...any) string {
	t.Helper()
	var all strings.Builder
	for _, record := range records {
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(append(line, '\n'))
	}
	return write(t, "s.jsonl", []byte(all.String()))
}

type m map[string]any

// userSays and claudeSays are records of messages.
func userSays(uuid, parent string, content any) m {
	return m{"type": "user", "uuid": uuid, "parentUuid": parent, "timestamp": "2026-05-01T10:00:00.000Z", "message": m{"role": "user", "content": content}}
}

func claudeSays(uuid, parent string, content any) m {
	return m{"type": "assistant", "uuid": uuid, "parentUuid": parent, "timestamp": "2026-05-01T10:01:00.000Z",
		"message": m{"id": "m-" + uuid, "role": "assistant", "model": "claude-opus-4-7", "stop_reason": "end_turn", "content": content}}
}

// thread returns records of which each continues the previous one.
type thread []any

func (said *thread) add(record m, uuid string) {
	record["uuid"], record["parentUuid"] = uuid, ""
	if n := len(*said); n > 0 {
		record["parentUuid"] = (*said)[n-1].(m)["uuid"]
	}
	*said = append(*said, record)
}

// answered opens a session in which Claude replies in Markdown.
func answered(t *testing.T, before, markdown string) *Page {
	t.Helper()
	p := open(t, "")
	if before != "" {
		p.WaitFor(`$deep("unspool-session")`, 0)
		p.Do(before)
	}
	p.Read(transcript(t, userSays("u", "", "go"), claudeSays("a", "u", []m{{"type": "text", "text": markdown}})))
	p.WaitFor(`$deep(".reply .prose:not(.plain)")`, 0)
	return p
}

// A reference links to its note and the note back, by keyboard, without IDs that the embedding page
// could see.
func TestFootnotes(t *testing.T) {
	t.Parallel()
	p := answered(t, "", "One[^a] and two[^b], and again[^a].\n\n[^a]: The first note.\n[^b]: The **second** note.")
	wants(t, Eval[string](p, `$text($deep(".reply .footnotes"))`), "The first note.", "The second note.")
	p.Do(`$$deep(".reply sup button")[2].focus()`)
	p.Press("Enter")
	p.WaitFor(`$deep(".footnotes li:focus") && $text($deep(".footnotes li:focus")).includes("The first note.")`, 0)
	p.Press("Tab", "Enter")
	p.WaitFor(`$deep("sup button:focus") === $$deep("sup button")[2]`, 0)
	names := Eval[[]string](p, `$$deep(".reply .prose button.leads").map((b) => b.getAttribute("aria-label"))`)
	if want := "Note 1, Note 2, Note 1, Back to reference 1, Back to reference 2"; strings.Join(names, ", ") != want {
		t.Errorf("the buttons have the names %q, want %q", names, want)
	}
	if ids := Eval[int](p, `$$deep(".reply [id], .reply [name]").length`); ids != 0 {
		t.Errorf("%d IDs come from the text", ids)
	}
}

// A wide table has a name and scrolls by keyboard; headings are below the speaker's level without
// gaps; lists and tasks keep their structure.
func TestMarkdownShapes(t *testing.T) {
	t.Parallel()
	wide := "| " + strings.Repeat("a long head | ", 12) + "\n|" + strings.Repeat(":-:|", 12) + "\n| " + strings.Repeat("cell | ", 12) + "\n"
	p := answered(t, "", "# One\n\n#### Deep\n\n## Two\n\n"+wide+"\n- [x] done\n- [ ] open\n\nשלום **world**\n\n- פריט\n\n![plan](https://example.com/p.png) [bank.com](https://evil.example/) <b>bold</b>")
	if heads := Eval[string](p, `$$deep(".asked h3, .reply :is(h3, h4, h5, h6)").map((h) => h.tagName + " " + $text(h).split("\n")[0]).join(", ")`); !strings.HasSuffix(heads, "H4 One, H5 Deep, H5 Two") {
		t.Errorf("headings are %s", heads)
	}
	if name := Eval[string](p, `$deep(".reply .table").getAttribute("aria-label").replaceAll("\u00a0", " ")`); name != "Table, 1 row, 12 columns" {
		t.Errorf("the table's name is %q", name)
	}
	p.Do(`$deep(".reply .table").focus()`)
	p.Press("ArrowRight")
	p.WaitFor(`$deep(".reply .table").scrollLeft > 0`, 0)
	wants(t, Eval[string](p, `$$deep(".reply .box").map((b) => b.getAttribute("aria-label")).join()`), "done,not done")
	wants(t, Eval[string](p, `$$deep(".reply [dir=rtl]").map($text).join()`), "שלום world,פריט")
	wants(t, Eval[string](p, `$text($deep(".reply"))`), "Image: plan (on example.com, not loaded)", "(evil.example)", "<b>bold</b>")
}

const formulas = "Now $a^2$ and\n\n$$\nb^2\n$$\n\n```mermaid\ngraph TD\n```\n"

// Formulas and diagrams are shown as source, with a name, unless the page renders them.
func TestRenderers(t *testing.T) {
	t.Parallel()
	p := answered(t, "", formulas)
	wants(t, Eval[string](p, `$text($deep(".reply"))`), "$a^2$", "Formula (source)", "b^2", "Mermaid diagram (source)", "graph TD")

	q := answered(t, script("prose.addRenderers"), formulas)
	q.WaitFor(`$$deep(".reply .drawn").length === 3`, 0)
	wants(t, Eval[string](q, `$text($deep(".reply"))`), "small a^2", "large b^2", "drawn graph TD")
}

// If a renderer fails, hangs or returns something else, the source stays.
func TestRenderersThatFail(t *testing.T) {
	t.Parallel()
	p := answered(t, script("prose.addFailingRenderers"), formulas+"\n```mermaid\nhangs\n```\n")
	p.WaitFor(`asked.length === 4`, 0)
	p.Do(`new Promise((done) => setTimeout(done))`) // the rejection has been handled
	wants(t, Eval[string](p, `$text($deep(".reply"))`), "$a^2$", "b^2", "graph TD", "hangs")
	if drawn := Eval[int](p, `$$deep(".reply .drawn").length`); drawn != 0 {
		t.Errorf("%d were rendered", drawn)
	}
}
