package view

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// agentParts returns the prompt of an agent and its answer.
func (v *toolReader) agentParts(c *call) []protocol.Part {
	parts := c.inputParts()
	answer := content.Text("markdown", "output", c.text)
	if c.result.Has("content") {
		answer = content.Text("markdown", "output", c.result.Raw("content"))
	}
	if strings.TrimSpace(answer.Text) != "" {
		parts = append(parts, answer)
	}
	return parts
}

// questionParts returns the questions that the user was asked, with all options, the
// chosen ones, and the notes on them.
func questionParts(c *call) []protocol.Part {
	answers, notes := c.result.Object("answers"), c.result.Object("annotations")
	p := protocol.Part{Kind: "questions", Exit: -1}
	more := source.EachShown(c.input.Raw("questions"), func(raw []byte) {
		asked := source.Parse(raw)
		whole := asked.Text(-1, "question")
		q := protocol.Question{Header: asked.Short(200, "header"), Text: source.Cut(whole, content.FieldLimit),
			Several: string(asked.Raw("multiSelect")) == "true"}
		if q.Text == "" {
			return
		}
		cut := source.EachShown(asked.Raw("options"), func(raw []byte) {
			o := source.Parse(raw)
			q.Options = append(q.Options, protocol.Option{Label: o.Short(content.FieldLimit, "label"),
				Description: o.Short(content.FieldLimit, "description"), Preview: o.Short(content.FieldLimit, "preview")})
		})
		p.Cut = p.Cut || cut
		q.Answered = answers.Has(whole)
		chooseAnswer(&q, answers.Short(content.FieldLimit, whole))
		note := notes.Object(whole)
		if q.Note = note.Short(content.FieldLimit, "notes", "note"); q.Note == "" {
			q.Note = notes.Short(content.FieldLimit, whole)
		}
		p.Questions = append(p.Questions, q)
	})
	if p.Questions == nil {
		return nil
	}
	p.Cut, p.Size = p.Cut || more, c.input.Size("questions")
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
	raw := c.input.Raw("plan")
	if raw == nil {
		raw = c.result.Raw("plan")
	}
	if source.IsEmpty(raw) || raw[0] != '"' {
		return nil
	}
	p := content.Text("markdown", "plan", raw)
	p.Name = c.result.Text(1000, "filePath")
	return content.WithOthers([]protocol.Part{p}, "structured", &c.result, "plan filePath message")
}

// messageParts returns a message to another agent: the sender, the recipient and the
// text. Of the result, only the sender and unknown members are shown; the others repeat
// the input.
func messageParts(c *call) []protocol.Part {
	routing := c.result.Object("routing")
	p := content.NonEmpty([]protocol.Field{
		{Name: "from", Value: routing.Text(200, "sender")},
		{Name: "to", Value: c.input.Text(200, "to", "recipient")},
		{Name: "summary", Value: c.input.Text(1000, "summary")},
	})
	var parts []protocol.Part
	if p.Fields != nil {
		parts = []protocol.Part{p}
	}
	parts = content.WithOthers(parts, "input", &c.input, "to recipient summary message content type")
	if c.input.IsString("message", "content") {
		parts = append(parts, content.Text("markdown", "", c.input.Raw("message", "content")))
	}
	return content.WithOthers(parts, "output", &c.result, "success routing message")
}

// skillParts returns the arguments of a skill or a command, without its name. The
// instructions for Claude follow in a record of their own, and the result only reports
// the start of the skill. It returns nil if the result contains more than that.
func skillParts(c *call) []protocol.Part {
	text, _ := c.words(200)
	if !source.HasAnyPrefix(text, []string{"Launching skill", "<command-message>"}) {
		return nil
	}
	shown := "skill command"
	if c.input.Size("args") <= 60 { // the row shortens longer ones
		shown += " args"
	}
	return content.WithOthers([]protocol.Part{}, "input", &c.input, shown)
}
