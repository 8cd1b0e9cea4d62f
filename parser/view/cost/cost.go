package cost

import (
	"slices"
	"sort"

	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// Usage returns token counts as they cross to the page.
func Usage(u *record.Usage) protocol.Usage {
	return protocol.Usage{
		Input: float64(u.Input), Output: float64(u.Output), CacheRead: float64(u.CacheRead),
		CacheWrite5m: float64(u.CacheWrite5m), CacheWrite1h: float64(u.CacheWrite1h),
		Thinking: float64(u.Thinking), WebSearches: float64(u.WebSearches), WebFetches: float64(u.WebFetches),
	}
}

// Of returns the cost of usage, with the models whose prices are unknown.
func Of(usage *parser.UsageCost) protocol.Cost {
	c := protocol.Cost{USD: usage.USD, Unpriced: []protocol.Unpriced{}}
	for _, m := range usage.Unpriced() {
		c.Incomplete = true
		c.Unpriced = append(c.Unpriced, protocol.Unpriced{Model: m.Model, Responses: m.Responses, Tokens: float64(m.Tokens())})
	}
	return c
}

// UnderReported returns the share of the responses whose output is recorded too low.
func UnderReported(usage *parser.UsageCost) float64 {
	return share(usage.Placeholders, usage.Responses)
}

// Models lists the usage of each model: the most expensive first, then those without a price.
func Models(usage *parser.UsageCost) []protocol.ModelUse {
	models := slices.Clone(usage.Models)
	sort.Slice(models, func(i, j int) bool {
		a, b := &models[i], &models[j]
		if a.USD != b.USD {
			return a.USD > b.USD
		}
		if x, y := a.Tokens(), b.Tokens(); x != y {
			return x > y
		}
		return a.Model < b.Model
	})
	list := make([]protocol.ModelUse, len(models))
	for i := range models {
		m := &models[i]
		list[i] = protocol.ModelUse{Model: m.Model, Responses: m.Responses, Usage: Usage(&m.Usage), USD: m.USD, Priced: m.Priced}
	}
	return list
}

// Recorded returns the totals that Claude Code itself recorded.
func Recorded(recorded []parser.Recorded) []protocol.Recorded {
	list := make([]protocol.Recorded, len(recorded))
	for i := range recorded {
		r := &recorded[i]
		list[i] = protocol.Recorded{Source: r.Source, USD: r.USD, Incomplete: r.Incomplete, Usage: Usage(&r.Usage),
			Models: make([]protocol.RecordedModel, len(r.Models)), Turns: float64(r.Turns), Duration: float64(r.DurationMs)}
		for j := range r.Models {
			m := &r.Models[j]
			list[i].Models[j] = protocol.RecordedModel{Model: m.Model, Usage: Usage(&m.Usage), USD: m.USD}
		}
	}
	return list
}

// Totals returns the figures to show for a session, given the sum of its responses.
func Totals(s *parser.Session, counted *parser.UsageCost) protocol.Totals {
	tokens, price := larger(s.Recorded(counted), counted)
	out := protocol.Totals{Usage: Usage(&counted.Usage), Cost: Of(counted), Low: UnderReported(counted), LowCost: UnderReported(counted)}
	if tokens != nil {
		out.Usage, out.Low, out.UsageFrom = Usage(&tokens.Usage), 0, tokens.Source
	}
	if price != nil {
		out.Cost = protocol.Cost{USD: price.USD, Incomplete: price.Incomplete, Unpriced: []protocol.Unpriced{}}
		out.LowCost, out.CostFrom = 0, price.Source
	}
	return out
}

// costSlack is the part of a cost by which a recorded one must be larger to count as larger: prices
// are rounded.
const costSlack = 0.01

// larger returns the recorded totals with more tokens and those with a higher cost than the
// responses add up to, nil for none. Responses may be missing from the files, lack their usage, or
// have no known price, and some requests of Claude Code are not in transcripts.
func larger(recorded []parser.Recorded, counted *parser.UsageCost) (tokens, price *parser.Recorded) {
	most, usd := counted.Tokens(), counted.USD*(1+costSlack)
	for i := range recorded {
		r := &recorded[i]
		if n := r.Tokens(); n > most {
			tokens, most = r, n
		}
		if r.USD > usd {
			price, usd = r, r.USD
		}
	}
	return tokens, price
}
