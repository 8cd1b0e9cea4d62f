package redact

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Copy copies a file with the values replaced, and checks what it writes. file is its name in errors.
// If a value is left in an encoding, the error is a [LeftError]; what was written until then must not
// be used.
func (r *Replacer) Copy(out io.Writer, in io.Reader, file string) error {
	c := copier{Replacer: r, out: bufio.NewWriterSize(out, 1<<16), checker: newChecker(r.matcher, r.known)}
	r.Report.Files++
	var last int64
	err := eachLine(in, func(line []byte, offset int64) error {
		last = offset
		if line == nil {
			r.Report.Long++
			return nil
		}
		r.Report.Lines++
		return c.line(line)
	})
	if err == nil {
		err = c.flush()
	}
	if left := new(LeftError); errors.As(err, &left) {
		left.File = file
		return left
	}
	if err != nil {
		return fmt.Errorf("%s: line at byte %d: %w", file, last, err)
	}
	if err := c.out.Flush(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// A copier is one copy of a file.
type copier struct {
	*Replacer
	out     *bufio.Writer
	checker *Checker
	written int64
	buffer  []byte

	// Lines since the beginning of a streamed block are buffered, since a value can be in several.
	lines []bufferedLine
	size  int
	open  map[string]bool
}

// A bufferedLine is a line that is written later.
type bufferedLine struct {
	line     []byte
	piece    piece
	hasPiece bool
	edits    []edit // of the piece
}

func (c *copier) line(line []byte) error {
	from, to := trim(line)
	event, p := parseEvent(line[from:to])
	p.from, p.to = p.from+from, p.to+from
	isPiece := event == eventPiece && !c.drops(p)
	if c.open == nil {
		c.open = map[string]bool{}
	}
	if event == eventStart || event == eventPiece {
		c.open[p.block] = true
	}
	if len(c.lines) == 0 && !isPiece {
		if event == eventStop {
			delete(c.open, p.block)
		}
		return c.write(line, nil, piece{})
	}
	c.lines = append(c.lines, bufferedLine{line: slices.Clone(line), piece: p, hasPiece: isPiece})
	c.size += len(line)
	if event == eventStop {
		delete(c.open, p.block)
	}
	if len(c.open) == 0 || c.size > maxStream {
		return c.flush()
	}
	return nil
}

// drops reports whether a piece belongs to a part that is left out.
func (c *copier) drops(p piece) bool {
	return p.member == "thinking" && c.parts.parts&Thinking != 0 || p.member == "partial_json" && c.parts.parts&Files != 0
}

// flush writes the buffered lines.
func (c *copier) flush() error {
	blocks := map[string][]int{} // the lines with pieces of each
	for i, k := range c.lines {
		if k.hasPiece {
			blocks[k.piece.block] = append(blocks[k.piece.block], i)
		}
	}
	for _, lines := range blocks {
		c.join(lines)
	}
	for _, k := range c.lines {
		if err := c.write(k.line, k.edits, k.piece); err != nil {
			return err
		}
	}
	c.lines, c.size = nil, 0
	return nil
}

// join finds the values in the joined pieces of a block, which are in some of the lines. The placeholder is written
// where the value begins; the other pieces lose their part of it.
func (c *copier) join(lines []int) {
	var joined []byte
	for _, i := range lines {
		joined = append(joined, c.lines[i].line[c.lines[i].piece.from:c.lines[i].piece.to]...)
	}
	c.edits = c.edits[:0]
	c.replace(joined, 0, true)
	start, edits := 0, c.edits
	for _, i := range lines {
		k := &c.lines[i]
		end := start + k.piece.to - k.piece.from
		for len(edits) > 0 && edits[0].to <= start {
			edits = edits[1:]
		}
		for _, e := range edits {
			if e.from >= end {
				break
			}
			part := edit{max(e.from, start) - start + k.piece.from, min(e.to, end) - start + k.piece.from, "", nil}
			if e.from >= start {
				part.text, part.value = e.text, e.value
			}
			k.edits = append(k.edits, part)
		}
		start = end
	}
}

// write writes a line with the values replaced. The text of a piece has edits of its own.
func (c *copier) write(line []byte, edits []edit, p piece) error {
	from, to := trim(line)
	c.edit(line[from:to])
	if p.member != "" && (edits != nil || !c.drops(p)) {
		c.edits = slices.DeleteFunc(c.edits, func(e edit) bool { return e.from+from >= p.from && e.to+from <= p.to })
		for _, e := range edits {
			c.edits = append(c.edits, edit{e.from - from, e.to - from, e.text, e.value})
		}
	}
	c.buffer = append(c.buffer[:0], line[:from]...)
	c.buffer = c.apply(c.buffer, line[from:to])
	c.buffer = append(c.buffer, line[to:]...)
	if err := c.checker.line(c.buffer, c.written); err != nil {
		return err
	}
	c.written += int64(len(c.buffer))
	_, err := c.out.Write(c.buffer)
	return err
}
