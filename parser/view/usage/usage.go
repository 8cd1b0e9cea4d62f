// Package usage answers where the tokens and the money of a session went: by model, turn, agent and
// tool, and over time.
//
// In: the responses of a session, each of which counts once, and a table of prices. Out: sums, pages
// of sorted lines, and columns for plots. Invariant: the lines of each table add up to the figures
// of the session.
package usage

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
)

// MaxLines is the maximum number of table lines in one answer.
const MaxLines = 200

// Usage returns the usage figures of a session.
func (p *Pane) Usage(session int) protocol.UsageFigures {
	s := p.rows.Store.Session(session)
	if s == nil {
		return protocol.UsageFigures{}
	}
	a := p.accounts(s)
	b := &a.usage
	out := protocol.UsageFigures{
		Responses: b.Responses, Usage: cost.Usage(&b.Usage), Cost: cost.Of(b), UnderReported: cost.UnderReported(b),
		Split: protocol.CostSplit{Input: b.Split.Input, CacheWrite: b.Split.CacheWrite, CacheRead: b.Split.CacheRead,
			Output: b.Split.Output, Searches: b.Split.Searches},
		Facts: FactsOf(s), Turns: len(a.turns), Agents: len(a.agents) + 1, Calls: a.calls,
		Reported: a.reported, Unreported: a.unreported, Unlinked: a.unlinked.Line(),
		Recorded: cost.Recorded(s.Recorded(b)), Totals: cost.Totals(s, b), Models: []protocol.ModelLine{},
	}
	windows := p.windowsOf(a)
	lines := map[protocol.ModelUse]protocol.ModelLine{} // by model and whether it is priced
	for i := range b.Models {
		m := &b.Models[i]
		window := float64(windows[m.Model])
		line := protocol.ModelLine{Low: m.Placeholders, Window: protocol.OrNull(window, window > 0)}
		if i < len(a.models) {
			line.Key = a.models[i].key()
		}
		lines[protocol.ModelUse{Model: m.Model, Priced: m.Priced}] = line
	}
	for _, m := range cost.Models(b) {
		line := lines[protocol.ModelUse{Model: m.Model, Priced: m.Priced}]
		line.Use = m
		out.Models = append(out.Models, line)
	}
	out.Work, out.Untimed = cost.Work(s.Main)
	out.Compactions = len(s.Main.Restarts())
	return out
}

// A Sorting is the order of a table by the numbers in a column. Lines with equal numbers are
// in session order, whatever the direction. An unknown number is the smallest.
type Sorting struct {
	Column string // "cost", "output", …; any other name means session order
	Down   bool   // largest number first, else smallest first
}

// An orders value holds the last requested orders of a table, such as the one on the screen
// and one that is being saved. They are kept for its other pages as long as its accounts,
// because the sort values change while files are being read.
type orders [3]ordered

// An ordered is a table in one order.
type ordered struct {
	by       Sorting
	places   []int
	revision int // unique; 0 for none
}

// in returns the order of n lines, which it computes if it is not cached. value returns the
// value of a line in the column.
func (o *orders) in(p *Pane, by Sorting, n int, value func(i int) float64) *ordered {
	first := &o[0] // the oldest one
	for i := range o {
		one := &o[i]
		if one.revision > 0 && one.by == by {
			return one
		}
		if one.revision < first.revision {
			first = one
		}
	}
	p.built++
	*first = ordered{by, by.order(n, value), p.built}
	return first
}

// order returns the indexes of the lines in sorted order.
func (o Sorting) order(n int, value func(i int) float64) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := value(list[i]), value(list[j])
		if o.Down {
			return a > b
		}
		return a < b
	})
	return list
}

// valueOrMin returns a number to sort by: an unknown one is the smallest.
func valueOrMin[T int | float64](n *T) float64 {
	if n == nil {
		return -1
	}
	return float64(*n)
}

// column returns the value of a part of the usage in a column.
func column(part *cost.Total, name string) (value float64, ok bool) {
	switch name {
	case "cost":
		return part.USD, true
	case "responses":
		return float64(part.Responses), true
	case "calls":
		return float64(part.Calls), true
	case "input":
		return float64(part.Usage.Input), true
	case "cacheRead":
		return float64(part.Usage.CacheRead), true
	case "cacheWrite":
		return float64(part.Usage.CacheWrite5m + part.Usage.CacheWrite1h), true
	case "output":
		return float64(part.Usage.Output), true
	}
	return 0, false
}

func pageOf(order []int, from, count int) []int {
	from = min(max(from, 0), len(order))
	return order[from : from+min(max(count, 0), MaxLines, len(order)-from)]
}

// Turns returns at most [MaxLines] turns, starting at the index from. It returns fewer
// if reading their first words takes too many reads of the files.
func (p *Pane) Turns(session int, by Sorting, from, count int) protocol.TurnPage {
	page := protocol.TurnPage{Lines: []protocol.TurnLine{}}
	s := p.rows.Store.Session(session)
	if s == nil {
		return page
	}
	a := p.accounts(s)
	order := a.byTurn.in(p, by, len(a.turns), func(i int) float64 {
		if value, ok := column(&a.turns[i], by.Column); ok {
			return value
		}
		if by.Column == "duration" {
			return valueOrMin(turnTook(&s.Main.Turns[i]))
		}
		return float64(i)
	})
	page.Total, page.Revision = len(a.turns), order.revision
	reads := p.rows.Source.Reads()
	for _, i := range pageOf(order.places, from, count) {
		if p.rows.Source.Reads()-reads >= rows.MaxPageReads {
			break
		}
		page.Lines = append(page.Lines, p.turnLine(a, i))
	}
	return page
}

