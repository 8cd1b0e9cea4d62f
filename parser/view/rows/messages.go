package rows

import (
	"bytes"
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/view/protocol"
	"unspool/parser/view/records"
	"unspool/parser/view/source"
)

// maxMessages limits the messages of one record. The remainder is kept as plain text.
const maxMessages = 100

// senders parses messages from other agents and sessions into sender and text. It also
// returns all text, joined. Records that are messages only by their origin have no tags: the
// whole text is plain then.
func senders(text string) ([]protocol.Sender, string) {
	var list []protocol.Sender
	var lines []string
	for remainder := strings.TrimSpace(text); ; remainder = strings.TrimSpace(remainder) {
		name := "teammate-message"
		if strings.HasPrefix(remainder, "<cross-session-message") {
			name = "cross-session-message"
		}
		attributes, after, found := strings.Cut(remainder, ">")
		if !found || !strings.HasPrefix(remainder, "<"+name) || len(list) == maxMessages {
			if remainder != "" { // text after the messages
				lines = append(lines, remainder)
				if list != nil {
					list = append(list, protocol.Sender{Text: remainder})
				}
			}
			break
		}
		content, after, closed := strings.Cut(after, "</"+name+">")
		if !closed {
			after = ""
		}
		s := protocol.Sender{Name: attribute(attributes, "teammate_id", "from-name", "from"), Color: known(attribute(attributes, "color")),
			Summary: attribute(attributes, "summary"), Text: strings.TrimSpace(content)}
		readSenderEvent(&s)
		list, lines = append(list, s), append(lines, s.Text)
		remainder = after
	}
	return list, strings.TrimSpace(strings.Join(lines, "\n\n"))
}

// readSenderEvent parses a message that is JSON: the type of its event, and the text in it.
func readSenderEvent(s *protocol.Sender) {
	if !strings.HasPrefix(s.Text, "{") {
		return
	}
	o := source.Parse([]byte(s.Text))
	if s.Event = o.Text(100, "type"); s.Event == "" {
		return
	}
	s.Text = records.ValuesAt(&o, "reason|message|content|feedback|summary|subject|description|idleReason|taskId|task_id")
	if from := o.Text(100, "from"); s.Name == "" {
		s.Name = from
	}
}

// attribute returns the first of some attributes in the text of a tag.
func attribute(tag string, names ...string) string {
	for _, name := range names {
		if _, value, found := strings.Cut(tag, " "+name+`="`); found {
			value, _, _ = strings.Cut(value, `"`)
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// A notification is a block that reports the state of background work: its own members, and
// the result.
type notification struct {
	members []byte
	result  string
}

// notifications splits the text of a record into its notifications.
func notifications(text string) []notification {
	var list []notification
	for remainder := []byte(text); ; {
		_, one, found := bytes.Cut(remainder, []byte("<task-notification>"))
		if !found {
			break
		}
		if len(list) == maxMessages {
			list = append(list, notification{result: string(remainder)})
			break
		}
		head, result, tail, after := tags.CutNotice(one)
		list = append(list, notification{append(bytes.Clone(head), tail...), strings.TrimSpace(string(result))})
		remainder = after
	}
	return list
}

// notifications returns the outcomes of background work, by the summaries of a record's notifications,
// and all summaries as one text. It returns nil if there are none.
func (v *PromptReader) notifications(f *parser.File, index int32) (from []protocol.Sender, text string) {
	whole, _ := v.source.RecordText(f, index, HeadLimit) // results are between the summaries; the body shows them
	var lines []string
	for _, n := range notifications(whole) {
		s := protocol.Sender{Event: source.OneLine(tags.Tagged(n.members, "status"), 40)}
		summary, event := strings.TrimSpace(tags.Tagged(n.members, "summary")), strings.TrimSpace(tags.Tagged(n.members, "event"))
		if s.Text = summary; event != "" { // all events of a monitor have the same summary
			s.Text, s.Summary = event, summary
		}
		if s.Text != "" {
			from, lines = append(from, s), append(lines, s.Text)
		}
	}
	return from, strings.Join(lines, "\n")
}

// notificationParts returns the body of notifications: their members, and the results in
// full.
func notificationParts(text string) []protocol.Part {
	var parts []protocol.Part
	for _, n := range notifications(text) {
		p := protocol.Part{Kind: protocol.PartFields}
		for _, name := range []string{"status", "event", "note", "task-id", "tool-use-id", "output-file", "usage"} {
			if value := source.OneLine(tags.Tagged(n.members, name), 1000); value != "" {
				p.Fields = append(p.Fields, protocol.Field{Name: name, Value: value})
			}
		}
		if p.Fields != nil {
			parts = append(parts, p)
		}
		if n.result != "" {
			parts = append(parts, protocol.Part{
				Kind: protocol.PartMarkdown, Role: protocol.RoleOutput, Text: n.result, Size: len(n.result),
			})
		}
	}
	return parts
}
