package price_test

import (
	"testing"

	"unspool/parser/price"
)

func TestWindows(t *testing.T) {
	windows := price.DefaultWindows()
	for _, c := range []struct {
		model string
		most  int64
		want  int64
	}{
		{"claude-haiku-4-5-20251001", 150_000, 200_000},
		{"claude-opus-5-5", 1, 1_000_000},
		{"claude-sonnet-4-5", 200_000, 200_000},
		{"claude-sonnet-4-5", 200_001, 1_000_000},
		{"claude-sonnet-4-5[1m]", 1, 1_000_000},
		{"us.anthropic.claude-sonnet-4-5-20250929-v1:0", 1, 200_000},
		{"claude-haiku-4-5", 200_001, 0}, // more than it can be: what is known is wrong
		{"claude-haiku-4-5[1m]", 1, 200_000},
		{"claude-fable-5-2", 1, 0},
		{"glm-9", 1, 0},
		{"", 1, 0},
	} {
		if got := windows.Of(c.model, c.most); got != c.want {
			t.Errorf("%q with %d tokens has a window of %d, want %d", c.model, c.most, got, c.want)
		}
	}
}

func TestBrokenWindows(t *testing.T) {
	for _, text := range []string{"opus-5", "opus-5\tmany\t-", "opus-5\t0\t-", "opus-5\t200000\t100000", "opus-5\t200000\tx"} {
		if _, err := price.ParseWindows(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
