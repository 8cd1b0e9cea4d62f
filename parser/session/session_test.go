package session_test

import (
	"strings"
	"testing"

	"unspool/parser/record"
	"unspool/parser/testutil"
	"unspool/parser/testutil/parsertest"
	"unspool/parser/transcript"
)

// TestFacts checks that the times of metadata do not extend a session, nor does a late pull
// request link.
func TestFacts(t *testing.T) {
	files := testutil.Cases(t)["session-facts"]
	store := parsertest.Open(files[:1])
	x := store.Session(0).Facts()
	at := func(s string) int64 { return record.ParseTime([]byte("2026-11-01T10:00:" + s + ".000Z")) }
	if x.Start != at("01") || x.End != at("05") {
		t.Errorf("from %d to %d", x.Start, x.End)
	}
	if x.Title != "the helper" || x.FirstPrompt != "first words" || x.SavedPrompt != "and back" || x.Tag != "" ||
		x.Worktree != (transcript.Worktree{Path: "/w/t2"}) || len(x.PullRequests) != 2 || x.PullRequests[0].Repository != "a/c" {
		t.Errorf("got %+v", x)
	}
	if len(x.Models) != 2 || x.Models[0].Model != "claude-haiku-4-5" || x.Models[0].Responses != 1 {
		t.Errorf("models %+v", x.Models)
	}
}

// TestFirstPromptIsTruncated checks that a long first prompt is truncated between characters.
func TestFirstPromptIsTruncated(t *testing.T) {
	line := `{"type":"user","uuid":"u","message":{"role":"user","content":"` + strings.Repeat("潮", 300) + `"}}`
	store := parsertest.Open([]testutil.File{{Name: "s.jsonl", Data: []byte(line)}})
	if got := store.Session(0).Facts().FirstPrompt; got != strings.Repeat("潮", 200) {
		t.Errorf("got %d bytes", len(got))
	}
}
