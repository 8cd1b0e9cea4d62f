package story

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// minSentence is the number of characters below which a sentence, such as "Done!", does not stand
// alone.
const minSentence = 30

// firstSentence returns the first sentence of a Markdown text, without formatting, headings, tables
// and code, and at most limit characters of it. If nothing else is in the text, headings count.
func firstSentence(text string, limit int) string {
	if prose := proseOf(text, false, limit); prose != "" {
		return cutSentence(prose, limit)
	}
	return cutSentence(proseOf(text, true, limit), limit)
}

// proseOf returns the words of the first paragraphs of a text on one line. everything includes
// headings, tables and code.
func proseOf(text string, everything bool, limit int) string {
	var prose strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		sofar := prose.String()
		// What "Implement this plan:" introduces can be a heading.
		titles := strings.HasSuffix(sofar, ":") && strings.HasPrefix(line, "#")
		if !everything && !titles && (fenced || isStructure(line)) {
			continue
		}
		if line == "" && isComplete(sofar) || len(sofar) > 4*limit {
			break
		}
		if line == "" {
			continue
		}
		text, isItem := withoutMarker(line)
		if isItem && sofar != "" && !strings.ContainsAny(sofar[len(sofar)-1:], ":.!?;,") {
			prose.WriteByte(';')
		}
		prose.WriteString(" " + plain(text))
		if titles {
			break
		}
	}
	return strings.Join(strings.Fields(prose.String()), " ")
}

// isStructure reports whether a line is a heading, a rule, a part of a table, or a tag alone.
func isStructure(line string) bool {
	switch {
	case strings.HasPrefix(line, "#"):
		return strings.HasPrefix(strings.TrimLeft(line, "#"), " ")
	case strings.HasPrefix(line, "|"):
		return true
	case strings.HasPrefix(line, "**") && strings.HasSuffix(strings.TrimSuffix(line, ":"), "**"):
		return !strings.Contains(strings.Trim(line, "*:"), "**") // a bold line stands for a heading
	}
	return line != "" && strings.Trim(line, "-=*_ ") == ""
}

// isComplete reports whether a paragraph says something by itself: one that ends in ":" introduces the next.
func isComplete(paragraph string) bool {
	return utf8.RuneCountInString(paragraph) >= minSentence && !strings.HasSuffix(paragraph, ":")
}

// withoutMarker removes the markers of a list item, a quotation or a heading. isItem reports whether
// the line is a list item.
func withoutMarker(line string) (text string, isItem bool) {
	text = strings.TrimSpace(strings.TrimLeft(line, "#>"))
	for _, marker := range []string{"- ", "* ", "+ "} {
		if inner, found := strings.CutPrefix(text, marker); found {
			inner = strings.TrimPrefix(strings.TrimPrefix(inner, "[ ] "), "[x] ")
			return strings.TrimSpace(inner), true
		}
	}
	if number, inner, found := strings.Cut(text, ". "); found && isNumber(number) {
		return strings.TrimSpace(inner), true
	}
	return text, false
}

// plain removes the marks of emphasis and code, and the addresses of links.
func plain(line string) string {
	for _, mark := range []string{"**", "__", "`"} {
		line = strings.ReplaceAll(line, mark, "")
	}
	for {
		open := strings.Index(line, "](")
		if open < 0 {
			return line
		}
		start, end := strings.LastIndexByte(line[:open], '['), strings.IndexByte(line[open:], ')')
		if start < 0 || end < 0 {
			return line
		}
		before := strings.TrimSuffix(line[:start], "!") // an image
		line = before + line[start+1:open] + line[open+end+1:]
	}
}

// cutSentence returns the beginning of a text up to the end of its first sentence that is long
// enough, or to the limit.
func cutSentence(text string, limit int) string {
	text = withoutExclamation(text)
	characters := 0
	for i, c := range text {
		if characters++; characters > limit {
			return strings.TrimSpace(text[:i]) + "…"
		}
		end := i + utf8.RuneLen(c)
		if characters >= minSentence && endsSentence(text, i, c) && (end == len(text) || text[end] == ' ') {
			return text[:end]
		}
	}
	return text
}

// maxExclamation is the number of bytes up to which an exclamation at the beginning says nothing:
// "Perfect!", "Excellent! 🎉".
const maxExclamation = 16

// withoutExclamation removes such an exclamation if something follows.
func withoutExclamation(text string) string {
	first, remainder, found := strings.Cut(text, "! ")
	remainder = strings.TrimLeftFunc(remainder, func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.So, c) })
	if !found || len(first) >= maxExclamation || strings.Contains(first, " ") || remainder == "" {
		return text
	}
	return remainder
}

// abbreviations end in a period that does not end a sentence.
var abbreviations = []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "z.B.", "bzw."}

// endsSentence reports whether the character at i ends a sentence.
func endsSentence(text string, i int, c rune) bool {
	switch c {
	case '!', '?', '。', '！', '？':
		return true
	case '.':
		for _, word := range abbreviations {
			if strings.HasSuffix(text[:i+1], word) {
				return false
			}
		}
		return !isNumber(text[strings.LastIndexByte(text[:i], ' ')+1 : i]) // "1. First"
	}
	return false
}
