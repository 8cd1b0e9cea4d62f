package view

import (
	"strings"

	"unspool/parser"
	"unspool/parser/record"
)

// promptRow shows the words of the person, or what stands for them: a command
// as it was typed, a notification's summary, words that came from the queue.
func (v *Viewer) promptRow(c *parser.Conversation, item *parser.Item, row *Row) {
	f := c.File
	v.recordText(f, item.Record, row)
	remainder, tags := v.spoken(c, item, row)
	if c.Agent != "" && row.By == "you" && row.Flavor != "agent" {
		row.By = "" // no person speaks to an agent
	}
	row.Unanswered = unanswered(c, item)
	row.Media, row.More = v.promptMedia(f, item.Record)
	for _, x := range v.promptAttachments(c, item.Record, string(remainder), tags, row.Media) {
		row.Chips = append(row.Chips, x.chip)
	}
	v.typed(c, item.Record, row)
}

// spoken makes the words of a prompt of those that its record holds, row.Text,
// and tells who speaks. It gives what stood beside the words, too.
func (v *Viewer) spoken(c *parser.Conversation, item *parser.Item, row *Row) (remainder []byte, tags []tag) {
	f := c.File
	e := f.Records.At(item.Record)
	row.Kind, row.Flavor = "prompt", "typed"
	remainder, tags = cutTags([]byte(row.Text))
	row.Text = string(remainder)
	switch e.Class {
	case parser.ClassCommand:
		row.Flavor, row.Text = "command", parser.CommandLine([]byte(row.Text))
		if row.Text == "" {
			row.Text = v.commandRun(f, item.Record)
		}
	case parser.ClassShell:
		row.Flavor = "shell"
		if typed := parser.Tagged([]byte(row.Text), "bash-input"); typed != "" {
			row.Text = typed
		}
		row.Text = "! " + strings.TrimSpace(row.Text)
	case parser.ClassNotification:
		row.Flavor = "notification"
		if v.notificationRow(f, item.Record, row) {
			tags = nil // a reminder around them is no part of their own
		}
	case parser.ClassPeer:
		row.Flavor = "peer"
		row.From, row.Text = senders(row.Text)
		if c.Agent != "" && item.Record == c.FirstMessage {
			row.Flavor = "agent" // what the lead of a team tells a teammate first
		}
	case parser.ClassScheduled:
		row.Flavor = "auto"
	case parser.ClassQueuedPrompt:
		row.Flavor = "queued"
	default:
		if e.Flags&record.AcceptedPlan != 0 || strings.HasPrefix(row.Text, "Implement the following plan:\n") {
			row.Flavor = "plan"
		}
		if c.Agent != "" && item.Record == c.FirstMessage {
			row.Flavor = "agent"
		}
	}
	return remainder, tags
}

// waited is how long words must have stood in the queue to be told of, in ms:
// headless runs put every prompt through it.
const waited = 1000

// typed tells when words were typed that were sent later, and shows them as they
// were typed: with marks where text was pasted. The body has that text.
func (v *Viewer) typed(c *parser.Conversation, index int32, row *Row) {
	at := c.Typed(index)
	if at < 0 {
		return
	}
	if t := c.File.Records.At(at).Time; t > 0 && (row.Flavor == "queued" || c.File.Records.At(index).Time >= t+waited) {
		row.Typed = float64(t)
	}
	if expanded, marks, _ := v.pasted(c, index, row.Text); marks != "" {
		row.Text, row.Cut = expanded, false
	}
}

// pasted tells what was typed where a prompt holds text that was pasted, the
// marks that stood for it, "Pasted text #1 +24 lines", and that text.
func (v *Viewer) pasted(c *parser.Conversation, index int32, text string) (expanded, marks, in string) {
	at := c.Typed(index)
	if at < 0 {
		return "", "", ""
	}
	expanded, more := v.wordsOf(c.File, at, textLimit)
	from, to := strings.Index(expanded, "[Pasted text #"), strings.LastIndex(expanded, "[Pasted text #")
	if more || from < 0 || !strings.HasPrefix(text, expanded[:from]) {
		return "", "", ""
	}
	end := strings.IndexByte(expanded[to:], ']')
	if end < 0 {
		return "", "", ""
	}
	return expanded, expanded[from+1 : to+end], strings.TrimSuffix(text[from:], expanded[to+end+1:])
}

// blockType gives the type of a block that is not known.
func (v *Viewer) blockType(f *parser.File, index, block int32) string {
	o := parseObject(v.source.span(f, index, f.Blocks.At(block).Whole))
	return o.str(60, "type")
}

// unanswered says that no reply came to a prompt: one that drives a turn, or
// words that waited for a reply when an interruption came.
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

// commandRun gives the command that a record of a local command names.
func (v *Viewer) commandRun(f *parser.File, index int32) string {
	o := parseObject(v.source.record(f, index))
	run := o.object("commandRun")
	name := strings.TrimPrefix(run.str(200, "command"), "/")
	if name == "" {
		return ""
	}
	return strings.TrimSpace("/" + name + " " + run.str(2000, "args"))
}

// outputOf names the command that printed something where no row before says it.
func (v *Viewer) outputOf(r *ref, row *Row) {
	if r.from > 0 && r.conv.Items[r.from-1].Kind == parser.ItemPrompt {
		return
	}
	if command := v.commandRun(r.conv.File, r.conv.Items[r.from].Record); command != "" {
		row.Chips = []Chip{{Kind: "command", Label: command}}
	}
}

// commandOutput takes the tags off what a command printed.
func commandOutput(text string) string {
	var parts []string
	for _, tag := range []string{"local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr"} {
		if inside := strings.Trim(parser.Tagged([]byte(text), tag), "\n"); inside != "" {
			parts = append(parts, inside)
		}
	}
	if parts == nil {
		return stripTags(text)
	}
	return strings.Join(parts, "\n")
}

// stripTags removes the output tags of a text that holds nothing else.
func stripTags(text string) string {
	for _, tag := range []string{"local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr"} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "<"+tag+">", ""), "</"+tag+">", "")
	}
	return strings.TrimSpace(text)
}

// oneLine folds white space and cuts a text for a line of the screen.
func oneLine(text string, limit int) string {
	if len(text) > 4*limit {
		text = string(record.Prefix([]byte(text), 4*limit))
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > limit {
		return string(record.Prefix([]byte(text), limit)) + "…"
	}
	return text
}
