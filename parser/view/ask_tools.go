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

// questionParts shows what the person was asked, all that was offered, what was
// chosen and the notes on it.
func questionParts(c *call) []Part {
	answers, notes := c.result.object("answers"), c.result.object("annotations")
	p := Part{Kind: "questions", Exit: -1}
	more := each(c.input.raw("questions"), func(raw []byte) {
		asked := parseObject(raw)
		whole := asked.str(-1, "question")
		q := Question{Header: asked.short(200, "header"), Text: cutText(whole, fieldLimit),
			Several: string(asked.raw("multiSelect")) == "true"}
		if q.Text == "" {
			return
		}
		cut := each(asked.raw("options"), func(raw []byte) {
			o := parseObject(raw)
			q.Options = append(q.Options, Option{Label: o.short(fieldLimit, "label"),
				Description: o.short(fieldLimit, "description"), Preview: o.short(fieldLimit, "preview")})
		})
		p.Cut = p.Cut || cut
		q.Answered = answers.has(whole)
		q.choose(answers.short(fieldLimit, whole))
		note := notes.object(whole)
		if q.Note = note.short(fieldLimit, "notes", "note"); q.Note == "" {
			q.Note = notes.short(fieldLimit, whole)
		}
		p.Questions = append(p.Questions, q)
	})
	if p.Questions == nil {
		return nil
	}
	p.Cut, p.Size = p.Cut || more, c.input.size("questions")
	return []Part{p}
}

// choose marks the options that an answer names: several are joined with
// commas, which labels can hold as well. Other words are the person's own.
func (q *Question) choose(answer string) {
	var own []string
	for answer != "" {
		label, remainder := "", ""
		for i := range q.Options {
			o := &q.Options[i]
			after, hasTurn := strings.CutPrefix(answer, o.Label)
			if hasTurn && len(o.Label) > len(label) && (after == "" || strings.HasPrefix(after, ", ")) {
				label, remainder = o.Label, strings.TrimPrefix(after, ", ")
			}
		}
		if label == "" && !q.Several {
			own = append(own, answer)
			break
		}
		if label == "" {
			word, after, _ := strings.Cut(answer, ", ")
			own, answer = append(own, word), after
			continue
		}
		for i := range q.Options {
			q.Options[i].Chosen = q.Options[i].Chosen || q.Options[i].Label == label
		}
		answer = remainder
	}
	q.Other = strings.Join(own, ", ")
}

// planParts shows a plan as the document it is; it stands in the input, or in
// the result since it is a file.
func planParts(c *call) []Part {
	raw := c.input.raw("plan")
	if raw == nil {
		raw = c.result.raw("plan")
	}
	if empty(raw) || raw[0] != '"' {
		return nil
	}
	p := textPart("markdown", "plan", raw)
	p.Name = c.result.str(1000, "filePath")
	return withOthers([]Part{p}, "structured", &c.result, "plan filePath message")
}

// messageParts shows what was said to another agent: from whom, to whom, and
// the words. The result tells who spoke; else it says the same again.
func messageParts(c *call) []Part {
	routing := c.result.object("routing")
	p := knownFields([]Field{
		{Name: "from", Value: routing.str(200, "sender")},
		{Name: "to", Value: c.input.str(200, "to", "recipient")},
		{Name: "summary", Value: c.input.str(1000, "summary")},
	})
	var parts []Part
	if p.Fields != nil {
		parts = []Part{p}
	}
	parts = withOthers(parts, "input", &c.input, "to recipient summary message content type")
	if c.input.isText("message", "content") {
		parts = append(parts, textPart("markdown", "", c.input.raw("message", "content")))
	}
	return withOthers(parts, "output", &c.result, "success routing message")
}

// skillParts shows what a skill or a command was given beside its name. What it
// told Claude to do follows as a record of its own; the result only says that it
// began, nil where it says more.
func skillParts(c *call) []Part {
	text, _ := c.words(200)
	if !startsWithAny(text, []string{"Launching skill", "<command-message>"}) {
		return nil
	}
	shown := "skill command"
	if c.input.size("args") <= 60 { // the line shortens longer ones
		shown += " args"
	}
	return withOthers([]Part{}, "input", &c.input, shown)
}
