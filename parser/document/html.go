package document

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
)

//go:embed style.css
var style string

// An htmlWriter writes a page. All markup is in the calls of [htmlWriter.tag] and in the renderer of
// prose; whatever comes from a session goes through [htmlWriter.text].
type htmlWriter struct {
	out       *bufio.Writer
	formatted *proseRenderer
	isInTurn  bool
	isInCall  bool // a list of calls is open
}

func newHTMLWriter(out *bufio.Writer) *htmlWriter {
	return &htmlWriter{out: out, formatted: newProseRenderer()}
}

// tag writes markup. The values of attributes are numbers and words of this package.
func (h *htmlWriter) tag(format string, values ...any) { fmt.Fprintf(h.out, format, values...) }

// text writes a text of a session.
func (h *htmlWriter) text(text string) { h.out.WriteString(html.EscapeString(visible(text))) }

// element writes a text in an element.
func (h *htmlWriter) element(name, class, text string) {
	if text == "" {
		return
	}
	if class != "" {
		class = fmt.Sprintf(` class="%s"`, class)
	}
	h.tag("<%s%s>", name, class)
	h.text(text)
	h.tag("</%s>", name)
}

func (h *htmlWriter) head(x *head) {
	hash := sha256.Sum256([]byte(style))
	h.tag("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	h.tag(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-%s'; img-src data:; `+
		"base-uri 'none'; form-action 'none'\">\n", base64.StdEncoding.EncodeToString(hash[:]))
	h.tag("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
	h.text(x.title)
	h.tag("</title>\n<style>")
	h.out.WriteString(style)
	h.tag("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#conversation\">Skip to the conversation</a>\n<header>\n<h1 dir=\"auto\">")
	h.text(x.title)
	h.tag("</h1>\n<dl>\n")
	for _, f := range x.facts {
		h.tag("<div><dt>%s</dt><dd>", f.Name)
		name := "bdi"
		if f.Note == isCode {
			name = "code"
		}
		h.element(name, "", f.Value)
		h.tag("</dd></div>\n")
	}
	if x.leftOut != nil {
		h.tag("<div><dt>Left out</dt><dd>%s</dd></div>\n", strings.Join(x.leftOut, ", "))
	}
	h.tag("</dl>\n</header>\n")
	h.contents(x)
	h.tag("<main id=\"conversation\">\n")
}

// contents writes links to the turns.
func (h *htmlWriter) contents(x *head) {
	if len(x.turns) < 2 {
		return
	}
	h.tag("<nav aria-label=\"Turns\">\n<details><summary>%s</summary>\n<ol>\n", counted(len(x.turns)+x.more, "turn", "turns"))
	for i := range x.turns {
		t := &x.turns[i]
		h.tag("<li><a href=\"#turn-%d\"><span>%s</span> ", t.number, t.label)
		h.element("bdi", "", t.words)
		h.tag("</a></li>\n")
	}
	if x.more > 0 {
		h.tag("<li>and %d more</li>\n", x.more)
	}
	h.tag("</ol>\n</details>\n</nav>\n")
}

func (h *htmlWriter) turn(t *turn) {
	h.endTurn()
	h.isInTurn = true
	id, class := "", "turn event"
	if t.prompt > 0 {
		id, class = fmt.Sprintf(` id="prompt-%d"`, t.prompt), "turn"
	}
	h.tag("<section class=\"%s\"%s aria-labelledby=\"turn-%d\">\n", class, id, t.number)
	h.tag("<h2 id=\"turn-%d\"><a href=\"#turn-%d\">%s</a>", t.number, t.number, t.label)
	h.element("span", "kind", t.kind)
	h.element("span", "time", t.time)
	h.tag("</h2>\n")
}

func (h *htmlWriter) endTurn() {
	h.endCalls()
	if h.isInTurn {
		h.tag("</section>\n")
	}
	h.isInTurn = false
}

func (h *htmlWriter) speaker(name, detail string) {
	h.endCalls()
	h.tag("<h3><bdi>")
	h.text(name)
	h.tag("</bdi>")
	h.element("span", "detail", detail)
	h.tag("</h3>\n")
}

func (h *htmlWriter) prose(text string, isTyped bool) {
	h.endCalls()
	if text == "" {
		h.tag("<p class=\"line\">No text</p>\n")
		return
	}
	class := "prose"
	if isTyped {
		class = "prose typed"
	}
	h.markdown(class, text, isTyped)
}

// markdown writes Markdown, or the text as it is if that cannot be formatted.
func (h *htmlWriter) markdown(class, text string, isTyped bool) {
	text = visible(text)
	if !isFormattable(text) || h.formatted.isTooComplex(text) {
		h.pre("", text)
		return
	}
	h.tag("<div class=\"%s\" lang=\"\" dir=\"auto\">\n", class)
	h.formatted.render(h.out, text, isTyped)
	h.tag("</div>\n")
}

// pre writes a text as it is.
func (h *htmlWriter) pre(language, text string) {
	if language == "diff" {
		h.diff(text)
		return
	}
	h.tag("<pre dir=\"auto\" tabindex=\"0\"><code>")
	h.text(text)
	h.tag("</code></pre>\n")
}

// diff writes changed lines with their color.
func (h *htmlWriter) diff(text string) {
	h.tag("<pre class=\"diff\" tabindex=\"0\"><code>")
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "+"):
			h.tag("<ins>")
			h.text(line)
			h.tag("</ins>\n")
		case strings.HasPrefix(line, "-"):
			h.tag("<del>")
			h.text(line)
			h.tag("</del>\n")
		default:
			h.text(line + "\n")
		}
	}
	h.tag("</code></pre>\n")
}

