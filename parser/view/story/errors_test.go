package story

import "testing"

func TestCauseIn(t *testing.T) {
	for output, want := range map[string]string{
		"":                                    "",
		"Exit code 1":                         "",
		"Exit code 1\n":                       "",
		"Exit code 2\nno rule to make target": "no rule to make target",
		"Exit code 128\nfatal: not a git repository":                                "fatal: not a git repository",
		"Error:\nExit code 1\n\n  ./a.go:3:2: undefined: x\n":                       "./a.go:3:2: undefined: x",
		"<tool_use_error>File does not exist.</tool_use_error>":                     "File does not exist.",
		"Exit code 1\n> app@1 build\n> tsc\n\nsrc/a.ts(1,2): error TS2304: no name": "src/a.ts(1,2): error TS2304: no name",
		"\x1b[31mError: x is missing\x1b[39m":                                       "Error: x is missing",
		"Exit code 1\nTraceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    raise ValueError(\"error\")\n" +
			"ValueError: x\n": "ValueError: x",
		"Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n" +
			"Traceback (most recent call last):\n  File \"a.py\", line 3\nValueError: y\n": "ValueError: y",
		"0 errors, 3 warnings\nb.go:1: undefined: y":                    "b.go:1: undefined: y",
		"Exit code 3\n===\nloading":                                     "loading",
		"### Error\nTimeoutError: click":                                "TimeoutError: click",
		"$ lint --error-on-warnings\n2 problems":                        "2 problems",
		"Exit code 1\ngroup 1 ok\ngroup 2 ok":                           "",
		"Exit code 1\n━━━ build ━━━\n  at main.js:3\n│ TypeError: no x": "TypeError: no x",
	} {
		if got := causeIn(output); got != want {
			t.Errorf("causeIn(%q) = %q, want %q", output, got, want)
		}
	}
}
