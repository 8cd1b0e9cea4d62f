package trace_test

import (
	"testing"

	"unspool/parser"
	"unspool/parser/price"
	"unspool/parser/testutil/viewtest"
	"unspool/parser/trace"
)

// TestUsage checks for all sessions that each response of a turn and of its agents, and each call, has one
// span, with its tokens.
func TestUsage(t *testing.T) {
	for name, files := range viewtest.Sessions(t) {
		store, _ := viewtest.Load(files, 1<<20)
		for s := range store.Sessions() {
			selected := selectedTurns(s)
			responses, calls := responsesOf(s, selected), callsOf(s, selected)
			roots := 0
			for _, span := range spansOf(t, files, s, trace.Options{Prices: price.Default()}) {
				if a := span.Attributes; span.Parent == (trace.SpanID{}) {
					roots++
				} else if text(a, "gen_ai.operation.name") == "chat" {
					responses.sent[text(a, "gen_ai.response.id")] += number(a, "gen_ai.usage.output_tokens")
				} else {
					calls[text(a, "gen_ai.tool.call.id")]--
				}
			}
			for id, n := range responses.sent {
				if n < responses.required[id] || n > responses.total[id] {
					t.Errorf("%s, %s: %d output tokens of response %s are on spans, not %d to %d", name, s.ID, n, id,
						responses.required[id], responses.total[id])
				}
			}
			for id, left := range calls {
				if left > 0 {
					t.Errorf("%s, %s: call %s has no span", name, s.ID, id)
				}
			}
			if roots != len(selected) {
				t.Errorf("%s, %s: %d traces of %d turns", name, s.ID, roots, len(selected))
			}
		}
	}
}

// selectedTurns returns the turns that have a trace.
func selectedTurns(s *parser.Session) map[int32]bool {
	selected := map[int32]bool{}
	for i := range s.Main.Turns {
		turn := &s.Main.Turns[i]
		if turn.Branch == 0 && turn.Replied && !s.Copies.IsCopied(s.Main.File, turn.Began) {
			selected[int32(i)] = true
		}
	}
	return selected
}

// callsOf returns the number of calls with each ID in the turns.
func callsOf(s *parser.Session, turns map[int32]bool) map[string]int {
	f, calls := s.Main.File, map[string]int{}
	for i := range turns {
		for _, item := range s.Main.TurnItems(int(i)) {
			if r := f.Records.At(item.Record); item.Kind == parser.ItemTool && r.Branch == 0 && !r.IsRetracted() {
				calls[f.Ident(f.Calls.At(f.Blocks.At(item.Block).Call).ID)]++
			}
		}
	}
	return calls
}

// outputTokens holds the output tokens of responses by their IDs.
type outputTokens struct {
	required map[string]int64 // of those that are known to be of a turn
	total    map[string]int64 // of all
	sent     map[string]int64
}

func responsesOf(s *parser.Session, turns map[int32]bool) outputTokens {
	out := outputTokens{map[string]int64{}, map[string]int64{}, map[string]int64{}}
	in := s.AgentInvocations()
	for r := range s.Responses() {
		m := &parser.Message{}
		isAbandoned := false
		if r.Message >= 0 {
			m = r.File.Messages.At(r.Message)
			isAbandoned = r.File.Records.At(m.First).Branch > 0
		} else {
			m = &r.File.Relays[r.Relay].Message
		}
		id := r.File.Ident(m.ID)
		out.total[id] += r.Usage.Output
		out.sent[id] += 0
		invocation, isLinked := in.Of(&r)
		turn := m.Turn
		if invocation != nil {
			turn, isLinked = in.Turn(invocation)
		}
		if invocation != nil && !isLinked { // without a known call
			isLinked = !invocation.Agent.Internal && len(turns) == len(s.Main.Turns)
			turn = 0
		}
		if isLinked && turns[turn] && !isAbandoned {
			out.required[id] += r.Usage.Output
		}
	}
	return out
}
