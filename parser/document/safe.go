package document

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// The following has rules like safe-markdown.ts, simpler since isContained finds what they miss: only
// http, https and mailto are links, images are not loaded, and no text defines a link of another one.
// Where readers of Markdown may disagree on what is code, all of it counts as text: code then has a
// backslash too many, but text never one too few.

var (
	// A fence at the beginning of a line. With "|", it may be a table.
	backtickFence = regexp.MustCompile("^( {0,3})(`{3,})[^`|]*$")
	tildeFence    = regexp.MustCompile(`^( {0,3})(~{3,})[^|]*$`)
	// doubtfulFence also matches after marks of lists and quotes, a tab or four spaces: whether it is
	// one depends on lines above.
	doubtfulFence = regexp.MustCompile("^(?:[ \t]|[>*+-]|[0-9]{1,9}[.)])*(?:`{3}|~{3})")
	quoteMark     = regexp.MustCompile(`^ {0,3}> ?`)
	containers    = regexp.MustCompile(`^(?:[ \t]*(?:[>*+-]|[0-9]{1,9}[.)]))*[ \t]*`)
	headingMarks  = regexp.MustCompile(`^#{1,6}(?:[ \t]|$)`)
	underline     = regexp.MustCompile(`^[ \t]*(?:=+|-+)[ \t]*$`)
	safeAutolink  = regexp.MustCompile(`(?i)^<(?:https?://|mailto:)[^\s<>]*>`)
)

// maxProse limits the Markdown that is formatted, in bytes; a longer text is shown as it is.
const maxProse = 256 << 10

// maxNesting limits the marks of quotes and lists at the beginning of a line: each is a box in a box.
const maxNesting = 40

// lowerBy is the number of levels by which the headings of texts are lowered: those of the document are
// of the first three.
const lowerBy = 3

// maxLinkWork limits the number of links times the bytes of a text: a parser can search all
// that follows for the end of each link.
const maxLinkWork = 400_000_000

// isFormattable reports whether a text is short and simple enough to be formatted as Markdown.
func isFormattable(text string) bool {
	if len(text) > maxProse || strings.Count(text, "](")*len(text) > maxLinkWork {
		return false
	}
	for one := range strings.SplitSeq(text, "\n") {
		marks := containers.FindString(one)
		if len(marks) > maxNesting && strings.Count(marks, ">")+strings.Count(marks, "-")+strings.Count(marks, "*")+
			strings.Count(marks, "+")+strings.Count(marks, ".")+strings.Count(marks, ")") > maxNesting {
			return false
		}
	}
	return true
}

// safeMarkdown returns a Markdown text that cannot run anything, and cannot pass for a part of the
// document. It returns the text in a fence if it is not formattable, or if a parser of Markdown still
// finds something in it that is not allowed.
func safeMarkdown(text string) string {
	text = visible(text)
	if !isFormattable(text) {
		return fence(text, "")
	}
	lines, _ := safeLines(strings.Split(text, "\n"), false)
	if safe := strings.Join(lines, "\n"); isContained(safe) {
		return safe
	}
	return fence(text, "")
}

// newMarkdown returns a parser of Markdown with the extensions that most readers know.
func newMarkdown(options ...goldmark.Option) goldmark.Markdown {
	options = append([]goldmark.Option{goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough, extension.TaskList,
	)}, options...)
	return goldmark.New(options...)
}

// isContained reports whether a text stays within its place: it has no heading of the document, no raw
// HTML, no image and no unsafe link, it defines no links, and what follows it is not part of it.
func isContained(markdown string) bool {
	const end = "\n\n## end\n"
	data := []byte(markdown + end)
	root := newMarkdown().Parser().Parse(text.NewReader(data))
	last, ok := root.LastChild().(*ast.Heading)
	if !ok || last.Level != 2 {
		return false
	}
	isSafe := true
	for top := root.FirstChild(); top != nil && top != ast.Node(last); top = top.NextSibling() {
		if h, ok := top.(*ast.Heading); ok && h.Level <= lowerBy {
			return false
		}
	}
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image, *ast.LinkReferenceDefinition:
			isSafe = false
		case *ast.Link:
			isSafe = isSafe && hasNote(n, data)
		case *ast.AutoLink:
			isSafe = isSafe && (n.AutoLinkType == ast.AutoLinkEmail || isSafeURL(string(n.URL(data))))
		}
		if !isSafe {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return err == nil && isSafe
}

// An openFence is the fence that the current line is in.
type openFence struct{ indent, marks string }

// fenceOf returns the fence that begins with a line.
func fenceOf(line string) (openFence, bool) {
	for _, form := range []*regexp.Regexp{backtickFence, tildeFence} {
		if m := form.FindStringSubmatch(line); m != nil {
			return openFence{m[1], m[2]}, true
		}
	}
	return openFence{}, false
}

