package rows

import (
	"strings"

	"unspool/parser"
	"unspool/parser/internal/tags"
	"unspool/parser/record"
	"unspool/parser/view/protocol"
	"unspool/parser/view/source"
)

// A PromptReader reads the prompts of conversations, with their attachments.
type PromptReader struct{ *RecordReader }

// row returns the row of a prompt, with the user's words or what replaces them: a command as it
// was typed, the summary of a notification, or a queued prompt.
func (v *PromptReader) row(c *parser.Conversation, item *parser.Item, base protocol.RowBase) *protocol.PromptRow {
	f := c.File
	words, remainder, found := v.promptTextOf(c, item, v.recordText(f, item.Record))
	row := &protocol.PromptRow{RowBase: base, RowText: words.RowText, Flavor: words.flavor, From: words.from}
	if c.Agent != "" && row.By == "you" && row.Flavor != protocol.FlavorAgent {
		row.By = "" // users do not talk to agents
	}
	if c.IsEvent(item) {
		row.Event = item.Driver.String()
	}
	row.Unanswered = unanswered(c, item)
	row.Media, row.More = v.promptMedia(f, item.Record)
	for _, x := range v.promptAttachments(c, item.Record, string(remainder), found, row.Media) {
		row.Chips = append(row.Chips, x.chip)
	}
	if at, queued := c.Typed(item.Record); queued {
		v.typed(c, item.Record, at, row)
	}
	return row
}

// Text returns the text of a prompt as its row shows it.
func (v *PromptReader) Text(c *parser.Conversation, item *parser.Item) string {
	words, _, _ := v.promptTextOf(c, item, v.recordText(c.File, item.Record))
	if asTyped, marks, _ := v.pasted(c, item.Record, words.Text); marks != "" {
		return asTyped
	}
	return words.Text
}

// A promptText is the text of a prompt without tags.
type promptText struct {
	protocol.RowText
	flavor protocol.PromptFlavor
	from   []protocol.Sender
}

// promptTextOf returns the text and the flavor of a prompt with the given recorded text. It also
// returns the recorded text without tags, and the tags.
func (v *PromptReader) promptTextOf(c *parser.Conversation, item *parser.Item, recorded protocol.RowText) (
	words promptText, remainder []byte, found []tag,
) {
	f := c.File
	e := f.Records.At(item.Record)
	remainder, found = cutTags([]byte(recorded.Text))
	words = promptText{RowText: recorded}
	words.Text = string(remainder)
	words.flavor = flavorOf(c, item, words.Text)
	switch e.Class {
	case parser.ClassCommand:
		words.Text = tags.CommandLine([]byte(words.Text))
		if words.Text == "" {
			words.Text = v.commandRun(f, item.Record)
		}
	case parser.ClassShell:
		if typed := tags.Tagged([]byte(words.Text), "bash-input"); typed != "" {
			words.Text = typed
		}
		words.Text = "! " + strings.TrimSpace(words.Text)
	case parser.ClassNotification:
		if from, text := v.notifications(f, item.Record); from != nil {
			words.from, words.Text, words.Cut = from, text, false
			found = nil // a reminder around them does not belong to them
		}
	case parser.ClassPeer:
		words.from, words.Text = senders(words.Text)
	}
	return words, remainder, found
}

// flavorOf returns how a prompt with a text came about.
func flavorOf(c *parser.Conversation, item *parser.Item, text string) protocol.PromptFlavor {
	e := c.File.Records.At(item.Record)
	toAgent := c.Agent != "" && item.Record == c.FirstMessage
	switch e.Class {
	case parser.ClassCommand:
		return protocol.FlavorCommand
	case parser.ClassShell:
		return protocol.FlavorShell
	case parser.ClassNotification:
		return protocol.FlavorNotification
	case parser.ClassPeer:
		if toAgent { // the first message of a team lead to a teammate
			return protocol.FlavorAgent
		}
		return protocol.FlavorPeer
	case parser.ClassScheduled:
		return protocol.FlavorAuto
	case parser.ClassQueuedPrompt:
		return protocol.FlavorQueued
	}
	switch {
	case toAgent:
		return protocol.FlavorAgent
	case e.Flags&record.AcceptedPlan != 0, strings.HasPrefix(text, "Implement the following plan:\n"):
		return protocol.FlavorPlan
	}
	return protocol.FlavorTyped
}

// waited is the minimum time in the queue that is shown, in ms: headless runs put every
// prompt through the queue.
const waited = 1000

