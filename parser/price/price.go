// Package price turns tokens, a model and a date into money: what the tokens
// would have cost at the public API price of that day. Subscribers pay another
// way; it is an equivalent.
//
// The prices stand in prices.tsv. A model that is not in the table has no
// price: no guess is made from the names of its relatives.
package price

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"unspool/parser/record"
)

//go:embed prices.tsv
var prices string

// A Rate is USD per million tokens.
type Rate struct {
	Input, Write5m, Write1h, Read, Output float64
}

// A row is the rate of a model in a period and a tier.
type row struct {
	from, until int64 // ms since 1970; until 0 is for ever
	above       int64 // prompt tokens above which the row holds, 0 for any prompt
	fast        bool
	rate        Rate
}

// A Table holds the rates of models over time.
type Table struct{ rows map[string][]row }

// Default reads the built-in table.
func Default() *Table {
	t, err := Parse(prices)
	if err != nil {
		panic("price: the built-in table is broken: " + err.Error())
	}
	return t
}

// Parse reads a table in the form of prices.tsv.
func Parse(text string) (*Table, error) {
	t := &Table{rows: map[string][]row{}}
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 10 {
			return nil, fmt.Errorf("line %d: %d columns, want 10", n+1, len(f))
		}
		r := row{from: day(f[1]), until: day(f[2]), fast: f[8] == "fast"}
		if above, ok := strings.CutPrefix(f[8], ">"); ok {
			tokens, err := strconv.ParseInt(above, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: tier: %w", n+1, err)
			}
			r.above = tokens
		}
		for i, rate := range []*float64{&r.rate.Input, &r.rate.Write5m, &r.rate.Write1h, &r.rate.Read, &r.rate.Output} {
			usd, err := strconv.ParseFloat(f[3+i], 64)
			if err != nil {
				return nil, fmt.Errorf("line %d, column %d: %w", n+1, 4+i, err)
			}
			*rate = usd
		}
		t.rows[f[0]] = append(t.rows[f[0]], r)
	}
	return t, nil
}

func day(s string) int64 {
	return record.ParseTime([]byte(s + "T00:00:00Z"))
}

// webSearch is USD a request: format.md, "Price structure needed".
const webSearch = 0.01

// Cost is what one API response cost in USD at its own time (ms since 1970).
// ok is false where the model has no price in the table.
//
// A prompt over a tier's limit costs that tier's rates for the whole request;
// fast mode wins over it.
func (t *Table) Cost(model string, at int64, u record.Usage) (usd float64, ok bool) {
	var best *row
	rows := t.rows[Family(model)]
	for i := range rows {
		r := &rows[i]
		if r.from > at || r.until > 0 && at >= r.until || r.fast != u.Fast {
			continue
		}
		if r.above > 0 && u.Context() <= r.above {
			continue
		}
		if best == nil || r.above > best.above {
			best = r
		}
	}
	if best == nil {
		return 0, false
	}
	r := best.rate
	usd = (float64(u.Input)*r.Input + float64(u.CacheWrite5m)*r.Write5m + float64(u.CacheWrite1h)*r.Write1h +
		float64(u.CacheRead)*r.Read + float64(u.Output)*r.Output) / 1e6
	if u.US {
		usd *= 1.1
	}
	return usd + float64(u.WebSearches)*webSearch, true
}

// Family reduces a model id to the name that prices go by: without the
// provider in front, the date, the revision and the context mark behind.
func Family(model string) string {
	if i := strings.LastIndexByte(model, '/'); i >= 0 {
		model = model[i+1:]
	}
	if i := strings.Index(model, "anthropic."); i >= 0 {
		model = model[i+len("anthropic."):]
	}
	model, _, _ = strings.Cut(model, "[")
	model, _, _ = strings.Cut(model, "@")
	model, _, _ = strings.Cut(model, ":")
	model = strings.TrimSuffix(model, "-latest")
	if i := strings.LastIndex(model, "-v"); i > 0 && isDigits(model[i+2:]) {
		model = model[:i]
	}
	if i := len(model) - 9; i > 0 && model[i] == '-' && isDigits(model[i+1:]) {
		model = model[:i]
	}
	return strings.TrimPrefix(model, "claude-")
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
