package redact

import (
	"fmt"
	"io"
)

// A LeftError reports that a value is left in a file after it was redacted. It does not have the
// value.
type LeftError struct {
	File   string
	Offset int64 // of the line in the output
	Kind   Kind
	Rule   string
	Member string // the fixed member that has it, or ""
}

// Error implements the error interface.
func (e *LeftError) Error() string {
	where := ""
	if e.Member != "" {
		where = fmt.Sprintf(", in the member %q, which never changes", e.Member)
	}
	return fmt.Sprintf("%s: line at byte %d of the output: a value is left (%s, rule %s)%s", e.File, e.Offset, e.Kind, e.Rule, where)
}

// Check searches a file for values in every encoding that it knows: escapes of JSON, also of JSON in
// strings, percent-encoding, character references of HTML, Base64, also in lines, values in several pieces of a
// streamed response, and values that escape sequences or invisible characters interrupt. file is its
// name in errors. It returns a [LeftError] for the first value.
func Check(in io.Reader, values *Values, file string) error {
	c := newChecker(newMatcher(values))
	err := eachLine(in, c.line)
	if left, ok := err.(*LeftError); ok {
		left.File = file
		return left
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// A checker searches lines for values. It does not know their structure, so that it also finds what
// a visit of the strings of records misses.
type checker struct {
	matcher *matcher
	layers  layering
	nested  layering
	pieces  map[string][]byte // the end of what was streamed, by block
	longest int
	left    *Value
}

func newChecker(m *matcher) *checker {
	c := &checker{matcher: m, pieces: map[string][]byte{}}
	for _, p := range m.patterns {
		c.longest = max(c.longest, len(p.text))
	}
	return c
}

// line returns a [LeftError] if a value is in a line, or in the streamed text that it ends.
func (c *checker) line(line []byte, offset int64) error {
	if len(c.matcher.patterns) == 0 {
		return nil
	}
	if v := c.find(line); v != nil {
		left := &LeftError{Offset: offset, Kind: v.Kind, Rule: v.Rule}
		left.Member = c.fixedMember(line)
		return left
	}
	from, to := trim(line)
	event, p := parseEvent(line[from:to])
	switch event {
	case eventStart, eventStop:
		delete(c.pieces, p.block)
	case eventPiece:
		joined := append(c.pieces[p.block], line[from:to][p.from:p.to]...)
		if found := c.find(joined); found != nil {
			return &LeftError{Offset: offset, Kind: found.Kind, Rule: found.Rule}
		}
		// An escape has up to six times the length of what it stands for, and lines of Base64 are joined only if they are long.
		c.pieces[p.block] = append([]byte(nil), joined[max(0, len(joined)-6*max(c.longest, shortestLine)):]...)
	}
	return nil
}

// find returns a value in a text, or nil.
func (c *checker) find(b []byte) *Value {
	c.left = nil
	c.search(&c.layers, b)
	return c.left
}

func (c *checker) search(l *layering, b []byte) {
	l.each(b, false, func(t *text) {
		if c.left != nil {
			return
		}
		c.matcher.find(t.bytes, func(_, _ int, p *pattern) bool {
			c.left = p.value
			return false
		})
		if l == &c.nested {
			return
		}
		eachBase64(t.bytes, func(code base64Code) bool {
			if c.left == nil {
				c.left = c.matcher.encoded(code.joined)
			}
			if c.left == nil && code.decoded != nil {
				c.search(&c.nested, code.decoded)
			}
			return c.left == nil
		})
	})
}

// fixedMember returns the key of a fixed member of a record with a value, or "".
func (c *checker) fixedMember(line []byte) string {
	from, to := trim(line)
	f := &fixedFinder{line: line[from:to]}
	walk(f.line, f)
	for _, s := range f.fixed {
		if c.find(f.line[s.from:s.to]) != nil {
			return s.key
		}
	}
	return ""
}

// A fixedFinder collects the fixed members of a record.
type fixedFinder struct {
	line  []byte
	fixed []spot
}

func (f *fixedFinder) text(spot)         {}
func (f *fixedFinder) fixedText(at spot) { f.fixed = append(f.fixed, at) }
func (f *fixedFinder) object(spot) Parts { return 0 }
func (f *fixedFinder) member(spot) Parts { return 0 }
