package view

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// todoParts shows a to-do list, with the previous state of each item.
func todoParts(c *call) []protocol.Part {
	from, old := &c.result, c.result.Array("oldTodos")
	if !from.Has("newTodos") {
		from = &c.input
	}
	p := todoPart(from, old)
	if p.Fields == nil {
		return nil
	}
	return []protocol.Part{p}
}

func todoPart(o *source.Object, old []*fastjson.Value) protocol.Part {
	p := protocol.Part{Kind: "todos", Exit: -1}
	before, cache := map[string]string{}, map[string]bool{}
	for _, item := range old {
		before[string(item.GetStringBytes("content"))] = string(item.GetStringBytes("status"))
	}
	for _, item := range o.Array("todos", "newTodos") {
		f := protocol.Field{Name: string(item.GetStringBytes("content")), Value: string(item.GetStringBytes("status"))}
		if f.Name == "" {
			continue
		}
		cache[f.Name] = true
		if was, known := before[f.Name]; known && was != f.Value {
			f.Note = was
		} else if len(old) > 0 && !known {
			f.Note = "new"
		}
		p.Fields = append(p.Fields, f)
	}
	for _, item := range old {
		if name := string(item.GetStringBytes("content")); !cache[name] {
			p.Fields = append(p.Fields, protocol.Field{Name: name, Value: "deleted", Note: string(item.GetStringBytes("status"))})
		}
	}
	return p
}

// taskParts shows the tasks that replaced the to-do list in 2.1.17.
func (v *toolReader) taskParts(c *call) []protocol.Part {
	p := protocol.Part{Kind: "todos", Exit: -1}
	for _, task := range c.result.Array("tasks") {
		id, subject := string(task.GetStringBytes("id")), string(task.GetStringBytes("subject"))
		if id+subject == "" {
			continue
		}
		f := protocol.Field{Name: strings.TrimSpace("#" + id + " " + subject), Value: string(task.GetStringBytes("status")), Note: string(task.GetStringBytes("owner"))}
		for i, by := range task.GetArray("blockedBy") {
			if i == 0 {
				f.After = "#" + string(by.GetStringBytes())
			} else {
				f.After += ", #" + string(by.GetStringBytes())
			}
		}
		p.Fields = append(p.Fields, f)
	}
	if p.Fields != nil {
		return []protocol.Part{p}
	}
	if task := c.result.Object("task"); task.Has("id", "subject") {
		return oneTask(c, &task)
	}
	change := c.result.Object("statusChange")
	if id := c.result.Text(40, "taskId"); id != "" {
		parts := []protocol.Part{taskPart(id, v.taskSubject(c, id), change.Text(40, "to"), change.Text(40, "from"))}
		parts = content.WithOthers(parts, "", &c.input, "taskId status subject")
		return content.WithOthers(parts, "structured", &c.result, "statusChange taskId success updatedFields verificationNudgeNeeded")
	}
	return nil
}

// oneTask shows a task that was created or looked up.
func oneTask(c *call, task *source.Object) []protocol.Part {
	state, note := task.Text(40, "status"), ""
	if c.name == "TaskCreate" {
		state, note = "pending", "new"
	}
	parts := []protocol.Part{taskPart(task.Text(40, "id"), task.Text(2000, "subject"), state, note)}
	text := task.Text(source.MaxText, "description")
	if text == "" {
		text = c.input.Text(source.MaxText, "description")
	}
	if text != "" && strings.TrimSuffix(text, ".") != task.Text(2000, "subject") {
		parts = append(parts, content.Markdown("", text, false))
	}
	parts = content.WithOthers(parts, "", &c.input, "taskId subject description activeForm")
	return content.WithOthers(parts, "", task, "id subject description status")
}

func taskPart(id, subject, state, note string) protocol.Part {
	return protocol.Part{Kind: "todos", Exit: -1, Fields: []protocol.Field{{Name: strings.TrimSpace("#" + id + " " + subject), Value: state, Note: note}}}
}

// taskSubject returns the subject of a task from the call that created it, whose result has
// the task's number. It searches the last 32 calls that created a task, among the last 2,000
// calls.
func (v *toolReader) taskSubject(c *call, id string) string {
	if text := c.input.Text(2000, "subject"); text != "" {
		return text
	}
	at := c.index
	for left := 32; at > max(0, c.index-2000) && left > 0; {
		at--
		one := c.file.Calls.At(at)
		if one.Use < 0 || one.Result < 0 || c.file.Name(one.Name) != "TaskCreate" {
			continue
		}
		left--
		made := v.call(c.file, at, maxStructured)
		if task := made.result.Object("task"); task.Text(40, "id") == id {
			return task.Text(2000, "subject")
		}
	}
	return ""
}
