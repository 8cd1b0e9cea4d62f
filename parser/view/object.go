package view

import (
	"bytes"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// An object holds the raw members of a JSON object. Tool inputs and results hold megabytes in
// members that a row does not need, so members are decoded only on request. The zero object
// has no members.
type object struct {
	json []byte
	keys []string
	at   []int // offsets of the values
	cut  bool  // there were more than maxMembers
}

// maxMembers limits the members of an object: the known inputs and results have under thirty.
const maxMembers = 200

// parseObject parses an object, or the object inside a JSON string: inputs were written as
// strings before 2.1.92.
func parseObject(b []byte) object {
	if len(b) > 0 && b[0] == '"' {
		b = record.AppendString(nil, b, 0, -1)
	}
	o := object{json: b}
	jsonl.Object(b, 0, func(key []byte, at int) int {
		end := jsonl.Skip(b, at)
		switch {
		case end < 0: // an incomplete value is ignored
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

// find returns the offset of the value of the first of the keys that exists, or -1 if none
// does.
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

// has reports whether any of the keys exists.
func (o *object) has(keys ...string) bool { return o.find(keys...) >= 0 }

// str returns a string, at most limit bytes of it (all if negative), or the words of an array
// of blocks. It returns "" for other values.
func (o *object) str(limit int, keys ...string) string {
	at := o.find(keys...)
	if at < 0 {
		return ""
	}
	return string(record.AppendWords(nil, o.json, at, limit))
}

// short is like str for display: it appends "…" if the string is cut.
func (o *object) short(limit int, keys ...string) string {
	return cutText(o.str(limit+past, keys...), limit)
}

// raw returns a value as it is written.
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

// rawAt returns the value of the i-th member as it is written.
func (o *object) rawAt(i int) []byte {
	end := jsonl.Skip(o.json, o.at[i])
	if end < 0 {
		return nil
	}
	return o.json[o.at[i]:end]
}

// text returns a string up to bodyLimit, and whether there is more.
func (o *object) text(keys ...string) (string, bool) { return words(o.raw(keys...), bodyLimit) }

// integer returns a whole number, also one inside a string, or missing if there is none.
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

// size returns the number of bytes of a string as recorded, including escapes.
func (o *object) size(keys ...string) int { return len(o.raw(keys...)) }

// object returns a member that is an object.
func (o *object) object(keys ...string) object {
	raw := o.raw(keys...)
	if len(raw) == 0 || raw[0] != '{' {
		return object{}
	}
	return parseObject(raw)
}

// maxParsed limits the input of fastjson: it can take 200 times the bytes of an array of
// numbers.
const maxParsed = 128 << 10

// array decodes a member that is an array, or a string that holds the text of one, as inputs
// were written before 2.1.92. It returns nil for other values and for those over maxParsed.
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

// text returns a string value, or "" for other values.
func text(v *fastjson.Value) string {
	if v == nil {
		return ""
	}
	b, _ := v.StringBytes()
	return string(b)
}

// all calls do for each element of an array.
func all(array []byte, do func(element []byte)) {
	jsonl.Array(array, 0, func(at int) int {
		end := jsonl.Skip(array, at)
		if end > 0 {
			do(array[at:end])
		}
		return end
	})
}

// each calls do for the first elements of an array, at most maxContent of them, which is what
// a screen shows. It reports whether there are more.
func each(array []byte, do func(element []byte)) (more bool) {
	n := 0
	all(array, func(element []byte) {
		if n++; n <= maxContent {
			do(element)
		}
	})
	return n > maxContent
}

// count returns the number of elements of an array, or missing if the value is not an array.
func (o *object) count(missing int, keys ...string) int {
	at := o.find(keys...)
	if at < 0 || o.json[at] != '[' {
		return missing
	}
	n := 0
	jsonl.Array(o.json, at, func(at int) int { n++; return jsonl.Skip(o.json, at) })
	return n
}

// lines counts the lines of a string without decoding it, by its escaped line ends.
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

// isText reports whether the value of the first of the keys that exists is a string.
func (o *object) isText(keys ...string) bool {
	at := o.find(keys...)
	return at >= 0 && o.json[at] == '"'
}
