package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// effort returns the number of tool calls that an agent made for a call, and how long
// they took in ms, for agents whose records are not among the files. Unknown values are
// -1. If the call waited for the agent, the duration is that of the call; otherwise, it
// ends with the notification of the end.
func effort(s *parser.Session, ref parser.CallRef) (calls int, ms float64) {
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

// effortOf returns the same values for all calls that an agent worked on. If the value
// of one call is unknown, so is the sum.
func effortOf(s *parser.Session, a *parser.Agent) (calls int, ms float64) {
	calls, ms = effort(s, a.Call)
	for _, ref := range a.Resumed {
		more, longer := effort(s, ref)
		if calls += more; more < 0 || calls < more {
			calls = -1
		}
		if ms += longer; longer < 0 || ms < longer {
			ms = -1
		}
	}
	return calls, ms
}
