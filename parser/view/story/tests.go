package story

import (
	"slices"
	"strings"

	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
)

// Limits of the results of test runs that are read.
const (
	maxTestRuns   = 300       // the last ones; earlier ones are judged by their status
	maxTestResult = 256 << 10 // bytes of a result
	testSummary   = 40        // lines at its end, where runners sum up: logs of tests can say anything
)

// A verdict is the result of a test run.
type verdict uint8

const (
	verdictUnclear verdict = iota
	verdictSucceeded
	verdictFailed
)

// judgeTests counts the test runs by their results, and returns the runs whose tests failed.
func (p *Pane) judgeTests(runs []testRun, out *protocol.TestRuns) (failed []itemRef) {
	unread := len(runs) - maxTestRuns
	for i, run := range runs {
		call := run.call()
		if call != nil && (call.Result < 0 || call.Declined) {
			continue
		}
		found := verdictUnclear
		if i >= unread {
			found = p.verdictOf(run)
		} else if call != nil && call.Failed {
			found = verdictFailed
		}
		key := run.key()
		out.LastKey = key
		switch found {
		case verdictSucceeded:
			out.Succeeded++
			out.Last = "succeeded"
		case verdictFailed:
			if out.Failed++; out.Failed == 1 {
				out.FirstFailed = key
			}
			out.Last = "failed"
			failed = append(failed, run.itemRef)
		default:
			out.Unclear++
			out.Last = "unclear"
		}
	}
	if out.Succeeded+out.Failed == 0 {
		*out = protocol.TestRuns{}
	}
	return failed
}

// verdictOf returns the result of one run. The exit status does not tell: that of "go test | tail" is
// the status of tail, and "npm run lint && npm test" may not have reached the tests. But a call that
// failed has not succeeded.
func (p *Pane) verdictOf(run testRun) verdict {
	f, call := run.conv.File, run.call()
	if call == nil {
		output, _ := p.rows.Source.RecordText(f, run.item.Record, maxTestResult)
		return verdictIn(rows.CommandOutput(output))
	}
	at := f.Blocks.At(call.ResultBlk).Text
	if at.Len() > maxTestResult {
		return verdictUnclear
	}
	output := string(record.AppendWords(nil, p.rows.Source.Span(f, call.Result, at), 0, maxTestResult))
	found := verdictIn(output)
	if found == verdictSucceeded && call.Failed {
		return verdictUnclear
	}
	return found
}

// verdictIn returns what the last lines of an output say that sum up a test run. If one of them says that
// something failed, it did: Jest has a line for suites, and one for the tests of those that could be loaded.
// Playwright lists the names of tests, indented, between its counts.
func verdictIn(output string) verdict {
	lines := strings.Split(strings.TrimRight(withoutColors(output), " \t\r\n"), "\n")
	found, indent := verdictUnclear, 0
	for _, line := range slices.Backward(lines[max(0, len(lines)-testSummary):]) {
		if found != verdictUnclear && indentOf(line) > indent && strings.TrimSpace(line) != "" {
			continue
		}
		switch of := verdictOfLine(strings.TrimSpace(line)); {
		case of == verdictFailed:
			return verdictFailed
		case of == verdictSucceeded:
			found, indent = of, indentOf(line)
		case found != verdictUnclear: // the first line of the summary was read
			return found
		}
	}
	return found
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// withoutColors removes the escape sequences of a terminal.
func withoutColors(output string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(output, "\x1b[")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		output = strings.TrimLeft(after, "?0123456789;")
		output = output[min(1, len(output)):]
	}
}

// Lines of go test, TAP, unittest, Maven, PHPUnit, Swift and others, and their beginnings.
var (
	failedLines       = []string{"FAIL", "FAILURES!", "Some tests failed."}
	failedPrefixes    = []string{"FAIL\t", "FAIL ", "--- FAIL", "FAILED", "not ok ", "BUILD FAILED", "[ERROR] Tests run", "✘ Test run "}
	succeededLines    = []string{"PASS", "OK", "All tests passed!", "All tests passed."}
	succeededPrefixes = []string{"ok  \t", "ok \t", "PASS ", "OK (", "BUILD SUCCESS", "test result: ok", "✔ Test run "}
)

func verdictOfLine(line string) verdict {
	_, flutter, _ := strings.Cut(line, ": ") // 00:04 +5 -1: Some tests failed.
	begins := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
	switch {
	case slices.Contains(failedLines, line), slices.Contains(failedLines, flutter), slices.ContainsFunc(failedPrefixes, begins):
		return verdictFailed
	case slices.Contains(succeededLines, line), slices.Contains(succeededLines, flutter), slices.ContainsFunc(succeededPrefixes, begins):
		return verdictSucceeded
	}
	return verdictOfCounts(line)
}

// verdictOfCounts reads counts such as "3 failed, 12 passed", "Failures: 0, Errors: 2" and "# fail 2". A
// single number in a longer line is no summary.
func verdictOfCounts(line string) verdict {
	found := verdictUnclear
	line = strings.ToLower(withoutSeparators(line))
	for _, part := range strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;|", c) }) {
		part = strings.NewReplacer(":", " = ", "=", " = ").Replace(part)
		words := strings.FieldsFunc(part, func(c rune) bool { return strings.ContainsRune(" \t()#", c) })
		if len(words)-strings.Count(part, "=") > maxCountWords {
			continue
		}
		for i, word := range words {
			switch verdictOfCount(words, i, word) {
			case verdictFailed:
				return verdictFailed
			case verdictSucceeded:
				found = verdictSucceeded
			}
		}
	}
	return found
}

// maxCountWords is the number of words up to which a part of a line can be a count: "with 1 failure (0
// unexpected) in 0.1 (0.2) seconds".
const maxCountWords = 9

// withoutSeparators removes the commas within numbers: "1,000 failed".
func withoutSeparators(line string) string {
	digit := func(i int) bool { return i >= 0 && i < len(line) && line[i] >= '0' && line[i] <= '9' }
	var out strings.Builder
	for i := range len(line) {
		if line[i] != ',' || !digit(i-1) || !digit(i+1) || !digit(i+2) || !digit(i+3) || digit(i+4) {
			out.WriteByte(line[i])
		}
	}
	return out.String()
}

var countWords = []string{"error", "errors", "fail", "failed", "failing", "failure", "failures", "pass", "passed", "passing"}

// verdictOfCount reads the count of a word such as "failed": after "=", else before the word or after it.
// Linters, too, say "0 errors", which tells nothing of tests.
func verdictOfCount(words []string, i int, word string) verdict {
	failures := strings.HasPrefix(word, "fail") || strings.HasPrefix(word, "error")
	if !slices.Contains(countWords, word) {
		return verdictUnclear
	}
	number := ""
	before, after := i-1, i+1
	if i > 1 && (words[i-1] == "tests" || words[i-1] == "test") {
		before = i - 2 // "12 tests passed"
	}
	switch {
	case after+1 < len(words) && words[after] == "=":
		number = words[after+1]
	case before >= 0 && isNumber(words[before]):
		number = words[before]
	case after < len(words):
		number = words[after]
	}
	none := strings.Trim(number, "0") == ""
	switch {
	case !isNumber(number):
		return verdictUnclear
	case failures && !none:
		return verdictFailed
	case strings.HasPrefix(word, "fail") || !failures && !none: // no failures, or some successes
		return verdictSucceeded
	}
	return verdictUnclear
}

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }
