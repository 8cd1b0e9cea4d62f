package view

import (
	"bytes"
	"strings"

	"unspool/parser"
	"unspool/parser/jsonl"
	"unspool/parser/record"
)

// promptRow shows the words of the person, or what stands for them: a command
// as it was typed, a notification's summary, words that came from the queue.
func (v *Viewer) promptRow(c *parser.Conversation, item *parser.Item, row *Row) {
	f := c.File
	e := &f.Records[item.Record]
	row.Kind, row.Flavor = "prompt", "typed"
	v.recordText(f, item.Record, row)
	row.Text, row.Chips = chips(row.Text)
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
		v.notificationRow(f, item.Record, row)
	case parser.ClassPeer:
		row.Flavor = "peer"
		row.From, row.Text = senders(row.Text)
		if c.Agent != "" && item.Record == c.OpensWith {
			row.Flavor = "agent" // what the lead of a team tells a teammate first
		}
	case parser.ClassAuto:
		row.Flavor = "auto"
	case parser.ClassSteer:
		row.Flavor = "queued"
	default:
		if e.Flags&record.RestOfPlan != 0 || strings.HasPrefix(row.Text, "Implement the following plan:\n") {
			row.Flavor = "plan"
		}
		if c.Agent != "" && item.Record == c.OpensWith {
			row.Flavor = "agent"
		}
	}
	if c.Agent != "" && row.By == "you" {
		row.By = "" // an agent's prompt comes from the call above it
	}
	row.Unanswered = unanswered(c, item)
	row.Media = v.promptMedia(f, item.Record)
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if f.Blocks[i].Kind == record.Other && len(row.Chips) < maxChips {
			row.Chips = append(row.Chips, Chip{Kind: "unknown", Label: v.blockType(f, item.Record, i)})
		}
	}
	for _, a := range v.attachments(c, item.Record) {
		if len(row.Chips) < maxChips {
			row.Chips = append(row.Chips, Chip{Kind: "pasted", Label: oneLine(a.str(200, "file_name"), 200)})
		}
	}
	for _, with := range companions(f, item.Record) {
		if len(row.Chips) < maxChips {
			row.Chips = append(row.Chips, v.chip(f, with))
		}
	}
}

// maxChips bounds what stands beside one prompt; the body has the rest.
const maxChips = 50

// companions lists the records that a prompt's row shows along with it.
func companions(f *parser.File, index int32) []int32 {
	var list []int32
	for at := f.Records[index].Next; at >= 0 && f.Records[at].With == index; at = f.Records[at].Next {
		list = append(list, at)
	}
	return list
}

// chip names a record that belongs to a prompt.
func (v *Viewer) chip(f *parser.File, index int32) Chip {
	e := &f.Records[index]
	if e.Class == parser.ClassMeta {
		text, _ := v.wordsOf(f, index, 400)
		if _, path, found := strings.Cut(text, "source: "); found && strings.HasPrefix(text, "[Image") {
			return Chip{Kind: "image", Label: oneLine(strings.TrimRight(path, "] \n"), 200)}
		}
		return Chip{Kind: "instructions", Label: oneLine(text, 60)}
	}
	o := v.payload(f, index)
	chip := Chip{Kind: "file", Label: o.str(200, "displayPath", "filename", "planFilePath", "path")}
	if kindName(f, e) == "nested_memory" {
		chip.Kind = "memory"
	}
	return chip
}

// blockType gives the type of a block that is not known.
func (v *Viewer) blockType(f *parser.File, index, block int32) string {
	o := parseObject(v.source.span(f, index, f.Blocks[block].Whole))
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

func (v *Viewer) promptMedia(f *parser.File, index int32) []Media {
	e := &f.Records[index]
	var list []Media
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if k := f.Blocks[i].Kind; k == record.Image || k == record.Document {
			list = append(list, v.media(f, index, f.Blocks[i].Whole)...)
		}
	}
	if e.Blocks == 0 && e.Class == parser.ClassSteer { // words from the queue may hold pictures
		line := v.source.record(f, index)
		if at := besideMessage(line); at < len(line) && line[at] == '[' {
			list = v.media(f, index, parser.Span{From: int32(at), To: int32(jsonl.Skip(line, at))})
		}
	}
	return list
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

// chips cuts reminders off both ends of a prompt, and editor state off its front.
func chips(text string) (string, []Chip) {
	rest, tags := cutTags([]byte(text))
	var list []Chip
	for _, t := range tags {
		if len(list) < maxChips {
			list = append(list, Chip{Kind: t.kind, Label: t.label()})
		}
	}
	return string(rest), list
}

// A tag is what Claude Code put beside the words of a prompt.
type tag struct {
	kind    string // of its chip
	content string
}

var tagKinds = map[string]string{"ide_selection": "selection", "ide_opened_file": "file", "ide_diagnostics": "diagnostics"}

func cutTags(text []byte) (rest []byte, tags []tag) {
	for rest = bytes.TrimSpace(text); ; rest = bytes.TrimSpace(rest) {
		after, name, content, ok := parser.CutTag(rest)
		if !ok {
			break
		}
		kind, known := tagKinds[name]
		if !known {
			kind = "reminder"
		}
		tags, rest = append(tags, tag{kind, string(content)}), after
	}
	for {
		before, content, ok := parser.CutReminder(rest)
		if !ok {
			return rest, tags
		}
		tags, rest = append(tags, tag{"reminder", string(content)}), bytes.TrimSpace(before)
	}
}

// label is the file that an editor tag speaks of, else its first words: "The user
// opened the file /a/b.go in the IDE", "selected the lines 1 to 5 from /a/b.go:".
func (t tag) label() string {
	for _, before := range []string{"opened the file ", " from "} {
		if _, after, found := strings.Cut(t.content, before); found && t.kind != "reminder" {
			path, _, _ := strings.Cut(after, "\n")
			path, _, _ = strings.Cut(path, " in the IDE")
			return strings.TrimRight(path, ": .")
		}
	}
	return oneLine(t.content, 200)
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
