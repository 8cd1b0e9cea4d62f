package redact

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"strings"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// ReplacerOptions are what a [Replacer] does besides replacing values.
type ReplacerOptions struct {
	Parts Parts // parts that are left out
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
	line    []byte
	edits   []edit
	ranges  []edit
	keys    int // of the line that were left out

	edited  int // the object of which members were edited, or -1
	removed int // the object that was replaced as a whole, or -1
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
	r.edits, r.line, r.keys, r.edited, r.removed = r.edits[:0], line, 0, -1, -1
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
	if class := classOf(at.place, at.key); class == classID || class == className {
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

// replaceVisitor is a Replacer that visits the strings of a line.
type replaceVisitor Replacer

func (v *replaceVisitor) object(at node) Parts {
	r := (*Replacer)(v)
	if at.from == r.removed {
		return removed
	}
	parts := r.parts.object(at)
	if dropped := (at.parts | parts) & r.parts.parts; dropped != 0 && at.place == inBlock {
		switch r.parts.textOf(at.from, "type") {
		case "image":
			r.source(at.from, dropped, pixelSource)
		case "document":
			r.source(at.from, dropped, noteSource(dropped))
		}
	}
	if at.place == inResult && r.parts.parts&(Images|Outputs|Files) != 0 && r.parts.parts&(at.parts|Images) != 0 {
		if r.parts.memberOf(at.from, "base64") >= 0 {
			r.image(at.from)
			parts |= Images
		}
	}
	return parts
}

func (v *replaceVisitor) member(at node) Parts { return v.parts.member(at) }

func (v *replaceVisitor) text(at node) {
	r := (*Replacer)(v)
	b := r.line[at.from:at.to]
	dropped := at.parts & r.parts.parts
	if at.parts&removed != 0 || at.object == r.edited && isImageMember(at.key) {
		return
	}
	switch {
	case isSignature(at, b):
		if dropped&Thinking != 0 || r.hasValue(b) { // it has what was thought in encrypted form
			r.edits = append(r.edits, edit{at.from, at.to, "", nil})
		}
		return
	case dropped == 0 && isBlob(at, b):
		r.blob(at, b)
		return
	case dropped != 0 && !isLink(at, b) && !r.parts.keeps(at):
		r.drop(at, b, dropped)
		return
	}
	r.replaceIn(at)
	if at.isNumber || at.isKey {
		return
	}
	r.tagged(at)
	r.dataImages(at)
}

// blob replaces binary data if it is an image that is left out, or if it has a value.
func (r *Replacer) blob(at node, b []byte) {
	isDropped := r.parts.parts&Images != 0
	switch isImage := isImageCode(b); {
	case !(isImage && isDropped) && !r.hasValue(b):
	case !isImage:
		r.drop(at, b, Files)
	case isImageMember(at.key):
		if !isDropped {
			r.Report.Images++
		}
		r.image(at.object)
	default:
		if isDropped {
			r.dropped(Images)
		} else {
			r.Report.Images++
		}
		r.edits = append(r.edits, edit{at.from, at.to, pixel, nil})
	}
}

// dataImages replaces images in data URLs if they are left out, or have a value.
func (r *Replacer) dataImages(at node) {
	eachImage(r.line[at.from:at.to], func(from, to int) {
		switch from, to := at.from+from, at.from+to; {
		case r.parts.parts&Images != 0:
			r.dropped(Images)
			r.edits = append(r.edits, edit{from, to, pixel, nil})
		case r.hasValue(r.line[from:to]):
			r.Report.Images++
			r.edits = append(r.edits, edit{from, to, pixel, nil})
		}
	})
}

// eachStart calls visit with the end of each occurrence of a tag. It continues where visit returns.
func eachStart(b []byte, tag string, visit func(from int) (end int)) {
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte(tag))
		if i < 0 {
			return
		}
		from = visit(from + i + len(tag))
	}
}

// removedKey is the beginning of the keys that take the place of those of a part, which are different.
const removedKey = "removed_"

// drop replaces a text by a note, a number by 0, and a key by another one.
func (r *Replacer) drop(at node, b []byte, dropped Parts) {
	note := dropped.note()
	switch {
	case at.isNumber:
		r.edits = append(r.edits, edit{at.from, at.to, "0", nil})
		return
	case at.isKey:
		r.keys++
		r.edits = append(r.edits, edit{at.from, at.to, removedKey + strconv.Itoa(r.keys), nil})
		return
	case at.key == "signature" || at.key == "data" && dropped == Thinking:
		note = ""
	case at.key == "lines" && (b[0] == '+' || b[0] == '-' || b[0] == ' '): // of a diff
		note = string(b[:1]) + note
	case isBlob(at, b):
		note = base64.StdEncoding.EncodeToString([]byte(note))
	}
	r.dropped(dropped)
	r.edits = append(r.edits, edit{at.from, at.to, note, nil})
}

func (r *Replacer) dropped(p Parts) {
	for i, n := range partNames() {
		if p&(1<<i) != 0 {
			r.Report.Parts[n[0]]++
			return
		}
	}
}

// removed marks what is in an object that is replaced as a whole.
const removed Parts = 1 << 7

// pixelSource and noteSource are what takes the place of the source of an image or document. The API takes them.
const pixelSource = `{"type":"base64","media_type":"image/png","data":"` + pixel + `"}`

func noteSource(dropped Parts) string {
	return `{"type":"text","media_type":"text/plain","data":"` + dropped.note() + `"}`
}

// source replaces the source of a block. Images of other programs have their data in the block itself.
func (r *Replacer) source(block int, dropped Parts, instead string) {
	at := r.parts.memberOf(block, "source")
	if at < 0 || r.line[at] != '{' {
		r.image(block)
		return
	}
	r.dropped(dropped)
	r.removed = at
	r.edits = append(r.edits, edit{at, jsonl.Skip(r.line, at), instead, nil})
}

// imageMembers are the members of an object with an image, and what takes the place of each.
func imageMembers() [][2]string {
	return [][2]string{{"data", pixel}, {"base64", pixel}, {"blob", pixel}, {"media_type", "image/png"}, {"mimeType", "image/png"},
		{"type", "image/png"}, {"url", "data:image/png;base64," + pixel}}
}

func isImageMember(key string) bool {
	return slices.ContainsFunc(imageMembers(), func(m [2]string) bool { return m[0] == key })
}

// image replaces the data of an image in an object, and its type.
func (r *Replacer) image(object int) {
	if object < 0 || r.line[object] != '{' {
		return
	}
	if r.parts.parts&Images != 0 {
		r.dropped(Images)
	}
	r.edited = object
	for _, m := range imageMembers() {
		at := record.Member(r.line, object, m[0])
		if at < 0 || r.line[at] != '"' {
			continue
		}
		end := at + 1
		for end < len(r.line) && r.line[end] != '"' {
			end++
		}
		if m[0] == "type" && !bytes.HasPrefix(r.line[at+1:], []byte("image/")) {
			continue
		}
		r.edits = append(r.edits, edit{at + 1, end, m[1], nil})
	}
}

// hasValue reports whether binary data in Base64 has a value, such as in the metadata of an image.
func (r *Replacer) hasValue(code []byte) bool {
	if r.matcher.encoded(code) != nil {
		return true
	}
	found := false
	eachBase64(code, func(c base64Code) bool {
		found = r.inCode(c) != nil
		return !found
	})
	for _, part := range imageTexts(code, &r.decoded) {
		if found {
			break
		}
		r.nested.each(part, false, func(t *text) {
			r.matcher.find(t.bytes, func(int, int, *pattern) bool {
				found = true
				return false
			})
		})
	}
	return found
}
