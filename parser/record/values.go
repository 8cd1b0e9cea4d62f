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

// MaxParsed limits what other packages parse with fastjson of one value, for the same reason.
const MaxParsed = 128 << 10

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
	*u = v.usageOf(o)
	// The other iterations are the parts that the top level sums up.
	for _, part := range o.GetArray("iterations") {
		if string(part.GetStringBytes("type")) == "advisor_message" {
			a := AdvisorUsage{Model: string(part.GetStringBytes("model")), Usage: v.usageOf(part)}
			a.Usage.US, a.Usage.Batch = u.US, u.Batch
			advice = append(advice, a)
		}
	}
	v.text, v.last, v.advice = append(v.text[:0], b...), *u, advice
	return advice, true, v.whole
}

// usageOf reads token counts, any of which may be null. The split cache write counts are used if
// they are larger than the flat field: FORMAT.md, "message.usage".
func (v *values) usageOf(o *fastjson.Value) Usage {
	u := Usage{
		Input:        v.count(o.Get("input_tokens")),
		Output:       v.count(o.Get("output_tokens")),
		CacheRead:    v.count(o.Get("cache_read_input_tokens")),
		CacheWrite5m: v.count(o.Get("cache_creation", "ephemeral_5m_input_tokens")),
		CacheWrite1h: v.count(o.Get("cache_creation", "ephemeral_1h_input_tokens")),
		Thinking:     v.count(o.Get("output_tokens_details", "thinking_tokens")),
		WebSearches:  v.count(o.Get("server_tool_use", "web_search_requests")),
		WebFetches:   v.count(o.Get("server_tool_use", "web_fetch_requests")),
		Fast:         string(o.GetStringBytes("speed")) == "fast",
		US:           string(o.GetStringBytes("inference_geo")) == "us",
		Batch:        string(o.GetStringBytes("service_tier")) == "batch",
	}
	flat := v.count(o.Get("cache_creation_input_tokens"))
	u.CacheWrite5m += max(0, flat-u.CacheWrite5m-u.CacheWrite1h)
	return u
}

// count reads a number of tokens, however it is written. A value that is not a whole, valid
// number counts as missing.
func (v *values) count(x *fastjson.Value) int64 {
	if x == nil || x.Type() == fastjson.TypeNull {
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
