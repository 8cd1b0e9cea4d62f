package usage

import (
	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/view/cost"
	"unspool/parser/view/internal/memo"
	"unspool/parser/view/rows"
)

// A Pane answers requests about the usage of sessions.
type Pane struct {
	rows    *rows.Reader
	windows *price.Windows
	sums    memo.PerSession[memo.Memo[pricing, *accounts]]
	paths   memo.PerSession[memo.Memo[memo.Identity, map[pathKey]string]]
	built   int // number of orders made so far: the revision of the last one
}

// New returns the pane for the sessions of a reader of rows.
func New(rows *rows.Reader) *Pane {
	return &Pane{rows: rows, windows: price.DefaultWindows()}
}

// An accounts value is the usage of a session by turn, agent, model and tool, and over time.
// It is made in one pass over the responses and one over the calls.
type accounts struct {
	session  *parser.Session
	usage    parser.UsageCost
	models   []place // first response of each model, by index in usage.Models
	turns    []cost.Total
	ofAgent  []float64  // cost in USD of the agents of each turn
	unlinked cost.Total // usage of agents whose turn is unknown
	main     cost.Total
	who      []*parser.Agent // the agents when the sums were made
	agents   []agentTotal    // usage of each of these agents
	tools    []toolAccount
	calls    int
	points   []point // responses of the main conversation in file order
	minutes  map[int64]*minute

	reported   int // calls that agents without records report; they are not in calls
	unreported int // agents without records whose calls are unknown

	byTurn, byAgent orders // orders of the tables of turns and of agents
}

// A pricing is what sums of the usage of a session are for.
type pricing struct {
	memo.Identity
	prices *price.Table
}

// An agentTotal is the total of an agent. If it has no records, the total is empty, and its
// number of calls and its duration in ms are what its call reports, nil if that is unknown.
type agentTotal struct {
	cost.Total
	calls *int
	took  *float64
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
	return rows.KeyOf(p.file, p.record, p.block)
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

// accountsSlack is how far the accounts may lag behind while files are being read: by an
// eighth.
const accountsSlack = 8

// accounts returns the usage sums of a session.
func (p *Pane) accounts(s *parser.Session) *accounts {
	state := memo.StateOf(s)
	now := memo.Version[pricing]{Key: pricing{state.Identity, p.rows.Prices}, Size: state.Records + state.Usage, Growing: state.Reading}
	return p.sums.Of(s).Get(now, accountsSlack, func() *accounts {
		a := &accounts{session: s}
		a.addResponses(p.rows.Prices)
		a.addCalls()
		return a
	})
}

func (a *accounts) addResponses(prices *price.Table) {
	s := a.session
	a.turns, a.ofAgent = make([]cost.Total, len(s.Main.Turns)), make([]float64, len(s.Main.Turns))
	a.who, a.agents, a.minutes = s.Agents, make([]agentTotal, len(s.Agents)), map[int64]*minute{}
	invocations, places := s.AgentInvocations(), map[*parser.Agent]int{}
	for i, agent := range s.Agents {
		places[agent] = i
	}
	compactions := s.Main.Restarts()
	for r := range cost.Responses(s, invocations, prices) {
		a.addModels(prices, r.Response)
		a.addMinute(r)
		if r.Invocation != nil {
			a.agents[places[r.Invocation.Agent]].Add(&r.Total)
			if turn, ok := invocations.Turn(r.Invocation); ok && int(turn) < len(a.turns) {
				a.turns[turn].Add(&r.Total)
				a.ofAgent[turn] += r.Total.USD
			} else {
				a.unlinked.Add(&r.Total)
			}
			continue
		}
		a.main.Add(&r.Total)
		if !r.Linked || r.File.Messages.At(r.Message).Turn < 0 {
			a.unlinked.Add(&r.Total)
			continue
		}
		message := r.File.Messages.At(r.Message)
		a.turns[message.Turn].Add(&r.Total)
		one := point{message: r.Message, turn: message.Turn, time: r.Time, context: r.Usage.Context(),
			output: r.Usage.Output, model: r.Model, low: r.Placeholder}
		for len(compactions) > 0 && compactions[0] < message.First {
			one.compacted, compactions = true, compactions[1:]
		}
		a.points = append(a.points, one)
	}
}

// addModels adds a response to the total usage, and records the first response of each model.
func (a *accounts) addModels(prices *price.Table, r *parser.Response) {
	at := place{record: -1, block: -1}
	if r.Message >= 0 {
		at.file, at.record = r.File, r.File.Messages.At(r.Message).First
	}
	a.usage.Add(prices, r)
	for len(a.models) < len(a.usage.Models) {
		a.models = append(a.models, at)
	}
}

func (a *accounts) addMinute(r *cost.Response) {
	if r.Time <= 0 || r.Message >= 0 && r.File.Records.At(r.File.Messages.At(r.Message).First).Untimed {
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
	u := &r.Total.Usage
	m.output += u.Output
	m.fresh += u.Input + u.CacheWrite5m + u.CacheWrite1h
	m.read += u.CacheRead
}
