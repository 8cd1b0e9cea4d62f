package story

import (
	"strings"

	"unspool/parser"
	"unspool/parser/view/protocol"
	"unspool/parser/view/rows"
	"unspool/parser/view/source"
)

// The ways in which a session ends.
const (
	endingReplied     = "replied"
	endingInterrupted = "interrupted"
	endingFailed      = "failed"     // a request failed
	endingAsking      = "asking"     // a question is not answered
	endingUnfinished  = "unfinished" // no reply came after the last prompt or call
	endingEmpty       = "empty"      // there is neither a prompt nor a reply
)

// maxSentence is the maximum number of characters of a quote.
const maxSentence = 300

// asked returns the first prompt that the person typed: a prompt, or a command that got a reply.
// Commands such as /clear do not. Without one, it is the first prompt of any kind.
func (p *Pane) asked(c *parser.Conversation) protocol.Quote {
	first := -1
	for i := range c.Items {
		item := &c.Items[i]
		if item.Kind != parser.ItemPrompt || isAbandoned(c, item) {
			continue
		}
		replied := item.Turn >= 0 && c.Turns[item.Turn].Replied
		if item.Driver == parser.DriverPrompt || item.Driver == parser.DriverCommand && replied {
			return p.prompt(c, item)
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		return protocol.Quote{}
	}
	return p.prompt(c, &c.Items[first])
}

func (p *Pane) prompt(c *parser.Conversation, item *parser.Item) protocol.Quote {
	return protocol.Quote{Text: firstSentence(p.rows.Prompts.Text(c, item), true, maxSentence), Key: rows.ItemKey(c.File, item)}
}

// ended returns how the main conversation ended, and the last reply, the error, or the question.
func (p *Pane) ended(s *parser.Session) (quote protocol.Quote, ending string) {
	c := s.Main
	for i := len(c.Items) - 1; i >= 0; i-- {
		item := &c.Items[i]
		if isAbandoned(c, item) {
			continue
		}
		text := ""
		if ending == "" {
			ending = p.endingAt(c, item)
			switch ending {
			case endingFailed:
				text = p.errorText(c, item)
			case endingAsking:
				call, _ := p.rows.Tool(p.rows.List(s), c.File, item, false)
				text = call.Target
			}
		}
		if item.Kind == parser.ItemText {
			text = p.rows.Records.BlockText(c.File, item).Text
		}
		if text != "" {
			return protocol.Quote{Text: firstSentence(text, false, maxSentence), Key: rows.ItemKey(c.File, item)}, ending
		}
	}
	if ending == "" {
		ending = endingEmpty
	}
	return protocol.Quote{}, ending
}

// errorText returns the text of a failed request, without the JSON around its message.
func (p *Pane) errorText(c *parser.Conversation, item *parser.Item) string {
	text := p.rows.Records.Attempt(c.File, item.Record).Text
	before, reply, found := strings.Cut(text, "{")
	if !found {
		return text
	}
	body := source.Parse([]byte("{" + reply))
	cause := body.Object("error")
	if message := cause.Text(maxSentence, "message"); message != "" {
		return before + message
	}
	return text
}

// endingAt returns how a conversation ended if an item is the last one that tells, or "" if it does
// not tell.
func (p *Pane) endingAt(c *parser.Conversation, item *parser.Item) string {
	switch item.Kind {
	case parser.ItemText:
		return endingReplied
	case parser.ItemInterrupt:
		return endingInterrupted
	case parser.ItemFailure:
		return endingFailed
	case parser.ItemTool:
		if call := (itemRef{c, item}).call(); call.Result < 0 && asksUser(c.File, call) {
			return endingAsking
		}
		return endingUnfinished
	case parser.ItemThinking, parser.ItemImage:
		return endingUnfinished
	case parser.ItemPrompt:
		switch {
		case item.Interrupted:
			return endingInterrupted
		case item.Driver == parser.DriverPrompt:
			return endingUnfinished
		}
	}
	return ""
}

func isAbandoned(c *parser.Conversation, item *parser.Item) bool {
	return c.File.Records.At(item.Record).Branch > 0
}
