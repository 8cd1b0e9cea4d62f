package record

import (
	"bytes"

	"github.com/valyala/fastjson"
)

// values reads the small objects of a record whose every number counts. The last
// one is kept: all records of a response mostly have the same.
type values struct {
	parser fastjson.Parser
	text   []byte // of the last one
	last   Usage
	advice []Advice
}

// maxUsage bounds what fastjson is given: real objects have 1 kB, and it can
// take 200 times the bytes of an array of numbers.
const maxUsage = 64 << 10

// integer gives the whole number at b[at], of a float its whole part, 0 for
// anything else.
func integer(b []byte, at int) int64 {
	negative := false
	if at < len(b) && b[at] == '-' {
		negative = true
		at++
	}
	var n int64
	for at < len(b) && b[at] >= '0' && b[at] <= '9' && n < 1<<53 {
		n = n*10 + int64(b[at]-'0')
		at++
	}
	if negative {
		return -n
	}
	return n
}

// amount reads what cannot be negative, -1 where there is no such number.
func amount(b []byte, at int) int64 {
	if at < len(b) && b[at] >= '0' && b[at] <= '9' {
		return integer(b, at)
	}
	return -1
}

// usage reads an object of token counts, and what advisors used besides.
func (v *values) usage(b []byte, u *Usage) (advice []Advice, ok bool) {
	if len(b) > maxUsage {
		return nil, false
	}
	if len(v.text) > 0 && bytes.Equal(b, v.text) {
		*u = v.last
		return v.advice, true
	}
	o, err := v.parser.ParseBytes(b)
	if err != nil || o.Type() != fastjson.TypeObject {
		return nil, false
	}
	*u = usageOf(o)
	// The other iterations are the parts of what the top level sums up.
	for _, part := range o.GetArray("iterations") {
		if string(part.GetStringBytes("type")) == "advisor_message" {
			a := Advice{string(part.GetStringBytes("model")), usageOf(part)}
			a.Usage.US, a.Usage.Batch = u.US, u.Batch
			advice = append(advice, a)
		}
	}
	v.text, v.last, v.advice = append(v.text[:0], b...), *u, advice
	return advice, true
}

// usageOf reads token counts, of which any may be null. The split of the cache
// writes counts where it is larger than the flat field: FORMAT.md,
// "message.usage".
func usageOf(o *fastjson.Value) Usage {
	u := Usage{
		Input:        count(o, "input_tokens"),
		Output:       count(o, "output_tokens"),
		CacheRead:    count(o, "cache_read_input_tokens"),
		CacheWrite5m: count(o, "cache_creation", "ephemeral_5m_input_tokens"),
		CacheWrite1h: count(o, "cache_creation", "ephemeral_1h_input_tokens"),
		Thinking:     count(o, "output_tokens_details", "thinking_tokens"),
		WebSearches:  count(o, "server_tool_use", "web_search_requests"),
		WebFetches:   count(o, "server_tool_use", "web_fetch_requests"),
		Fast:         string(o.GetStringBytes("speed")) == "fast",
		US:           string(o.GetStringBytes("inference_geo")) == "us",
		Batch:        string(o.GetStringBytes("service_tier")) == "batch",
	}
	if flat := count(o, "cache_creation_input_tokens"); flat > u.CacheWrite5m+u.CacheWrite1h {
		u.CacheWrite5m += flat - u.CacheWrite5m - u.CacheWrite1h
	}
	return u
}

// count reads a number of tokens; a negative or broken one is none.
func count(o *fastjson.Value, keys ...string) int64 {
	n := o.GetInt64(keys...)
	if n < 0 || n > 1<<40 {
		return 0
	}
	return n
}
