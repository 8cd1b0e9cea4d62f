// Package price converts tokens, a model and a date into money: what the tokens would have
// cost at the public API price of that day. Subscribers pay differently, so this is an
// equivalent.
//
// In: the usage of one response, its model and its time. Out: the cost in USD by purpose, a
// [Split]. Invariants: the cost of a response is the sum of its Split; a model that is not in
// the table has no price, and nothing is guessed from the names of similar models; a [Table]
// never changes.
//
// The prices are in prices.tsv, whose header describes its columns. A table of the same
// format can override it:
//
//	mine, err := price.Parse(text)
//	table := price.Default().With(mine)
package price

import (
	_ "embed"
	"iter"
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
	from, until int64 // ms since 1970; until 0 means forever
	above       int64 // the row applies to prompts of more tokens than this, 0 to any prompt
	fast        bool
	rate        Rate
}

// A Table holds the rates of models over time.
type Table struct {
	Name string // stands beside the costs; "" for the built-in table
	rows map[string][]row
}

// Default parses the built-in table.
func Default() *Table {
	t, err := Parse(prices)
	if err != nil {
		panic("price: the built-in table is broken: " + err.Error())
	}
	return t
}

// Parse parses a table in the format of prices.tsv. The error is an [*Error].
func Parse(text string) (*Table, error) {
	t := &Table{rows: map[string][]row{}}
	for n, f := range tableRows(text) {
		r, err := parseRow(f)
		if err != nil {
			err.Line = n
			return nil, err
		}
		t.rows[Family(f[0])] = append(t.rows[Family(f[0])], r)
	}
	return t, nil
}

// tableRows iterates over the rows of a table of this package: their line, from 1, and columns.
func tableRows(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		for n, line := range strings.Split(text, "\n") {
			line = strings.TrimSuffix(line, "\r")
			if line != "" && line[0] != '#' && !yield(n+1, strings.Split(line, "\t")) {
				return
			}
		}
	}
}

// parseRow parses the columns of a row. The error has no line.
func parseRow(f []string) (r row, err *Error) {
	if len(f) < Columns {
		return r, &Error{Code: TooFewColumns, Column: len(f)}
	}
	if r.from, err = day(f, 1); err != nil {
		return r, err
	}
	if r.until, err = day(f, 2); err != nil {
		return r, err
	}
	for i, rate := range []struct {
		to    *float64
		share float64 // of the input rate, if the column is "-"; 0 requires a number
	}{{&r.rate.Input, 0}, {&r.rate.Write5m, 1.25}, {&r.rate.Write1h, 2}, {&r.rate.Read, 0.1}, {&r.rate.Output, 0}} {
		if f[3+i] == "-" && rate.share > 0 {
			*rate.to = rate.share * r.rate.Input
			continue
		}
		usd, failed := strconv.ParseFloat(f[3+i], 64)
		if failed != nil || !(usd >= 0 && usd < 1e6) {
			return r, invalid(InvalidPrice, f, 3+i)
		}
		*rate.to = usd
	}
	switch above, long := strings.CutPrefix(f[8], ">"); {
	case f[8] == "fast":
		r.fast = true
	case long:
		tokens, failed := strconv.ParseInt(above, 10, 64)
		if failed != nil || tokens <= 0 {
			return r, invalid(InvalidTier, f, 8)
		}
		r.above = tokens
	case f[8] != "-":
		return r, invalid(InvalidTier, f, 8)
	}
	return r, nil
}

// day parses a column with a date in UTC, and returns 0 for "-".
func day(f []string, column int) (int64, *Error) {
	at := record.ParseTime([]byte(f[column] + "T00:00:00Z"))
	if at == 0 && f[column] != "-" {
		return 0, invalid(InvalidDate, f, column)
	}
	return at, nil
}

// With returns a table with the name of other, in which the rows of other replace those of the same models.
func (t *Table) With(other *Table) *Table {
	both := &Table{Name: other.Name, rows: map[string][]row{}}
	for _, from := range []*Table{t, other} {
		for model, rows := range from.rows {
			both.rows[model] = rows
		}
	}
	return both
}

// webSearch is in USD per request: FORMAT.md, "Price structure needed".
const webSearch = 0.01

// A Split is a cost in USD by purpose.
type Split struct {
	Input, CacheWrite, CacheRead, Output, Searches float64
}

// Sum returns the total cost.
func (s *Split) Sum() float64 { return s.Input + s.CacheWrite + s.CacheRead + s.Output + s.Searches }

// Add adds the costs of other.
func (s *Split) Add(other *Split) {
	s.Input += other.Input
	s.CacheWrite += other.CacheWrite
	s.CacheRead += other.CacheRead
	s.Output += other.Output
	s.Searches += other.Searches
}

// Cost returns the cost of one API response in USD: the sum of its [Table.Split].
func (t *Table) Cost(model string, at int64, u record.Usage) (usd float64, ok bool) {
	split, ok := t.Split(model, at, u)
	return split.Sum(), ok
}

// Split returns the cost of one API response at its own time (ms since 1970; at today's
// prices if it is 0). ok is false if the table has no price.
//
// A prompt over a tier's limit is charged at that tier's rates for the whole request; fast
// mode takes precedence over it. A model without a price for fast mode has no price in that
// mode.
func (t *Table) Split(model string, at int64, u record.Usage) (split Split, ok bool) {
	var best *row
	rows := t.rows[Family(model)]
	for i := range rows {
		r := &rows[i]
		if at > 0 && r.from > at || r.until > 0 && (at == 0 || at >= r.until) || r.fast != u.Fast {
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
		return split, false
	}
	r, share := best.rate, 1.0
	if u.US {
		share *= 1.1
	}
	if u.Batch {
		share *= 0.5
	}
	return Split{
		Input:      float64(u.Input) * r.Input / 1e6 * share,
		CacheWrite: (float64(u.CacheWrite5m)*r.Write5m + float64(u.CacheWrite1h)*r.Write1h) / 1e6 * share,
		CacheRead:  float64(u.CacheRead) * r.Read / 1e6 * share,
		Output:     float64(u.Output) * r.Output / 1e6 * share,
		Searches:   float64(u.WebSearches) * webSearch,
	}, true
}

// Family reduces a model id to the name used in the price table: without the provider
// prefix, and without the date, revision and context mark suffixes.
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

// isDigits reports whether s consists of digits.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
