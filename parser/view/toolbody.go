package view

import (
	"strings"

	"github.com/valyala/fastjson"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// toolBody opens a tool call: what it was given and what came back, each in the
// form that fits the tool, and every record that speaks of it.
func (v *Viewer) toolBody(f *parser.File, index int32, body *Body) {
	c := v.call(f, index)
	switch failed := c.Result >= 0 && f.Blocks[c.ResultBlk].Error; {
	case c.Result < 0:
	case !failed:
		body.Parts = v.faceParts(&c)
	case c.face == "bash":
		body.Parts = failedCommand(&c)
	}
	if body.Parts == nil {
		body.Parts = v.plainParts(&c)
	}
	if c.Use >= 0 {
		body.Records = append(body.Records, origin(f, c.Use))
	}
	if c.Result >= 0 && c.Result != c.Use {
		body.Records = append(body.Records, origin(f, c.Result))
	}
	if c.Use < 0 {
		return
	}
	// What else speaks of the call: its hooks, its progress, results before the last.
	var sides []int32
	for i := c.Use + 1; i < int32(len(f.Records)); i++ {
		if f.Records[i].Call == index && i != c.Result {
			sides = append(sides, i)
		}
	}
	if sides != nil {
		body.Parts = append(body.Parts, v.sideParts(f, sides)...)
	}
}

// plainParts is the view that fits any tool, and any failure: the arguments as
// a table, the result by its words.
func (v *Viewer) plainParts(c *call) []Part {
	parts := c.inputParts()
	if c.Result < 0 {
		return parts
	}
	b := &c.file.Blocks[c.ResultBlk]
	return append(parts, v.contentParts(c.file, c.Result, b.Text, roleOf(b.Error))...)
}

// inputParts shows the arguments: a command as a terminal, a new text as code,
// a change as a diff, everything else as a table.
func (c *call) inputParts() []Part {
	name := c.input.str(1000, "file_path", "path", "notebook_path")
	switch {
	case c.face == "bash" && c.input.has("command"):
		p := Part{Kind: "terminal", Role: "input", Exit: -1}
		p.Command, p.Cut = c.input.text("command")
		return []Part{p}
	case c.face == "write" && c.input.has("content"):
		return []Part{c.codePart("input", name, c.input.raw("content"))}
	case c.face == "edit" && c.input.has("old_string"):
		return []Part{changePart(name, &c.input)}
	case c.face == "edit" && c.input.has("edits"):
		if parts := multiEdit(name, &c.input); parts != nil {
			return parts
		}
	case c.face == "agent" && c.input.has("prompt"):
		return []Part{textPart("markdown", "prompt", c.input.raw("prompt"))}
	case c.face == "plan" && c.input.has("plan"):
		return []Part{textPart("markdown", "input", c.input.raw("plan"))}
	case c.face == "todo" && c.input.count(0, "todos") > 0:
		if p := todoPart(&c.input); p.Fields != nil {
			return []Part{p}
		}
	}
	return fieldParts(&c.input)
}

// text gives a string up to the bound of a body, and whether there is more.
func (o *object) text(key string) (string, bool) { return words(o.raw(key), bodyLimit) }

func changePart(name string, o *object) Part {
	p := Part{Kind: "diff", Name: name, Exit: -1}
	var before, after bool
	p.Old, before = o.text("old_string")
	p.New, after = o.text("new_string")
	p.Cut = before || after
	return p
}

func multiEdit(name string, input *object) []Part {
	var parts []Part
	edits := input.raw("edits")
	jsonl.Array(edits, 0, func(at int) int {
		end := jsonl.Skip(edits, at)
		if end > 0 && len(parts) < 100 {
			o := parseObject(edits[at:end])
			parts = append(parts, changePart(name, &o))
		}
		return end
	})
	return parts
}

// fieldLimit bounds a value in a table of arguments.
const fieldLimit = 8 << 10

// fieldParts shows an object as a table of names and values. Nested values stay
// as they are written.
func fieldParts(o *object) []Part {
	if len(o.keys) == 0 {
		if len(o.json) == 0 || string(o.json) == "{}" {
			return nil
		}
		return []Part{jsonPart("input", o.json)}
	}
	p := Part{Kind: "fields", Role: "input", Size: len(o.json), Cut: o.cut, Exit: -1}
	for i, key := range o.keys {
		raw := o.json[o.at[i]:]
		value, more := "", false
		if raw[0] == '"' {
			value, more = words(o.raw(key), fieldLimit)
		} else {
			whole := o.raw(key)
			value = string(record.Prefix(whole, fieldLimit))
			more = len(whole) > fieldLimit
		}
		if more {
			value += "…"
			p.Cut = true
		}
		p.Fields = append(p.Fields, Field{Name: key, Value: value})
	}
	return []Part{p}
}

func (c *call) codePart(role, name string, raw []byte) Part {
	p := textPart("code", role, raw)
	p.Name, p.Start = name, 1
	return p
}

func todoPart(o *object) Part {
	p := Part{Kind: "todos", Exit: -1}
	for _, item := range o.array("todos", "newTodos") {
		p.Fields = append(p.Fields, Field{Name: string(item.GetStringBytes("content")), Value: string(item.GetStringBytes("status"))})
	}
	return p
}

// faceParts shows a call that went well in its own form; nil where the recorded
// shapes do not allow that.
func (v *Viewer) faceParts(c *call) []Part {
	switch c.face {
	case "read":
		return v.readParts(c)
	case "write", "edit":
		if p := patchPart(c); p != nil {
			return []Part{*p}
		}
	case "bash":
		return v.terminalParts(c)
	case "glob":
		return listParts(c, "filenames")
	case "grep":
		if c.result.str(20, "mode") != "content" {
			return listParts(c, "filenames")
		}
		p := c.codePart("output", "", c.result.raw("content"))
		p.Name, p.Start = c.input.str(200, "pattern"), 0
		return append(fieldParts(&c.input), p)
	case "search":
		return linkParts(c)
	case "fetch":
		if c.result.has("result") {
			return append(fieldParts(&c.input), textPart("markdown", "output", c.result.raw("result")))
		}
	case "agent":
		return v.agentParts(c)
	case "question":
		return questionParts(c)
	case "plan":
		if c.result.has("plan") && !c.input.has("plan") {
			return []Part{textPart("markdown", "input", c.result.raw("plan"))}
		}
	}
	return nil
}

func (v *Viewer) readParts(c *call) []Part {
	file := c.result.object("file")
	name := file.str(1000, "filePath")
	if file.has("content") {
		p := c.codePart("output", name, file.raw("content"))
		p.Start = file.integer(1, "startLine")
		return []Part{p}
	}
	return v.mediaParts(c.file, c.Result, c.file.Blocks[c.ResultBlk].Text)
}

// patchPart shows a change by its recorded patch.
func patchPart(c *call) *Part {
	hunks := c.result.array("structuredPatch")
	if len(hunks) == 0 {
		return nil
	}
	p := &Part{Kind: "diff", Name: c.result.str(1000, "filePath"), Exit: -1}
	if p.Name == "" {
		p.Name = c.input.str(1000, "file_path")
	}
	for _, h := range hunks {
		hunk := Hunk{OldStart: h.GetInt("oldStart"), NewStart: h.GetInt("newStart"), Lines: []string{}}
		for _, line := range h.GetArray("lines") {
			text, _ := line.StringBytes()
			hunk.Lines = append(hunk.Lines, string(text))
		}
		p.Hunks = append(p.Hunks, hunk)
	}
	return p
}

// failedCommand shows what a command printed before it failed: the result
// begins with its exit code. Nil where it was never run.
func failedCommand(c *call) []Part {
	text, more := words(c.text, bodyLimit)
	code, ok := exitCode(text)
	if !ok {
		return nil
	}
	_, printed, _ := strings.Cut(text, "\n")
	return []Part{{Kind: "terminal", Command: c.input.str(bodyLimit, "command", "code"), Text: printed, Cut: more, Size: len(c.text), Exit: code}}
}

func (v *Viewer) terminalParts(c *call) []Part {
	p := Part{Kind: "terminal", Command: c.input.str(bodyLimit, "command", "code"), Exit: -1}
	if c.result.has("stdout") {
		p.Text, p.Cut = words(c.result.raw("stdout"), bodyLimit)
		p.Stderr = c.result.str(bodyLimit, "stderr")
		p.Size = c.result.size("stdout")
		p.Exit = 0
	} else {
		p.Text, p.Cut = words(c.text, bodyLimit)
		p.Size = len(c.text)
	}
	parts := []Part{p}
	if c.result.has("isImage") && len(c.text) > 0 && c.text[0] == '[' {
		parts = append(parts, v.mediaParts(c.file, c.Result, c.file.Blocks[c.ResultBlk].Text)...)
	}
	return parts
}

func listParts(c *call, key string) []Part {
	list := c.result.array(key)
	if list == nil {
		return nil
	}
	const most = 2000
	p := Part{Kind: "files", Role: "output", Size: len(list), Cut: len(list) > most, Exit: -1}
	for _, name := range list[:min(len(list), most)] {
		p.Fields = append(p.Fields, Field{Name: text(name)})
	}
	return append(fieldParts(&c.input), p)
}

// text gives a string value, "" for others.
func text(v *fastjson.Value) string {
	b, _ := v.StringBytes()
	return string(b)
}

func linkParts(c *call) []Part {
	list := c.result.array("results")
	if list == nil {
		return nil
	}
	p := Part{Kind: "links", Role: "output", Name: c.input.str(400, "query"), Exit: -1}
	var said []string
	for _, x := range list {
		if x.Type() == fastjson.TypeString {
			said = append(said, text(x))
		}
		for _, hit := range x.GetArray("content") {
			p.Fields = append(p.Fields, Field{Name: string(hit.GetStringBytes("title")), Value: string(hit.GetStringBytes("url"))})
		}
	}
	parts := []Part{p}
	if s := strings.Join(said, "\n\n"); strings.TrimSpace(s) != "" {
		parts = append(parts, Part{Kind: "markdown", Role: "output", Text: s, Size: len(s), Exit: -1})
	}
	return parts
}

// agentParts shows what an agent was asked and what it answered.
func (v *Viewer) agentParts(c *call) []Part {
	parts := c.inputParts()
	answer := textPart("markdown", "output", c.text)
	if c.result.has("content") {
		answer = textPart("markdown", "output", c.result.raw("content"))
	}
	if strings.TrimSpace(answer.Text) != "" {
		parts = append(parts, answer)
	}
	return parts
}

func questionParts(c *call) []Part {
	answers := c.result.object("answers")
	p := Part{Kind: "questions", Exit: -1}
	for _, q := range c.input.array("questions") {
		question := string(q.GetStringBytes("question"))
		f := Field{Name: question, Value: answers.str(2000, question)}
		var options []string
		for _, o := range q.GetArray("options") {
			options = append(options, string(o.GetStringBytes("label")))
		}
		f.Note = strings.Join(options, " · ")
		p.Fields = append(p.Fields, f)
	}
	if p.Fields == nil {
		return nil
	}
	return []Part{p}
}
