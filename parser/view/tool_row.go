package view

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser"
	"unspool/parser/filediff"
	"unspool/parser/jsonl"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

func (v *rowReader) toolRow(l *list, f *parser.File, item *parser.Item, row *protocol.Row) {
	row.Kind = "tool"
	index := f.Blocks.At(item.Block).Call
	c := v.call(f, index, maxStructured)
	if c.toolKind == "bash" {
		v.readSpilled(&c, maxCounted)
	}
	t := &protocol.Tool{Name: c.tool, Face: c.toolKind, Server: c.server, Target: target(c.toolKind, &c.input), Note: note(c.toolKind, &c.input),
		Exit: -1, Lines: -1, Added: -1, Removed: -1, Count: -1, Done: -1, Duration: -1}
	row.Tool = t
	if c.Result >= 0 && c.Result != c.Use { // tools of the API answer in the same record
		if from, to := f.Records.At(c.Use).Time, f.Records.At(c.Result).Time; from > 0 && to >= from {
			t.Duration = float64(to - from)
		}
	}
	t.Status, t.Error = c.status()
	c.outcome(t)
	if c.toolKind == "task" && c.input.IsString("taskId") && t.Target != "" {
		t.Target = strings.TrimSpace("#" + t.Target + " " + source.OneLine(v.taskSubject(&c, t.Target), 200))
	}
	row.Run = v.runs.ofCall(l.session, &c, index, l.open.isOpen(row.Key))
	// An agent reports its end itself.
	if end, ended := l.session.EndOf(f, index); ended && t.Status == "background" && row.Run == nil {
		switch t.Answer = stateOf(end.Status); t.Answer {
		case "failed":
			t.Status = "error"
		case "stopped":
			t.Status = "ok" // on purpose
		default:
			t.Status = "ok"
		}
	}
}

// maxCounted limits the spilled output whose lines are counted for a row.
const maxCounted = 1 << 20

// outcome sets what the structured result says, by the kind of tool: FORMAT.md,
// "toolUseResult by tool".
func (c *call) outcome(t *protocol.Tool) {
	r := &c.result
	switch c.toolKind {
	case "bash":
		c.bashOutcome(t)
	case "shell":
		c.shellOutcome(t)
	case "read":
		c.readOutcome(t)
	case "write":
		if c.input.IsString("content") {
			t.Lines = c.input.LineCount("content")
		}
		t.Added, t.Removed = patchSize(r)
		if t.Added < 0 {
			t.Answer = r.Text(20, "type")
		}
	case "edit":
		if t.Added, t.Removed = patchSize(r); t.Added < 0 && t.Status == "ok" {
			t.Added, t.Removed = c.editSize()
		}
	case "notebook":
		t.Answer = r.Text(20, "edit_mode")
	case "grep":
		if t.Count, t.Unit = r.Int(-1, "numMatches"), "match"; t.Count < 0 {
			t.Count, t.Unit = r.Int(-1, "numFiles"), "file"
		}
		if r.Text(20, "mode") == "content" {
			t.Count, t.Lines = -1, r.Int(-1, "numLines")
		}
		t.More = !source.IsEmpty(r.Raw("appliedLimit"))
	case "glob":
		t.Count, t.Unit = r.Int(-1, "numFiles"), "file"
		t.More = !source.IsEmpty(r.Raw("truncated"))
	case "search":
		t.Count = searchHits(r.Array("results"))
		if t.Count < 0 {
			t.Count = c.count(-1, "web_search_result")
		}
	case "fetch":
		if code := r.Int(-1, "code"); code >= 400 {
			t.Answer = source.OneLine(string(r.Raw("code"))+" "+r.Text(80, "codeText"), 80)
		}
		if r.IsString("result") {
			t.Lines = r.LineCount("result")
		}
	case "list":
		for _, p := range treeParts(c) {
			if p.Kind == "text" {
				t.Count = strings.Count(p.Text, "\n") + 1
			}
		}
	case "todo":
		for i, item := range c.input.Array("todos") {
			if t.Count = i + 1; t.Done < 0 {
				t.Done = 0
			}
			if string(item.GetStringBytes("status")) == "completed" {
				t.Done++
			}
		}
	case "task":
		c.taskOutcome(t)
	case "question":
		answers := r.Object("answers")
		for _, key := range answers.Keys[:min(len(answers.Keys), 4)] {
			if t.Answer != "" {
				t.Answer += " · "
			}
			t.Answer += source.OneLine(answers.Text(400, key), 80)
		}
	case "plan":
		if t.Target == "" {
			t.Target = target(c.toolKind, r)
		}
		if t.Target != "" && t.Status == "ok" {
			t.Answer = "accepted"
		}
	case "lsp":
		t.Count, t.From = r.Int(-1, "resultCount"), c.input.Int(0, "line")
	case "other":
		t.Answer = source.OneLine(r.Text(320, "humanSchedule"), 80)
	case "toolsearch":
		if t.Count = r.Count(-1, "matches"); t.Count < 0 {
			if t.Count = c.count(-1, "tool_reference"); t.Count < 0 {
				t.Count = c.reply.Count(-1, "tool_references")
			}
		}
	case "message":
		if string(r.Raw("success")) == "false" {
			t.Answer = "failed"
		}
	}
}

