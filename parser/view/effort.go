package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// effort gives how many tools an agent called for a call and how long that took, in
// ms, where its records are not among the files: -1 where that is not known. A call
// that waited for the agent took as long as the agent; of one that did not, the
// notification of the end tells.
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

// effortOf gives the same of all calls that an agent was at work for: of one that is
// not known the sum is not, either.
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
