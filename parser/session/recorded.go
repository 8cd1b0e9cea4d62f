package session

import (
	"unspool/parser/record"
	"unspool/parser/transcript"
)

// Recorded returns the totals that Claude Code itself recorded, if there are any. counted is the
// sum of the session's responses.
func (s *Session) Recorded(counted *UsageCost) []transcript.Recorded {
	var list []transcript.Recorded
	for _, r := range s.facts().Recorded {
		if r.Source != "" {
			list = append(list, r)
		}
	}
	if counted.RecordedUSD > 0 {
		list = append(list, transcript.Recorded{Source: transcript.SourceResponses,
			RecordedTotals: record.RecordedTotals{HasCost: true, USD: counted.RecordedUSD}})
	}
	return list
}
