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
// nil. If the call waited for the agent, the duration is that of the call; otherwise, it
// ends with the notification of the end.
func CallEffort(s *parser.Session, ref parser.CallRef) (calls *int, ms *float64) {
	if ref.File == nil {
		return nil, nil
	}
	stats := ref.Stats()
	if stats.Calls >= 0 {
		calls = new(int(stats.Calls))
	}
	if stats.Duration >= 0 {
		return calls, new(float64(stats.Duration))
	}
	call, records := ref.Call(), &ref.File.Records
	if call.Use < 0 {
		return calls, nil
	}
	var took int64
	var known bool
	if end, ended := s.EndOf(ref.File, ref.Index); ended {
		took, known = records.At(call.Use).Until(end.Time)
	} else if call.Result >= 0 && call.Flags&record.Async == 0 {
		took, known = records.At(call.Result).Since(records.At(call.Use))
	}
	if known {
		ms = new(float64(took))
	}
	return calls, ms
}

// AgentEffort returns the same values for all calls that an agent worked on. If the value
// of one call is unknown, so is the sum.
func AgentEffort(s *parser.Session, a *parser.Agent) (calls *int, ms *float64) {
	calls, ms = CallEffort(s, a.Call)
	for _, ref := range a.Resumed {
		more, longer := CallEffort(s, ref)
		calls, ms = sum(calls, more), sum(ms, longer)
	}
	return calls, ms
}

// sum adds two numbers. It returns nil if one of them is unknown.
func sum[T int | float64](a, b *T) *T {
	if a == nil || b == nil {
		return nil
	}
	return new(*a + *b)
}
