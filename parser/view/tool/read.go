package tool

import (
	"strings"

	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// readKind reads files: FORMAT.md, "toolUseResult by tool", Read.
var readKind = Kind{
	ID:       "read",
	Names:    toolname.Reads(),
	Target:   []string{"file_path", "path"},
	Outcome:  readOutcome,
	Result:   readParts,
	Series:   SeriesLook,
	FileOp:   Reads,
	Numbered: true,
}

// readOutcome sets which lines were read. If only the text for Claude is recorded, it uses
// the line numbers in the text.
func readOutcome(c *Call, t *protocol.Tool) {
	file := c.Output.Object("file")
	lines := file.Int(-1, "numLines")
	t.Lines, t.From = known(lines), file.Int(0, "startLine")
	if t.From == 1 && lines == file.Int(-1, "totalLines") { // the whole file
		t.From = 0
	}
	if kind := c.Output.Text(20, "type"); kind != "text" {
		t.Answer = kind
	}
	if len(file.Keys) > 0 {
		return
	}
	if code, first, whole := c.numbered(); first > 0 && whole {
		if t.Lines = new(strings.Count(code, "\n") + 1); first > 1 {
			t.From = first
		}
	}
}

// readParts returns the content of a file that was read, by the type of the result:
// text, image, pdf, notebook, parts (pages as images) or file_unchanged.
func readParts(c *Call) []protocol.Part {
	file := c.Output.Object("file")
	name := file.Text(1000, "filePath")
	switch {
	case file.IsString("content"):
		p := content.Code(protocol.RoleOutput, name, file.Raw("content"))
		p.Start = file.Int(1, "startLine")
		return []protocol.Part{p}
	case file.Has("cells"):
		return cellParts(file.Raw("cells"))
	case len(file.Keys) == 0:
		return c.numberedParts()
	}
	parts := content.Parts(c.src, c.File, c.Result, c.File.Blocks.At(c.ResultBlk).Text, "output")
	if !content.HasMedia(parts) {
		parts = append(parts, content.AllMedia(c.src, c.File, c.Result, c.Structured)...)
	}
	return content.WithOthers(parts, protocol.RoleStructured, &file, "base64 type filePath originalSize dimensions")
}

// numbered returns the code in the text of a result, and whether it is complete.
func (c *Call) numbered() (code string, first int, whole bool) {
	text, more := c.words(source.MaxText)
	text, _ = content.CutReminders(text)
	code, first = numbered(text)
	return code, first, !more
}

// numberedParts shows a file of which only the text for Claude is recorded. It returns nil
// for other text.
func (c *Call) numberedParts() []protocol.Part {
	code, first, whole := c.numbered()
	if first == 0 {
		return nil
	}
	p := content.Code(protocol.RoleOutput, c.Args.Text(1000, "file_path", "path"), nil)
	p.Text, p.Start, p.Cut, p.Size = code, first, !whole, len(c.text)
	text, _ := c.words(source.MaxText)
	_, reminders := content.CutReminders(text)
	return content.AppendReminders([]protocol.Part{p}, reminders)
}

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
