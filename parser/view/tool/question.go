package tool

import (
	"strings"

	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// questionKind asks the user: FORMAT.md, "toolUseResult by tool", AskUserQuestion.
var questionKind = Kind{
	ID:      "question",
	Names:   []string{"AskUserQuestion"},
	Subject: firstQuestion,
	Outcome: questionOutcome,
	Input:   questionParts,
	Result:  questionParts,
	Asks:    true,
}

func firstQuestion(input *source.Object) string {
	list := input.Array("questions")
	if len(list) == 0 {
		return ""
	}
	return source.OneLine(string(list[0].GetStringBytes("question")), targetLimit)
}

func questionOutcome(c *Call, t *protocol.Tool) {
	answers := c.Output.Object("answers")
	var list []string
	for _, key := range answers.Keys[:min(len(answers.Keys), 4)] {
		if answer := lineOf(&answers, 80, key); answer != "" {
			list = append(list, answer)
		}
	}
	t.Answer = strings.Join(list, " · ")
}

// questionParts returns the questions that the user was asked, with all options, the
// chosen ones, and the notes on them.
func questionParts(c *Call) []protocol.Part {
	answers, notes := c.Output.Object("answers"), c.Output.Object("annotations")
	p := protocol.Part{Kind: protocol.PartQuestions}
	more := source.EachShown(c.Args.Raw("questions"), func(raw []byte) {
		asked := source.Parse(raw)
		whole := asked.Text(-1, "question")
		q := protocol.Question{Header: asked.Short(200, "header"), Text: source.Cut(whole, content.FieldLimit),
			Several: isTrue(&asked, "multiSelect")}
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
	p.Cut, p.Size = p.Cut || more, c.Args.Size("questions")
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
			after, found := strings.CutPrefix(answer, o.Label)
			if found && len(o.Label) > len(label) && (after == "" || strings.HasPrefix(after, ", ")) {
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
