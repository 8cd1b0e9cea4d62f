package record

import (
	"bytes"
	"slices"

	"unspool/parser/jsonl"
)

// A resultReader reads the few members of a structured result that link records.
type resultReader struct {
	Result
	scan                         *jsonl.Scanner
	tasks                        [5][]byte // in the order in which they count
	folder                       []byte
	async, launched, interrupted bool
}

// result reads a structured result.
func (p *Parser) result(at int) int {
	x := resultReader{Result: Result{Calls: -1, DurationMs: -1}, scan: &p.scan}
	end := object(&p.scan, at, x.member)
	if end > 0 {
		x.Whole = Span{at, end}
	}
	for i := 0; i < len(x.tasks) && x.Task == nil; i++ {
		x.Task = x.tasks[i]
	}
	if x.Run == nil {
		x.Run = x.folder
	}
	p.rec.Result = x.Result
	p.flag(Interrupted, x.interrupted)
	p.flag(Async, x.async || x.launched || len(x.tasks[0]) > 0 || len(x.Resumed) > 0)
	return end
}

func (x *resultReader) member(key []byte, at int) int {
	s, b := x.scan, x.scan.Text
	switch string(key) {
	case "agentId", "agent_id":
		x.Agent = idString(s, at)
	case "isAsync":
		x.async = isTrue(b, at)
	case "status":
		x.launched = isLaunch(str(s, at))
	case "backgroundTaskId":
		x.tasks[0] = idString(s, at)
	case "taskId":
		x.tasks[1] = idString(s, at)
	case "task_id":
		x.tasks[2] = idString(s, at)
	case "shell_id":
		x.tasks[3] = idString(s, at)
	case "shellId":
		x.tasks[4] = idString(s, at)
	case "runId":
		x.Run = idString(s, at)
	case "transcriptDir":
		x.folder = lastName(idString(s, at))
	case "resumedAgentId":
		x.Resumed = idString(s, at)
	case "totalToolUseCount":
		x.Calls = amount(b, at)
	case "totalDurationMs":
		x.DurationMs = amount(b, at)
	case "searchCount":
		x.Searches = integer(b, at)
	case "interrupted":
		x.interrupted = isTrue(b, at)
	}
	return s.Skip(at)
}

func isLaunch(status []byte) bool {
	switch string(status) {
	case "async_launched", "teammate_spawned", "remote_launched":
		return true
	}
	return false
}

// Link returns what is left of a member of a structured result, with its value as JSON, if the result lacks its texts:
// the value of one that a [Result] has, or nil. All members can be texts, in results of other programs. So ids stay if
// isKnown reports that they link something, and of a path of a folder its name does.
func Link(key, value []byte, isKnown func(id string) bool) []byte {
	text := bytes.Trim(value, `"`)
	isString := len(value) == len(text)+len(`""`)
	isLink := false
	switch string(key) {
	case "status":
		isLink = isString && isLaunch(text)
	case "agentId", "agent_id", "backgroundTaskId", "taskId", "task_id", "shell_id", "shellId", "runId", "resumedAgentId":
		isLink = isString && IsID(text) && isKnown(string(text))
	case "transcriptDir":
		name := lastName(text)
		value = slices.Concat([]byte(`"`), name, []byte(`"`))
		isLink = isString && IsID(name) && isKnown(string(name))
	case "isAsync", "interrupted":
		isLink = string(value) == "true" || string(value) == "false"
	case "totalToolUseCount", "totalDurationMs", "searchCount":
		isLink = len(value) <= maxNumber && len(bytes.Trim(value, "0123456789.eE+-")) == 0
	}
	if !isLink {
		return nil
	}
	return value
}

// maxNumber is the length of the longest number of a result that stays without its texts.
const maxNumber = 20

// IsID reports whether a text has the form of an id: up to 64 letters, digits, hyphens and underscores. That of a
// teammate has two such names, with @ between them.
func IsID(text []byte) bool {
	name, team, isTeammate := bytes.Cut(text, []byte("@"))
	return isName(name) && (!isTeammate || isName(team))
}

func isName(text []byte) bool {
	for _, c := range text {
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return len(text) > 0 && len(text) <= 64
}
