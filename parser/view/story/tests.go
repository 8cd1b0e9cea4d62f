package story

import (
	"slices"
	"strings"

	"unspool/parser/record"
	"unspool/parser/view/protocol"
)

// Limits of the results of test runs that are read.
const (
	maxTestRuns   = 60        // results that are read: the last ones
	maxTestResult = 256 << 10 // bytes of a result
	testSummary   = 25        // lines at its end, where runners sum up: logs of tests can say anything
)

// A verdict is the result of a test run.
type verdict uint8

const (
	verdictUnclear verdict = iota
	verdictSuccess
	verdictFailed
)

// judgeTests counts the test runs by their results, and returns the calls that failed for another
// reason.
func (p *Pane) judgeTests(runs []itemRef, out *protocol.TestRuns) (failures []itemRef) {
	unread := max(0, len(runs)-maxTestRuns)
	for _, ref := range runs[unread:] {
		switch found := p.verdictOf(ref); {
		case found == verdictSuccess:
			out.Succeeded++
			out.Last, out.LastKey = "succeeded", ref.key()
		case found == verdictFailed:
			if out.Failed++; out.Failed == 1 {
				out.FirstFailed = ref.key()
			}
			out.Last, out.LastKey = "failed", ref.key()
		case ref.call().Failed && !ref.call().Declined:
			failures = append(failures, ref)
		}
	}
	return failures
}

// verdictOf returns the result of one run. The exit status does not tell: that of "go test | tail" is
// the status of tail, and "npm run lint && npm test" may not have reached the tests.
func (p *Pane) verdictOf(ref itemRef) verdict {
	f, call := ref.conv.File, ref.call()
	if call.Result < 0 || call.Declined {
		return verdictUnclear
	}
	at := f.Blocks.At(call.ResultBlk).Text
	if at.Len() > maxTestResult {
		return verdictUnclear
	}
	return verdictIn(string(record.AppendWords(nil, p.rows.Source.Span(f, call.Result, at), 0, maxTestResult)))
}

// verdictIn returns what the output of a test runner says at its end. A failure counts more: a run of
// many packages reports each.
func verdictIn(output string) verdict {
	found := verdictUnclear
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for _, line := range lines[max(0, len(lines)-testSummary):] {
		switch verdictOfLine(strings.TrimSpace(line)) {
		case verdictFailed:
			return verdictFailed
		case verdictSuccess:
			found = verdictSuccess
		}
	}
	return found
}

// Beginnings of lines of go test, TAP, Maven, PHPUnit and others.
var (
	failedPrefixes  = []string{"FAIL\t", "FAIL ", "--- FAIL", "FAILED", "FAILURES!", "not ok ", "BUILD FAILED", "[ERROR] Tests run"}
	successPrefixes = []string{"ok  \t", "ok \t", "PASS", "OK (", "All tests passed", "BUILD SUCCESS", "test result: ok"}
)

func verdictOfLine(line string) verdict {
	for _, prefix := range failedPrefixes {
		if strings.HasPrefix(line, prefix) {
			return verdictFailed
		}
	}
	if line == "FAIL" {
		return verdictFailed
	}
	for _, prefix := range successPrefixes {
		if strings.HasPrefix(line, prefix) {
			return verdictSuccess
		}
	}
	return verdictOfCounts(line)
}

// verdictOfCounts reads counts such as "3 failed, 12 passed", "Failures: 0" and "# fail 2".
func verdictOfCounts(line string) verdict {
	found := verdictUnclear
	for _, part := range strings.FieldsFunc(strings.ToLower(line), func(c rune) bool { return c == ',' || c == ';' || c == '|' }) {
		words := strings.FieldsFunc(part, func(c rune) bool { return strings.ContainsRune(" \t:()=#", c) })
		for i, word := range words {
			switch verdictOfCount(words, i, word) {
			case verdictFailed:
				return verdictFailed
			case verdictSuccess:
				found = verdictSuccess
			}
		}
	}
	return found
}

var countWords = []string{"fail", "failed", "failing", "failure", "failures", "pass", "passed", "passing"}

// verdictOfCount reads the count of a word such as "failed", which is before or after it.
func verdictOfCount(words []string, i int, word string) verdict {
	failures := strings.HasPrefix(word, "fail")
	if !slices.Contains(countWords, word) {
		return verdictUnclear
	}
	number := ""
	if i > 0 {
		number = words[i-1]
	}
	if !isNumber(number) && i+1 < len(words) {
		number = words[i+1]
	}
	none := strings.Trim(number, "0") == ""
	switch {
	case !isNumber(number):
		return verdictUnclear
	case failures && !none:
		return verdictFailed
	case failures || !none: // no failures, or some successes
		return verdictSuccess
	}
	return verdictUnclear
}

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }
