package story

import (
	"strings"
	"testing"
)

func TestVerdictIn(t *testing.T) {
	for output, want := range map[string]verdict{
		"":                                               verdictUnclear,
		"done in 3 s":                                    verdictUnclear,
		"ok  \tunspool/parser\t0.2s\n":                   verdictSuccess,
		"ok  \ta\t0.2s\nFAIL\tb\t0.1s\nFAIL":             verdictFailed,
		"===== 3 failed, 12 passed in 2s ===":            verdictFailed,
		"===== 12 passed in 2s =====":                    verdictSuccess,
		"12 passing (3s)":                                verdictSuccess,
		"12 passing\n2 failing":                          verdictFailed,
		"Tests:       1 failed, 2 passed, 3 total":       verdictFailed,
		"Tests:       3 passed, 3 total":                 verdictSuccess,
		"test result: ok. 5 passed; 0 failed; 0 ignored": verdictSuccess,
		"test result: FAILED. 5 passed; 1 failed":        verdictFailed,
		"# pass 3\n# fail 0":                             verdictSuccess,
		" 1274 pass\n 0 fail\nRan 1274 tests":            verdictSuccess,
		" 1273 pass\n 1 fail\nRan 1274 tests":            verdictFailed,
		"error: 3 failed\n" + strings.Repeat("log\n", 30) + "12 passed": verdictSuccess,
		"# pass 3\n# fail 1":                   verdictFailed,
		"Tests run: 4, Failures: 0, Errors: 0": verdictSuccess,
		"5 examples, 0 failures":               verdictSuccess,
		"5 examples, 2 failures":               verdictFailed,
		"OK (5 tests, 9 assertions)":           verdictSuccess,
	} {
		if got := verdictIn(output); got != want {
			t.Errorf("verdictIn(%q) = %d, want %d", output, got, want)
		}
	}
}