// safeLines returns lines without headings of the document, raw HTML and unsafe links. isOpen reports
// whether a code span may continue on the next line.
func safeLines(lines []string, isQuoted bool) (out []string, isOpen bool) {
	var inside openFence
	isDoubtful := false // from here on, all is text
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		if inside.marks != "" {
			remaining, ends, isWhole := inside.line(line)
			out = append(out, remaining...)
			if !ends {
				continue
			}
			inside = openFence{}
			if isWhole {
				continue
			}
		}
		if begins, ok := fenceOf(line); ok && !isDoubtful {
			inside, isOpen = begins, false
			out = append(out, line)
			continue
		}
		if !isDoubtful && quoteMark.MatchString(line) {
			end := at
			var inner []string
			for ; end < len(lines) && quoteMark.MatchString(lines[end]); end++ {
				inner = append(inner, quoteMark.ReplaceAllString(lines[end], ""))
			}
			inner, isOpen = safeLines(inner, true)
			for _, one := range inner {
				out = append(out, strings.TrimRight("> "+one, " "))
			}
			at = end - 1
			continue
		}
		isDoubtful = isDoubtful || doubtfulFence.MatchString(line)
		isBlank := strings.Trim(line, " \t") == ""
		var safe string
		safe, isOpen = safeLine(line, isOpen && !isBlank || isDoubtful)
		isOpen = isOpen && !isBlank
		// An underline would make the text above it a heading, also text before a quote.
		isText := isQuoted && len(out) == 0 || len(out) > 0 && strings.Trim(out[len(out)-1], " \t") != ""
		if isText && underline.MatchString(line) {
			out = append(out, "")
		}
		out = append(out, lowered(safe))
	}
	if inside.marks != "" { // the fence would contain what follows the text
		out = append(out, inside.indent+inside.marks)
	}
	return out, isOpen || isDoubtful
}

// line returns a line in the fence, and whether the fence ends with it or, if it is not whole, before
// it. An indented fence may be that of an item of a list, which ends with the item: the end is made
// explicit, so that it is the same with and without a list.
func (f openFence) line(line string) (lines []string, ends, isWhole bool) {
	content := strings.TrimLeft(line, " \t")
	space := line[:len(line)-len(content)]
	content = strings.TrimRight(content, " \t")
	isMarks := len(content) >= len(f.marks) && strings.Trim(content, f.marks[:1]) == ""
	switch {
	case f.indent == "":
		return []string{line}, isMarks && len(space) <= 3 && !strings.Contains(space, "\t"), true
	case isMarks:
		return []string{f.indent + content}, true, true
	case content == "", len(space) >= len(f.indent) && !strings.Contains(space, "\t"):
		return []string{line}, false, true
	}
	return []string{f.indent + f.marks}, true, false
}

// lowered lowers the heading of a line. An underline of "=" is escaped.
func lowered(line string) string {
	if trimmed := strings.Trim(line, " \t"); trimmed != "" && strings.Trim(trimmed, "=") == "" {
		return strings.Replace(line, "=", `\=`, 1)
	}
	before := containers.FindString(line)
	content := line[len(before):]
	if !headingMarks.MatchString(content) {
		return line
	}
	marks := len(content) - len(strings.TrimLeft(content, "#"))
	return before + strings.Repeat("#", min(6, marks+lowerBy)) + content[marks:]
}

// safeLine escapes a line outside of fences. mayBeCode is set if a code span above may continue on it.
func safeLine(line string, mayBeCode bool) (text string, isOpen bool) {
	var out strings.Builder
	isOpen = mayBeCode
	for at := 0; at < len(line); {
		remaining := line[at:]
		next := byte(0)
		if len(remaining) > 1 {
			next = remaining[1]
		}
		taken, escape, added := remaining[:1], "", ""
		switch {
		case remaining[0] == '\\' && next != 0:
			taken = remaining[:2]
		case remaining[0] == '`':
			run := remaining[:len(remaining)-len(strings.TrimLeft(remaining, "`"))]
			span := ""
			if !isOpen {
				span = codeSpan(remaining, run)
			}
			if taken = span; span == "" {
				taken, isOpen = run, true
			}
		case remaining[0] == '<':
			if link := safeAutolink.FindString(remaining); link != "" && isSafeURL(link[1:len(link)-1]) {
				taken = link
			} else if isTagStart(next) {
				escape = `\`
			}
		case remaining[0] == '!' && next == '[':
			escape, taken = `\`, "!["
			if strings.HasPrefix(remaining, "![]") {
				added = "image"
			}
		case remaining[0] == ']' && next == ':':
			escape = `\`
		case remaining[0] == ']' && next == '(':
			if end, note := linkEnd(out.String(), remaining); end != "" {
				taken, added = end, note
			} else {
				escape = `\`
			}
		}
		out.WriteString(escape + taken + added)
		at += len(taken)
	}
	return out.String(), isOpen
}

// isTagStart reports whether "<" with this character can begin raw HTML.
func isTagStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == '!' || c == '?'
}

// codeSpan returns the code span that a text begins with, or "". In a table, "|" would end it.
func codeSpan(text, run string) string {
	for at := len(run); ; {
		i := strings.Index(text[at:], run)
		if i < 0 {
			return ""
		}
		start := at + i
		end := start + len(run)
		for end < len(text) && text[end] == '`' {
			end++
		}
		if end-start == len(run) {
			if span := text[:end]; !strings.Contains(span, "|") {
				return span
			}
			return ""
		}
		at = end
	}
}
