package record

import (
	"bytes"

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

// IsLink reports whether a member of a structured result, with its value as JSON, is one that a [Result] has, and
// neither a text nor a list.
func IsLink(key, value []byte) bool {
	switch string(key) {
	case "status":
		return isLaunch(bytes.Trim(value, `"`))
	case "agentId", "agent_id", "backgroundTaskId", "taskId", "task_id", "shell_id", "shellId", "runId", "transcriptDir", "resumedAgentId":
		return value[0] == '"' && len(value) <= MaxID
	case "isAsync", "interrupted":
		return value[0] == 't' || value[0] == 'f'
	case "totalToolUseCount", "totalDurationMs", "searchCount":
		return value[0] >= '0' && value[0] <= '9'
	}
	return false
}
