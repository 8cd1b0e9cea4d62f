package tool

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// A persisted is output that Claude Code wrote to a separate file because it was too large for
// the transcript: FORMAT.md, "Spilled output".
type persisted struct {
	preview string
	text    string // the full output, if its file was opened
	cut     bool
	size    int          // bytes of the full output, 0 unknown
	file    *parser.File // nil if it was not opened
	part    protocol.Part
}

// MaxPersisted limits the bytes read from such a file to 64 MB. Claude Code persists output of
// 30 KB or more; most files have about 100 KB.
const MaxPersisted = 64 << 20

// maxPreview limits the text that replaces persisted output: about 2 KB and a path.
const maxPreview = 16 << 10

// trimmed is how many bytes shorter than the size of its file recorded output can be: Claude Code
// cuts the line break at the end.
const trimmed = 2

// printedBytes returns the number of bytes of the recorded standard output and error, or 0 if they
// cannot be as many as size.
func (c *Call) printedBytes(size int) int {
	if c.Output.Size("stdout")+c.Output.Size("stderr") < size-trimmed { // an escape is longer than its character
		return 0
	}
	return len(c.Output.Text(size, "stdout")) + len(c.Output.Text(size, "stderr"))
}

// readPersisted reads at most limit bytes of the full output of a call. It returns nil if all
// output is in the transcript, by its size even if the result names a file that was not opened. It
// reads only files that the user opened, whatever the recorded
// path is.
func (c *Call) readPersisted(limit int) *persisted {
	head, _ := source.Words(c.text, maxPreview)
	path := c.Output.Text(4000, "persistedOutputPath")
	p := &persisted{size: c.Output.Int(0, "persistedOutputSize")}
	if remainder, tagged := strings.CutPrefix(strings.TrimSpace(head), "<persisted-output>"); tagged {
		remainder = strings.TrimSuffix(strings.TrimSpace(remainder), "</persisted-output>")
		intro, preview, _ := strings.Cut(strings.TrimSpace(remainder), "\n\n")
		if _, body, found := strings.Cut(preview, "\n"); found && strings.HasPrefix(preview, "Preview") {
			preview = body
		}
		p.preview = strings.TrimSpace(preview)
		text, recorded, _ := strings.Cut(intro, "saved to: ")
		if path == "" {
			path = strings.TrimSpace(recorded)
		}
		if _, size, found := strings.Cut(text, "("); found && p.size == 0 {
			p.size = sizeOf(size)
		}
	}
	if path == "" {
		return nil
	}
	p.part = protocol.Part{Kind: protocol.PartSpilled, Name: path[strings.LastIndexAny(path, `/\`)+1:]}
	if p.file = c.src.Store().Spilled(c.File, path); p.file != nil {
		p.read(c.src, limit)
	}
	if p.file == nil && p.size > 0 && c.printedBytes(p.size) >= p.size-trimmed {
		return nil
	}
	p.part.Size = p.size
	c.persisted = p
	return p
}

// read reads the file. A file that cannot be read now is treated as one that was not opened.
func (p *persisted) read(src *source.Reader, limit int) {
	b, more, err := src.ReadFile(p.file, limit)
	if err != nil {
		p.file = nil
		return
	}
	p.size = max(len(b), int(p.file.Size))
	p.part.Role, p.cut = protocol.RoleOutput, more
	if bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0 || !utf8.Valid(record.Prefix(b, 8000)) {
		p.part.Note = "binary"
		return
	}
	p.text = strings.ToValidUTF8(string(b), "\uFFFD")
}

func (p *persisted) location() protocol.RecordLocation {
	return protocol.RecordLocation{File: p.file.Number, Path: p.file.Path, Length: p.size}
}

// persistedText returns the full output of a call if it is known, or else its preview. ok is
// false if all output is in the transcript.
func (c *Call) persistedText() (text string, more, ok bool) {
	switch {
	case c.persisted == nil:
		return "", false, false
	case c.persisted.text != "":
		return c.persisted.text, c.persisted.cut, true
	}
	return c.persisted.preview, false, c.persisted.preview != ""
}

// sizeOf parses the size at the beginning of a text, such as "57.3KB)", into bytes.
func sizeOf(text string) int {
	unit := strings.TrimLeft(text, "0123456789.")
	n, err := strconv.ParseFloat(text[:len(text)-len(unit)], 64)
	switch unit = strings.TrimSpace(unit); {
	case err != nil, n > 1<<40:
		return 0
	case strings.HasPrefix(unit, "M"):
		n *= 1 << 20
	case strings.HasPrefix(unit, "K"):
		n *= 1 << 10
	case !source.HasAnyPrefix(unit, []string{"B", "b"}):
		return 0
	}
	return int(n)
}
