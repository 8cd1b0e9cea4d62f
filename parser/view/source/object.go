package source

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// An Object holds the raw members of a JSON object. Tool inputs and results hold megabytes in
// members that a row does not need, so members are decoded only on request. The zero Object
// has no members.
type Object struct {
	JSON []byte
	Keys []string
	Cut  bool  // there were more than maxMembers
	at   []int // offsets of the values
}

// maxMembers limits the members of an object: the known inputs and results have under thirty.
const maxMembers = 200

// Parse parses an object, or the object inside a JSON string: inputs were written as
// strings before 2.1.92.
func Parse(b []byte) Object {
	if len(b) > 0 && b[0] == '"' {
		b = record.AppendString(nil, b, 0, -1)
	}
	o := Object{JSON: b}
	jsonl.Object(b, 0, func(key []byte, at int) int {
		end := jsonl.Skip(b, at)
		switch {
		case end < 0: // an incomplete value is ignored
		case len(o.Keys) == maxMembers:
			o.Cut = true
		default:
			o.Keys = append(o.Keys, string(key))
			o.at = append(o.at, at)
		}
		return end
	})
	return o
}

// Offset returns the offset of the value of the first of the keys that exists, or -1 if none
// does.
func (o *Object) Offset(keys ...string) int {
	for _, want := range keys {
		for i, key := range o.Keys {
			if key == want {
				return o.at[i]
			}
		}
	}
	return -1
}

// Has reports whether any of the keys exists.
func (o *Object) Has(keys ...string) bool { return o.Offset(keys...) >= 0 }

// Text returns a string, at most limit bytes of it (all if negative), or the words of an array
// of blocks. It returns "" for other values.
func (o *Object) Text(limit int, keys ...string) string {
	at := o.Offset(keys...)
	if at < 0 {
		return ""
	}
	return string(record.AppendWords(nil, o.JSON, at, limit))
}

// Short is like Text for display: it appends "…" if the string is cut.
func (o *Object) Short(limit int, keys ...string) string {
	return Cut(o.Text(limit+Past, keys...), limit)
}

// Raw returns a value as it is written.
func (o *Object) Raw(keys ...string) []byte {
	at := o.Offset(keys...)
	if at < 0 {
		return nil
	}
	end := jsonl.Skip(o.JSON, at)
	if end < 0 {
		return nil
	}
	return o.JSON[at:end]
}

// RawAt returns the value of the i-th member as it is written.
func (o *Object) RawAt(i int) []byte {
	end := jsonl.Skip(o.JSON, o.at[i])
	if end < 0 {
		return nil
	}
	return o.JSON[o.at[i]:end]
}

// Without returns the object without some members. keys lists them, separated by spaces.
func (o *Object) Without(keys string) Object {
	out, omitted := Object{JSON: o.JSON, Cut: o.Cut}, strings.Fields(keys)
	for i, key := range o.Keys {
		if !slices.Contains(omitted, key) {
			out.Keys, out.at = append(out.Keys, key), append(out.at, o.at[i])
		}
	}
	return out
}

// FullText returns a string up to MaxText, and whether there is more.
func (o *Object) FullText(keys ...string) (string, bool) { return Words(o.Raw(keys...), MaxText) }

// Int returns a number, also one inside a string, without its fraction. It returns missing if
// there is none.
func (o *Object) Int(missing int, keys ...string) int {
	n, err := strconv.ParseFloat(string(bytes.Trim(o.Raw(keys...), `"`)), 64)
	if err != nil || !(math.Abs(n) < 1<<53) {
		return missing
	}
	return int(n)
}

// Natural is like Int for numbers that are not negative. The second result is false if there
// is none.
func (o *Object) Natural(keys ...string) (int, bool) {
	n := o.Int(-1, keys...)
	return n, n >= 0
}

// Size returns the number of bytes of a string as recorded, including escapes.
func (o *Object) Size(keys ...string) int { return len(o.Raw(keys...)) }

// Object returns a member that is an object.
func (o *Object) Object(keys ...string) Object {
	raw := o.Raw(keys...)
	if len(raw) == 0 || raw[0] != '{' {
		return Object{}
	}
	return Parse(raw)
}

// Array decodes a member that is an array: see ParseArray.
func (o *Object) Array(keys ...string) []*fastjson.Value { return ParseArray(o.Raw(keys...)) }

// ParseArray decodes an array, or a string that holds the text of one, as inputs were written
// before 2.1.92. It returns nil for other values and for those over [record.MaxParsed].
func ParseArray(raw []byte) []*fastjson.Value {
	if len(raw) > 0 && raw[0] == '"' {
		raw = record.AppendString(nil, raw, 0, record.MaxParsed+1)
	}
	if len(raw) == 0 || raw[0] != '[' || len(raw) > record.MaxParsed {
		return nil
	}
	v, err := fastjson.ParseBytes(raw)
	if err != nil {
		return nil
	}
	list, _ := v.Array()
	return list
}

// MaxShown limits the elements of a list that are shown.
const MaxShown = 200

// Each calls do for each element of an array.
func Each(array []byte, do func(element []byte)) {
	jsonl.Array(array, 0, func(at int) int {
		end := jsonl.Skip(array, at)
		if end > 0 {
			do(array[at:end])
		}
		return end
	})
}

// EachShown calls do for the first elements of an array, at most MaxShown of them, which is what
// a screen shows. It reports whether there are more.
func EachShown(array []byte, do func(element []byte)) (more bool) {
	n := 0
	Each(array, func(element []byte) {
		if n++; n <= MaxShown {
			do(element)
		}
	})
	return n > MaxShown
}

// Count returns the number of elements of an array, or missing if the value is not an array.
func (o *Object) Count(missing int, keys ...string) int {
	at := o.Offset(keys...)
	if at < 0 || o.JSON[at] != '[' {
		return missing
	}
	n := 0
	jsonl.Array(o.JSON, at, func(at int) int { n++; return jsonl.Skip(o.JSON, at) })
	return n
}

// LineCount counts the lines of a string without decoding it, by its escaped line ends.
func (o *Object) LineCount(keys ...string) int {
	raw := o.Raw(keys...)
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

// IsString reports whether the value of the first of the keys that exists is a string.
func (o *Object) IsString(keys ...string) bool {
	at := o.Offset(keys...)
	return at >= 0 && o.JSON[at] == '"'
}

// IsEmpty reports whether a value has no information: null, false, "" and the like.
func IsEmpty(raw []byte) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", "false", `""`, "[]", "{}":
		return true
	}
	return false
}
