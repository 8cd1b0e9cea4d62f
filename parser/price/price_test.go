package price_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"unspool/parser/price"
	"unspool/parser/record"
)

func ms(day string) int64 { return record.ParseTime([]byte(day + "T12:00:00.000Z")) }

func TestCost(t *testing.T) {
	table := price.Default()
	million := record.Usage{Input: 1e6}
	for _, c := range []struct {
		name, model, day string
		usage            record.Usage
		want             float64
	}{
		{"input", "claude-opus-4-7", "2026-05-01", million, 5},
		{"all kinds", "claude-opus-4-7", "2026-05-01", record.Usage{Input: 1e6, Output: 1e6, CacheRead: 1e6, CacheWrite5m: 1e6, CacheWrite1h: 1e6}, 5 + 25 + .5 + 6.25 + 10},
		{"read before the cut", "claude-sonnet-5-5", "2026-10-06", record.Usage{CacheRead: 1e6}, .2},
		{"read after the cut", "claude-sonnet-5-5", "2026-10-07", record.Usage{CacheRead: 1e6}, .1},
		{"at the tier", "claude-haiku-5-5", "2026-11-01", record.Usage{Input: 100_000, Output: 1e6}, .01 + .5},
		{"over the tier", "claude-haiku-5-5", "2026-11-01", record.Usage{Input: 100_001, Output: 1e6}, .0500005 + 2.5},
		{"long prompts until March", "claude-sonnet-4-6", "2026-03-12", record.Usage{CacheRead: 300_000}, .18},
		{"long prompts after", "claude-sonnet-4-6", "2026-03-14", record.Usage{CacheRead: 300_000}, .09},
		{"fast", "claude-opus-4-7", "2026-05-01", record.Usage{Input: 1e6, Fast: true}, 30},
		{"in the US", "claude-opus-4-7", "2026-05-01", record.Usage{Input: 1e6, US: true}, 5.5},
		{"in the US, a batch", "claude-opus-4-7", "2026-05-01", record.Usage{Input: 1e6, US: true, Batch: true}, 2.75},
		{"fast wins over long", "claude-opus-4-6", "2026-03-01", record.Usage{Input: 300_000, Fast: true}, 9},
		{"thinking is in the output", "claude-opus-4-7", "2026-05-01", record.Usage{Output: 1e6, Thinking: 900_000}, 25},
		{"the cache makes a prompt long", "claude-haiku-5-5", "2026-11-01", record.Usage{Input: 1, CacheRead: 50_000, CacheWrite5m: 50_000}, .0000005 + .0025 + .03125},
		{"a context mark is no tier", "claude-sonnet-5-5[1m]", "2026-11-01", record.Usage{Input: 300_000}, .6},
		{"web searches", "claude-opus-4-7", "2026-05-01", record.Usage{WebSearches: 3}, .03},
	} {
		got, ok := table.Cost(c.model, ms(c.day), c.usage)
		if !ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v %v, want %v", c.name, got, ok, c.want)
		}
	}
	for _, model := range []string{"claude-fable-5-2", "gpt-9", "", "claude-opus-4-7-preview", "claude-fable-5-1-mini", "claude-opus"} {
		if usd, ok := table.Cost(model, ms("2026-11-01"), million); ok {
			t.Errorf("%q has no price, but cost %v", model, usd)
		}
	}
}

// TestNoTime checks that today's prices count if no time is recorded.
func TestNoTime(t *testing.T) {
	got, ok := price.Default().Cost("claude-sonnet-5-5", 0, record.Usage{CacheRead: 1e6})
	if !ok || got != .1 {
		t.Errorf("%v %v", got, ok)
	}
}

func TestFastWithoutPrice(t *testing.T) {
	if usd, ok := price.Default().Cost("claude-sonnet-5-5", ms("2026-11-01"), record.Usage{Input: 1, Fast: true}); ok {
		t.Errorf("sonnet 5.5 has no fast price, but cost %v", usd)
	}
}

func TestWith(t *testing.T) {
	mine, err := price.Parse("# mine\nclaude-fable-5-2\t-\t-\t10\t-\t-\t0.25\t50\t-\tguess\t2026-11-20\r\nopus-4-7\t-\t-\t1\t-\t-\t-\t2\t-\n")
	if err != nil {
		t.Fatal(err)
	}
	table := price.Default().With(mine)
	for _, c := range []struct {
		model string
		usage record.Usage
		want  float64
	}{
		{"claude-fable-5-2", record.Usage{Input: 1e6, CacheWrite5m: 1e6, CacheWrite1h: 1e6, CacheRead: 1e6}, 10 + 12.5 + 20 + .25},
		{"claude-opus-4-7", record.Usage{Input: 1e6, CacheRead: 1e6, Output: 1e6}, 1 + .1 + 2},
		{"claude-opus-4-8", record.Usage{Input: 1e6}, 5},
	} {
		if got, ok := table.Cost(c.model, ms("2026-11-01"), c.usage); !ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v %v, want %v", c.model, got, ok, c.want)
		}
	}
	if _, ok := table.Cost("claude-opus-4-7", ms("2026-11-01"), record.Usage{Input: 1, Fast: true}); ok {
		t.Error("rows of mine should replace all rows of a model")
	}
	if usd, _ := price.Default().Cost("claude-opus-4-7", ms("2026-11-01"), record.Usage{Input: 1e6}); usd != 5 {
		t.Errorf("the default table changed: %v", usd)
	}
}

