package redact

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strconv"

	"unspool/parser/jsonl"
)

// replaceVisitor is a Replacer that visits the nodes of a line.
type replaceVisitor Replacer

func (v *replaceVisitor) object(at node) Parts {
	r := (*Replacer)(v)
	if _, isRemoved := slices.BinarySearch(r.removed, at.from); isRemoved {
		return removed
	}
	parts := r.parts.object(at)
	if at.parts&removed != 0 {
		return parts
	}
	if dropped := (at.parts | parts) & r.parts.parts; dropped != 0 {
		is := func(kind string) bool {
			return r.parts.hasText(at.from, "type", func(text string) bool { return text == kind })
		}
		isFetched := at.place == inResult && r.parts.memberOf(at.from, "source") >= 0 // by a tool of a server
		switch {
		case at.place == inBlock && is("image"):
			r.source(at.from, dropped, pixelSource)
		case (at.place == inBlock || isFetched) && is("document"):
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

func (v *replaceVisitor) member(at node) Parts {
	r := (*Replacer)(v)
	found := r.parts.member(at)
	if at.parts&removed != 0 {
		return found
	}
	if instead := r.parts.emptied(at, at.parts|found); instead != "" {
		r.dropped((at.parts | found) & r.parts.parts)
		r.edits = append(r.edits, edit{at.from, jsonl.Skip(r.line, at.from), instead, nil})
		found |= removed
	}
	return found
}

func (v *replaceVisitor) text(at node) {
	r := (*Replacer)(v)
	b := r.line[at.from:at.to]
	dropped := at.parts & r.parts.parts
	if at.parts&removed != 0 || at.object == r.edited && !at.isNumber && isOfImage(at.key, b) {
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
	case dropped != 0 && !r.isLink(at, b) && !r.parts.keeps(at):
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
		i := bytes.IndexByte(b[from:], tag[0])
		if i < 0 {
			return
		}
		if from += i; !bytes.HasPrefix(b[from:], []byte(tag)) {
			from++
			continue
		}
		from = visit(from + len(tag))
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
	hasSource := r.parts.has(block, "source", func(at int) bool {
		if r.line[at] != '{' {
			return false
		}
		r.dropped(dropped)
		r.removed = append(r.removed, at)
		r.edits = append(r.edits, edit{at, jsonl.Skip(r.line, at), instead, nil})
		return true
	})
	if !hasSource {
		r.image(block)
	}
}

// imageMembers are the members of an object with an image, and what takes the place of each.
func imageMembers() [][2]string {
	return [][2]string{{"data", pixel}, {"base64", pixel}, {"blob", pixel}, {"media_type", "image/png"}, {"mimeType", "image/png"},
		{"type", "image/png"}, {"url", "data:image/png;base64," + pixel}}
}

func isImageMember(key string) bool {
	return slices.ContainsFunc(imageMembers(), func(m [2]string) bool { return m[0] == key })
}

// isOfImage reports whether a text is replaced in a member of an object with an image.
func isOfImage(key string, b []byte) bool {
	return isImageMember(key) && (key != "type" || bytes.HasPrefix(b, []byte("image/")))
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
	jsonl.Object(r.line, object, func(key []byte, at int) int {
		end := jsonl.Skip(r.line, at)
		if end < 0 || r.line[at] != '"' || !isOfImage(string(key), r.line[at+1:end-1]) {
			return end
		}
		for _, m := range imageMembers() {
			if m[0] == string(key) {
				r.edits = append(r.edits, edit{at + 1, end - 1, m[1], nil})
			}
		}
		return end
	})
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
