package view

import "testing"

// However many turns there are, so many entries are the most: turns of their own
// do not keep them apart.
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
