package schema

import (
	"maps"
	"testing"

	"unspool/parser"
)

// TestUnknown checks that what FORMAT.md does not name is counted by its name, and nothing else.
func TestUnknown(t *testing.T) {
	store := parser.NewStore()
	f := store.Open("s.jsonl", 0)
	for _, line := range []string{
		`{"type":"user","uuid":"u1","message":{"role":"user","content":[{"type":"text","text":"go"},{"type":"smell"},{"type":"search_result"}]}}`,
		`{"type":"hologram"}`, `{"type":"hologram"}`, `{"type":"ai-title","aiTitle":"a"}`,
		`{"type":"attachment","attachment":{"type":"mood_ring"}}`, `{"type":"attachment","attachment":{"type":"file"}}`,
		`{"type":"system","subtype":"sunrise"}`, `{"type":"system","subtype":"turn_duration"}`,
		`{"type":"progress","data":{"type":"tide"}}`, `no record`,
	} {
		f.Write([]byte(line + "\n"))
	}
	store.Finish()
	want := map[string]int{"block/smell": 1, "hologram": 2, "attachment/mood_ring": 1, "system/sunrise": 1, "progress/tide": 1}
	if got := Unknown(store.Files); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
