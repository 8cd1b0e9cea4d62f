package tool

import (
	"unspool/parser/view/content"
	"unspool/parser/view/protocol"
)

// messageKind writes to another agent: FORMAT.md, "toolUseResult by tool", SendMessage.
var messageKind = Kind{
	ID:      "message",
	Names:   []string{"SendMessage"},
	Target:  []string{"to", "recipient"},
	Note:    noteIn("summary", "message", "content"),
	Outcome: messageOutcome,
	Input:   messageInput,
	Result:  messageParts,
}

func messageOutcome(c *Call, t *protocol.Tool) {
	if string(c.Output.Raw("success")) == "false" {
		t.Answer = "failed"
	}
}

func messageInput(c *Call) []protocol.Part {
	if !c.Args.IsString("message", "content") {
		return nil
	}
	text := content.Text(protocol.PartMarkdown, protocol.RoleInput, c.Args.Raw("message", "content"))
	return append(content.WithOthers(nil, protocol.RoleInput, &c.Args, "message content"), text)
}

// messageParts returns a message to another agent: the sender, the recipient and the
// text. Of the result, only the sender and unknown members are shown; the others repeat
// the input.
func messageParts(c *Call) []protocol.Part {
	if len(c.Output.Keys) == 0 {
		return nil
	}
	routing := c.Output.Object("routing")
	p := content.NonEmpty([]protocol.Field{
		{Name: "from", Value: routing.Text(200, "sender")},
		{Name: "to", Value: c.Args.Text(200, "to", "recipient")},
		{Name: "summary", Value: c.Args.Text(1000, "summary")},
	})
	var parts []protocol.Part
	if p.Fields != nil {
		parts = []protocol.Part{p}
	}
	parts = content.WithOthers(parts, protocol.RoleInput, &c.Args, "to recipient summary message content type")
	if c.Args.IsString("message", "content") {
		parts = append(parts, content.Text(protocol.PartMarkdown, "", c.Args.Raw("message", "content")))
	}
	return content.WithOthers(parts, protocol.RoleOutput, &c.Output, "success routing message")
}