// turnTook returns the duration of a turn in ms, or nil if it is unknown.
func turnTook(t *parser.Turn) *float64 { return protocol.OrNull(cost.TurnDuration(t)) }

func (p *Pane) turnLine(a *accounts, i int) protocol.TurnLine {
	c := a.session.Main
	t := &c.Turns[i]
	line := protocol.TurnLine{Number: int(t.Prompt), Event: t.Event, Branch: t.Branch > 0, Time: float64(t.Start),
		Duration: turnTook(t),
		Calls:    a.turns[i].Calls, Used: a.turns[i].Line(), Agents: a.ofAgent[i]}
	if int(t.First) >= len(c.Items) {
		return line
	}
	item := &c.Items[t.First]
	line.Key = rows.ItemKey(c.File, item)
	line.Words, line.Flavor = p.rows.Titles.Turn(a.session, int32(i))
	return line
}

// Agents returns the main conversation and the agents, at most [MaxLines], starting at
// the index from. It returns fewer if reading their names takes too many reads of the files.
// Session order is by start time, the main conversation first.
func (p *Pane) Agents(session int, by Sorting, from, count int) protocol.AgentPage {
	page := protocol.AgentPage{Lines: []protocol.AgentLine{}}
	s := p.rows.Store.Session(session)
	if s == nil {
		return page
	}
	a := p.accounts(s)
	invocations := s.AgentInvocations()
	order := a.byAgent.in(p, by, len(a.agents)+1, func(i int) float64 {
		used := &a.main
		if i > 0 {
			used = &a.agents[i-1].Total
		}
		if by.Column == "calls" && i > 0 {
			return valueOrMin(a.agentCalls(i - 1))
		}
		if value, ok := column(used, by.Column); ok {
			return value
		}
		switch {
		case by.Column == "duration" && i == 0:
			return valueOrMin(spanOf(s.Main))
		case by.Column == "duration":
			return valueOrMin(a.agentTook(i - 1))
		case i == 0:
			return -1
		}
		if at := startOf(a.who[i-1]); at > 0 {
			return float64(at)
		}
		return 1 << 53 // those without a time come last
	})
	page.Total, page.Revision = len(a.agents)+1, order.revision
	reads := p.rows.Source.Reads()
	for _, i := range pageOf(order.places, from, count) {
		if p.rows.Source.Reads()-reads >= rows.MaxPageReads {
			break
		}
		if i == 0 {
			page.Lines = append(page.Lines, protocol.AgentLine{Kind: "main", Key: firstOf(s.Main), Time: float64(s.Main.Start),
				Duration: spanOf(s.Main), Calls: new(a.main.Calls), Used: a.main.Line()})
			continue
		}
		page.Lines = append(page.Lines, p.agentLine(a, invocations, i-1))
	}
	return page
}

func (p *Pane) agentLine(a *accounts, invocations *parser.AgentInvocations, i int) protocol.AgentLine {
	agent := a.who[i]
	line := protocol.AgentLine{Kind: "agent", Time: float64(startOf(agent)), Duration: a.agentTook(i), Calls: a.agentCalls(i),
		Used:    a.agents[i].Line(),
		Missing: agent.Conv == nil}
	if agent.Internal {
		line.Kind = "internal"
	}
	line.Name, line.Task = p.rows.Agents.Name(agent)
	line.Name, line.Task = source.OneLine(line.Name, 80), source.OneLine(line.Task, 160)
	if turn, ok := invocations.Turn(invocations.First(agent)); ok {
		line.Prompt = rows.NumbersOf(a.session.Main, turn).Prompt
	}
	if f := agent.Call.File; f != nil {
		use := agent.Call.Call()
		line.Key = rows.KeyOf(f, use.Use, use.UseBlock)
	} else if agent.Conv != nil {
		line.Key = firstOf(agent.Conv)
	}
	return line
}

// startOf returns when an agent began, in ms since 1970, or 0 if unknown. Without records,
// that is the time of its call.
func startOf(a *parser.Agent) int64 {
	if a.Conv == nil {
		return rows.CalledAt(a)
	}
	return a.Start()
}

func firstOf(c *parser.Conversation) string {
	if c.FirstMessage < 0 {
		return ""
	}
	return rows.RecordKey(c.File, c.FirstMessage)
}

// spanOf returns the ms from the first record of a conversation to the last, or nil if they
// are unknown.
func spanOf(c *parser.Conversation) *float64 {
	if c == nil || c.Start <= 0 || c.End < c.Start {
		return nil
	}
	return new(float64(c.End - c.Start))
}

// Tools lists the tools, those with the most calls first.
func (p *Pane) Tools(session int) []protocol.ToolLine {
	s := p.rows.Store.Session(session)
	if s == nil {
		return nil
	}
	a := p.accounts(s)
	list := make([]protocol.ToolLine, 0, len(a.tools))
	for i := range a.tools {
		list = append(list, a.tools[i].line())
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Calls > list[j].Calls })
	return list
}
