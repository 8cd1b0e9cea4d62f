package usage

import (
	"sort"

	"unspool/parser"
	"unspool/parser/view/cost"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// A toolAccount sums up the calls of one tool.
type toolAccount struct {
	name                    string
	calls, answered, failed int
	took                    []int64 // ms, for the calls whose duration is known
	longest                 int64   // the duration of the slowest
	first, slowest          place
}

// maxTools limits the number of tools with a line of their own; the remainder shares one
// line.
const maxTools = 300

// addCalls counts the tool calls by tool, turn and agent. Calls of an agent that is in
// several files count once. For agents without records, it uses what their calls report,
// which is not part of any sum.
func (a *accounts) addCalls() {
	s := a.session
	index := map[string]int{}
	places := map[*parser.Conversation]int{}
	for i, agent := range s.Agents {
		if agent.Conv != nil {
			places[agent.Conv] = i
		}
	}
	for _, f := range s.Files {
		part := s.Part(f)
		for i := part.Calls[0]; i < part.Calls[1]; i++ {
			c := f.Calls.At(i)
			if c.Use < 0 {
				continue
			}
			conv := f.Conversations[max(0, c.Conv)]
			if conv == s.Main {
				a.main.Calls++
				if c.Turn >= 0 && int(c.Turn) < len(a.turns) {
					a.turns[c.Turn].Calls++
				}
			} else if at, known := places[conv]; known {
				a.agents[at].Calls++
			} else {
				continue // a copy
			}
			a.calls++
			name := f.Name(c.Name)
			at, known := index[name]
			if !known {
				if at = len(a.tools); at >= maxTools {
					at = maxTools
				}
				if index[name] = at; at == len(a.tools) {
					if at == maxTools {
						name = ""
					}
					a.tools = append(a.tools, toolAccount{name: name})
				}
			}
			a.tools[at].add(f, c, rows.CallFailed(s, f, i))
		}
	}
	for i, agent := range s.Agents {
		if agent.Conv == nil {
			a.agents[i].calls, a.agents[i].took = cost.AgentEffort(s, agent)
			if calls := a.agents[i].calls; calls != nil {
				a.reported += *calls
			} else {
				a.unreported++
			}
		}
	}
}

// agentCalls returns the number of tool calls of an agent, or nil if it is unknown.
func (a *accounts) agentCalls(i int) *int {
	if a.who[i].Conv != nil {
		return new(a.agents[i].Calls)
	}
	return a.agents[i].calls
}

// agentTook returns the duration of an agent in ms, or nil if it is unknown.
func (a *accounts) agentTook(i int) *float64 {
	if c := a.who[i].Conv; c != nil {
		return spanOf(c)
	}
	return a.agents[i].took
}

func (t *toolAccount) add(f *parser.File, c *parser.ToolCall, failed bool) {
	if t.calls++; t.calls == 1 {
		t.first = place{f, c.Use, c.UseBlock}
	}
	if c.Result < 0 {
		return
	}
	t.answered++
	if failed {
		t.failed++
	}
	ms, ok := CallDuration(f, c)
	if !ok {
		return
	}
	t.took = append(t.took, ms)
	if len(t.took) == 1 || ms > t.longest {
		t.longest, t.slowest = ms, place{f, c.Use, c.UseBlock}
	}
}

// CallDuration returns how long a call took in ms. The second result is false if that is unknown.
func CallDuration(f *parser.File, c *parser.ToolCall) (ms int64, ok bool) {
	if c.Use < 0 || c.Result < 0 {
		return 0, false
	}
	if c.Declined || c.Result == c.Use { // it did not run, or it is a tool of the API, which answers in the same record
		return 0, false
	}
	return f.Records.At(c.Result).Since(f.Records.At(c.Use))
}

func (t *toolAccount) line() protocol.ToolLine {
	line := protocol.ToolLine{Name: t.name, Calls: t.calls, Answered: t.answered, Failed: t.failed, Timed: len(t.took),
		Key: t.first.key(), Slowest: t.slowest.key()}
	if n := len(t.took); n > 0 {
		sort.Slice(t.took, func(i, j int) bool { return t.took[i] < t.took[j] })
		line.Median, line.Longest = new(float64(t.took[(n-1)/2]+t.took[n/2])/2), new(float64(t.longest))
	}
	for _, ms := range t.took {
		line.Total += float64(ms)
	}
	return line
}
