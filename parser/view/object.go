package view

import (
	"bytes"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// An object is the raw members of a JSON object: tool inputs and results hold
// megabytes in members that a row does not need, so nothing is decoded before
// it is asked for. The zero object has no members.
type object struct {
	json []byte
	keys []string
	at   []int // where the values begin
	cut  bool  // there were more than maxMembers
}

// maxMembers bounds an object: the known inputs and results have under thirty.
const maxMembers = 200

// parseObject reads an object, or the object inside a JSON string: inputs were
// written so before 2.1.92.
func parseObject(b []byte) object {
	if len(b) > 0 && b[0] == '"' {
		b = record.AppendString(nil, b, 0, -1)
	}
	o := object{json: b}
	jsonl.Object(b, 0, func(key []byte, at int) int {
		end := jsonl.Skip(b, at)
		switch {
		case end < 0: // a cut value is none
		case len(o.keys) == maxMembers:
			o.cut = true
		default:
			o.keys = append(o.keys, string(key))
			o.at = append(o.at, at)
		}
		return end
	})
	return o
}

// find gives where the value of the first of the keys begins that is there, -1
// if none is.
func (o *object) find(keys ...string) int {
	for _, want := range keys {
		for i, key := range o.keys {
			if key == want {
				return o.at[i]
			}
		}
	}
	return -1
}

func (o *object) has(keys ...string) bool { return o.find(keys...) >= 0 }

// str gives a string, at most limit bytes of it (all when negative), or the
// words of an array of blocks; "" for other values.
func (o *object) str(limit int, keys ...string) string {
	at := o.find(keys...)
	if at < 0 {
		return ""
	}
	return string(record.AppendWords(nil, o.json, at, limit))
}

// short is str for what is shown: "…" stands where a string is cut.
func (o *object) short(limit int, keys ...string) string {
	return cutText(o.str(limit+past, keys...), limit)
}

// cutText gives at most limit bytes of a text, and "…" where there are more.
func cutText(text string, limit int) string {
	head, more := upTo([]byte(text), limit)
	if more {
		head += "…"
	}
	return head
}

// raw gives a value as it is written.
func (o *object) raw(keys ...string) []byte {
	at := o.find(keys...)
	if at < 0 {
		return nil
	}
	end := jsonl.Skip(o.json, at)
	if end < 0 {
		return nil
	}
	return o.json[at:end]
}

// rawAt gives the value of the i-th member as it is written.
func (o *object) rawAt(i int) []byte {
	end := jsonl.Skip(o.json, o.at[i])
	if end < 0 {
		return nil
	}
	return o.json[o.at[i]:end]
}

// text gives a string up to the bound of a body, and whether there is more.
func (o *object) text(keys ...string) (string, bool) { return words(o.raw(keys...), bodyLimit) }

// integer gives a whole number, also one that stands in a string; missing if
// there is none.
func (o *object) integer(missing int, keys ...string) int {
	raw := bytes.Trim(o.raw(keys...), `"`)
	if len(raw) == 0 {
		return missing
	}
	n, digits, sign := 0, 0, 1
	for i, c := range raw {
		if c == '-' && i == 0 {
			sign = -1
			continue
		}
		if c < '0' || c > '9' || n > 1<<40 {
			break
		}
		n, digits = n*10+int(c-'0'), digits+1
	}
	if digits == 0 {
		return missing
	}
	return sign * n
}

// size is the number of bytes of a string as recorded, escapes and all.
func (o *object) size(keys ...string) int { return len(o.raw(keys...)) }

// object gives a member that is an object itself.
func (o *object) object(keys ...string) object {
	raw := o.raw(keys...)
	if len(raw) == 0 || raw[0] != '{' {
		return object{}
	}
	return parseObject(raw)
}

// maxParsed bounds what fastjson is given: it can take 200 times the bytes of
// an array of numbers.
const maxParsed = 128 << 10

// array decodes a member that is an array, or the text of one in a string, as
// inputs were written before 2.1.92; bounded, nil for other values.
func (o *object) array(keys ...string) []*fastjson.Value { return parseArray(o.raw(keys...)) }

func parseArray(raw []byte) []*fastjson.Value {
	if len(raw) > 0 && raw[0] == '"' {
		raw = record.AppendString(nil, raw, 0, maxParsed+1)
	}
	if len(raw) == 0 || raw[0] != '[' || len(raw) > maxParsed {
		return nil
	}
	v, err := fastjson.ParseBytes(raw)
	if err != nil {
		return nil
	}
	list, _ := v.Array()
	return list
}

// text gives a string value, "" for others.
func text(v *fastjson.Value) string {
	if v == nil {
		return ""
	}
	b, _ := v.StringBytes()
	return string(b)
}

// all calls do for the elements of an array.
func all(array []byte, do func(element []byte)) {
	jsonl.Array(array, 0, func(at int) int {
		end := jsonl.Skip(array, at)
		if end > 0 {
			do(array[at:end])
		}
		return end
	})
}

// each calls do for the first elements of an array, at most maxContent of them, as
// a screen shows them; more says that there are others.
func each(array []byte, do func(element []byte)) (more bool) {
	n := 0
	all(array, func(element []byte) {
		if n++; n <= maxContent {
			do(element)
		}
	})
	return n > maxContent
}

// cutPart tells that a list of parts goes on, of which size bytes are recorded.
func cutPart(size int) Part { return Part{Kind: "fields", Cut: true, Size: size, Exit: -1} }

// count is the number of elements of an array, missing if it is none.
func (o *object) count(missing int, keys ...string) int {
	at := o.find(keys...)
	if at < 0 || o.json[at] != '[' {
		return missing
	}
	n := 0
	jsonl.Array(o.json, at, func(at int) int { n++; return jsonl.Skip(o.json, at) })
	return n
}

// lines counts the lines of a string without decoding it: its escaped line ends.
func (o *object) lines(keys ...string) int {
	raw := o.raw(keys...)
	if len(raw) <= 2 || raw[0] != '"' {
		return 0
	}
	n := countLineEnds(raw)
	if !bytes.HasSuffix(raw, []byte(`\n"`)) {
		n++
	}
	return n
}

func countLineEnds(raw []byte) int {
	n := 0
	for i := 0; ; i += 2 {
		next := bytes.IndexByte(raw[i:], '\\')
		if next < 0 || i+next+1 >= len(raw) {
			return n
		}
		i += next
		if raw[i+1] == 'n' {
			n++
		}
	}
}

// isText says that the first of the keys that is there is a string.
func (o *object) isText(keys ...string) bool {
	at := o.find(keys...)
	return at >= 0 && o.json[at] == '"'
}
