package redact

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReplacerOptions are what a [Replacer] does besides replacing values.
type ReplacerOptions struct {
	Parts Parts // parts that are left out
	// Links reports whether a text is an id that links records of the sessions, such as the one of an agent. These stay
	// in parts that are left out; with nil, none does.
	Links func(id string) bool
}

// A Report counts what a [Replacer] did.
type Report struct {
	Files    int
	Lines    int
	Replaced map[Kind]int   // occurrences
	Parts    map[string]int // texts and images of parts that were left out, by the name of the part
	Images   int            // that had a value in their bytes, and were left out for that
	Texts    int            // lines that are no JSON objects, of which no part was left out
	Long     int            // lines that are too long to be read whole, and were left out
}

// A Replacer copies transcripts without the values. It is not safe for concurrent use.
type Replacer struct {
	Report Report

	matcher *matcher
	known   *structure
	layers  layering
	nested  layering // of texts in Base64
	decoded []byte   // a buffer
	parts   partFinder
	links   func(id string) bool
	line    []byte
	edits   []edit
	ranges  []edit
	keys    int // of the line that were left out

	edited  int   // the object of which members were edited, or -1
	removed []int // the objects that were replaced as a whole, in the order of the line
}

// An edit replaces a range of a line.
type edit struct {
	from, to int
	text     string
	value    *Value // or nil
}

// NewReplacer returns a replacer of values. It gives each value its placeholder, and adds the values
// that follow from others: with a home folder goes the name of its user.
func NewReplacer(values *Values, o ReplacerOptions) *Replacer {
	values.derive()
	values.number()
	return &Replacer{
		Report:  Report{Replaced: map[Kind]int{}, Parts: map[string]int{}},
		matcher: newMatcher(values),
		known:   newStructure(),
		parts:   partFinder{parts: o.Parts},
		links:   o.Links,
	}
}

// Text returns a text that is in no record, such as a title, with the values replaced.
func (r *Replacer) Text(text string) string {
	r.edits = r.edits[:0]
	r.replace([]byte(text), 0, false)
	return string(r.apply(nil, []byte(text)))
}

// plainPlaceholders leaves only letters, digits and "_" of placeholders: the API takes no other characters in ids and
// in the names of tools.
func plainPlaceholders(edits []edit) {
	for i := range edits {
		edits[i].text = strings.NewReplacer("‹", "", "›", "").Replace(edits[i].text)
	}
}

// Line appends a line to dst, with the values replaced and the parts left out. The pieces of a
// streamed response are not joined: [Replacer.Copy] does that.
func (r *Replacer) Line(dst, line []byte) []byte {
	r.edit(line)
	return r.apply(dst, line)
}

// edit finds the edits of a line.
func (r *Replacer) edit(line []byte) {
	r.edits, r.line, r.keys, r.edited, r.removed = r.edits[:0], line, 0, -1, r.removed[:0]
	r.parts.start(line)
	if !walk(line, r.known, (*replaceVisitor)(r)) {
		r.replace(line, 0, false)
		if len(line) > 0 {
			r.Report.Texts++
		}
	}
}

// apply appends the line with the edits, and counts them.
func (r *Replacer) apply(dst, line []byte) []byte {
	slices.SortStableFunc(r.edits, func(a, b edit) int {
		return cmp.Or(a.from-b.from, b.to-a.to, countOf(a.value)-countOf(b.value)) // what is left out as a whole before its values
	})
	at := 0
	for _, e := range r.edits {
		if e.from < at { // within another edit
			continue
		}
		if e.value != nil {
			r.Report.Replaced[e.value.Kind]++
		}
		dst = append(append(dst, line[at:e.from]...), e.text...)
		at = e.to
	}
	return append(dst, line[at:]...)
}

// countOf returns the number of values of an edit, 0 or 1.
func countOf(value *Value) int {
	if value != nil {
		return 1
	}
	return 0
}

// replace finds the values in a text of a line.
func (r *Replacer) replace(b []byte, at int, isString bool) {
	r.match(b, isString)
	r.merge(at)
}

