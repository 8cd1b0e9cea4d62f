package export

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// strict returns a recorded value as valid JSON, or false if it is none. Transcripts can have strings with
// control characters, invalid escapes and invalid UTF-8, which a parser of requests refuses.
func strict(value []byte) ([]byte, bool) {
	if isStrict(value) {
		return value, true
	}
	value = appendStrict(nil, value)
	return value, isStrict(value)
}

func isStrict(value []byte) bool { return json.Valid(value) && utf8.Valid(value) }

// appendStrict appends a value with its strings encoded again.
func appendStrict(out, value []byte) []byte {
	appendPart := func(at int) int {
		end := jsonl.Skip(value, at)
		if end > at {
			out = appendStrict(out, value[at:end])
		}
		return end
	}
	before := byte(0)
	separate := func() {
		if before != 0 {
			out = append(out, before)
		}
		before = ','
	}
	switch value[0] {
	case '{':
		out = append(out, '{')
		jsonl.Object(value, 0, func(key []byte, at int) int {
			separate()
			out = append(appendStrict(out, enclose(`"`, key, `"`)), ':')
			return appendPart(at)
		})
		return append(out, '}')
	case '[':
		out = append(out, '[')
		jsonl.Array(value, 0, func(at int) int {
			separate()
			return appendPart(at)
		})
		return append(out, ']')
	case '"':
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(string(record.AppendString(nil, value, 0, -1))) // a string never fails
		return append(out, bytes.TrimSpace(text.Bytes())...)
	}
	return append(out, value...)
}
