package filediff

import (
	"strings"
	"testing"
)

// FuzzHistory gives a history arbitrary facts in any order. The resulting change must lead from
// the first content to the last.
func FuzzHistory(f *testing.F) {
	f.Add([]byte{0, 3, 5}, "a\nb\n", "a\nc\n", " a\x00-b\x00+c", 1)
	f.Add([]byte{1, 2, 4, 3}, "\ta\n  b", "x\n\ty\n", "-  a\x00+  y\x00\\", 1)
	f.Add([]byte{5, 0, 6, 3}, "", "\n\n\r\n", "\x00+\x00", 0)
	f.Fuzz(func(t *testing.T, facts []byte, a, b, lines string, at int) {
		hunks := []Hunk{{at, at, strings.Split(lines, "\x00")}}
		var h History
		for _, what := range facts[:min(len(facts), 8)] {
			switch what % 7 {
			case 0:
				h.Observe(a)
			case 1:
				h.ObserveApprox(untabAll(b))
			case 2:
				h.LearnFrom(at, b)
			case 3:
				h.SetContent(b)
			case 4:
				h.SetContent(a)
			case 5:
				h.Apply(hunks, Lines(b))
			case 6:
				if h.Blank() {
					h.Create(a)
				}
			}
			Revert(b, hunks)
		}
		change, _ := h.Diff()
		for _, k := range change {
			for _, l := range k.Lines {
				if strings.Contains(l, "\n") {
					t.Fatalf("a line breaks: %q", l)
				}
			}
		}
		gitText(a, h.New(), change)
		first, known := h.First()
		last, stillKnown := h.Content()
		if !known || !stillKnown {
			return
		}
		if got, ok := Revert(last, change); !ok || got != first {
			t.Errorf("from %q to %q by %+v, back to %q", first, last, change, got)
		}
	})
}
