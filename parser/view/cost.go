package view

import (
	"sort"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
)

func usageOf(u *record.Usage) protocol.Usage {
	return protocol.Usage{
		Input: float64(u.Input), Output: float64(u.Output), CacheRead: float64(u.CacheRead),
		CacheWrite5m: float64(u.CacheWrite5m), CacheWrite1h: float64(u.CacheWrite1h),
		Thinking: float64(u.Thinking), WebSearches: float64(u.WebSearches), WebFetches: float64(u.WebFetches),
	}
}

func costOf(b *parser.UsageCost) protocol.Cost {
	c := protocol.Cost{USD: b.USD, Unpriced: []protocol.Unpriced{}}
	for _, m := range b.Unpriced() {
		c.Incomplete = true
		c.Unpriced = append(c.Unpriced, protocol.Unpriced{Model: m.Model, Responses: m.Responses, Tokens: float64(m.Tokens())})
	}
	return c
}

// addCost adds another cost to c.
func addCost(c *protocol.Cost, other *protocol.Cost) {
	c.USD += other.USD
	c.Incomplete = c.Incomplete || other.Incomplete
next:
	for _, m := range other.Unpriced {
		for i := range c.Unpriced {
			if x := &c.Unpriced[i]; x.Model == m.Model {
				x.Responses += m.Responses
				x.Tokens += m.Tokens
				continue next
			}
		}
		c.Unpriced = append(c.Unpriced, m)
	}
}

func underReported(b *parser.UsageCost) float64 {
	if b.Responses == 0 {
		return 0
	}
	return float64(b.Placeholders) / float64(b.Responses)
}

func models(b *parser.UsageCost) []protocol.ModelUse {
	list := []protocol.ModelUse{}
	for _, m := range b.Models {
		list = append(list, protocol.ModelUse{Model: m.Model, Responses: m.Responses, Usage: usageOf(&m.Usage), USD: m.USD, Priced: m.Priced})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		if a.USD != b.USD {
			return a.USD > b.USD
		}
		if x, y := allTokens(&a.Usage), allTokens(&b.Usage); x != y {
			return x > y
		}
		return a.Model < b.Model
	})
	return list
}

// usage returns the usage cost of a session.
func (v *rowReader) usage(s *parser.Session) *parser.UsageCost {
	sum := v.usages[s]
	if sum == nil {
		sum = &usageMemo{}
		v.usages[s] = sum
	}
	state := memo.StateOf(s)
	now := memo.Version[*price.Table]{Key: v.prices, Size: state.Usage, Growing: state.Reading}
	return sum.Get(now, usageSlack, func() *parser.UsageCost {
		usage := s.Cost(v.prices)
		return &usage
	})
}

// A usageMemo has the usage cost of a session for a price table.
type usageMemo = memo.Memo[*price.Table, *parser.UsageCost]

// usageSlack is how far sums of the usage may lag behind while files are being read: by an
// eighth.
const usageSlack = 8

// SetPrices replaces the price table.
func (v *rowReader) SetPrices(prices *price.Table) { v.prices = prices }

func factsOf(s *parser.Session) protocol.Facts {
	x := s.Facts()
	f := s.Main.File
	out := protocol.Facts{
		FirstPrompt: x.FirstPrompt, LastPrompt: x.LastPrompt, Start: float64(x.Start), End: float64(x.End),
		Versions: changes(f, x.Versions), Models: changes(f, x.ModelChanges), Branches: changes(f, x.Branches),
		Folders: changes(f, x.Folders), Permissions: changes(f, x.Permissions), Modes: changes(f, x.Modes),
		Tag: x.Tag, PullRequests: []protocol.PullRequest{}, Worktree: x.Worktree.Name, Relocated: x.Relocated,
		AgentName: x.AgentName, AgentColor: x.AgentColor, AgentSetting: x.AgentSetting, ContinuedIn: x.ContinuedIn,
	}
	if out.Worktree == "" {
		out.Worktree = x.Worktree.Path
	}
	for _, p := range x.PullRequests {
		out.PullRequests = append(out.PullRequests, protocol.PullRequest{URL: p.URL, Repository: p.Repository, Number: float64(p.Number)})
	}
	return out
}

func changes(f *parser.File, list []parser.Change) []protocol.Change {
	out := make([]protocol.Change, len(list))
	for i, c := range list {
		out[i] = protocol.Change{Value: c.Value, Key: keyOf(f, c.Record, -1), Line: int(f.Records.At(c.Record).Line), Time: float64(c.Time)}
	}
	return out
}

func addTokens(u *protocol.Usage, other *protocol.Usage) {
	u.Input += other.Input
	u.Output += other.Output
	u.CacheRead += other.CacheRead
	u.CacheWrite5m += other.CacheWrite5m
	u.CacheWrite1h += other.CacheWrite1h
	u.Thinking += other.Thinking
	u.WebSearches += other.WebSearches
	u.WebFetches += other.WebFetches
}

func allTokens(u *protocol.Usage) float64 {
	return u.Input + u.Output + u.CacheRead + u.CacheWrite5m + u.CacheWrite1h
}
