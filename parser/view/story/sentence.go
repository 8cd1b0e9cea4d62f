package story

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unspool/parser/record"
)

// minSentence is the width in letters below which a sentence, such as "Done!", does not stand alone.
const minSentence = 15

// firstSentence returns the first sentence of a Markdown text, without formatting, headings, tables
// and code, and at most limit characters of it. If nothing else is in the text, these count, too.
// introduced is true if what "Implement this plan:" introduces can be a heading.
func firstSentence(text string, introduced bool, limit int) string {
	if words := proseOf(text, paragraphs, introduced, limit); words != "" {
		return cutSentence(words, limit)
	}
	return cutSentence(proseOf(text, allBlocks, false, limit), limit)
}

// blocks are the parts of a text that count as its words.
type blocks bool

const (
	paragraphs blocks = false
	allBlocks  blocks = true // with headings, tables and code
)

// proseOf returns the words of the first paragraphs of a text on one line.
func proseOf(text string, of blocks, introduced bool, limit int) string {
	var out strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "\\"))
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		before := out.String()
		title := introduced && !fenced && strings.HasSuffix(before, ":") && isHeading(line)
		if of == paragraphs && !title && (fenced || isStructure(line)) {
			continue
		}
		ends := line == "" && isComplete(before) || strings.HasPrefix(line, "diff --git ")
		if before != "" && ends || len(before) > 4*limit {
			break
		}
		if line == "" {
			continue
		}
		words, isItem := withoutMarker(record.Prefix([]byte(line), 4*limit))
		if isItem && before != "" && !strings.ContainsAny(before[len(before)-1:], ":.!?;,") {
			out.WriteByte(';')
		}
		out.WriteString(" " + plain(words))
		if title {
			break
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

func isHeading(line string) bool {
	return strings.HasPrefix(line, "#") && strings.HasPrefix(strings.TrimLeft(line, "#"), " ")
}

// isStructure reports whether a line is a heading, a rule, a part of a table, or a tag alone.
func isStructure(line string) bool {
	switch {
	case isHeading(line), strings.HasPrefix(line, "|"):
		return true
	case strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">"):
		return true
	case strings.HasPrefix(line, "**") && strings.HasSuffix(strings.TrimSuffix(line, ":"), "**"):
		return !strings.Contains(strings.Trim(line, "*:"), "**") // a bold line stands for a heading
	}
	return line != "" && strings.Trim(line, "-=*_ ") == ""
}

// isComplete reports whether a paragraph says something by itself: one that ends in ":" introduces the next.
func isComplete(paragraph string) bool {
	return widthOf(paragraph) >= minSentence && !strings.HasSuffix(paragraph, ":")
}

// withoutMarker removes the markers of a list item, a quotation or a heading. isItem reports whether
// the line is a list item.
func withoutMarker(line []byte) (text string, isItem bool) {
	text = string(line)
	for strings.HasPrefix(text, "> ") {
		text = strings.TrimSpace(text[2:])
	}
	if isHeading(text) {
		text = strings.TrimSpace(strings.TrimLeft(text, "#"))
	}
	for _, marker := range []string{"- ", "* ", "+ ", "• "} {
		if inner, found := strings.CutPrefix(text, marker); found {
			for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
				inner = strings.TrimPrefix(inner, box)
			}
			return strings.TrimSpace(inner), true
		}
	}
	if number, inner, found := strings.Cut(text, " "); found && len(number) > 1 && isNumber(strings.TrimRight(number, ".)")) &&
		strings.ContainsAny(number, ".)") {
		return strings.TrimSpace(inner), true
	}
	return text, false
}

// plain removes the marks of emphasis and code, and the addresses of links. Code stays as it is.
func plain(line string) string {
	parts := strings.Split(line, "`")
	for i, part := range parts {
		if i%2 == 0 || i == len(parts)-1 { // a mark without its end is none
			parts[i] = withoutAddresses(strings.ReplaceAll(part, "**", ""))
		}
	}
	return strings.Join(parts, "")
}

// withoutAddresses replaces links by their texts.
func withoutAddresses(text string) string {
	var out strings.Builder
	for {
		middle := strings.Index(text, "](")
		start := strings.LastIndexByte(text[:max(middle, 0)], '[')
		end := endOfAddress(text, middle+2)
		if middle < 0 || start < 0 || end < 0 {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(strings.TrimSuffix(text[:start], "!") + text[start+1:middle]) // "!": an image
		text = text[end+1:]
	}
}

// endOfAddress returns the index of the parenthesis that closes the one before from, or -1.
func endOfAddress(text string, from int) int {
	depth := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		case ' ':
			return -1
		}
	}
	return -1
}

// cutSentence returns the beginning of a text up to the end of its first sentence that is wide
// enough, or to the limit.
func cutSentence(text string, limit int) string {
	text = withoutExclamation(text)
	characters, width := 0, 0
	for i, c := range text {
		if characters++; characters > limit {
			return strings.TrimSpace(text[:i]) + "…"
		}
		width += letterWidth(c)
		end := i + utf8.RuneLen(c)
		if width < minSentence || !endsSentence(text, i, c) {
			continue
		}
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], closing))
		if end == len(text) || text[end] == ' ' || letterWidth(c) > 1 {
			return text[:end]
		}
	}
	return text
}

// closing are the marks that can follow the end of a sentence.
const closing = "\"'”’)]»」』"

// letterWidth returns the width of a letter: those of Chinese, Japanese and Korean count twice.
func letterWidth(c rune) int {
	if c >= 0x2e80 && c <= 0xffef {
		return 2
	}
	return 1
}

func widthOf(text string) int {
	width := 0
	for _, c := range text {
		width += letterWidth(c)
	}
	return width
}

// maxExclamation is the number of bytes up to which an exclamation at the beginning says nothing:
// "Perfect!", "Excellent! 🎉".
const maxExclamation = 16

// exclamations say nothing, either, if they end in a period.
var exclamations = []string{"Perfect", "Great", "Excellent", "Good", "Done", "OK", "Okay"}

// withoutExclamation removes an exclamation at the beginning if something follows.
func withoutExclamation(text string) string {
	end := strings.IndexAny(text, "!.")
	if end < 0 || end > maxExclamation || strings.Contains(text[:end], " ") || !strings.HasPrefix(text[end+1:], " ") ||
		text[end] == '.' && !slices.Contains(exclamations, text[:end]) {
		return text
	}
	remainder := strings.TrimLeftFunc(text[end+1:], func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.So, c) })
	if remainder == "" {
		return text
	}
	return remainder
}

// abbreviations end in a period that does not end a sentence.
var abbreviations = []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "z.B.", "bzw.", "Dr.", "Mr.", "Mrs.", "Inc."}

// endsSentence reports whether the character at i ends a sentence.
func endsSentence(text string, i int, c rune) bool {
	switch c {
	case '!', '?', '。', '！', '？', '।', '؟', '…':
		return true
	case '.':
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i+1]
		return !slices.Contains(abbreviations, strings.TrimLeft(word, "(")) && !isListNumber(word)
	}
	return false
}

// isListNumber reports whether a word is the number of a list item: "1."
func isListNumber(word string) bool {
	return len(word) <= 3 && isNumber(strings.TrimSuffix(word, "."))
}
