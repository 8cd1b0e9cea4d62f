package jsonl

import (
	"strings"
	"testing"
)

// TestObjectCut checks that a truncated line still has the members before the cut.
func TestObjectCut(t *testing.T) {
	text := []byte(`{"a":"x","b":{"c":[1,"]"]},"d" : -1.5 ,"e":[],"f":true}`)
	for size := range len(text) + 1 {
		var keys []string
		end := Object(text[:size], 0, func(key []byte, at int) int {
			value := Skip(text[:size], at)
			if value > 0 {
				keys = append(keys, string(key))
			}
			return value
		})
		if whole := size == len(text); whole != (end == size) || !strings.HasPrefix("abdef", strings.Join(keys, "")) {
			t.Errorf("of %d bytes: members %v, end %d", size, keys, end)
		}
	}
}
