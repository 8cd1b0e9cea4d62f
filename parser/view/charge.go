package view

import (
	"unspool/parser"
	"unspool/parser/record"
)

// A charge is what one response used and would cost, and for whom it was given.
type charge struct {
	*parser.Response
	usage    record.Usage // with that of advisors
	usd      float64
	unpriced bool            // a part of it has no known price
	part     *parser.Stretch // of an agent's conversation, nil in the main one
	ours     bool            // it was given in one of these
}

// charges goes through the responses of a session.
func (v *Viewer) charges(s *parser.Session, in *parser.Stretches, take func(*charge)) {
	var bill parser.Bill
	for r := range s.Responses() {
		bill = parser.Bill{Models: bill.Models[:0]}
		bill.Add(v.prices, &r)
		c := charge{Response: &r, usage: bill.Usage, usd: bill.USD}
		for i := range bill.Models {
			c.unpriced = c.unpriced || !bill.Models[i].Priced
		}
		c.part, c.ours = in.Of(&r)
		take(&c)
	}
}
