package cost

import (
	"math"
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil"
)

// TestResponsesAddUp checks that the totals of all responses are the usage of the session.
func TestResponsesAddUp(t *testing.T) {
	prices := price.Default()
	for name, files := range testutil.Cases(t) {
		store := parser.NewStore()
		for _, f := range files {
			store.Open(f.Name, int64(len(f.Data))).Write(f.Data)
		}
		store.Finish()
		for s := range store.Sessions() {
			var sum Total
			unpriced := false
			for r := range Responses(s, s.AgentInvocations(), prices) {
				if r.Total.Tokens() != r.Tokens() {
					t.Errorf("%s: a response of %d tokens has a total of %d", name, r.Tokens(), r.Total.Tokens())
				}
				sum.Add(&r.Total)
				unpriced = unpriced || r.Total.Unpriced > 0
			}
			want := s.Cost(prices)
			if sum.Usage != want.Usage || math.Abs(sum.USD-want.USD) > 1e-9 || sum.Responses != want.Responses ||
				sum.UnderReported() != UnderReported(&want) || unpriced != Of(&want).Incomplete {
				t.Errorf("%s: the responses of %s add up to %+v, want %+v", name, s.ID, sum, want)
			}
		}
	}
}
