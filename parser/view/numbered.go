package view

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// numbered removes the line numbers from a text in the form in which Read returns it to
// Claude, "     12→code" or "12\tcode". It also returns the number of the first line, or 0 if
// not all lines have one.
func numbered(text string) (code string, first int) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		remainder := strings.TrimLeft(line, " ")
		n, digits := 0, 0
		for ; digits < len(remainder) && digits < 8 && remainder[digits] >= '0' && remainder[digits] <= '9'; digits++ {
			n = n*10 + int(remainder[digits]-'0')
		}
		remainder, tab := strings.CutPrefix(remainder[digits:], "\t")
		if !tab {
			remainder, tab = strings.CutPrefix(remainder, "→")
		}
		if digits == 0 || !tab {
			return "", 0
		}
		if first == 0 {
			first = n
		}
		lines[i] = remainder
	}
	return strings.Join(lines, "\n"), first
}

// numbered returns the code in the text of a result, and whether it is complete.
func (c *call) numbered() (code string, first int, whole bool) {
	text, more := c.words(source.MaxText)
	text, _ = content.CutReminders(text)
	code, first = numbered(text)
	return code, first, !more
}

// numberedParts shows a file of which only the text for Claude is recorded. It returns nil
// for other text.
func (c *call) numberedParts() []protocol.Part {
	code, first, whole := c.numbered()
	if first == 0 {
		return nil
	}
	p := content.Code("output", c.input.Text(1000, "file_path", "path"), nil)
	p.Text, p.Start, p.Cut, p.Size = code, first, !whole, len(c.text)
	text, _ := c.words(source.MaxText)
	_, reminders := content.CutReminders(text)
	return content.AppendReminders([]protocol.Part{p}, reminders)
}
