package sidecar

import (
	"iter"

	"github.com/valyala/fastjson"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// MaxText limits the length of a text, in bytes. What is longer is cut.
const MaxText = 300

// An object holds the unparsed members of a JSON object, without truncated ones. A member is parsed
// only when it is needed: lines and snapshots hold megabytes of prompts and results that are never
// used.
type object map[string][]byte

func parseObject(b []byte) object {
	o := object{}
	jsonl.Object(b, jsonl.SkipBlank(b, 0), func(key []byte, at int) int {
		end := jsonl.Skip(b, at)
		if end > 0 {
			o[string(key)] = b[at:end]
		}
		return end
	})
	return o
}

// text returns the first of the named members that is a string and not empty, at most MaxText
// bytes of it. The decoder is record's, since fastjson keeps lone surrogates as escapes.
func (o object) text(names ...string) string {
	for _, name := range names {
		if s := decodeText(o[name]); s != "" {
			return s
		}
	}
	return ""
}

func decodeText(raw []byte) string { return string(record.AppendString(nil, raw, 0, MaxText)) }

// value parses a member that is not a text. It returns null if there is none, or if it is invalid
// or too long.
func (o object) value(name string) *fastjson.Value {
	if raw := o[name]; len(raw) <= record.MaxParsed {
		if v, err := fastjson.ParseBytes(raw); err == nil {
			return v
		}
	}
	return fastjson.MustParse("null")
}

// has reports whether there is a member with that name and it is not null.
func (o object) has(name string) bool { return len(o[name]) > 0 && string(o[name]) != "null" }

// elements returns the elements of a member that is an array, as they are written.
func (o object) elements(name string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		raw := o[name]
		jsonl.Array(raw, 0, func(at int) int {
			end := jsonl.Skip(raw, at)
			if end > 0 && !yield(raw[at:end]) {
				return -1
			}
			return end
		})
	}
}
