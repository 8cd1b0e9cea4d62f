package view

import (
	"sort"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/record"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/protocol"
)

// An accounts value is the usage of a session by turn, agent, model and tool, and over time.
// It is made in one pass over the responses and one over the calls.
type accounts struct {
	session  *parser.Session
	usage    parser.UsageCost
	models   []place // first response of each model, by index in usage.Models
	turns    []usageSums
	ofAgent  []float64 // cost in USD of the agents of each turn
	unlinked usageSums // usage of agents whose turn is unknown
	main     usageSums
	who      []*parser.Agent // the agents when the sums were made
	agents   []usageSums     // usage of each of these agents
	tools    []toolAccount
	calls    int
	points   []point // responses of the main conversation in file order
	minutes  map[int64]*minute

	byTurn, byAgent orders // orders of the tables of turns and of agents
}

// A pricing is what sums of the usage of a session are for.
type pricing struct {
	memo.Identity
	prices *price.Table
}

// A usageSums is the usage of a part of a session.
type usageSums struct {
	responses, unpriced, low, calls int
	usage                           record.Usage
	usd                             float64
	took                            float64 // ms, for an agent without records, -1 unknown
}

// A place is a position in a file, from which an address can be made later.
type place struct {
	file   *parser.File // nil for none
	record int32
	block  int32
}

func (p place) key() string {
	if p.file == nil {
		return ""
	}
	return keyOf(p.file, p.record, p.block)
}

// A point is the context size of a response of the main conversation.
type point struct {
	message, turn   int32
	time            int64 // ms since 1970, 0 unknown
	context, output int64 // tokens
	model           string
	low             bool // the output is recorded too low
	compacted       bool // there is a compaction between it and the previous response
}

// A minute is the usage of all responses in one minute of the clock.
type minute struct{ responses, low, output, fresh, read int64 }

func (a *usageSums) costOf() protocol.CostOf {
	return protocol.CostOf{Responses: a.responses, Usage: usageOf(&a.usage), USD: a.usd, Unpriced: a.unpriced, Low: a.low}
}

func (a *usageSums) add(c *pricedResponse) {
	a.responses++
	a.usage.Add(&c.usage.Usage)
	a.usd += c.usage.USD
	if c.unpriced {
		a.unpriced++
	}
	if c.Placeholder {
		a.low++
	}
}

// accounts returns the usage sums of a session.
func (v *rowReader) accounts(s *parser.Session) *accounts {
	state := memo.StateOf(s)
	now := memo.Version[pricing]{Key: pricing{state.Identity, v.prices}, Size: state.Records + state.Usage, Growing: state.Reading}
	return v.sessionCaches.Of(s).accounts.Get(now, usageSlack, func() *accounts {
		a := &accounts{session: s}
		a.addResponses(v)
		a.addCalls()
		return a
	})
}

func (a *accounts) addResponses(v *rowReader) {
	s := a.session
	a.turns, a.ofAgent = make([]usageSums, len(s.Main.Turns)), make([]float64, len(s.Main.Turns))
	a.who, a.agents, a.minutes = s.Agents, make([]usageSums, len(s.Agents)), map[int64]*minute{}
	segments, places := s.AgentSegments(), map[*parser.Agent]int{}
	for i, agent := range s.Agents {
		places[agent] = i
	}
	compactions := compactedAt(s.Main)
	v.pricedResponses(s, segments, func(c *pricedResponse) {
		a.addModels(v, c.Response)
		a.addMinute(c)
		if c.part != nil {
			a.agents[places[c.part.Agent]].add(c)
			if turn := segments.Turn(c.part); turn >= 0 && int(turn) < len(a.turns) {
				a.turns[turn].add(c)
				a.ofAgent[turn] += c.usage.USD
			} else {
				a.unlinked.add(c)
			}
			return
		}
		a.main.add(c)
		if !c.ours || c.File.Messages.At(c.Message).Turn < 0 {
			a.unlinked.add(c)
			return
		}
		message := c.File.Messages.At(c.Message)
		a.turns[message.Turn].add(c)
		p := point{message: c.Message, turn: message.Turn, time: c.Time, context: c.Usage.Context(),
			output: c.Usage.Output, model: c.Model, low: c.Placeholder}
		for len(compactions) > 0 && compactions[0] < message.First {
			p.compacted, compactions = true, compactions[1:]
		}
		a.points = append(a.points, p)
	})
}

// addModels adds a response to the total usage, and records the first response of each model.
func (a *accounts) addModels(v *rowReader, r *parser.Response) {
	at := place{record: -1, block: -1}
	if r.Message >= 0 {
		at.file, at.record = r.File, r.File.Messages.At(r.Message).First
	}
	a.usage.Add(v.prices, r)
	for len(a.models) < len(a.usage.Models) {
		a.models = append(a.models, at)
	}
}

func (a *accounts) addMinute(c *pricedResponse) {
	if c.Time <= 0 {
		return
	}
	const ms = 60_000
	m := a.minutes[c.Time/ms]
	if m == nil {
		m = &minute{}
		a.minutes[c.Time/ms] = m
	}
	m.responses++
	if c.Placeholder {
		m.low++
	}
	u := &c.usage.Usage
	m.output += u.Output
	m.fresh += u.Input + u.CacheWrite5m + u.CacheWrite1h
	m.read += u.CacheRead
}

// compactedAt returns the records at which segments begin.
func compactedAt(c *parser.Conversation) []int32 {
	var at []int32
	for segment := range c.Segments() {
		if segment.Opens >= 0 {
			at = append(at, segment.Opens)
		}
	}
	sort.Slice(at, func(i, j int) bool { return at[i] < at[j] })
	return at
}
