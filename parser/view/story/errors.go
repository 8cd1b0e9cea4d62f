package story

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"unspool/parser"
	"unspool/parser/internal/shell"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
	"unspool/parser/view/tool"
)

// Limits of the failures that a story names.
const (
	maxFailed    = 3
	maxExamined  = 1_000   // errors whose subject is read, in about 20 ms: the last ones
	maxErrorText = 160     // characters
	maxOutput    = 8 << 10 // bytes of an output in which a cause is looked for
)

// nameErrors names the errors that matter most: those of builds, checks and tools before those of other
// commands, then those that happened most often, then the latest. Failed test runs are only counted: they
// have facts of their own.
func (p *Pane) nameErrors(s *parser.Session, errors, failedTests []itemRef, out *protocol.Story) {
	out.Errors = len(errors)
	isTest := make(map[itemRef]bool, len(failedTests))
	for _, ref := range failedTests {
		isTest[ref] = true
	}
	errors = slices.DeleteFunc(errors, func(ref itemRef) bool { return isTest[ref] })
	out.TestErrors = out.Errors - len(errors)
	type kind struct {
		of     protocol.FailedCall
		latest itemRef
	}
	var kinds []kind
	list, places := p.rows.List(s), map[[2]string]int{}
	for _, ref := range slices.Backward(errors[max(0, len(errors)-maxExamined):]) {
		one := protocol.FailedCall{Key: ref.key(), Count: 1}
		var same [2]string
		if ref.call() != nil {
			of, _ := p.rows.Tool(list, ref.conv.File, ref.item, false)
			one.Tool, same = &of, [2]string{of.Name, of.Target}
		} else {
			one.Text = source.OneLine(p.errorText(ref.conv, ref.item), maxErrorText)
			same = [2]string{"", one.Text}
		}
		if at, known := places[same]; known {
			kinds[at].of.Count++
			continue
		}
		places[same] = len(kinds)
		kinds = append(kinds, kind{one, ref})
	}
	slices.SortStableFunc(kinds, func(a, b kind) int {
		return cmp.Or(cmp.Compare(rankOf(&a.of), rankOf(&b.of)), cmp.Compare(b.of.Count, a.of.Count))
	})
	for _, kind := range kinds[:min(len(kinds), maxFailed)] {
		if kind.of.Tool != nil {
			kind.of.Text = p.causeOf(kind.latest)
		}
		out.Failed = append(out.Failed, kind.of)
	}
}

// rankOf returns the place of an error among others: 1 for commands that are no builds or checks, such as
// a listing of a folder that is not there.
func rankOf(e *protocol.FailedCall) int {
	if e.Tool != nil && tool.KindOf(e.Tool.Name).ID == "bash" && !shell.Split(e.Tool.Target).Builds() {
		return 1
	}
	return 0
}

// causeOf returns the line of the output of a failed call that names the cause, and "" without an output.
func (p *Pane) causeOf(ref itemRef) string {
	f, call := ref.conv.File, ref.call()
	if call.Result < 0 {
		return ""
	}
	span := p.rows.Source.Span(f, call.Result, f.Blocks.At(call.ResultBlk).Text)
	return source.OneLine(causeIn(string(record.AppendWords(nil, span, 0, maxOutput))), maxErrorText)
}

// Beginnings of lines that are not the cause: a status, a heading, a command, a line of a stack.
var noCause = []string{"exit code", "$ ", "> ", "# ", "## ", "### ", "at "}

// What lines with a cause have.
var causeWords = []string{
	"error", "fail", "fatal", "panic", "exception", "cannot", "can't", "could not", "unable", "not found", "no such", "not a ",
	"denied", "refused", "invalid", "unexpected", "undefined", "unknown", "missing", "does not", "doesn't", "must ",
}

var errorTags = strings.NewReplacer("<tool_use_error>", "", "</tool_use_error>", "", "<error>", "", "</error>", "")

// causeIn returns the line of an output that names the cause: the last line of a Python traceback, else
// the first with a word of an error, else the only one. Of several lines without such a word, none tells
// why a command failed.
func causeIn(output string) string {
	var first, raised string // raised is by the last traceback
	lines := 0
	traceback := false
	for line := range strings.Lines(errorTags.Replace(withoutColors(output))) {
		indented := strings.HasPrefix(line, " ")
		line = strings.Trim(line, " \t\r\n│┃┆╎─━═")
		lower := strings.ToLower(line)
		in := func(word string) bool { return strings.Contains(lower, word) }
		begins := func(prefix string) bool { return strings.HasPrefix(lower, prefix) }
		switch {
		case strings.TrimRight(lower, "s:") == "error", !strings.ContainsFunc(line, unicode.IsLetter), slices.ContainsFunc(noCause, begins):
		case strings.HasPrefix(line, "Traceback (most recent call last)"):
			traceback = true
		case traceback:
			if !indented {
				raised, traceback = line, false
			}
		case raised != "": // there may be another traceback
		case slices.ContainsFunc(causeWords, in) && !strings.HasPrefix(lower, "0 "):
			return line
		default:
			first = line
			lines++
		}
	}
	switch {
	case raised != "":
		return raised
	case lines > 1:
		return ""
	}
	return first
}
