package redact

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// A LeftError reports that a value is left in a file after it was redacted. It does not have the
// value.
type LeftError struct {
	File   string
	Offset int64 // of the line in the output
	Kind   Kind
	Rule   string
	Member string // that has it, or ""
}

// Error implements the error interface.
func (e *LeftError) Error() string {
	where := ""
	if e.Member != "" {
		where = fmt.Sprintf(", in the member %q", e.Member)
	}
	return fmt.Sprintf("%s: line at byte %d of the output: a value is left (%s, rule %s)%s", e.File, e.Offset, e.Kind, e.Rule, where)
}

// A Checker searches files for values. It is not safe for concurrent use.
type Checker struct {
	matcher *matcher
	known   *structure
	layers  layering
	nested  layering
	image   []byte            // a buffer
	pieces  map[string][]byte // the end of what was streamed, by block
	longest int
	words   map[*Value]bool // values that exports have by themselves
	labels  map[string]bool // placeholders without brackets

	at          node // that is searched
	isConverted bool // the line is no record: it can be of an export in another format
	left        *Value
	holder      string // the member that has it
	record      []byte // the text of the line
}

// NewChecker returns a checker that looks for values.
func NewChecker(values *Values) *Checker {
	c := newChecker(newMatcher(values), newStructure())
	c.allowWords()
	return c
}

