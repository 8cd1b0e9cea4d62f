package view

import "github.com/valyala/fastjson"

// todoParts shows a to-do list, and of each item what it was before.
func todoParts(c *call) []Part {
	from, old := &c.result, c.result.array("oldTodos")
	if !from.has("newTodos") {
		from = &c.input
	}
	p := todoPart(from, old)
	if p.Fields == nil {
		return nil
	}
	return []Part{p}
}

func todoPart(o *object, old []*fastjson.Value) Part {
	p := Part{Kind: "todos", Exit: -1}
	before, kept := map[string]string{}, map[string]bool{}
	for _, item := range old {
		before[text(item.Get("content"))] = text(item.Get("status"))
	}
	for _, item := range o.array("todos", "newTodos") {
		f := Field{Name: text(item.Get("content")), Value: text(item.Get("status"))}
		kept[f.Name] = true
		if was, known := before[f.Name]; known && was != f.Value {
			f.Note = was
		} else if len(old) > 0 && !known {
			f.Note = "new"
		}
		p.Fields = append(p.Fields, f)
	}
	for _, item := range old {
		if name := text(item.Get("content")); !kept[name] {
			p.Fields = append(p.Fields, Field{Name: name, Value: "deleted", Note: text(item.Get("status"))})
		}
	}
	return p
}

// taskParts shows the tasks that took the place of the to-do list in 2.1.17.
func taskParts(c *call) []Part {
	p := Part{Kind: "todos", Exit: -1}
	for _, task := range c.result.array("tasks") {
		f := Field{Name: "#" + text(task.Get("id")) + " " + text(task.Get("subject")), Value: text(task.Get("status")), Note: text(task.Get("owner"))}
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
		return []Part{p}
	}
	parts := fieldParts("input", &c.input)
	if task := c.result.object("task"); len(task.keys) > 0 {
		return withRest(parts, "output", &task, "subject")
	}
	if change := c.result.object("statusChange"); len(change.keys) > 0 {
		parts = append(parts, Part{Kind: "todos", Role: "output", Exit: -1,
			Fields: []Field{{Name: "#" + c.result.str(40, "taskId"), Value: change.str(40, "to"), Note: change.str(40, "from")}}})
		return withRest(parts, "structured", &c.result, "statusChange taskId success updatedFields")
	}
	if len(c.result.keys) == 0 {
		return nil
	}
	return withRest(parts, "output", &c.result, "")
}
