package view

import (
	"bytes"
	"strings"

	"unspool/parser"
)

// maxMessages bounds the messages of one record. The rest is words, as written.
const maxMessages = 100

// senders reads messages from other agents and sessions: who sent each, and what
// it says. Records by origin alone have no tags, then everything is words.
func senders(text string) ([]Sender, string) {
	var list []Sender
	var lines []string
	for remainder := strings.TrimSpace(text); ; remainder = strings.TrimSpace(remainder) {
		name := "teammate-message"
		if strings.HasPrefix(remainder, "<cross-session-message") {
			name = "cross-session-message"
		}
		attributes, after, found := strings.Cut(remainder, ">")
		if !found || !strings.HasPrefix(remainder, "<"+name) || len(list) == maxMessages {
			if remainder != "" { // words behind the messages
				lines = append(lines, remainder)
				if list != nil {
					list = append(list, Sender{Text: remainder})
				}
			}
			break
		}
		content, after, closed := strings.Cut(after, "</"+name+">")
		if !closed {
			after = ""
		}
		s := Sender{Name: attribute(attributes, "teammate_id", "from-name", "from"), Colour: known(attribute(attributes, "color")),
			Summary: attribute(attributes, "summary"), Text: strings.TrimSpace(content)}
		s.readEvent()
		list, lines = append(list, s), append(lines, s.Text)
		remainder = after
	}
	return list, strings.TrimSpace(strings.Join(lines, "\n\n"))
}

// readEvent reads a message that is JSON: what happened, and the words in it.
func (s *Sender) readEvent() {
	if !strings.HasPrefix(s.Text, "{") {
		return
	}
	o := parseObject([]byte(s.Text))
	if s.Event = o.str(100, "type"); s.Event == "" {
		return
	}
	s.Text = o.valuesAt("reason|message|content|feedback|summary|subject|description|idleReason|taskId|task_id")
	if from := o.str(100, "from"); s.Name == "" {
		s.Name = from
	}
}

// attribute reads the first of some attributes in the text of a tag.
func attribute(tag string, names ...string) string {
	for _, name := range names {
		if _, value, found := strings.Cut(tag, " "+name+`="`); found {
			value, _, _ = strings.Cut(value, `"`)
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// A notification is a block that tells how background work stands: its own
// members, and the result.
type notification struct {
	members []byte
	result  string
}

// notifications cuts the words of a record into its notifications.
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
		head, result, tail, after := parser.CutNotice(one)
		list = append(list, notification{append(bytes.Clone(head), tail...), strings.TrimSpace(string(result))})
		remainder = after
	}
	return list
}

// notificationRow shows how work ended, and the summaries; false where the words
// are none of that.
func (v *Viewer) notificationRow(f *parser.File, index int32, row *Row) bool {
	text, _ := v.wordsOf(f, index, headLimit) // results stand between the summaries: what opens has them
	var lines []string
	for _, n := range notifications(text) {
		s := Sender{Event: oneLine(parser.Tagged(n.members, "status"), 40)}
		for _, name := range []string{"summary", "event"} {
			if s.Text == "" {
				s.Text = strings.TrimSpace(parser.Tagged(n.members, name))
			}
		}
		if s.Text != "" {
			row.From, lines = append(row.From, s), append(lines, s.Text)
		}
	}
	if lines != nil {
		row.Text, row.Cut = strings.Join(lines, "\n"), false
	}
	return lines != nil
}

// notificationParts opens notifications: their members, and the results in full.
func notificationParts(text string) []Part {
	var parts []Part
	for _, n := range notifications(text) {
		p := Part{Kind: "fields", Exit: -1}
		for _, name := range []string{"status", "event", "note", "task-id", "tool-use-id", "output-file", "usage"} {
			if value := oneLine(parser.Tagged(n.members, name), 1000); value != "" {
				p.Fields = append(p.Fields, Field{Name: name, Value: value})
			}
		}
		if p.Fields != nil {
			parts = append(parts, p)
		}
		if n.result != "" {
			parts = append(parts, Part{Kind: "markdown", Role: "output", Text: n.result, Size: len(n.result), Exit: -1})
		}
	}
	return parts
}