// replaceIn finds the values in a string, key or number of a record.
func (r *Replacer) replaceIn(at node) {
	if at.isNumber {
		r.number(at)
		return
	}
	b := r.line[at.from:at.to]
	r.match(b, true)
	images := imageRanges(b)
	r.ranges = slices.DeleteFunc(r.ranges, func(e edit) bool { return !e.value.isIn(at) || isChanceInImage(images, e.from, e.to, e.value) })
	before := len(r.edits)
	r.merge(at.from)
	if class := at.class(); class == classID || class == className {
		plainPlaceholders(r.edits[before:])
	}
}

// number finds the values in a number, which becomes a string.
func (r *Replacer) number(at node) {
	digits := withoutExponent(r.line[at.from:at.to])
	r.match(digits, false)
	before := len(r.edits)
	r.merge(0)
	found := r.edits[before:]
	if len(found) == 0 {
		return
	}
	text, from := `"`, 0
	for _, e := range found {
		text += string(digits[from:e.from]) + e.text
		from = e.to
	}
	text += string(digits[from:]) + `"`
	r.edits = append(r.edits[:before], edit{at.from, at.to, text, found[0].value})
}

// withoutExponent returns a number with all of its digits, if it is written with an exponent.
func withoutExponent(number []byte) []byte {
	if !bytes.ContainsAny(number, "eE") {
		return number
	}
	const largest = 1e21 // more digits are no value of anybody
	f, err := strconv.ParseFloat(string(number), 64)
	if err != nil || math.Abs(f) > largest {
		return number
	}
	return strconv.AppendFloat(nil, f, 'f', -1, 64)
}

// match finds the ranges of values in a text.
func (r *Replacer) match(b []byte, isString bool) {
	r.ranges = r.ranges[:0]
	r.layers.each(b, isString, func(t *text) {
		runFrom, runTo := 0, 0 // the last run of Base64 with a value: it is replaced once
		r.matcher.find(t.bytes, func(from, to int, p *pattern) bool {
			if p.encoded {
				if from >= runFrom && to <= runTo {
					return true
				}
				runFrom, runTo = base64Run(t.bytes, from, to)
				from, to = runFrom, runTo
			}
			from, to = t.original(from, to)
			r.ranges = append(r.ranges, edit{from, to, p.value.Placeholder, p.value})
			return true
		})
		eachBase64(t.bytes, func(c base64Code) bool {
			if value := r.inCode(c); value != nil {
				from, to := t.original(c.from, c.to)
				r.ranges = append(r.ranges, edit{from, to, value.Placeholder, value})
			}
			return true
		})
	})
}

// inCode returns a value in a code in Base64, or nil.
func (r *Replacer) inCode(c base64Code) *Value {
	found := r.matcher.encoded(c.joined)
	if found != nil || c.decoded == nil {
		return found
	}
	r.nested.each(c.decoded, false, func(t *text) {
		r.matcher.find(t.bytes, func(_, _ int, p *pattern) bool {
			found = p.value
			return false
		})
	})
	return found
}

// base64Run returns the range of all of a code in Base64.
func base64Run(b []byte, from, to int) (int, int) {
	for from > 0 && isBase64(b[from-1]) && b[from-1] != '=' {
		from--
	}
	for to < len(b) && isBase64(b[to]) {
		to++
	}
	return from, to
}

// merge turns the ranges of values into edits. Of values within others, the outer one is replaced;
// values that overlap are replaced together.
func (r *Replacer) merge(at int) {
	slices.SortStableFunc(r.ranges, func(a, b edit) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	var last *edit
	for _, e := range r.ranges {
		switch {
		case last == nil || e.from >= last.to-at:
			r.edits = append(r.edits, edit{e.from + at, e.to + at, e.text, e.value})
			last = &r.edits[len(r.edits)-1]
		case e.to > last.to-at:
			const longest = 200 // of repetitive texts, all would be as long as these
			if last.to = e.to + at; !strings.HasSuffix(last.text, e.text) && len(last.text) < longest {
				last.text += e.text
			}
		}
	}
}
