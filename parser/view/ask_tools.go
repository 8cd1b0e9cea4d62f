package view

import (
	"strings"

	"unspool/parser/view/protocol"
)

// agentParts returns the prompt of an agent and its answer.
func (v *toolReader) agentParts(c *call) []protocol.Part {
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

// questionParts returns the questions that the user was asked, with all options, the
// chosen ones, and the notes on them.
func questionParts(c *call) []protocol.Part {
	answers, notes := c.result.object("answers"), c.result.object("annotations")
	p := protocol.Part{Kind: "questions", Exit: -1}
	more := each(c.input.raw("questions"), func(raw []byte) {
		asked := parseObject(raw)
		whole := asked.str(-1, "question")
		q := protocol.Question{Header: asked.short(200, "header"), Text: cutText(whole, fieldLimit),
			Several: string(asked.raw("multiSelect")) == "true"}
		if q.Text == "" {
			return
		}
		cut := each(asked.raw("options"), func(raw []byte) {
			o := parseObject(raw)
			q.Options = append(q.Options, protocol.Option{Label: o.short(fieldLimit, "label"),
				Description: o.short(fieldLimit, "description"), Preview: o.short(fieldLimit, "preview")})
		})
		p.Cut = p.Cut || cut
		q.Answered = answers.has(whole)
		chooseAnswer(&q, answers.short(fieldLimit, whole))
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
	return []protocol.Part{p}
}

// chooseAnswer marks the options that an answer names. Several options are joined with
// commas, and labels can contain commas as well. All other text is the user's own.
func chooseAnswer(q *protocol.Question, answer string) {
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

// planParts returns a plan as a document. The plan is recorded in the input, or in the
// result since plans are files.
func planParts(c *call) []protocol.Part {
	raw := c.input.raw("plan")
	if raw == nil {
		raw = c.result.raw("plan")
	}
	if empty(raw) || raw[0] != '"' {
		return nil
	}
	p := textPart("markdown", "plan", raw)
	p.Name = c.result.str(1000, "filePath")
	return withOthers([]protocol.Part{p}, "structured", &c.result, "plan filePath message")
}

// messageParts returns a message to another agent: the sender, the recipient and the
// text. Of the result, only the sender and unknown members are shown; the others repeat
// the input.
func messageParts(c *call) []protocol.Part {
	routing := c.result.object("routing")
	p := knownFields([]protocol.Field{
		{Name: "from", Value: routing.str(200, "sender")},
		{Name: "to", Value: c.input.str(200, "to", "recipient")},
		{Name: "summary", Value: c.input.str(1000, "summary")},
	})
	var parts []protocol.Part
	if p.Fields != nil {
		parts = []protocol.Part{p}
	}
	parts = withOthers(parts, "input", &c.input, "to recipient summary message content type")
	if c.input.isText("message", "content") {
		parts = append(parts, textPart("markdown", "", c.input.raw("message", "content")))
	}
	return withOthers(parts, "output", &c.result, "success routing message")
}

// skillParts returns the arguments of a skill or a command, without its name. The
// instructions for Claude follow in a record of their own, and the result only reports
// the start of the skill. It returns nil if the result contains more than that.
func skillParts(c *call) []protocol.Part {
	text, _ := c.words(200)
	if !startsWithAny(text, []string{"Launching skill", "<command-message>"}) {
		return nil
	}
	shown := "skill command"
	if c.input.size("args") <= 60 { // the row shortens longer ones
		shown += " args"
	}
	return withOthers([]protocol.Part{}, "input", &c.input, shown)
}
