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
	e := &f.Records[item.Record]
	row.Kind, row.Flavor = "prompt", "typed"
	v.recordText(f, item.Record, row)
	switch e.Class {
	case parser.ClassCommand:
		row.Flavor, row.Text = "command", parser.CommandLine([]byte(row.Text))
	case parser.ClassShell:
		row.Flavor, row.Text = "shell", "! "+strings.TrimSpace(parser.Tagged([]byte(row.Text), "bash-input"))
	case parser.ClassNotification:
		row.Flavor = "notification"
		if summary := parser.Tagged([]byte(row.Text), "summary"); summary != "" {
			row.Text = strings.TrimSpace(summary)
		}
	case parser.ClassPeer:
		row.Flavor, row.Text = "peer", peerWords(row.Text)
		if c.Agent != "" && item.Record == c.OpensWith {
			row.Flavor = "agent" // what the lead of a team tells a teammate first
		}
	case parser.ClassAuto:
		row.Flavor = "auto"
	case parser.ClassSteer:
		row.Flavor = "queued"
	default:
		if e.Flags&record.RestOfPlan != 0 {
			row.Flavor = "plan"
		}
		if c.Agent != "" && item.Record == c.OpensWith {
			row.Flavor = "agent"
		}
	}
	if c.Agent != "" && row.By == "you" {
		row.By = "" // an agent's prompt comes from the call above it
	}
	row.Text, row.Chips = chips(row.Text)
	for i := e.First; i < e.First+int32(e.Blocks); i++ {
		if k := f.Blocks[i].Kind; k == record.Image || k == record.Document {
			row.Media = append(row.Media, v.media(f, item.Record, f.Blocks[i].Whole)...)
		}
	}
}

// chips cuts reminders and editor state off the front of a prompt.
func chips(text string) (string, []Chip) {
	var list []Chip
	rest := []byte(text)
	for {
		rest = []byte(strings.TrimSpace(string(rest)))
		after, tag, content, ok := parser.CutTag(rest)
		if !ok {
			return string(rest), list
		}
		chip := Chip{Kind: "reminder", Label: oneLine(string(content), 200)}
		switch tag {
		case "ide_selection":
			chip.Kind = "selection"
		case "ide_opened_file":
			chip.Kind = "file"
		case "ide_diagnostics":
			chip.Kind = "diagnostics"
		}
		if path := quotedPath(string(content)); path != "" && chip.Kind != "reminder" {
			chip.Label = path
		}
		list = append(list, chip)
		rest = after
	}
}

// quotedPath finds the file that an editor tag speaks of: "The user opened the
// file /a/b.go in the IDE", "selected the lines 1 to 5 from /a/b.go:".
func quotedPath(text string) string {
	for _, before := range []string{"opened the file ", " from "} {
		_, after, found := strings.Cut(text, before)
		if !found {
			continue
		}
		path, _, _ := strings.Cut(after, "\n")
		path, _, _ = strings.Cut(path, " in the IDE")
		return strings.TrimRight(path, ": .")
	}
	return ""
}

// peerWords takes the tag off a message from another agent or session.
func peerWords(text string) string {
	t := strings.TrimSpace(text)
	if !strings.HasPrefix(t, "<teammate-message") && !strings.HasPrefix(t, "<cross-session-message") {
		return text
	}
	_, t, found := strings.Cut(t, ">")
	if !found {
		return text
	}
	if end := strings.LastIndex(t, "</"); end >= 0 {
		t = t[:end]
	}
	return strings.TrimSpace(t)
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
