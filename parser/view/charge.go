package view

import "unspool/parser"

// A charge is what one response used and would cost, and for whom it was given.
type charge struct {
	*parser.Response
	bill     parser.UsageCost     // of it alone
	unpriced bool                 // a part of it has no known price
	part     *parser.AgentSegment // of an agent's conversation, nil in the main one
	ours     bool                 // it was given in one of these
}

// charges goes through the responses of a session.
func (v *Viewer) charges(s *parser.Session, in *parser.AgentSegments, take func(*charge)) {
	var c charge
	for r := range s.Responses() {
		c = charge{Response: &r, bill: parser.UsageCost{Models: c.bill.Models[:0]}}
		c.bill.Add(v.prices, &r)
		for i := range c.bill.Models {
			c.unpriced = c.unpriced || !c.bill.Models[i].Priced
		}
		c.part, c.ours = in.Of(&r)
		take(&c)
	}
}
