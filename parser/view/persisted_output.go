package view

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// A spilled is output that Claude Code wrote to a separate file because it was too large for
// the transcript: FORMAT.md, "Spilled output".
type spilled struct {
	preview string
	text    string // the full output, if its file was opened
	cut     bool
	size    int          // bytes of the full output, 0 unknown
	file    *parser.File // nil if it was not opened
	part    protocol.Part
}

// maxSpilled limits the bytes read from such a file to 64 MB. Claude Code spills output of 30
// KB or more; most files have about 100 KB.
const maxSpilled = 64 << 20

// readSpilled reads at most limit bytes of the full output of a call. It returns nil if none
// was spilled. It reads only files that the user opened, whatever the recorded path is.
func (v *toolReader) readSpilled(c *call, limit int) *spilled {
	head, _ := source.Words(c.text, maxPreview)
	path := c.result.Text(4000, "persistedOutputPath")
	s := &spilled{size: c.result.Int(0, "persistedOutputSize")}
	if remainder, tagged := strings.CutPrefix(strings.TrimSpace(head), "<persisted-output>"); tagged {
		remainder = strings.TrimSuffix(strings.TrimSpace(remainder), "</persisted-output>")
		intro, preview, _ := strings.Cut(strings.TrimSpace(remainder), "\n\n")
		if _, body, found := strings.Cut(preview, "\n"); found && strings.HasPrefix(preview, "Preview") {
			preview = body
		}
		s.preview = strings.TrimSpace(preview)
		text, recorded, _ := strings.Cut(intro, "saved to: ")
		if path == "" {
			path = strings.TrimSpace(recorded)
		}
		if _, size, found := strings.Cut(text, "("); found && s.size == 0 {
			s.size = sizeOf(size)
		}
	}
	if path == "" {
		return nil
	}
	s.part = protocol.Part{Kind: "spilled", Name: path[strings.LastIndexAny(path, `/\`)+1:], Exit: -1}
	if s.file = v.Store.Spilled(c.file, path); s.file != nil {
		v.readFile(s, limit)
	}
	s.part.Size = s.size
	c.full = s
	return s
}

// maxPreview limits the text that replaces spilled output: about 2 KB and a path.
const maxPreview = 16 << 10

func (v *toolReader) readFile(s *spilled, limit int) {
	b, more, err := v.source.ReadFile(s.file, limit)
	if err != nil {
		s.file = nil
		return
	}
	s.size = max(len(b), int(s.file.Size))
	s.part.Role, s.cut = "output", more
	if bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0 || !utf8.Valid(record.Prefix(b, 8000)) {
		s.part.Note = "binary"
		return
	}
	s.text = strings.ToValidUTF8(string(b), "\uFFFD")
}

func (s *spilled) origin() protocol.Origin {
	return protocol.Origin{File: s.file.Number, Path: s.file.Path, Length: s.size}
}

// spilledWords returns the full output of a call if it is known, or else its preview. spilled
// is false for output that was not spilled.
func (c *call) spilledWords() (text string, more, spilled bool) {
	switch {
	case c.full == nil:
		return "", false, false
	case c.full.text != "":
		return c.full.text, c.full.cut, true
	}
	return c.full.preview, false, c.full.preview != ""
}

// sizeOf parses a size such as "57.3KB)" into bytes.
func sizeOf(text string) int {
	tenths, scale, point := 0, 10, false
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9' && tenths < 1<<40 && scale > 0:
			tenths = tenths*10 + int(r-'0')
			if point {
				scale = 0
			}
		case r == '.':
			point = true
		case r == 'K' || r == 'M':
			if scale > 0 {
				tenths *= 10
			}
			if r == 'M' {
				tenths *= 1024
			}
			return tenths * 1024 / 10
		case r == 'B' || r == 'b':
			if scale > 0 {
				tenths *= 10
			}
			return tenths / 10
		}
	}
	return 0
}
