package view

import (
	"strings"
)

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

// questionParts shows what the person was asked and chose, and the notes on it.
// Where several may be chosen the answer names them all.
func questionParts(c *call) []Part {
	answers, notes := c.result.object("answers"), c.result.object("annotations")
	p := Part{Kind: "questions", Exit: -1}
	for _, q := range c.input.array("questions") {
		question := text(q.Get("question"))
		f := Field{Name: question, Value: answers.str(2000, question)}
		note := notes.object(question)
		if said := note.str(2000, "notes", "note"); said != "" {
			f.Value += "\n" + said
		} else if said := notes.str(2000, question); said != "" {
			f.Value += "\n" + said
		}
		var options []string
		for _, o := range q.GetArray("options") {
			options = append(options, text(o.Get("label")))
		}
		f.Note = strings.Join(options, " · ")
		p.Fields = append(p.Fields, f)
	}
	if p.Fields == nil {
		return nil
	}
	return []Part{p}
}

// planParts shows a plan as the document it is; it stands in the input, or in
// the result since it is a file.
func planParts(c *call) []Part {
	raw := c.input.raw("plan")
	if raw == nil {
		raw = c.result.raw("plan")
	}
	if empty(raw) {
		return nil
	}
	p := textPart("markdown", "input", raw)
	p.Name = c.result.str(1000, "filePath")
	return withRest([]Part{p}, "structured", &c.result, "plan filePath message")
}