// readOutcome sets which lines were read. If only the text for Claude is recorded, it uses
// the line numbers in the text.
func (c *call) readOutcome(t *protocol.Tool) {
	file := c.result.Object("file")
	t.Lines, t.From = file.Int(-1, "numLines"), file.Int(0, "startLine")
	if t.From == 1 && t.Lines == file.Int(-1, "totalLines") { // the whole file
		t.From = 0
	}
	if kind := c.result.Text(20, "type"); kind != "text" {
		t.Answer = kind
	}
	if len(file.Keys) > 0 {
		return
	}
	if code, first, whole := c.numbered(); first > 0 && whole {
		if t.Lines = strings.Count(code, "\n") + 1; first > 1 {
			t.From = first
		}
	}
}

func (c *call) bashOutcome(t *protocol.Tool) {
	r := &c.result
	head, _ := c.words(40)
	switch code, ok := exitCode(head); {
	case ok:
		t.Exit = code
	case c.reply.Has("return_code"):
		t.Exit = c.reply.Int(-1, "return_code")
		t.Lines = c.reply.LineCount("stdout") + c.reply.LineCount("stderr")
	case t.Status == "ok" && r.Has("stdout") && !r.Has("returnCodeInterpretation"):
		t.Exit = 0
	}
	if r.Has("stdout") && string(r.Raw("isImage")) != "true" {
		t.Lines = r.LineCount("stdout") + r.LineCount("stderr")
	}
	if t.Status == "ok" && t.Lines < 0 && !r.Has("stdout") {
		if text, more := c.words(maxPreview); !more {
			t.Lines = len(filediff.Lines(text))
		}
	}
	if c.full != nil { // its preview does not show its length
		if t.Lines = -1; c.full.text != "" && !c.full.cut {
			t.Lines = strings.Count(strings.TrimSuffix(c.full.text, "\n"), "\n") + 1
		}
	}
	t.Answer = source.OneLine(r.Text(400, "returnCodeInterpretation"), 80)
	// The exit code already shows "Exit code 1"; the next line says more.
	if t.Status == "error" && strings.HasPrefix(t.Error, "Exit code ") {
		t.Error = ""
	}
}

func (c *call) shellOutcome(t *protocol.Tool) {
	task := c.result.Object("task")
	from := &c.result
	if len(task.Keys) > 0 {
		from = &task
	}
	if t.Answer = from.Text(40, "status"); t.Status == "ok" && (c.name == "KillShell" || c.name == "KillBash" || c.name == "TaskStop") {
		t.Answer = "stopped"
	}
	if waited := c.result.Text(40, "retrieval_status"); waited != "" && waited != "success" {
		t.Answer = waited
	}
	if text := source.OneLine(from.Text(1200, "command", "description"), 300); text != "" {
		t.Target = text
	}
	t.Exit = from.Int(-1, "exitCode")
	if from.Has("stdout") {
		t.Lines = from.LineCount("stdout") + from.LineCount("stderr")
	} else if from.Has("output") {
		t.Lines = from.LineCount("output")
	}
}

// taskOutcome sets the new state of a task, or how many tasks of a list are done.
func (c *call) taskOutcome(t *protocol.Tool) {
	r := &c.result
	change := r.Object("statusChange")
	t.Answer = change.Text(40, "to")
	if t.Answer != "" {
		t.Note = ""
	}
	if !r.Has("tasks") {
		return
	}
	t.Count, t.Done = 0, 0
	source.Each(r.Raw("tasks"), func(raw []byte) {
		task := source.Parse(raw)
		if t.Count++; task.Text(20, "status") == "completed" {
			t.Done++
		}
	})
}

// count counts the blocks of a kind in the content of the result. It returns missing if the
// content is not an array.
func (c *call) count(missing int, kind string) int {
	if len(c.text) == 0 || c.text[0] != '[' {
		return missing
	}
	n := 0
	for _, block := range source.ParseArray(c.text) {
		if string(block.GetStringBytes("type")) == kind {
			n++
		}
	}
	if n == 0 && len(c.text) > 2 {
		return missing
	}
	return n
}

// patchSize counts the lines that a patch adds and removes, or returns -1 if there is no
// patch.
func patchSize(r *source.Object) (added, removed int) {
	if r.Count(0, "structuredPatch") == 0 {
		return -1, -1
	}
	source.Each(r.Raw("structuredPatch"), func(raw []byte) {
		hunk := source.Parse(raw)
		lines := hunk.Raw("lines")
		jsonl.Array(lines, 0, func(at int) int {
			switch string(record.AppendString(nil, lines, at, 1)) {
			case "+":
				added++
			case "-":
				removed++
			}
			return jsonl.Skip(lines, at)
		})
	})
	return added, removed
}

// searchHits counts the links of a web search, or returns -1 if unknown. A list of results
// can also contain text and null.
func searchHits(list []*fastjson.Value) int {
	if list == nil {
		return -1
	}
	n := 0
	for _, x := range list {
		n += len(x.GetArray("content"))
	}
	return n
}