// TestSources checks that every built-in row names its source and date.
func TestSources(t *testing.T) {
	text, err := os.ReadFile("prices.tsv")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n# model\t")
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 11 || !strings.Contains(head, "#   "+f[9]+" ") || record.ParseTime([]byte(f[10]+"T00:00:00Z")) == 0 {
			t.Errorf("line %d: no source or date: %q", n+1, line)
		}
	}
}

func TestFamily(t *testing.T) {
	for _, id := range []string{
		"claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
		"anthropic/claude-sonnet-4-5", "claude-sonnet-4-5@20250929", "claude-sonnet-4-5[1m]", "claude-sonnet-4-5-latest",
	} {
		if got := price.Family(id); got != "sonnet-4-5" {
			t.Errorf("Family(%q) = %q", id, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		row  string
		want price.Error
		text string
	}{
		{"a\tb", price.Error{Code: price.TooFewColumns, Column: 2}, "line 2: only 2 columns, want at least 9"},
		{"m\tMay\t-\t1\t1\t1\t1\t1\t-", price.Error{Code: price.InvalidDate, Column: 2, Value: "May"},
			`line 2, column 2: "May" is not a date, such as 2026-01-31, or "-"`},
		{"m\t-\tMay\t1\t1\t1\t1\t1\t-", price.Error{Code: price.InvalidDate, Column: 3, Value: "May"},
			`line 2, column 3: "May" is not a date, such as 2026-01-31, or "-"`},
		{"m\t-\t-\t-\t1\t1\t1\t1\t-", price.Error{Code: price.InvalidPrice, Column: 4, Value: "-"},
			`line 2, column 4: "-" is not a price in USD per million tokens`},
		{"m\t-\t-\t1\t1\t1\tx\t1\t-", price.Error{Code: price.InvalidPrice, Column: 7, Value: "x"},
			`line 2, column 7: "x" is not a price in USD per million tokens`},
		{"m\t-\t-\t1\t1\t1\t1\tNaN\t-", price.Error{Code: price.InvalidPrice, Column: 8, Value: "NaN"},
			`line 2, column 8: "NaN" is not a price in USD per million tokens`},
		{"m\t-\t-\t1\t1\t1\t1\t-1\t-", price.Error{Code: price.InvalidPrice, Column: 8, Value: "-1"},
			`line 2, column 8: "-1" is not a price in USD per million tokens`},
		{"m\t-\t-\t1\t1\t1\t1\t1\t>many", price.Error{Code: price.InvalidTier, Column: 9, Value: ">many"},
			`line 2, column 9: ">many" is not a tier: "-", "fast", or such as ">200000"`},
		{"m\t-\t-\t1\t1\t1\t1\t1\tslow", price.Error{Code: price.InvalidTier, Column: 9, Value: "slow"},
			`line 2, column 9: "slow" is not a tier: "-", "fast", or such as ">200000"`},
		{"m\t-\t-\t1\t1\t1\t1\t1\t" + strings.Repeat("ä", 30), price.Error{Code: price.InvalidTier, Column: 9, Value: strings.Repeat("ä", 20)},
			`line 2, column 9: "` + strings.Repeat("ä", 20) + `" is not a tier: "-", "fast", or such as ">200000"`},
	}
	for _, test := range tests {
		_, err := price.Parse("# head\n" + test.row)
		var got *price.Error
		if !errors.As(err, &got) {
			t.Errorf("%q: error %v", test.row, err)
			continue
		}
		if test.want.Line = 2; *got != test.want || err.Error() != test.text {
			t.Errorf("%q: error %+v: %v\nwant %+v: %s", test.row, *got, err, test.want, test.text)
		}
	}
}

func ExampleTable_Cost() {
	usd, ok := price.Default().Cost("claude-opus-4-7", 1777637000000, record.Usage{Input: 200, CacheRead: 40_000, Output: 1_000})
	fmt.Printf("%.4f %v\n", usd, ok)
	// Output: 0.0460 true
}
