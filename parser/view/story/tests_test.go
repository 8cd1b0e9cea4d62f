package story

import (
	"strings"
	"testing"
)

func TestVerdictIn(t *testing.T) {
	for output, want := range map[string]verdict{
		"":                                               verdictUnclear,
		"done in 3 s":                                    verdictUnclear,
		"ok  \tunspool/parser\t0.2s\n":                   verdictSucceeded,
		"ok  \ta\t0.2s\nFAIL\tb\t0.1s\nFAIL":             verdictFailed,
		"===== 3 failed, 12 passed in 2s ===":            verdictFailed,
		"===== 12 passed in 2s =====":                    verdictSucceeded,
		"12 passing (3s)":                                verdictSucceeded,
		"12 passing\n2 failing":                          verdictFailed,
		"Tests:       1 failed, 2 passed, 3 total":       verdictFailed,
		"Tests:       3 passed, 3 total":                 verdictSucceeded,
		"test result: ok. 5 passed; 0 failed; 0 ignored": verdictSucceeded,
		"test result: FAILED. 5 passed; 1 failed":        verdictFailed,
		"# pass 3\n# fail 0":                             verdictSucceeded,
		" 1274 pass\n 0 fail\nRan 1274 tests":            verdictSucceeded,
		" 1273 pass\n 1 fail\nRan 1274 tests":            verdictFailed,
		"error: 3 failed\n" + strings.Repeat("log\n", 30) + "12 passed":                         verdictSucceeded,
		"3 passed, 1 error in 0.5s":                                                             verdictFailed,
		"Test Suites: 1 failed, 2 passed, 3 total\nTests:       12 passed, 12 total\nTime: 1 s": verdictFailed,
		" Test Files  1 failed | 2 passed (3)\n      Tests  12 passed (12)":                     verdictFailed,
		"Passed: 5 Failed: 1":                                                          verdictFailed,
		"Tests run: 4, Failures: 0, Errors: 2":                                         verdictFailed,
		"5 runs, 5 assertions, 0 failures, 2 errors":                                   verdictFailed,
		"    log: 2 failed, retrying\n--- PASS: TestX\nPASS\nok  \tx":                  verdictSucceeded,
		"90 failed login attempts were seen in the log of the server today\n12 passed": verdictSucceeded,
		"PASSWORD_RESET=1":                                                             verdictUnclear,
		"80% tests passed, 1 tests failed out of 5":                                    verdictFailed,
		"12 tests passed":                                                              verdictSucceeded,
		"Ran 3 tests in 0.1s\n\nOK":                                                    verdictSucceeded,
		"00:04 +5 -1: Some tests failed.":                                              verdictFailed,
		"00:04 +5: All tests passed!":                                                  verdictSucceeded,
		"\x1b[31m 1 failed \x1b[39m | \x1b[32m2 passed\x1b[39m":                        verdictFailed,
		"could not compile":                                                            verdictUnclear,
		"# pass 3\n# fail 1":                                                           verdictFailed,
		"Passed: 5 Failed: 0":                                                          verdictSucceeded,
		"passed=5 failed=0":                                                            verdictSucceeded,
		"1 failed\n\nretry\nTests: 3 passed":                                           verdictSucceeded,
		"Tests run: 4, Failures: 0, Errors: 0":                                         verdictSucceeded,
		"5 examples, 0 failures":                                                       verdictSucceeded,
		"5 examples, 2 failures":                                                       verdictFailed,
		"  1 failed\n    [chromium] › a.spec.ts:3:1 › login\n  12 passed (3.2s)": verdictFailed,
		"  12 passed (3.2s)\n": verdictSucceeded,
		"=== 1 failed, 3 passed in 1s ===\n\n✖ 3 problems (0 errors, 3 warnings)": verdictFailed,
		"✖ 3 problems (0 errors, 3 warnings)":                                     verdictUnclear,
		"1,000 failed":                                                            verdictFailed,
		"1,000 passed":                                                            verdictSucceeded,
		"3 passed,12 failed":                                                      verdictFailed,
		"Executed 5 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds":  verdictFailed,
		"Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.2) seconds": verdictSucceeded,
		"✘ Test run with 5 tests failed after 0.1 seconds with 3 issues.":       verdictFailed,
		"✔ Test run with 5 tests passed after 0.1 seconds.":                     verdictSucceeded,
		"\x1b[?25l3 passed":          verdictSucceeded,
		"OK (5 tests, 9 assertions)": verdictSucceeded,
	} {
		if got := verdictIn(output); got != want {
			t.Errorf("verdictIn(%q) = %d, want %d", output, got, want)
		}
	}
}
