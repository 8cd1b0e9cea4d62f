package content

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// These are the limits of a table of arguments, in bytes.
const (
	FieldLimit = 8 << 10 // of a value
	nameLimit  = 400     // of a name
	plainLimit = 1000    // of a list or an object that is written in a readable form
)

// Fields returns an object as a table of names and values. Nested values are shown
// as they are recorded.
func Fields(role string, o *source.Object) []protocol.Part {
	if len(o.Keys) == 0 {
		if source.IsEmpty(o.JSON) {
			return nil
		}
		text := string(record.Prefix(o.JSON, source.MaxText))
		return []protocol.Part{Words(role, text, len(text) < len(o.JSON), len(o.JSON))}
	}
	p := protocol.Part{Kind: protocol.PartFields, Role: role, Size: len(o.JSON), Cut: o.Cut}
	for i := range o.Keys {
		addField(&p, o, i)
	}
	return []protocol.Part{p}
}

// WithOthers appends the members of an object that are not empty and not shown yet to
// parts. shown lists the keys that are already shown, separated by spaces.
func WithOthers(parts []protocol.Part, role string, o *source.Object, shown string) []protocol.Part {
	p := protocol.Part{Kind: protocol.PartFields, Role: role, Size: len(o.JSON), Cut: o.Cut}
	others := o.Without(shown)
	for i := range others.Keys {
		if !source.IsEmpty(others.RawAt(i)) {
			addField(&p, &others, i)
		}
	}
	if p.Fields == nil {
		return parts
	}
	return append(parts, p)
}

// addField adds the i-th member of an object.
func addField(p *protocol.Part, o *source.Object, i int) {
	raw := o.RawAt(i)
	value, more := "", len(raw) > FieldLimit
	if len(raw) > 0 && raw[0] == '"' {
		value, more = source.Words(raw, FieldLimit)
	} else {
		value = tableValue(raw)
	}
	if more {
		value += "…"
		p.Cut = true
	}
	name := o.Keys[i]
	if len(name) > nameLimit {
		name, p.Cut = string(record.Prefix([]byte(name), nameLimit))+"…", true
	}
	p.Fields = append(p.Fields, protocol.Field{Name: name, Value: value})
}

// tableValue returns a value for a table. A short list of plain values, or an object of them,
// is written in a readable form, and everything else as it is recorded. raw must not be
// a string.
func tableValue(raw []byte) string {
	if len(raw) > 2 && len(raw) <= plainLimit && (raw[0] == '[' || raw[0] == '{') {
		if v, err := fastjson.ParseBytes(raw); err == nil {
			if list, ok := plainValues(v); ok && len(list) > 0 {
				return strings.Join(list, ", ")
			}
		}
	}
	return string(record.Prefix(raw, FieldLimit))
}

// plainValues returns the elements of an array, or the members of an object and of the
// objects in it as "key: value". The second result is false if anything else is nested.
func plainValues(v *fastjson.Value) (list []string, ok bool) {
	ok = true
	add := func(name string, v *fastjson.Value) {
		switch v.Type() {
		case fastjson.TypeString:
			list = append(list, name+string(v.GetStringBytes()))
		case fastjson.TypeObject, fastjson.TypeArray:
			ok = false
		default:
			list = append(list, name+v.String())
		}
	}
	for _, one := range v.GetArray() {
		add("", one)
	}
	v.GetObject().Visit(func(key []byte, v *fastjson.Value) {
		name := string(key)
		if v.Type() != fastjson.TypeObject {
			add(name+": ", v)
			return
		}
		v.GetObject().Visit(func(key []byte, v *fastjson.Value) { add(name+" "+string(key)+": ", v) })
	})
	return list, ok
}

// NonEmpty returns a table of the fields that have a value.
func NonEmpty(fields []protocol.Field) protocol.Part {
	p := protocol.Part{Kind: protocol.PartFields}
	for _, f := range fields {
		if f.Value != "" {
			p.Fields = append(p.Fields, f)
		}
	}
	return p
}
