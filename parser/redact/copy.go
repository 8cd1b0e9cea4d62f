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
	checker *checker
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
	isPiece := event == eventPiece && !(p.member == "thinking" && c.parts.parts&Thinking != 0)
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

// flush writes the buffered lines.
func (c *copier) flush() error {
	var blocks []string
	for _, k := range c.lines {
		if k.hasPiece && !slices.Contains(blocks, k.piece.block) {
			blocks = append(blocks, k.piece.block)
		}
	}
	for _, block := range blocks {
		c.join(block)
	}
	for _, k := range c.lines {
		if err := c.write(k.line, k.edits, k.piece); err != nil {
			return err
		}
	}
	c.lines, c.size = nil, 0
	return nil
}

// join finds the values in the joined pieces of a block. The placeholder is written where the value
// begins; the other pieces lose their part of it.
func (c *copier) join(block string) {
	var joined []byte
	for _, k := range c.lines {
		if k.hasPiece && k.piece.block == block {
			joined = append(joined, k.line[k.piece.from:k.piece.to]...)
		}
	}
	c.edits = c.edits[:0]
	c.replace(joined, 0, true)
	start := 0
	for i := range c.lines {
		k := &c.lines[i]
		if !k.hasPiece || k.piece.block != block {
			continue
		}
		end := start + k.piece.to - k.piece.from
		for _, e := range c.edits {
			if e.from >= end || e.to <= start {
				continue
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
	if p.member != "" && (edits != nil || c.parts.parts&Thinking == 0 || p.member != "thinking") {
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
