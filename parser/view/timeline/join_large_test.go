package timeline

import "testing"

// TestJoin checks that some of very many entries are joined, without losing anything that they
// count.
func TestJoin(t *testing.T) {
	const calls = 400_000
	all := make([][]span, 2)
	for conv := range all {
		for i := range int64(calls / 2) {
			s := span{start: 10 * i, end: 10*i + 5, conv: int32(conv), item: int32(i), turn: int32(i / 100), kind: SpanTool}
			if i%2 == 0 {
				s.kind = SpanReply
			}
			if i == 77 {
				s.flags = flagFailed
			}
			all[conv] = append(all[conv], s)
		}
	}
	var line timeline
	line.join(all)
	if total := len(all[0]) + len(all[1]); total > maxSpans || total < maxSpans/8 || !line.joined {
		t.Errorf("%d entries, joined: %t", total, line.joined)
	}
	for conv, spans := range all {
		end, turn, failed := int64(0), int32(0), 0
		for _, s := range spans {
			if s.turn < turn {
				t.Fatalf("conversation %d: turn %d follows turn %d", conv, s.turn, turn)
			}
			if end, turn = max(end, s.end), s.turn; s.flags&flagFailed != 0 {
				failed++
			}
		}
		if spans[0].start != 0 || end != 10*(calls/2-1)+5 || failed != 1 {
			t.Errorf("conversation %d: from %d to %d, %d failed", conv, spans[0].start, end, failed)
		}
	}
	short := [][]span{{{start: 1, end: 2}}}
	line = timeline{}
	if line.join(short); line.joined || len(short[0]) != 1 {
		t.Errorf("a short one is joined: %v", short)
	}
}
