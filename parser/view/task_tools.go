package view

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser/view/protocol"
)

// todoParts shows a to-do list, with the previous state of each item.
func todoParts(c *call) []protocol.Part {
	from, old := &c.result, c.result.array("oldTodos")
	if !from.has("newTodos") {
		from = &c.input
	}
	p := todoPart(from, old)
	if p.Fields == nil {
		return nil
	}
	return []protocol.Part{p}
}

func todoPart(o *object, old []*fastjson.Value) protocol.Part {
	p := protocol.Part{Kind: "todos", Exit: -1}
	before, cache := map[string]string{}, map[string]bool{}
	for _, item := range old {
		before[text(item.Get("content"))] = text(item.Get("status"))
	}
	for _, item := range o.array("todos", "newTodos") {
		f := protocol.Field{Name: text(item.Get("content")), Value: text(item.Get("status"))}
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
		if name := text(item.Get("content")); !cache[name] {
			p.Fields = append(p.Fields, protocol.Field{Name: name, Value: "deleted", Note: text(item.Get("status"))})
		}
	}
	return p
}

// taskParts shows the tasks that replaced the to-do list in 2.1.17.
func (v *toolReader) taskParts(c *call) []protocol.Part {
	p := protocol.Part{Kind: "todos", Exit: -1}
	for _, task := range c.result.array("tasks") {
		id, subject := text(task.Get("id")), text(task.Get("subject"))
		if id+subject == "" {
			continue
		}
		f := protocol.Field{Name: strings.TrimSpace("#" + id + " " + subject), Value: text(task.Get("status")), Note: text(task.Get("owner"))}
		for i, by := range task.GetArray("blockedBy") {
			if i == 0 {
				f.After = "#" + text(by)
			} else {
				f.After += ", #" + text(by)
			}
		}
		p.Fields = append(p.Fields, f)
	}
	if p.Fields != nil {
		return []protocol.Part{p}
	}
	if task := c.result.object("task"); task.has("id", "subject") {
		return oneTask(c, &task)
	}
	change := c.result.object("statusChange")
	if id := c.result.str(40, "taskId"); id != "" {
		parts := []protocol.Part{taskPart(id, v.taskSubject(c, id), change.str(40, "to"), change.str(40, "from"))}
		parts = withOthers(parts, "", &c.input, "taskId status subject")
		return withOthers(parts, "structured", &c.result, "statusChange taskId success updatedFields verificationNudgeNeeded")
	}
	return nil
}

// oneTask shows a task that was created or looked up.
func oneTask(c *call, task *object) []protocol.Part {
	state, note := task.str(40, "status"), ""
	if c.name == "TaskCreate" {
		state, note = "pending", "new"
	}
	parts := []protocol.Part{taskPart(task.str(40, "id"), task.str(2000, "subject"), state, note)}
	text := task.str(bodyLimit, "description")
	if text == "" {
		text = c.input.str(bodyLimit, "description")
	}
	if text != "" && strings.TrimSuffix(text, ".") != task.str(2000, "subject") {
		parts = append(parts, proseOf("", text, false))
	}
	parts = withOthers(parts, "", &c.input, "taskId subject description activeForm")
	return withOthers(parts, "", task, "id subject description status")
}

func taskPart(id, subject, state, note string) protocol.Part {
	return protocol.Part{Kind: "todos", Exit: -1, Fields: []protocol.Field{{Name: strings.TrimSpace("#" + id + " " + subject), Value: state, Note: note}}}
}

// taskSubject returns the subject of a task from the call that created it, whose result has
// the task's number. It searches the last 32 calls that created a task, among the last 2,000
// calls.
func (v *toolReader) taskSubject(c *call, id string) string {
	if text := c.input.str(2000, "subject"); text != "" {
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
		if task := made.result.object("task"); task.str(40, "id") == id {
			return task.str(2000, "subject")
		}
	}
	return ""
}
