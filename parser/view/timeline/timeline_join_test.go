package timeline

import "testing"

// TestJoinTurns checks that the number of entries is limited however many turns there are: the
// entries of different turns can be joined.
func TestJoinTurns(t *testing.T) {
	spans := make([]span, maxSpans+maxSpans/2)
	for i := range spans {
		spans[i] = span{start: int64(i), end: int64(i), item: int32(i), turn: int32(i), kind: SpanPrompt}
	}
	var x timeline
	all := [][]span{spans}
	x.join(all)
	if n := len(all[0]); !x.joined || n == 0 || n > maxSpans {
		t.Errorf("%d entries, joined: %v", n, x.joined)
	}
	if last := all[0][len(all[0])-1]; last.end != int64(len(spans)-1) {
		t.Errorf("the last one ends at %d", last.end)
	}
}

// TestJoinConversations checks the same for very many conversations.
func TestJoinConversations(t *testing.T) {
	all := make([][]span, maxConvs)
	for i := range all {
		for k := range 2 * maxSpans / maxConvs {
			kind := SpanPrompt
			if k%2 > 0 {
				kind = SpanTool
			}
			all[i] = append(all[i], span{item: int32(k), turn: int32(k), kind: kind})
		}
	}
	var x timeline
	x.join(all)
	total := 0
	for _, spans := range all {
		total += len(spans)
	}
	if !x.joined || total < maxConvs || total > maxSpans {
		t.Errorf("%d entries, joined: %v", total, x.joined)
	}
}
