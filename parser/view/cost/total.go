package cost

import (
	"unspool/parser"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// A Total sums up what a part of a session took.
type Total struct {
	Usage        record.Usage // of all responses, including advisors
	USD          float64
	Responses    int
	Placeholders int // responses whose output is recorded too low
	Unpriced     int // responses of which a part has no known price; USD does not include it
	Calls        int // tool calls
	Errors       int // failed calls and requests
}

// totalOf returns the total of one response from its usage.
func totalOf(usage *parser.UsageCost) Total {
	t := Total{Usage: usage.Usage, USD: usage.USD, Responses: usage.Responses, Placeholders: usage.Placeholders}
	for i := range usage.Models {
		if !usage.Models[i].Priced {
			t.Unpriced = 1
		}
	}
	return t
}

// Add adds another total.
func (t *Total) Add(other *Total) {
	t.Usage.Add(&other.Usage)
	t.USD += other.USD
	t.Responses += other.Responses
	t.Placeholders += other.Placeholders
	t.Unpriced += other.Unpriced
	t.Calls += other.Calls
	t.Errors += other.Errors
}

// Tokens counts tokens of all kinds.
func (t *Total) Tokens() int64 { return t.Usage.Context() + t.Usage.Output }

// UnderReported returns the share of the responses whose output is recorded too low.
func (t *Total) UnderReported() float64 { return share(t.Placeholders, t.Responses) }

// Line returns the total for a line of a table.
func (t *Total) Line() protocol.CostOf {
	return protocol.CostOf{Responses: t.Responses, Usage: Usage(&t.Usage), USD: t.USD, Unpriced: t.Unpriced, Low: t.Placeholders}
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