// typed sets when a queued prompt was typed, in the record typed, and shows the prompt as it was
// typed: with placeholders for pasted text. The body has that text.
func (v *PromptReader) typed(c *parser.Conversation, index, typed int32, row *protocol.PromptRow) {
	if t := c.File.Records.At(typed).Time; t > 0 && (row.Flavor == protocol.FlavorQueued || c.File.Records.At(index).Time >= t+waited) {
		row.Typed = float64(t)
	}
	if asTyped, marks, _ := v.pasted(c, index, row.Text); marks != "" {
		row.Text, row.Cut = asTyped, false
	}
}

// pasted returns the prompt as it was typed if it contains pasted text, the placeholders such
// as "Pasted text #1 +24 lines", and the pasted text.
func (v *PromptReader) pasted(c *parser.Conversation, index int32, text string) (typed, marks, inserted string) {
	at, queued := c.Typed(index)
	if !queued {
		return "", "", ""
	}
	typed, more := v.source.RecordText(c.File, at, textLimit)
	from, to := strings.Index(typed, "[Pasted text #"), strings.LastIndex(typed, "[Pasted text #")
	if more || from < 0 || !strings.HasPrefix(text, typed[:from]) {
		return "", "", ""
	}
	end := strings.IndexByte(typed[to:], ']')
	if end < 0 {
		return "", "", ""
	}
	return typed, typed[from+1 : to+end], strings.TrimSuffix(text[from:], typed[to+end+1:])
}

// unanswered returns the reason why a prompt got no reply, or "". This applies to prompts that start a
// turn, and to messages that were waiting for a reply when an interruption came.
func unanswered(c *parser.Conversation, item *parser.Item) string {
	if item.Interrupted {
		return "interrupted"
	}
	if item.Turn < 0 {
		return ""
	}
	t := &c.Turns[item.Turn]
	switch running := int(item.Turn) == len(c.Turns)-1 && !c.File.Closed; {
	case t.Replied || running || &c.Items[t.First] != item:
		return ""
	case t.Interrupted:
		return "interrupted"
	}
	return "none"
}

// Parts returns the body of a prompt. Its words are repeated only if the row cut them;
// the other parts are its attachments.
func (v *PromptReader) Parts(c *parser.Conversation, item *parser.Item) []protocol.Part {
	f := c.File
	e := f.Records.At(item.Record)
	text, more := v.source.RecordText(f, item.Record, source.MaxText)
	remainder, all := cutTags([]byte(text))
	head, _ := v.source.RecordText(f, item.Record, textLimit)
	shown, tags := cutTags([]byte(head)) // the tags that the row has
	var parts []protocol.Part
	switch e.Class {
	case parser.ClassNotification:
		if parts = notificationParts(text); parts != nil {
			all, tags = nil, nil
		}
	case parser.ClassCommand:
	default:
		if len(text) > textLimit {
			kind := protocol.PartMarkdown
			if e.Class == parser.ClassPeer || e.Class == parser.ClassShell {
				kind = protocol.PartText
			}
			parts = append(parts, protocol.Part{Kind: kind, Text: string(remainder), Cut: more, Size: int(e.Length)})
		}
	}
	media, _ := v.promptMedia(f, item.Record)
	for i, x := range v.promptAttachments(c, item.Record, string(shown), tags, media) {
		if x.parts == nil {
			continue
		}
		for _, p := range x.parts() {
			p.Chip = i + 1
			parts = append(parts, p)
		}
	}
	others := all[min(len(tags), len(all)):]
	for _, t := range others[:min(len(others), source.MaxShown)] {
		parts = append(parts, t.part())
	}
	return parts
}

func (t tag) part() protocol.Part {
	return protocol.Part{Kind: protocol.PartText, Name: t.name(), Text: strings.TrimSpace(t.content), Size: len(t.content)}
}

// name returns the name of the part that shows the tag: its file, if it has one.
func (t tag) name() string {
	if t.kind == protocol.ChipSelection || t.kind == protocol.ChipFile {
		return t.label()
	}
	return ""
}

// mentioned shows a file that a prompt mentions, or returns nil if the record has no content
// of it.
func (v *PromptReader) mentioned(f *parser.File, index int32, name string) *protocol.Part {
	o := v.source.Payload(f, index)
	content := o.Object("content")
	file := content.Object("file")
	p := protocol.Part{Kind: protocol.PartCode, Name: name}
	for _, at := range []struct {
		o   *source.Object
		key string
	}{{&file, "content"}, {&content, "content"}, {&o, "planContent"}, {&o, "snippet"}, {&o, "content"}} {
		if raw := at.o.Raw(at.key); len(raw) > 2 && raw[0] == '"' {
			p.Size = len(raw)
			p.Text, p.Cut = source.Words(raw, source.MaxText)
			p.Start = file.Int(1, "startLine")
			if at.key == "snippet" { // its lines include their numbers
				p.Kind, p.Start = protocol.PartText, 0
			}
			return &p
		}
	}
	return nil
}
