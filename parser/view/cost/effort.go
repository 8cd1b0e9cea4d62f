package cost

import (
	"unspool/parser"
	"unspool/parser/record"
)

// TurnDuration returns the duration of a turn in ms. The second result is false if it is
// unknown.
func TurnDuration(t *parser.Turn) (float64, bool) {
	switch {
	case t.Duration >= 0:
		return float64(t.Duration), true
	case t.End > t.Start && t.Start > 0:
		return float64(t.End - t.Start), true
	}
	return 0, false
}

// Work returns the total duration of the turns of a conversation in ms, and the number of
// replied turns whose duration is unknown.
func Work(c *parser.Conversation) (ms float64, untimed int) {
	for i := range c.Turns {
		if t, ok := TurnDuration(&c.Turns[i]); ok {
			ms += t
		} else if c.Turns[i].Replied {
			untimed++
		}
	}
	return ms, untimed
}

// CallEffort returns the number of tool calls that an agent made for a call, and how long
// they took in ms, for agents whose records are not among the files. Unknown values are
// -1. If the call waited for the agent, the duration is that of the call; otherwise, it
// ends with the notification of the end.
func CallEffort(s *parser.Session, ref parser.CallRef) (calls int, ms float64) {
	if ref.File == nil {
		return -1, -1
	}
	stats := ref.Stats()
	calls, ms = int(stats.Calls), float64(stats.Duration)
	call, records := ref.Call(), &ref.File.Records
	if ms >= 0 || call.Use < 0 || records.At(call.Use).Time <= 0 {
		return calls, ms
	}
	from, to := records.At(call.Use).Time, int64(0)
	if end, ended := s.EndOf(ref.File, ref.Index); ended {
		to = end.Time
	} else if call.Result >= 0 && call.Flags&record.Async == 0 {
		to = records.At(call.Result).Time
	}
	if to >= from {
		ms = float64(to - from)
	}
	return calls, ms
}

// AgentEffort returns the same values for all calls that an agent worked on. If the value
// of one call is unknown, so is the sum.
func AgentEffort(s *parser.Session, a *parser.Agent) (calls int, ms float64) {
	calls, ms = CallEffort(s, a.Call)
	for _, ref := range a.Resumed {
		more, longer := CallEffort(s, ref)
		if calls += more; more < 0 || calls < more {
			calls = -1
		}
		if ms += longer; longer < 0 || ms < longer {
			ms = -1
		}
	}
	return calls, ms
}