func (h *htmlWriter) aside(label string, sections []section) {
	h.endCalls()
	if label == "" {
		h.sections(sections)
		return
	}
	h.tag("<details class=\"aside\"><summary>")
	h.element("bdi", "", label)
	h.tag("</summary>\n")
	h.sections(sections)
	h.tag("</details>\n")
}

func (h *htmlWriter) call(c *call) {
	if !h.isInCall {
		h.tag("<ul class=\"calls\">\n")
		h.isInCall = true
	}
	h.tag("<li>")
	if c.sections != nil {
		h.tag("<details><summary>")
	}
	h.element("b", "", c.name)
	if c.target != "" {
		name := "code"
		if c.isPhrase {
			name = "bdi"
		}
		h.tag(" ")
		h.element(name, "", c.target)
	}
	if c.outcome != "" {
		class := "outcome"
		if c.isBad {
			class = "outcome bad"
		}
		h.tag(" ")
		h.element("span", class, c.outcome)
	}
	h.tag(" ")
	h.element("span", "facts", strings.Join(c.facts, " · "))
	if c.sections != nil {
		h.tag("</summary>\n")
		h.sections(c.sections)
		h.tag("</details>")
	}
	h.tag("</li>\n")
}

// endCalls ends a list of calls.
func (h *htmlWriter) endCalls() {
	if h.isInCall {
		h.tag("</ul>\n")
	}
	h.isInCall = false
}

func (h *htmlWriter) line(l *line) {
	if l.label == "" && l.text == "" {
		return
	}
	h.endCalls()
	class := "line"
	if l.isBad {
		class += " bad"
	}
	if l.isMark {
		class += " mark"
	}
	h.tag("<p class=\"%s\">", class)
	h.element("b", "", l.label)
	h.tag(" ")
	h.element("bdi", "", l.text)
	h.tag("</p>\n")
}

func (h *htmlWriter) enter(name string) {
	h.endCalls()
	if name == "" {
		name = "Agent"
	}
	h.tag("<details class=\"agent\"><summary>")
	h.element("bdi", "", name)
	h.tag("</summary>\n")
}

func (h *htmlWriter) leave() {
	h.endCalls()
	h.tag("</details>\n")
}

func (h *htmlWriter) end() {
	h.endTurn()
	h.tag("</main>\n</body>\n</html>\n")
}

func (h *htmlWriter) sections(sections []section) {
	for i := range sections {
		s := &sections[i]
		h.element("p", "label", s.label)
		switch s.kind {
		case sectionProse:
			h.markdown("prose", s.text, false)
		case sectionList:
			h.list(s.list)
		case sectionNote:
			h.element("p", "line", s.text)
		case sectionCode:
			h.pre(s.language, s.text)
		case sectionImage:
			h.image(s)
		}
		if s.size > 0 {
			h.element("p", "line", cutNote(s.size))
		}
	}
}

// image writes an image. Its type is one of [shownImages].
func (h *htmlWriter) image(s *section) {
	alt := s.text
	if alt == "" {
		alt = "Image"
	}
	h.tag("<p class=\"image\"><img src=\"data:%s;base64,%s\" alt=\"", s.image.kind, base64.StdEncoding.EncodeToString(s.image.bytes))
	h.text(alt)
	h.tag("\"></p>\n")
}

// list writes a list of names and values.
func (h *htmlWriter) list(list []entry) {
	h.tag("<ul class=\"list\">\n")
	for _, e := range list {
		h.tag("<li>")
		switch {
		case e.isTask && e.isDone:
			h.tag("<span class=\"done\">☑ <span class=\"hidden\">Done: </span></span>")
		case e.isTask:
			h.tag("<span>☐ </span>")
		}
		h.entry(&e)
		h.tag("</li>\n")
	}
	h.tag("</ul>\n")
}

func (h *htmlWriter) entry(e *entry) {
	if e.isLink && isSafeURL(e.value) {
		h.tag("<a rel=\"noopener noreferrer nofollow\" href=\"")
		h.text(e.value)
		h.tag("\">")
		name := cmp.Or(e.name, e.value)
		h.text(name)
		h.tag("</a>")
		h.text(hostNote(e.value, name))
		return
	}
	h.element("bdi", "", e.name)
	switch {
	case e.value == "":
	case e.isCode && strings.Contains(e.value, "\n"):
		h.pre("", e.value)
	case e.isCode, e.isLink:
		h.tag(" ")
		h.element("code", "", e.value)
	default:
		h.tag(" <small>")
		h.text(e.value)
		h.tag("</small>")
	}
}
