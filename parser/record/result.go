package record

import "unspool/parser/jsonl"

// A resultReader reads the few members of a structured result that link records.
type resultReader struct {
	Result
	line                         []byte
	tasks                        [5][]byte // in the order in which they count
	folder                       []byte
	async, launched, interrupted bool
}

// result reads a structured result.
func (p *Parser) result(at int) int {
	x := resultReader{Result: Result{Calls: -1, DurationMs: -1}, line: p.line}
	end := object(p.line, at, x.member)
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
	b := x.line
	switch string(key) {
	case "agentId", "agent_id":
		x.Agent = idString(b, at)
	case "isAsync":
		x.async = isTrue(b, at)
	case "status":
		switch string(str(b, at)) {
		case "async_launched", "teammate_spawned", "remote_launched":
			x.launched = true
		default:
			x.launched = false
		}
	case "backgroundTaskId":
		x.tasks[0] = idString(b, at)
	case "taskId":
		x.tasks[1] = idString(b, at)
	case "task_id":
		x.tasks[2] = idString(b, at)
	case "shell_id":
		x.tasks[3] = idString(b, at)
	case "shellId":
		x.tasks[4] = idString(b, at)
	case "runId":
		x.Run = idString(b, at)
	case "transcriptDir":
		x.folder = lastName(idString(b, at))
	case "resumedAgentId":
		x.Resumed = idString(b, at)
	case "totalToolUseCount":
		x.Calls = amount(b, at)
	case "totalDurationMs":
		x.DurationMs = amount(b, at)
	case "searchCount":
		x.Searches = integer(b, at)
	case "interrupted":
		x.interrupted = isTrue(b, at)
	}
	return jsonl.Skip(b, at)
}
