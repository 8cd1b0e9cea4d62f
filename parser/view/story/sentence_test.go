package story

import (
	"strings"
	"testing"
)

func TestFirstSentence(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Fix the login test. It fails since Monday.", "Fix the login test. It fails since Monday."},
		{"Fix the failing login test in src/login.ts. It fails since Monday.", "Fix the failing login test in src/login.ts."},
		{"Perfect! The tests pass now and the change is complete. More.", "The tests pass now and the change is complete."},
		{"Excellent! 🎉 All of it works now.", "All of it works now."},
		{"Done!", "Done!"},
		{"Implement the following plan:\n\n# Fix the login\n\n## Context\n\nIt fails.", "Implement the following plan: Fix the login"},
		{"The check combines both criteria: 1. the path, 2. the date.", "The check combines both criteria: 1. the path, 2. the date."},
		{"## Summary\n\nI **fixed** the `login` handler; see [the docs](https://example.org).\n\nMore.",
			"I fixed the login handler; see the docs."},
		{"Here is what I did:\n\n- Moved the check\n- Added a test for it", "Here is what I did: Moved the check; Added a test for it"},
		{"```\ncode\n```\nThe code above is the whole change that was needed.", "The code above is the whole change that was needed."},
		{"| a | b |\n|---|---|\n\n**Result:**\n\nAll rows of the table are sorted now.", "All rows of the table are sorted now."},
		{"```\nonly code\n```", "only code"},
		{"# A heading alone", "A heading alone"},
		{"Use tools such as e.g. grep to look for it, then say what you found", "Use tools such as e.g. grep to look for it, then say what you found"},
		{strings.Repeat("word ", 100), strings.TrimSpace(strings.Repeat("word ", 60)) + "…"},
		{"ログインのテストが失敗する理由を調べて、修正してください、お願いします。それから報告。", "ログインのテストが失敗する理由を調べて、修正してください、お願いします。それから報告。"},
		{"![shot](a.png) What is wrong in this picture of the page?", "shot What is wrong in this picture of the page?"},
		{"a](b [c](d", "a](b [c](d"},
	} {
		if got := firstSentence(test.text, maxSentence); got != test.want {
			t.Errorf("firstSentence(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzFirstSentence checks that the sentence of any text is on one line and within the limit.
func FuzzFirstSentence(f *testing.F) {
	f.Add("a. b\n\nc [d](e) ```f")
	f.Fuzz(func(t *testing.T, text string) {
		got := firstSentence(text, 80)
		if strings.ContainsAny(got, "\n\r") || len([]rune(got)) > 82 {
			t.Errorf("%q of %q", got, text)
		}
	})
}
