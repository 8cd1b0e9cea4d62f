package story

import (
	"strings"
	"testing"
)

func TestFirstSentence(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"Fix the login test. It fails since Monday.", "Fix the login test."},
		{"Fix it. It fails since Monday.", "Fix it. It fails since Monday."},
		{"All tests are now passing. More.", "All tests are now passing."},
		{"Perfect. The tests pass now.", "The tests pass now."},
		{"#123 is fixed by this change.", "#123 is fixed by this change."},
		{"Run this script:\n```\n# build it all\n```", "Run this script:"},
		{"Why does `src/**/*.ts` match `arr[i](x)` and `__init__.py`?", "Why does src/**/*.ts match arr[i](x) and __init__.py?"},
		{"See [this](https://example.org/a_(b)) for the details.", "See this for the details."},
		{"<details>\n<summary>Log</summary>\n\nThe log has an error.", "The log has an error."},
		{"Look at this patch, please.\\\ndiff --git a b\nindex 1", "Look at this patch, please."},
		{"He said \"fix the login test.\" Then he left.", "He said \"fix the login test.\""},
		{"It stopped working in 2024. Why is that so?", "It stopped working in 2024."},
		{"1) Move the check\n2) Add a test", "Move the check; Add a test"},
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
		{"ログインのテストが失敗する理由を調べて、修正してください。それから報告。", "ログインのテストが失敗する理由を調べて、修正してください。"},
		{"![shot](a.png) What is wrong in this picture of the page?", "shot What is wrong in this picture of the page?"},
		{"a](b [c](d", "a](b [c](d"},
	} {
		if got := firstSentence(test.text, true, maxSentence); got != test.want {
			t.Errorf("firstSentence(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzFirstSentence checks that the sentence of any text is on one line and within the limit.
func FuzzFirstSentence(f *testing.F) {
	f.Add("a. b\n\nc [d](e) ```f")
	f.Fuzz(func(t *testing.T, text string) {
		got := firstSentence(text, true, 80)
		if strings.ContainsAny(got, "\n\r") || len([]rune(got)) > 82 {
			t.Errorf("%q of %q", got, text)
		}
	})
}
