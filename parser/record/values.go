package record

import (
	"bytes"

	"github.com/valyala/fastjson"
	"github.com/valyala/fastjson/fastfloat"
)

// values reads the small objects of a record in which every number counts. It caches the
// last one: mostly all records of a response have the same.
type values struct {
	parser fastjson.Parser
	text   []byte // of the last object
	last   Usage
	advice []AdvisorUsage
	whole  bool // all of it could be read
}

// MaxUsage limits the size of the token counts of a response, in bytes, because they are
// parsed with fastjson. Real objects have 1 kB, and fastjson can take 200 times the bytes
// of an array of numbers.
const MaxUsage = 64 << 10

// MaxTokens limits one count, so that sums of counts cannot overflow.
const MaxTokens = 1_000_000_000_000

// integer returns the whole number at b[at], the integer part of a float, or 0 for anything
// else.
func integer(b []byte, at int) int64 {
	negative := false
	if at < len(b) && b[at] == '-' {
		negative = true
		at++
	}
	var n int64
	from := at
	for at < len(b) && b[at] >= '0' && b[at] <= '9' && n < 1<<53 {
		n = n*10 + int64(b[at]-'0')
		at++
	}
	if at < len(b) && (b[at] == 'e' || b[at] == 'E' || b[at] == '.' || b[at] >= '0' && b[at] <= '9') && at > from {
		n = whole(b[from:])
	}
	if negative {
		return -n
	}
	return n
}

// whole returns the integer part of a number with a fraction or an exponent, or 0 if it is
// too large to be exact.
func whole(b []byte) int64 {
	end := 0
	for end < len(b) && end < 40 &&
		(b[end] >= '0' && b[end] <= '9' || b[end] == '.' || b[end]|' ' == 'e' || b[end] == '-' || b[end] == '+') {
		end++
	}
	f, err := fastfloat.Parse(string(b[:end]))
	if err != nil || !(f < 1<<53) {
		return 0
	}
	return int64(f)
}

// amount reads a number that cannot be negative, and returns -1 if there is none.
func amount(b []byte, at int) int64 {
	if at < len(b) && b[at] >= '0' && b[at] <= '9' {
		return integer(b, at)
	}
	return -1
}

// usage reads an object of token counts, and what advisors used in addition. The result
// whole is true if all of it could be read, or if there is none.
func (v *values) usage(b []byte, u *Usage) (advice []AdvisorUsage, ok, whole bool) {
	if len(b) > MaxUsage {
		return nil, false, false
	}
	if len(v.text) > 0 && bytes.Equal(b, v.text) {
		*u = v.last
		return v.advice, true, v.whole
	}
	o, err := v.parser.ParseBytes(b)
	if err != nil || o.Type() != fastjson.TypeObject {
		return nil, false, string(b) == "null"
	}
	v.whole = true
	var parts []*fastjson.Value
	*u, parts = v.usageOf(o)
	// The other iterations are the parts that the top level sums up.
	for _, part := range parts {
		kind, model := []byte(nil), []byte(nil)
		each(part, func(key []byte, v *fastjson.Value) {
			switch string(key) {
			case "type":
				kind = v.GetStringBytes()
			case "model":
				model = v.GetStringBytes()
			}
		})
		if string(kind) == "advisor_message" {
			a := AdvisorUsage{Model: string(model)}
			a.Usage, _ = v.usageOf(part)
			a.Usage.US, a.Usage.Batch = u.US, u.Batch
			advice = append(advice, a)
		}
	}
	v.text, v.last, v.advice = append(v.text[:0], b...), *u, advice
	return advice, true, v.whole
}

// usageOf reads token counts, any of which may be null, and the iterations. The split cache
// write counts are used if they are larger than the flat field: FORMAT.md, "message.usage".
func (v *values) usageOf(o *fastjson.Value) (u Usage, iterations []*fastjson.Value) {
	flat := int64(0)
	each(o, func(key []byte, x *fastjson.Value) {
		switch string(key) {
		case "input_tokens":
			u.Input = v.count(x)
		case "output_tokens":
			u.Output = v.count(x)
		case "cache_read_input_tokens":
			u.CacheRead = v.count(x)
		case "cache_creation_input_tokens":
			flat = v.count(x)
		case "cache_creation":
			u.CacheWrite5m, u.CacheWrite1h = v.counts(x, "ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
		case "output_tokens_details":
			u.Thinking, _ = v.counts(x, "thinking_tokens", "")
		case "server_tool_use":
			u.WebSearches, u.WebFetches = v.counts(x, "web_search_requests", "web_fetch_requests")
		case "speed":
			u.Fast = string(x.GetStringBytes()) == "fast"
		case "inference_geo":
			u.US = string(x.GetStringBytes()) == "us"
		case "service_tier":
			u.Batch = string(x.GetStringBytes()) == "batch"
		case "iterations":
			iterations = x.GetArray()
		}
	})
	if flat > u.CacheWrite5m+u.CacheWrite1h {
		u.CacheWrite5m += flat - u.CacheWrite5m - u.CacheWrite1h
	}
	return u, iterations
}

// each calls member for each member of an object, so that the last one of a key counts: Get
// returns the first.
func each(o *fastjson.Value, member func(key []byte, v *fastjson.Value)) {
	if members := o.GetObject(); members != nil {
		members.Visit(member)
	}
}

// counts returns two numbers of an object.
func (v *values) counts(o *fastjson.Value, one, other string) (a, b int64) {
	each(o, func(key []byte, x *fastjson.Value) {
		switch string(key) {
		case one:
			a = v.count(x)
		case other:
			b = v.count(x)
		}
	})
	return a, b
}

// count reads a number of tokens, however it is written. A value that is not a whole, valid
// number counts as missing.
func (v *values) count(x *fastjson.Value) int64 {
	if x.Type() == fastjson.TypeNull {
		return 0
	}
	n, err := x.Int64()
	if err == nil && 0 <= n && n <= MaxTokens {
		return n
	}
	if f := x.GetFloat64(); 0 < f && f <= MaxTokens { // 2e6
		return int64(f)
	}
	v.whole = false
	return 0
}
