package view

import (
	"sort"

	"unspool/parser"
	"unspool/parser/record"
)

// accounts are what a session used, told apart by turn, agent, model and tool, and
// over time. One pass over the responses and one over the calls makes them.
type accounts struct {
	session *parser.Session
	bill    parser.Bill
	models  []place // of the first response, by place in bill.Models
	turns   []account
	ofAgent []float64 // USD of the agents of each turn
	loose   account   // of agents of which no turn is known
	main    account
	who     []*parser.Agent // the agents, as they were linked then
	agents  []account       // of each of them
	tools   []toolAccount
	calls   int
	points  []point // responses of the main conversation in the order of the file
	minutes map[int64]*minute

	state struct{ usage, session, restarts, records int }
	open  bool
}

// An account is what a part of a session used.
type account struct {
	responses, unpriced, low, calls int
	usage                           record.Usage
	usd                             float64
}

// A place is where something stands: an address that need not be made yet.
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

// A point is the context of a response of the main conversation.
type point struct {
	message, turn   int32
	time            int64 // ms since 1970, 0 unknown
	context, output int64 // tokens
	model           string
	low             bool // the output is recorded too low
	compacted       bool // a compaction stands between it and the one before
}

// A minute is what was used in one minute of the clock, by all responses.
type minute struct{ responses, low, output, fresh, read int64 }

func (a *account) costOf() CostOf {
	return CostOf{Responses: a.responses, Usage: usageOf(&a.usage), USD: a.usd, Unpriced: a.unpriced, Low: a.low}
}

func (a *account) add(r *parser.Response, usage *record.Usage, usd float64, unpriced bool) {
	a.responses++
	a.usage.Add(usage)
	a.usd += usd
	if unpriced {
		a.unpriced++
	}
	if r.Placeholder {
		a.low++
	}
}

// accounts adds up a session. While its files are read that is done anew only when
// there is a good deal more, as with bills.
func (v *Viewer) accounts(s *parser.Session) *accounts {
	now := &accounts{session: s}
	for _, f := range s.Files {
		now.state.usage += f.UsageRevision
		now.state.restarts += f.Restarts
		now.state.records += len(f.Records)
		now.open = now.open || !f.Closed
	}
	now.state.session = s.Revision()
	w := v.workings.of(s)
	if held := w.accounts; held != nil {
		fresh := held.state == now.state && held.open == now.open
		soon := held.open && now.open && held.state.restarts == now.state.restarts && held.state.session == now.state.session && now.state.records-held.state.records <= held.state.records/8
		if fresh || soon {
			return held
		}
	}
	now.addResponses(v)
	now.addCalls()
	w.accounts = now
	return now
}

func (a *accounts) addResponses(v *Viewer) {
	s := a.session
	a.turns, a.ofAgent = make([]account, len(s.Main.Turns)), make([]float64, len(s.Main.Turns))
	a.who, a.agents, a.minutes = s.Agents, make([]account, len(s.Agents)), map[int64]*minute{}
	stretches, places := s.Stretches(), map[*parser.Agent]int{}
	for i, agent := range s.Agents {
		places[agent] = i
	}
	unpriced := 0
	compactions := compactedAt(s.Main)
	for r := range s.Responses() {
		usage, usd, models := a.bill.Usage, a.bill.USD, len(a.bill.Models)
		a.bill.Add(v.prices, &r)
		usd = a.bill.USD - usd
		usage = less(&a.bill.Usage, &usage)
		now := unpricedResponses(&a.bill)
		without := now > unpriced
		unpriced = now
		message := (*parser.Message)(nil)
		at := place{file: r.File, record: -1, block: -1}
		if r.Message >= 0 {
			message = &r.File.Messages[r.Message]
			at.record = message.First
		} else {
			at.file = nil
		}
		for range len(a.bill.Models) - models {
			a.models = append(a.models, at)
		}
		a.addMinute(&r, &usage)
		part, ours := stretches.Of(&r)
		if part != nil {
			a.agents[places[part.Agent]].add(&r, &usage, usd, without)
			if turn := stretches.Turn(part); turn >= 0 && int(turn) < len(a.turns) {
				a.turns[turn].add(&r, &usage, usd, without)
				a.ofAgent[turn] += usd
			} else {
				a.loose.add(&r, &usage, usd, without)
			}
			continue
		}
		a.main.add(&r, &usage, usd, without)
		if !ours || message.Turn < 0 {
			a.loose.add(&r, &usage, usd, without)
			continue
		}
		a.turns[message.Turn].add(&r, &usage, usd, without)
		p := point{message: r.Message, turn: message.Turn, time: r.Time, context: r.Usage.Context(), output: r.Usage.Output, model: r.Model, low: r.Placeholder}
		for len(compactions) > 0 && compactions[0] < message.First {
			p.compacted, compactions = true, compactions[1:]
		}
		a.points = append(a.points, p)
	}
}

func (a *accounts) addMinute(r *parser.Response, u *record.Usage) {
	if r.Time <= 0 {
		return
	}
	const ms = 60_000
	m := a.minutes[r.Time/ms]
	if m == nil {
		m = &minute{}
		a.minutes[r.Time/ms] = m
	}
	m.responses++
	if r.Placeholder {
		m.low++
	}
	m.output += u.Output
	m.fresh += u.Input + u.CacheWrite5m + u.CacheWrite1h
	m.read += u.CacheRead
}

// less is what came to the usage before.
func less(now, before *record.Usage) record.Usage {
	return record.Usage{Input: now.Input - before.Input, Output: now.Output - before.Output, CacheRead: now.CacheRead - before.CacheRead,
		CacheWrite5m: now.CacheWrite5m - before.CacheWrite5m, CacheWrite1h: now.CacheWrite1h - before.CacheWrite1h,
		Thinking: now.Thinking - before.Thinking, WebSearches: now.WebSearches - before.WebSearches, WebFetches: now.WebFetches - before.WebFetches}
}

func unpricedResponses(b *parser.Bill) int {
	n := 0
	for i := range b.Models {
		if m := &b.Models[i]; !m.Priced {
			n += m.Responses
		}
	}
	return n
}

// compactedAt gives the records at which segments begin.
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
