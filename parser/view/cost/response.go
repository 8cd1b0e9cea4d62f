package cost

import (
	"iter"

	"unspool/parser"
	"unspool/parser/price"
)

// A Response is one response of a session, what it took, and the conversation that it belongs
// to.
type Response struct {
	*parser.Response
	Total      Total                   // of this response alone
	Invocation *parser.AgentInvocation // nil in the main conversation
	Linked     bool                    // it belongs to the main conversation or to one of an agent
}

// Responses iterates over the responses of a session. Each one is valid until the next.
func Responses(s *parser.Session, in *parser.AgentInvocations, prices *price.Table) iter.Seq[*Response] {
	return func(yield func(*Response) bool) {
		var usage parser.UsageCost
		for r := range s.Responses() {
			usage = parser.UsageCost{Models: usage.Models[:0]}
			usage.Add(prices, &r)
			response := Response{Response: &r, Total: totalOf(&usage)}
			response.Invocation, response.Linked = in.Of(&r)
			if !yield(&response) {
				return
			}
		}
	}
}
