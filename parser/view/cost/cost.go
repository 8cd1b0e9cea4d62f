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
