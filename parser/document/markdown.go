package document

import (
	"bufio"
	"cmp"
	"regexp"
	"strings"
)

// A markdownWriter writes Markdown. Work of agents is quoted.
type markdownWriter struct {
	out     *bufio.Writer
	depth   int
	between int  // depth of the blank line before the next block
	isBegun bool // there is a block above
	isCall  bool // the block above is the line of a call without its end, which another one can follow
}

// block writes a block of lines, after a blank line.
func (m *markdownWriter) block(text string) {
	m.open(text)
	m.out.WriteString("\n")
}

// open writes a block of lines without the end of the last one.
func (m *markdownWriter) open(text string) {
	m.endCall("")
	if m.isBegun {
		m.out.WriteString(strings.TrimRight(strings.Repeat("> ", min(m.between, m.depth)), " ") + "\n")
	}
	m.isBegun, m.between = true, m.depth
	prefix := strings.Repeat("> ", m.depth)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			m.out.WriteString("\n")
		}
		if line == "" {
			m.out.WriteString(strings.TrimRight(prefix, " "))
		} else {
			m.out.WriteString(prefix + line)
		}
	}
}

// endCall ends the line of a call, if it is open.
func (m *markdownWriter) endCall(mark string) {
	if m.isCall {
		m.out.WriteString(mark + "\n")
		m.isCall = false
	}
}

func (m *markdownWriter) head(h *head) {
	m.block("# " + escaped(h.title))
	var list []string
	for _, f := range h.facts {
		value := escaped(f.Value)
		if f.Note == isCode {
			value = codeText(f.Value)
		}
		list = append(list, "- "+f.Name+": "+value)
	}
	if h.leftOut != nil {
		list = append(list, "- Left out: "+strings.Join(h.leftOut, ", "))
	}
	m.block(strings.Join(list, "\n"))
}

func (m *markdownWriter) turn(t *turn) {
	m.block("## " + t.label)
	var facts []string
	for _, fact := range []string{t.kind, t.time} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	if facts != nil {
		m.block("*" + strings.Join(facts, " · ") + "*")
	}
}

func (m *markdownWriter) speaker(name, _ string) {
	if m.depth == 0 {
		m.block("### " + escaped(name))
		return
	}
	m.block("**" + escaped(name) + "**")
}

func (m *markdownWriter) prose(text string, _ bool) {
	if text == "" {
		m.block("*No text*")
		return
	}
	m.block(safeMarkdown(text))
}

func (m *markdownWriter) aside(label string, sections []section) {
	if label != "" {
		m.block("**" + escaped(label) + "**")
	}
	m.sections(sections)
}

func (m *markdownWriter) call(c *call) {
	parts := []string{"**" + escaped(c.name) + "**"}
	switch {
	case c.isPhrase:
		parts = append(parts, escaped(c.target))
	case c.target != "":
		parts = append(parts, codeText(c.target))
	}
	var facts []string
	if c.outcome != "" {
		facts = append(facts, escaped(c.outcome))
	}
	if facts = append(facts, c.facts...); facts != nil {
		parts = append(parts, "("+strings.Join(facts, ", ")+")")
	}
	line := strings.Join(parts, " ")
	switch {
	case c.sections != nil:
		m.block(line)
	case m.isCall && m.between == m.depth:
		m.endCall(`\`) // a line of the same paragraph
		m.out.WriteString(strings.Repeat("> ", m.depth) + line)
		m.isCall = true
	default:
		m.open(line)
		m.isCall = true
	}
	m.sections(c.sections)
}

func (m *markdownWriter) line(l *line) {
	text := escaped(l.text)
	if l.label != "" {
		text = strings.TrimSpace("**" + escaped(l.label) + "** " + text)
	}
	if text == "" {
		return
	}
	if l.isMark {
		m.block("---")
	}
	m.block(text)
}

func (m *markdownWriter) enter(name string) {
	m.depth++
	if name == "" {
		name = "Agent"
	}
	m.block("**" + escaped(name) + "**")
}

func (m *markdownWriter) leave() { m.depth-- }

func (m *markdownWriter) end() { m.endCall("") }

func (m *markdownWriter) sections(sections []section) {
	for i := range sections {
		s := &sections[i]
		if s.label != "" {
			m.block("*" + escaped(s.label) + "*")
		}
		switch s.kind {
		case sectionProse:
			m.block(quoted(safeMarkdown(s.text)))
		case sectionList:
			m.block(markdownList(s.list))
		case sectionNote:
			m.block("*" + escaped(s.text) + "*")
		case sectionCode:
			m.block(fence(s.text, s.language))
		case sectionImage: // Markdown has none
		}
		if s.size > 0 {
			m.block("*" + cutNote(s.size) + "*")
		}
	}
}

// cutNote returns the note below a text that is cut.
func cutNote(size int) string { return "Cut here. The whole text has " + bytesText(size) + "." }

// markdownList returns a list of names and values.
func markdownList(list []entry) string {
	var items []string
	for _, e := range list {
		item := "-"
		switch {
		case e.isTask && e.isDone:
			item += " [x]"
		case e.isTask:
			item += " [ ]"
		}
		switch {
		case e.isLink && isSafeURL(e.value):
			name := cmp.Or(e.name, e.value)
			item += " [" + escaped(name) + "](<" + e.value + ">)"
			if note := hostNote(e.value, name); note != "" {
				item += " " + escaped(note)
			}
		case e.value == "":
			item += " " + escaped(e.name)
		case e.isCode && strings.Contains(strings.TrimSpace(e.value), "\n"):
			item += " " + escaped(e.name) + "\n\n  " + strings.ReplaceAll(fence(e.value, ""), "\n", "\n  ")
		case e.isCode, e.isLink:
			item += " " + escaped(e.name) + ": " + codeText(e.value)
		default:
			item += " " + escaped(e.name) + ": " + escaped(e.value)
		}
		items = append(items, item)
	}
	return strings.Join(items, "\n")
}

// fence returns a text in a fence that nothing inside closes.
func fence(text, language string) string {
	text = strings.TrimSuffix(visible(text), "\n")
	marks := strings.Repeat("`", max(3, longestRun(text)+1))
	return marks + language + "\n" + text + "\n" + marks
}

// codeText returns a text on one line as code.
func codeText(text string) string {
	text = oneLine(text)
	if text == "" {
		return ""
	}
	longest := longestRun(text)
	marks, room := strings.Repeat("`", longest+1), ""
	if longest > 0 {
		room = " "
	}
	return marks + room + text + room + marks
}

// longestRun returns the length of the longest run of backticks.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func quoted(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight("> "+lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func oneLine(text string) string { return visible(strings.Join(strings.Fields(text), " ")) }

var (
	special = regexp.MustCompile("[\\\\`*_\\[\\]<>&~|!]")
	starts  = regexp.MustCompile(`^(?:[-+#=:]|[0-9]{1,9}[.)])`)
)

// escaped returns a text on one line that has no Markdown.
func escaped(text string) string {
	text = special.ReplaceAllString(oneLine(text), `\$0`)
	return starts.ReplaceAllStringFunc(text, func(start string) string { return start[:len(start)-1] + `\` + start[len(start)-1:] })
}