// Check searches a file for the values in every encoding that it knows: escapes of JSON, also of JSON in
// strings, and of bytes (\x40, \100), percent-encoding, character references of HTML, up to four of these in each other;
// Base64 in both alphabets, also in lines, without padding and of texts in UTF-16; hexadecimal digits; values in several
// pieces of a streamed response, and values that escape sequences or invisible characters interrupt. file is its
// name in errors. It returns a [LeftError] for the first value.
//
// It does not search other encodings: Base32 and Base85, quoted-printable, escapes such as \u{40}, %u0040 and those of
// style sheets, hexadecimal digits with blanks between them as in dumps, UTF-16 in Base64 that does not begin with ASCII
// characters, and whatever is compressed or encrypted. In Base64 and hexadecimal digits, values of less than six bytes
// are only found if all of the text can be decoded from Base64.
//
// In records, structure is not searched, like when values are replaced. Other lines can be of an export in another
// format, made from a transcript in which values were replaced: values that are words of such exports, or short
// numbers, are not looked for in them, nor short values in ids that are generated.
func (c *Checker) Check(in io.Reader, file string) error {
	clear(c.pieces)
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

func newChecker(m *matcher, known *structure) *Checker {
	c := &Checker{matcher: m, known: known, pieces: map[string][]byte{}, labels: map[string]bool{}}
	for _, p := range m.patterns {
		c.longest = max(c.longest, len(p.text))
		c.labels[strings.Trim(p.value.Placeholder, "‹›")] = true
	}
	return c
}

// allowWords finds the values that exports have by themselves.
func (c *Checker) allowWords() {
	c.words = map[*Value]bool{}
	words := map[string]bool{}
	for word := range c.known.exportWords() {
		words[strings.TrimSpace(word)] = true
		c.matcher.find([]byte(word), func(_, _ int, p *pattern) bool {
			c.words[p.value] = true
			return true
		})
	}
	isWord := func(word string) bool { return words[word] }
	for _, p := range c.matcher.patterns {
		v := p.value.Value
		isOwn := p.value.Kind == Word || p.value.Kind == Pattern
		switch {
		case len(v) < unboundedSecret && strings.Trim(v, "0123456789") == "":
		case isOwn && strings.Trim(v, "0123456789-+:./% TZ") == "": // dates, times and versions
		case isOwn && isLength(v): // of a style sheet
		case isOwn && isModel([]byte("claude-"+v)):
		case isOwn && strings.Contains(v, " ") && !slices.ContainsFunc(strings.Fields(v), func(w string) bool { return !isWord(w) }):
		default:
			continue
		}
		c.words[p.value] = true
	}
}

// line returns a [LeftError] if a value is in a line, or in the streamed text that it ends.
func (c *Checker) line(line []byte, offset int64) error {
	if len(c.matcher.patterns) == 0 {
		return nil
	}
	from, to := trim(line)
	if v := c.findIn(line, from, to); v != nil {
		return &LeftError{Offset: offset, Kind: v.Kind, Rule: v.Rule, Member: c.holder}
	}
	event, p := parseEvent(line[from:to])
	switch event {
	case eventStart, eventStop:
		delete(c.pieces, p.block)
	case eventPiece:
		joined := append(c.pieces[p.block], line[from:to][p.from:p.to]...)
		if found := c.find(joined, node{}, false); found != nil {
			return &LeftError{Offset: offset, Kind: found.Kind, Rule: found.Rule}
		}
		// An escape has up to six times the length of what it stands for, and lines of Base64 are joined only if they are long.
		c.pieces[p.block] = append([]byte(nil), joined[max(0, len(joined)-6*max(c.longest, shortestLine)):]...)
	}
	return nil
}

// findIn returns a value in a line, whose text has a range, or nil.
func (c *Checker) findIn(line []byte, from, to int) *Value {
	c.left, c.holder, c.record = nil, "", line[from:to]
	c.isConverted = c.words != nil && !isRecord(c.record)
	if c.isConverted { // messages and the like have their elements on lines of their own
		c.record = bytes.TrimSuffix(c.record, []byte(","))
	}
	if walk(c.record, c.known, (*checkVisitor)(c)) {
		return c.left
	}
	return c.find(line, node{}, false)
}

// isRecord reports whether a line is a record of a transcript, an object with a type, and no summary of one, which has
// words of its own.
func isRecord(line []byte) bool {
	if jsonl.Skip(line, 0) < 0 || line[0] != '{' {
		return false
	}
	at := record.Member(line, 0, "type")
	return at >= 0 && line[at] == '"' && record.Member(line, 0, "isCompactSummary") < 0
}

// checkVisitor is a Checker that visits the nodes of a line.
type checkVisitor Checker

func (v *checkVisitor) object(node) Parts { return 0 }
func (v *checkVisitor) member(node) Parts { return 0 }

func (v *checkVisitor) text(at node) {
	c := (*Checker)(v)
	if c.left != nil {
		return
	}
	b := c.record[at.from:at.to]
	if at.isNumber {
		b = withoutExponent(b)
	}
	if c.find(b, at, !at.isNumber) != nil && at.member != nil && c.known.isKey(at, at.member) {
		c.holder = at.key
	}
}

// find returns a value in a text, or nil.
func (c *Checker) find(b []byte, at node, isString bool) *Value {
	c.left, c.at = nil, at
	switch {
	case isEncodedNote(b):
	case isBinary(at, b):
		c.left = c.matcher.encoded(b)
		c.decoded(b)
		c.metadata(b)
	default:
		c.search(&c.layers, b, isString)
	}
	return c.left
}

func (c *Checker) search(l *layering, b []byte, isString bool) {
	l.each(b, isString, func(t *text) {
		if c.left != nil {
			return
		}
		images := sync.OnceValue(func() [][2]int { return imageRanges(t.bytes) })
		c.matcher.find(t.bytes, func(from, to int, p *pattern) bool {
			if p.value.isIn(c.at) && !c.isAllowed(t.bytes, from, to, p.value) && !isChanceInImage(images(), from, to, p.value) {
				c.left = p.value
			}
			return c.left == nil
		})
		if l != &c.nested {
			c.decoded(t.bytes)
			if t.has(hasSemicolon) {
				eachImage(t.bytes, func(from, to int) { c.metadata(t.bytes[from:to]) })
			}
		}
	})
}

// metadata searches the texts of an image in Base64.
func (c *Checker) metadata(code []byte) {
	for _, part := range imageTexts(code, &c.image) {
		if c.left == nil {
			c.search(&c.nested, part, false)
		}
	}
}

// isAllowed reports whether a value in a range of a text is there by itself, and not because it was in the input.
func (c *Checker) isAllowed(b []byte, from, to int, v *Value) bool {
	if isInNote(b, from, to) || c.isInPlaceholder(b, from, to) {
		return true
	}
	return c.isConverted && (c.words[v] || isByChance(b, from, to, v.Value))
}

// isLength reports whether a text is a number with a unit of CSS.
func isLength(text string) bool {
	switch strings.TrimLeft(text, "0123456789.") {
	case "px", "em", "rem", "ch", "vh", "vw", "fr", "ms":
		return text[0] < 'a'
	}
	return false
}

// isInPlaceholder reports whether a range of a text is in a placeholder.
func (c *Checker) isInPlaceholder(b []byte, from, to int) bool {
	isPart := func(c byte) bool { return c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c == '\\' } // Markdown escapes "_"
	const longest = 60
	first, last := from, to
	for first > 0 && isPart(b[first-1]) && from-first < longest {
		first--
	}
	for last < len(b) && isPart(b[last]) && last-to < longest {
		last++
	}
	if !bytes.ContainsRune(b[first:last], '_') {
		return false
	}
	for start := first; start <= from; start++ { // in ids, letters can be beside it
		for end := last; end >= to; end-- {
			if c.labels[strings.ReplaceAll(string(b[start:end]), `\`, "")] {
				return true
			}
		}
	}
	return false
}

// decoded searches what stands in Base64 in a text.
func (c *Checker) decoded(b []byte) {
	eachBase64(b, func(code base64Code) bool {
		if c.left == nil {
			c.left = c.matcher.encoded(code.joined)
		}
		if c.left == nil && code.decoded != nil {
			c.search(&c.nested, code.decoded, false)
		}
		return c.left == nil
	})
}
