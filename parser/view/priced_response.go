package view

import "unspool/parser"

// A pricedResponse is one response with its usage and cost, and the conversation that it
// belongs to.
type pricedResponse struct {
	*parser.Response
	usage    parser.UsageCost     // of this response alone
	unpriced bool                 // a part of it has no known price
	part     *parser.AgentSegment // segment of an agent's conversation, nil in the main one
	ours     bool                 // it belongs to the main conversation or to one of an agent
}

// pricedResponses calls take for each response of a session.
func (v *rowReader) pricedResponses(s *parser.Session, in *parser.AgentSegments, take func(*pricedResponse)) {
	var c pricedResponse
	for r := range s.Responses() {
		c = pricedResponse{Response: &r, usage: parser.UsageCost{Models: c.usage.Models[:0]}}
		c.usage.Add(v.prices, &r)
		for i := range c.usage.Models {
			c.unpriced = c.unpriced || !c.usage.Models[i].Priced
		}
		c.part, c.ours = in.Of(&r)
		take(&c)
	}
}
