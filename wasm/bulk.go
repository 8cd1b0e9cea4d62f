//go:build js && wasm

package main

import (
	"fmt"
	"reflect"
	"strconv"
	"syscall/js"
)

// A bulk converts structs to JavaScript like vert does, by their js tags, but all at once,
// as JSON: vert makes a call for each field, which took 10 ms for fifty rows. It caches the
// field names of each type.
type bulk map[reflect.Type][]string

// value converts a list, or a struct that holds lists, to JavaScript.
func (b bulk) value(of any) js.Value {
	return js.Global().Get("JSON").Call("parse", string(b.append(nil, reflect.ValueOf(of))))
}

func (b bulk) append(json []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return appendQuoted(json, v.String())
	case reflect.Int:
		return strconv.AppendInt(json, v.Int(), 10)
	case reflect.Float64:
		f := v.Float()              // never NaN or infinite: sums and times
		if f == float64(int64(f)) { // a time: much faster than with a fraction
			return strconv.AppendInt(json, int64(f), 10)
		}
		return strconv.AppendFloat(json, f, 'g', -1, 64)
	case reflect.Bool:
		return strconv.AppendBool(json, v.Bool())
	case reflect.Pointer:
		if v.IsNil() {
			return append(json, "null"...)
		}
		return b.append(json, v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(json, "null"...)
		}
		json = append(json, '[')
		for i := range v.Len() {
			if i > 0 {
				json = append(json, ',')
			}
			json = b.append(json, v.Index(i))
		}
		return append(json, ']')
	case reflect.Struct:
		for i, name := range b.names(v.Type()) {
			json = b.append(append(json, name...), v.Field(i))
		}
		return append(json, '}')
	}
	panic(fmt.Sprintf("a %s does not cross in bulk", v.Type()))
}

// names returns the JSON that precedes each value of a struct.
func (b bulk) names(t reflect.Type) []string {
	names := b[t]
	if names == nil {
		before := "{"
		for i := range t.NumField() {
			names = append(names, before+strconv.Quote(t.Field(i).Tag.Get("js"))+":")
			before = ","
		}
		b[t] = names
	}
	return names
}

// appendQuoted appends a string as JSON. The output of strconv is not valid JSON if the
// string has control characters.
func appendQuoted(text []byte, s string) []byte {
	const hex = "0123456789abcdef"
	text = append(text, '"')
	from := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			text = append(append(text, s[from:i]...), '\\', c)
			from = i + 1
		case c < ' ':
			text = append(append(text, s[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			from = i + 1
		}
	}
	return append(append(text, s[from:]...), '"')
}
