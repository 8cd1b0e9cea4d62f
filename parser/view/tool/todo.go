package tool

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/internal/toolname"
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// todoKind writes a to-do list as a whole: FORMAT.md, "toolUseResult by tool", TodoWrite.
var todoKind = Kind{
	ID:      "todo",
	Names:   []string{"TodoWrite", "TodoRead"},
	Subject: currentTodo,
	Outcome: todoOutcome,
	Input:   func(c *Call) []protocol.Part { return todoList(&c.Args, nil) },
	Result:  todoParts,
	Series:  "task",
	ByTool:  true,
}

// taskKind changes single tasks, which replaced the to-do list in 2.1.17: FORMAT.md,
// "toolUseResult by tool", TaskCreate.
var taskKind = Kind{
	ID:      "task",
	Names:   toolname.Tasks(),
	Target:  []string{"taskId", "subject"},
	Note:    noteIn("status"),
	Outcome: taskOutcome,
	Result:  taskParts,
	Series:  "task",
	ByTool:  true,
}

// currentTodo returns the item that is in progress.
func currentTodo(input *source.Object) string {
	for _, item := range input.Array("todos") {
		if string(item.GetStringBytes("status")) == "in_progress" {
			return source.OneLine(string(item.GetStringBytes("content")), targetLimit)
		}
	}
	return ""
}

func todoOutcome(c *Call, t *protocol.Tool) {
	list, done := c.Args.Array("todos"), 0
	for _, item := range list {
		if string(item.GetStringBytes("status")) == "completed" {
			done++
		}
	}
	t.Count, t.Done = protocol.OrNull(len(list), len(list) > 0), protocol.OrNull(done, len(list) > 0)
}

// todoParts shows a to-do list, with the previous state of each item.
func todoParts(c *Call) []protocol.Part {
	from := &c.Output
	if !from.Has("newTodos") {
		from = &c.Args
	}
	return todoList(from, c.Output.Array("oldTodos"))
}

// todoList shows a to-do list and what changed since an older one. It returns nil if there
// are no items.
func todoList(o *source.Object, old []*fastjson.Value) []protocol.Part {
	p := protocol.Part{Kind: protocol.PartTodos}
	before, listed := map[string]string{}, map[string]bool{}
	for _, item := range old {
		before[string(item.GetStringBytes("content"))] = string(item.GetStringBytes("status"))
	}
	for _, item := range o.Array("todos", "newTodos") {
		f := protocol.Field{Name: string(item.GetStringBytes("content")), Value: string(item.GetStringBytes("status"))}
		if f.Name == "" {
			continue
		}
		listed[f.Name] = true
		if was, known := before[f.Name]; known && was != f.Value {
			f.Note = was
		} else if len(old) > 0 && !known {
			f.Note = "new"
		}
		p.Fields = append(p.Fields, f)
	}
	for _, item := range old {
		if name := string(item.GetStringBytes("content")); !listed[name] {
			p.Fields = append(p.Fields, protocol.Field{Name: name, Value: "deleted", Note: string(item.GetStringBytes("status"))})
		}
	}
	if p.Fields == nil {
		return nil
	}
	return []protocol.Part{p}
}

// taskOutcome sets the new state of a task, or how many tasks of a list are done.
func taskOutcome(c *Call, t *protocol.Tool) {
	r := &c.Output
	change := r.Object("statusChange")
	if t.Answer = change.Text(40, "to"); t.Answer != "" {
		t.Note = ""
	}
	if c.Args.IsString("taskId") && t.Target != "" {
		t.Target = taskName(t.Target, source.OneLine(c.taskSubject(t.Target), 200))
	}
	if !r.Has("tasks") {
		return
	}
	count, done := 0, 0
	source.Each(r.Raw("tasks"), func(raw []byte) {
		task := source.Parse(raw)
		if count++; task.Text(20, "status") == "completed" {
			done++
		}
	})
	t.Count, t.Done = &count, &done
}

// taskName returns the number of a task with its subject: "#12 Light the lamp".
func taskName(id, subject string) string { return strings.TrimSpace("#" + id + " " + subject) }

func taskParts(c *Call) []protocol.Part {
	if parts := taskList(c.Output.Array("tasks")); parts != nil {
		return parts
	}
	if task := c.Output.Object("task"); task.Has("id", "subject") {
		return oneTask(c, &task)
	}
	change := c.Output.Object("statusChange")
	if id := c.Output.Text(40, "taskId"); id != "" {
		parts := []protocol.Part{taskPart(id, c.taskSubject(id), change.Text(40, "to"), change.Text(40, "from"))}
		parts = content.WithOthers(parts, "", &c.Args, "taskId status subject")
		return content.WithOthers(parts, protocol.RoleStructured, &c.Output,
			"statusChange taskId success updatedFields verificationNudgeNeeded")
	}
	return nil
}

func taskList(tasks []*fastjson.Value) []protocol.Part {
	p := protocol.Part{Kind: protocol.PartTodos}
	for _, task := range tasks {
		id, subject := string(task.GetStringBytes("id")), string(task.GetStringBytes("subject"))
		if id+subject == "" {
			continue
		}
		f := protocol.Field{Name: taskName(id, subject), Value: string(task.GetStringBytes("status")),
			Note: string(task.GetStringBytes("owner"))}
		var before []string
		for _, by := range task.GetArray("blockedBy") {
			before = append(before, "#"+string(by.GetStringBytes()))
		}
		f.After = strings.Join(before, ", ")
		p.Fields = append(p.Fields, f)
	}
	if p.Fields == nil {
		return nil
	}
	return []protocol.Part{p}
}

// oneTask shows a task that was created or looked up.
func oneTask(c *Call, task *source.Object) []protocol.Part {
	state, note := task.Text(40, "status"), ""
	if c.name == "TaskCreate" {
		state, note = "pending", "new"
	}
	parts := []protocol.Part{taskPart(task.Text(40, "id"), task.Text(2000, "subject"), state, note)}
	text := task.Text(source.MaxText, "description")
	if text == "" {
		text = c.Args.Text(source.MaxText, "description")
	}
	if text != "" && strings.TrimSuffix(text, ".") != task.Text(2000, "subject") {
		parts = append(parts, content.Markdown("", text, false))
	}
	parts = content.WithOthers(parts, "", &c.Args, "taskId subject description activeForm")
	return content.WithOthers(parts, "", task, "id subject description status")
}

func taskPart(id, subject, state, note string) protocol.Part {
	return protocol.Part{Kind: protocol.PartTodos, Fields: []protocol.Field{{Name: taskName(id, subject), Value: state, Note: note}}}
}

// taskSubject returns the subject of a task from the call that created it, whose result has
// the task's number. It searches the last 32 calls that created a task, among the last 2,000
// calls.
func (c *Call) taskSubject(id string) string {
	if text := c.Args.Text(2000, "subject"); text != "" {
		return text
	}
	at := c.Index
	for left := 32; at > max(0, c.Index-2000) && left > 0; {
		at--
		one := c.File.Calls.At(at)
		if one.Use < 0 || one.Result < 0 || c.File.Name(one.Name) != "TaskCreate" {
			continue
		}
		left--
		if one.Structured.Len() > RowLimit {
			continue
		}
		output := source.Parse(c.src.Span(c.File, one.Result, one.Structured))
		if task := output.Object("task"); task.Text(40, "id") == id {
			return task.Text(2000, "subject")
		}
	}
	return ""
}
