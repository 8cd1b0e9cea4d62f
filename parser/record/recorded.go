package record

import (
	"github.com/valyala/fastjson/fastfloat"

	"unspool/parser/jsonl"
)

const maxModels = 100 // maximum listed in RecordedTotals; all of them are counted

// RecordedTotals are the tokens and the cost that Claude Code added up itself: FORMAT.md,
// "Ready-made totals". Zero values mean that nothing is recorded.
type RecordedTotals struct {
	HasCost    bool
	USD        float64
	Incomplete bool // Claude Code had no price for a model (hasUnknownModelCost)

	// Usage is the sum over all models, or else that of the responses of the main loop.
	Usage  Usage
	Models []ModelFigure

	Turns int64 // requests of the main loop, as Claude Code counts them (num_turns)
}

// A ModelFigure is the part of one model in [RecordedTotals].
type ModelFigure struct {
	Model string
	Usage Usage // without the lifetime of cache writes, which count as 5 minutes
	USD   float64
	// Window is the size of the model's context in tokens, 0 if it is not recorded.
	Window int64
}

// Tokens counts tokens of all kinds.
func (t *RecordedTotals) Tokens() int64 { return t.Usage.Context() + t.Usage.Output }

// ParseTotals parses the totals in a cost-state or result record. The result ok is false if the
// record has neither a cost nor tokens.
func ParseTotals(line []byte) (t RecordedTotals, ok bool) {
	var loop, models Usage
	sum := 0.0
	s := jsonl.Trusted(line)
	s.Object(0, func(key []byte, at int) int {
		switch string(key) {
		case "totalCostUSD", "total_cost_usd", "total_cost":
			if line[at] >= '0' && line[at] <= '9' {
				t.USD, t.HasCost = dollars(line, at), true
			}
		case "hasUnknownModelCost":
			t.Incomplete = isTrue(line, at)
		case "num_turns":
			t.Turns = max(0, integer(line, at))
		case "usage":
			end := s.Skip(at)
			if end > at {
				new(values).usage(line[at:end], &loop)
			}
			return end
		case "modelUsage":
			t.Models, models, sum = nil, Usage{}, 0
			return object(&s, at, func(name []byte, at int) int {
				m := ModelFigure{Model: string(Prefix(name, 200))}
				end := m.parse(&s, at)
				models.Add(&m.Usage)
				sum += m.USD
				if len(t.Models) < maxModels {
					t.Models = append(t.Models, m)
				}
				return end
			})
		}
		return s.Skip(at)
	})
	if !t.HasCost && sum > 0 {
		t.USD, t.HasCost = sum, true
	}
	t.Usage = models
	if models.Zero() {
		t.Usage = loop
	}
	return t, t.HasCost || t.Tokens() > 0
}

// parse reads the figure at an index of a line and returns the index of its end.
func (m *ModelFigure) parse(s *jsonl.Scanner, at int) int {
	line := s.Text
	count := func(at int) int64 { return min(max(0, integer(line, at)), MaxTokens) }
	return object(s, at, func(key []byte, at int) int {
		switch string(key) {
		case "inputTokens":
			m.Usage.Input = count(at)
		case "outputTokens":
			m.Usage.Output = count(at)
		case "cacheReadInputTokens":
			m.Usage.CacheRead = count(at)
		case "cacheCreationInputTokens":
			m.Usage.CacheWrite5m = count(at)
		case "webSearchRequests":
			m.Usage.WebSearches = count(at)
		case "costUSD":
			m.USD = dollars(line, at)
		case "contextWindow":
			m.Window = count(at)
		}
		return s.Skip(at)
	})
}

// dollars reads an amount of money at line[at], or 0 for anything else.
func dollars(line []byte, at int) float64 {
	const most = 1e9
	end := at
	for end < len(line) && end < at+40 && line[end] != ',' && line[end] != '}' && line[end] != ']' && line[end] > ' ' {
		end++
	}
	usd, err := fastfloat.Parse(string(line[at:end]))
	if err != nil || !(usd > 0 && usd < most) {
		return 0
	}
	return usd
}
