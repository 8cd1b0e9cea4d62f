package price_test

import (
	"fmt"
	"math"
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
		{"web searches", "claude-opus-4-7", "2026-05-01", record.Usage{WebSearches: 3}, .03},
	} {
		got, ok := table.Cost(c.model, ms(c.day), c.usage)
		if !ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v %v, want %v", c.name, got, ok, c.want)
		}
	}
	for _, model := range []string{"claude-fable-5-2", "gpt-9", "", "claude-opus-4-7-preview"} {
		if usd, ok := table.Cost(model, ms("2026-11-01"), million); ok {
			t.Errorf("%q has no price, but cost %v", model, usd)
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

func TestParseNamesTheLine(t *testing.T) {
	for _, text := range []string{"a\tb", "m\t-\t-\t1\t1\t1\tx\t1\t-\t-", "m\t-\t-\t1\t1\t1\t1\t1\t>many\t-"} {
		if _, err := price.Parse("# head\n" + text); err == nil || err.Error()[:6] != "line 2" {
			t.Errorf("Parse(%q) = %v", text, err)
		}
	}
}

func ExampleTable_Cost() {
	usd, ok := price.Default().Cost("claude-opus-4-7", 1777637000000, record.Usage{Input: 200, CacheRead: 40_000, Output: 1_000})
	fmt.Printf("%.4f %v\n", usd, ok)
	// Output: 0.0460 true
}
